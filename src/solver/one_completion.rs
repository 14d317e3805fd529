//! Completing a level that is to have one solution, where no concept is asked for.
//!
//! Edits of one or two sites come first. Where the level has no solution, they are edits of marks that
//! rule each other out: nothing else would help. Else marks are laid until one solution is left, after
//! as few painted marks are taken off as have to go. It cannot tell that nothing helps.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::answer::{FoundLevel, ProposedLevel, Truth};
use super::ask::Ask;
use super::completion::{CompletionStep, reopen};
use super::design_questions::{half_completed, proposed};
use super::engine::{Engine, has_concept, solves};
use super::given_levels::GivenLevels;
use super::plan;
use super::play_questions::FoundPlays;
use super::question::GenerateSettings;
use super::repairs::RepairReach;
use super::status::Why;
use foolproof_games::Range;
use foolproof_level::{Expect, Level, Play};

/// Solutions to begin with: one search brings them all, so that most edits fall without another.
const FIRST_SOLUTIONS: u64 = 24;
const NO_CONCEPT: &str = "the level asks for no concept";

/// Whether a completion has to leave one solution, and the solver can tell.
pub(super) fn one_solution_is_due(ask: &Ask<'_>) -> bool {
    let policy = &ask.level.policy;
    let expected = policy.unique == Expect::Yes && policy.solvable != Expect::No;
    expected
        && !has_concept(ask.level)
        && ask.game.maker().is_none()
        && ask.game.assets().encoding.is_some()
}

impl Engine {
    /// The level with as few changes as were found after which it has one solution.
    pub(super) fn completed_to_one(&mut self, ask: &mut Ask<'_>) -> Result<FoundLevel, Why> {
        if let Truth::Holds(play) = self.sole_solution(ask, ask.level)
            && ask.earlier.designs.is_empty()
        {
            return Ok(as_it_should_be(ask, ask.level.clone(), play));
        }
        let solutions = self.first_solutions(ask)?;
        let edited = |engine: &mut Self, ask: &mut Ask<'_>| engine.one_by_edits(ask, &solutions);
        if let Some(found) = self.with_share(ask, edited)?.settled() {
            return Ok(found);
        }
        let mut fewer = None;
        if solutions.is_empty() {
            let taken = |engine: &mut Self, ask: &mut Ask<'_>| engine.fewest_taken_off(ask);
            let best = self.with_share(ask, taken)?.best();
            fewer = best.and_then(|found| found.proposed().map(|made| (*made.level).clone()));
        }
        let from = fewer.clone().unwrap_or_else(|| ask.level.clone());
        if let Some(found) = self.one_by_laying(ask, &from)? {
            return Ok(found);
        }
        let patience = ask.patience();
        let why = match patience.is_over() {
            true => patience.why(),
            false => Why::moot("no try left the level just one solution"),
        };
        match fewer.filter(|fewer| ask.earlier.is_new(fewer)) {
            Some(fewer) => Ok(half_completed(ask.level, fewer, Truth::Unknown(why))),
            None => Err(why),
        }
    }

    /// Some solutions of the level: all of them, where there are few.
    fn first_solutions(&mut self, ask: &Ask<'_>) -> Result<Vec<Play>, Why> {
        let program = plan::fixed_program(ask.game, ask.level).map_err(Why::from)?;
        let mut quiet = |_| {};
        let mut inner = ask.about(ask.level, &mut quiet);
        match self.plays(&mut inner, &program, Vec::new(), FIRST_SOLUTIONS) {
            FoundPlays::Plays { plays, exhausted: false, halt } if plays.is_empty() => {
                Err(halt.map_or(Why::Stopped, Why::from))
            }
            FoundPlays::Plays { plays, .. } => Ok(plays),
            FoundPlays::Not(why) => Err(why),
        }
    }

    /// Edits of one or two sites: open ones first, or those that are to blame that there is no solution.
    fn one_by_edits(
        &mut self,
        ask: &mut Ask<'_>,
        solutions: &[Play],
    ) -> Result<CompletionStep, Why> {
        let reaches = match solutions.is_empty() {
            false => vec![RepairReach::Open, RepairReach::Unlocked],
            true => match self.unsolvable(ask, &Range::nothing())? {
                Some(blame) => vec![RepairReach::Of(blame.sites.into_iter().collect())],
                None => return Ok(CompletionStep::Open(None)),
            },
        };
        let earlier = Arc::clone(&ask.earlier);
        for reach in reaches {
            let mut mended = None;
            self.mend_to_one(ask, solutions, &reach, &mut |repair| {
                if !earlier.is_new(&repair.level) {
                    return ControlFlow::Continue(());
                }
                mended = repair.level.intended.clone().map(|play| (repair.level, play));
                ControlFlow::Break(())
            })?;
            if let Some((level, play)) = mended {
                return Ok(CompletionStep::Settled(as_it_should_be(ask, level, play)));
            }
        }
        Ok(CompletionStep::Open(None))
    }

    /// Marks laid on open sites until one solution is left: the intended one, where it solves the level.
    fn one_by_laying(
        &mut self,
        ask: &mut Ask<'_>,
        from: &Level,
    ) -> Result<Option<FoundLevel>, Why> {
        let mut from = from.clone();
        reopen(ask.level, &mut from);
        let settings = GenerateSettings {
            seed: ask.earlier.designs.len() as u64,
            count: 1,
            minimal: true,
            stock: ask.game.stock(&from),
            ..GenerateSettings::default()
        };
        let intended = ask.level.intended.clone();
        let mut quiet = |_| {};
        let mut inner = ask.about(&from, &mut quiet);
        let laid = match intended.filter(|play| solves(ask.game, &from, play)) {
            Some(play) => self.solved_by_one(&mut inner, &settings, &play, settings.seed)?,
            None => {
                self.generate_unique(&mut inner, &settings, &mut GivenLevels::of(&settings));
                let proposed = inner.found.iter().find_map(|answer| answer.proposed());
                proposed.map(|made| (*made.level).clone())
            }
        };
        let Some(mut level) = laid.filter(|level| ask.earlier.is_new(level)) else {
            return Ok(None);
        };
        let Truth::Holds(play) = self.sole_solution(ask, &level) else { return Ok(None) };
        level.made.clone_from(&ask.level.made);
        Ok(Some(as_it_should_be(ask, level, play)))
    }
}

/// A level that is proved to have this solution alone.
fn as_it_should_be(ask: &Ask<'_>, mut level: Level, play: Play) -> FoundLevel {
    level.intended = Some(play);
    let proposed = proposed(ask.level, level, Truth::Unknown(Why::moot(NO_CONCEPT)));
    FoundLevel::Level(ProposedLevel { unique: true, ..proposed })
}
