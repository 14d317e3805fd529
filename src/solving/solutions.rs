//! Whether a puzzle has solutions, and what they share.

use batsat::Lit;

use foolproof_kernel::StopCheck;

use crate::asker::{Asker, Kept, Worth};
use crate::puzzle::{ConstraintNumber, MarkNumber, Puzzle};
use crate::step::{Decision, Halted, NoSteps};

/// Conflicts between two checks of the effort.
const PAUSE: u64 = 500;

/// The solutions of a puzzle.
pub(crate) enum Solutions<'p> {
    Some(Box<SharedMarks<'p>>),
    None(Box<NoneAtAll<'p>>),
}

/// Constraints that cannot hold together.
pub(crate) struct NoneAtAll<'p> {
    open: Asker<'p>,
    /// The constraints that the search came upon; the set may not be minimal.
    pub(crate) core: Vec<ConstraintNumber>,
}

impl NoneAtAll<'_> {
    /// A minimal subset of them: none can be left out.
    pub(crate) fn fewest(mut self, stop: StopCheck<'_>) -> Result<Vec<ConstraintNumber>, Halted> {
        let fewest = self.open.fewest(self.core, &[], Worth::ALL, stop)?;
        Ok(fewest.unwrap_or_default())
    }
}

/// What the solutions of a puzzle share.
pub(crate) struct SharedMarks<'p> {
    pub(crate) puzzle: &'p Puzzle,
    pub(crate) open: Asker<'p>,
    /// One of the solutions.
    pub(crate) solution: Vec<bool>,
    /// The marks in which another solution differs from it, ascending.
    pub(crate) differing: Vec<MarkNumber>,
}

/// A search for a solution, and for what all solutions share.
pub(crate) struct SolutionSearch<'p> {
    puzzle: &'p Puzzle,
    /// The rules with nothing decided.
    open: Asker<'p>,
    all: Vec<ConstraintNumber>,
    first: Option<FirstSolution>,
}

/// A solution, and the marks that the others found so far share with it.
struct FirstSolution {
    marks: Vec<bool>,
    shared: Vec<MarkNumber>,
    differing: Vec<MarkNumber>,
    /// A literal for: some shared mark is different.
    switch: Option<Lit>,
}

