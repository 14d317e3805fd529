//! Completes a level that must have one solution, if no concept is asked for.
//!
//! Edits of one or two sites come first. If the level has no solution, these are edits of marks that rule
//! each other out: nothing else would help. Two edits may need each other, such as a clue that moves within
//! its island, so all levels with a solution are then tried in the order of their numbers of changes.
//! Otherwise marks are added until one solution is left, after removing as few painted marks as necessary.

use crate::making::added_clues::one_by_adding;
use crate::making::completion::optimum;
use crate::making::completion_steps::with_share;
use crate::making::easier_completion::{easier_or_redrawn, one_made_easier};
use crate::making::fewest_changes::fewest_taken_off;
use crate::making::repairs::mend_to_one;
use crate::making::small_edits::{close_near, one_by_reading, one_by_searching};
use crate::making::step_repairs::steps_repaired;
use crate::making::unique_by_encoding::{generate_unique, sole_solution, solved_by_one};
use crate::questions::conflict::unsolvable;
use crate::questions::design_questions::design_atoms;
use crate::questions::solutions::first_solutions;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::ask::Ask;
use crate::engine::plan::{self, Holding};
use crate::engine::{has_concept, solves, why};
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
use foolproof_game::{Range, counted};
use foolproof_level::{Expect, Level, Play};

/// Time to look for fewer changes if a completion with several is known.
const PATIENCE_FEWER: Duration = Duration::from_secs(3);
const NO_CONCEPT: &str = "the level asks for no concept";

/// Returns whether a completion has to leave one solution, and the solver can check it.
pub(crate) fn one_solution_is_due(ask: &Ask<'_>) -> bool {
    let expected = ask.game.expected(ask.level);
    let expected = expected.unique == Expect::Yes && expected.solvable != Expect::No;
    expected
        && !has_concept(ask.level)
        && ask.game.maker().is_none()
        && ask.game.assets().encoding.is_some()
}

/// Returns the level with as few changes as were found after which it has one solution.
pub(crate) fn completed_to_one(ask: &mut Ask<'_>, way: CompletionWay) -> Result<FoundLevel, Why> {
    let verdict = sole_solution(ask, ask.level);
    let is_refuted = matches!(verdict, Truth::Fails(_));
    let (is_first, repairs) = (ask.goal.earlier.designs.is_empty(), way == CompletionWay::Repair);
    match verdict {
        Truth::Holds(play) if is_first && ask.allows(ask.level)? => {
            return Ok(as_it_should_be(ask, ask.level.clone(), play));
        }
        Truth::Holds(play) if repairs && ask.aims_for_steps() => {
            return steps_repaired(ask, &play);
        }
        Truth::Holds(play) if is_first => {
            return easier_or_redrawn(ask, ask.level, &play);
        }
        _ => {}
    }
    if ask.aims_for_steps() && is_first {
        if repairs && let Some(found) = one_by_a_share(ask, is_refuted)? {
            return Ok(found);
        }
        if let Some(found) = one_made_easier(ask, is_refuted)? {
            return Ok(found);
        }
    }
    left_one_solution(ask, is_refuted).map_err(|why| ask.goal.nearest.added_to(why))
}

/// Looks for a few changes that give the level one solution and the wanted steps, in half of the remaining
/// time.
fn one_by_a_share(ask: &mut Ask<'_>, is_refuted: bool) -> Result<Option<FoundLevel>, Why> {
    let solutions = first_solutions(ask)?;
    let found = ask.spending(ask.left() / 2, |ask| one_by_few_changes(ask, &solutions, is_refuted));
    match found {
        Err(Why::Stopped) => Err(Why::Stopped),
        found => Ok(found.ok().flatten()),
    }
}

/// Changes a level that does not have exactly one solution until it has; `is_refuted` if that it has not is
/// proved.
pub(crate) fn left_one_solution(ask: &mut Ask<'_>, is_refuted: bool) -> Result<FoundLevel, Why> {
    let solutions = first_solutions(ask)?;
    if let Some(found) = one_by_few_changes(ask, &solutions, is_refuted)? {
        return Ok(found);
    }
    if let Some(found) = with_share(ask, one_by_design)?.settled() {
        return Ok(found);
    }
    let mut fewer = None;
    if solutions.is_empty() {
        let best = with_share(ask, fewest_taken_off)?.best();
        fewer = best.and_then(|found| found.proposed().map(|made| (*made.level).clone()));
    }
    let from = fewer.clone().unwrap_or_else(|| ask.level.clone());
    if let Some(found) = one_by_laying(ask, &from)? {
        return Ok(found);
    }
    let patience = ask.patience();
    let why = match patience.is_over() {
        true => patience.why(),
        false => Why::moot("no try left the level just one solution"),
    };
    match fewer.filter(|fewer| ask.goal.earlier.is_new(fewer)) {
        Some(fewer) => {
            let made = proposed(ask.level, fewer, Truth::Unknown(Why::moot(NO_CONCEPT)));
            Ok(FoundLevel::SecondBest(made, WhyNoBetter::Unknown(why)))
        }
        None => Err(why),
    }
}

