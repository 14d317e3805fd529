//! States of levels in which chance decides what a step does: all of them, and all ways of every step.

use super::state_space::ExploreEnd;
use super::stepper::{BrokenStep, WINS};
use super::table::{StateTable, hash_of};
use super::watched::SpaceLimits;
use foolproof_kernel::StopCheck;
use num_rational::Ratio;
use num_traits::CheckedAdd;
use std::ops::Range;

/// A chance, exactly.
pub type Chance = Ratio<u64>;

const FIRST_CAPACITY: usize = 256;

/// All ways in which a step can end, as a game finds them.
#[derive(Debug, Default)]
pub struct TurnEnds {
    /// The packed states, one after the other.
    words: Vec<u64>,
    /// The chance of each way, and whether it wins; a way that does not has a state.
    ways: Vec<(Chance, bool)>,
}

impl TurnEnds {
    /// Adds a way that leads to a state.
    pub fn lead_to(&mut self, packed: &[u64], chance: Chance) {
        self.words.extend_from_slice(packed);
        self.ways.push((chance, false));
    }

    /// Adds a way that wins.
    pub fn win(&mut self, chance: Chance) {
        self.ways.push((chance, true));
    }

    /// Forgets all ways: the step is none.
    pub fn clear(&mut self) {
        self.words.clear();
        self.ways.clear();
    }
}

/// The rules of a game of chance at one level. A step wins with some of its ways or with none; no state is
/// won by itself.
pub trait ChanceStepper {
    type Fault;

    /// Numbers of different steps: labels are below.
    fn n_labels(&self) -> u32;

    /// Takes a step of a packed state in all ways that chance may take. Their chances add up to one.
    ///
    /// # Errors
    /// Whatever prevents the step.
    fn take(&mut self, state: &[u64], label: u32, made: &mut TurnEnds) -> Result<(), Self::Fault>;
}

/// One way of a step: the state to which it leads, or [`WINS`], and its chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub target: u32,
    pub chance: Chance,
}

/// The states of a level with chance, numbered in the order in which a breadth-first search meets them.
pub struct ChanceSpace {
    table: StateTable,
    /// What the level begins with.
    starts: Vec<Way>,
    /// The label of every step, and the end of its ways.
    pub(crate) steps: Vec<(u32, u32)>,
    /// For every state whose steps were all taken the end of its steps.
    step_ends: Vec<u32>,
    pub(crate) ways: Vec<Way>,
    end: ExploreEnd,
}

impl ChanceSpace {
    /// A space whose states are to be found from those that a level begins with.
    pub fn new(width: usize, starts: &TurnEnds) -> Self {
        let mut space = Self {
            table: StateTable::new(width),
            starts: Vec::new(),
            steps: Vec::new(),
            step_ends: Vec::new(),
            ways: Vec::new(),
            end: ExploreEnd::Stopped,
        };
        match space.numbered(starts, &SpaceLimits::default()) {
            Some(starts) => space.starts = starts,
            None => space.end = ExploreEnd::Limit,
        }
        space
    }

