//! How hard the solving steps of a level may be: what generations, completions and minimising aim for.
//!
//! More clues make easier steps. So a level that is too hard is mended by the clues that were taken off
//! last, before it is thrown away.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::ask::{Ask, Patience};
use super::status::Why;
use foolproof_games::{Game, NoGroundPlay, counted};
use foolproof_ground::GroundProgram;
use foolproof_level::{Level, Site};
use foolproof_solving::{MarkNumber, NoSteps, PathEnd, SolvingPath, SolvingStep};

/// Mending a level may take this part of the time that is left.
const SHARE: u32 = 4;

/// What the path of a level's steps is to be like, always with a cheapest step next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepAims {
    /// No step needs more sentences of the rules. Of new levels, one in which a step needs just as many is
    /// preferred.
    pub hardest: Option<u32>,
    /// So many simplest steps are to be found at least, where there are fewest.
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
    Misses(StepMiss),
}

impl StepFit {
    fn is_allowed(&self) -> bool {
        !matches!(self, Self::Misses(_))
    }
}

/// How far a level's steps are from what is aimed for: the less, the nearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StepDistance {
    /// Marks that are left before the first step that is too hard.
    undecided: usize,
    /// Moments at which too few steps are to be found, before that.
    narrow: usize,
    /// By how many sentences the hardest step is easier than it may be.
    easier: u32,
}

/// A level whose steps are not as they should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepMiss {
    pub(super) distance: StepDistance,
    /// Where a change may help.
    pub(super) places: Vec<Site>,
    /// What holds of the level.
    why: String,
}

/// The level that came nearest to what is aimed for, of all that were looked at for a question.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearestLevel(Arc<Mutex<Option<StepMiss>>>);

impl NearestLevel {
    fn see(&self, miss: &StepMiss) {
        let mut nearest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if nearest.as_ref().is_none_or(|known| miss.distance < known.distance) {
            *nearest = Some(miss.clone());
        }
    }

    /// What is wrong with it, if there is one.
    pub(super) fn words(&self) -> Option<String> {
        let nearest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        nearest.as_ref().map(|miss| miss.why.clone())
    }
}

impl StepMiss {
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

    /// How a level's steps agree with this.
    fn fit(self, game: &dyn Game, level: &Level, patience: Patience<'_>) -> Result<StepFit, Why> {
        if self.is_none() {
            return Ok(StepFit::Meets);
        }
        let program = step_rules(game, level)?;
        let most = self.hardest.map_or(usize::MAX, |most| most as usize);
        // A step that is too hard settles it; the rest of the path need not be known.
        let missed = AtomicBool::new(false);
        let stop = || missed.load(Ordering::Relaxed) || patience.is_over();
        let walked = SolvingPath::walk_within(program, most, &stop, &mut |_, steps| {
            let is_too_hard = steps.last().is_some_and(|step| self.is_too_hard(step));
            missed.store(is_too_hard, Ordering::Relaxed);
        });
        let path = match walked {
            Ok(path) => path,
            Err(NoSteps::Halted) => return Err(patience.why()),
            Err(NoSteps::Unreadable(why)) => return Err(Why::Undecided(why.to_string())),
        };
        let first = path.steps.iter().position(|step| self.is_too_hard(step));
        match (&path.end, first) {
            (PathEnd::Halted, None) => Err(patience.why()),
            (PathEnd::Decided { differing }, None) if differing.is_empty() => {
                Ok(self.of_path(&path))
            }
            (_, first) => Ok(StepFit::Misses(self.missed_at(&path, first))),
        }
    }

