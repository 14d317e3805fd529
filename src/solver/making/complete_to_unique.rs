//! Completing a level that is to have one solution, where no concept is asked for.
//!
//! Edits of one or two sites come first. If the level has no solution, these are edits of marks that rule
//! each other out: nothing else would help. Two edits may need each other, such as a clue that moves within
//! its island: so all levels with a solution are then looked at in the order of their changes. Otherwise
//! marks are added until one solution is left, after removing as few painted marks as necessary.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::ask::Ask;
use crate::engine::plan::{self, Holding};
use crate::engine::play_questions::FoundPlays;
use crate::engine::{Engine, has_concept, solves, why};
use crate::making::completion::{CompletionStep, reopen};
use crate::making::emitted::GivenLevels;
use crate::making::repairs::RepairReach;
use crate::making::small_edits::NearSearch;
use crate::questions::design_questions::{propose, proposed};
use crate::values::answer::{FoundLevel, ProposedLevel, Truth, WhyNoBetter};
use crate::values::earlier_completions::CompletionWay;
use crate::values::limits::GenerateSettings;
use crate::values::status::Why;
use crate::values::worker_messages::{SessionRequest, SessionSlot};
use foolproof_asp::SessionOptions;
use foolproof_games::{Range, counted};
use foolproof_level::{Expect, Level, Play};

/// Solutions to begin with: one search brings them all, so that most edits fall without another.
const FIRST_SOLUTIONS: u64 = 24;
/// How long to look for fewer changes if several are known that will do.
const PATIENCE_FEWER: Duration = Duration::from_secs(3);
const NO_CONCEPT: &str = "the level asks for no concept";

/// Whether a completion has to leave one solution, and the solver can tell.
pub(crate) fn one_solution_is_due(ask: &Ask<'_>) -> bool {
    let expected = ask.game.expected(ask.level);
    let expected = expected.unique == Expect::Yes && expected.solvable != Expect::No;
    expected
        && !has_concept(ask.level)
        && ask.game.maker().is_none()
        && ask.game.assets().encoding.is_some()
}

impl Engine {
    /// The level with as few changes as were found after which it has one solution.
    pub(crate) fn completed_to_one(
        &mut self,
        ask: &mut Ask<'_>,
        way: CompletionWay,
    ) -> Result<FoundLevel, Why> {
        let verdict = self.sole_solution(ask, ask.level);
        let is_refuted = matches!(verdict, Truth::Fails(_));
        let (is_first, repairs) = (ask.earlier.designs.is_empty(), way == CompletionWay::Repair);
        match verdict {
            Truth::Holds(play) if is_first && ask.allows(ask.level)? => {
                return Ok(as_it_should_be(ask, ask.level.clone(), play));
            }
            Truth::Holds(play) if repairs && ask.aims_for_steps() => {
                return self.steps_repaired(ask, &play);
            }
            Truth::Holds(play) if is_first => {
                return self.easier_or_redrawn(ask, ask.level, &play);
            }
            _ => {}
        }
        if ask.aims_for_steps() && is_first {
            if repairs && let Some(found) = self.one_by_a_share(ask, is_refuted)? {
                return Ok(found);
            }
            if let Some(found) = self.one_made_easier(ask, is_refuted)? {
                return Ok(found);
            }
        }
        self.left_one_solution(ask, is_refuted).map_err(|why| ask.nearest.added_to(why))
    }

    /// The level with a few changes that give it one solution and the wanted steps, as far as part of the
    /// time allows.
    fn one_by_a_share(
        &mut self,
        ask: &mut Ask<'_>,
        is_refuted: bool,
    ) -> Result<Option<FoundLevel>, Why> {
        let solutions = self.first_solutions(ask)?;
        let whole = ask.limits.time;
        ask.limits.time = ask.started.elapsed() + ask.left() / 2;
        let found = self.one_by_few_changes(ask, &solutions, is_refuted);
        ask.limits.time = whole;
        match found {
            Err(Why::Stopped) => Err(Why::Stopped),
            found => Ok(found.ok().flatten()),
        }
    }

    /// The same for a level that has not just one; `is_refuted` if that is proved.
    pub(crate) fn left_one_solution(
        &mut self,
        ask: &mut Ask<'_>,
        is_refuted: bool,
    ) -> Result<FoundLevel, Why> {
        let solutions = self.first_solutions(ask)?;
        if let Some(found) = self.one_by_few_changes(ask, &solutions, is_refuted)? {
            return Ok(found);
        }
        let designed = |engine: &mut Self, ask: &mut Ask<'_>| engine.one_by_design(ask);
        if let Some(found) = self.with_share(ask, designed)?.settled() {
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
            Some(fewer) => {
                let made = proposed(ask.level, fewer, Truth::Unknown(Why::moot(NO_CONCEPT)));
                Ok(FoundLevel::SecondBest(made, WhyNoBetter::Unknown(why)))
            }
            None => Err(why),
        }
    }

