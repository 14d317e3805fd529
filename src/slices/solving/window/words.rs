//! Words of the window of solving steps, and of deduction.

use super::panel::{EndKind, PathSize};
use crate::solving::question::{FoundSteps, StepsEnd};
use crate::solving::words::{NO_PLAY, NOTHING_LEFT};
use foolproof_editor::text;
use foolproof_game::{Leak, Step, StepSource, StepTrial, counted};
use foolproof_solver::Why;

pub(super) const COMMAND: &str = "Solving steps…";
pub(super) const TITLE: &str = "Solving steps";
pub(super) const TIP: &str =
    "Solves the level from the rules alone: which few sentences decide which marks, step by step.";
pub(super) const WAITING: &str = "Looking for the first step…";
pub(super) const HOW: &str = "Left and Right go from step to step, Home and End to the first and last, Up and Down through the sentences. Click the board to ask about a cell.";
pub(super) const NEXT: &str = "Next step";
pub(super) const OPEN: &str = "Steps…";
pub(super) const LINE_TIP: &str = "The next step, and what the last edit did to all of them. Looked for only while it is unfolded.";
pub(super) const WHY: &str = "Why is this forced?";
pub(super) const WHY_TIP: &str = "Shows the step that decides the cell under the pointer or the cursor: which sentences of the rules, and which known marks.";
pub(super) const BY_RULES: &str = "Rules";
pub(super) const MARKS: &str = "Marks that follow";
pub(super) const TO_BE_FOUND: &str = "Steps to be found";
pub(super) const GO_THERE: &str = "Goes to this step.";
pub(super) const PLAY: &str = "Play the steps";
pub(super) const PAUSE: &str = "Pause";
pub(super) const FIRST: &str = "First step (Home)";
pub(super) const BACK: &str = "Step before (Left)";
pub(super) const FORWARD: &str = "Next step (Right)";
pub(super) const LAST: &str = "The end (End)";
pub(super) const END: &str = "The end";
pub(super) const BOARD: &str = "The board at this step";
pub(super) const FOLLOWS: &str = "This follows";
pub(super) const KNOWN: &str = "Since these are known";
pub(super) const RULES: &str = "Otherwise the rules would say";
pub(super) const BY: &str = "By these";
pub(super) const FINDINGS: &str = "Findings";
pub(super) const OPEN_IS_FRAMED: &str = "The board frames what is open.";
/// Heads the columns of the list of rules, with their tips.
pub(super) const RULE_COLUMNS: [(&str, &str); 3] = [
    ("Rule", "Point at a rule to read it."),
    ("Steps", "How many steps need this rule: nothing simpler finds anything there."),
    (
        "Widest",
        "In how many places the rule finds something, in the step where it finds most. The fewer, \
         the harder to spot.",
    ),
];
pub(super) const LEAKS: &str = "Leaks";
pub(super) const LEAKS_TIP: &str =
    "Where a player who trusts that there is one solution can skip thinking.";
pub(super) const ARGUE: &str = "Argue about it";
pub(super) const ARGUE_TIP: &str =
    "Takes the argue tool to this step: its evidence can be changed and weighed on the board.";
pub(crate) const HINT_TIP: &str = "Points out a wrong line, or shows the next find and why (H).";
pub(super) const NOTHING_TO_DEDUCE: &str = "There is nothing to deduce.";
pub(crate) const NO_HINT: &str = "Deduction finds nothing more.";
pub(super) const TECHNIQUE: &str = "Technique";
pub(super) const NAME_IT: &str = "give it a name";
pub(super) const NAME_TIP: &str = "The name goes into the pack: steps, `foolproof steps` and the course say it wherever the same sentences are combined.";
pub(super) const IS_NEEDED: &str = "Is it needed?";
pub(super) const IS_NEEDED_TIP: &str = "Tries all other steps of at most three sentences: whether some path of them solves the level without.";
pub(super) const TECHNIQUE_NEEDED: &str = "technique needed";
pub(super) const TECHNIQUE_NOT_NEEDED: &str = "technique not needed";
pub(super) const SOLVED_WITHOUT: &str =
    "Steps of at most three sentences solve it without its technique.";
pub(super) const TECHNIQUE_UNKNOWN: &str = "Whether it needs its technique is not known.";
pub(super) const STILL_TRYING_STEPS: &str = "Trying steps without the technique…";
pub(super) const CONCEPT: &str = "Concept…";
pub(super) const WAITING_FOR_NEED: &str = "Trying all other steps…";
pub(super) const NAME_EDIT: &str = "Name a technique";
pub(super) const NOT_SMALLEST: &str =
    "No smaller set of sentences was found, but not all of them were ruled out.";

/// Number of steps of the level with the same combination.
pub(super) fn combined_in(steps: usize) -> String {
    match steps {
        1 => "in this step alone".to_owned(),
        steps => format!("in {steps} steps of this level"),
    }
}

/// A step's number among all.
pub(super) fn step(number: usize, of: usize) -> String {
    format!("Step {number} of {of}")
}

const NO_PLAY_KEEPS: &str = "No play keeps all of these sentences.";

