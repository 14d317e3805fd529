//! Words about deduction by rules.

use foolproof_game::{Deduced, Deduction, DeductionEnd, DeductionTrial, counted};

pub(crate) const COMMAND: &str = "Deduction, step by step…";
pub(crate) const TITLE: &str = "Deduction, step by step";
pub(crate) const BUTTON: &str = "Steps…";
pub(crate) const FIRST: &str = "First round (Home)";
pub(crate) const BACK: &str = "Round before (Left)";
pub(crate) const FORWARD: &str = "Next round (Right)";
pub(crate) const LAST: &str = "The end (End)";
pub(crate) const END: &str = "The end";
pub(crate) const RULE: &str = "Rule";
pub(crate) const RULE_TIP: &str = "Point at a rule to read it.";
pub(crate) const ROUNDS: &str = "Rounds";
pub(crate) const ROUNDS_TIP: &str =
    "How many rounds need this rule: nothing simpler finds anything there.";
pub(crate) const WIDEST: &str = "Widest";
pub(crate) const WIDEST_TIP: &str = "In how many places the rule finds something, in the round where it finds most. The fewer, the \
     harder to spot.";
pub(crate) const LEAKS: &str = "Leaks";
pub(crate) const LEAKS_TIP: &str =
    "Where a player who trusts that there is one solution can skip thinking.";
pub(crate) const WIDTH: &str = "Finds of each round";
pub(crate) const HOW: &str = "Left and Right step through the rounds, Up and Down through their finds. Click the board to choose one.";
pub(crate) const BOARD: &str = "The board at this round";
pub(crate) const HINT_TIP: &str = "Points out a wrong line, or shows the next find and why (H).";
pub(crate) const TOO_LONG: &str = "deduction takes too long here to show it step by step";
pub(crate) const NOTHING_TO_DEDUCE: &str = "There is nothing to deduce.";
pub(crate) const NO_HINT: &str = "Deduction finds nothing more.";

/// Describes the end of deduction in a sentence, with the number of leaks.
pub(crate) fn end(deduced: &Deduced) -> String {
    let rounds = match deduced.rounds.len() {
        1 => "one round".to_owned(),
        n => format!("{n} rounds"),
    };
    let end = match &deduced.end {
        DeductionEnd::Solved { .. } => format!("Solved in {rounds}."),
        DeductionEnd::Stops { words, .. } | DeductionEnd::Impossible { words, .. } => {
            format!("After {rounds} {words}.")
        }
    };
    match deduced.leaks.len() {
        0 => end,
        1 => format!("{end} One leak."),
        n => format!("{end} {n} leaks."),
    }
}

/// Describes how far deduction gets, within a sentence about the level.
pub(crate) fn clause(deduced: &Deduced) -> String {
    match (deduced.is_solved(), deduced.rounds.len()) {
        (true, 1) => "deduced in one round".to_owned(),
        (true, rounds) => format!("deduced in {rounds} rounds"),
        (false, 0) => "deduction finds nothing".to_owned(),
        (false, 1) => "deduction stops after one round".to_owned(),
        (false, rounds) => format!("deduction stops after {rounds} rounds"),
    }
}

/// Heads the end of deduction.
pub(crate) fn end_heading(deduced: &Deduced) -> &'static str {
    match deduced.end {
        DeductionEnd::Solved { .. } => "The end: solved",
        DeductionEnd::Stops { .. } => "The end: deduction stops",
        DeductionEnd::Impossible { .. } => "The end: there is no solution",
    }
}

/// Describes the end of deduction.
pub(crate) fn end_words(deduced: &Deduced) -> String {
    match &deduced.end {
        DeductionEnd::Solved { .. } => "Solved: this is the only solution.".to_owned(),
        DeductionEnd::Stops { words, .. } => {
            format!("{}. The board frames what is open.", foolproof_editor::text::capital(words))
        }
        DeductionEnd::Impossible { words, .. } => {
            format!("{}.", foolproof_editor::text::capital(words))
        }
    }
}

pub(crate) fn round(number: usize, of: usize) -> String {
    format!("Round {number} of {of}")
}

/// Describes a bar of the chart.
pub(crate) fn bar(number: usize, rule: &str, width: usize, leaks: usize) -> String {
    let places = counted(width, "place", "places");
    let found = format!("Round {number}: {rule}, finds something in {places}");
    match leaks {
        0 => found,
        n => format!("{found}; {} before it", counted(n, "leak", "leaks")),
    }
}

/// Formats the number of findings.
pub(crate) fn findings(n: usize) -> String {
    counted(n, "finding", "findings")
}

pub(crate) fn leak(name: &str, words: &str) -> String {
    format!("{}: {words}", foolproof_editor::text::capital(name))
}

/// Describes the effect of one more mark, for the tip of its cell.
pub(crate) fn trial(trial: &DeductionTrial, mark: &str, rules: &dyn Deduction) -> String {
    let rounds = counted(trial.rounds, "round", "rounds");
    let (one, many) = rules.things();
    match (trial.solved, trial.impossible) {
        (true, _) => format!("With a {mark} here deduction solves the level in {rounds}."),
        (_, true) => format!("With a {mark} here there is no solution."),
        _ => format!("With a {mark} here {} would stay open.", counted(trial.open, one, many)),
    }
}

pub(crate) fn stays_open(rules: &dyn Deduction) -> String {
    format!("Deduction leaves this {} open.", rules.things().0)
}

/// Says that an entry of the player differs from the solution.
pub fn wrong(thing: &str, of: &str, place: &str) -> String {
    format!("The {thing} of the {of} on {place} is wrong.")
}
