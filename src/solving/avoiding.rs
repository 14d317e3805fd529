//! The reach of steps that may use only some sets of constraints.
//!
//! A mark that follows from a set of constraints and from decided marks still follows when more marks are
//! decided. So the order of steps does not matter: if every allowed set was tried and none decides a further
//! mark, no other path of allowed steps leads further.

use foolproof_kernel::StopCheck;

use crate::asker::Kept;
use crate::finder::{Begun, StepFinder};
use crate::hitting::{TooMany, allowed_hitting_set};
use crate::puzzle::{ConstraintNumber, MarkNumber, Puzzle};
use crate::step::{Decision, Halted, NoSteps};

/// Conflict limit of a question whether a set decides a mark, and effort limit of all such questions together.
const PATIENT: u64 = 10_000;
const AFFORDED: u64 = 1_000_000_000;

/// The sets of constraints that a step may use.
#[derive(Clone, Copy)]
pub struct AllowedSets<'a> {
    /// The largest size of a set.
    pub most: usize,
    /// Returns whether a set may be used. If it may, so may its subsets.
    pub is_allowed: &'a dyn Fn(&[ConstraintNumber]) -> bool,
}

/// Reach of allowed steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// They decide everything that the solutions share.
    All,
    /// Proved: they leave these marks undecided.
    Short(Vec<MarkNumber>),
    /// They decide all but these marks; it would take too long to find out whether they lead further.
    Untold(Vec<MarkNumber>),
    NoSolution,
    /// The solutions differ in these marks.
    Differing(Vec<MarkNumber>),
}

/// The result of trying the allowed sets on one mark.
enum OfMark {
    Decided,
    Open,
    Untold,
}

impl Reach {
    /// Finds how far steps lead that use only allowed sets.
    pub fn of(
        puzzle: &Puzzle,
        allowed: AllowedSets<'_>,
        stop: StopCheck<'_>,
    ) -> Result<Self, NoSteps> {
        let mut finder = match StepFinder::begin(puzzle, stop)? {
            Begun::NoSolution(_) => return Ok(Self::NoSolution),
            Begun::Finder(finder) => finder,
        };
        match finder.differing() {
            [] => Ok(finder.reach(allowed, stop)?),
            differing => Ok(Self::Differing(differing.to_vec())),
        }
    }
}

impl StepFinder<'_> {
    fn reach(&mut self, allowed: AllowedSets<'_>, stop: StopCheck<'_>) -> Result<Reach, Halted> {
        let settled = std::mem::take(&mut self.settled);
        self.decide(&settled);
        self.affordable = self.path.effort() + AFFORDED;
        while !self.undecided.is_clear() {
            let mut is_told = true;
            let mut found = self.decided_alone(allowed, stop)?;
            for most in 1..=allowed.most {
                if !found.is_empty() {
                    break;
                }
                is_told = true;
                for mark in self.open_marks() {
                    match self.try_allowed(mark, AllowedSets { most, ..allowed }, stop)? {
                        OfMark::Decided => found.push(self.as_solved(mark)),
                        OfMark::Open => {}
                        OfMark::Untold => is_told = false,
                    }
                }
            }
            match (found.is_empty(), is_told) {
                (true, true) => return Ok(Reach::Short(self.open_marks())),
                (true, false) => return Ok(Reach::Untold(self.open_marks())),
                (false, _) => self.decide(&found),
            }
        }
        Ok(Reach::All)
    }

    /// Marks that single constraints decide by propagation.
    fn decided_alone(
        &mut self,
        allowed: AllowedSets<'_>,
        stop: StopCheck<'_>,
    ) -> Result<Vec<Decision>, Halted> {
        if allowed.most == 0 {
            return Ok(Vec::new());
        }
        self.find_singles(stop)?;
        let alone = |mark: &MarkNumber| {
            let deciding = self.marks[*mark].deciding.as_ref();
            deciding.is_some_and(|of| of.len() == 1 && (allowed.is_allowed)(of))
        };
        let decided = self.open_marks().into_iter().filter(alone);
        Ok(decided.map(|mark| self.as_solved(mark)).collect())
    }

    /// Tries whether an allowed set decides a mark.
    fn try_allowed(
        &mut self,
        mark: MarkNumber,
        allowed: AllowedSets<'_>,
        stop: StopCheck<'_>,
    ) -> Result<OfMark, Halted> {
        if self.marks[mark].at_least > allowed.most {
            return Ok(OfMark::Open);
        }
        let other = self.other_way(mark);
        while self.path.effort() < self.affordable {
            let broken: Vec<&[ConstraintNumber]> = self.broken_by_others(mark).collect();
            let weight = |constraint: ConstraintNumber| self.weight(constraint);
            let set = match allowed_hitting_set(&broken, allowed, &weight) {
                Ok(Some(set)) => set,
                Ok(None) => {
                    self.marks[mark].at_least = allowed.most + 1;
                    return Ok(OfMark::Open);
                }
                Err(TooMany) => return Ok(OfMark::Untold),
            };
            match self.path.ask(&set, &[other], PATIENT, stop)? {
                Kept::Never { .. } => return Ok(OfMark::Decided),
                Kept::Play => self.keep_play(other, stop)?,
                Kept::Unknown => return Ok(OfMark::Untold),
            }
        }
        Ok(OfMark::Untold)
    }
}
