//! The events of every turn of a space that may be part of a solution. Each such turn is watched once.
//!
//! A turn into a dead end is part of no solution, so it is not watched.

use crate::game::ScriptGame;
use crate::states::play_events::{EventSet, EventTable, PlayEvent, put};

use crate::states::space::ScriptSpace;
use crate::states::space_layer::SpaceWorker;
use crate::turns::stepper::{ScriptInput, ScriptState, TurnFault};
use crate::{BoardQuestion, Diagnostic};
use foolproof_space::{
    EventSets, Formula, Monitor, MonitorTooLarge, NO_SET, ShortcutSearch, SpaceLimits, Step,
    StopCheck, WatchedSpace, piece_of, share_out,
};
use rustc_hash::FxHashMap;

/// Error when examining events.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// Nothing can be said about all solutions, since not all states are known.
    #[error("not all states are known")]
    Incomplete,
    /// A pattern makes no sense in this game.
    #[error("pattern {pattern} makes no sense in this game")]
    Pattern {
        /// Its place in the list, from 0.
        pattern: usize,
        /// The problems of the pattern.
        diagnostics: Vec<Diagnostic>,
    },
    /// The play does not solve the level.
    #[error("the play does not solve the level")]
    NoSolution,
    /// A turn failed.
    #[error(transparent)]
    Fault(#[from] TurnFault),
    /// The answer needs more memory than is allowed.
    #[error("the answer needs more memory than is allowed")]
    Memory,
    /// A formula counts more than fits.
    #[error(transparent)]
    Counters(#[from] MonitorTooLarge),
    /// The search was stopped.
    #[error("stopped")]
    Stopped,
}

/// Bytes that a word of a set takes in all tables, including the overhead of keys.
const BYTES_A_SET_WORD: usize = 16 * size_of::<u64>();
/// The number of states in a piece of work.
const PIECE_STATES: usize = 128;

/// Sets of events, each once, of the same number of words.
#[derive(Debug, Default)]
pub(crate) struct SetTable {
    numbers: FxHashMap<Box<[u64]>, u32>,
    sets: Vec<u64>,
    n_words: usize,
}

impl SetTable {
    /// The set with a number.
    pub(crate) fn get(&self, number: u32) -> &[u64] {
        let first = number as usize * self.n_words;
        self.sets.get(first..first + self.n_words).unwrap_or_default()
    }

    pub(crate) fn number(&mut self, set: &[u64]) -> u32 {
        if let Some(&number) = self.numbers.get(set) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.n_words = set.len();
        self.numbers.insert(set.into(), number);
        self.sets.extend_from_slice(set);
        number
    }
}

/// The questions whether a board shows the patterns.
pub(crate) fn questions(
    game: &ScriptGame,
    level: usize,
    patterns: &[String],
) -> Result<Vec<BoardQuestion>, StudyError> {
    let question = |(pattern, text): (usize, &String)| {
        let made = game.question(level, text);
        made.map_err(|diagnostics| StudyError::Pattern { pattern, diagnostics })
    };
    patterns.iter().enumerate().map(question).collect()
}

/// The patterns in question, with the bits of their events.
pub(crate) struct AskedPatterns(Vec<(u32, BoardQuestion)>);

impl AskedPatterns {
    /// Selects the patterns whose events are in a table.
    pub(crate) fn new(
        game: &ScriptGame,
        level: usize,
        patterns: &[String],
        table: &EventTable,
    ) -> Result<AskedPatterns, StudyError> {
        let asked = questions(game, level, patterns)?.into_iter().enumerate();
        let bit = |(at, question)| Some((*table.shown.get(&(at as u32))?, question));
        Ok(AskedPatterns(asked.filter_map(bit).collect()))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the events of the patterns that a board shows.
    pub(crate) fn look(
        &mut self,
        state: &ScriptState,
        events: &mut [u64],
    ) -> Result<(), TurnFault> {
        for (bit, question) in &mut self.0 {
            if question.is_shown(state)? {
                put(events, *bit);
            }
        }
        Ok(())
    }
}

/// The events of a formula, and its monitor, which numbers them by their places.
pub(crate) fn monitored(
    formula: &Formula<PlayEvent>,
) -> Result<(Vec<PlayEvent>, Monitor), StudyError> {
    let events: Vec<PlayEvent> = formula.events().into_iter().copied().collect();
    let number = |event: &PlayEvent| events.binary_search(event).ok().map(|at| at as u32);
    let monitor = Monitor::new(formula, number)?;
    Ok((events, monitor))
}

/// The data with which a thread watches turns.
struct EdgeWatch<'a> {
    worker: SpaceWorker,
    set: EventSet<'a>,
    patterns: AskedPatterns,
    table: SetTable,
    /// The most words for different sets.
    most_set_words: usize,
    place: usize,
}

impl<'a> EdgeWatch<'a> {
    fn new(
        space: &ScriptSpace,
        table: &'a EventTable,
        patterns: &[String],
        place: usize,
    ) -> Result<EdgeWatch<'a>, StudyError> {
        let worker = SpaceWorker::new(&space.game, space.level)?;
        Ok(EdgeWatch {
            worker,
            set: EventSet::new(table),
            patterns: AskedPatterns::new(&space.game, space.level, patterns, table)?,
            table: SetTable::default(),
            most_set_words: usize::MAX,
            place,
        })
    }

    /// Adds the patterns that the board after the turn shows.
    fn look(&mut self) -> Result<(), TurnFault> {
        self.patterns.look(&self.worker.to, &mut self.set.kept)
    }

    /// The sets of events of the turns of some states, by number.
    fn states(
        &mut self,
        space: &ScriptSpace,
        states: std::ops::Range<usize>,
        stop: StopCheck<'_>,
    ) -> Result<Vec<u32>, StudyError> {
        let mut sets = Vec::new();
        for state in states {
            if stop() {
                return Err(StudyError::Stopped);
            }
            if self.table.sets.len() > self.most_set_words {
                return Err(StudyError::Memory);
            }
            let number = state as u32;
            let steps = space.space.steps(number);
            if space.space.distance(number).is_none() {
                sets.extend(steps.map(|_| NO_SET));
                continue;
            }
            self.worker.stand_on_number(space.space.store(), number);
            for step in steps {
                let Some(key) = space.key(step).filter(|_| is_useful(space, step)) else {
                    sets.push(NO_SET);
                    continue;
                };
                self.worker.step_back();
                self.set.clear();
                self.worker.stepper.turn_watched(&mut self.worker.to, key, &mut self.set)?;
                self.look()?;
                sets.push(self.table.number(&self.set.kept));
            }
        }
        Ok(sets)
    }
}

