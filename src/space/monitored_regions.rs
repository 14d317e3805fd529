//! Solutions that do not satisfy a formula, by regions of the player: the states of a level together with those
//! of a monitor.
//!
//! The state of the monitor is one more word of a board, and a win counts only if the formula does not hold
//! there. A search for all states of both ([`RegionSpace`](super::RegionSpace)) thus finds a shortest such
//! solution, or proves that there is none; unlike [`shortcut`](super::shortcut) it does not have to know all
//! states first.

use std::sync::Arc;

use super::monitor::Monitor;
use super::region_boards::{RegionStepper, RegionTurns};

/// A monitor's state in which its formula cannot hold any more, whatever happens. No open state has all bits
/// set: that would be one in which every counter is full, and then nothing is open.
const FAILED: u64 = u64::MAX;

/// Rules that also tell the events of a turn.
pub trait RegionWatch: RegionStepper {
    /// The label of a turn without its events, and the set of its events as bits. The labels of
    /// [`RegionStepper::turns`] tell both.
    fn happening(&self, label: u32) -> (u32, &[u64]);
}

/// The rules of a level together with a monitor.
pub struct MonitoredRegions<S> {
    rules: S,
    monitor: Arc<Monitor>,
    made: RegionTurns,
    board: Vec<u64>,
}

impl<S: RegionWatch> MonitoredRegions<S> {
    /// Joins rules and a monitor; also returns the start with the monitor's state. `None` if every solution
    /// satisfies the formula because of the events `at_start`.
    pub fn new(
        rules: S,
        monitor: Monitor,
        start: &[u64],
        at_start: &[u64],
    ) -> Option<(Self, Vec<u64>)> {
        let watched = Self {
            rules,
            monitor: Arc::new(monitor),
            made: RegionTurns::default(),
            board: Vec::new(),
        };
        let state = watched.after(0, at_start)?;
        Some((watched, [start, &[state]].concat()))
    }

    /// The state of the monitor after a step with these events; `None` if its formula holds from then on.
    fn after(&self, state: u64, events: &[u64]) -> Option<u64> {
        if state == FAILED {
            return Some(FAILED);
        }
        let after = self.monitor.step(state, |event| super::has_bit(events, event));
        match self.monitor.settled(after) {
            Some(true) => None,
            Some(false) => Some(FAILED),
            None => Some(after),
        }
    }

    /// Returns whether the formula fails for a play that ends with a step with these events.
    fn fails(&self, state: u64, events: &[u64]) -> bool {
        let fails = |after| after == FAILED || !self.monitor.holds(after);
        self.after(state, events).is_some_and(fails)
    }
}

impl<S: RegionWatch> RegionStepper for MonitoredRegions<S> {
    type Fault = S::Fault;

    fn another(&self) -> Option<Self> {
        let (rules, monitor) = (self.rules.another()?, Arc::clone(&self.monitor));
        Some(Self { rules, monitor, made: RegionTurns::default(), board: Vec::new() })
    }

    fn is_dead_end(&mut self, board: &[u64]) -> bool {
        board.split_last().is_some_and(|(_, board)| self.rules.is_dead_end(board))
    }

    fn turns(&mut self, board: &[u64], place: u32, made: &mut RegionTurns) -> Result<(), S::Fault> {
        let Some((&state, alone)) = board.split_last() else { return Ok(()) };
        self.made.clear();
        self.rules.turns(alone, place, &mut self.made)?;
        let mut board = std::mem::take(&mut self.board);
        let mut change = |made: &mut RegionTurns, label, place, (alone, after): (&[u64], u64)| {
            board.clear();
            board.extend_from_slice(alone);
            board.push(after);
            made.change(label, &board, place);
        };
        for &(label, place) in &self.made.walks {
            let (label, events) = self.rules.happening(label);
            match self.after(state, events) {
                Some(after) if after == state => made.walk(label, place),
                Some(after) => change(made, label, place, (alone, after)),
                None => {}
            }
        }
        for ((label, place), board) in self.made.changes(alone.len()) {
            let (label, events) = self.rules.happening(label);
            if let Some(after) = self.after(state, events) {
                change(made, label, place, (board, after));
            }
        }
        for &label in &self.made.wins {
            let (label, events) = self.rules.happening(label);
            if self.fails(state, events) {
                made.win(label);
            }
        }
        self.board = board;
        Ok(())
    }
}
