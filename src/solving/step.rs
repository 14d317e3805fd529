//! The results of a search for steps.

use serde::{Deserialize, Serialize};

use foolproof_ground::Unevaluable;

use crate::puzzle::{ConstraintNumber, MarkNumber};

/// A mark that is known to be there, or known not to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Decision {
    pub mark: MarkNumber,
    pub on: bool,
}

/// Constraints and decided marks from which further marks follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvingStep {
    /// Ascending; empty in a first step, which decides what follows from the choice rules alone.
    pub constraints: Vec<ConstraintNumber>,
    /// The decided marks that the step needs: none is known to be superfluous.
    pub reasons: Vec<Decision>,
    /// The marks that follow from the constraints and from what is decided, except those for which that was too
    /// hard to find out.
    pub marks: Vec<Decision>,
    /// It is proved that no smaller set decides any mark. Otherwise no smaller set was found.
    pub smallest: bool,
    /// Number of undecided marks that the constraints touch.
    pub touched: usize,
    /// The number of different sets found that decide something at this moment, at most one for each mark.
    /// Counts sets up to the size of the largest step so far, since a player who found that step finds these too.
    pub available: usize,
}

/// The number of the step with the fewest available sets, within the first half of all marks: towards the end
/// few are left anyway. `steps` gives the numbers of marks that follow and of available sets for each step.
pub fn narrowest(steps: impl DoubleEndedIterator<Item = (usize, usize)> + Clone) -> Option<usize> {
    let half = steps.clone().map(|(marks, _)| marks).sum::<usize>() / 2;
    let decided = steps
        .clone()
        .scan(0, |decided, (marks, _)| Some(std::mem::replace(decided, *decided + marks)));
    let first = decided.take_while(|before| *before <= half).zip(steps);
    first.enumerate().min_by_key(|(_, (_, (_, available)))| *available).map(|(at, _)| at)
}

impl SolvingStep {
    /// A step that decides the marks that follow from the choice rules alone.
    pub(crate) fn without_constraints(marks: Vec<Decision>) -> Self {
        let (constraints, reasons) = (Vec::new(), Vec::new());
        Self { constraints, reasons, marks, smallest: true, touched: 0, available: 1 }
    }
}

/// The search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// Reason why there are no steps.
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
