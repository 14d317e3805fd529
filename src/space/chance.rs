//! The state space of a level with chance: all states, and all outcomes of every step.

use super::chance_turns::{Chance, ChanceStepper, TakenTurns, TurnEnds};
use super::crew::Crew;
use super::explore::BATCH_BYTES;
use super::state_space::ExploreEnd;
use super::stepper::{BrokenStep, FRESH, WINS};
use super::table::StateTable;
use super::watched::SpaceLimits;
use foolproof_kernel::StopCheck;
use num_traits::CheckedAdd;
use std::ops::Range;

const FIRST_CAPACITY: usize = 256;
/// The most states expanded in one batch; the first batches are smaller.
const MAX_BATCH_STATES: usize = 4_096;
const FIRST_BATCH_STATES: usize = 16;

/// One way of a step, that is, one of its outcomes: the state it leads to, or [`WINS`], and its chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub target: u32,
    pub chance: Chance,
}

/// The states of a level with chance, numbered in the order in which a breadth-first search finds them.
pub struct ChanceSpace {
    table: StateTable,
    /// The states in which a level may begin.
    starts: Vec<Way>,
    /// The label of every step, and the end of its ways in `ways`.
    pub(crate) steps: Vec<(u32, u32)>,
    /// For every expanded state, the end of its steps in `steps`.
    step_ends: Vec<u32>,
    pub(crate) ways: Vec<Way>,
    /// The flags of all steps, combined.
    flags: u8,
    end: ExploreEnd,
}

impl ChanceSpace {
    /// A space that knows only the states in which a level may begin.
    pub fn new(width: usize, starts: &TurnEnds) -> Self {
        let mut space = Self {
            table: StateTable::new(width),
            starts: Vec::new(),
            steps: Vec::new(),
            step_ends: Vec::new(),
            ways: Vec::new(),
            flags: 0,
            end: ExploreEnd::Stopped,
        };
        let starts = TakenTurns::<()>::starts(starts, &space.table);
        let (all, mut fresh) = (0..starts.ways.len(), 0);
        match space.numbered(&starts, all, &mut fresh, &SpaceLimits::default()) {
            Some(starts) => space.starts = starts,
            None => space.end = ExploreEnd::Limit,
        }
        space
    }

