//! All states of a level by regions (`foolproof_space::RegionSpace`): if most turns are walks of the player,
//! this finds them several times faster than [`ScriptSpace`] does, and in a fraction of the memory, but does
//! not store the turns between them.
//!
//! A state is its board without the player, and the player's place. A board with several players, or none, is
//! kept as it is, with a place of its own.

use crate::compiling::widths::with_tables;
use crate::dead_ends::{DeadEndWatch, DeadEnds};
use crate::game::ScriptGame;
use crate::local_turns::{LocalKind, LocalTurn, LocalTurns};
use crate::states::edge_events::{AskedPatterns, StudyError};
use crate::states::play_events::{EventSet, EventTable, PlayEvent};
use crate::states::space::{ScriptSpace, SpaceFault};
use crate::states::space_layer::{SpaceWorker, pressed};
use crate::turns::stepper::{ScriptInput, ScriptState, TurnFault, TurnResult};
use foolproof_space::{
    RegionEnd, RegionSpace, RegionStepper, RegionTurns, RegionWatch, ShortestWays, SpaceLimits,
    StateTable, StopCheck,
};
use std::sync::Arc;

/// Maximum number of states examined to find out how many share a board.
const MAX_LOOKED_AT: usize = 20_000;
/// Minimum average number of states that share a board.
const MIN_SHARING: usize = 3;

/// The states of a level by regions.
pub struct ScriptRegions {
    keys: Vec<ScriptInput>,
    space: RegionSpace,
    /// Rules for each thread; never empty.
    rules: Vec<RegionRules>,
    end: Option<RegionEnd>,
    ways: ShortestWays,
}

/// Takes turns for a search by regions. A label is the number of a key, plus the number of keys times the
/// number of the turn's set of events.
pub(crate) struct RegionRules {
    /// Sample states for finding out how far turns look.
    samples: Arc<Vec<ScriptState>>,
    turns: LocalTurns,
    /// The places of turns, by those of the search; then the inverse. The last place of the search is that of
    /// boards that are kept as they are.
    places: Vec<u32>,
    numbers: Vec<u32>,
    /// Turns by heart save time.
    knows: bool,
    worker: SpaceWorker,
    /// Recognises dead ends without the player, unless the number of players matters.
    watch: Option<DeadEndWatch>,
    /// A win depends on the player's place.
    players_win: bool,
    state: ScriptState,
    /// The worker stands on the current state.
    stands: bool,
    whole: Vec<u64>,
    alone: Vec<u64>,
    asked: Option<AskedEvents>,
    /// The start as a board and a place.
    start: (Vec<u64>, u32),
}

/// Events to report.
struct AskedEvents {
    table: Arc<EventTable>,
    patterns: Vec<String>,
    shown: AskedPatterns,
}

impl ScriptRegions {
    /// A search by regions that knows only the start. `None` if turns are not local in the states of `space`,
    /// or if too few of these states share a board.
    pub fn of(space: &ScriptSpace, limits: &SpaceLimits) -> Option<ScriptRegions> {
        let rules = RegionRules::of(space)?;
        let (start, place) = rules.start();
        let found = RegionSpace::new(start, place, rules.n_places(), limits.disk)?;
        let (keys, ways) = (space.keys().to_vec(), ShortestWays::default());
        Some(ScriptRegions { keys, space: found, rules: vec![rules], end: None, ways })
    }

    /// Continues until all states or a first win are known; does nothing after it has ended.
    pub fn go_on(&mut self, limits: &SpaceLimits, stop: StopCheck<'_>) {
        if self.has_ended() {
            return;
        }
        let end = self.space.go_on(&mut self.rules, limits, stop);
        // If a turn cannot be taken, continuing is useless.
        self.end = Some(end.unwrap_or(RegionEnd::Limit));
    }

    /// Returns whether the search is over, with or without all states.
    pub fn has_ended(&self) -> bool {
        matches!(self.end, Some(RegionEnd::Complete | RegionEnd::Limit))
    }

    /// Returns whether all states were found.
    pub fn is_complete(&self) -> bool {
        self.end == Some(RegionEnd::Complete)
    }

    /// The states.
    pub fn space(&self) -> &RegionSpace {
        &self.space
    }

    /// The number of turns of a shortest solution, once one is known. Exact even if not all states are.
    pub fn shortest_length(&self) -> Option<usize> {
        self.space.shortest()
    }

    /// A shortest solution, once one is known; `None` when stopped.
    pub fn shortest_play(&mut self, stop: StopCheck<'_>) -> Option<Vec<ScriptInput>> {
        let labels = self.space.shortest_play(self.rules.first_mut()?, stop)?;
        Some(pressed(&self.keys, &labels))
    }

