//! The rules of a game, as the exploration of a level needs them: packed states, and the steps of each.

use serde::{Deserialize, Serialize};
use std::ops::Range;

use super::store::StateStore;
use super::trees::RecentParts;
use foolproof_kernel::StopCheck;

/// Standing of a play in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    Open,
    Won,
    Lost,
    /// Known, without its steps, to lead to no win; its steps are not taken.
    DeadEnd,
}

/// A step: its target, and the game's label for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of a state, or [`WINS`].
    pub target: u32,
    pub label: u32,
}

/// The number of an action.
pub type ActionId = u32;

/// The target of a step that wins and leads to no state.
pub const WINS: u32 = u32::MAX;
/// In an [`Expansion`], the target of a step to a state that is not known yet.
pub(super) const FRESH: u32 = u32::MAX - 1;

/// States that are looked up together.
const TOGETHER: usize = 64;

impl Step {
    /// The state that the step leads to; `None` if it wins.
    pub fn state(self) -> Option<u32> {
        (self.target != WINS).then_some(self.target)
    }
}

/// A step that failed, so that the exploration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenStep<F> {
    pub fault: F,
    pub state: u32,
    pub label: u32,
}

/// The rules of a game for one level, as steps between packed states.
///
/// A game may be won in a state, which then has no steps, or by a step to [`WINS`].
pub trait Stepper: Send + Sized {
    type Fault: Send;

    /// States to expand between two checks for a stop.
    fn batch_states(&self) -> usize;

    /// The unit of sharing: each thread gets a multiple of this many states.
    fn piece_states(&self) -> usize {
        1
    }

    /// Bytes that grow with the exploration.
    fn bytes(&self) -> usize {
        0
    }

    /// Takes all steps of some known states, in the order of labels.
    fn expand(
        &mut self,
        known: &StateStore,
        states: Range<usize>,
        stop: StopCheck<'_>,
        made: &mut Expansion<Self::Fault>,
    );

    /// Finds out which of some known states are won or lost, without taking steps.
    fn judge(&mut self, _: &StateStore, states: Range<usize>) -> Vec<Standing> {
        vec![Standing::Open; states.len()]
    }

    /// Gives the labels of steps their final numbers, if the labels are numbered as they occur. It is called in
    /// the order of states, whichever thread took the steps.
    fn number_labels(&mut self, _: &mut Expansion<Self::Fault>) {}

    /// A copy for another thread; `None` if there may be only one thread.
    fn another(&self) -> Option<Self> {
        None
    }

    /// The reason, given the flags of all steps so far, why the successors of a state do not depend on the
    /// state alone.
    fn conflict(&self, _flags: u8) -> Option<Self::Fault> {
        None
    }
}

/// The steps of some consecutive states.
#[derive(Debug)]
pub struct Expansion<F> {
    pub(super) steps: Vec<Step>,
    /// For each state, the end of its steps.
    pub(super) ends: Vec<u32>,
    pub(super) standings: Vec<Standing>,
    /// The words of the states that are not known, concatenated, and their keys.
    pub(super) fresh: Vec<u64>,
    pub(super) keys: Vec<u64>,
    recent: RecentParts,
    /// The number of steps whose targets were looked up, and how many of these are new.
    n_looked_up: usize,
    n_new: usize,
    /// Flags of steps by place; most steps have none.
    pub(super) flags: Vec<(usize, u8)>,
    /// The meaning of the labels, in words that only the game reads.
    label_words: Vec<u64>,
    /// Labels that never come to an end, each with the place of its state.
    pub(super) endless: Vec<(usize, u32)>,
    /// The fault of the step after the last one, and its label.
    pub(super) fault: Option<(F, u32)>,
    pub(super) stopped: bool,
}

impl<F> Default for Expansion<F> {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            ends: Vec::new(),
            standings: Vec::new(),
            fresh: Vec::new(),
            keys: Vec::new(),
            recent: RecentParts::default(),
            n_looked_up: 0,
            n_new: 0,
            flags: Vec::new(),
            label_words: Vec::new(),
            endless: Vec::new(),
            fault: None,
            stopped: false,
        }
    }
}

impl<F> Expansion<F> {
    /// Adds a step to a known state or to [`WINS`].
    pub fn step(&mut self, label: u32, target: u32) {
        self.steps.push(Step { target, label });
    }

    /// Adds a step to a state that is looked up when the steps are merged.
    pub(crate) fn step_to(&mut self, label: u32, packed: &[u64], known: &StateStore) {
        self.steps.push(Step { target: FRESH, label });
        self.fresh.extend_from_slice(packed);
        self.keys.push(known.key_of(packed, &mut self.recent));
    }

    /// Adds a step to a state that is looked up soon, in parallel by the threads.
    pub fn step_found(&mut self, label: u32, packed: &[u64], known: &StateStore) {
        self.step_to(label, packed, known);
        if self.keys.len() >= self.n_new + TOGETHER {
            self.look_up(known);
        }
    }

    /// Looks up the targets of the last steps together: otherwise most of the time is spent waiting for memory.
    fn look_up(&mut self, known: &StateStore) {
        known.touch(self.keys.get(self.n_new..).unwrap_or_default());
        let (width, mut at) = (known.width(), self.n_new);
        for step in self.steps.iter_mut().skip(self.n_looked_up) {
            if step.target != FRESH {
                continue;
            }
            let (words, key) = (at * width..(at + 1) * width, self.keys[at]);
            match known.find_key(&self.fresh[words.clone()], key) {
                Some(number) => step.target = number,
                None => {
                    self.fresh.copy_within(words, self.n_new * width);
                    self.keys[self.n_new] = key;
                    self.n_new += 1;
                }
            }
            at += 1;
        }
        self.fresh.truncate(self.n_new * width);
        self.keys.truncate(self.n_new);
        self.n_looked_up = self.steps.len();
    }

    /// Stores the meaning of labels for [`Stepper::number_labels`].
    pub fn keep_labels(&mut self, words: &[u64]) {
        self.label_words.extend_from_slice(words);
    }

    /// The stored meaning of labels.
    pub fn label_words(&self) -> &[u64] {
        &self.label_words
    }

    /// Gives every step another label.
    pub fn relabel(&mut self, new: impl Fn(u32) -> u32) {
        self.steps.iter_mut().for_each(|step| step.label = new(step.label));
    }

    /// Sets flags for [`Stepper::conflict`] on the next step, or on the state if it has no further step.
    pub fn flag(&mut self, flags: u8) {
        self.flags.push((self.steps.len(), flags));
    }

    /// Notes that this label never comes to an end and never wins. No play goes on after it, so it is not a
    /// step, but it differs from a label that does nothing.
    pub fn endless(&mut self, label: u32) {
        self.endless.push((self.ends.len(), label));
    }

    /// Marks the end of the steps of a state.
    pub fn end_state(&mut self, standing: Standing) {
        self.ends.push(self.steps.len() as u32);
        self.standings.push(standing);
    }

    /// Notes that the next step fails; no step is taken after it.
    pub fn fail(&mut self, fault: F, label: u32) {
        self.fault = Some((fault, label));
    }

    /// Notes that a stop came before the next state.
    pub fn stop(&mut self) {
        self.stopped = true;
    }
}
