//! Aims for the solving steps of a level, in generating, completing and minimising.
//!
//! More clues make easier steps. So before a level that is too hard is discarded, it gets the clues back that
//! were removed last.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::ask::{Ask, Patience};
use crate::engine::small_steps::{MAX_TRIED, reach_without, small_steps};
use crate::values::combinations::CombinedConstraints;
use crate::values::limits::StepAims;
use crate::values::status::Why;
use foolproof_game::{Game, NoGroundPlay, counted};
use foolproof_ground::GroundProgram;
use foolproof_level::{Combination, Level, Site};
use foolproof_solving::{
    MarkNumber, NoSteps, PathEnd, Puzzle, Reach, SolvingPath, SolvingStep, Told,
};

/// Maximum number of questions for the path of one of many levels. Each question checks for a stop.
const ASKED_OF_MANY: u64 = 200_000;

const TOO_MUCH_WORK: &str = "it takes too much work to tell its steps";
const NOT_ONE: &str = "there is not just one solution to lead to";

/// The rank of the levels that are farthest from the aims.
pub(crate) const FARTHEST: u8 = 2;

/// The fit of a level's steps to the aims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StepFit {
    Meets,
    /// No step needs as many sentences as the hardest one may. This is the largest number.
    Easier(u32),
    /// The steps fit, but do not need the technique that the level names.
    Lacks(StepMiss),
    Misses(StepMiss),
}

impl StepFit {
    fn is_allowed(&self) -> bool {
        matches!(self, Self::Meets | Self::Easier(_))
    }

    /// The rank of a misfit. A level with marks removed must not have a higher rank.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Meets | Self::Easier(_) => 0,
            Self::Lacks(_) => 1,
            Self::Misses(_) => FARTHEST,
        }
    }

    /// Returns whether the steps are easy enough, so that fewer clues may do.
    fn is_easy_enough(&self) -> bool {
        !matches!(self, Self::Misses(_))
    }
}

/// Limits for following a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WalkBound {
    /// Maximum number of moments with too few steps. A path with more is no better than the nearest known
    /// one.
    pub(crate) narrow: Option<usize>,
    /// The level is one of many, so the work on each is limited.
    pub(crate) is_one_of_many: bool,
}

impl WalkBound {
    /// Accepts only paths without such a moment.
    const NONE_NARROW: Self = Self { narrow: Some(0), is_one_of_many: false };

    /// Returns this bound for one of many levels.
    pub(crate) fn of_many(self) -> Self {
        Self { is_one_of_many: true, ..self }
    }

    /// Returns the maximum number of questions for the path.
    fn most_asked(self) -> u64 {
        if self.is_one_of_many { ASKED_OF_MANY } else { u64::MAX }
    }
}

/// Distance of a level's steps from the aims. Smaller is nearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StepDistance {
    /// The number of marks left before the first step that is too hard.
    undecided: usize,
    /// The number of moments with too few steps before that.
    narrow: usize,
    /// 1 if this path needs the technique but another one does not, 2 if this path does not need it.
    lacks: u8,
    /// Number of sentences by which the hardest step is easier than allowed.
    easier: u32,
}

/// A level whose steps do not meet the aims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StepMiss {
    pub(crate) distance: StepDistance,
    /// The places where a change may help.
    pub(crate) places: Vec<Site>,
    /// The places among them that the too-hard step touches, if that step is known.
    pub(crate) bottleneck: Vec<Site>,
    /// The fault of the level, in words.
    why: String,
    way: MissedWay,
}

/// The kind of a miss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MissedWay {
    /// Exactly as far as its distance says.
    #[default]
    Measured,
    /// The path was not followed to its end: the level is at least as far away.
    Cut,
    /// There are several solutions, which differ at the places: no steps lead to one of them.
    Open,
}

/// The level nearest to the aims, of all that were examined for a question.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearestLevel {
    miss: Arc<Mutex<Option<StepMiss>>>,
    /// The number of levels examined.
    looked: Arc<AtomicU64>,
}

impl NearestLevel {
    /// Returns the number of levels examined for the question so far.
    pub(crate) fn looked(&self) -> u64 {
        self.looked.load(Ordering::Relaxed)
    }

