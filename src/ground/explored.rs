//! Explored positions of a game of moves, with the actions and events of their steps.

use std::sync::{Arc, OnceLock};

use super::kept_marks::KeptMarks;
use super::steps::{StepState, StepWords};
use foolproof_space::{ActionId, ExploreEnd, StateSpace, StateTable, has_bit};

/// A position by its number, in order of discovery: the start has 0.
pub type PositionId = u32;

/// Distinct pairs of an action and its events.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    pub actions: Vec<ActionId>,
    pub events: Vec<Vec<u32>>,
}

impl Labels {
    pub(crate) fn of(table: &StateTable) -> Self {
        let mut labels = Self::default();
        for key in (0..table.n_states() as u32).map(|label| table.state(label)) {
            labels.actions.push(key.first().copied().unwrap_or(0) as ActionId);
            let words = key.get(1..).unwrap_or_default();
            let on = |event: &u32| has_bit(words, *event);
            labels.events.push((0..words.len() as u32 * 64).filter(on).collect());
        }
        labels
    }
}

/// Result of an exploration.
#[derive(Clone, Debug)]
pub struct Explored {
    pub(super) space: StateSpace,
    pub(super) words: Arc<StepWords>,
    kept: KeptMarks,
    pub(super) labels: Labels,
    /// Meanings of labels, by number, for continuing the exploration.
    pub(super) label_table: StateTable,
    /// The first position with an action that puts a mark where it is never allowed.
    pub(super) astray: Option<(PositionId, ActionId)>,
    /// Number of shortest ways to win from each position, computed on request.
    ways_on: OnceLock<Vec<u64>>,
}

impl Explored {
    pub(super) fn new(
        space: StateSpace,
        words: Arc<StepWords>,
        kept: KeptMarks,
        label_table: StateTable,
        astray: Option<(PositionId, ActionId)>,
    ) -> Self {
        let labels = Labels::of(&label_table);
        Self { space, words, kept, labels, label_table, astray, ways_on: OnceLock::new() }
    }

    /// The states without their words.
    pub fn space(&self) -> &StateSpace {
        &self.space
    }

    /// The action of a step with this label.
    pub fn action_of(&self, label: u32) -> Option<ActionId> {
        self.labels.actions.get(label as usize).copied()
    }

    fn actions_of(&self, labels: &[u32]) -> Vec<ActionId> {
        labels.iter().filter_map(|label| self.action_of(*label)).collect()
    }

    pub fn end(&self) -> ExploreEnd {
        self.space.end()
    }

    /// Returns a position, and an action there that puts a mark where it is never allowed: then the rules are
    /// wrong, and nothing about the level is certain.
    pub fn astray(&self) -> Option<(PositionId, ActionId)> {
        self.astray
    }

    /// True if all positions are known, and no action leads astray.
    pub fn is_complete(&self) -> bool {
        self.space.is_complete() && self.astray.is_none()
    }

    /// True if it is complete, and no dead end was left out.
    pub fn has_all(&self) -> bool {
        self.is_complete() && self.space.n_unfollowed() == 0
    }

    /// Computes the distances of positions from the wins found so far. An exploration that ends by itself has
    /// done so.
    pub fn find_distances(&mut self) {
        self.space.find_distances(&|| false);
    }

    pub fn n_positions(&self) -> usize {
        self.space.n_states()
    }

    /// Number of positions that can no longer be won; `None` unless all positions are known.
    pub fn n_dead_ends(&self) -> Option<usize> {
        self.space.n_dead_ends().filter(|_| self.has_all())
    }

    /// Returns the number of a position; marks without effect make no difference.
    pub fn find(&self, state: &StepState) -> Option<PositionId> {
        self.space.store().find(&self.kept.words(state))
    }

    /// Returns a position by its number; marks without effect are those of the start.
    pub fn state(&self, position: PositionId) -> StepState {
        self.kept.state(self.space.store().state(position, &mut Vec::new()))
    }

    /// Number of steps from a position to the nearest known win.
    pub fn distance(&self, position: PositionId) -> Option<u32> {
        self.space.distance(position)
    }

    /// The actions of a shortest way from the start to a position.
    pub fn way_to(&self, position: PositionId) -> Vec<ActionId> {
        self.actions_of(&self.space.way_to(position))
    }

    /// Number of shortest ways to win from a position.
    pub fn continuations(&self, position: PositionId) -> u64 {
        let ways = self.ways_on.get_or_init(|| self.space.ways_on(&|| false).unwrap_or_default());
        ways.get(position as usize).copied().unwrap_or(0)
    }

    /// Returns the legal actions of a position with their next positions.
    pub fn steps(&self, position: PositionId) -> impl Iterator<Item = (ActionId, PositionId)> {
        let steps = self.space.steps(position);
        steps.filter_map(|step| Some((self.action_of(step.label)?, step.target)))
    }

    /// Returns the events of the step of an action.
    pub fn events(&self, position: PositionId, action: ActionId) -> Vec<&str> {
        let mut steps = self.space.steps(position);
        let step = steps.find(|step| self.action_of(step.label) == Some(action));
        let events = step.and_then(|step| self.labels.events.get(step.label as usize));
        let names = events.into_iter().flatten();
        names.filter_map(|event| Some(self.words.events.get(*event as usize)?.as_str())).collect()
    }

    /// Returns the first shortest plays that win from a position, in the order of their actions.
    pub fn shortest_plays(&self, from: PositionId, most: usize) -> Vec<Vec<ActionId>> {
        let plays = self.space.shortest_plays(from, most);
        plays.iter().map(|labels| self.actions_of(labels)).collect()
    }
}
