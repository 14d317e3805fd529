//! The path of a level: cheapest steps to the end. Paths that were walked to their end are kept for the next
//! one who asks about the same rules, such as a rating after the steps were shown.

use std::sync::{Arc, Mutex, PoisonError};

use foolproof_ground::GroundProgram;
use foolproof_kernel::StopCheck;

use crate::finder::{Begun, StepFinder};
use crate::puzzle::{ConstraintNumber, MarkNumber, Puzzle};
use crate::step::{Halted, NoSteps, SolvingStep, narrowest};

/// So many paths are kept: a level, and what it was before the last edits.
const MOST_KEPT: usize = 8;

/// Where a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// All is decided that the solutions share; these marks they have differently.
    Decided { differing: Vec<MarkNumber> },
    /// These constraints cannot hold together; none of them can be left out.
    NoSolution(Vec<ConstraintNumber>),
    /// As many steps were taken as were wanted.
    Enough,
    /// The search was stopped before the next step.
    Halted,
}

/// Steps from the beginning on.
#[derive(Clone, Debug)]
pub struct SolvingPath {
    pub puzzle: Puzzle,
    pub steps: Vec<SolvingStep>,
    pub end: PathEnd,
}

/// Paths that were walked to their end, the newest last. A path depends on nothing but the rules, so it
/// serves everything that asks in this process.
static KEPT: Mutex<Vec<Arc<SolvingPath>>> = Mutex::new(Vec::new());

impl SolvingPath {
    /// Takes one step after the other, at most so many, and tells those so far after each.
    pub fn walk(
        program: GroundProgram,
        most: usize,
        stop: StopCheck<'_>,
        tell: &mut dyn FnMut(&Puzzle, &[SolvingStep]),
    ) -> Result<Arc<Self>, NoSteps> {
        if let Some(known) = kept(&program) {
            return Ok(known);
        }
        let puzzle = Puzzle::of(program);
        let (steps, end) = match StepFinder::begin(&puzzle, stop)? {
            Begun::NoSolution(core) => (Vec::new(), PathEnd::NoSolution(core)),
            Begun::Finder(finder) => taken(*finder, &puzzle, most, stop, tell),
        };
        let path = Arc::new(Self { puzzle, steps, end });
        if matches!(path.end, PathEnd::Decided { .. } | PathEnd::NoSolution(_)) {
            keep(&path);
        }
        Ok(path)
    }

    /// How many constraints the step needs that needs most.
    pub fn hardest(&self) -> usize {
        self.steps.iter().map(|step| step.constraints.len()).max().unwrap_or(0)
    }

    /// How many sets were to be found where they were fewest, in the first half of all marks.
    pub fn narrowest(&self) -> Option<usize> {
        let at = narrowest(self.steps.iter().map(|step| (step.marks.len(), step.available)))?;
        self.steps.get(at).map(|step| step.available)
    }

    /// Whether the steps decide everything: there is one solution.
    pub fn is_solved(&self) -> bool {
        matches!(&self.end, PathEnd::Decided { differing } if differing.is_empty())
    }
}

fn taken(
    mut finder: StepFinder<'_>,
    puzzle: &Puzzle,
    most: usize,
    stop: StopCheck<'_>,
    tell: &mut dyn FnMut(&Puzzle, &[SolvingStep]),
) -> (Vec<SolvingStep>, PathEnd) {
    let mut steps = Vec::new();
    while steps.len() < most {
        match finder.next(stop) {
            Ok(Some(step)) => steps.push(step),
            Ok(None) => {
                let differing = finder.differing().to_vec();
                return (steps, PathEnd::Decided { differing });
            }
            Err(Halted) => return (steps, PathEnd::Halted),
        }
        tell(puzzle, &steps);
    }
    (steps, PathEnd::Enough)
}

fn kept(program: &GroundProgram) -> Option<Arc<SolvingPath>> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.iter().find(|path| path.puzzle.program == *program).map(Arc::clone)
}

fn keep(path: &Arc<SolvingPath>) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.len() >= MOST_KEPT {
        kept.remove(0);
    }
    kept.push(Arc::clone(path));
}
