//! Turns by heart: what a key does, by what lies around the player.
//!
//! Where turns are local ([`reach`]) and one cell has a player, a turn depends on the player's place, the key
//! and the cells that it may look at. So a turn is taken once by the rules and is known from then on for all
//! states that are alike there. States are packed ones, without the player, whose *place* is kept apart: her
//! cell and which of the player's objects she is.

mod reach;
#[cfg(test)]
pub(super) mod tests;

use crate::game::ScriptGame;
use crate::machine::BoardShape;
use crate::packing::{ObjectCode, StatePacker};
use crate::space_layer::keys_of;
use crate::step::conditions_hold;
use crate::stepper::{ScriptInput, ScriptState, ScriptStepper};
use crate::tables::CompiledWin;
use crate::widths::with_tables;
use foolproof_space::bits_of;
use reach::TurnReach;
use std::ops::Range;
use std::sync::Arc;

/// Turns of one place and key that are known by heart, at most; others are taken by the rules each time.
const MOST_KNOWN: usize = 64;
/// Bits looked at and flipped that are kept, at most, by words.
const MOST_WORDS: usize = 1 << 18;
/// Turns that there was no room for, after which it is better to take all by the rules.
const MOST_MISSED: usize = 10_000;

/// What a turn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalKind {
    /// Nothing.
    Still,
    /// It changes the player's place and nothing else.
    Walk,
    /// It changes other things, and there is still one player.
    Change,
    /// Only the rules tell: it has no end, or there is not one player any more.
    Odd,
}

/// A turn that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LocalTurn {
    pub(super) kind: LocalKind,
    /// The player's place after it.
    pub(super) to: u32,
    /// Where the packed states without players differ.
    flips: Range<u32>,
    /// Where planes differ, without those of the players.
    plane_flips: Range<u32>,
    /// From which cell to which, if one other object moves and nothing else is changed.
    pub(super) moved: Option<(u32, u32)>,
}

/// Some bits of a word.
#[derive(Clone, Copy, Debug)]
struct WordBits {
    word: u32,
    bits: u64,
}

/// A turn of a place and key, for states that agree with this one in some cells.
#[derive(Clone, Debug)]
struct KnownTurn {
    tests: Range<u32>,
    turn: LocalTurn,
}

/// The turns of a level that are known by heart.
pub(super) struct LocalTurns {
    shape: BoardShape,
    reach: TurnReach,
    packer: StatePacker,
    stepper: ScriptStepper,
    keys: Vec<ScriptInput>,
    /// The objects of the player, and how packed states tell of them.
    players: Vec<(usize, ObjectCode)>,
    wins: Vec<CompiledWin>,
    /// By object: how packed states tell of it.
    codes: Vec<Option<ObjectCode>>,
    /// By place and key.
    known: Vec<Vec<KnownTurn>>,
    /// The bits that are looked at, and what they have to be.
    tests: Vec<(WordBits, u64)>,
    flips: Vec<WordBits>,
    n_missed: usize,
    before: ScriptState,
    after: ScriptState,
    packed: Vec<u64>,
}

impl LocalTurns {
    /// None where turns of the level are not local for sure.
    pub(super) fn new(game: &Arc<ScriptGame>, level: usize) -> Option<LocalTurns> {
        let reach = TurnReach::of(game, level)?;
        let packer = StatePacker::new(game, level)?;
        let shape = game.shape(game.board(level)?);
        let mut stepper = ScriptStepper::new(Arc::clone(game));
        let before = stepper.prepare(level).ok()?;
        stepper.log_moves(true);
        let code = |object: usize| Some((object, packer.code_of(object)?));
        let players = game.players().into_iter().map(code).collect::<Option<Vec<_>>>()?;
        let layer = players.first()?.1.layer;
        if players.iter().any(|(_, code)| code.layer != layer) {
            return None;
        }
        let keys = keys_of(game);
        let n_turns = players.len() * shape.n_cells() * keys.len();
        let wins = with_tables!(&*game.tables, tables => tables.wins.clone());
        let codes = (0..shape.n_objects).map(|object| packer.code_of(object)).collect();
        Some(LocalTurns {
            shape,
            reach,
            packer,
            stepper,
            keys,
            players,
            wins,
            codes,
            known: vec![Vec::new(); n_turns],
            tests: Vec::new(),
            flips: Vec::new(),
            n_missed: 0,
            after: before.clone(),
            before,
            packed: Vec::new(),
        })
    }

