//! Words of the window of solving steps.

use crate::solving::question::{FoundSteps, StepsEnd};
use crate::solving::words::{NO_PLAY, NOTHING_LEFT};
use foolproof_editor::text;
use foolproof_games::counted;
use foolproof_solver::Why;

pub(super) const COMMAND: &str = "Solving steps…";
pub(super) const TITLE: &str = "Solving steps";
pub(super) const TIP: &str =
    "Solves the level from the rules alone: which few sentences decide which marks, step by step.";
pub(super) const WAITING: &str = "Looking for the first step…";
pub(super) const HOW: &str =
    "Left and Right go from step to step, Home and End to the first and last.";
pub(super) const SENTENCES: &str = "Sentences that each step needs";
pub(super) const FIRST: &str = "First step (Home)";
pub(super) const BACK: &str = "Step before (Left)";
pub(super) const FORWARD: &str = "Next step (Right)";
pub(super) const LAST: &str = "The end (End)";
pub(super) const END: &str = "The end";
pub(super) const BOARD: &str = "The board at this step";
pub(super) const FOLLOWS: &str = "This follows";
pub(super) const KNOWN: &str = "Since these are known";
pub(super) const RULES: &str = "Otherwise the rules would say";
pub(super) const NOT_SMALLEST: &str =
    "No smaller set of sentences was found, but not all of them were ruled out.";

/// A step's place among all.
pub(super) fn step(number: usize, of: usize) -> String {
    format!("Step {number} of {of}")
}

/// How the steps end, in a sentence.
pub(super) fn end(found: &FoundSteps) -> String {
    let steps = counted(found.steps.len(), "step", "steps");
    let hardest = found.hardest().and_then(|at| Some((at, found.steps.get(at)?)));
    let hardest = hardest.filter(|(_, step)| step.sentences.len() > 1);
    let hardest = hardest.map_or_else(
        || "Each needs one sentence.".to_owned(),
        |(at, step)| format!("The hardest is step {}: {} sentences.", at + 1, step.sentences.len()),
    );
    match &found.end {
        StepsEnd::Solved if found.steps.is_empty() => format!("{NOTHING_LEFT}."),
        StepsEnd::Solved => format!("Solved in {steps}. {hardest}"),
        StepsEnd::Differ { .. } => {
            format!("All that the solutions share is decided in {steps}.")
        }
        StepsEnd::NoSolution { sentences } if sentences.is_empty() => text::sentence(NO_PLAY),
        StepsEnd::NoSolution { .. } => "No play keeps all of these sentences.".to_owned(),
        StepsEnd::More { halt: None } => format!("{steps} so far…"),
        StepsEnd::More { halt: Some(Why::Time) } => {
            format!("{steps}; time ran out before the next one was found.")
        }
        StepsEnd::More { halt: Some(why) } => format!("{steps}; {}.", text::why(why)),
    }
}

/// What a bar of the chart stands for.
pub(super) fn bar(number: usize, sentences: usize, marks: usize, available: usize) -> String {
    let sentences = counted(sentences, "sentence decides", "sentences decide");
    let marks = counted(marks, "mark", "marks");
    let steps = counted(available, "step was", "steps were");
    format!("Step {number}: {sentences} {marks}; {steps} to be found")
}