    /// All shortest solutions, once one is known; `None` when stopped, or if there is no room for them.
    pub fn shortest_ways(
        &mut self,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Option<&ShortestWays> {
        self.shortest_length()?;
        let end = self.space.add_ways(&mut self.ways, &mut self.rules, limits, stop);
        (end == RegionEnd::Complete).then_some(&self.ways)
    }

    /// The keys with which turns are taken, by their labels.
    pub fn keys(&self) -> &[ScriptInput] {
        &self.keys
    }
}

impl RegionRules {
    /// Rules for a search from the start of a space; `None` if its turns are not local, or if too few of its
    /// states share a board.
    pub(crate) fn of(space: &ScriptSpace) -> Option<RegionRules> {
        let (game, level) = (&space.game, space.level);
        let samples = SpaceWorker::new(game, level).ok()?.samples(space.space().store());
        let ends = DeadEnds::of(game, level);
        let ends = ends.filter(|ends| !game.players().into_iter().any(|one| ends.count(one)));
        let watch = ends.map(|ends| DeadEndWatch::new(Arc::new(ends)));
        let mut rules = RegionRules::new(game, level, &Arc::new(samples), watch)?;
        let mut start = space.space().store().state(0, &mut Vec::new()).to_vec();
        rules.start.1 = rules.part(&mut start);
        rules.start.0 = start;
        rules.share_boards(space).then_some(rules)
    }

    fn new(
        game: &Arc<ScriptGame>,
        level: usize,
        samples: &Arc<Vec<ScriptState>>,
        watch: Option<DeadEndWatch>,
    ) -> Option<RegionRules> {
        let turns = LocalTurns::new(game, level, samples)?;
        let worker = SpaceWorker::new(game, level).ok()?;
        let as_it_is = turns.n_places();
        let mut places = turns.possible_places();
        places.push(as_it_is as u32);
        // No turn leads to any other place.
        let mut numbers = vec![u32::MAX; as_it_is + 1];
        (0..).zip(&places).for_each(|(number, place)| numbers[*place as usize] = number);
        Some(RegionRules {
            samples: Arc::clone(samples),
            players_win: turns.players_win(),
            turns,
            places,
            numbers,
            knows: true,
            watch,
            state: worker.from.clone(),
            worker,
            stands: false,
            whole: Vec::new(),
            alone: Vec::new(),
            asked: None,
            start: (Vec::new(), 0),
        })
    }

    /// The start as a board and a place.
    pub(crate) fn start(&self) -> (&[u64], u32) {
        (&self.start.0, self.start.1)
    }

    /// Places are below this number.
    pub(crate) fn n_places(&self) -> usize {
        self.places.len()
    }

    /// Includes these events of turns in labels from now on.
    ///
    /// # Errors
    /// [`StudyError::Pattern`].
    pub(crate) fn watch(
        &mut self,
        table: &Arc<EventTable>,
        patterns: &[String],
    ) -> Result<(), StudyError> {
        let game = self.worker.stepper.game();
        let shown = AskedPatterns::new(game, self.worker.level, patterns, table)?;
        // Rules that only give commands may match anywhere.
        let says = |event: &PlayEvent| match *event {
            PlayEvent::Fired { line } => with_tables!(&*game.tables, tables => {
                tables.rules.iter().any(|rule| rule.line == line && rule.commands != 0)
            }),
            _ => false,
        };
        self.knows &= !table.events.iter().any(says);
        self.turns.watch(table);
        let (table, patterns) = (Arc::clone(table), patterns.to_vec());
        self.asked = Some(AskedEvents { table, patterns, shown });
        Ok(())
    }

    /// The events of the start, as bits.
    pub(crate) fn at_start(&mut self) -> Result<Vec<u64>, TurnFault> {
        let mut whole = self.start.0.clone();
        if let Some(place) = self.place(self.start.1) {
            self.turns.flip_player(place, &mut whole);
        }
        self.turns.unpack(&whole, &mut self.state);
        let n_words = self.asked.as_ref().map_or(1, |asked| asked.table.n_words());
        let mut events = vec![0; n_words];
        self.look(&mut events)?;
        Ok(events)
    }

    /// Adds the patterns that the current state shows.
    fn look(&mut self, events: &mut [u64]) -> Result<(), TurnFault> {
        match &mut self.asked {
            Some(asked) => asked.shown.look(&self.state, events),
            None => Ok(()),
        }
    }

    /// Returns whether there are patterns to report.
    fn looks(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| !asked.shown.is_empty())
    }

