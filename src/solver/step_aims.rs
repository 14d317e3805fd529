//! How hard the solving steps of a level may be: what generations, completions and minimising aim for.
//!
//! More clues make easier steps. So a level that is too hard is mended by the clues that were taken off
//! last, before it is thrown away.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::ask::{Ask, Patience};
use super::status::Why;
use foolproof_games::{Game, NoGroundPlay, counted};
use foolproof_ground::GroundProgram;
use foolproof_level::Level;
use foolproof_solving::{NoSteps, PathEnd, SolvingPath, SolvingStep};

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
    /// They do not, since this holds of the level.
    Misses(String),
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
    pub(super) fn fit(
        self,
        game: &dyn Game,
        level: &Level,
        patience: Patience<'_>,
    ) -> Result<StepFit, Why> {
        if self.is_none() {
            return Ok(StepFit::Meets);
        }
        let program = step_rules(game, level)?;
        // A step that is too hard settles it; the rest of the path need not be known.
        let missed = AtomicBool::new(false);
        let stop = || missed.load(Ordering::Relaxed) || patience.is_over();
        let walked = SolvingPath::walk(program, usize::MAX, &stop, &mut |_, steps| {
            missed.store(self.too_hard(steps).is_some(), Ordering::Relaxed);
        });
        let path = match walked {
            Ok(path) => path,
            Err(NoSteps::Halted) => return Err(patience.why()),
            Err(NoSteps::Unreadable(why)) => return Err(Why::Undecided(why.to_string())),
        };
        if let Some(why) = self.too_hard(&path.steps) {
            return Ok(StepFit::Misses(why));
        }
        match path.end {
            PathEnd::Halted => Err(patience.why()),
            _ if path.is_solved() => Ok(self.of_path(&path)),
            _ => Ok(StepFit::Misses("there is not just one solution to lead to".to_owned())),
        }
    }

    /// The first step that is harder than it may be, in words.
    fn too_hard(self, steps: &[SolvingStep]) -> Option<String> {
        steps.iter().zip(1..).find_map(|(step, number)| {
            let needs = step.constraints.len();
            if self.hardest.is_some_and(|most| needs > most as usize) {
                let sentences = counted(needs, "sentence", "sentences");
                return Some(format!("step {number} needs {sentences}"));
            }
            let unproved = self.no_guessing && !step.smallest;
            unproved.then(|| format!("it is not proved that step {number} needs {needs} sentences"))
        })
    }

    fn of_path(self, path: &SolvingPath) -> StepFit {
        let narrowest = self.narrowest.zip(path.narrowest());
        if let Some((least, found)) = narrowest.filter(|(least, found)| *found < *least as usize) {
            let found = counted(found, "step is", "steps are");
            return StepFit::Misses(format!("only {found} to be found at one moment, not {least}"));
        }
        let hardest = u32::try_from(path.hardest()).unwrap_or(u32::MAX);
        match self.hardest {
            Some(most) if hardest < most => StepFit::Easier(hardest),
            _ => StepFit::Meets,
        }
    }

    /// Whether no step of a level is harder than it may be; why that does not come out.
    pub(super) fn allows(
        self,
        game: &dyn Game,
        level: &Level,
        patience: Patience<'_>,
    ) -> Result<bool, Why> {
        let fit = self.fit(game, level, patience)?;
        Ok(matches!(fit, StepFit::Meets | StepFit::Easier(_)))
    }
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
        Ok(ask.steps.allows(ask.game, &level, patience).unwrap_or(false).then_some(level))
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
