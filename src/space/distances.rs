//! The distance of each state from a win.

use super::state_space::StateSpace;
use super::step_log::VisitOrder;
use super::stepper::{Step, WINS};
use foolproof_kernel::StopCheck;
use rustc_hash::FxHashMap;

/// States, or blocks of states, between two checks for a stop.
const STOP_EVERY: usize = 1 << 12;
/// States of a block: the high bytes of a block are only there if one of its distances needs them.
const BLOCK: usize = 1 << 16;
/// The code of a state from which no win is known. The code of a distance is one more than the distance.
const NEVER: u16 = 0;
/// The code of the few distances that do not fit.
const FAR: u16 = u16::MAX;
/// In a space with this many depths, some states are probably too far from a win for one byte.
const LONG: usize = 200;

/// Steps from every state to the nearest win.
#[derive(Clone, Debug, Default)]
pub(super) struct Distances {
    /// The low byte of each state's code.
    low: Vec<u8>,
    /// The high bytes of each block of states; empty if all are 0.
    high: Vec<Vec<u8>>,
    far: FxHashMap<u32, u32>,
    n_known: usize,
}

impl Distances {
    /// The bytes that a state probably needs in a space of this many depths.
    pub(super) fn bytes_a_state(n_depths: usize) -> usize {
        if n_depths < LONG { 1 } else { 2 }
    }

    fn none(n_states: usize) -> Self {
        let high = vec![Vec::new(); n_states.div_ceil(BLOCK)];
        Self { low: vec![NEVER as u8; n_states], high, ..Self::default() }
    }

    fn code(&self, state: usize) -> Option<u16> {
        let low = *self.low.get(state)?;
        let high = self.high[state / BLOCK].get(state % BLOCK).copied().unwrap_or(0);
        Some(u16::from_le_bytes([low, high]))
    }

    pub(super) fn get(&self, state: usize) -> Option<u32> {
        match self.code(state)? {
            NEVER => None,
            FAR => self.far.get(&(state as u32)).copied(),
            code => Some(u32::from(code) - 1),
        }
    }

    fn set(&mut self, state: usize, distance: u32) {
        let Some(before) = self.code(state) else { return };
        self.n_known += usize::from(before == NEVER);
        let code = u16::try_from(distance.saturating_add(1)).unwrap_or(FAR);
        if code == FAR {
            self.far.insert(state as u32, distance);
        }
        let [low, high] = code.to_le_bytes();
        self.low[state] = low;
        let block = &mut self.high[state / BLOCK];
        if high != 0 && block.is_empty() {
            *block = vec![0; BLOCK];
        }
        if let Some(byte) = block.get_mut(state % BLOCK) {
            *byte = high;
        }
    }

    /// The number of states with a known win.
    pub(super) fn n_known(&self) -> usize {
        self.n_known
    }

    pub(super) fn bytes(&self) -> usize {
        let of_blocks: usize = self.high.iter().map(Vec::capacity).sum();
        let blocks = self.high.capacity() * size_of::<Vec<u8>>() + of_blocks;
        self.low.capacity() + blocks + self.far.capacity() * 2 * size_of::<u64>()
    }
}

impl StateSpace {
    /// Finds the distance of every state from a win. False if stopped.
    ///
    /// O(steps) if there is room for the reversed steps. Otherwise O(steps · n), where n is how often a
    /// shortest way to a win changes between going to states with higher numbers and to states with lower ones.
    pub fn find_distances(&mut self, stop: StopCheck<'_>) -> bool {
        self.distances = Distances::default();
        if self.won.is_empty() && self.n_winning_steps == 0 {
            return !stop();
        }
        let backwards = (2 * self.n_states() + self.n_steps()) * size_of::<u32>();
        let found = match self.bytes() + backwards <= self.memory {
            true => self.distances_backwards(stop),
            false => self.distances_by_sweeps(stop),
        };
        found.map(|distances| self.distances = distances).is_some()
    }

    /// The distances when only the states that are won are known.
    fn distances_of_won(&self) -> Distances {
        let mut distances = Distances::none(self.n_states());
        self.won.iter().for_each(|state| distances.set(*state as usize, 0));
        distances
    }

    /// Distances by a breadth-first search backwards from the wins; `None` if stopped.
    fn distances_backwards(&self, stop: StopCheck<'_>) -> Option<Distances> {
        let (mut distances, n_states) = (self.distances_of_won(), self.n_states());
        let (sources, ends) = self.sources(stop)?;
        let mut queue = self.won.clone();
        queue.reserve_exact(n_states.saturating_sub(queue.len()));
        self.steps.visit(VisitOrder::Forwards, stop, |state, steps| {
            let wins = steps.iter().any(|step| step.target == WINS);
            if wins && distances.get(state).is_none() {
                distances.set(state, 1);
                queue.push(state as u32);
            }
        })?;
        let mut at = 0;
        while let Some(state) = queue.get(at).map(|state| *state as usize) {
            if at % STOP_EVERY == 0 && stop() {
                return None;
            }
            at += 1;
            let from = state.checked_sub(1).map_or(0, |before| ends[before]) as usize;
            let next = distances.get(state).unwrap_or(0) + 1;
            for source in &sources[from..ends[state] as usize] {
                if distances.get(*source as usize).is_none() {
                    distances.set(*source as usize, next);
                    queue.push(*source);
                }
            }
        }
        Some(distances)
    }

