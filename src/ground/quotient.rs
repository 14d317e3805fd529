//! Positions of a game of moves up to symmetry: one of each class.
//!
//! A step leads to the least position of a class, and its label names the symmetry. So a play of the game is a
//! way through the classes, and each way is one play: the length and number of the shortest are exact. It is
//! not known which positions of a class can be reached.

use std::collections::BTreeSet;

use super::explored::Explored;
use super::symmetry::Symmetries;
use foolproof_space::{ActionId, ExploreEnd, StateSpace};
use std::sync::Arc;

/// Result of an exploration that keeps one position of each class.
#[derive(Clone, Debug)]
pub struct Quotient {
    pub(super) explored: Explored,
    pub(super) symmetries: Arc<Symmetries>,
    /// The symmetry that maps the start to the first position.
    pub(super) first: usize,
    pub(super) n_actions: usize,
}

impl Quotient {
    /// True if one position of each class is known, and no action leads astray.
    pub fn is_complete(&self) -> bool {
        self.explored.is_complete()
    }

    pub fn end(&self) -> ExploreEnd {
        self.explored.end()
    }

    /// Number of classes of positions.
    pub fn n_classes(&self) -> usize {
        self.explored.n_positions()
    }

    /// Number of steps of a shortest solution.
    pub fn shortest(&self) -> Option<u32> {
        self.explored.space().shortest()
    }

    /// Number of shortest solutions, if it is known.
    pub fn n_shortest(&self) -> Option<u64> {
        self.explored.space().n_shortest()
    }

    /// Returns some shortest solutions, at most `most`.
    pub fn shortest_plays(&self, most: usize) -> Vec<Vec<ActionId>> {
        let ways = self.explored.space().shortest_plays(0, most);
        ways.iter().map(|labels| self.play(labels)).collect()
    }

    /// Returns for each step of the shortest solutions the actions that some of them make there.
    pub fn shortest_steps(&self) -> Vec<BTreeSet<ActionId>> {
        let space = self.explored.space();
        // Positions of the game, each as its class and the symmetry that maps the class there.
        let mut layer = BTreeSet::from([(0, self.first)]);
        let mut found = Vec::new();
        for _ in 0..space.distance(0).unwrap_or(0) {
            let (mut actions, mut next) = (BTreeSet::new(), BTreeSet::new());
            for &(class, symmetry) in &layer {
                for step in space.nearing(class) {
                    let (action, by) = self.step(step.label);
                    actions.insert(self.symmetries.taken_to(symmetry, action));
                    let to = self.symmetries.composed(symmetry, by);
                    next.extend(step.state().map(|class| (class, to)));
                }
            }
            found.push(actions);
            layer = next;
        }
        found
    }

    /// The classes as states. Their labels and words are meaningless elsewhere.
    pub fn space(&self) -> &StateSpace {
        self.explored.space()
    }

    /// Returns the actions of the game on a way from the start.
    fn play(&self, labels: &[u32]) -> Vec<ActionId> {
        let mut symmetry = self.first;
        let action = |label: &u32| {
            let (action, by) = self.step(*label);
            let made = self.symmetries.taken_to(symmetry, action);
            symmetry = self.symmetries.composed(symmetry, by);
            made
        };
        labels.iter().map(action).collect()
    }

    /// Returns the action of a label, and the symmetry that maps the next position to the least one.
    fn step(&self, label: u32) -> (ActionId, usize) {
        let both = self.explored.action_of(label).unwrap_or(0) as usize;
        ((both % self.n_actions) as ActionId, both / self.n_actions)
    }
}