    /// The label of a turn with these events, which leads to a packed state.
    fn label_of(&mut self, key: usize, events: u32, packed: &[u64]) -> Result<u32, SpaceFault> {
        let mut number = events;
        if self.looks() {
            let mut events = self.turns.events(events).to_vec();
            self.turns.unpack(packed, &mut self.state);
            self.look(&mut events).map_err(SpaceFault::Turn)?;
            number = self.turns.number_of(&events);
        }
        Ok(number * self.worker.keys.len() as u32 + key as u32)
    }

    /// The place of turns with a number; `None` for that of boards that are kept as they are.
    fn place(&self, number: u32) -> Option<u32> {
        let is_kept = number as usize + 1 == self.places.len();
        (!is_kept).then(|| self.places[number as usize])
    }

    /// Removes the player from a packed state, if there is exactly one. Returns the number of the place.
    fn part(&self, packed: &mut [u64]) -> u32 {
        match self.turns.place_in(packed) {
            Some(place) => {
                self.turns.flip_player(place, packed);
                self.numbers[place as usize]
            }
            None => self.places.len() as u32 - 1,
        }
    }

    /// Returns whether enough of the known states share a board.
    fn share_boards(&self, space: &ScriptSpace) -> bool {
        let store = space.space().store();
        let n_states = space.n_states().min(MAX_LOOKED_AT);
        let (mut boards, mut read) = (StateTable::new(store.width()), Vec::new());
        for number in 0..n_states as u32 {
            let mut state = store.state(number, &mut read).to_vec();
            self.part(&mut state);
            boards.add(&state);
        }
        boards.n_states() * MIN_SHARING <= n_states
    }

    fn by_rules(&mut self, key: usize, made: &mut RegionTurns) -> Result<(), SpaceFault> {
        let Some(&input) = self.worker.keys.get(key) else { return Ok(()) };
        if !self.stands {
            self.worker.stand_on(&self.whole);
            self.stands = true;
        }
        self.worker.step_back();
        let (turn, events) = self.turn_by_rules(input);
        let turn = match turn {
            // No play continues after it.
            Err(TurnFault::EndlessAgain { .. }) => return Ok(()),
            turn => turn.map_err(SpaceFault::Turn)?,
        };
        if turn.checkpoint {
            // RESTART may lead to several states.
            return Err(SpaceFault::Checkpoints);
        }
        if turn.won || turn.changed {
            let mut packed = std::mem::take(&mut self.alone);
            self.worker.packer.pack(&self.worker.to, &mut packed);
            let label = self.label_of(key, events, &packed)?;
            if turn.won {
                made.win(label);
            } else {
                let place = self.part(&mut packed);
                made.change(label, &packed, place);
            }
            self.alone = packed;
        }
        Ok(())
    }

    /// Takes a turn by the rules. Also returns the number of its set of events.
    fn turn_by_rules(&mut self, input: ScriptInput) -> (Result<TurnResult, TurnFault>, u32) {
        let SpaceWorker { stepper, to, .. } = &mut self.worker;
        let Some(asked) = &self.asked else { return (stepper.turn(to, input), 0) };
        let mut events = EventSet::new(&asked.table);
        let turn = stepper.turn_watched(to, input, &mut events);
        (turn, self.turns.number_of(&events.kept))
    }

    /// Takes a turn by heart, if it is known, else by the rules.
    fn by_heart(
        &mut self,
        board: &[u64],
        place: u32,
        key: usize,
        made: &mut RegionTurns,
    ) -> Result<(), SpaceFault> {
        let turn = self.turns.turn(board, place, key);
        match turn.kind {
            LocalKind::Still => {}
            LocalKind::Odd => self.by_rules(key, made)?,
            LocalKind::Walk if self.is_plain_walk(&turn) => {
                made.walk(self.label_of(key, turn.events, board)?, self.numbers[turn.to as usize]);
            }
            LocalKind::Walk | LocalKind::Change => {
                let mut packed = std::mem::take(&mut self.alone);
                let wins = self.turns.take(&turn, board, &mut packed);
                let label = self.label_of(key, turn.events, &packed)?;
                if wins {
                    made.win(label);
                } else if turn.kind == LocalKind::Walk {
                    made.walk(label, self.numbers[turn.to as usize]);
                } else {
                    self.turns.flip_player(turn.to, &mut packed);
                    made.change(label, &packed, self.numbers[turn.to as usize]);
                }
                self.alone = packed;
            }
        }
        Ok(())
    }

    /// Returns whether a turn that only changes the player's place needs no look at the board after it.
    fn is_plain_walk(&self, turn: &LocalTurn) -> bool {
        !self.players_win && !turn.has_stages() && !self.looks()
    }
}

impl RegionStepper for RegionRules {
    type Fault = SpaceFault;

