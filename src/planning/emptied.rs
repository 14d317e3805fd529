//! Ways of a single thing, the *mover*, to places: a level from which all other things of its kind are removed.
//!
//! As in a pattern database (Culberson & Schaeffer, "Pattern Databases", Computational Intelligence 1998), the
//! small game of the emptied level is explored, and a search backwards from each place counts the steps that
//! move the mover. Other things may help or hinder, so the results are estimates.

use super::counted_steps::{CountedSteps, NO_WAY};
use foolproof_space::{StateTable, StopCheck, hash_of};

/// Cell of a mover that is missing or not unique, and place of a mover that has to disappear.
pub const GONE: u32 = u32::MAX;
/// Maximum number of steps examined to find an order of places.
const MAX_WORK: usize = 100_000_000;

/// An emptied level, as steps between packed states.
pub trait EmptiedGame {
    /// Number of states whose steps are taken together.
    const TOGETHER: usize;

    /// Returns the mover's cell in a state, or [`GONE`]. Asked once for each state, in their order.
    fn cell(&mut self, state: &[u64]) -> u32;

    /// Takes the steps of some states, given their words concatenated, and visits each step: the place of its
    /// state among these, and the state to which it leads. Returns whether the results of all steps are known.
    fn take_steps(&mut self, states: &[u64], visit: &mut dyn FnMut(usize, &[u64])) -> bool;
}

/// The states of an emptied level and the steps between them.
#[derive(Clone, Debug)]
pub struct EmptiedSpace {
    pub states: StateTable,
    /// The mover's cell in each state.
    pub cells: Vec<u32>,
    /// The states from and to which each step leads, and true if it counts: if it moves the mover.
    pub steps: Vec<(u32, u32, bool)>,
    is_complete: bool,
}

/// Length of a way from a cell to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoverWay {
    /// Number of steps that count.
    Steps(u32),
    /// There is no way in the emptied level.
    Dead,
    /// The mover was not seen in the cell, or not all states are known.
    Unknown,
}

/// Ways from all cells to some places.
#[derive(Clone, Debug)]
pub struct MoverWays {
    n_places: usize,
    /// Lengths by cell and then place, or [`NO_WAY`].
    lengths: Vec<u32>,
    /// Cells in which the mover was seen.
    seen: Vec<bool>,
    is_complete: bool,
}

impl EmptiedSpace {
    /// Explores the states that can be reached from some others, up to a number of states. O(states · steps).
    pub fn explore<G: EmptiedGame>(
        game: &mut G,
        starts: &[Vec<u64>],
        max_states: usize,
        stop: StopCheck<'_>,
    ) -> Self {
        let states = StateTable::new(starts.first().map_or(0, Vec::len));
        let mut space = Self { states, cells: Vec::new(), steps: Vec::new(), is_complete: true };
        for start in starts.iter().take(max_states) {
            space.states.add(start);
        }
        let (mut from, mut words) = (0, Vec::new());
        while from < space.states.n_states() {
            if stop() {
                space.is_complete = false;
                break;
            }
            let to = space.states.n_states().min(from + G::TOGETHER);
            words.clear();
            words.extend_from_slice(space.states.states(from..to));
            let Self { states, steps, is_complete, .. } = &mut space;
            let is_known = game.take_steps(&words, &mut |place, next| {
                let is_full = states.n_states() >= max_states;
                match states.find(next, hash_of(next)) {
                    Some(known) => steps.push(((from + place) as u32, known, false)),
                    None if is_full => *is_complete = false,
                    None => steps.push(((from + place) as u32, states.add(next).0, false)),
                }
            });
            space.is_complete &= is_known;
            from = to;
        }
        let states = (0..space.states.n_states() as u32).map(|number| space.states.state(number));
        space.cells = states.map(|state| game.cell(state)).collect();
        for (from, to, counts) in &mut space.steps {
            *counts = space.cells[*from as usize] != space.cells[*to as usize];
        }
        space
    }

    /// Lets every step count.
    pub fn count_all(&mut self) {
        self.steps.iter_mut().for_each(|(.., counts)| *counts = true);
    }

    /// Finds the ways from `n_cells` cells to some places. O(steps · places).
    pub fn ways(&self, n_cells: usize, places: &[u32]) -> MoverWays {
        let steps = CountedSteps::new(self.states.n_states(), &self.steps);
        let n_places = places.len();
        let mut lengths = vec![NO_WAY; n_cells * n_places];
        let mut seen = vec![false; n_cells];
        let known = || self.cells.iter().enumerate().filter(|(_, cell)| **cell != GONE);
        known().for_each(|(_, cell)| seen[*cell as usize] = true);
        for (at, place) in places.iter().enumerate() {
            let far = steps.least_to(self.states_with(*place));
            for (state, cell) in known() {
                let length = &mut lengths[*cell as usize * n_places + at];
                *length = far[state].min(*length);
            }
        }
        MoverWays { n_places, lengths, seen, is_complete: self.is_complete }
    }

