//! Questions about constraints and marks: is there a play that keeps some constraints and has some marks?

use batsat::Lit;
use rustc_hash::FxHashMap;

use foolproof_ground::AtomNumber;
use foolproof_kernel::StopCheck;

use crate::clauses::{Asked, Clauses};
use crate::propagation::Propagation;
use crate::puzzle::{ConstraintNumber, MarkNumber, Puzzle};
use crate::step::{Decision, Halted, NoSteps};

/// The answer to a question.
pub(crate) enum Kept {
    /// A play keeps the constraints and has the marks.
    Play,
    /// No play does, because of these constraints and literals.
    Never { constraints: Vec<ConstraintNumber>, lits: Vec<Lit> },
    /// The limit of conflicts was reached.
    Unknown,
}

/// Limits on the work spent on shrinking a set.
#[derive(Clone, Copy)]
pub(crate) struct Worth {
    /// The size of another known set: it is not worth finding one that is no smaller.
    pub(crate) least: usize,
    /// Conflicts for each question.
    pub(crate) conflicts: u64,
    /// The total effort of the asker at which shrinking ends.
    pub(crate) effort: u64,
}

impl Worth {
    /// Shrink until nothing can be left out.
    pub(crate) const ALL: Self = Self { least: usize::MAX, conflicts: u64::MAX, effort: u64::MAX };
}

/// The rules of a puzzle as clauses, with the marks decided so far.
pub(crate) struct Asker<'p> {
    puzzle: &'p Puzzle,
    clauses: Clauses,
}

impl<'p> Asker<'p> {
    /// Plays give a mark its `preferred` value unless the question or the rules require the other.
    pub(crate) fn new(puzzle: &'p Puzzle, preferred: Option<&[bool]>) -> Result<Self, NoSteps> {
        let marks: Vec<AtomNumber> = puzzle.marks().iter().map(|mark| mark.atom).collect();
        let values = preferred.unwrap_or_default().iter().copied();
        let preferred: FxHashMap<AtomNumber, bool> = marks.iter().copied().zip(values).collect();
        let prefers = |atom: AtomNumber| preferred.get(&atom).copied();
        let clauses = Clauses::of(&puzzle.program, &marks, &prefers)?;
        Ok(Self { puzzle, clauses })
    }

    /// The number of questions so far.
    pub(crate) fn n_asked(&self) -> u64 {
        self.clauses.n_asked
    }

    pub(crate) fn lit(&mut self, decision: Decision) -> Lit {
        let atom = self.puzzle.marks().get(decision.mark).map_or(0, |mark| mark.atom);
        self.clauses.lit(atom, decision.on)
    }

    /// The effort of all searches so far.
    pub(crate) fn effort(&self) -> u64 {
        self.clauses.effort()
    }

    /// Unit propagation from the decided marks.
    pub(crate) fn propagation(&mut self) -> &mut Propagation {
        &mut self.clauses.propagation
    }

    /// A literal that is true if a constraint is kept.
    pub(crate) fn kept(&mut self, constraint: ConstraintNumber) -> Lit {
        let atom = self.atom(constraint);
        self.clauses.lit(atom, false)
    }

    /// Decides marks permanently.
    pub(crate) fn decide(&mut self, marks: &[Decision]) {
        let lits: Vec<Lit> = marks.iter().map(|decision| self.lit(*decision)).collect();
        self.clauses.decide(lits);
    }

    /// A literal that is true only if one of these decisions is violated.
    pub(crate) fn otherwise(&mut self, marks: impl IntoIterator<Item = Decision>) -> Lit {
        let other = |decision: Decision| Decision { on: !decision.on, ..decision };
        let others: Vec<Lit> = marks.into_iter().map(|of| self.lit(other(of))).collect();
        self.any(others)
    }

    /// A literal that is true only if one of these constraints is kept.
    pub(crate) fn keeps_any(&mut self, constraints: &[ConstraintNumber]) -> Lit {
        let kept: Vec<Lit> = constraints.iter().map(|constraint| self.kept(*constraint)).collect();
        self.any(kept)
    }

    fn any(&mut self, lits: Vec<Lit>) -> Lit {
        let switch = self.clauses.switch();
        self.clauses.add(lits.into_iter().chain([!switch]));
        switch
    }

    /// Deletes a literal of `otherwise` or `keeps_any`.
    pub(crate) fn forget(&mut self, switch: Lit) {
        self.clauses.add([!switch]);
    }

    /// Asks for a play that keeps these constraints and makes these literals true.
    pub(crate) fn ask(
        &mut self,
        constraints: &[ConstraintNumber],
        lits: &[Lit],
        conflicts: u64,
        stop: StopCheck<'_>,
    ) -> Result<Kept, Halted> {
        let absent: Vec<AtomNumber> = constraints.iter().map(|of| self.atom(*of)).collect();
        let kept: Vec<Lit> = absent.iter().map(|atom| self.clauses.lit(*atom, false)).collect();
        let assumed: Vec<Lit> = lits.iter().chain(&kept).copied().collect();
        Ok(match self.clauses.ask(&assumed, &absent, conflicts, stop)? {
            Asked::Yes => Kept::Play,
            Asked::Unknown => Kept::Unknown,
            Asked::No(core) => {
                let blamed = constraints.iter().zip(&kept).filter(|(_, lit)| core.contains(lit));
                let constraints = blamed.map(|(constraint, _)| *constraint).collect();
                let blamed = lits.iter().filter(|lit| core.contains(lit));
                Kept::Never { constraints, lits: blamed.copied().collect() }
            }
        })
    }

    /// Drops one constraint after the other as long as no play keeps the rest. `None` as soon as the result can
    /// be no smaller than `worth.least`.
    pub(crate) fn fewest(
        &mut self,
        mut constraints: Vec<ConstraintNumber>,
        lits: &[Lit],
        worth: Worth,
        stop: StopCheck<'_>,
    ) -> Result<Option<Vec<ConstraintNumber>>, Halted> {
        let mut at = 0;
        while at < constraints.len() {
            if at >= worth.least {
                return Ok(None);
            }
            if self.effort() > worth.effort {
                break;
            }
            let mut rest = constraints.clone();
            rest.remove(at);
            match self.ask(&rest, lits, worth.conflicts, stop)? {
                // Everything before this place stays needed, whatever comes after it.
                Kept::Never { constraints: fewer, .. } => constraints = fewer,
                _ => at += 1,
            }
        }
        constraints.sort_unstable();
        Ok(Some(constraints))
    }

    /// Returns whether the play of the last answer has a mark.
    pub(crate) fn has(&self, mark: MarkNumber) -> bool {
        self.puzzle.marks().get(mark).is_some_and(|mark| self.clauses.holds(mark.atom))
    }

    /// The constraints that the play of the last answer breaks, ascending.
    pub(crate) fn broken(&self) -> Vec<ConstraintNumber> {
        let numbered = self.puzzle.constraints().iter().enumerate();
        let broken = numbered.filter(|(_, constraint)| self.clauses.holds(constraint.atom));
        broken.map(|(number, _)| number).collect()
    }

    fn atom(&self, constraint: ConstraintNumber) -> AtomNumber {
        self.puzzle.constraints().get(constraint).map_or(0, |constraint| constraint.atom)
    }
}
