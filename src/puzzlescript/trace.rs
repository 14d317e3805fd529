//! What happens in a turn, for those who want to see it.
//!
//! The engine is generic over the watcher; one that does not watch costs nothing.

use super::stepper::ScriptState;

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

/// One thing that happened. Cells are `column * height + row`; objects are numbers of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnEvent {
    /// A rule changed something; several expanded rules share a line.
    Fired {
        /// The rule's line in the source, from 1.
        line: u32,
    },
    /// An object went to the next cell.
    Moved {
        /// Which object.
        object: u32,
        /// From where.
        from: u32,
        /// To where.
        to: u32,
        /// Which way.
        direction: StepDirection,
    },
    /// A rule put an object into a cell.
    Made {
        /// Which object.
        object: u32,
        /// Where.
        cell: u32,
    },
    /// A rule took an object out of a cell.
    Destroyed {
        /// Which object.
        object: u32,
        /// Where.
        cell: u32,
    },
    /// An object that was to move stays where it is.
    Stuck {
        /// Which object.
        object: u32,
        /// Where it was to go: up 1, down 2, left 4, right 8, nowhere in particular 16.
        movement: u8,
    },
    /// An object acted.
    Acted {
        /// Which object.
        object: u32,
    },
    /// An object of the player is now in a cell where it was not.
    Entered {
        /// Which cell.
        cell: u32,
    },
    /// A rule has brought the level back to where it restarts.
    Restarted,
    /// All that happened since the turn's start is undone: a rigid body could not move as one.
    TakenBack,
}

/// Someone who is told what happens in a turn.
pub(crate) trait TurnWatcher {
    /// Whether to tell at all.
    const WATCHES: bool;
    /// Takes note of an event.
    fn note(&mut self, event: TurnEvent);
    /// A step of the turn is over (AGAIN makes a turn of several). What was noted since the last
    /// step has happened if `kept`, and was taken back otherwise.
    fn step_ends(&mut self, kept: bool) {
        let _ = kept;
    }
    /// The turn goes on from here by AGAIN. Told whether it watches or not.
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

/// Keeps all events of a turn.
#[cfg(test)]
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnRecord {
    /// The events in order.
    pub events: Vec<TurnEvent>,
}

/// Events that a record keeps at most; a runaway turn has more.
#[cfg(test)]
const MOST_EVENTS: usize = 100_000;

#[cfg(test)]
impl TurnWatcher for TurnRecord {
    const WATCHES: bool = true;
    fn note(&mut self, event: TurnEvent) {
        if event == TurnEvent::TakenBack {
            self.events.clear();
        } else if self.events.len() < MOST_EVENTS {
            self.events.push(event);
        }
    }
}