    fn see(&self, miss: &StepMiss) {
        if miss.way != MissedWay::Measured {
            return;
        }
        let mut nearest = self.miss.lock().unwrap_or_else(PoisonError::into_inner);
        if nearest.as_ref().is_none_or(|known| miss.distance < known.distance) {
            *nearest = Some(miss.clone());
        }
    }

    /// Returns the bound for the paths of levels that must be no farther away.
    fn bound(&self) -> WalkBound {
        let nearest = self.miss.lock().unwrap_or_else(PoisonError::into_inner);
        nearest.as_ref().map_or_else(WalkBound::default, |miss| miss.distance.bound())
    }

    /// Returns the fault of the nearest level in words, if there is one.
    pub(crate) fn words(&self) -> Option<String> {
        let nearest = self.miss.lock().unwrap_or_else(PoisonError::into_inner);
        nearest.as_ref().map(|miss| miss.why.clone())
    }

    /// Adds the fault of the nearest level to the reason why no level was found.
    pub(crate) fn added_to(&self, why: Why) -> Why {
        let nearest =
            |text: String, near: String| format!("{text}; of the level that came nearest, {near}");
        match (why, self.words()) {
            (Why::Time, Some(near)) => Why::TimeNear(near),
            (Why::Stock(text), Some(near)) => Why::Stock(nearest(text, near)),
            (Why::Moot(text), Some(near)) => Why::Moot(nearest(text, near)),
            (why, _) => why,
        }
    }
}

impl StepMiss {
    /// Returns a miss of this distance; a change at these places may help.
    fn measured(distance: StepDistance, places: Vec<Site>, why: String) -> Self {
        let (bottleneck, way) = (Vec::new(), MissedWay::Measured);
        Self { distance, places, bottleneck, why, way }
    }

    /// Returns the places where a change is most likely to help.
    pub(crate) fn nearest_places(&self) -> &[Site] {
        if self.bottleneck.is_empty() { &self.places } else { &self.bottleneck }
    }

    /// Returns the miss of several solutions, which differ in these marks.
    fn open(path: &SolvingPath, differing: &[MarkNumber]) -> Self {
        let distance = StepDistance { undecided: differing.len(), ..StepDistance::default() };
        let places = sites_of(path, differing.iter().copied());
        Self { way: MissedWay::Open, ..Self::measured(distance, places, NOT_ONE.to_owned()) }
    }

    /// Returns whether there are several solutions.
    pub(crate) fn is_open(&self) -> bool {
        self.way == MissedWay::Open
    }

    /// Returns the miss in words, as the end of a sentence.
    pub(crate) fn words(&self) -> &str {
        &self.why
    }
}

impl StepDistance {
    /// Returns the distance of a level that meets the aims but is easier than allowed.
    pub(crate) fn easier(by: u32) -> Self {
        Self { easier: by, ..Self::default() }
    }

    /// Returns the bound for the paths of levels that must be no farther away.
    pub(crate) fn bound(self) -> WalkBound {
        WalkBound { narrow: (self.undecided == 0).then_some(self.narrow), ..WalkBound::default() }
    }

    /// Returns whether a harder step is all that is missing.
    pub(crate) fn is_easier(self) -> bool {
        self == Self::easier(self.easier)
    }
}

/// Returns whether levels of a game have solving steps, derived from its rules.
pub fn has_steps(game: &dyn Game) -> bool {
    game.sentences().is_some()
}

/// Returns the ground rules from which the steps of a level are made.
///
/// # Errors
/// The reason why there are none.
pub fn step_rules(game: &dyn Game, level: &Level) -> Result<GroundProgram, Why> {
    let no_sentences =
        || Why::moot("the rules of this game are no sentences to be told step by step");
    let rules = game.sentences().ok_or_else(no_sentences)?;
    rules.sentence_program(level).map_err(|why| match why {
        NoGroundPlay::Reading => Why::Time,
        NoGroundPlay::Because(why) => Why::Undecided(why),
    })
}

impl StepAims {
    /// Returns the aims for a level that needs a technique: a question about techniques tries no larger
    /// steps.
    fn of_small_steps(self) -> Self {
        let most = MAX_TRIED as u32;
        Self { hardest: Some(self.hardest.map_or(most, |hardest| hardest.min(most))), ..self }
    }

