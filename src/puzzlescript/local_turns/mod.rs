//! Turns by heart: a cache of the effects of keys, by the cells around the player.
//!
//! If turns are local ([`reach`]), a turn depends on the player's place, the key and the cells that it may
//! look at. So a turn is taken once by the rules and is known from then on for all states that are alike
//! there. States are packed ones, without the player, whose *place* is kept apart: their cell, and which of
//! the player's objects they are. Levels with several players are left to the rules: their turns seldom recur.

mod reach;
#[cfg(test)]
pub(super) mod tests;
mod turn_log;

use crate::compiling::tables::{CompiledWin, command};
use crate::compiling::widths::with_tables;
use crate::game::ScriptGame;
use crate::states::edge_events::SetTable;
use crate::states::packing::{ObjectCode, StatePacker};
use crate::states::play_events::{EventSet, EventTable};
use crate::states::space_layer::keys_of;
use crate::turns::machine::BoardShape;
use crate::turns::step::conditions_hold;
use crate::turns::stepper::{ScriptInput, ScriptState, ScriptStepper};
use crate::turns::trace::{TurnEvent, TurnWatcher};
use foolproof_space::bits_of;
use reach::TurnReach;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;
pub(super) use turn_log::{FarRule, QuietRow, RowFinding, RuleRow, TurnLog, TurnTouches};

/// Maximum number of sets of cells that turns of one place and key look at.
const MAX_PATTERNS: usize = 64;
/// Maximum number of stored words of tests and flips.
const MAX_WORDS: usize = 1 << 20;
/// Number of turns that are learned in any case. Each further one requires `FOUND_AGAIN` hits in the cache.
const FIRST_LEARNED: usize = 2_000;
const FOUND_AGAIN: usize = 32;
/// Number of turns after which the cache may be given up in favour of the rules.
const FIRST_TURNS: usize = 30_000;
/// Maximum number of misses per hit, if each hit saves much time.
const MAX_MISSED: usize = 4;
/// Approximate costs, in units of looking for one rule on the board: a turn by the rules without looking for
/// rules, a known turn, a look at the bits of one pattern, and unpacking a state.
const TURN_WORK: usize = 30;
const KNOWN_WORK: usize = 10;
const PATTERN_WORK: usize = 5;
const STATE_WORK: usize = 30;
/// Cost of learning a turn, in turns by the rules.
const LEARNING_WORK: usize = 10;
/// Maximum number of sample states for finding out how far turns look.
pub(super) const MAX_SAMPLES: usize = 200;

/// Kind of effect of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalKind {
    /// Nothing.
    Still,
    /// It changes the player's place and nothing else.
    Walk,
    /// It changes other things, and there is still one player.
    Change,
    /// The turn has to be taken by the rules, for example because it has no end, or leaves no single player.
    Odd,
}

/// A turn known by heart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LocalTurn {
    pub(super) kind: LocalKind,
    /// The player's place after it.
    pub(super) to: u32,
    /// The bits in which the packed states without players differ.
    flips: Range<u32>,
    /// The bits in which planes differ, without those of the players.
    plane_flips: Range<u32>,
    /// The states from which it continues by AGAIN, by number.
    stages: Range<u32>,
    /// The old and new cell of the moved object, if one other object moves and nothing else is changed.
    pub(super) moved: Option<(u32, u32)>,
    /// The number of its set of events; always 0 when no events are watched.
    pub(super) events: u32,
}

/// Some bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WordBits {
    word: u32,
    bits: u64,
}

/// The turns of a place and key that look at the same bits.
#[derive(Clone, Debug)]
struct TestedTurns {
    tests: Range<u32>,
    /// The number of the turn, by the values of these bits.
    turns: FxHashMap<Box<[u64]>, u32>,
}