/// Tries to add clues of one solution, then edits of one or two sites.
fn one_by_few_changes(
    ask: &mut Ask<'_>,
    solutions: &[Play],
    is_refuted: bool,
) -> Result<Option<FoundLevel>, Why> {
    let adding = |ask: &mut Ask<'_>| one_by_adding(ask, solutions, is_refuted);
    let added = with_share(ask, adding)?.settled();
    let is_one_change =
        |found: &FoundLevel| found.proposed().is_some_and(|made| made.changed.len() == 1);
    if added.as_ref().is_some_and(is_one_change) {
        return Ok(added);
    }
    let mut near = NearSearch::new(ask, solutions, is_refuted);
    // If added clues will do, only fewer changes are an improvement.
    let found = match &added {
        Some(_) => ask
            .spending(PATIENCE_FEWER, |ask| one_by_reading(ask, &mut near))
            .map(CompletionStep::settled),
        None => one_by_few_edits(ask, solutions, &mut near),
    };
    close_near(ask, &near);
    match (found, added) {
        (Err(Why::Stopped), _) => Err(Why::Stopped),
        (Ok(Some(found)), _) | (_, Some(found)) => Ok(Some(found)),
        (found, None) => found,
    }
}

/// Tries edits of one or two sites, the quickest way first.
fn one_by_few_edits(
    ask: &mut Ask<'_>,
    solutions: &[Play],
    near: &mut NearSearch,
) -> Result<Option<FoundLevel>, Why> {
    let read = |ask: &mut Ask<'_>| one_by_reading(ask, near);
    if let Some(found) = with_share(ask, read)?.settled() {
        return Ok(Some(found));
    }
    let edited = |ask: &mut Ask<'_>| one_by_edits(ask, solutions);
    if let Some(found) = with_share(ask, edited)?.settled() {
        return Ok(Some(found));
    }
    let searched = |ask: &mut Ask<'_>| one_by_searching(ask, near);
    Ok(with_share(ask, searched)?.settled())
}

/// Tries edits of one or two sites: open ones first, or those to blame for the missing solution.
fn one_by_edits(ask: &mut Ask<'_>, solutions: &[Play]) -> Result<CompletionStep, Why> {
    let reaches = match solutions.is_empty() {
        false => vec![RepairReach::Open, RepairReach::Unlocked],
        true => match unsolvable(ask, &Range::nothing())? {
            Some(blame) => vec![RepairReach::Of(blame.sites.into_iter().collect())],
            None => return Ok(CompletionStep::Open(None)),
        },
    };
    let (earlier, steps) = (Arc::clone(&ask.goal.earlier), ask.goal.steps);
    let (game, patience) = (ask.game, ask.patience());
    for reach in reaches {
        let mut mended = None;
        mend_to_one(ask, solutions, &reach, &mut |repair| {
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

/// Tries the levels of the game's stock that have a solution, those with the fewest changes first, until one
/// has exactly one.
fn one_by_design(ask: &mut Ask<'_>) -> Result<CompletionStep, Why> {
    let stock = ask.game.stock(ask.level);
    let program = plan::completion_program(ask.game, ask.level, &stock, Holding::Soft)
        .map_err(|error| Why::Stock(error.to_string()))?;
    let options = SessionOptions { extendable: true, optimise: true, ..SessionOptions::default() };
    let slot = ask.own_session(&program, &options).map_err(why)?;
    let found = one_of_designs(ask, slot);
    ask.close(slot.ask(SessionRequest::Close));
    found
}

fn one_of_designs(ask: &mut Ask<'_>, slot: SessionSlot) -> Result<CompletionStep, Why> {
    let atoms = design_atoms(ask, slot)?;
    let mut tried = 0;
    while !ask.patience().is_over() {
        let Some(model) = optimum(ask, slot)?.model else { break };
        let proposal = propose(ask, &model, &atoms, Holding::Soft)?;
        tried += 1;
        ask.note(tried, format!("{} tried", counted(tried, "level", "levels")));
        if ask.goal.earlier.is_new(&proposal.level)
            && let Truth::Holds(play) = sole_solution(ask, &proposal.level)
            && ask.allows(&proposal.level)?
        {
            return Ok(CompletionStep::Settled(as_it_should_be(ask, proposal.level, play)));
        }
        let forbid = SessionRequest::Forbid { atoms: proposal.design };
        ask.call(slot.ask(forbid)).map_err(why)?;
    }
    Ok(CompletionStep::Open(None))
}

/// Adds marks on open sites until one solution is left: the intended one, if it solves the level.
fn one_by_laying(ask: &mut Ask<'_>, from: &Level) -> Result<Option<FoundLevel>, Why> {
    let mut from = from.clone();
    reopen(ask.level, &mut from);
    let settings = GenerateSettings {
        seed: ask.goal.earlier.designs.len() as u64,
        count: 1,
        minimal: true,
        steps: ask.goal.steps,
        stock: ask.game.stock(&from),
        ..GenerateSettings::default()
    };
    let intended = ask.level.intended.clone();
    let intended = intended.filter(|play| solves(ask.game, &from, play));
    let mut inner = ask.about(&from);
    let laid = match intended {
        Some(play) => solved_by_one(&mut inner, &settings, &play, settings.seed)?,
        None => {
            generate_unique(&mut inner, &settings, &mut GivenLevels::of(&settings));
            let proposed = inner.found.iter().find_map(|answer| answer.proposed());
            proposed.map(|made| (*made.level).clone())
        }
    };
    let Some(mut level) = laid.filter(|level| ask.goal.earlier.is_new(level)) else {
        return Ok(None);
    };
    if !ask.allows(&level)? {
        return Ok(None);
    }
    let Truth::Holds(play) = sole_solution(ask, &level) else { return Ok(None) };
    level.made.clone_from(&ask.level.made);
    Ok(Some(as_it_should_be(ask, level, play)))
}

/// Wraps a level that is proved to have only this solution.
pub(crate) fn as_it_should_be(ask: &Ask<'_>, mut level: Level, play: Play) -> FoundLevel {
    level.intended = Some(play);
    let proposed = proposed(ask.level, level, Truth::Unknown(Why::moot(NO_CONCEPT)));
    FoundLevel::Level(ProposedLevel { unique: true, ..proposed })
}
