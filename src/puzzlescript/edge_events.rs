//! The events of every turn of a space that may be part of a solution, found by watching each once.
//!
//! A turn into a dead end is part of no solution and is not watched.

use super::game::ScriptGame;
use super::play_events::{EventBook, EventSet, PlayEvent};

use super::space::{ScriptSpace, SpaceLimits, leads_to};
use super::space_layer::{SpaceWorker, StopQuestion, WINS};
use super::stepper::TurnFault;
use super::{BoardQuestion, Complaint};
use crate::space::{MonitorTooLarge, piece_of, share_out};
use rustc_hash::FxHashMap;

/// Why events could not be looked at.
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
        /// What is wrong with it.
        complaints: Vec<Complaint>,
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
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
}

/// Bytes that a word of a set takes in all tables, the keys' own places included.
const BYTES_A_SET_WORD: usize = 16 * size_of::<u64>();
/// States of a piece of the pass.
const PIECE_STATES: usize = 128;
/// A turn that is part of no solution.
const NO_LABEL: u32 = u32::MAX;

/// For every turn of a space that may be part of a solution, its events.
#[derive(Debug)]
pub(super) struct EdgeEvents {
    pub(super) n_words: usize,
    n_keys: usize,
    /// For every state and key a label, or [`NO_LABEL`].
    labels: Vec<u32>,
    /// The sets of events by label.
    sets: Vec<u64>,
    /// The events that the start has: patterns that it shows.
    pub(super) at_start: Vec<u64>,
}

/// Sets of events, each once.
#[derive(Debug, Default)]
struct SetTable {
    numbers: FxHashMap<Box<[u64]>, u32>,
    sets: Vec<u64>,
}

impl SetTable {
    fn number(&mut self, set: &[u64]) -> u32 {
        if let Some(&number) = self.numbers.get(set) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(set.into(), number);
        self.sets.extend_from_slice(set);
        number
    }
}

/// The questions that ask whether a board shows the patterns.
pub(super) fn questions(
    game: &ScriptGame,
    level: usize,
    patterns: &[String],
) -> Result<Vec<BoardQuestion>, StudyError> {
    let question = |(pattern, text): (usize, &String)| {
        let made = game.question(level, text);
        made.map_err(|complaints| StudyError::Pattern { pattern, complaints })
    };
    patterns.iter().enumerate().map(question).collect()
}

/// What a thread needs to watch turns.
struct EdgeWatch<'a> {
    worker: SpaceWorker,
    set: EventSet<'a>,
    /// Questions with the bits of their events.
    questions: Vec<(u32, BoardQuestion)>,
    table: SetTable,
    /// Words of different sets at most.
    most_set_words: usize,
    place: usize,
}

impl<'a> EdgeWatch<'a> {
    fn new(
        space: &ScriptSpace,
        book: &'a EventBook,
        patterns: &[String],
        place: usize,
    ) -> Result<EdgeWatch<'a>, StudyError> {
        let worker = SpaceWorker::new(&space.game, space.level)?;
        let asked = questions(&space.game, space.level, patterns)?.into_iter().enumerate();
        let asked = asked
            .filter_map(|(at, question)| book.shown.get(&(at as u32)).map(|&bit| (bit, question)));
        Ok(EdgeWatch {
            worker,
            set: EventSet::new(book),
            questions: asked.collect(),
            table: SetTable::default(),
            most_set_words: usize::MAX,
            place,
        })
    }

    /// Adds what the board after the turn shows.
    fn look(&mut self) -> Result<(), TurnFault> {
        for (bit, question) in &mut self.questions {
            if question.is_shown(&self.worker.to)? {
                self.set.add(*bit);
            }
        }
        Ok(())
    }

    /// The labels of the turns of some states.
    fn states(
        &mut self,
        space: &ScriptSpace,
        states: std::ops::Range<usize>,
        stop: StopQuestion<'_>,
    ) -> Result<Vec<u32>, StudyError> {
        let mut labels = vec![NO_LABEL; states.len() * space.keys.len()];
        for (state, labels) in states.zip(labels.chunks_mut(space.keys.len())) {
            if stop() {
                return Err(StudyError::Stopped);
            }
            if self.table.sets.len() > self.most_set_words {
                return Err(StudyError::Memory);
            }
            let number = state as u32;
            if space.distance(number).is_none() {
                continue;
            }
            self.worker.stand_on(space.table.state(number));
            for ((&target, &key), label) in space.row(number).iter().zip(&space.keys).zip(labels) {
                if !is_useful(space, target) {
                    continue;
                }
                self.worker.step_back();
                self.set.clear();
                self.worker.stepper.turn_watched(&mut self.worker.to, key, &mut self.set)?;
                self.look()?;
                *label = self.table.number(&self.set.kept);
            }
        }
        Ok(labels)
    }
}

