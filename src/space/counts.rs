//! In how many shortest ways states are reached and won. Counts stop at `u64::MAX`.

use super::state_space::StateSpace;
use super::stepper::WINS;
use foolproof_kernel::StopCheck;

/// States between two questions whether to stop.
const STOP_EVERY: usize = 1 << 12;

impl StateSpace {
    /// How many shortest solutions there are: 0 if there is no solution, `None` if that is not known.
    /// O(steps); needs no distances.
    pub fn n_shortest(&self) -> Option<u64> {
        let Some(length) = self.shortest() else { return self.is_complete().then_some(0) };
        // The steps of all states before the win must have been taken.
        let before = length.checked_sub(1).map_or(0, |depth| self.layer(depth as usize).end);
        if self.n_expanded() < before as usize {
            return None;
        }
        let ways = self.ways_to(length, &|| false)?;
        let of = |state: u32| ways.get(state as usize).copied().unwrap_or(0);
        let won = self.won.iter().filter(|state| self.depth(**state) == length);
        let won = won.fold(0_u64, |sum, state| sum.saturating_add(of(*state)));
        let last = length.checked_sub(1).map_or(0..0, |depth| self.layer(depth as usize));
        let by_step = last.fold(0_u64, |sum, state| {
            let n_wins = self.steps(state).iter().filter(|step| step.target == WINS).count();
            (0..n_wins).fold(sum, |sum, _| sum.saturating_add(of(state)))
        });
        Some(won.saturating_add(by_step))
    }

    /// In how many shortest ways each state is reached; `None` if stopped. O(steps).
    pub fn ways_in(&self, stop: StopCheck<'_>) -> Option<Vec<u64>> {
        self.ways_to(u32::MAX, stop)
    }

    /// In how many shortest ways each state up to a depth is reached.
    fn ways_to(&self, depth: u32, stop: StopCheck<'_>) -> Option<Vec<u64>> {
        let mut ways = vec![0_u64; self.n_states()];
        ways.iter_mut().take(1).for_each(|start| *start = 1);
        for depth in 0..self.n_layers().min(depth as usize) {
            let next = self.layer(depth + 1);
            for state in self.layer(depth) {
                if (state as usize).is_multiple_of(STOP_EVERY) && stop() {
                    return None;
                }
                let here = ways[state as usize];
                for step in self.steps(state).iter().filter(|step| next.contains(&step.target)) {
                    let there = &mut ways[step.target as usize];
                    *there = there.saturating_add(here);
                }
            }
        }
        Some(ways)
    }

    /// In how many shortest ways each state is won; `None` if stopped. O(steps).
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

    /// The states from which a win is known, in the order of their distances.
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
