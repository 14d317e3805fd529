//! Completing a level whose only solution takes steps that are harder than they may be: with clues that are
//! true of the solution, as few as were found to do.

use fastrand::Rng;

use super::answer::{FoundLevel, Truth};
use super::ask::Ask;
use super::engine::{Engine, solves};
use super::one_completion::as_it_should_be;
use super::status::Why;
use super::step_aims::last_that_suits;
use foolproof_level::{Hold, Level, Play};

impl Engine {
    /// The level with more clues of its solution, so that its steps are as they should be.
    pub(super) fn made_easier(&mut self, ask: &Ask<'_>, play: &Play) -> Result<FoundLevel, Why> {
        let levels = with_more_clues(ask, play)?;
        let suiting = last_that_suits(ask, &levels, |level| Ok(level.clone()))?;
        if let Some(level) = suiting
            && ask.allows(&level)?
            && let Truth::Holds(found) = self.sole_solution(ask, &level)
        {
            return Ok(as_it_should_be(ask, level, found));
        }
        ask.patience().check()?;
        let why = match ask.level.needs {
            None => "no clues were found that make the steps easy enough",
            Some(_) => "no clues were found with which small steps do, and need the technique",
        };
        let nearest = ask.nearest.words();
        let nearest = nearest.map(|near| format!("; of the level that came nearest, {near}"));
        Err(Why::Moot(format!("{why}{}", nearest.unwrap_or_default())))
    }
}

/// The level with ever fewer clues beside those that it has.
fn with_more_clues(ask: &Ask<'_>, play: &Play) -> Result<Vec<Level>, Why> {
    let game = ask.game;
    let Some(reading) = game.clue_reading() else { return Ok(Vec::new()) };
    let clues = reading.clues_of(ask.level, play, 0);
    let mut clues = clues.map_err(|why| Why::BadInput(why.into_owned()))?;
    Rng::with_seed(0).shuffle(&mut clues);
    let mut levels = Vec::new();
    let mut level = ask.level.clone();
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