    /// Judges the steps of a level by the aims, and by the technique that the level names.
    fn fit(
        self,
        game: &dyn Game,
        level: &Level,
        bound: WalkBound,
        patience: Patience<'_>,
    ) -> Result<StepFit, Why> {
        let Some(combines) = &level.needs else {
            return match self.is_none() {
                true => Ok(StepFit::Meets),
                false => {
                    let path = self.walked(game, level, bound, patience)?;
                    self.fit_of(&path, bound, patience)
                }
            };
        };
        let small = self.of_small_steps();
        let path = small.walked(game, level, bound, patience)?;
        let fit = match small.fit_of(&path, bound, patience)? {
            StepFit::Misses(miss) => return Ok(StepFit::Misses(miss)),
            // Any number of sentences that is tried will do.
            StepFit::Easier(_) if self.hardest.is_none() => StepFit::Meets,
            fit => fit,
        };
        Ok(lack(&path, level, combines, patience)?.map_or(fit, StepFit::Lacks))
    }

    /// Returns the path of a level up to the first step that is too hard.
    fn walked(
        self,
        game: &dyn Game,
        level: &Level,
        bound: WalkBound,
        patience: Patience<'_>,
    ) -> Result<Arc<SolvingPath>, Why> {
        let program = step_rules(game, level)?;
        let most = self.hardest.map_or(usize::MAX, |most| most as usize);
        // A step that is too hard settles the matter, and so do too many narrow moments. The rest of the path
        // need not be known.
        let missed = AtomicBool::new(false);
        let (asked, most_asked) = (AtomicU64::new(0), bound.most_asked());
        let is_too_much = || asked.fetch_add(1, Ordering::Relaxed) >= most_asked;
        let stop = || missed.load(Ordering::Relaxed) || is_too_much() || patience.is_over();
        let walked = SolvingPath::walk_within(program, most, &stop, &mut |puzzle, told| {
            let Told::Steps(steps) = told else { return };
            let is_too_hard = steps.last().is_some_and(|step| self.is_too_hard(step));
            let is_too_narrow = || self.is_beyond(bound, puzzle, steps);
            missed.store(is_too_hard || is_too_narrow(), Ordering::Relaxed);
        });
        walked.map_err(|why| match why {
            NoSteps::Halted => why_halted(patience),
            NoSteps::Unreadable(why) => Why::Undecided(why.to_string()),
        })
    }

    /// Judges a path by the aims, as far as it was followed.
    fn fit_of(
        self,
        path: &SolvingPath,
        bound: WalkBound,
        patience: Patience<'_>,
    ) -> Result<StepFit, Why> {
        let first = path.steps.iter().position(|step| self.is_too_hard(step));
        match (&path.end, first) {
            (PathEnd::Halted, None) if self.is_beyond(bound, &path.puzzle, &path.steps) => {
                let miss = self.narrow_miss(path).unwrap_or_default();
                Ok(StepFit::Misses(StepMiss { way: MissedWay::Cut, ..miss }))
            }
            (PathEnd::Halted, None) => Err(why_halted(patience)),
            (PathEnd::Decided { differing }, None) if differing.is_empty() => {
                Ok(self.of_path(path))
            }
            (PathEnd::Several { differing } | PathEnd::Decided { differing }, None) => {
                Ok(StepFit::Misses(StepMiss::open(path, differing)))
            }
            (_, first) => Ok(StepFit::Misses(self.missed_at(path, first))),
        }
    }

    /// Returns whether the steps of a level are known to meet the aims, or to be easier.
    pub(crate) fn allows(self, game: &dyn Game, level: &Level, patience: Patience<'_>) -> bool {
        let fit = self.fit(game, level, WalkBound::NONE_NARROW, patience);
        fit.is_ok_and(|fit| fit.is_allowed())
    }

    fn is_too_hard(self, step: &SolvingStep) -> bool {
        self.hardest.is_some_and(|most| step.constraints.len() > most as usize)
            || self.no_guessing && !step.smallest
    }

