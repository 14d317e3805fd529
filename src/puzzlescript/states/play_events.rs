//! Events of a turn that a solution may or may not need, and watchers that record them.
//!
//! Only lasting events count, not those that a rigid body or a CANCEL took back.

use crate::turns::trace::{TurnEvent, TurnWatcher};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// An event of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PlayEvent {
    /// A rule of this line changed something, or gave WIN, CHECKPOINT, MESSAGE or a sound, in a turn that
    /// counts: one that changes the board or wins.
    Fired {
        /// The line in the source, from 1.
        line: u32,
    },
    /// An object of this kind moved to the next cell.
    Moved {
        /// Its number in the game.
        object: u32,
    },
    /// A rule made an object of this kind.
    Made {
        /// Its number in the game.
        object: u32,
    },
    /// A rule destroyed an object of this kind.
    Destroyed {
        /// Its number in the game.
        object: u32,
    },
    /// A player entered this cell.
    Entered {
        /// `column * height + row`.
        cell: u32,
    },
    /// The board shows a pattern, at the start or after a turn.
    Shown {
        /// Its place in the list of patterns.
        pattern: u32,
    },
}

impl PlayEvent {
    fn of_turn(event: TurnEvent) -> Option<PlayEvent> {
        match event {
            TurnEvent::Fired { line } => Some(PlayEvent::Fired { line }),
            TurnEvent::Moved { object, .. } => Some(PlayEvent::Moved { object }),
            TurnEvent::Made { object, .. } => Some(PlayEvent::Made { object }),
            TurnEvent::Destroyed { object, .. } => Some(PlayEvent::Destroyed { object }),
            TurnEvent::Entered { cell } => Some(PlayEvent::Entered { cell }),
            TurnEvent::Stuck { .. }
            | TurnEvent::Acted { .. }
            | TurnEvent::Restarted
            | TurnEvent::TakenBack => None,
        }
    }
}

/// Records the events of a turn, each once, in the order in which they first happen.
#[derive(Debug, Default)]
pub(crate) struct EventListing {
    step: Vec<PlayEvent>,
    seen: FxHashSet<PlayEvent>,
    /// The events of the turn so far.
    pub(crate) kept: Vec<PlayEvent>,
}

impl EventListing {
    /// Forgets all events, before a turn.
    pub(crate) fn clear(&mut self) {
        self.step.clear();
        self.seen.clear();
        self.kept.clear();
    }
}

/// The most events of a step; a runaway step has more.
const MAX_STEP_EVENTS: usize = 1 << 20;

impl TurnWatcher for EventListing {
    const WATCHES: bool = true;
    fn note(&mut self, event: TurnEvent) {
        if event == TurnEvent::TakenBack {
            self.step.clear();
        } else if let Some(event) = PlayEvent::of_turn(event)
            && self.step.len() < MAX_STEP_EVENTS
        {
            self.step.push(event);
        }
    }

    fn step_ends(&mut self, kept: bool) {
        for event in self.step.drain(..).filter(|_| kept) {
            if self.seen.insert(event) {
                self.kept.push(event);
            }
        }
    }
}

/// The bit of an event that is not in question.
const NO_BIT: u32 = u32::MAX;

/// The events in question, each with a bit.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventTable {
    pub(crate) events: Vec<PlayEvent>,
    fired: Vec<u32>,
    moved: Vec<u32>,
    made: Vec<u32>,
    destroyed: Vec<u32>,
    entered: Vec<u32>,
    /// The bits of the patterns in question.
    pub(crate) shown: FxHashMap<u32, u32>,
}

impl EventTable {
    /// A table of events. The place of an event is its bit, so each event must occur only once.
    pub(crate) fn new(events: &[PlayEvent]) -> EventTable {
        let mut table = EventTable { events: events.to_vec(), ..EventTable::default() };
        for (bit, event) in events.iter().enumerate() {
            let (list, place) = match *event {
                PlayEvent::Fired { line } => (&mut table.fired, line),
                PlayEvent::Moved { object } => (&mut table.moved, object),
                PlayEvent::Made { object } => (&mut table.made, object),
                PlayEvent::Destroyed { object } => (&mut table.destroyed, object),
                PlayEvent::Entered { cell } => (&mut table.entered, cell),
                PlayEvent::Shown { pattern } => {
                    table.shown.insert(pattern, bit as u32);
                    continue;
                }
            };
            let place = place as usize;
            if list.len() <= place {
                list.resize(place + 1, NO_BIT);
            }
            list[place] = bit as u32;
        }
        table
    }

    /// The number of words of a set of events.
    pub(crate) fn n_words(&self) -> usize {
        self.events.len().div_ceil(64).max(1)
    }

    #[inline]
    fn bit(&self, event: TurnEvent) -> Option<u32> {
        let (list, place) = match event {
            TurnEvent::Fired { line } => (&self.fired, line),
            TurnEvent::Moved { object, .. } => (&self.moved, object),
            TurnEvent::Made { object, .. } => (&self.made, object),
            TurnEvent::Destroyed { object, .. } => (&self.destroyed, object),
            TurnEvent::Entered { cell } => (&self.entered, cell),
            TurnEvent::Stuck { .. }
            | TurnEvent::Acted { .. }
            | TurnEvent::Restarted
            | TurnEvent::TakenBack => return None,
        };
        list.get(place as usize).copied().filter(|&bit| bit != NO_BIT)
    }
}

/// Records the events of a turn as a set of bits.
#[derive(Debug)]
pub(crate) struct EventSet<'a> {
    table: &'a EventTable,
    step: Vec<u64>,
    /// The events of the turn so far.
    pub(crate) kept: Vec<u64>,
}

impl<'a> EventSet<'a> {
    pub(crate) fn new(table: &'a EventTable) -> EventSet<'a> {
        EventSet { table, step: vec![0; table.n_words()], kept: vec![0; table.n_words()] }
    }

    /// Forgets all events, before a turn.
    pub(crate) fn clear(&mut self) {
        self.step.fill(0);
        self.kept.fill(0);
    }
}

/// Adds an event to a set by its bit.
pub(crate) fn put(words: &mut [u64], bit: u32) {
    if let Some(word) = words.get_mut(bit as usize / 64) {
        *word |= 1 << (bit % 64);
    }
}

impl TurnWatcher for EventSet<'_> {
    const WATCHES: bool = true;
    #[inline]
    fn note(&mut self, event: TurnEvent) {
        if event == TurnEvent::TakenBack {
            self.step.fill(0);
        } else if let Some(bit) = self.table.bit(event) {
            put(&mut self.step, bit);
        }
    }

    fn step_ends(&mut self, kept: bool) {
        for (sum, step) in self.kept.iter_mut().zip(&mut self.step) {
            if kept {
                *sum |= *step;
            }
            *step = 0;
        }
    }
}
