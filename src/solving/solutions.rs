//! The search for solutions of a puzzle, and for the marks that they share.

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

/// The marks that the solutions of a puzzle share.
pub(crate) struct SharedMarks<'p> {
    pub(crate) puzzle: &'p Puzzle,
    pub(crate) open: Asker<'p>,
    pub(crate) solution: Vec<bool>,
    /// The marks in which another solution differs from it, ascending.
    pub(crate) differing: Vec<MarkNumber>,
}

/// A search for a solution, and for the marks that all solutions share.
pub(crate) struct SolutionSearch<'p> {
    puzzle: &'p Puzzle,
    /// The rules with nothing decided.
    open: Asker<'p>,
    all: Vec<ConstraintNumber>,
    /// A solution, and the marks that the others found so far share with it.
    first: Option<PlaysAlike>,
}

/// A play, and the marks that others found so far share with it.
struct PlaysAlike {
    play: Vec<bool>,
    shared: Vec<MarkNumber>,
    differing: Vec<MarkNumber>,
    /// A literal that is true only if some shared mark is different.
    switch: Option<Lit>,
}

/// The answer to the question for a play that differs in some shared mark.
enum Another {
    Found,
    None,
    /// The limit of conflicts was reached.
    Unknown,
}

/// The result of a search with a limited effort.
pub(crate) enum Sought<'p> {
    Told(Solutions<'p>),
    /// The search can continue.
    Open(Box<SolutionSearch<'p>>),
}

impl<'p> Solutions<'p> {
    /// Finds a solution, and the marks that all solutions share.
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
                    let play = (0..n_marks).map(|mark| open.has(mark)).collect();
                    self.first = Some(PlaysAlike::new(play, (0..n_marks).collect()));
                }
            }
            return Ok(None);
        };
        let plays = PlaysWith { constraints: all, lits: &[], conflicts };
        Ok(match first.ask_for_another(open, plays, stop)? {
            Another::None => Some(Vec::new()),
            Another::Found | Another::Unknown => None,
        })
    }

    fn told(self, core: Vec<ConstraintNumber>) -> Solutions<'p> {
        let Self { puzzle, open, first, .. } = self;
        match first {
            None => Solutions::None(Box::new(NoneAtAll { open, core })),
            Some(first) => {
                let (solution, differing) = first.ended();
                Solutions::Some(Box::new(SharedMarks { puzzle, open, solution, differing }))
            }
        }
    }
}

impl PlaysAlike {
    fn new(play: Vec<bool>, shared: Vec<MarkNumber>) -> Self {
        Self { play, shared, differing: Vec::new(), switch: None }
    }

    /// Asks once for a play that differs in some mark shared so far.
    fn ask_for_another(
        &mut self,
        asker: &mut Asker<'_>,
        plays: PlaysWith<'_>,
        stop: StopCheck<'_>,
    ) -> Result<Another, Halted> {
        if self.shared.is_empty() {
            return Ok(Another::None);
        }
        let as_there = |mark: &MarkNumber| Decision { mark: *mark, on: self.play[*mark] };
        let switch = match self.switch {
            Some(switch) => switch,
            None => asker.otherwise(self.shared.iter().map(as_there)),
        };
        self.switch = Some(switch);
        let lits: Vec<Lit> = plays.lits.iter().copied().chain([switch]).collect();
        let another = match asker.ask(plays.constraints, &lits, plays.conflicts, stop)? {
            Kept::Unknown => return Ok(Another::Unknown),
            Kept::Never { .. } => Another::None,
            Kept::Play => {
                self.part(asker);
                Another::Found
            }
        };
        self.forget_question(asker);
        Ok(another)
    }

    fn forget_question(&mut self, asker: &mut Asker<'_>) {
        if let Some(switch) = self.switch.take() {
            asker.forget(switch);
        }
    }

    /// Moves the marks that differ in the play of the last answer from `shared` to `differing`.
    fn part(&mut self, asker: &Asker<'_>) {
        let is_alike = |mark: &MarkNumber| asker.has(*mark) == self.play[*mark];
        let (same, other) = std::mem::take(&mut self.shared).into_iter().partition(is_alike);
        self.shared = same;
        self.differing.extend::<Vec<MarkNumber>>(other);
    }

    /// The play, and the marks in which others differ, ascending.
    fn ended(mut self) -> (Vec<bool>, Vec<MarkNumber>) {
        self.differing.sort_unstable();
        (self.play, self.differing)
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
        let mut alike = PlaysAlike::new(play.to_vec(), (0..play.len()).filter(among).collect());
        loop {
            match alike.ask_for_another(asker, self, stop)? {
                Another::Found => {}
                Another::None => return Ok(Some(alike.ended().1)),
                Another::Unknown => {
                    alike.forget_question(asker);
                    return Ok(None);
                }
            }
        }
    }
}
