//! Words of the verdict.

use std::time::Duration;

use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_solver::{Count, Why};

pub(crate) const SHOW: &str = "Show";
pub(crate) const SHOW_TIP: &str =
    "Shows verdict and solution of this level, until you go to another one.";
pub(crate) const LEAVE_BLIND: &str = "Leave blind mode";
pub(crate) const STEPS: &str = "Solving steps…";
pub(crate) const EVERY_SOLUTION: &str = "Every solution…";
pub(crate) const SOLUTIONS: &str = "Solutions…";
pub(crate) const STOP: &str = "Stop";
pub(crate) const PAUSE: &str = "Pause the solver";
pub(crate) const GO_ON: &str = "Let the solver go on";
pub(crate) const MORE_TIME: &str = "Search longer";
pub(crate) const MORE_TIME_TIP: &str =
    "Asks about this level again, with twice the time for each question.";

pub(crate) const NOTHING_PLACED: &str = "Nothing is placed yet";
pub(crate) const PLACE_SOMETHING: &str = "Paint something, or let the solver make a level.";
pub(crate) const NO_TASK: &str = "Nothing to solve yet";
pub(crate) const SOLVED_AT_ONCE: &str = "It is solved before the player makes a move.";
pub(crate) const RUN_RULES: &str = "Run the concept’s own rules";
pub(crate) const OWN_RULES: &str = "The concept has its own rules";
pub(crate) const READ_THEM: &str = "Read them…";
pub(crate) const PAUSED: &str = "The solver is paused";
pub(crate) const SOLVING: &str = "Solving…";
pub(crate) const UNREADABLE: &str = "This level has an error";
pub(crate) const CONCEPT_UNREADABLE: &str = "The concept has an error";
pub(crate) const CONCEPT: &str = "Concept…";
pub(crate) const NO_SOLUTION: &str = "No solution";
pub(crate) const UNKNOWN: &str = "No answer yet";
pub(crate) const INTENDED_FAILS: &str = "The intended solution fails";
pub(crate) const TAKE_FOUND: &str = "Take the one found";
pub(crate) const FORGET_INTENDED: &str = "Forget it";
pub(crate) const COMPLETE: &str = "Complete…";
pub(crate) const GENERATE: &str = "Generate…";
pub(crate) const SUGGESTIONS: &str = "Suggestions";
pub(crate) const REPAIR: &str = "Repair…";
pub(crate) const MORE_THAN_ONE: &str = "More than one solution";
pub(crate) const ONE: &str = "One solution";
pub(crate) const SOLVABLE: &str = "Solvable";
pub(crate) const NO_SHORTCUT: &str = "no shortcut";
pub(crate) const MAYBE_SHORTCUT: &str = "maybe a shortcut";
pub(crate) const SHORTCUT: &str = "Shortcut";
pub(crate) const AS_EXPECTED: &str = "As this level expects.";
pub(crate) const STILL_LOOKING: &str = "Looking for shortcuts…";
pub(crate) const STILL_COUNTING: &str = "Counting solutions…";
pub(crate) const SHOULD_BE_UNIQUE: &str = "This level should have one solution only.";
pub(crate) const SHOULD_NOT_BE_UNIQUE: &str = "This level should have more than one solution.";
pub(crate) const SHOULD_FAIL: &str = "This level should have no solution.";
pub(crate) const SHOULD_HAVE_SHORTCUT: &str = "This level should have a shortcut.";

/// "Shortcut: only 2 benders are used".
pub(crate) fn shortcut(instead: Option<&str>) -> String {
    match instead {
        Some(instead) => format!("{SHORTCUT}: {instead}"),
        None => format!("{SHORTCUT}: a solution without the concept"),
    }
}

/// Says a number of solutions, with an estimate if they were not all counted.
pub(crate) fn solutions(count: &Count, estimated: Option<String>) -> String {
    match count {
        Count::Exactly(0) => NO_SOLUTION.to_owned(),
        Count::Exactly(1) => ONE.to_owned(),
        Count::Exactly(n) => format!("{n} solutions"),
        Count::AtLeast(n) => match estimated {
            Some(estimated) => format!("At least {n} solutions, by an estimate {estimated}"),
            None => format!("At least {n} solutions"),
        },
    }
}

pub(crate) const GO_THERE: &str = "Go there";
pub(crate) const ERASE_IT: &str = "Erase it";

/// A mark that the game lacks.
pub(crate) fn unknown_mark(site: &str, mark: &str) -> String {
    format!("{} holds an unknown mark, “{mark}”.", text::capital(site))
}

pub(crate) fn misplaced_mark(site: &str, why: &str) -> String {
    format!("{}: {why}.", text::capital(site))
}

/// "Proved in 96 ms."
pub(crate) fn proved_in(time: Duration) -> String {
    format!("Proved in {}.", text::time(time))
}

pub(crate) const KNOWN_BEFORE: &str = "Proved.";

/// The remedy if there is no answer.
pub(crate) fn next_step(why: &Why, game: &dyn Game) -> &'static str {
    match why {
        // Games of moves have no open cells: the level is searched as it is.
        Why::Time if game.moves().is_some() => "Search longer, or make the level smaller.",
        Why::Time | Why::TimeNear(_) => "Search longer, or leave fewer cells open.",
        Why::Memory(_) => "A smaller board or fewer pieces need less memory.",
        Why::Stopped => "Search longer to go on.",
        Why::Crashed(_) => "Ask again. If it crashes again, please report the level.",
        Why::EncodingFault(_) => "Please report the level: this is our fault.",
        Why::BadInput(_) | Why::Undecided(_) | Why::Stock(_) | Why::Moot(_) => "",
    }
}

pub(crate) fn time_given(time: Duration) -> String {
    format!("Each question now has up to {}.", text::time(time))
}