/// The end of the steps, in a sentence.
pub(super) fn end(found: &FoundSteps) -> String {
    let steps = counted(found.steps.len(), "step", "steps");
    match &found.end {
        StepsEnd::Solved if found.steps.is_empty() => format!("{NOTHING_LEFT}."),
        StepsEnd::Solved => format!("Solved in {steps}."),
        StepsEnd::Differ { .. } => {
            format!("All that the solutions share is decided in {steps}.")
        }
        StepsEnd::Stops { words, .. } => format!("After {steps} {words}."),
        StepsEnd::NoSolution { sentences, .. } if sentences.is_empty() => text::sentence(NO_PLAY),
        StepsEnd::NoSolution { least: true, .. } => NO_PLAY_KEEPS.to_owned(),
        StepsEnd::NoSolution { least: false, .. } => {
            format!("{NO_PLAY_KEEPS} Perhaps not all of them are needed.")
        }
        StepsEnd::More { halt: None } => format!("{steps} so far…"),
        StepsEnd::More { halt: Some(Why::Time) } => {
            format!("{steps}; time ran out before the next one was found.")
        }
        StepsEnd::More { halt: Some(why) } => format!("{steps}; {}.", text::why(why)),
    }
}

/// The effect of the last edit on the steps; `None` if their number and the hardest step are unchanged.
pub(super) fn changed(before: PathSize, now: PathSize) -> Option<String> {
    let end = |words: &str| Some(format!("Last edit: {words}"));
    match (before.end, now.end) {
        (EndKind::Solved, EndKind::Solved) => {}
        (old, new) if old == new => return None,
        (_, EndKind::NoSolution) => return end("there is no solution any more"),
        (_, EndKind::Solved) => return end("the steps solve it now"),
        (EndKind::Solved, EndKind::Differ) => return end("the steps do not solve it any more"),
        (_, EndKind::Differ) => return end("there are several solutions now"),
    }
    let steps = match now.steps.checked_sub(before.steps) {
        Some(0) => None,
        Some(more) => Some(format!("{} more", counted(more, "step", "steps"))),
        None => Some(format!("{} fewer", counted(before.steps - now.steps, "step", "steps"))),
    };
    let (old, new) = (before.hardest, now.hardest);
    let unit = if new == 1 { "sentence" } else { "sentences" };
    let hardest = (old != new).then(|| format!("hardest step {old} → {new} {unit}"));
    let parts: Vec<String> = steps.into_iter().chain(hardest).collect();
    if parts.is_empty() { None } else { end(&parts.join("; ")) }
}

/// The hardest step.
pub(super) fn hardest(number: usize, size: &str) -> String {
    format!("Hardest: step {number}, {size}")
}

/// The step at which the fewest steps were available.
pub(super) fn narrowest(number: usize, available: usize) -> String {
    format!("Narrowest: step {number}, {available} to be found")
}

/// The step that decides a site.
pub(super) fn decided(site: &str, number: usize) -> String {
    format!("{} is decided by step {number}.", text::capital(site))
}

pub(super) fn still_looking(site: &str) -> String {
    format!("Looking for the step that decides {site}…")
}

/// The reason why no step decides a site.
pub(super) fn undecided(site: &str, end: &StepsEnd) -> String {
    match end {
        StepsEnd::Differ { .. } => {
            format!("No step decides {site}: the solutions may differ there.")
        }
        StepsEnd::NoSolution { .. } => format!("No step decides {site}: there is no solution."),
        StepsEnd::More { .. } | StepsEnd::Stops { .. } => {
            format!("No step so far decides {site}.")
        }
        StepsEnd::Solved => format!("Nothing is to be decided on {site}."),
    }
}

/// Heads the bars of the chart.
pub(super) fn sizes(units: &str) -> String {
    format!("{} of each step", text::capital(units))
}

/// The meaning of a bar of the chart.
pub(super) fn bar(number: usize, step: &Step, size: &str, leaks: usize) -> String {
    let technique = step.technique.iter().map(|name| format!("{name}, "));
    let mut bar = format!("Step {number}: {}{size}", technique.collect::<String>());
    if step.available > 0 {
        let marks = counted(step.marks.len(), "mark follows", "marks follow");
        let steps = counted(step.available, "step was", "steps were");
        bar = format!("{bar}; {marks}; {steps} to be found");
    }
    match leaks {
        0 => bar,
        n => format!("{bar}; {} before it", counted(n, "leak", "leaks")),
    }
}

pub(super) fn leak(leak: &Leak) -> String {
    format!("{}: {}", text::capital(&leak.name), leak.found.words)
}

/// The end of deduction in a sentence, with the number of leaks.
pub(super) fn end_and_leaks(found: &FoundSteps) -> String {
    let end = end(found);
    match found.leaks.len() {
        0 => end,
        1 => format!("{end} One leak."),
        n => format!("{end} {n} leaks."),
    }
}

/// Clause about the end of deduction, within a sentence about the level.
pub(super) fn clause(found: &FoundSteps) -> String {
    let steps = match found.steps.len() {
        1 => "one step".to_owned(),
        steps => format!("{steps} steps"),
    };
    match (found.end == StepsEnd::Solved, found.steps.len()) {
        (true, _) => format!("deduced in {steps}"),
        (false, 0) => "deduction finds nothing".to_owned(),
        (false, _) => format!("deduction stops after {steps}"),
    }
}

/// The effect of one more mark, for the tip of its cell.
pub(super) fn trial(trial: &StepTrial, mark: &str, source: &dyn StepSource) -> String {
    let steps = counted(trial.steps, "step", "steps");
    let (one, many) = source.things();
    match (trial.solved, trial.impossible) {
        (true, _) => format!("With a {mark} here deduction solves the level in {steps}."),
        (_, true) => format!("With a {mark} here there is no solution."),
        _ => format!("With a {mark} here {} would stay open.", counted(trial.open, one, many)),
    }
}

pub(super) fn stays_open(source: &dyn StepSource) -> String {
    format!("Deduction leaves this {} open.", source.things().0)
}

/// Says that an entry of the player differs from the solution.
pub fn wrong(thing: &str, of: &str, place: &str) -> String {
    format!("The {thing} of the {of} on {place} is wrong.")
}
