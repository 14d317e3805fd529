//! What a search for steps gives.

use serde::{Deserialize, Serialize};

use foolproof_ground::Unevaluable;

use crate::puzzle::{ConstraintNumber, MarkNumber};

/// A mark that is known to be there, or known not to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Decision {
    pub mark: MarkNumber,
    pub on: bool,
}

/// Constraints from which, with marks that are decided, others follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvingStep {
    /// In rising order; none in a first step that tells what the choice rules leave no choice of.
    pub constraints: Vec<ConstraintNumber>,
    /// What the step needs of what is decided: none of these can be left out, so far as that was found out.
    pub reasons: Vec<Decision>,
    /// What follows from the constraints and what is decided: all but what is too hard to tell.
    pub marks: Vec<Decision>,
    /// Whether no fewer constraints decide any mark; else no smaller set was found.
    pub smallest: bool,
    /// How many undecided marks the constraints speak of.
    pub touched: usize,
    /// How many different sets were found that decided something at this moment, one for each mark: of at most
    /// as many constraints as the largest step up to this one needed. Who has found that one finds these, too.
    pub available: usize,
}

/// The number of the step before which the fewest sets were to be found, in the first half of all marks:
/// towards the end there is little left to be found. Of each step, how many marks follow, and how many sets
/// there were.
pub fn narrowest(steps: impl DoubleEndedIterator<Item = (usize, usize)> + Clone) -> Option<usize> {
    let half = steps.clone().map(|(marks, _)| marks).sum::<usize>() / 2;
    let decided = steps
        .clone()
        .scan(0, |decided, (marks, _)| Some(std::mem::replace(decided, *decided + marks)));
    let first = decided.take_while(|before| *before <= half).zip(steps);
    first.enumerate().min_by_key(|(_, (_, (_, available)))| *available).map(|(at, _)| at)
}

impl SolvingStep {
    /// What follows from the choice rules alone.
    pub(crate) fn without_constraints(marks: Vec<Decision>) -> Self {
        let (constraints, reasons) = (Vec::new(), Vec::new());
        Self { constraints, reasons, marks, smallest: true, touched: 0, available: 1 }
    }
}

/// The search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// Why there are no steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSteps {
    Halted,
    /// Rules that cannot be evaluated.
    Unreadable(Unevaluable),
}

impl From<Halted> for NoSteps {
    fn from(_: Halted) -> Self {
        Self::Halted
    }
}
