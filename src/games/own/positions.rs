//! All positions of a level as a graph, for those who walk through them.
//!
//! Knows steps.

use std::collections::BTreeMap;

use super::OwnGame;
use super::moves::MoveRules;
use crate::games::{Choice, Position, StateGraph};
use crate::ground::{Explored, PositionId};

impl OwnGame {
    pub(super) fn graph_of(
        &self,
        rules: &MoveRules,
        explored: &Explored,
        most: usize,
    ) -> StateGraph {
        let listed = explored.listing(most);
        let ways = ways_in(explored);
        let numbers: BTreeMap<PositionId, usize> =
            listed.iter().enumerate().map(|(at, listed)| (listed.position, at)).collect();
        let positions = listed.iter().map(|listed| {
            let state = explored.state(listed.position);
            let choices = listed.steps.iter().filter_map(|(action, to)| {
                Some(Choice {
                    made: self.made(rules, &state, *action)?,
                    solutions: explored.continuations(*to),
                    to: numbers.get(to).copied(),
                })
            });
            Position {
                depth: listed.depth as usize,
                solutions: listed.continuations,
                ways: ways.get(listed.position as usize).copied().unwrap_or(1),
                choices: choices.collect(),
            }
        });
        let positions: Vec<Position> = positions.collect();
        let over = (explored.n_won() + explored.n_lost()) as u64;
        StateGraph {
            positions,
            reached: (explored.n_positions() as u64).saturating_sub(over),
            reached_once: ways.iter().filter(|ways| **ways == 1).count() as u64,
            solutions: explored.n_shortest(),
            dead: explored.n_dead_ends().unwrap_or(0) as u64,
        }
    }
}

/// In how many shortest ways each position is reached.
fn ways_in(explored: &Explored) -> Vec<u64> {
    let n = explored.n_positions();
    let mut ways = vec![0_u64; n];
    if let Some(first) = ways.first_mut() {
        *first = 1;
    }
    // Positions are numbered in the order of their depth.
    for at in 0..PositionId::try_from(n).unwrap_or(PositionId::MAX) {
        let here = ways.get(at as usize).copied().unwrap_or(0);
        for (_, to) in explored.steps(at) {
            if explored.depth(to) == explored.depth(at) + 1
                && let Some(there) = ways.get_mut(to as usize)
            {
                *there = there.saturating_add(here);
            }
        }
    }
    ways
}
