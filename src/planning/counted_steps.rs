//! Steps of a small state space, some with cost 1 and the others free: the lowest cost of reaching a state.

use std::collections::VecDeque;

/// No way is known.
pub(super) const NO_WAY: u32 = u32::MAX;

/// Steps by the state to which they lead.
#[derive(Clone, Debug, Default)]
pub(super) struct CountedSteps {
    n_states: usize,
    /// For each state, the place in `steps` of the first step to it.
    first: Vec<u32>,
    /// The state in which each step begins, and whether it counts.
    steps: Vec<(u32, bool)>,
}

impl CountedSteps {
    /// Sorts steps by target; each is given as its start, its target, and whether it counts. O(states + steps).
    pub(super) fn new(n_states: usize, all: &[(u32, u32, bool)]) -> Self {
        let mut first = vec![0_u32; n_states + 2];
        for (_, to, _) in all {
            first[*to as usize + 2] += 1;
        }
        for state in 1..first.len() {
            first[state] += first[state - 1];
        }
        let mut steps = vec![(0, false); all.len()];
        for (from, to, counts) in all {
            let slot = &mut first[*to as usize + 1];
            steps[*slot as usize] = (*from, *counts);
            *slot += 1;
        }
        Self { n_states, first, steps }
    }

    /// Returns for each state the fewest counting steps to a target, or [`NO_WAY`]. O(states + steps).
    pub(super) fn least_to(&self, targets: impl IntoIterator<Item = u32>) -> Vec<u32> {
        self.least_within(targets, |_| true)
    }

    /// Like [`Self::least_to`], with ways through open states only.
    pub(super) fn least_within(
        &self,
        targets: impl IntoIterator<Item = u32>,
        is_open: impl Fn(u32) -> bool,
    ) -> Vec<u32> {
        let mut far = vec![NO_WAY; self.n_states];
        let mut queue = VecDeque::new();
        for target in targets.into_iter().filter(|target| is_open(*target)) {
            far[target as usize] = 0;
            queue.push_back((0, target));
        }
        while let Some((count, state)) = queue.pop_front() {
            if far[state as usize] != count {
                continue;
            }
            let range =
                self.first[state as usize] as usize..self.first[state as usize + 1] as usize;
            for (from, counts) in &self.steps[range] {
                let through = count + u32::from(*counts);
                if through < far[*from as usize] && is_open(*from) {
                    far[*from as usize] = through;
                    match counts {
                        true => queue.push_back((through, *from)),
                        false => queue.push_front((through, *from)),
                    }
                }
            }
        }
        far
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_steps_that_count_are_found() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..500 {
            let n_states = rng.usize(1..12);
            let state = |rng: &mut fastrand::Rng| rng.u32(0..n_states as u32);
            let all: Vec<(u32, u32, bool)> = (0..rng.usize(0..30))
                .map(|_| (state(&mut rng), state(&mut rng), rng.bool()))
                .collect();
            let target = state(&mut rng);
            let shut = state(&mut rng);
            let steps = CountedSteps::new(n_states, &all);
            let found = steps.least_to([target]);
            let around = steps.least_within([target], |state| state != shut);
            // For comparison: the algorithm of Bellman and Ford.
            let least = |shut: Option<u32>| {
                let mut far = vec![NO_WAY; n_states];
                far[target as usize] = if shut == Some(target) { NO_WAY } else { 0 };
                for _ in 0..n_states {
                    for (from, to, counts) in all.iter().filter(|(from, ..)| shut != Some(*from)) {
                        let through = far[*to as usize].saturating_add(u32::from(*counts));
                        far[*from as usize] = far[*from as usize].min(through);
                    }
                }
                far
            };
            assert_eq!(found, least(None), "{all:?}");
            assert_eq!(around, least(Some(shut)), "{all:?} without {shut}");
        }
    }
}
