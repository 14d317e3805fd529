//! Measures of solving steps, which all games have whose rules are sentences.

use crate::abilities::rating::{Measure, MeasureKind};
use crate::abilities::search::StopCheck;
use crate::abilities::sentences::Sentences;
use foolproof_level::Level;
use foolproof_solving::SolvingPath;

/// Source of these measures.
const FROM_RULES: &str = "Found from the rules alone.";

const HARDEST: MeasureKind = MeasureKind::new(
    0,
    [
        "hardest",
        "Hardest step",
        "How many sentences of the rules the hardest step needs.",
        FROM_RULES,
    ],
);
const STEPS: MeasureKind = MeasureKind::new(
    1,
    [
        "steps",
        "Solving steps",
        "How many steps a player takes who always takes the simplest one.",
        FROM_RULES,
    ],
);
const COMBINED: MeasureKind = MeasureKind::new(
    2,
    ["combined", "Combined steps", "How many steps need more than one sentence.", FROM_RULES],
);
const NARROWEST: MeasureKind = MeasureKind::new(
    3,
    [
        "narrowest",
        "Narrowest moment",
        "How many steps no larger than those before there are to be found where there are fewest, in \
         the first half.",
        FROM_RULES,
    ],
);

/// Returns the measures of steps, ranked from this number on.
pub fn step_measures(rank: u8) -> [MeasureKind; 4] {
    [HARDEST, STEPS, COMBINED, NARROWEST]
        .map(|kind| MeasureKind { rank: kind.rank.saturating_add(rank), ..kind })
}

/// Measures the steps that solve a level. Empty unless the level has exactly one solution and all steps are
/// found before `stop`.
pub fn measured_steps(rules: &dyn Sentences, level: &Level, stop: StopCheck<'_>) -> Vec<Measure> {
    let Ok(program) = rules.sentence_program(level) else { return Vec::new() };
    match SolvingPath::walk(program, usize::MAX, stop, &mut |_, _| {}) {
        Ok(path) if path.is_solved() => of_path(&path),
        _ => Vec::new(),
    }
}

fn of_path(path: &SolvingPath) -> Vec<Measure> {
    let steps = path.reasoned().count();
    let combined = path.reasoned().filter(|step| step.constraints.len() > 1).count();
    let mut found = vec![
        HARDEST.counts(path.hardest(), "in the step that needs most"),
        STEPS.counts(steps, "to the solution"),
        COMBINED.counts(combined, "with more than one sentence"),
    ];
    if let Some(available) = path.narrowest() {
        found.push(NARROWEST.counts(available, "to be found at the narrowest moment"));
    }
    found
}