/// Returns whether a turn may be part of a solution.
fn is_useful(space: &ScriptSpace, step: Step) -> bool {
    step.state().is_none_or(|target| space.space.distance(target).is_some())
}

/// Watches all turns that may be part of a solution. O(states · keys) turns.
///
/// # Errors
/// [`StudyError`]; the space must be complete.
pub(crate) fn watched<'a>(
    space: &'a ScriptSpace,
    events: &[PlayEvent],
    patterns: &[String],
    limits: &SpaceLimits,
    stop: StopCheck<'_>,
) -> Result<WatchedSpace<'a>, StudyError> {
    if !space.is_complete() {
        return Err(StudyError::Incomplete);
    }
    if space.space.n_steps() * 2 * size_of::<u32>() > limits.bytes {
        return Err(StudyError::Memory);
    }
    let asked = EventTable::new(events);
    let n_pieces = space.n_states().div_ceil(PIECE_STATES);
    let n_threads = limits.threads.min(n_pieces / 2).max(1);
    let watches: Result<Vec<EdgeWatch>, StudyError> =
        (0..n_threads).map(|place| EdgeWatch::new(space, &asked, patterns, place)).collect();
    let mut watches = watches?;
    // A set is stored in its thread's table, as a key and in a list that may grow, and again in the last table.
    let most = limits.bytes.saturating_sub(space.space.n_steps() * 2 * size_of::<u32>());
    for watch in &mut watches {
        watch.most_set_words = most / n_threads / BYTES_A_SET_WORD;
    }
    let all = 0..space.n_states();
    let pieces = share_out(&mut watches, n_pieces, |watch, piece| {
        let sets = watch.states(space, piece_of(&all, PIECE_STATES, piece), stop);
        (watch.place, sets)
    });
    let mut table = SetTable::default();
    let n_words = asked.n_words();
    let maps: Vec<Vec<u32>> = watches
        .iter()
        .map(|watch| watch.table.sets.chunks(n_words).map(|set| table.number(set)).collect())
        .collect();
    let mut set_of_step = Vec::with_capacity(space.space.n_steps());
    for (place, piece) in pieces {
        let map = maps.get(place).map_or(&[][..], Vec::as_slice);
        let in_all = |set: u32| map.get(set as usize).copied().unwrap_or(NO_SET);
        set_of_step.extend(piece?.into_iter().map(in_all));
    }
    let at_start = watches.first_mut().map(|watch| watch.start(space)).transpose()?;
    let at_start = at_start.unwrap_or_else(|| vec![0; n_words]);
    Ok(WatchedSpace {
        space: &space.space,
        set_of_step: Some(set_of_step),
        sets: EventSets::new(n_words, table.sets, at_start),
        known_length: None,
    })
}

/// Translates a result about a complete space into keys.
pub(crate) fn in_keys(
    space: &ScriptSpace,
    found: ShortcutSearch,
) -> Result<ShortcutSearch<ScriptInput>, StudyError> {
    match found {
        ShortcutSearch::Stopped => Err(StudyError::Stopped),
        ShortcutSearch::Limit => Err(StudyError::Memory),
        found => Ok(found.with_actions(|key| space.keys.get(key as usize).copied())),
    }
}

impl EdgeWatch<'_> {
    /// The events of the start.
    fn start(&mut self, space: &ScriptSpace) -> Result<Vec<u64>, TurnFault> {
        self.worker.stand_on_number(space.space.store(), 0);
        self.worker.step_back();
        self.set.clear();
        self.look()?;
        Ok(self.set.kept.clone())
    }
}
