//! How hard the solving steps of a level may be: what generations, completions and minimising aim for.
//!
//! More clues make easier steps. So a level that is too hard is mended by the clues that were taken off
//! last, before it is thrown away.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::ask::{Ask, Patience};
use super::combinations::CombinedConstraints;
use super::need::{MOST_TRIED, reach_without, small_steps};
use super::status::Why;
use foolproof_games::{Game, NoGroundPlay, counted};
use foolproof_ground::GroundProgram;
use foolproof_level::{Combination, Level, Site};
use foolproof_solving::{
    MarkNumber, NoSteps, PathEnd, Puzzle, Reach, SolvingPath, SolvingStep, Told,
};

/// So many questions are asked for the path of one of many levels. Each looks whether it is still wanted.
const ASKED_OF_MANY: u64 = 200_000;

const TOO_MUCH_WORK: &str = "it takes too much work to tell its steps";
const NOT_ONE: &str = "there is not just one solution to lead to";

/// The rank of levels that are farthest from what is aimed for.
pub(super) const FARTHEST: u8 = 2;

/// What the path of a level's steps is to be like, always with a cheapest step next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepAims {
    /// No step needs more sentences of the rules. Of new levels, one in which a step needs just as many is
    /// preferred.
    pub hardest: Option<u32>,
    /// So many steps no larger than those before are to be found at least, where there are fewest.
    pub narrowest: Option<u32>,
    /// That no fewer sentences would do is proved of every step.
    pub no_guessing: bool,
}

/// How a level's steps agree with what is aimed for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StepFit {
    Meets,
    /// No step needs as many sentences as the hardest one may: at most so many.
    Easier(u32),
    /// They are, but do not need the technique that the level names.
    Lacks(StepMiss),
    Misses(StepMiss),
}

impl StepFit {
    fn is_allowed(&self) -> bool {
        matches!(self, Self::Meets | Self::Easier(_))
    }

    /// How far from it: what is asked of levels with fewer marks is that they are no farther.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Self::Meets | Self::Easier(_) => 0,
            Self::Lacks(_) => 1,
            Self::Misses(_) => FARTHEST,
        }
    }

    /// Whether fewer clues may do.
    fn is_easy_enough(&self) -> bool {
        !matches!(self, Self::Misses(_))
    }
}

/// How far a path is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WalkBound {
    /// With more moments at which too few steps are to be found, it is no better than what is known.
    pub(super) narrow: Option<usize>,
    /// It is one of many, so no more is searched than is usual.
    pub(super) is_one_of_many: bool,
}

impl WalkBound {
    /// Only paths without such a moment are of use.
    const NONE_NARROW: Self = Self { narrow: Some(0), is_one_of_many: false };

    /// The same for one of many levels.
    pub(super) fn of_many(self) -> Self {
        Self { is_one_of_many: true, ..self }
    }

    /// How many questions may be asked for the path.
    fn most_asked(self) -> u64 {
        if self.is_one_of_many { ASKED_OF_MANY } else { u64::MAX }
    }
}

/// How far a level's steps are from what is aimed for: the less, the nearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StepDistance {
    /// Marks that are left before the first step that is too hard.
    undecided: usize,
    /// Moments at which too few steps are to be found, before that.
    narrow: usize,
    /// 1 where the path needs the technique and another one does not, 2 where it does without itself.
    lacks: u8,
    /// By how many sentences the hardest step is easier than it may be.
    easier: u32,
}

/// A level whose steps are not as they should be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StepMiss {
    pub(super) distance: StepDistance,
    /// Where a change may help.
    pub(super) places: Vec<Site>,
    /// The places among them that the too-hard step mentions, if that step is known.
    pub(super) bottleneck: Vec<Site>,
    /// What holds of the level.
    why: String,
    way: MissedWay,
}

/// How a level misses what is aimed for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MissedWay {
    /// By as much as its distance says.
    #[default]
    Measured,
    /// The path was not walked to its end: it is farther than that.
    Cut,
    /// There are several solutions, which differ at the places: no steps lead to one of them.
    Open,
}

/// The level that came nearest to what is aimed for, of all that were looked at for a question.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearestLevel {
    miss: Arc<Mutex<Option<StepMiss>>>,
    /// How many levels were looked at.
    looked: Arc<AtomicU64>,
}