    /// Explores, or continues an exploration that was stopped. `steppers` must not be empty; more are added
    /// when threads are worth it. The result does not depend on their number.
    pub fn explore<S: ChanceStepper>(
        &mut self,
        steppers: &mut Vec<S>,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Option<BrokenStep<S::Fault>> {
        if self.end != ExploreEnd::Stopped {
            return None;
        }
        let mut crew = Crew::new(steppers, limits.threads);
        let mut batch_states = FIRST_BATCH_STATES;
        loop {
            let from = self.n_expanded();
            if from == self.n_states() {
                self.end = ExploreEnd::Complete;
                return None;
            }
            if stop() {
                return None;
            }
            let batch = from..self.n_states().min(from + batch_states);
            let table = &self.table;
            let made = crew.take((&batch, self.n_states()), 1, S::another, |stepper, states| {
                let most_bytes = BATCH_BYTES * states.len() / batch.len();
                TakenTurns::take(stepper, table, states, (most_bytes, stop))
            });
            let mut bytes = 0;
            for taken in made {
                let is_cut = taken.is_cut;
                bytes += taken.bytes();
                if let Err(broken) = self.merge(taken, &mut crew, limits) {
                    return broken;
                }
                if is_cut {
                    break;
                }
            }
            // Whatever follows a piece that was cut is done again, so leave some room in the next batch.
            let bytes_a_state = bytes / (self.n_expanded() - from).max(1) + 1;
            batch_states =
                (2 * batch_states).min(BATCH_BYTES / 2 / bytes_a_state).clamp(1, MAX_BATCH_STATES);
        }
    }

    /// Adds the steps of some states in order.
    ///
    /// # Errors
    /// If the exploration has ended; with the step that ended it, if one did.
    fn merge<S: ChanceStepper>(
        &mut self,
        mut taken: TakenTurns<S::Fault>,
        crew: &mut Crew<'_, S>,
        limits: &SpaceLimits,
    ) -> Result<(), Option<BrokenStep<S::Fault>>> {
        let turns = std::mem::take(&mut taken.turns);
        let n_labels = turns.len().checked_div(taken.n_states).unwrap_or(0);
        let (mut fresh, mut from) = (0, 0);
        let (mut n_steps, mut n_ways) = (self.steps.len(), self.ways.len());
        for (at, turn) in turns.into_iter().enumerate() {
            let (state, label) = (self.n_expanded() as u32, (at % n_labels) as u32);
            self.flags |= turn.flags;
            let Some(stepper) = crew.first() else { return Err(None) };
            let fault = stepper
                .conflict(self.flags)
                .or_else(|| turn.fault.and_then(|fault| stepper.leave_out(fault, label).err()));
            if let Some(fault) = fault {
                self.end = ExploreEnd::Broken;
                return Err(Some(BrokenStep { fault, state, label }));
            }
            let Some(ways) = self.numbered(&taken, from..turn.end, &mut fresh, limits) else {
                self.steps.truncate(n_steps);
                self.ways.truncate(n_ways);
                self.end = ExploreEnd::Limit;
                return Err(None);
            };
            from = turn.end;
            // A step that certainly changes nothing does not count as one.
            if ways.iter().any(|way| way.target != state) {
                self.ways.extend(ways);
                self.steps.push((label, self.ways.len() as u32));
            }
            if label as usize + 1 == n_labels {
                self.step_ends.push(self.steps.len() as u32);
                (n_steps, n_ways) = (self.steps.len(), self.ways.len());
            }
        }
        Ok(())
    }

    /// The ways of a step with the numbers of their states, each target once; `None` if there is no room.
    fn numbered<F>(
        &mut self,
        taken: &TakenTurns<F>,
        places: Range<usize>,
        fresh: &mut usize,
        limits: &SpaceLimits,
    ) -> Option<Vec<Way>> {
        let width = self.table.width();
        let mut ways = Vec::with_capacity(places.len());
        for &(target, chance) in taken.ways.get(places).unwrap_or_default() {
            let mut target = target;
            if target == FRESH {
                let (words, hash) = (*fresh * width..(*fresh + 1) * width, taken.hashes[*fresh]);
                *fresh += 1;
                target = self.number(taken.fresh.get(words)?, hash, limits)?;
            }
            ways.push(Way { target, chance });
        }
        ways.sort_by_key(|way| way.target);
        let mut merged: Vec<Way> = Vec::with_capacity(ways.len());
        for way in ways {
            match merged.last_mut().filter(|last| last.target == way.target) {
                Some(last) => last.chance = last.chance.checked_add(&way.chance)?,
                None => merged.push(way),
            }
        }
        Some(merged)
    }

    fn number(&mut self, packed: &[u64], hash: u64, limits: &SpaceLimits) -> Option<u32> {
        if let Some(number) = self.table.number(packed, hash) {
            return Some(number);
        }
        let now = self.table.capacity();
        let wanted = (now * 2).max(FIRST_CAPACITY).min(limits.states);
        // While the table grows, the old one exists beside the new one; the same holds for the lists.
        let bytes = self.table.bytes_for(wanted) + self.table.bytes() + 3 * self.list_bytes();
        if wanted <= now || bytes.saturating_add(BATCH_BYTES) > limits.bytes {
            return None;
        }
        self.table.grow(wanted);
        self.table.number(packed, hash)
    }

    fn list_bytes(&self) -> usize {
        let steps = self.steps.capacity() * size_of::<(u32, u32)>();
        steps + self.ways.capacity() * size_of::<Way>() + self.step_ends.capacity() * 4
    }

    /// Memory in bytes.
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

    /// The states in which a level may begin.
    pub fn starts_with(&self) -> impl Iterator<Item = u32> {
        self.starts.iter().map(|way| way.target)
    }

    /// The numbers of the steps of a state.
    pub(crate) fn steps_of(&self, state: u32) -> Range<usize> {
        let end = |at: usize| self.step_ends.get(at).map_or(0, |end| *end as usize);
        let from = (state as usize).checked_sub(1).map_or(0, end);
        from..end(state as usize).max(from)
    }

    pub(crate) fn way_numbers(&self, step: usize) -> Range<usize> {
        let from = step.checked_sub(1).map_or(0, |before| self.steps[before].1 as usize);
        from..self.steps[step].1 as usize
    }

    /// The ways of a step, given its number.
    pub(crate) fn ways_of(&self, step: usize) -> &[Way] {
        &self.ways[self.way_numbers(step)]
    }

    /// The steps of a state, each with its number and label.
    pub fn labelled_steps(&self, state: u32) -> impl Iterator<Item = (usize, u32)> {
        self.steps_of(state).map(|step| (step, self.steps[step].0))
    }

    /// The number of the way by which a step leads to a state (`None`: to a win).
    pub fn way_to(&self, step: usize, target: Option<u32>) -> Option<usize> {
        let target = target.unwrap_or(WINS);
        self.way_numbers(step).find(|way| self.ways[*way].target == target)
    }

    /// The number of ways of all steps.
    pub fn n_ways(&self) -> usize {
        self.ways.len()
    }

    /// For a state and a label, the states to which the step may lead (`None`: a win), with their chances.
    pub fn turn(&self, state: u32, label: u32) -> Vec<(Option<u32>, Chance)> {
        let step = self.steps_of(state).find(|step| self.steps[*step].0 == label);
        let ways = step.map_or(&[][..], |step| self.ways_of(step));
        ways.iter().map(|way| ((way.target != WINS).then_some(way.target), way.chance)).collect()
    }

    /// Returns whether the chances of each step add up to one.
    #[cfg(test)]
    pub(crate) fn is_sound(&self) -> bool {
        let is_one =
            |ways: &[Way]| ways.iter().map(|way| way.chance).sum::<Chance>() == Chance::from(1);
        (0..self.steps.len()).all(|step| is_one(self.ways_of(step))) && is_one(&self.starts)
    }
}