    /// Places that a player may have.
    pub(super) fn n_places(&self) -> usize {
        self.players.len() * self.shape.n_cells()
    }

    /// Cells of the board.
    pub(super) fn n_cells(&self) -> usize {
        self.shape.n_cells()
    }

    /// The cell of a place.
    pub(super) fn cell(&self, place: u32) -> usize {
        place as usize % self.shape.n_cells()
    }

    /// Whether nothing of the player's layer is in the cell of a place, in a packed state without players.
    pub(super) fn is_free(&self, packed: &[u64], place: u32) -> bool {
        let Some((_, code)) = self.players.first() else { return false };
        let mut bits = code.bits_of_layer(self.shape, self.cell(place));
        bits.all(|bit| packed.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 0))
    }

    /// Keys of the game.
    pub(super) fn n_keys(&self) -> usize {
        self.keys.len()
    }

    /// Whether a win condition speaks of players.
    pub(super) fn players_win(&self) -> bool {
        let sides = self.wins.iter().flat_map(|win| [Some(&win.first), win.second.as_ref()]);
        let mut planes = sides.flatten().flat_map(|side| &side.planes);
        planes.any(|plane| self.players.iter().any(|(object, _)| *object == *plane as usize))
    }

    /// Whether planes have an object in a cell.
    pub(super) fn has(&self, words: &[u64], object: usize, cell: u32) -> bool {
        let word = words.get(object * self.shape.n_words + cell as usize / 64);
        word.is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    /// Unpacks a state.
    pub(super) fn unpack(&self, packed: &[u64], state: &mut ScriptState) {
        self.packer.unpack(packed, state);
    }

    /// Puts the player into a place of a state's planes, or takes her out.
    pub(super) fn flip_player_plane(&self, place: u32, words: &mut [u64]) {
        let Some((object, _)) = self.players.get(place as usize / self.shape.n_cells()) else {
            return;
        };
        let cell = self.cell(place);
        if let Some(word) = words.get_mut(object * self.shape.n_words + cell / 64) {
            *word ^= 1 << (cell % 64);
        }
    }

    /// The place of the only player in a packed state; none if there is not exactly one.
    pub(super) fn place_in(&self, packed: &[u64]) -> Option<u32> {
        let mut found = None;
        for (number, (_, code)) in self.players.iter().enumerate() {
            for word in 0..self.shape.n_words {
                let bits = code.plane_word(self.shape, packed, word);
                if bits == 0 {
                    continue;
                }
                if found.is_some() || bits & (bits - 1) != 0 {
                    return None;
                }
                let cell = word * 64 + bits.trailing_zeros() as usize;
                found = Some((number * self.shape.n_cells() + cell) as u32);
            }
        }
        found
    }

    /// Puts the player into a place of a packed state without one, or takes her out.
    pub(super) fn flip_player(&self, place: u32, packed: &mut [u64]) {
        let number = place as usize / self.shape.n_cells();
        let Some((_, code)) = self.players.get(number) else { return };
        for bit in code.bits_in(self.shape, self.cell(place)) {
            if let Some(word) = packed.get_mut(bit / 64) {
                *word ^= 1 << (bit % 64);
            }
        }
    }

    /// Puts an object into a cell of a packed state whose layer is empty there, or takes it out.
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

    /// Applies a turn to a packed state without the player.
    pub(super) fn apply(&self, turn: &LocalTurn, packed: &mut [u64]) {
        flip(&self.flips, &turn.flips, packed);
    }

    /// Applies a turn to the planes of a state, but for the player; twice is as if it was not.
    pub(super) fn apply_to_planes(&self, turn: &LocalTurn, words: &mut [u64]) {
        flip(&self.flips, &turn.plane_flips, words);
    }

    /// Whether the conditions of a win hold in a packed state.
    pub(super) fn is_won(&self, packed: &[u64]) -> bool {
        conditions_hold(&self.wins, self.shape.n_words, |plane, word| {
            match self.codes.get(plane as usize) {
                Some(Some(code)) => code.plane_word(self.shape, packed, word),
                _ => self.packer.fixed_word(plane as usize, word),
            }
        })
    }

    /// Whether turns are too different from each other to be known by heart.
    pub(super) fn is_of_no_use(&self) -> bool {
        self.n_missed > MOST_MISSED
    }

    /// What a key does in a packed state without the player, who has this place.
    #[inline]
    pub(super) fn turn(&mut self, packed: &[u64], place: u32, key: usize) -> LocalTurn {
        let number = place as usize * self.keys.len() + key;
        let known = self.known.get(number).into_iter().flatten();
        for KnownTurn { tests, turn } in known {
            let mut tests = self.tests[tests.start as usize..tests.end as usize].iter();
            let agrees =
                |(at, value): &(WordBits, u64)| packed[at.word as usize] & at.bits == *value;
            if tests.all(agrees) {
                return turn.clone();
            }
        }
        self.learn(packed, place, key)
    }

    /// Takes a turn by the rules, and keeps in mind what it did.
    #[cold]
    fn learn(&mut self, packed: &[u64], place: u32, key: usize) -> LocalTurn {
        let odd = LocalTurn {
            kind: LocalKind::Odd,
            to: place,
            flips: 0..0,
            plane_flips: 0..0,
            moved: None,
        };
        let Some(&input) = self.keys.get(key) else { return odd };
        let mut whole = packed.to_vec();
        self.flip_player(place, &mut whole);
        self.packer.unpack(&whole, &mut self.before);
        self.after.words.copy_from_slice(&self.before.words);
        self.stepper.take_moves();
        let taken = self.stepper.turn(&mut self.after, input);
        let moves = self.stepper.take_moves();
        let Ok(taken) = taken else { return odd };
        let tests = self.tests_of(&self.reach.cells(&moves), packed, place);
        let turn = match taken.changed {
            true => self.turn_of(packed, place).unwrap_or(odd),
            false => LocalTurn { kind: LocalKind::Still, ..odd },
        };
        let number = place as usize * self.keys.len() + key;
        let is_full = self.tests.len() + self.flips.len() > MOST_WORDS;
        match self.known.get_mut(number).filter(|known| known.len() < MOST_KNOWN && !is_full) {
            Some(known) => {
                let first = self.tests.len() as u32;
                self.tests.extend(tests);
                known.push(KnownTurn { tests: first..self.tests.len() as u32, turn: turn.clone() });
            }
            None => self.n_missed += 1,
        }
        turn
    }

    /// What cells have in a packed state without the player. Where she is, nothing else of her layer is.
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

    /// The turn from the state before to the one after; none if there is not one player then.
    fn turn_of(&mut self, packed: &[u64], place: u32) -> Option<LocalTurn> {
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
        debug_assert!(self.place_in(packed).is_none() && self.cell(place) < self.shape.n_cells());
        let moved = self.moved(&plane_flips, &new);
        Some(LocalTurn { kind, to: to?, flips, plane_flips, moved })
    }

    /// From where to where an object goes, if that is all that flips do.
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

    /// Keeps where two lists of words differ.
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

fn flip(flips: &[WordBits], range: &Range<u32>, words: &mut [u64]) {
    for flip in &flips[range.start as usize..range.end as usize] {
        if let Some(word) = words.get_mut(flip.word as usize) {
            *word ^= flip.bits;
        }
    }
}