    /// The states with the mover in a cell.
    fn states_with(&self, cell: u32) -> impl Iterator<Item = u32> {
        (0..).zip(&self.cells).filter(move |(_, here)| **here == cell).map(|(state, _)| state)
    }

    /// Finds an order for filling places, so that those filled early do not bar the way to the others: from the
    /// end backwards, like packing orders in Sokoban solvers. With all other places filled for good, a mover
    /// has to reach the last one from one of the starts; then the same with one place fewer. `stands` has the
    /// cell in which a player stands in each state, or [`GONE`]. O(places² · steps).
    pub fn filling_order(&self, places: &[u32], starts: &[u32], stands: &[u32]) -> Vec<u32> {
        let steps = CountedSteps::new(self.states.n_states(), &self.steps);
        let n_cells = places.iter().max().map_or(0, |last| *last as usize + 1);
        let mut left = places.to_vec();
        let (mut last_first, mut work) = (Vec::new(), 0);
        while !left.is_empty() && work < MAX_WORK {
            work += left.len() * self.steps.len();
            let mut filled = vec![false; n_cells];
            left.iter().for_each(|cell| filled[*cell as usize] = true);
            let is_filled = |cell: u32| filled.get(cell as usize) == Some(&true);
            let is_out = |start: &u32| !is_filled(self.cells[*start as usize]);
            let outside: Vec<u32> = starts.iter().copied().filter(is_out).collect();
            let starts = if outside.is_empty() { starts } else { &outside };
            // The nearest place that can be the last one filled.
            let far = |target: u32| {
                let is_open = |state: u32| {
                    let cells = [self.cells[state as usize], stands[state as usize]];
                    cells.into_iter().all(|cell| cell == target || !is_filled(cell))
                };
                let far = steps.least_within(self.states_with(target), is_open);
                starts.iter().map(|start| far[*start as usize]).min().unwrap_or(NO_WAY)
            };
            let best = left.iter().enumerate().map(|(at, cell)| (far(*cell), at)).min();
            let Some((_, at)) = best.filter(|(far, _)| *far != NO_WAY) else { break };
            last_first.push(left.remove(at));
        }
        // Places that no mover reaches come first: they are the hardest.
        left.extend(last_first.into_iter().rev());
        left
    }
}

impl MoverWays {
    /// Returns the way from a cell to a place, by the number of the place.
    pub fn way(&self, cell: u32, place: usize) -> MoverWay {
        match self.lengths.get(cell as usize * self.n_places + place) {
            Some(length) if *length != NO_WAY => MoverWay::Steps(*length),
            Some(_) if self.is_complete && self.seen[cell as usize] => MoverWay::Dead,
            _ => MoverWay::Unknown,
        }
    }

    /// Returns the lengths of the known ways from a cell.
    pub fn lengths(&self, cell: u32) -> impl Iterator<Item = u32> {
        let first = cell as usize * self.n_places;
        let ways = self.lengths.get(first..first + self.n_places).unwrap_or_default();
        ways.iter().copied().filter(|length| *length != NO_WAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corridor of five cells: the mover steps to the right, and to the left except from the last.
    struct Corridor;

    impl EmptiedGame for Corridor {
        const TOGETHER: usize = 2;

        fn cell(&mut self, state: &[u64]) -> u32 {
            state[0] as u32
        }

        fn take_steps(&mut self, states: &[u64], visit: &mut dyn FnMut(usize, &[u64])) -> bool {
            for (place, cell) in states.iter().enumerate() {
                if *cell < 4 {
                    visit(place, &[cell + 1]);
                    visit(place, &[cell.saturating_sub(1)]);
                }
            }
            true
        }
    }

    #[test]
    fn ways_are_shortest_and_some_cells_are_dead() {
        let space = EmptiedSpace::explore(&mut Corridor, &[vec![1]], 100, &|| false);
        let ways = space.ways(6, &[0, 3]);
        assert_eq!(ways.way(2, 0), MoverWay::Steps(2));
        assert_eq!(ways.way(2, 1), MoverWay::Steps(1));
        assert_eq!(ways.way(4, 1), MoverWay::Dead);
        assert_eq!(ways.way(5, 1), MoverWay::Unknown);
        assert!(ways.lengths(3).eq([3, 0]));
        let cut = EmptiedSpace::explore(&mut Corridor, &[vec![1]], 3, &|| false).ways(6, &[0, 3]);
        assert_eq!((cut.way(2, 0), cut.way(2, 1)), (MoverWay::Steps(2), MoverWay::Unknown));
    }

    #[test]
    fn the_farthest_place_is_filled_first() {
        let space = EmptiedSpace::explore(&mut Corridor, &[vec![0]], 100, &|| false);
        let nobody = vec![GONE; space.states.n_states()];
        assert_eq!(space.filling_order(&[2, 4, 3], &[0], &nobody), [4, 3, 2]);
    }
}