    /// Whether the steps of a level are known to be as they should be, or easier.
    pub(super) fn allows(self, game: &dyn Game, level: &Level, patience: Patience<'_>) -> bool {
        self.fit(game, level, patience).is_ok_and(|fit| fit.is_allowed())
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
            _ => "there is not just one solution to lead to".to_owned(),
        };
        let taken = path.steps.iter().take(first.unwrap_or(path.steps.len()));
        let decided: BTreeSet<MarkNumber> =
            taken.clone().flat_map(|step| &step.marks).map(|decision| decision.mark).collect();
        let all = path.puzzle.marks().len();
        let open: Vec<MarkNumber> = (0..all).filter(|mark| !decided.contains(mark)).collect();
        let narrow = self.narrow_moments(path, taken.len()).len();
        let distance = StepDistance { undecided: open.len(), narrow, easier: 0 };
        let why = format!("{why}, with {} of {all} marks open", open.len());
        StepMiss { distance, places: sites_of(path, open), why }
    }

    /// The steps among the first ones at which fewer are to be found than wanted, in the first half of all
    /// marks.
    fn narrow_moments(self, path: &SolvingPath, steps: usize) -> Vec<&SolvingStep> {
        let Some(least) = self.narrowest else { return Vec::new() };
        let choiceless = path.steps.iter().filter(|step| step.constraints.is_empty());
        let settled: usize = choiceless.map(|step| step.marks.len()).sum();
        let half = path.puzzle.marks().len().saturating_sub(settled) / 2;
        let taken = path.steps.iter().take(steps).filter(|step| !step.constraints.is_empty());
        let first = taken.scan(0, |decided, step| {
            let before = std::mem::replace(decided, *decided + step.marks.len());
            (before <= half).then_some(step)
        });
        first.filter(|step| step.available < least as usize).collect()
    }

    fn of_path(self, path: &SolvingPath) -> StepFit {
        let narrow = self.narrow_moments(path, path.steps.len());
        if let Some(found) = narrow.iter().map(|step| step.available).min() {
            let least = self.narrowest.unwrap_or_default();
            let moments = counted(narrow.len(), "moment", "moments");
            let found = counted(found, "step is", "steps are");
            let why = format!("only {found} to be found at {moments}, not {least}");
            let distance = StepDistance { narrow: narrow.len(), ..StepDistance::default() };
            let marks = narrow.iter().flat_map(|step| &step.marks).map(|decision| decision.mark);
            return StepFit::Misses(StepMiss { distance, places: sites_of(path, marks), why });
        }
        let hardest = u32::try_from(path.hardest()).unwrap_or(u32::MAX);
        match self.hardest {
            Some(most) if hardest < most => StepFit::Easier(hardest),
            _ => StepFit::Meets,
        }
    }
}

impl Ask<'_> {
    /// How the steps of a level agree with what is aimed for.
    pub(super) fn fit(&self, level: &Level) -> Result<StepFit, Why> {
        self.fit_within(level, self.patience())
    }

    fn fit_within(&self, level: &Level, patience: Patience<'_>) -> Result<StepFit, Why> {
        let fit = self.steps.fit(self.game, level, patience)?;
        if let StepFit::Misses(miss) = &fit {
            self.nearest.see(miss);
        }
        Ok(fit)
    }

    /// Whether the steps of a level are as they should be, or easier; why that does not come out.
    pub(super) fn allows(&self, level: &Level) -> Result<bool, Why> {
        Ok(self.fit(level)?.is_allowed())
    }
}

/// The sites of some marks of a path, each once.
fn sites_of(path: &SolvingPath, marks: impl IntoIterator<Item = MarkNumber>) -> Vec<Site> {
    let marks = marks.into_iter().filter_map(|mark| path.puzzle.marks().get(mark));
    let sites: BTreeSet<Site> = marks.filter_map(|mark| mark.site.parse().ok()).collect();
    sites.into_iter().collect()
}

/// Of the same level with ever fewer clues, the last one whose steps are as they should be; none if not even
/// the first is, or if that does not come out in time.
pub(super) fn last_that_suits<T>(
    ask: &Ask<'_>,
    thinner: &[T],
    level_of: impl Fn(&T) -> Result<Level, Why>,
) -> Result<Option<Level>, Why> {
    let patience = ask.patience().until(ask.started.elapsed() + ask.left() / SHARE);
    let suits = |at: usize| -> Result<Option<Level>, Why> {
        let Some(clues) = thinner.get(at) else { return Ok(None) };
        let level = level_of(clues)?;
        Ok(ask.fit_within(&level, patience).is_ok_and(|fit| fit.is_allowed()).then_some(level))
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