    fn another(&self) -> Option<Self> {
        let (game, level) = (self.worker.stepper.game(), self.worker.level);
        let mut rules = Self::new(game, level, &self.samples, self.watch.clone())?;
        rules.start.clone_from(&self.start);
        if let Some(asked) = &self.asked {
            rules.watch(&asked.table, &asked.patterns).ok()?;
        }
        Some(rules)
    }

    fn is_dead_end(&mut self, board: &[u64]) -> bool {
        let Some(watch) = &mut self.watch else { return false };
        self.turns.unpack(board, &mut self.state);
        watch.is_dead_end(&self.state)
    }

    fn turns(
        &mut self,
        board: &[u64],
        place: u32,
        made: &mut RegionTurns,
    ) -> Result<(), SpaceFault> {
        let mut whole = std::mem::take(&mut self.whole);
        board.clone_into(&mut whole);
        let parted = self.place(place);
        if let Some(place) = parted {
            self.turns.flip_player(place, &mut whole);
        }
        self.whole = whole;
        // In a start that is won already, turns must be taken by the rules.
        let is_won = self.turns.is_won(&self.whole);
        self.knows &= !self.turns.finds_few();
        let is_local =
            !is_won && self.knows && parted.is_some() && self.turns.is_local(&self.whole);
        let known = parted.filter(|_| is_local);
        self.stands = false;
        for key in 0..self.worker.keys.len() {
            match known {
                Some(place) => self.by_heart(board, place, key, made)?,
                None => self.by_rules(key, made)?,
            }
        }
        Ok(())
    }
}

impl RegionWatch for RegionRules {
    fn happening(&self, label: u32) -> (u32, &[u64]) {
        let n_keys = self.worker.keys.len() as u32;
        (label % n_keys, self.turns.events(label / n_keys))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local_turns::tests::{random_game, random_game_at_rest};
    use crate::turns::stepper::ScriptStepper;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Returns whether a play wins with its last key, and not before.
    fn wins(game: &Arc<ScriptGame>, play: &[ScriptInput]) -> bool {
        let mut stepper = ScriptStepper::new(Arc::clone(game));
        let mut state = stepper.start(0).unwrap();
        let turns = play.iter().map(|key| stepper.turn(&mut state, *key).unwrap().won);
        turns.collect::<Vec<_>>().iter().rposition(|won| *won) == Some(play.len() - 1)
    }

    /// Compares a game's states by regions with all its states. Returns whether it could be searched.
    fn compare(game: &Arc<ScriptGame>, source: &str, prunes: bool) -> bool {
        let limits = SpaceLimits { states: 20_000, threads: 2, ..SpaceLimits::default() };
        let Ok(all) = ScriptSpace::explore(game, 0, &limits, &|| false) else { return false };
        let Some(mut regions) = ScriptRegions::of(&all, &limits) else { return false };
        if !prunes {
            regions.rules.iter_mut().for_each(|rules| rules.watch = None);
        }
        // The search is stopped and resumed several times.
        let mut n_asked = 0_usize;
        while !regions.has_ended() {
            n_asked += 1;
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= n_asked;
            regions.go_on(&limits, &stop);
        }
        if !regions.is_complete() || !all.is_complete() {
            return false;
        }
        assert_eq!(regions.shortest_length(), all.shortest_length(), "{source}");
        if !prunes {
            assert_eq!(regions.space().n_states(), all.n_states(), "{source}");
        }
        if let Some(length) = regions.shortest_length() {
            let play = regions.shortest_play(&|| false).unwrap();
            assert_eq!(play.len(), length, "{source}");
            assert!(wins(game, &play), "{source}");
            let ways = regions.shortest_ways(&limits, &|| false).unwrap();
            assert_eq!(Some(ways.n_plays()), all.space().n_shortest(), "{source}");
            assert_eq!(ways.labels(), all.space().shortest_steps(0), "{source}");
            assert_eq!(ways.plays(30), all.space().shortest_plays(0, 30), "{source}");
        }
        true
    }

    fn compare_all(n: usize, draw: &mut dyn FnMut() -> String) -> usize {
        let searched = (0..n).filter(|number| {
            let source = draw();
            let compiled = crate::compile(&source);
            let is_fine =
                compiled.diagnostics.iter().all(|one| one.severity != crate::Severity::Error);
            let game = compiled.game.filter(|_| is_fine);
            game.is_some_and(|game| compare(&game, &source, number % 2 == 0))
        });
        searched.count()
    }

    #[test]
    fn regions_have_the_states_of_all_random_games() {
        let mut rng = fastrand::Rng::with_seed(31);
        let n = compare_all(4_000, &mut || random_game(&mut rng));
        assert!(n > 300, "{n}");
        let mut rng = fastrand::Rng::with_seed(32);
        let n = compare_all(3_000, &mut || random_game_at_rest(&mut rng));
        assert!(n > 200, "{n}");
    }
}
