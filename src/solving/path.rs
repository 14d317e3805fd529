//! The path of a level: cheapest steps to the end.
//!
//! Complete paths are cached for the next question about the same rules, such as a rating after the steps were
//! shown. After an edit, the steps of the old path that still hold are reported at once, until as many new ones
//! are found. This also works with a path that an edit cut short.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use foolproof_ground::GroundProgram;
use foolproof_kernel::StopCheck;

use crate::check::StepCheck;
use crate::early::EarlySteps;
use crate::finder::StepFinder;
use crate::puzzle::{Constraint, ConstraintNumber, MarkNumber, Puzzle, PuzzleMark};
use crate::solutions::{SolutionSearch, Solutions, Sought};
use crate::step::{Decision, Halted, NoSteps, SolvingStep, narrowest};

/// The number of cached paths: of a level now, and before its last edits.
const MAX_KEPT: usize = 8;
/// If the marks that the solutions share are still unknown after this effort, early steps are looked for.
const SOON: u64 = 200_000;

/// End of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// Everything that the solutions share is decided; they differ in these marks.
    Decided { differing: Vec<MarkNumber> },
    /// No steps were looked for, since the solutions differ in these marks.
    Several { differing: Vec<MarkNumber> },
    /// These constraints cannot hold together.
    NoSolution(Clash),
    /// No step within the wanted size decides any more; these marks are left. If a larger set is known that
    /// decides something, `beyond` has the undecided marks that it touches.
    Stuck { undecided: Vec<MarkNumber>, beyond: Vec<MarkNumber> },
    /// The wanted number of steps was reached.
    Enough,
    /// The search was stopped before the next step.
    Halted,
}

/// Constraints that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    pub constraints: Vec<ConstraintNumber>,
    /// The set is proved to be minimal. Otherwise that was not tried, or not completed.
    pub is_least: bool,
}

/// A report on a path in progress.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// The steps so far.
    Steps(&'a [SolvingStep]),
    /// There is no solution: a smaller set of constraints that cannot hold together is being looked for.
    NoSolution(&'a Clash),
}

/// Steps from the first one on, and how they end.
#[derive(Clone, Debug)]
pub struct SolvingPath {
    pub puzzle: Puzzle,
    pub steps: Vec<SolvingStep>,
    pub end: PathEnd,
}

/// Options of a path: the wanted steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WantedSteps {
    /// The most steps, and the most constraints of a step.
    pub(crate) number: usize,
    pub(crate) constraints: usize,
    /// Find out which decided marks each step needs.
    pub(crate) reasons: bool,
    /// Take no step if there are several solutions.
    pub(crate) to_one: bool,
    /// Report early steps if it takes long to find the marks that the solutions share.
    pub(crate) early: bool,
}

impl WantedSteps {
    pub(crate) const ALL: Self = Self {
        number: usize::MAX,
        constraints: usize::MAX,
        reasons: true,
        to_one: false,
        early: false,
    };
}

/// A path in the cache. A complete path depends on the rules alone, so it answers every question in this
/// process. The last path that was cut short is kept for the steps that still hold after an edit.
struct KeptPath {
    rules: GroundProgram,
    path: Arc<SolvingPath>,
    has_reasons: bool,
}

/// Cached paths, the newest last.
static KEPT: Mutex<Vec<KeptPath>> = Mutex::new(Vec::new());