impl NearestLevel {
    /// How many levels were looked at for the question so far.
    pub(super) fn looked(&self) -> u64 {
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

    /// How far paths are looked at that are to be no farther.
    fn bound(&self) -> WalkBound {
        let nearest = self.miss.lock().unwrap_or_else(PoisonError::into_inner);
        nearest.as_ref().map_or_else(WalkBound::default, |miss| miss.distance.bound())
    }

    /// What is wrong with it, if there is one.
    pub(super) fn words(&self) -> Option<String> {
        let nearest = self.miss.lock().unwrap_or_else(PoisonError::into_inner);
        nearest.as_ref().map(|miss| miss.why.clone())
    }

    /// Why no level was found, with what is wrong with it.
    pub(super) fn added_to(&self, why: Why) -> Why {
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
    /// By so much, since a change at these places may help.
    fn measured(distance: StepDistance, places: Vec<Site>, why: String) -> Self {
        let (bottleneck, way) = (Vec::new(), MissedWay::Measured);
        Self { distance, places, bottleneck, why, way }
    }

    /// Where a change is most likely to help.
    pub(super) fn nearest_places(&self) -> &[Site] {
        if self.bottleneck.is_empty() { &self.places } else { &self.bottleneck }
    }

    /// Several solutions, which have these marks differently.
    fn open(path: &SolvingPath, differing: &[MarkNumber]) -> Self {
        let distance = StepDistance { undecided: differing.len(), ..StepDistance::default() };
        let places = sites_of(path, differing.iter().copied());
        Self { way: MissedWay::Open, ..Self::measured(distance, places, NOT_ONE.to_owned()) }
    }

    /// Whether there are several solutions.
    pub(super) fn is_open(&self) -> bool {
        self.way == MissedWay::Open
    }

    /// In words, as the end of a sentence.
    pub(super) fn words(&self) -> &str {
        &self.why
    }
}

impl StepDistance {
    /// That of a level that is as it should be, but easier.
    pub(super) fn easier(by: u32) -> Self {
        Self { easier: by, ..Self::default() }
    }

    /// How far paths are looked at that are to be no farther.
    pub(super) fn bound(self) -> WalkBound {
        WalkBound { narrow: (self.undecided == 0).then_some(self.narrow), ..WalkBound::default() }
    }

    /// Whether all it lacks is a harder step.
    pub(super) fn is_easier(self) -> bool {
        self == Self::easier(self.easier)
    }
}

/// Whether a level of a game is solved by steps that the rules tell.
pub fn has_steps(game: &dyn Game) -> bool {
    game.sentences().is_some()
}

/// What the steps of a level are made of; why they cannot be told.
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
    /// Whether any steps will do.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }

    /// The same for levels that need a technique: larger steps are not tried when that is asked.
    fn of_small_steps(self) -> Self {
        let most = MOST_TRIED as u32;
        Self { hardest: Some(self.hardest.map_or(most, |hardest| hardest.min(most))), ..self }
    }

    /// How a level's steps agree with this, and with the technique that the level names.
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
            // Any number of sentences will do that is tried.
            StepFit::Easier(_) if self.hardest.is_none() => StepFit::Meets,
            fit => fit,
        };
        Ok(lack(&path, level, combines, patience)?.map_or(fit, StepFit::Lacks))
    }

    /// The path of a level up to the first step that is too hard.
    fn walked(
        self,
        game: &dyn Game,
        level: &Level,
        bound: WalkBound,
        patience: Patience<'_>,
    ) -> Result<Arc<SolvingPath>, Why> {
        let program = step_rules(game, level)?;
        let most = self.hardest.map_or(usize::MAX, |most| most as usize);
        // A step that is too hard settles it, and so do too many narrow moments; the rest of the path need
        // not be known.
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

    /// How a path that was walked so far agrees with this.
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

    /// Whether the steps of a level are known to be as they should be, or easier.
    pub(super) fn allows(self, game: &dyn Game, level: &Level, patience: Patience<'_>) -> bool {
        let fit = self.fit(game, level, WalkBound::NONE_NARROW, patience);
        fit.is_ok_and(|fit| fit.is_allowed())
    }

    fn is_too_hard(self, step: &SolvingStep) -> bool {
        self.hardest.is_some_and(|most| step.constraints.len() > most as usize)
            || self.no_guessing && !step.smallest
    }

    /// How far a path comes whose step of this number is too hard; with none, it ends before all is decided.
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

    /// The steps among the first ones at which fewer are to be found than wanted, in the first half of all
    /// marks.
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

    /// Whether these first steps have more narrow moments than are of use.
    fn is_beyond(self, bound: WalkBound, puzzle: &Puzzle, steps: &[SolvingStep]) -> bool {
        bound.narrow.is_some_and(|most| self.narrow_moments(puzzle, steps).len() > most)
    }

    /// What a path lacks that has narrow moments.
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

/// Why a path was not walked to its end.
fn why_halted(patience: Patience<'_>) -> Why {
    match patience.is_over() {
        true => patience.why(),
        false => Why::Undecided(TOO_MUCH_WORK.to_owned()),
    }
}

/// Why a level that small steps solve does not need a technique for that; `None` where it does.
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
    /// Whether not any steps will do.
    pub(super) fn aims_for_steps(&self) -> bool {
        !self.steps.is_none() || self.level.needs.is_some()
    }

    /// How the steps of a level agree with what is aimed for.
    pub(super) fn fit(&self, level: &Level) -> Result<StepFit, Why> {
        self.fit_within(level, self.bound, self.patience())
    }

    /// The same of one of many levels, whose paths are walked no farther than the nearest one's.
    pub(super) fn fit_of_many(&self, level: &Level) -> Result<StepFit, Why> {
        self.fit_within(level, self.nearest.bound().of_many(), self.patience())
    }

    fn fit_within(
        &self,
        level: &Level,
        bound: WalkBound,
        patience: Patience<'_>,
    ) -> Result<StepFit, Why> {
        self.nearest.looked.fetch_add(1, Ordering::Relaxed);
        let fit = self.steps.fit(self.game, level, bound, patience)?;
        if let StepFit::Lacks(miss) | StepFit::Misses(miss) = &fit {
            self.nearest.see(miss);
        }
        Ok(fit)
    }

    /// Whether the steps of a level are as they should be, or easier; why that does not come out.
    pub(super) fn allows(&self, level: &Level) -> Result<bool, Why> {
        // As far as the nearest level is known to come: if none suits, that is said.
        Ok(self.fit_within(level, self.nearest.bound(), self.patience())?.is_allowed())
    }
}

/// The sites of some marks of a path, each once.
fn sites_of(path: &SolvingPath, marks: impl IntoIterator<Item = MarkNumber>) -> Vec<Site> {
    let marks = marks.into_iter().filter_map(|mark| path.puzzle.marks().get(mark));
    let sites: BTreeSet<Site> = marks.filter_map(|mark| mark.site.parse().ok()).collect();
    sites.into_iter().collect()
}

/// Of the same level with ever fewer clues, the last one whose steps are as they should be; none if not even
/// the first is, or if that takes too much work to tell.
pub(super) fn last_that_suits<T>(
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