/// The result of a search with a limited effort.
pub(crate) enum Sought<'p> {
    Told(Solutions<'p>),
    /// The search may go on.
    Open(Box<SolutionSearch<'p>>),
}

impl<'p> Solutions<'p> {
    /// Finds a solution, and what all solutions share.
    pub(crate) fn of(puzzle: &'p Puzzle, stop: StopCheck<'_>) -> Result<Self, NoSteps> {
        Ok(SolutionSearch::of(puzzle)?.ended(stop)?)
    }
}

impl<'p> SolutionSearch<'p> {
    pub(crate) fn of(puzzle: &'p Puzzle) -> Result<Self, NoSteps> {
        if let Some(why) = &puzzle.unreadable {
            return Err(NoSteps::Unreadable(why.clone()));
        }
        let all = (0..puzzle.constraints().len()).collect();
        Ok(Self { puzzle, open: Asker::new(puzzle, None)?, all, first: None })
    }

    /// Searches until the result is known or the effort is spent.
    pub(crate) fn within(mut self, effort: u64, stop: StopCheck<'_>) -> Result<Sought<'p>, Halted> {
        let until = self.open.effort().saturating_add(effort);
        loop {
            if self.open.effort() >= until {
                return Ok(Sought::Open(Box::new(self)));
            }
            if let Some(core) = self.go_on(PAUSE, stop)? {
                return Ok(Sought::Told(self.told(core)));
            }
        }
    }

    /// Searches until the result is known.
    pub(crate) fn ended(mut self, stop: StopCheck<'_>) -> Result<Solutions<'p>, Halted> {
        loop {
            if let Some(core) = self.go_on(u64::MAX, stop)? {
                return Ok(self.told(core));
            }
        }
    }

    /// Asks one question. Once no question is left, returns constraints that cannot hold together; empty if
    /// there is a solution.
    fn go_on(
        &mut self,
        conflicts: u64,
        stop: StopCheck<'_>,
    ) -> Result<Option<Vec<ConstraintNumber>>, Halted> {
        let Self { open, all, first, .. } = self;
        let Some(first) = first else {
            match open.ask(all, &[], conflicts, stop)? {
                Kept::Never { constraints, .. } => return Ok(Some(constraints)),
                Kept::Unknown => {}
                Kept::Play => {
                    let n_marks = self.puzzle.marks().len();
                    let marks = (0..n_marks).map(|mark| open.has(mark)).collect();
                    let (shared, differing, switch) = ((0..n_marks).collect(), Vec::new(), None);
                    self.first = Some(FirstSolution { marks, shared, differing, switch });
                }
            }
            return Ok(None);
        };
        if first.shared.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let as_found = |mark: &MarkNumber| Decision { mark: *mark, on: first.marks[*mark] };
        let switch = match first.switch {
            Some(switch) => switch,
            None => open.otherwise(first.shared.iter().map(as_found)),
        };
        first.switch = Some(switch);
        match open.ask(all, &[switch], conflicts, stop)? {
            Kept::Unknown => return Ok(None),
            Kept::Never { .. } => {}
            Kept::Play => {
                first.part(open);
                open.forget(switch);
                first.switch = None;
                return Ok(None);
            }
        }
        open.forget(switch);
        first.switch = None;
        Ok(Some(Vec::new()))
    }

    fn told(self, core: Vec<ConstraintNumber>) -> Solutions<'p> {
        let Self { puzzle, open, first, .. } = self;
        match first {
            None => Solutions::None(Box::new(NoneAtAll { open, core })),
            Some(FirstSolution { marks: solution, mut differing, .. }) => {
                differing.sort_unstable();
                Solutions::Some(Box::new(SharedMarks { puzzle, open, solution, differing }))
            }
        }
    }
}

impl FirstSolution {
    /// Moves the marks that differ in the play of the last answer from `shared` to `differing`.
    fn part(&mut self, open: &Asker<'_>) {
        let is_alike = |mark: &MarkNumber| open.has(*mark) == self.marks[*mark];
        let (same, other) = std::mem::take(&mut self.shared).into_iter().partition(is_alike);
        self.shared = same;
        self.differing.extend::<Vec<MarkNumber>>(other);
    }
}

/// The plays in question: those that keep some constraints and satisfy some literals.
#[derive(Clone, Copy)]
pub(crate) struct PlaysWith<'a> {
    pub(crate) constraints: &'a [ConstraintNumber],
    pub(crate) lits: &'a [Lit],
    /// Conflicts for each question about them.
    pub(crate) conflicts: u64,
}

impl PlaysWith<'_> {
    /// All plays.
    pub(crate) const ALL: Self = Self { constraints: &[], lits: &[], conflicts: u64::MAX };

    /// Of the marks selected by `among`, those in which such plays differ from the given one, ascending. Each
    /// question asks for a play that differs in some mark shared so far. `None` if one is too hard.
    pub(crate) fn differing(
        self,
        asker: &mut Asker<'_>,
        play: &[bool],
        among: &dyn Fn(&MarkNumber) -> bool,
        stop: StopCheck<'_>,
    ) -> Result<Option<Vec<MarkNumber>>, Halted> {
        let mut shared: Vec<MarkNumber> = (0..play.len()).filter(among).collect();
        let mut differing = Vec::new();
        while !shared.is_empty() {
            let as_there = |mark: &MarkNumber| Decision { mark: *mark, on: play[*mark] };
            let switch = asker.otherwise(shared.iter().map(as_there));
            let lits: Vec<Lit> = self.lits.iter().copied().chain([switch]).collect();
            let answer = asker.ask(self.constraints, &lits, self.conflicts, stop)?;
            if matches!(answer, Kept::Play) {
                let (same, other) =
                    shared.iter().partition(|mark| asker.has(**mark) == play[**mark]);
                shared = same;
                differing.extend::<Vec<MarkNumber>>(other);
            }
            asker.forget(switch);
            match answer {
                Kept::Play => {}
                Kept::Never { .. } => break,
                Kept::Unknown => return Ok(None),
            }
        }
        differing.sort_unstable();
        Ok(Some(differing))
    }
}