/// The turns of a level that are known by heart.
pub(super) struct LocalTurns {
    shape: BoardShape,
    reach: TurnReach,
    packer: StatePacker,
    stepper: ScriptStepper,
    keys: Vec<ScriptInput>,
    /// The objects of the player, and their codes in packed states.
    players: Vec<(usize, ObjectCode)>,
    wins: Vec<CompiledWin>,
    /// The code of each object in packed states.
    codes: Vec<Option<ObjectCode>>,
    /// The known turns, by place and key.
    known: Vec<Vec<TestedTurns>>,
    turns: Vec<LocalTurn>,
    /// The bits that are looked at.
    tests: Vec<WordBits>,
    flips: Vec<WordBits>,
    /// Flips from a state without the player to one from which a turn continues.
    stages: Vec<Range<u32>>,
    n_found: usize,
    n_missed: usize,
    /// Number of turns taken in order to learn them, whether they are kept or not.
    n_learned: usize,
    /// Numbers of states whose brackets were examined, and of patterns examined.
    n_checked: usize,
    n_patterns: usize,
    before: ScriptState,
    after: ScriptState,
    packed: Vec<u64>,
    /// Buffer for the values of the bits that are looked at.
    values: Vec<u64>,
    /// The events to watch for, and their sets that turns have.
    asked: Arc<EventTable>,
    sets: SetTable,
}

/// Records the states from which a turn continues by AGAIN, and the events in question.
struct LearningWatcher<'a> {
    stages: Vec<ScriptState>,
    events: EventSet<'a>,
}

impl TurnWatcher for LearningWatcher<'_> {
    const WATCHES: bool = true;
    fn note(&mut self, event: TurnEvent) {
        self.events.note(event);
    }
    fn step_ends(&mut self, kept: bool) {
        self.events.step_ends(kept);
    }
    fn goes_on(&mut self, state: &ScriptState) {
        self.stages.push(state.clone());
    }
}

impl LocalTurns {
    /// `None` if turns of the level are not local, or too seldom so in states like these.
    pub(super) fn new(
        game: &Arc<ScriptGame>,
        level: usize,
        samples: &[ScriptState],
    ) -> Option<LocalTurns> {
        let packer = StatePacker::new(game, level)?;
        let shape = game.shape(game.board(level)?);
        let mut stepper = ScriptStepper::new(Arc::clone(game));
        let keys = keys_of(game);
        let before = stepper.start(level).ok()?;
        let reach = TurnReach::of(game, level, &mut stepper, samples)?;
        stepper.log_turns(&reach.far_rules);
        let code = |object: usize| Some((object, packer.code_of(object)?));
        let players = game.players().into_iter().map(code).collect::<Option<Vec<_>>>()?;
        let layer = players.first()?.1.layer;
        if players.iter().any(|(_, code)| code.layer != layer) {
            return None;
        }
        let n_turns = players.len() * shape.n_cells() * keys.len();
        let wins = with_tables!(&*game.tables, tables => tables.wins.clone());
        let codes = (0..shape.n_objects).map(|object| packer.code_of(object)).collect();
        let mut turns = LocalTurns {
            shape,
            reach,
            packer,
            stepper,
            keys,
            players,
            wins,
            codes,
            known: vec![Vec::new(); n_turns],
            turns: Vec::new(),
            tests: Vec::new(),
            flips: Vec::new(),
            stages: Vec::new(),
            n_found: 0,
            n_missed: 0,
            n_learned: 0,
            n_checked: 0,
            n_patterns: 0,
            after: before.clone(),
            before,
            packed: Vec::new(),
            values: Vec::new(),
            asked: Arc::default(),
            sets: SetTable::default(),
        };
        turns.packer.pack(&turns.before, &mut turns.packed);
        turns.place_in(&turns.packed).is_some().then_some(turns)
    }

    /// Like [`LocalTurns::new`], but only if turns of all states are local, and consist of one step.
    pub(super) fn with_plain_turns(game: &Arc<ScriptGame>, level: usize) -> Option<LocalTurns> {
        Self::new(game, level, &[]).filter(|turns| turns.reach.is_plain())
    }

    /// Records from now on which of these events turns have. Turns known so far are forgotten.
    pub(super) fn watch(&mut self, asked: &Arc<EventTable>) {
        self.asked = Arc::clone(asked);
        self.sets = SetTable::default();
        self.known.iter_mut().for_each(Vec::clear);
    }