impl SolvingPath {
    /// Takes at most `most` steps, and reports all steps so far after each one. Steps from before an edit are
    /// reported first, as long as there are more of them than new ones.
    pub fn walk(
        program: GroundProgram,
        most: usize,
        stop: StopCheck<'_>,
        tell: &mut dyn FnMut(&Puzzle, Told<'_>),
    ) -> Result<Arc<Self>, NoSteps> {
        if let Some(known) = kept(&program, true) {
            return Ok(known);
        }
        let puzzle = Puzzle::of(&program);
        let before = match newest() {
            Some(old) => carried_over(&old, &puzzle, stop, &mut |steps| {
                if steps.len() <= most {
                    tell(&puzzle, Told::Steps(steps));
                }
            })?,
            None => Vec::new(),
        };
        let wanted = WantedSteps { number: most, early: before.is_empty(), ..WantedSteps::ALL };
        let is_worse = |steps: &[SolvingStep]| steps.len() < before.len();
        let path = Self::search(puzzle, wanted, stop, &mut |puzzle, told| match told {
            Told::Steps(steps) if is_worse(steps) => {}
            told => tell(puzzle, told),
        })?;
        if path.end == PathEnd::Halted {
            keep_cut(&program, &path, before);
        }
        Ok(kept_if_whole(program, path, true))
    }

    /// Takes steps of at most `constraints` constraints to the one solution, without finding their reasons;
    /// takes none if there are several solutions. A path from the cache is not reported.
    pub fn walk_within(
        program: GroundProgram,
        constraints: usize,
        stop: StopCheck<'_>,
        tell: &mut dyn FnMut(&Puzzle, Told<'_>),
    ) -> Result<Arc<Self>, NoSteps> {
        if let Some(known) = kept(&program, false) {
            return Ok(known);
        }
        let wanted = WantedSteps { constraints, reasons: false, to_one: true, ..WantedSteps::ALL };
        let path = Self::search(Puzzle::of(&program), wanted, stop, tell)?;
        Ok(kept_if_whole(program, path, false))
    }

    /// Searches without the cache.
    pub(crate) fn search(
        puzzle: Puzzle,
        wanted: WantedSteps,
        stop: StopCheck<'_>,
        tell: &mut dyn FnMut(&Puzzle, Told<'_>),
    ) -> Result<Self, NoSteps> {
        let mut early = Vec::new();
        let solutions = match SolutionSearch::of(&puzzle)?.within(SOON, stop)? {
            Sought::Told(solutions) => Ok(solutions),
            Sought::Open(search) => {
                if wanted.early
                    && let Some(steps) = EarlySteps::of(&puzzle, stop)?
                {
                    let tell = &mut |steps: &[SolvingStep]| tell(&puzzle, Told::Steps(steps));
                    early = steps.taken(wanted.number, stop, tell)?;
                }
                search.ended(stop)
            }
        };
        let tell = &mut |puzzle: &Puzzle, told: Told<'_>| match told {
            Told::Steps(steps) if steps.len() < early.len() => {}
            told => tell(puzzle, told),
        };
        let (mut steps, end) = match solutions {
            Err(Halted) if early.is_empty() => return Err(NoSteps::Halted),
            Err(Halted) => (Vec::new(), PathEnd::Halted),
            Ok(solutions) => Self::leading_to(solutions, &puzzle, wanted, stop, tell)?,
        };
        if end == PathEnd::Halted && steps.len() < early.len() {
            steps = early;
        }
        Ok(Self { puzzle, steps, end })
    }

    /// The steps to the marks that the solutions share, and how they end.
    fn leading_to(
        solutions: Solutions<'_>,
        puzzle: &Puzzle,
        wanted: WantedSteps,
        stop: StopCheck<'_>,
        tell: &mut dyn FnMut(&Puzzle, Told<'_>),
    ) -> Result<(Vec<SolvingStep>, PathEnd), NoSteps> {
        Ok(match solutions {
            Solutions::None(none) => {
                let mut clash = Clash { constraints: none.core.clone(), is_least: false };
                if !wanted.to_one {
                    tell(puzzle, Told::NoSolution(&clash));
                    if let Ok(constraints) = none.fewest(stop) {
                        clash = Clash { constraints, is_least: true };
                    }
                }
                (Vec::new(), PathEnd::NoSolution(clash))
            }
            Solutions::Some(known) if wanted.to_one && !known.differing.is_empty() => {
                (Vec::new(), PathEnd::Several { differing: known.differing })
            }
            Solutions::Some(known) => {
                let mut finder = StepFinder::to(*known, stop)?.up_to(wanted.constraints);
                finder.tells_reasons = wanted.reasons;
                taken(*finder, puzzle, wanted.number, stop, tell)
            }
        })
    }

    /// The steps without a first one that only says what the choice rules decide, since that needs no thought.
    pub fn reasoned(&self) -> impl DoubleEndedIterator<Item = &SolvingStep> + Clone {
        self.steps.iter().filter(|step| !step.constraints.is_empty())
    }

    /// The largest number of constraints of a step.
    pub fn hardest(&self) -> usize {
        self.reasoned().map(|step| step.constraints.len()).max().unwrap_or(0)
    }

    /// The fewest sets that were available at one step, within the first half of all marks.
    pub fn narrowest(&self) -> Option<usize> {
        let at = narrowest(self.reasoned().map(|step| (step.marks.len(), step.available)))?;
        self.reasoned().nth(at).map(|step| step.available)
    }

    /// Returns whether the steps decide everything: there is one solution.
    pub fn is_solved(&self) -> bool {
        matches!(&self.end, PathEnd::Decided { differing } if differing.is_empty())
    }
}

fn taken(
    mut finder: StepFinder<'_>,
    puzzle: &Puzzle,
    most: usize,
    stop: StopCheck<'_>,
    tell: &mut dyn FnMut(&Puzzle, Told<'_>),
) -> (Vec<SolvingStep>, PathEnd) {
    let mut steps = Vec::new();
    while steps.len() < most {
        match finder.next(stop) {
            Ok(Some(step)) => steps.push(step),
            Ok(None) => {
                let undecided = finder.open_marks();
                let differing = finder.differing().to_vec();
                let end = match undecided.is_empty() {
                    true => PathEnd::Decided { differing },
                    false => PathEnd::Stuck { undecided, beyond: finder.beyond() },
                };
                return (steps, end);
            }
            Err(Halted) => return (steps, PathEnd::Halted),
        }
        tell(puzzle, Told::Steps(&steps));
    }
    (steps, PathEnd::Enough)
}

/// The steps of another level's path that are valid here: all their constraints and marks exist, earlier valid
/// steps decide what they need, and one question shows that the rest follows. Reports all steps so far after
/// each one. Whether other steps are cheaper now is not checked, so only steps of one sentence are known to be
/// smallest.
pub(crate) fn carried_over(
    old: &SolvingPath,
    puzzle: &Puzzle,
    stop: StopCheck<'_>,
    tell: &mut dyn FnMut(&[SolvingStep]),
) -> Result<Vec<SolvingStep>, NoSteps> {
    let spoken = |of: &Constraint| (of.sentence.clone(), of.place.clone());
    let named = |of: &PuzzleMark| (of.site.clone(), of.mark.clone());
    let constraints: BTreeMap<_, ConstraintNumber> =
        puzzle.constraints().iter().map(spoken).zip(0..).collect();
    let marks: BTreeMap<_, MarkNumber> = puzzle.marks().iter().map(named).zip(0..).collect();
    let constraint = |at: &ConstraintNumber| {
        constraints.get(&spoken(old.puzzle.constraints().get(*at)?)).copied()
    };
    let decision = |of: &Decision| {
        let mark = *marks.get(&named(old.puzzle.marks().get(of.mark)?))?;
        Some(Decision { mark, ..*of })
    };
    let mut check = StepCheck::new(puzzle)?;
    let (mut decided, mut steps) = (BTreeSet::new(), Vec::new());
    for step in &old.steps {
        let set: Option<Vec<ConstraintNumber>> = step.constraints.iter().map(constraint).collect();
        let reasons: Option<Vec<Decision>> = step.reasons.iter().map(decision).collect();
        let follows: Option<Vec<Decision>> = step.marks.iter().map(decision).collect();
        let (Some(mut set), Some(reasons), Some(follows)) = (set, reasons, follows) else {
            continue;
        };
        if !reasons.iter().all(|reason| decided.contains(reason)) {
            continue;
        }
        if check.follow(&follows, &set, &reasons, stop)? {
            set.sort_unstable();
            decided.extend(follows.iter().copied());
            let (step, smallest) = (step.clone(), step.smallest && set.len() <= 1);
            steps.push(SolvingStep { constraints: set, reasons, marks: follows, smallest, ..step });
            tell(&steps);
        }
    }
    Ok(steps)
}

/// Caches the steps of a path that was stopped: those carried over, or the new ones if there are as many.
fn keep_cut(rules: &GroundProgram, path: &SolvingPath, before: Vec<SolvingStep>) {
    let steps = if path.steps.len() < before.len() { before } else { path.steps.clone() };
    if !steps.is_empty() {
        let path = Arc::new(SolvingPath { steps, ..path.clone() });
        keep(KeptPath { rules: rules.clone(), path, has_reasons: true });
    }
}

fn kept_if_whole(rules: GroundProgram, path: SolvingPath, has_reasons: bool) -> Arc<SolvingPath> {
    let path = Arc::new(path);
    let is_whole = match &path.end {
        PathEnd::Decided { .. } => true,
        PathEnd::NoSolution(clash) => clash.is_least,
        _ => false,
    };
    if is_whole {
        keep(KeptPath { rules, path: Arc::clone(&path), has_reasons });
    }
    path
}

impl KeptPath {
    fn is_cut(&self) -> bool {
        self.path.end == PathEnd::Halted
    }
}

/// The newest path that has steps and their reasons: a level without a solution has no steps.
fn newest() -> Option<Arc<SolvingPath>> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let has_steps = |of: &&KeptPath| of.has_reasons && !of.path.steps.is_empty();
    kept.iter().rev().find(has_steps).map(|of| Arc::clone(&of.path))
}

fn kept(program: &GroundProgram, with_reasons: bool) -> Option<Arc<SolvingPath>> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let serves =
        |of: &KeptPath| (of.has_reasons || !with_reasons) && !of.is_cut() && of.rules == *program;
    let at = kept.iter().position(serves)?;
    // Move it to the end: the list is sorted by last use.
    let found = kept.remove(at);
    let path = Arc::clone(&found.path);
    kept.push(found);
    Some(path)
}

fn keep(new: KeptPath) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    // A path that was cut short stays until another one with steps replaces it.
    kept.retain(|old| !old.is_cut() || new.path.steps.is_empty());
    if kept.len() >= MAX_KEPT {
        kept.remove(0);
    }
    kept.push(new);
}
