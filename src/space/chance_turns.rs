//! The rules of a game of chance, as the exploration of its levels needs them.

use super::stepper::{FRESH, WINS};
use super::table::{StateTable, hash_of};
use foolproof_kernel::StopCheck;
use num_rational::Ratio;
use std::ops::Range;

/// An exact chance.
pub type Chance = Ratio<u64>;

/// All outcomes of one step, collected by a game.
#[derive(Debug, Default)]
pub struct TurnEnds {
    /// The packed states, one after the other.
    words: Vec<u64>,
    /// The chance of each way, and whether it wins. Every other way has a state in `words`.
    ways: Vec<(Chance, bool)>,
    flags: u8,
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

    /// Sets flags for [`ChanceStepper::conflict`].
    pub fn flag(&mut self, flags: u8) {
        self.flags |= flags;
    }

    fn clear(&mut self) {
        self.words.clear();
        self.ways.clear();
        self.flags = 0;
    }
}

/// The rules of a game of chance for one level. A game is won by a step, in some of its ways, never by a state.
pub trait ChanceStepper: Send + Sized {
    type Fault: Send;

    /// The number of labels: every label is below it.
    fn n_labels(&self) -> u32;

    /// Takes a step of a packed state with every outcome. The chances of the outcomes add up to one.
    ///
    /// # Errors
    /// If the step cannot be taken.
    fn take(&mut self, state: &[u64], label: u32, made: &mut TurnEnds) -> Result<(), Self::Fault>;

    /// Notes that a step cannot be taken and is left out.
    ///
    /// # Errors
    /// Returns the fault if it must end the exploration.
    fn leave_out(&mut self, fault: Self::Fault, _label: u32) -> Result<(), Self::Fault> {
        Err(fault)
    }

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

/// One label applied to one state: the end of its ways, its flags, and the fault that prevented it.
#[derive(Debug)]
pub(super) struct TakenTurn<F> {
    pub(super) end: usize,
    pub(super) flags: u8,
    pub(super) fault: Option<F>,
}

/// Some consecutive states with all ways of their steps.
#[derive(Debug)]
pub(super) struct TakenTurns<F> {
    /// One for each label of each state, in this order.
    pub(super) turns: Vec<TakenTurn<F>>,
    /// The target of each way and its chance; [`FRESH`] stands for a state that was not known.
    pub(super) ways: Vec<(u32, Chance)>,
    /// The words of the states that were not known, concatenated, and their hashes.
    pub(super) fresh: Vec<u64>,
    pub(super) hashes: Vec<u64>,
    /// The number of states whose steps are complete.
    pub(super) n_states: usize,
    /// Steps are missing because of a stop, or because there are too many ways.
    pub(super) is_cut: bool,
}

impl<F> Default for TakenTurns<F> {
    fn default() -> Self {
        Self {
            turns: Vec::new(),
            ways: Vec::new(),
            fresh: Vec::new(),
            hashes: Vec::new(),
            n_states: 0,
            is_cut: false,
        }
    }
}

impl<F> TakenTurns<F> {
    /// Takes the steps of known states until they fill the given number of bytes.
    pub(super) fn take<S: ChanceStepper<Fault = F>>(
        stepper: &mut S,
        known: &StateTable,
        states: Range<usize>,
        (most_bytes, stop): (usize, StopCheck<'_>),
    ) -> Self {
        let (mut taken, mut made) = (Self::default(), TurnEnds::default());
        for state in states {
            if stop() || (taken.bytes() > most_bytes && taken.n_states > 0) {
                taken.is_cut = true;
                break;
            }
            let packed = known.state(state as u32);
            for label in 0..stepper.n_labels() {
                made.clear();
                let fault = stepper.take(packed, label, &mut made).err();
                taken.add(&made, fault, known);
            }
            taken.n_states += 1;
        }
        taken
    }

    fn add(&mut self, made: &TurnEnds, fault: Option<F>, known: &StateTable) {
        // If a step failed, its ways may be incomplete.
        if fault.is_none() {
            let mut words = made.words.chunks_exact(known.width().max(1));
            for &(chance, wins) in &made.ways {
                let target = match wins {
                    true => WINS,
                    false => self.target(words.next().unwrap_or_default(), known),
                };
                self.ways.push((target, chance));
            }
        }
        self.turns.push(TakenTurn { end: self.ways.len(), flags: made.flags, fault });
    }

    fn target(&mut self, packed: &[u64], known: &StateTable) -> u32 {
        let hash = hash_of(packed);
        known.find(packed, hash).unwrap_or_else(|| {
            self.fresh.extend_from_slice(packed);
            self.hashes.push(hash);
            FRESH
        })
    }

    /// The states in which a level may begin, as ways.
    pub(super) fn starts(starts: &TurnEnds, known: &StateTable) -> Self {
        let mut taken = Self::default();
        taken.add(starts, None, known);
        taken
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.ways.len() * size_of::<(u32, Chance)>()
            + (self.fresh.len() + self.hashes.len()) * size_of::<u64>()
            + self.turns.len() * size_of::<TakenTurn<F>>()
    }
}