    /// Returns the miss of a path whose first too-hard step has this number; without a number, the path ends
    /// before everything is decided.
    fn missed_at(self, path: &SolvingPath, first: Option<usize>) -> StepMiss {
        let why = match (&path.end, first.and_then(|at| path.steps.get(at))) {
            (_, Some(step)) => {
                let number = first.unwrap_or_default() + 1;
                let sentences = counted(step.constraints.len(), "sentence", "sentences");
                match self.hardest.is_some_and(|most| step.constraints.len() > most as usize) {
                    true => format!("step {number} needs {sentences}"),
                    false => format!("it is not proved that step {number} needs {sentences}"),
                }
            }
            (PathEnd::Stuck { .. }, None) => {
                let most = self.hardest.unwrap_or_default() as usize;
                let sentences = counted(most, "sentence", "sentences");
                format!("step {} needs more than {sentences}", path.steps.len() + 1)
            }
            _ => NOT_ONE.to_owned(),
        };
        let taken = path.steps.get(..first.unwrap_or(path.steps.len())).unwrap_or_default();
        let decided: BTreeSet<MarkNumber> =
            taken.iter().flat_map(|step| &step.marks).map(|decision| decision.mark).collect();
        let all = path.puzzle.marks().len();
        let open: Vec<MarkNumber> = (0..all).filter(|mark| !decided.contains(mark)).collect();
        let narrow = self.narrow_moments(&path.puzzle, taken).len();
        let distance = StepDistance { undecided: open.len(), narrow, ..StepDistance::default() };
        let why = format!("{why}, with {} of {all} marks open", open.len());
        let bottleneck = match (&path.end, first.and_then(|at| path.steps.get(at))) {
            (_, Some(step)) => {
                let spoken = step.constraints.iter().flat_map(|of| path.puzzle.numbers_of(*of));
                spoken.filter(|mark| !decided.contains(mark)).collect()
            }
            (PathEnd::Stuck { beyond, .. }, None) => beyond.clone(),
            _ => Vec::new(),
        };
        let miss = StepMiss::measured(distance, sites_of(path, open), why);
        StepMiss { bottleneck: sites_of(path, bottleneck), ..miss }
    }

    /// Returns the steps at which too few others are available, within the first half of all marks.
    fn narrow_moments<'s>(self, puzzle: &Puzzle, steps: &'s [SolvingStep]) -> Vec<&'s SolvingStep> {
        let Some(least) = self.narrowest else { return Vec::new() };
        let choiceless = steps.iter().filter(|step| step.constraints.is_empty());
        let settled: usize = choiceless.map(|step| step.marks.len()).sum();
        let half = puzzle.marks().len().saturating_sub(settled) / 2;
        let taken = steps.iter().filter(|step| !step.constraints.is_empty());
        let first = taken.scan(0, |decided, step| {
            let before = std::mem::replace(decided, *decided + step.marks.len());
            (before <= half).then_some(step)
        });
        first.filter(|step| step.available < least as usize).collect()
    }

    /// Returns whether these first steps have more narrow moments than the bound allows.
    fn is_beyond(self, bound: WalkBound, puzzle: &Puzzle, steps: &[SolvingStep]) -> bool {
        bound.narrow.is_some_and(|most| self.narrow_moments(puzzle, steps).len() > most)
    }

    /// Returns the miss of a path with narrow moments, or `None` if it has none.
    fn narrow_miss(self, path: &SolvingPath) -> Option<StepMiss> {
        let narrow = self.narrow_moments(&path.puzzle, &path.steps);
        let found = narrow.iter().map(|step| step.available).min()?;
        let least = self.narrowest.unwrap_or_default();
        let moments = counted(narrow.len(), "moment", "moments");
        let found = counted(found, "step is", "steps are");
        let why = format!("only {found} to be found at {moments}, not {least}");
        let distance = StepDistance { narrow: narrow.len(), ..StepDistance::default() };
        let marks = narrow.iter().flat_map(|step| &step.marks).map(|decision| decision.mark);
        Some(StepMiss::measured(distance, sites_of(path, marks), why))
    }

    fn of_path(self, path: &SolvingPath) -> StepFit {
        if let Some(miss) = self.narrow_miss(path) {
            return StepFit::Misses(miss);
        }
        let hardest = u32::try_from(path.hardest()).unwrap_or(u32::MAX);
        match self.hardest {
            Some(most) if hardest < most => StepFit::Easier(hardest),
            _ => StepFit::Meets,
        }
    }
}

/// Returns the reason why a path was not followed to its end.
fn why_halted(patience: Patience<'_>) -> Why {
    match patience.is_over() {
        true => patience.why(),
        false => Why::Undecided(TOO_MUCH_WORK.to_owned()),
    }
}

