//! Words about testing a designer's own game.

use foolproof_game::{capital, counted, listed};
use foolproof_testing::{TestEnd, TestShows};

pub(crate) const TITLE: &str = "Test the game";
pub(crate) const COMMAND: &str = "Test game…";
pub(crate) const COMMAND_TIP: &str =
    "Looks for slips in the rules of your game: draws, turns, solves and plays it at random.";
pub const ABOUT: &str = "Looks for slips in game.toml and rules.lp. Save your files first; the test reads them from \
     their folder.";
pub const START: &str = "Start the test";
pub const AGAIN: &str = "Test again";
pub const STOP: &str = "Stop";
pub(crate) const STOP_TIP: &str = "Stops; results so far stay";
pub(crate) const NO_SOLVER: &str = "The solver does not start, so nothing can be tested.";
pub(crate) const NO_FOLDER: &str = "This game has no folder of its own on this computer.";
pub(crate) const SEED: &str = "Seed";
pub(crate) const SEED_TIP: &str =
    "The same seed makes the same random levels; try another one, too.";
pub(crate) const LEVELS: &str = "Random levels";
pub(crate) const LEVELS_TIP: &str = "How many small levels are solved, turned and solved again.";
pub(crate) const SECONDS: &str = "Seconds at most";
pub(crate) const SECONDS_TIP: &str =
    "Seconds of processor time: where the machine is busy, they take longer.";
pub const GO_THERE: &str = "Go there";
pub(crate) const ADD: &str = "Add to the pack";
pub(crate) const ADD_TIP: &str = "Adds the level, so that you can look into it.";
pub(crate) const STEP: &str = "Add a level of the test";

/// Says what a picture shows, and what a click does.
pub(crate) fn picture(says: &str) -> String {
    format!("{}. A click adds the level to the pack.", capital(says))
}

/// Captions a picture.
pub(crate) fn caption(shows: TestShows) -> &'static str {
    match shows {
        TestShows::Forbidden => "Forbidden",
        TestShows::Solution => "Solution",
        TestShows::Before => "Before",
        TestShows::After => "After",
    }
}

/// Names the running test, with its number.
pub(crate) fn progress(what: &str, at: usize, of: usize) -> String {
    format!("{} of {of}: {what}", at + 1)
}

pub(crate) fn end(end: TestEnd) -> &'static str {
    match end {
        TestEnd::Passed => "passed",
        TestEnd::Warned => "warning",
        TestEnd::Unfinished => "not finished",
        TestEnd::Failed => "failed",
    }
}

/// Sums up the results.
pub(crate) fn sum(failed: usize, warned: usize, unfinished: &[&str]) -> String {
    let mut parts = Vec::new();
    if failed > 0 {
        parts.push(counted(failed, "fault", "faults"));
    }
    if warned > 0 {
        parts.push(counted(warned, "warning", "warnings"));
    }
    if !unfinished.is_empty() {
        let names = listed(unfinished, "and");
        parts.push(format!("not finished: {names} (more seconds may do)"));
    }
    match parts.is_empty() {
        true => "No slip was found.".to_owned(),
        false => capital(&format!("{}.", parts.join(", "))),
    }
}
