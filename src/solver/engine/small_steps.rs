//! Solving a level by steps of few sentences.

use super::ask::Patience;
use crate::values::combinations::CombinedConstraints;
use crate::values::status::Why;
use foolproof_solving::{AllowedSets, ConstraintNumber, NoSteps, Puzzle, Reach};

/// Maximum number of sentences in a step. Of larger sets there are too many to rule out.
pub(crate) const MAX_TRIED: usize = 3;

/// Returns how much of the level small, allowed steps decide.
pub(crate) fn reach(
    puzzle: &Puzzle,
    is_allowed: &dyn Fn(&[ConstraintNumber]) -> bool,
    patience: Patience<'_>,
) -> Result<Reach, Why> {
    let allowed = AllowedSets { most: MAX_TRIED, is_allowed };
    Reach::of(puzzle, allowed, &|| patience.is_over()).map_err(|why| match why {
        NoSteps::Halted => patience.why(),
        NoSteps::Unreadable(why) => Why::Undecided(why.to_string()),
    })
}

/// Returns how much of the level small steps decide that do not combine this.
pub(crate) fn reach_without(
    puzzle: &Puzzle,
    avoided: &CombinedConstraints,
    patience: Patience<'_>,
) -> Result<Reach, Why> {
    reach(puzzle, &|set| !avoided.is_in(set), patience)
}

/// Returns the steps that are tried, in words.
pub(crate) fn small_steps() -> String {
    format!("steps of at most {MAX_TRIED} sentences")
}