    /// The number of a set of events.
    pub(super) fn number_of(&mut self, events: &[u64]) -> u32 {
        self.sets.number(events)
    }

    /// The set of events with a number.
    pub(super) fn events(&self, number: u32) -> &[u64] {
        self.sets.get(number)
    }

    /// Number of places of a player.
    pub(super) fn n_places(&self) -> usize {
        self.players.len() * self.shape.n_cells()
    }

    /// The places that a player may ever have: not those in walls.
    pub(super) fn possible_places(&self) -> Vec<u32> {
        let masks = &self.stepper.game().dictionary.layer_masks;
        let player = self.players.first().map_or(0, |(object, _)| *object);
        let layer = masks.iter().find(|mask| mask.contains(player));
        let is_full = |cell| layer.is_some_and(|layer| self.packer.is_full(layer, cell));
        (0..self.n_places() as u32).filter(|place| !is_full(self.cell(*place))).collect()
    }

    /// Number of cells of the board.
    pub(super) fn n_cells(&self) -> usize {
        self.shape.n_cells()
    }

    pub(super) fn cell(&self, place: u32) -> usize {
        place as usize % self.shape.n_cells()
    }

    /// Returns whether the player's layer is empty in the cell of a place, in a packed state without players.
    pub(super) fn is_free(&self, packed: &[u64], place: u32) -> bool {
        let Some((_, code)) = self.players.first() else { return false };
        let mut bits = code.bits_of_layer(self.shape, self.cell(place));
        bits.all(|bit| packed.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 0))
    }

    /// Number of keys of the game.
    pub(super) fn n_keys(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether a win condition mentions players.
    pub(super) fn players_win(&self) -> bool {
        let sides = self.wins.iter().flat_map(|win| [Some(&win.first), win.second.as_ref()]);
        let mut planes = sides.flatten().flat_map(|side| &side.planes);
        planes.any(|plane| self.players.iter().any(|(object, _)| *object == *plane as usize))
    }

    /// Returns whether planes have an object in a cell.
    pub(super) fn has(&self, words: &[u64], object: usize, cell: u32) -> bool {
        let word = words.get(object * self.shape.n_words + cell as usize / 64);
        word.is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    pub(super) fn unpack(&self, packed: &[u64], state: &mut ScriptState) {
        self.packer.unpack(packed, state);
    }

    /// Puts the player into a place of a state's planes, or removes them.
    pub(super) fn flip_player_plane(&self, place: u32, words: &mut [u64]) {
        let Some((object, _)) = self.players.get(place as usize / self.shape.n_cells()) else {
            return;
        };
        let cell = self.cell(place);
        if let Some(word) = words.get_mut(object * self.shape.n_words + cell / 64) {
            *word ^= 1 << (cell % 64);
        }
    }

    /// The place of the player in a packed state; `None` unless there is exactly one.
    pub(super) fn place_in(&self, packed: &[u64]) -> Option<u32> {
        let (mut n, mut first) = (0, None);
        for (number, (_, code)) in self.players.iter().enumerate() {
            for word in 0..self.shape.n_words {
                let bits = code.plane_word(self.shape, packed, word);
                if bits != 0 {
                    n += bits.count_ones();
                    let cell = word * 64 + bits.trailing_zeros() as usize;
                    first.get_or_insert((number * self.shape.n_cells() + cell) as u32);
                }
            }
        }
        first.filter(|_| n == 1)
    }

    /// Puts the player into a place of a packed state without one, or removes them.
    pub(super) fn flip_player(&self, place: u32, packed: &mut [u64]) {
        let number = place as usize / self.shape.n_cells();
        let Some((_, code)) = self.players.get(number) else { return };
        for bit in code.bits_in(self.shape, self.cell(place)) {
            if let Some(word) = packed.get_mut(bit / 64) {
                *word ^= 1 << (bit % 64);
            }
        }
    }

    /// Puts an object into a cell of a packed state whose layer is empty there, or removes it.
    pub(super) fn flip_object(&self, object: usize, cell: u32, packed: &mut [u64]) {
        let Some(Some(code)) = self.codes.get(object) else { return };
        for bit in code.bits_in(self.shape, cell as usize) {
            if let Some(word) = packed.get_mut(bit / 64) {
                *word ^= 1 << (bit % 64);
            }
        }
    }

    /// The cells of an object in a packed state.
    pub(super) fn cells_of(&self, object: usize, packed: &[u64]) -> Vec<u32> {
        let Some(Some(code)) = self.codes.get(object) else { return Vec::new() };
        let words = (0..self.shape.n_words).map(|word| code.plane_word(self.shape, packed, word));
        let words = words.enumerate();
        words
            .flat_map(|(word, bits)| bits_of(bits).map(move |bit| (word * 64 + bit) as u32))
            .collect()
    }

    /// Applies a turn to a packed state without the player, and adds the player. Returns whether it wins.
    pub(super) fn take(&self, turn: &LocalTurn, alone: &[u64], packed: &mut Vec<u64>) -> bool {
        for stage in &self.stages[turn.stages.start as usize..turn.stages.end as usize] {
            alone.clone_into(packed);
            flip(&self.flips, stage, packed);
            if self.is_won(packed) {
                return true;
            }
        }
        alone.clone_into(packed);
        self.apply(turn, packed);
        self.flip_player(turn.to, packed);
        self.is_won(packed)
    }

    /// Applies a turn to a packed state without the player.
    pub(super) fn apply(&self, turn: &LocalTurn, packed: &mut [u64]) {
        flip(&self.flips, &turn.flips, packed);
    }

    /// Applies a turn to the planes of a state, except for the player. A second call undoes it.
    pub(super) fn apply_to_planes(&self, turn: &LocalTurn, words: &mut [u64]) {
        flip(&self.flips, &turn.plane_flips, words);
    }

    /// Returns whether the conditions of a win hold in a packed state.
    pub(super) fn is_won(&self, packed: &[u64]) -> bool {
        conditions_hold(&self.wins, self.shape.n_words, |plane, word| {
            match self.codes.get(plane as usize) {
                Some(Some(code)) => code.plane_word(self.shape, packed, word),
                _ => self.packer.fixed_word(plane as usize, word),
            }
        })
    }

    /// Returns whether the cache costs more time than it saves.
    pub(super) fn is_of_no_use(&self) -> bool {
        let by_rules = self.reach.n_rules + TURN_WORK;
        let saved = self.n_found * (by_rules - KNOWN_WORK);
        // The cost of the first learned turns is not counted.
        let learned = self.n_learned.saturating_sub(FIRST_LEARNED);
        let spent = self.n_checked * (self.reach.quiet.len() + STATE_WORK)
            + self.n_patterns * PATTERN_WORK
            + learned * by_rules * LEARNING_WORK;
        self.n_found + self.n_missed > FIRST_TURNS && spent > saved
    }

    /// Returns whether hits are too rare to look for known turns, even if a hit saves more than the turn.
    pub(super) fn finds_few(&self) -> bool {
        self.n_found + self.n_missed > FIRST_TURNS && self.n_found * MAX_MISSED < self.n_missed
    }

    /// Returns whether turns are local in a packed state.
    pub(super) fn is_local(&mut self, packed: &[u64]) -> bool {
        if self.reach.quiet.is_empty() {
            return true;
        }
        self.packer.unpack(packed, &mut self.before);
        let is_quiet = self.stepper.is_quiet(&self.before, &self.reach.quiet);
        self.n_checked += 1;
        self.n_missed += usize::from(!is_quiet);
        is_quiet
    }

    /// Returns the turn of a key in a packed state without the player, who has this place. Turns have to be
    /// local there ([`LocalTurns::is_local`]).
    #[inline]
    pub(super) fn turn(&mut self, packed: &[u64], place: u32, key: usize) -> LocalTurn {
        let number = place as usize * self.keys.len() + key;
        for TestedTurns { tests, turns } in self.known.get(number).into_iter().flatten() {
            let tests = self.tests[tests.start as usize..tests.end as usize].iter();
            self.values.clear();
            self.values.extend(tests.map(|at| packed[at.word as usize] & at.bits));
            self.n_patterns += 1;
            if let Some(&turn) = turns.get(self.values.as_slice()) {
                self.n_found += 1;
                return self.turns[turn as usize].clone();
            }
        }
        self.n_missed += 1;
        let n_words = self.tests.len() + self.flips.len() + self.turns.len() * self.shape.n_words;
        if n_words > MAX_WORDS || self.n_learned > FIRST_LEARNED + self.n_found / FOUND_AGAIN {
            return LocalTurn::odd(place);
        }
        self.learn(packed, place, key)
    }

    /// Takes a turn by the rules, and stores its effects.
    #[cold]
    fn learn(&mut self, packed: &[u64], place: u32, key: usize) -> LocalTurn {
        self.n_learned += 1;
        let odd = LocalTurn::odd(place);
        let Some(&input) = self.keys.get(key) else { return odd };
        let mut whole = packed.to_vec();
        self.flip_player(place, &mut whole);
        self.packer.unpack(&whole, &mut self.before);
        self.after.words.copy_from_slice(&self.before.words);
        self.stepper.take_log();
        let asked = Arc::clone(&self.asked);
        let mut watcher = LearningWatcher { stages: Vec::new(), events: EventSet::new(&asked) };
        let taken = self.stepper.turn_watched(&mut self.after, input, &mut watcher);
        let LearningWatcher { stages, events } = watcher;
        let (Some(touches), Ok(taken)) = (self.stepper.take_log(), taken) else { return odd };
        // It is unknown whether conditions or a rule won, and whether the turn would have continued.
        let is_odd_win = taken.won && self.reach.commands & (command::WIN | command::AGAIN) != 0;
        // Without a movement, players are not near any touched cell.
        let waits = input == ScriptInput::Wait && self.reach.asks_for_players;
        if touches.looked_far || taken.restarted || taken.checkpoint || is_odd_win || waits {
            return odd;
        }
        let tests = self.tests_of(&self.reach.cells(&touches.moves), packed, place);
        let mut turn = match taken.changed {
            true => self.turn_of(packed, place, &stages).unwrap_or(odd),
            false => LocalTurn { kind: LocalKind::Still, ..odd },
        };
        turn.events = self.sets.number(&events.kept);
        self.keep(place as usize * self.keys.len() + key, &tests, &turn);
        turn
    }

    /// Stores a turn, unless too many others look at other bits.
    fn keep(&mut self, number: usize, tests: &[(WordBits, u64)], turn: &LocalTurn) {
        let Some(known) = self.known.get_mut(number) else { return };
        let bits = || tests.iter().map(|(at, _)| at);
        let same = |of: &TestedTurns| {
            self.tests[of.tests.start as usize..of.tests.end as usize].iter().eq(bits())
        };
        let found = match known.iter().position(same) {
            Some(found) => found,
            None if known.len() >= MAX_PATTERNS => return,
            None => {
                let first = self.tests.len() as u32;
                self.tests.extend(bits());
                let tests = first..self.tests.len() as u32;
                known.push(TestedTurns { tests, turns: FxHashMap::default() });
                known.len() - 1
            }
        };
        let values = tests.iter().map(|(_, value)| *value).collect();
        known[found].turns.insert(values, self.turns.len() as u32);
        self.turns.push(turn.clone());
    }

    /// Returns the contents of cells in a packed state without the player. The player's layer is not tested in
    /// their own cell: it has nothing else there.
    fn tests_of(&self, cells: &[usize], packed: &[u64], place: u32) -> Vec<(WordBits, u64)> {
        let mut masks = vec![0_u64; packed.len()];
        let layer = self.players.first().map(|(_, code)| code.layer);
        for &cell in cells {
            for (of_layer, bit) in self.packer.bits_of_cell(cell) {
                if Some(of_layer) != layer || cell != self.cell(place) {
                    masks[bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        let words = masks.iter().zip(packed).enumerate().filter(|(_, (mask, _))| **mask != 0);
        let test = |(word, (mask, packed)): (usize, (&u64, &u64))| {
            (WordBits { word: word as u32, bits: *mask }, mask & packed)
        };
        words.map(test).collect()
    }

    /// Returns the turn from the state before by stages to the one after; `None` unless that has one player.
    fn turn_of(&mut self, packed: &[u64], place: u32, stages: &[ScriptState]) -> Option<LocalTurn> {
        let first_stage = self.stages.len() as u32;
        for stage in stages {
            let mut at = std::mem::take(&mut self.packed);
            self.packer.pack(stage, &mut at);
            let flips = self.add_flips(packed, &at);
            self.stages.push(flips);
            self.packed = at;
        }
        let stages = first_stage..self.stages.len() as u32;
        let mut after = std::mem::take(&mut self.packed);
        self.packer.pack(&self.after, &mut after);
        let to = self.place_in(&after);
        if let Some(to) = to {
            self.flip_player(to, &mut after);
        }
        let flips = self.add_flips(packed, &after);
        self.packed = after;
        let (mut old, mut new) = (self.before.words.clone(), self.after.words.clone());
        for (object, _) in &self.players {
            let plane = object * self.shape.n_words..(object + 1) * self.shape.n_words;
            old[plane.clone()].fill(0);
            new[plane].fill(0);
        }
        let n_words = self.shape.plane_words();
        let plane_flips = self.add_flips(&old[..n_words], &new[..n_words]);
        let kind = if flips.is_empty() { LocalKind::Walk } else { LocalKind::Change };
        debug_assert!(self.cell(place) < self.shape.n_cells());
        let moved = self.moved(&plane_flips, &new);
        Some(LocalTurn { kind, to: to?, flips, plane_flips, stages, moved, events: 0 })
    }

    /// Returns the cells from and to which an object goes, if that is all that flips do.
    fn moved(&self, flips: &Range<u32>, new: &[u64]) -> Option<(u32, u32)> {
        let (mut from, mut to) = (None, None);
        let n_words = self.shape.n_words;
        for flip in &self.flips[flips.start as usize..flips.end as usize] {
            let (object, word) = (flip.word as usize / n_words, flip.word as usize % n_words);
            for bit in bits_of(flip.bits) {
                let is_there = new[flip.word as usize] >> bit & 1 == 1;
                let slot = if is_there { &mut to } else { &mut from };
                if slot.replace((object, (word * 64 + bit) as u32)).is_some() {
                    return None;
                }
            }
        }
        let ((one, from), (other, to)) = (from?, to?);
        (one == other).then_some((from, to))
    }

    /// Stores the bits in which two lists of words differ.
    fn add_flips(&mut self, old: &[u64], new: &[u64]) -> Range<u32> {
        let first = self.flips.len() as u32;
        let differing = old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
        let bits = |(word, (old, new)): (usize, (&u64, &u64))| WordBits {
            word: word as u32,
            bits: old ^ new,
        };
        self.flips.extend(differing.map(bits));
        first..self.flips.len() as u32
    }
}

impl LocalTurn {
    /// Returns whether the turn continues by AGAIN.
    pub(super) fn has_stages(&self) -> bool {
        !self.stages.is_empty()
    }

    /// A turn that has to be taken by the rules.
    fn odd(place: u32) -> LocalTurn {
        LocalTurn {
            kind: LocalKind::Odd,
            to: place,
            flips: 0..0,
            plane_flips: 0..0,
            stages: 0..0,
            moved: None,
            events: 0,
        }
    }
}

fn flip(flips: &[WordBits], range: &Range<u32>, words: &mut [u64]) {
    for flip in &flips[range.start as usize..range.end as usize] {
        if let Some(word) = words.get_mut(flip.word as usize) {
            *word ^= flip.bits;
        }
    }
}