    /// Clues added to one solution, or edits of one or two sites.
    fn one_by_few_changes(
        &mut self,
        ask: &mut Ask<'_>,
        solutions: &[Play],
        is_refuted: bool,
    ) -> Result<Option<FoundLevel>, Why> {
        let adding =
            |engine: &mut Self, ask: &mut Ask<'_>| engine.one_by_adding(ask, solutions, is_refuted);
        let added = self.with_share(ask, adding)?.settled();
        let is_one_change =
            |found: &FoundLevel| found.proposed().is_some_and(|made| made.changed.len() == 1);
        if added.as_ref().is_some_and(is_one_change) {
            return Ok(added);
        }
        let mut near = NearSearch::new(ask, solutions, is_refuted);
        // Given clues that will do, only fewer changes are an improvement.
        let whole = ask.limits.time;
        let found = match &added {
            Some(_) => {
                ask.limits.time = whole.min(ask.started.elapsed() + PATIENCE_FEWER);
                self.one_by_reading(ask, &mut near).map(CompletionStep::settled)
            }
            None => self.one_by_few_edits(ask, solutions, &mut near),
        };
        ask.limits.time = whole;
        self.close_near(ask, &near);
        match (found, added) {
            (Err(Why::Stopped), _) => Err(Why::Stopped),
            (Ok(Some(found)), _) | (_, Some(found)) => Ok(Some(found)),
            (found, None) => found,
        }
    }

    /// Edits of one or two sites, the quickest way first.
    fn one_by_few_edits(
        &mut self,
        ask: &mut Ask<'_>,
        solutions: &[Play],
        near: &mut NearSearch,
    ) -> Result<Option<FoundLevel>, Why> {
        let read = |engine: &mut Self, ask: &mut Ask<'_>| engine.one_by_reading(ask, near);
        if let Some(found) = self.with_share(ask, read)?.settled() {
            return Ok(Some(found));
        }
        let edited = |engine: &mut Self, ask: &mut Ask<'_>| engine.one_by_edits(ask, solutions);
        if let Some(found) = self.with_share(ask, edited)?.settled() {
            return Ok(Some(found));
        }
        let searched = |engine: &mut Self, ask: &mut Ask<'_>| engine.one_by_searching(ask, near);
        Ok(self.with_share(ask, searched)?.settled())
    }

    /// Some solutions of the level: all of them if there are few.
    pub(crate) fn first_solutions(&mut self, ask: &Ask<'_>) -> Result<Vec<Play>, Why> {
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

    /// Edits of one or two sites: open ones first, or those to blame for the missing solution.
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
        let (earlier, steps) = (Arc::clone(&ask.earlier), ask.steps);
        let (game, patience) = (ask.game, ask.patience());
        for reach in reaches {
            let mut mended = None;
            self.mend_to_one(ask, solutions, &reach, &mut |repair| {
                let suits = || steps.allows(game, &repair.level, patience);
                if !earlier.is_new(&repair.level) || !suits() {
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

    /// The levels of the game's stock that have a solution, those with the fewest changes first, up to one
    /// that has just one.
    fn one_by_design(&mut self, ask: &mut Ask<'_>) -> Result<CompletionStep, Why> {
        let stock = ask.game.stock(ask.level);
        let program = plan::completion_program(ask.game, ask.level, &stock, Holding::Soft)
            .map_err(|error| Why::Stock(error.to_string()))?;
        let options =
            SessionOptions { extendable: true, optimise: true, ..SessionOptions::default() };
        let slot = self.own_session(ask, &program, &options).map_err(why)?;
        let found = self.one_of_designs(ask, slot);
        self.close(ask, slot.ask(SessionRequest::Close));
        found
    }

    fn one_of_designs(
        &mut self,
        ask: &mut Ask<'_>,
        slot: SessionSlot,
    ) -> Result<CompletionStep, Why> {
        let atoms = self.design_atoms(ask, slot)?;
        let mut tried = 0;
        while !ask.patience().is_over() {
            let Some(model) = self.optimum(ask, slot)?.model else { break };
            let proposal = propose(ask, &model, &atoms, Holding::Soft)?;
            tried += 1;
            ask.note(tried, format!("{} tried", counted(tried, "level", "levels")));
            if ask.earlier.is_new(&proposal.level)
                && let Truth::Holds(play) = self.sole_solution(ask, &proposal.level)
                && ask.allows(&proposal.level)?
            {
                return Ok(CompletionStep::Settled(as_it_should_be(ask, proposal.level, play)));
            }
            let forbid = SessionRequest::Forbid { atoms: proposal.design };
            self.call(ask, slot.ask(forbid)).map_err(why)?;
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
            steps: ask.steps,
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
        if !ask.allows(&level)? {
            return Ok(None);
        }
        let Truth::Holds(play) = self.sole_solution(ask, &level) else { return Ok(None) };
        level.made.clone_from(&ask.level.made);
        Ok(Some(as_it_should_be(ask, level, play)))
    }
}

/// A level that is proved to have this solution alone.
pub(crate) fn as_it_should_be(ask: &Ask<'_>, mut level: Level, play: Play) -> FoundLevel {
    level.intended = Some(play);
    let proposed = proposed(ask.level, level, Truth::Unknown(Why::moot(NO_CONCEPT)));
    FoundLevel::Level(ProposedLevel { unique: true, ..proposed })
}