    /// Goes on exploring, if the space was stopped or is new.
    pub fn explore<S: ChanceStepper>(
        &mut self,
        stepper: &mut S,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Option<BrokenStep<S::Fault>> {
        if self.end != ExploreEnd::Stopped {
            return None;
        }
        let mut made = TurnEnds::default();
        loop {
            let state = self.n_expanded() as u32;
            if state as usize == self.n_states() {
                self.end = ExploreEnd::Complete;
                return None;
            }
            if stop() {
                return None;
            }
            let (n_steps, n_ways) = (self.steps.len(), self.ways.len());
            for label in 0..stepper.n_labels() {
                made.clear();
                let packed = self.table.state(state).to_vec();
                if let Err(fault) = stepper.take(&packed, label, &mut made) {
                    self.end = ExploreEnd::Broken;
                    return Some(BrokenStep { fault, state, label });
                }
                let Some(ways) = self.numbered(&made, limits) else {
                    self.steps.truncate(n_steps);
                    self.ways.truncate(n_ways);
                    self.end = ExploreEnd::Limit;
                    return None;
                };
                // What surely changes nothing is no step.
                if ways.iter().any(|way| way.target != state) {
                    self.ways.extend(ways);
                    self.steps.push((label, self.ways.len() as u32));
                }
            }
            self.step_ends.push(self.steps.len() as u32);
        }
    }

    /// The ways of a step with the numbers of their states, each target once; `None` where there is no room.
    fn numbered(&mut self, made: &TurnEnds, limits: &SpaceLimits) -> Option<Vec<Way>> {
        let width = self.table.width();
        let mut words = made.words.chunks_exact(width.max(1));
        let mut ways = Vec::with_capacity(made.ways.len());
        for &(chance, wins) in &made.ways {
            let target = match wins {
                true => WINS,
                false => self.number(words.next().unwrap_or_default(), limits)?,
            };
            ways.push(Way { target, chance });
        }
        ways.sort_by_key(|way| way.target);
        let mut merged: Vec<Way> = Vec::new();
        for way in ways {
            match merged.last_mut().filter(|last| last.target == way.target) {
                Some(last) => last.chance = last.chance.checked_add(&way.chance)?,
                None => merged.push(way),
            }
        }
        Some(merged)
    }

    fn number(&mut self, packed: &[u64], limits: &SpaceLimits) -> Option<u32> {
        let hash = hash_of(packed);
        if let Some(number) = self.table.number(packed, hash) {
            return Some(number);
        }
        let now = self.table.capacity();
        let wanted = (now * 2).max(FIRST_CAPACITY).min(limits.states);
        // The old table is there while the new one is made, and so are the lists while they grow.
        let bytes = self.table.bytes_for(wanted) + self.table.bytes() + 3 * self.list_bytes();
        if wanted <= now || bytes > limits.bytes {
            return None;
        }
        self.table.grow(wanted);
        self.table.number(packed, hash)
    }

    fn list_bytes(&self) -> usize {
        let steps = self.steps.capacity() * size_of::<(u32, u32)>();
        steps + self.ways.capacity() * size_of::<Way>() + self.step_ends.capacity() * 4
    }

    /// Memory that it takes.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.list_bytes()
    }

    pub fn end(&self) -> ExploreEnd {
        self.end
    }

    pub fn is_complete(&self) -> bool {
        self.end == ExploreEnd::Complete
    }

    pub fn n_states(&self) -> usize {
        self.table.n_states()
    }

    pub(crate) fn n_expanded(&self) -> usize {
        self.step_ends.len()
    }

    /// The packed states.
    pub fn table(&self) -> &StateTable {
        &self.table
    }

    pub(crate) fn starts(&self) -> &[Way] {
        &self.starts
    }

    /// The states that a level may begin with.
    pub fn starts_with(&self) -> impl Iterator<Item = u32> {
        self.starts.iter().map(|way| way.target)
    }

    /// The numbers of a state's steps.
    pub(crate) fn steps_of(&self, state: u32) -> Range<usize> {
        let end = |at: usize| self.step_ends.get(at).map_or(0, |end| *end as usize);
        let from = (state as usize).checked_sub(1).map_or(0, end);
        from..end(state as usize).max(from)
    }

    /// The numbers of a step's ways.
    pub fn way_numbers(&self, step: usize) -> Range<usize> {
        let from = step.checked_sub(1).map_or(0, |before| self.steps[before].1 as usize);
        from..self.steps[step].1 as usize
    }

    /// The ways of a step, by its number.
    pub(crate) fn ways_of(&self, step: usize) -> &[Way] {
        &self.ways[self.way_numbers(step)]
    }

    /// The steps of a state, each with its number and label.
    pub fn labelled_steps(&self, state: u32) -> impl Iterator<Item = (usize, u32)> {
        self.steps_of(state).map(|step| (step, self.steps[step].0))
    }

    /// The number of the way of a step to a state (none: to a win).
    pub fn way_to(&self, step: usize, target: Option<u32>) -> Option<usize> {
        let target = target.unwrap_or(WINS);
        self.way_numbers(step).find(|way| self.ways[*way].target == target)
    }

    /// Ways of all steps.
    pub fn n_ways(&self) -> usize {
        self.ways.len()
    }

    /// For each state and label with a step, the states to which it may lead (none: a win), with chances.
    pub fn turn(&self, state: u32, label: u32) -> Vec<(Option<u32>, Chance)> {
        let step = self.steps_of(state).find(|step| self.steps[*step].0 == label);
        let ways = step.map_or(&[][..], |step| self.ways_of(step));
        ways.iter().map(|way| ((way.target != WINS).then_some(way.target), way.chance)).collect()
    }

    /// Whether all chances of all steps add up to one.
    #[cfg(test)]
    pub(crate) fn is_sound(&self) -> bool {
        let is_one =
            |ways: &[Way]| ways.iter().map(|way| way.chance).sum::<Chance>() == Chance::from(1);
        (0..self.steps.len()).all(|step| is_one(self.ways_of(step))) && is_one(&self.starts)
    }
}
