//! Results of exploring a level of a game of moves: its positions as a graph, and the marks of its solutions.

use std::collections::BTreeSet;

use crate::abilities::moves::{Choice, Move, Position, StateGraph};
use crate::abilities::search::{Searched, StopCheck};
use foolproof_level::{Mark, Site};
use foolproof_space::StateSpace;

/// Converts the first `most` states to positions; `None` if stopped. `moves_of` returns the move of each step
/// of a state.
///
/// Steps that win without leading to a state lead to one shared extra position.
pub fn graph_of_space(
    space: &StateSpace,
    most: usize,
    moves_of: &dyn Fn(u32) -> Vec<Option<Move>>,
    stop: StopCheck<'_>,
) -> Option<StateGraph> {
    let (ways_on, ways_in) = (space.ways_on(stop)?, space.ways_in(stop)?);
    let listed = space.n_states().min(most);
    let of = |all: &[u64], state: u32| all.get(state as usize).copied().unwrap_or(0);
    let won = (listed == space.n_states() && space.n_winning_steps() > 0).then_some(listed);
    let mut positions = Vec::with_capacity(listed + 1);
    for depth in 0..space.n_layers() {
        for state in space.layer(depth).take_while(|state| (*state as usize) < listed) {
            let steps = space.steps(state).zip(moves_of(state));
            let choices = steps.filter_map(|(step, made)| {
                let target = step.state();
                Some(Choice {
                    made: made?,
                    solutions: target.map_or(1, |target| of(&ways_on, target)),
                    to: match target {
                        Some(target) => Some(target as usize).filter(|target| *target < listed),
                        None => won,
                    },
                })
            });
            let (solutions, ways) = (of(&ways_on, state), of(&ways_in, state));
            positions.push(Position { depth, solutions, ways, choices: choices.collect() });
        }
    }
    if won.is_some() {
        let depth = space.shortest().unwrap_or(0) as usize;
        let ways = space.n_shortest().unwrap_or(1);
        positions.push(Position { depth, solutions: 1, ways, choices: Vec::new() });
    }
    if space.is_torn() {
        return None;
    }
    let over = space.n_won() + space.n_lost();
    Some(StateGraph {
        positions,
        reached: space.n_states().saturating_sub(over) as u64,
        reached_once: ways_in.iter().filter(|ways| **ways == 1).count() as u64,
        solutions: of(&ways_on, 0),
        dead: space.n_dead_ends().unwrap_or(0) as u64,
        unfollowed: space.n_unfollowed() as u64,
        ..StateGraph::default()
    })
}

/// Notes the marks that all shortest solutions have, and those that some have. `steps` holds the numbers that
/// each step has in some of them; `mark` returns the mark of a number.
pub fn note_step_marks(
    steps: Vec<BTreeSet<u32>>,
    mark: &dyn Fn(u32) -> Option<Mark>,
    searched: &mut Searched,
) {
    for (at, numbers) in steps.into_iter().enumerate() {
        let marks = numbers.into_iter().filter_map(|number| Some((Site::step(at), mark(number)?)));
        let marks: BTreeSet<(Site, Mark)> = marks.collect();
        if marks.len() == 1 {
            searched.forced.extend(marks.iter().cloned());
        }
        searched.possible.extend(marks);
    }
}
