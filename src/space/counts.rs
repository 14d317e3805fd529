//! The numbers of shortest ways to each state and to a win. Counts saturate at `u64::MAX`.

use std::ops::Range;

use super::state_space::StateSpace;
use super::stepper::WINS;
use foolproof_kernel::StopCheck;

/// States between two checks for a stop.
const STOP_EVERY: usize = 1 << 12;

impl StateSpace {
    /// The number of shortest solutions: 0 if there is no solution, `None` if it is not known. O(steps); needs
    /// no distances.
    pub fn n_shortest(&self) -> Option<u64> {
        let Some(length) = self.shortest() else { return self.is_complete().then_some(0) };
        // Every state before the win must be expanded.
        let before = length.checked_sub(1).map_or(0, |depth| self.layer(depth as usize).end);
        if self.n_expanded() < before as usize {
            return None;
        }
        // The numbers of ways to the states of one depth.
        let (mut ways, mut by_step) = (vec![1_u64], 0_u64);
        for depth in 0..length {
            let states = self.layer(depth as usize);
            if depth + 1 == length {
                let wins = |state| self.steps(state).filter(|step| step.target == WINS).count();
                by_step = states.clone().zip(&ways).fold(0, |sum, (state, ways)| {
                    sum.saturating_add(ways.saturating_mul(wins(state) as u64))
                });
            }
            ways = self.ways_from(states, &ways);
        }
        let first = self.layer(length as usize).start;
        let won = self.won.iter().filter(|state| self.depth(**state) == length);
        let of = |state: &u32| ways.get((state - first) as usize).copied().unwrap_or(0);
        Some(won.map(of).fold(by_step, u64::saturating_add))
    }

    /// The numbers of ways to the states one step deeper, given those to all states of a depth.
    fn ways_from(&self, states: Range<u32>, ways: &[u64]) -> Vec<u64> {
        let next = states.end..self.layer(self.depth(states.start) as usize + 1).end;
        let mut there = vec![0_u64; next.len()];
        for (state, here) in states.zip(ways) {
            for step in self.steps(state).filter(|step| next.contains(&step.target)) {
                let there = &mut there[(step.target - next.start) as usize];
                *there = there.saturating_add(*here);
            }
        }
        there
    }

    /// The number of shortest ways to each state; `None` if stopped. O(steps).
    pub fn ways_in(&self, stop: StopCheck<'_>) -> Option<Vec<u64>> {
        let mut all: Vec<u64> = Vec::with_capacity(self.n_states());
        let mut ways = vec![1_u64];
        for depth in 0..self.n_layers() {
            if stop() {
                return None;
            }
            let states = self.layer(depth);
            all.extend(ways.iter().take(states.len()));
            ways = self.ways_from(states, &ways);
        }
        Some(all)
    }

    /// The number of shortest ways from each state to a win; `None` if stopped. O(steps).
    pub fn ways_on(&self, stop: StopCheck<'_>) -> Option<Vec<u64>> {
        let mut ways = vec![0_u64; self.n_states()];
        for (at, state) in self.nearest_first().into_iter().enumerate() {
            if at % STOP_EVERY == 0 && stop() {
                return None;
            }
            let mut sum = u64::from(self.distance(state) == Some(0));
            for step in self.nearing(state) {
                let more = step.state().map_or(1, |target| ways[target as usize]);
                sum = sum.saturating_add(more);
            }
            ways[state as usize] = sum;
        }
        Some(ways)
    }

    /// The states with a known win, sorted by distance.
    fn nearest_first(&self) -> Vec<u32> {
        let winnable = || {
            let states = 0..self.n_states() as u32;
            states.filter_map(|state| Some((state, self.distance(state)? as usize)))
        };
        let farthest = winnable().map(|(_, distance)| distance).max().unwrap_or(0);
        let mut places = vec![0_usize; farthest + 2];
        winnable().for_each(|(_, distance)| places[distance + 1] += 1);
        for distance in 0..=farthest {
            places[distance + 1] += places[distance];
        }
        let mut states = vec![0; places[farthest + 1]];
        for (state, distance) in winnable() {
            states[places[distance]] = state;
            places[distance] += 1;
        }
        states
    }
}
