//! Checks whether a step from elsewhere is a valid step here.

use foolproof_kernel::StopCheck;

use crate::asker::{Asker, Kept};
use crate::puzzle::{ConstraintNumber, Puzzle};
use crate::step::{Decision, Halted, NoSteps};

/// Conflicts for each question.
const PATIENCE: u64 = 1_000;

/// Checks steps of a puzzle against its rules.
pub struct StepCheck<'p> {
    asker: Asker<'p>,
}

impl<'p> StepCheck<'p> {
    pub fn new(puzzle: &'p Puzzle) -> Result<Self, NoSteps> {
        Ok(Self { asker: Asker::new(puzzle, None)? })
    }

    /// Returns whether marks follow from constraints and known marks. False if that takes too long to show.
    pub fn follow(
        &mut self,
        marks: &[Decision],
        constraints: &[ConstraintNumber],
        reasons: &[Decision],
        stop: StopCheck<'_>,
    ) -> Result<bool, Halted> {
        let switch = self.asker.otherwise(marks.iter().copied());
        let mut lits: Vec<_> = reasons.iter().map(|reason| self.asker.lit(*reason)).collect();
        lits.push(switch);
        let answer = self.asker.ask(constraints, &lits, PATIENCE, stop)?;
        self.asker.forget(switch);
        Ok(matches!(answer, Kept::Never { .. }))
    }
}
