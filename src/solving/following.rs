//! The marks that follow from the constraints of a step, and the decided marks that it needs.
//!
//! A few sentences about the whole board may leave so much open that finding the marks that follow takes
//! longer than solving the level. So these questions have limits: a mark that may follow is left to a later
//! step, and a reason that may be superfluous stays.

use batsat::Lit;

use foolproof_kernel::StopCheck;

use crate::asker::{Asker, Kept};
use crate::finder::{AFFORDED, PATIENT, StepFinder, read_play};
use crate::puzzle::{ConstraintNumber, MarkNumber};
use crate::step::{Decision, Halted};

/// Conflicts for a question about what follows.
pub(crate) const THOROUGH: u64 = 3_000;

impl StepFinder<'_> {
    /// The marks that follow from these constraints and from what is decided, except those for which that is
    /// too hard to find out.
    pub(crate) fn following(
        &mut self,
        set: &[ConstraintNumber],
        stop: StopCheck<'_>,
    ) -> Result<Vec<Decision>, Halted> {
        let hits = |broken: &[ConstraintNumber]| broken.iter().any(|of| set.contains(of));
        let (mut following, mut open) = (Vec::new(), Vec::new());
        let possible = self.open_marks().into_iter();
        for mark in possible.filter(|mark| self.broken_by_others(*mark).all(hits)) {
            let known = self.marks[mark].deciding.as_ref();
            let follows = known.is_some_and(|known| known.iter().all(|of| set.contains(of)));
            if follows { &mut following } else { &mut open }.push(mark);
        }
        let (at_once, mut open) = self.follow_at_once(set, &open);
        following.extend(at_once);
        while !open.is_empty() {
            let others: Vec<Decision> = open.iter().map(|mark| self.as_solved(*mark)).collect();
            let switch = self.against.otherwise(others);
            let answer = self.against.ask(set, &[switch], THOROUGH, stop)?;
            let n_open = open.len();
            if let Kept::Play = answer {
                open.retain(|mark| self.against.has(*mark) == self.solution[*mark]);
            }
            self.against.forget(switch);
            match answer {
                Kept::Never { .. } => following.append(&mut open),
                Kept::Play if open.len() < n_open => {}
                _ => {
                    self.keep_following(&mut open, set, stop)?;
                    following.append(&mut open);
                }
            }
        }
        following.sort_unstable();
        Ok(following.into_iter().map(|mark| self.as_solved(mark)).collect())
    }

    /// Splits the marks into those that follow by propagation, and the others.
    fn follow_at_once(
        &mut self,
        set: &[ConstraintNumber],
        marks: &[MarkNumber],
    ) -> (Vec<MarkNumber>, Vec<MarkNumber>) {
        let kept: Vec<Lit> = set.iter().map(|of| self.path.kept(*of)).collect();
        let others: Vec<Lit> = marks.iter().map(|mark| self.other_way(*mark)).collect();
        let propagation = self.path.propagation();
        let before = propagation.len();
        let possible = kept.iter().all(|lit| propagation.assume(*lit));
        let follows = |other: Lit| !possible || propagation.holds(!other);
        let numbered = marks.iter().copied().zip(others);
        let (at_once, open): (Vec<_>, Vec<_>) = numbered.partition(|(_, other)| follows(*other));
        propagation.undo(before);
        let marks = |of: Vec<(MarkNumber, Lit)>| of.into_iter().map(|(mark, _)| mark).collect();
        (marks(at_once), marks(open))
    }

    /// Keeps the marks that follow from the constraints, asking for each one.
    fn keep_following(
        &mut self,
        marks: &mut Vec<MarkNumber>,
        set: &[ConstraintNumber],
        stop: StopCheck<'_>,
    ) -> Result<(), Halted> {
        let affordable = self.path.effort() + AFFORDED;
        for mark in std::mem::take(marks) {
            if self.path.effort() > affordable {
                return Ok(());
            }
            let other = self.other_way(mark);
            match self.path.ask(set, &[other], PATIENT, stop)? {
                Kept::Never { .. } => marks.push(mark),
                Kept::Play => self.plays.push(read_play(&self.path, &self.solution)),
                Kept::Unknown => {}
            }
        }
        Ok(())
    }

    /// Decided marks from which, with these constraints, the others follow.
    pub(crate) fn reasons(
        &mut self,
        set: &[ConstraintNumber],
        marks: &[Decision],
        stop: StopCheck<'_>,
    ) -> Result<Vec<Decision>, Halted> {
        let decided = self.decided();
        self.open.reasons(decided, set, marks, stop)
    }
}

impl Asker<'_> {
    /// Some of these decided marks from which, with these constraints, the others follow. A mark stays if it is
    /// too hard to show that it can be dropped.
    pub(crate) fn reasons(
        &mut self,
        decided: Vec<Decision>,
        set: &[ConstraintNumber],
        marks: &[Decision],
        stop: StopCheck<'_>,
    ) -> Result<Vec<Decision>, Halted> {
        let switch = self.otherwise(marks.iter().copied());
        let mut needed: Vec<(Decision, Lit)> =
            decided.into_iter().map(|of| (of, self.lit(of))).collect();
        let affordable = self.effort() + 5 * AFFORDED;
        // First with all of them, then dropping one after the other.
        let (mut without, mut at) = (None, 0);
        while without.is_none() || at < needed.len() && self.effort() < affordable {
            let others = needed.iter().enumerate().filter(|(number, _)| Some(*number) != without);
            let mut lits: Vec<Lit> = others.map(|(_, (_, lit))| *lit).collect();
            lits.push(switch);
            match self.ask(set, &lits, THOROUGH, stop)? {
                // Everything before this place stays needed, whatever comes after it.
                Kept::Never { lits, .. } => needed.retain(|(_, lit)| lits.contains(lit)),
                _ if without.is_some() => at += 1,
                _ => {}
            }
            without = Some(at);
        }
        self.forget(switch);
        Ok(needed.into_iter().map(|(decision, _)| decision).collect())
    }
}