/// Whether a turn that leads there may be part of a solution.
fn is_useful(space: &ScriptSpace, target: u32) -> bool {
    target == WINS || leads_to(target).is_some_and(|next| space.distance(next).is_some())
}

impl EdgeEvents {
    /// Watches all turns that may be part of a solution. O(states · keys) turns.
    ///
    /// # Errors
    /// [`StudyError`]; the space must be complete.
    pub(super) fn new(
        space: &ScriptSpace,
        events: &[PlayEvent],
        patterns: &[String],
        limits: &SpaceLimits,
        stop: StopQuestion<'_>,
    ) -> Result<EdgeEvents, StudyError> {
        if !space.is_complete() {
            return Err(StudyError::Incomplete);
        }
        if space.targets.len() * 2 * size_of::<u32>() > limits.bytes {
            return Err(StudyError::Memory);
        }
        let book = EventBook::new(events);
        let n_pieces = space.n_states().div_ceil(PIECE_STATES);
        let n_threads = limits.threads.min(n_pieces / 2).max(1);
        let watches: Result<Vec<EdgeWatch>, StudyError> =
            (0..n_threads).map(|place| EdgeWatch::new(space, &book, patterns, place)).collect();
        let mut watches = watches?;
        // A set is in its thread's table, as a key and in a list that may grow, and so in the last.
        let most = limits.bytes.saturating_sub(space.targets.len() * 2 * size_of::<u32>());
        for watch in &mut watches {
            watch.most_set_words = most / n_threads / BYTES_A_SET_WORD;
        }
        let all = 0..space.n_states();
        let pieces = share_out(&mut watches, n_pieces, |watch, piece| {
            let labels = watch.states(space, piece_of(&all, PIECE_STATES, piece), stop);
            (watch.place, labels)
        });
        let mut table = SetTable::default();
        let n_words = book.n_words();
        let maps: Vec<Vec<u32>> = watches
            .iter()
            .map(|watch| watch.table.sets.chunks(n_words).map(|set| table.number(set)).collect())
            .collect();
        let mut labels = Vec::with_capacity(space.targets.len());
        for (place, piece) in pieces {
            let map = maps.get(place).map_or(&[][..], Vec::as_slice);
            let label = |label: u32| map.get(label as usize).copied().unwrap_or(NO_LABEL);
            labels.extend(piece?.into_iter().map(label));
        }
        let at_start = watches.first_mut().map(|watch| watch.start(space)).transpose()?;
        Ok(EdgeEvents {
            n_words,
            n_keys: space.keys.len(),
            labels,
            sets: table.sets,
            at_start: at_start.unwrap_or_else(|| vec![0; n_words]),
        })
    }

    /// The turns of a state that may be part of a solution: key, target, label.
    pub(super) fn turns<'a>(
        &'a self,
        space: &'a ScriptSpace,
        state: u32,
    ) -> impl Iterator<Item = (usize, u32, u32)> + 'a {
        let first = state as usize * self.n_keys;
        let labels = self.labels.get(first..first + self.n_keys).unwrap_or(&[]);
        let turns = space.row(state).iter().zip(labels).enumerate();
        turns.filter(|&(_, (_, &label))| label != NO_LABEL).map(|(key, (&to, &l))| (key, to, l))
    }

    /// One word of a label's events.
    pub(super) fn word(&self, label: u32, word: usize) -> u64 {
        self.sets.get(label as usize * self.n_words + word).copied().unwrap_or(0)
    }

    /// Whether a label has an event.
    pub(super) fn has(&self, label: u32, bit: usize) -> bool {
        self.word(label, bit / 64) >> (bit % 64) & 1 == 1
    }

    /// Whether the start has an event.
    pub(super) fn starts_with(&self, bit: usize) -> bool {
        self.at_start.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }
}

impl EdgeWatch<'_> {
    /// The events of the start.
    fn start(&mut self, space: &ScriptSpace) -> Result<Vec<u64>, TurnFault> {
        self.worker.stand_on(space.table.state(0));
        self.worker.step_back();
        self.set.clear();
        self.look()?;
        Ok(self.set.kept.clone())
    }
}
