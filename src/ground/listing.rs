//! Positions and solutions listed: for drawings, hints and the gallery. Knows explored games.

use super::graph::{Explored, PositionId};
use crate::space::ActionId;

/// A position as a drawing of the graph needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub position: PositionId,
    pub depth: u32,
    pub won: bool,
    /// Steps to the nearest win, if one is known.
    pub distance: Option<u32>,
    /// In how many shortest ways it can be won.
    pub continuations: u64,
    pub steps: Vec<(ActionId, PositionId)>,
}

impl Explored {
    /// The first positions, in the order of their depth.
    pub fn listing(&self, most: usize) -> Vec<Listed> {
        let listed = |position| Listed {
            position,
            depth: self.depth(position),
            won: self.is_won(position),
            distance: self.distance(position),
            continuations: self.continuations(position),
            steps: self.steps(position).collect(),
        };
        (0..self.n_positions().min(most) as PositionId).map(listed).collect()
    }

    /// The first shortest solutions, in the order of their actions.
    pub fn solutions(&self, most: usize) -> Vec<Vec<ActionId>> {
        let mut solutions = Vec::new();
        let Some(length) = self.shortest() else { return solutions };
        // Every position on the way with the steps that were not tried yet, last first.
        let open = |position| {
            let mut steps: Vec<_> = self.nearing(position).collect();
            steps.reverse();
            steps
        };
        let mut play = Vec::new();
        let mut way = vec![open(0)];
        while let Some(steps) = way.last_mut().filter(|_| solutions.len() < most) {
            if play.len() == length as usize {
                solutions.push(play.clone());
            }
            match steps.pop() {
                Some((action, target)) => {
                    play.push(action);
                    way.push(open(target));
                }
                None => {
                    way.pop();
                    play.pop();
                }
            }
        }
        solutions
    }

    /// A shortest way to win from a position.
    pub fn way_on(&self, position: PositionId) -> Option<Vec<ActionId>> {
        let mut play = Vec::new();
        let mut at = position;
        for _ in 0..self.distance(position)? {
            let (action, target) = self.nearing(at).next()?;
            play.push(action);
            at = target;
        }
        Some(play)
    }
}
