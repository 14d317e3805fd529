//! Completes a level whose only solution takes steps that are too hard: adds clues that are true of the
//! solution, as few as were found to do. A level that does not have exactly one solution is given one first,
//! ignoring how hard the steps are.

use crate::making::complete_to_unique::left_one_solution;
use crate::making::redrawn_completion::redrawn_for_steps;
use crate::making::unique_by_encoding::sole_solution;
use crate::questions::solutions::first_solutions;
use fastrand::Rng;

use crate::engine::ask::Ask;
use crate::engine::solves;
use crate::engine::step_aims::last_that_suits;
use crate::making::complete_to_unique::as_it_should_be;
use crate::values::answer::{FoundLevel, Truth};
use crate::values::limits::StepAims;
use crate::values::status::Why;
use foolproof_level::{Hold, Level, Play};

/// Giving a level one solution gets one in this many parts of the remaining time.
const SHARE: u32 = 2;

/// Makes as few changes as leave the level one solution, and adds clues of that if its steps miss the aims.
/// Returns `None` if that fails.
pub(crate) fn one_made_easier(
    ask: &mut Ask<'_>,
    is_refuted: bool,
) -> Result<Option<FoundLevel>, Why> {
    let mut plain = ask.level.clone();
    plain.needs = None;
    let any = ask.goal.with_steps(StepAims::default());
    let end = ask.started.elapsed() + ask.left() / SHARE;
    let left =
        ask.toward(any, |ask| left_one_solution(&mut ask.part(&plain).ending(end), is_refuted));
    let mut level = match left {
        Ok(FoundLevel::Level(made)) => (*made.level).clone(),
        Err(Why::Stopped) => return Err(Why::Stopped),
        _ => return redrawn_to_one(ask),
    };
    level.needs.clone_from(&ask.level.needs);
    let Some(play) = level.intended.clone() else { return Ok(None) };
    if ask.allows(&level)? {
        return Ok(Some(as_it_should_be(ask, level, play)));
    }
    match easier_or_redrawn(ask, &level, &play) {
        Ok(found) => Ok(Some(found)),
        Err(Why::Moot(_)) => Ok(None),
        Err(why) => Err(why),
    }
}

/// Redraws the level around one of its solutions. Returns `None` if it has no solution.
fn redrawn_to_one(ask: &mut Ask<'_>) -> Result<Option<FoundLevel>, Why> {
    let solutions = first_solutions(ask)?;
    let intended = ask.level.intended.as_ref();
    let known = intended.filter(|play| solves(ask.game, ask.level, play)).cloned();
    match known.or_else(|| solutions.into_iter().next()) {
        Some(play) => redrawn_for_steps(ask, ask.level, &play),
        None => Ok(None),
    }
}

/// Adds clues of the solution so that the steps meet the aims; if that fails, looks for a level near it with
/// other clues or walls.
pub(crate) fn easier_or_redrawn(
    ask: &mut Ask<'_>,
    from: &Level,
    play: &Play,
) -> Result<FoundLevel, Why> {
    match made_easier(ask, from, play) {
        Err(Why::Moot(why)) => {
            let redrawn = redrawn_for_steps(ask, from, play);
            let over = ask.patience().check().map(|()| Why::Moot(why));
            match redrawn {
                Ok(Some(found)) => Ok(found),
                Ok(None) => Err(over.unwrap_or_else(|why| ask.goal.nearest.added_to(why))),
                Err(why) => Err(ask.goal.nearest.added_to(why)),
            }
        }
        found => found,
    }
}

/// Adds clues of the solution so that the steps meet the aims.
pub(crate) fn made_easier(ask: &mut Ask<'_>, from: &Level, play: &Play) -> Result<FoundLevel, Why> {
    let levels = with_more_clues(ask, from, play)?;
    let suiting = last_that_suits(ask, &levels, |level| Ok(level.clone()))?;
    if let Some(level) = suiting
        && ask.allows(&level)?
        && let Truth::Holds(found) = sole_solution(ask, &level)
    {
        return Ok(as_it_should_be(ask, level, found));
    }
    ask.patience().check()?;
    if ask.goal.nearest.words().is_none() {
        // Paths that were given up early do not show how near their levels come.
        ask.fit(levels.first().unwrap_or(from))?;
    }
    let why = match ask.level.needs {
        None => "no clues were found that make the steps easy enough",
        Some(_) => "no clues were found with which small steps do, and need the technique",
    };
    Err(ask.goal.nearest.added_to(Why::Moot(why.to_owned())))
}

/// Returns levels with fewer and fewer clues added to the existing ones.
fn with_more_clues(ask: &Ask<'_>, from: &Level, play: &Play) -> Result<Vec<Level>, Why> {
    let game = ask.game;
    let Some(reading) = game.clue_reading() else { return Ok(Vec::new()) };
    let clues = reading.clues_of(from, play, 0);
    let mut clues = clues.map_err(|why| Why::BadInput(why.into_owned()))?;
    Rng::with_seed(0).shuffle(&mut clues);
    let mut levels = Vec::new();
    let mut level = from.clone();
    for (site, clue) in clues {
        if level.hold(site) != Hold::Open {
            continue;
        }
        let mut more = level.clone();
        more.paint(site, Some(clue));
        if solves(game, &more, play) {
            level = more;
            levels.push(level.clone());
        }
    }
    levels.reverse();
    Ok(levels)
}