/// Returns the miss of a level that small steps solve without its technique, or `None` if it needs the
/// technique.
fn lack(
    path: &SolvingPath,
    level: &Level,
    combines: &Combination,
    patience: Patience<'_>,
) -> Result<Option<StepMiss>, Why> {
    let combined = CombinedConstraints::of(level.board, &path.puzzle, combines);
    let is_taken = path.steps.iter().any(|step| combined.is_in(&step.constraints));
    let (lacks, why) = match is_taken {
        false => (2, "the easiest way does without the technique".to_owned()),
        true => match reach_without(&path.puzzle, &combined, patience)? {
            Reach::Short(_) => return Ok(None),
            Reach::All => (1, format!("{} do without the technique", small_steps())),
            _ => {
                let why = format!("it takes too long to try all {}", small_steps());
                return Err(Why::Undecided(why));
            }
        },
    };
    let distance = StepDistance { lacks, ..StepDistance::default() };
    let places = sites_of(path, 0..path.puzzle.marks().len());
    Ok(Some(StepMiss::measured(distance, places, why)))
}

impl Ask<'_> {
    /// Returns whether there are any aims for steps.
    pub(crate) fn aims_for_steps(&self) -> bool {
        !self.goal.steps.is_none() || self.level.needs.is_some()
    }

    /// The fit of a level's steps to the aims.
    pub(crate) fn fit(&self, level: &Level) -> Result<StepFit, Why> {
        self.fit_within(level, self.goal.bound, self.patience())
    }

    /// Judges the steps of one of many levels. Follows the path no farther than the nearest level's.
    pub(crate) fn fit_of_many(&self, level: &Level) -> Result<StepFit, Why> {
        self.fit_within(level, self.goal.nearest.bound().of_many(), self.patience())
    }

    fn fit_within(
        &self,
        level: &Level,
        bound: WalkBound,
        patience: Patience<'_>,
    ) -> Result<StepFit, Why> {
        self.goal.nearest.looked.fetch_add(1, Ordering::Relaxed);
        let fit = self.goal.steps.fit(self.game, level, bound, patience)?;
        if let StepFit::Lacks(miss) | StepFit::Misses(miss) = &fit {
            self.goal.nearest.see(miss);
        }
        Ok(fit)
    }

    /// Returns whether the steps of a level meet the aims, or are easier.
    ///
    /// # Errors
    /// The reason why that is not known.
    pub(crate) fn allows(&self, level: &Level) -> Result<bool, Why> {
        // Follows the path as far as the nearest level's, so that an answer of "none" can say how near it came.
        Ok(self.fit_within(level, self.goal.nearest.bound(), self.patience())?.is_allowed())
    }
}

/// Returns the sites of some marks of a path, each once.
fn sites_of(path: &SolvingPath, marks: impl IntoIterator<Item = MarkNumber>) -> Vec<Site> {
    let marks = marks.into_iter().filter_map(|mark| path.puzzle.marks().get(mark));
    let sites: BTreeSet<Site> = marks.filter_map(|mark| mark.site.parse().ok()).collect();
    sites.into_iter().collect()
}

/// Returns the last version whose steps fit, of versions of a level with fewer and fewer clues, or `None` if
/// not even the first one fits, or that takes too much work to find out.
pub(crate) fn last_that_suits<T>(
    ask: &Ask<'_>,
    thinner: &[T],
    level_of: impl Fn(&T) -> Result<Level, Why>,
) -> Result<Option<Level>, Why> {
    let suits = |at: usize| -> Result<Option<Level>, Why> {
        let Some(clues) = thinner.get(at) else { return Ok(None) };
        let level = level_of(clues)?;
        let bound = WalkBound::NONE_NARROW.of_many();
        let fit = ask.fit_within(&level, bound, ask.patience());
        Ok(fit.is_ok_and(|fit| fit.is_easy_enough()).then_some(level))
    };
    let mut too_hard = thinner.len().saturating_sub(1);
    if let Some(level) = suits(too_hard)? {
        return Ok(Some(level));
    }
    let Some(mut best) = suits(0)? else { return Ok(None) };
    let mut suiting = 0;
    while suiting + 1 < too_hard {
        let middle = suiting.midpoint(too_hard);
        match suits(middle)? {
            Some(level) => (suiting, best) = (middle, level),
            None => too_hard = middle,
        }
    }
    Ok(Some(best))
}