    /// The predecessors of each state, concatenated, and the end of those of each state.
    fn sources(&self, stop: StopCheck<'_>) -> Option<(Vec<u32>, Vec<u32>)> {
        let mut ends = vec![0_u32; self.n_states() + 1];
        self.steps.visit(VisitOrder::Forwards, stop, |_, steps| {
            steps.iter().filter_map(|step| step.state()).for_each(|to| ends[to as usize + 1] += 1);
        })?;
        for state in 0..self.n_states() {
            ends[state + 1] += ends[state];
        }
        let mut sources = vec![0_u32; ends.last().map_or(0, |end| *end as usize)];
        self.steps.visit(VisitOrder::Forwards, stop, |state, steps| {
            // Filling moves the first place of each state to that of the next.
            for target in steps.iter().filter_map(|step| step.state()) {
                let place = &mut ends[target as usize];
                sources[*place as usize] = state as u32;
                *place += 1;
            }
        })?;
        Some((sources, ends))
    }

    /// Distances by passes over all states, backwards and forwards, until nothing changes. Needs no memory but
    /// for the distances. One pass follows a whole way as far as its states ascend, or as far as they descend.
    fn distances_by_sweeps(&self, stop: StopCheck<'_>) -> Option<Distances> {
        let mut distances = self.distances_of_won();
        let mut order = VisitOrder::Backwards;
        loop {
            let mut nearer = false;
            self.steps.visit(order, stop, |state, steps| {
                nearer |= distances.lower(state, steps);
            })?;
            if !nearer {
                return Some(distances);
            }
            order = match order {
                VisitOrder::Forwards => VisitOrder::Backwards,
                VisitOrder::Backwards => VisitOrder::Forwards,
            };
        }
    }
}

impl Distances {
    /// Lowers the distance of a state to what its steps allow; true if it changed.
    fn lower(&mut self, state: usize, steps: &[Step]) -> bool {
        let far = |step: &Step| match step.state() {
            None => Some(1),
            Some(target) => Some(self.get(target as usize)? + 1),
        };
        let Some(least) = steps.iter().filter_map(far).min() else { return false };
        let is_less = self.get(state).is_none_or(|known| least < known);
        if is_less {
            self.set(state, least);
        }
        is_less
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::hash_of;

    fn add_states(space: &mut StateSpace, n_states: usize) {
        space.store.grow(n_states);
        for state in 0..n_states as u64 {
            let key = hash_of(&[state]);
            assert_eq!(space.store.number(&[state], key, (0, 0)), Some(state as u32));
        }
    }

    /// A space of random steps in which every state is found from one before it; some steps win, some states
    /// are won.
    fn random_space(rng: &mut fastrand::Rng) -> StateSpace {
        let mut space = StateSpace::new(1);
        let n_states = rng.usize(1..400);
        add_states(&mut space, n_states);
        let mut met = 1;
        for state in 0..n_states as u32 {
            let mut steps: Vec<Step> = Vec::new();
            let near = |rng: &mut fastrand::Rng, met: u32| match rng.u32(0..4) {
                0 => rng.u32(0..met),
                _ => (state + rng.u32(0..3)).saturating_sub(1).min(met - 1),
            };
            for label in 0..rng.u32(0..4) {
                steps.push(Step { target: near(rng, met), label });
            }
            while met < n_states as u32 && (met == state + 1 || rng.bool()) {
                steps.push(Step { target: met, label: 9 });
                met += 1;
            }
            if rng.u32(0..200) == 0 {
                space.n_winning_steps += 1;
                steps.push(Step { target: WINS, label: 10 });
            }
            if rng.u32(0..200) == 0 {
                space.won.push(state);
                steps.retain(|step| step.label == 9);
            }
            steps.into_iter().for_each(|step| space.steps.push(step));
            space.steps.end_state();
        }
        if rng.bool() {
            assert!(space.store.plant(usize::MAX, &|| false));
        }
        space
    }

    #[test]
    fn sweeps_find_what_the_search_backwards_does() {
        let mut rng = fastrand::Rng::with_seed(17);
        let mut longest = 0;
        for _ in 0..400 {
            let mut space = random_space(&mut rng);
            space.memory = usize::MAX;
            assert!(space.find_distances(&|| false));
            let known: Vec<Option<u32>> =
                (0..space.n_states() as u32).map(|s| space.distance(s)).collect();
            space.memory = 0;
            assert!(space.find_distances(&|| false));
            let swept: Vec<Option<u32>> =
                (0..space.n_states() as u32).map(|s| space.distance(s)).collect();
            assert_eq!(known, swept);
            let n_known = known.iter().flatten().count();
            assert_eq!(space.distances.n_known(), n_known);
            longest = longest.max(known.iter().flatten().max().copied().unwrap_or(0));
        }
        assert!(longest > 20, "{longest}");
    }

    #[test]
    fn long_distances_are_exact() {
        let n_states = 70_000_u32;
        let mut space = StateSpace::new(1);
        add_states(&mut space, n_states as usize);
        for state in 0..n_states {
            let target = if state + 1 == n_states { WINS } else { state + 1 };
            space.steps.push(Step { target, label: 0 });
            space.steps.end_state();
        }
        space.n_winning_steps = 1;
        for memory in [0, usize::MAX] {
            space.memory = memory;
            assert!(space.find_distances(&|| false));
            assert!((0..n_states).all(|state| space.distance(state) == Some(n_states - state)));
        }
    }
}
