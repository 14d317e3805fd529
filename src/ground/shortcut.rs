//! Solutions that do without a concept: a search over positions together with a monitor's states.
//!
//! It walks the graph of positions that was explored, and evaluates no rule again. A search that
//! ends without a find is a proof for solutions of every length. Knows explored games.

use serde::{Deserialize, Serialize};

use super::explore::{ExploreLimits, StopAsk};
use super::graph::{Explored, PositionId};
use super::packed::PositionBits;
use super::steps::ActionId;
use crate::space::{Automaton, Formula, HOLDS, Monitor, MonitorTooLarge};

/// What became of the search for a solution that does without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShortcutSearch {
    /// A solution without, and whether it is proved that no shorter one is.
    Found {
        play: Vec<ActionId>,
        shortest: bool,
    },
    /// Every solution has it, of whatever length; also where there is no solution at all.
    Proved,
    /// Positions or memory ran out.
    Limit,
    Stopped,
}

/// A walk from the start, step by step.
#[derive(Clone, Debug, Default)]
pub(super) struct Walks(Vec<ProductWalk>);

#[derive(Clone, Copy, Debug)]
pub(super) struct ProductWalk {
    pub position: PositionId,
    /// A monitor's state, or a count.
    pub state: u32,
    parent: u32,
    label: u32,
}

impl Walks {
    pub fn start(state: u32) -> Self {
        Self(vec![ProductWalk { position: 0, state, parent: 0, label: 0 }])
    }

    pub fn get(&self, at: usize) -> Option<ProductWalk> {
        self.0.get(at).copied()
    }

    /// Goes a step on from one walk; gives the new one's number.
    pub fn push(&mut self, parent: usize, position: PositionId, state: u32, label: u32) -> usize {
        self.0.push(ProductWalk { position, state, parent: parent as u32, label });
        self.0.len() - 1
    }

    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<ProductWalk>()
    }

    /// The actions of a walk.
    pub fn play(&self, explored: &Explored, mut at: usize) -> Vec<ActionId> {
        let mut play = Vec::new();
        while at != 0 {
            let walk = self.0[at];
            play.extend(explored.labels.actions.get(walk.label as usize));
            at = walk.parent as usize;
        }
        play.reverse();
        play
    }
}

impl Explored {
    fn automaton(&self, formula: &Formula) -> Result<Automaton<'_>, MonitorTooLarge> {
        let number = |event: &String| self.words.events.binary_search(event).ok();
        let monitor = Monitor::new(formula, |event| number(event).map(|at| at as u32))?;
        Ok(Automaton::new(monitor, &self.labels.events))
    }

    /// What a search says that ended with this, or with nothing at all.
    pub(super) fn verdict(&self, found: Option<Vec<ActionId>>) -> ShortcutSearch {
        match found {
            Some(play) => {
                let shortest = self.is_complete() || play.len() <= self.whole_depth() as usize;
                ShortcutSearch::Found { play, shortest }
            }
            None if self.is_complete() => ShortcutSearch::Proved,
            None => ShortcutSearch::Limit,
        }
    }

    /// A shortest solution of which the formula does not hold, or the proof that there is none.
    pub fn shortcut(
        &self,
        formula: &Formula,
        limits: &ExploreLimits,
        stop: StopAsk<'_>,
    ) -> Result<ShortcutSearch, MonitorTooLarge> {
        let mut automaton = self.automaton(formula)?;
        let mut walks = Walks::start(automaton.start());
        // For every state of the monitor, the positions that were met with it.
        let mut met: Vec<PositionBits> = Vec::new();
        let (mut at, mut met_bytes) = (0, 0);
        while let Some(walk) = walks.get(at) {
            let (number, state) = (at, walk.state);
            at += 1;
            if number % 4096 == 0 && stop() {
                return Ok(ShortcutSearch::Stopped);
            }
            if walks.bytes() + met_bytes + automaton.bytes() > limits.bytes {
                return Ok(ShortcutSearch::Limit);
            }
            if self.is_won(walk.position) && !automaton.holds(state) {
                return Ok(self.verdict(Some(walks.play(self, number))));
            }
            for edge in self.edges(walk.position) {
                let state = automaton.step(state, edge.label);
                // Nothing that holds for good or cannot be won any more is a shortcut.
                if state == HOLDS || self.distance(edge.target).is_none() {
                    continue;
                }
                if met.len() <= state as usize {
                    met.resize_with(state as usize + 1, PositionBits::default);
                }
                let met = &mut met[state as usize];
                if met.bytes() == 0 {
                    *met = PositionBits::new(self.n_positions());
                    met_bytes += met.bytes();
                }
                if met.add(edge.target) {
                    walks.push(number, edge.target, state, edge.label);
                }
            }
        }
        Ok(self.verdict(None))
    }
}
