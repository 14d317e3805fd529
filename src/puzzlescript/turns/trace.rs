//! The events of a turn, reported to a watcher.
//!
//! The engine is generic over the watcher; one that does not watch costs nothing.

use crate::turns::stepper::ScriptState;

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum StepDirection {
    /// Towards row 0.
    Up,
    /// Towards the last row.
    Down,
    /// Towards column 0.
    Left,
    /// Towards the last column.
    Right,
}

/// An event. Cells are `column * height + row`; objects are numbers of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnEvent {
    /// A rule changed something, or gave WIN, CHECKPOINT, MESSAGE or a sound; several expanded rules share a
    /// line.
    Fired {
        /// The rule's line in the source, from 1.
        line: u32,
    },
    /// An object moved to the next cell.
    Moved {
        object: u32,
        /// Its old cell.
        from: u32,
        /// Its new cell.
        to: u32,
        direction: StepDirection,
    },
    /// A rule put an object into a cell.
    Made { object: u32, cell: u32 },
    /// A rule took an object out of a cell.
    Destroyed { object: u32, cell: u32 },
    /// An object that was to move stays in its cell.
    Stuck {
        object: u32,
        /// Its movement: up 1, down 2, left 4, right 8, none in particular 16.
        movement: u8,
    },
    /// An object acted.
    Acted { object: u32 },
    /// An object of the player is in a cell where it was not before.
    Entered { cell: u32 },
    /// A rule has restarted the level.
    Restarted,
    /// Everything since the turn's start is undone: a rigid body could not move as one.
    TakenBack,
}

/// An observer of the events of a turn.
pub(crate) trait TurnWatcher {
    /// Events are reported at all.
    const WATCHES: bool;
    /// Receives an event.
    fn note(&mut self, event: TurnEvent);
    /// A step of the turn is over (AGAIN makes a turn of several). The events since the last step have happened
    /// if `kept`; otherwise they were taken back.
    fn step_ends(&mut self, kept: bool) {
        let _ = kept;
    }
    /// The turn continues from here by AGAIN. Called even if the watcher does not watch.
    fn goes_on(&mut self, state: &ScriptState) {
        let _ = state;
    }
}

/// Watches nothing.
pub(crate) struct Unwatched;

impl TurnWatcher for Unwatched {
    const WATCHES: bool = false;
    fn note(&mut self, _: TurnEvent) {}
}

/// Records all events of a turn.
#[cfg(test)]
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnRecord {
    /// The events in order.
    pub events: Vec<TurnEvent>,
}

/// The most events in a record; a runaway turn has more.
#[cfg(test)]
const MAX_EVENTS: usize = 100_000;

#[cfg(test)]
impl TurnWatcher for TurnRecord {
    const WATCHES: bool = true;
    fn note(&mut self, event: TurnEvent) {
        if event == TurnEvent::TakenBack {
            self.events.clear();
        } else if self.events.len() < MAX_EVENTS {
            self.events.push(event);
        }
    }
}
