//! The steps of all states: plain, or a few bytes each if that would take too much memory.

use super::spill::SpillFile;
use super::step_log::{BlockSteps, LogReader, StepLog};
use super::stepper::Step;
use foolproof_kernel::StopCheck;
use std::ops::Range;
use std::sync::Arc;

/// States between two checks for a stop.
const STOP_EVERY: usize = 1 << 16;

/// The steps of the states from the first one on. The next state may have some of its steps here too.
#[derive(Clone, Debug)]
pub(super) enum StepStore {
    /// For every state, the end of its steps.
    Plain { steps: Vec<Step>, ends: Vec<u32> },
    /// The steps of the next state are kept apart.
    Log { log: StepLog, open: Vec<Step> },
}

/// The order in which states are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VisitOrder {
    Forwards,
    Backwards,
}

/// The steps of a state.
#[derive(Clone, Debug)]
pub(super) enum StepsOf<'a> {
    Listed(std::slice::Iter<'a, Step>),
    Logged(LogReader<'a>),
}

impl Iterator for StepsOf<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        match self {
            Self::Listed(steps) => steps.next().copied(),
            Self::Logged(reader) => reader.step(),
        }
    }
}

/// The places of a state's steps in a plain list.
fn listed(steps: &[Step], ends: &[u32], state: usize) -> Range<usize> {
    let end = |at: usize| ends.get(at).map(|end| *end as usize);
    let from = state.checked_sub(1).map_or(Some(0), end);
    let to = end(state).or_else(|| (state == ends.len()).then_some(steps.len()));
    from.zip(to).map_or(0..0, |(from, to)| from..to)
}

impl StepStore {
    pub(super) fn new() -> Self {
        Self::Plain { steps: Vec::new(), ends: Vec::new() }
    }

    /// The number of states whose steps are complete.
    pub(super) fn n_states(&self) -> usize {
        match self {
            Self::Plain { ends, .. } => ends.len(),
            Self::Log { log, .. } => log.n_states(),
        }
    }

    pub(super) fn n_steps(&self) -> usize {
        match self {
            Self::Plain { steps, .. } => steps.len(),
            Self::Log { log, open } => log.n_steps() + open.len(),
        }
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Plain { steps, ends } => {
                steps.capacity() * size_of::<Step>() + ends.capacity() * size_of::<u32>()
            }
            Self::Log { log, .. } => log.bytes(),
        }
    }

    /// The number of plain steps for which there is room.
    pub(super) fn capacity(&self) -> usize {
        match self {
            Self::Plain { steps, .. } => steps.capacity(),
            Self::Log { .. } => 0,
        }
    }

    /// Makes room for this many plain steps in all.
    pub(super) fn reserve(&mut self, capacity: usize) {
        if let Self::Plain { steps, .. } = self {
            steps.reserve_exact(capacity.saturating_sub(steps.len()));
        }
    }

    /// Adds a step of the next state.
    pub(super) fn push(&mut self, step: Step) {
        match self {
            Self::Plain { steps, .. } => steps.push(step),
            Self::Log { open, .. } => open.push(step),
        }
    }

    /// Marks the steps of the next state as complete.
    pub(super) fn end_state(&mut self) {
        match self {
            Self::Plain { steps, ends } => ends.push(steps.len() as u32),
            Self::Log { log, open } => {
                log.push(open);
                open.clear();
            }
        }
    }

    /// Removes and returns the steps of the next state.
    pub(super) fn take_open(&mut self) -> Vec<Step> {
        match self {
            Self::Plain { steps, ends } => {
                steps.split_off(ends.last().map_or(0, |end| *end as usize))
            }
            Self::Log { open, .. } => std::mem::take(open),
        }
    }

    /// Packs the steps; false if they are packed already.
    pub(super) fn pack(&mut self) -> bool {
        let Self::Plain { steps, ends } = self else { return false };
        let (mut log, mut from) = (StepLog::new(), 0);
        for end in ends.iter().map(|end| *end as usize) {
            log.push(steps.get(from..end).unwrap_or_default());
            from = end;
        }
        *self = Self::Log { log, open: steps.split_off(from) };
        true
    }

    /// Moves the oldest packed steps into a file, up to this many bytes. Returns the bytes freed.
    pub(super) fn spill(&mut self, file: &Arc<SpillFile>, bytes: usize) -> usize {
        match self {
            Self::Plain { .. } => 0,
            Self::Log { log, .. } => log.spill(file, bytes),
        }
    }

    /// The numbers of a state's steps.
    pub(super) fn places(&self, state: u32) -> Range<usize> {
        match self {
            Self::Plain { steps, ends } => listed(steps, ends, state as usize),
            Self::Log { log, .. } => {
                let places = log.places(state as usize);
                let is_next = state as usize == log.n_states();
                if is_next { places.start..self.n_steps() } else { places }
            }
        }
    }

    /// The steps of a state, as far as they were taken.
    pub(super) fn of(&self, state: u32) -> StepsOf<'_> {
        let state = state as usize;
        let steps = match self {
            Self::Plain { steps, ends } => steps.get(listed(steps, ends, state)),
            Self::Log { log, .. } if state < log.n_states() => {
                return StepsOf::Logged(log.steps(state));
            }
            Self::Log { log, open } => (state == log.n_states()).then_some(open.as_slice()),
        };
        StepsOf::Listed(steps.unwrap_or_default().iter())
    }

    /// The state and the label of the step that first found a state, given the states one step before it.
    pub(super) fn met_by(&self, state: u32, before: Range<u32>) -> Option<(u32, u32)> {
        let by = |from: u32| {
            let step = self.of(from).find(|step| step.target == state)?;
            Some((from, step.label))
        };
        match self {
            Self::Plain { .. } => before.into_iter().find_map(by),
            Self::Log { log, .. } => log.met_by(state).or_else(|| by(log.n_states() as u32)),
        }
    }

    /// Calls a function with the steps of each state; `None` if stopped.
    pub(super) fn visit(
        &self,
        order: VisitOrder,
        stop: StopCheck<'_>,
        mut doing: impl FnMut(usize, &[Step]),
    ) -> Option<()> {
        let n_states = self.n_states();
        let at = |at: usize, n: usize| if order == VisitOrder::Forwards { at } else { n - 1 - at };
        match self {
            Self::Plain { steps, ends } => {
                for place in 0..=n_states {
                    if place % STOP_EVERY == 0 && stop() {
                        return None;
                    }
                    let state = at(place, n_states + 1);
                    doing(state, steps.get(listed(steps, ends, state)).unwrap_or_default());
                }
            }
            Self::Log { log, open } => {
                if order == VisitOrder::Backwards {
                    doing(n_states, open);
                }
                let mut block = BlockSteps::default();
                for place in 0..log.n_blocks() {
                    if (place * BlockSteps::STATES).is_multiple_of(STOP_EVERY) && stop() {
                        return None;
                    }
                    log.read_block(at(place, log.n_blocks()), &mut block);
                    match order {
                        VisitOrder::Forwards => {
                            block.states().for_each(|(s, steps)| doing(s, steps))
                        }
                        VisitOrder::Backwards => {
                            block.states().rev().for_each(|(s, steps)| doing(s, steps));
                        }
                    }
                }
                if order == VisitOrder::Forwards {
                    doing(n_states, open);
                }
            }
        }
        Some(())
    }
}
