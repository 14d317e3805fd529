//! How far a level is solved by steps of few sentences.

use super::ask::Patience;
use crate::values::combinations::CombinedConstraints;
use crate::values::status::Why;
use foolproof_solving::{AllowedSets, ConstraintNumber, NoSteps, Puzzle, Reach};

/// Steps of more sentences are not tried: there are too many to rule out.
pub(crate) const MAX_TRIED: usize = 3;

/// How far steps lead that are small, and allowed.
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

/// How far small steps lead that do not combine this.
pub(crate) fn reach_without(
    puzzle: &Puzzle,
    avoided: &CombinedConstraints,
    patience: Patience<'_>,
) -> Result<Reach, Why> {
    reach(puzzle, &|set| !avoided.is_in(set), patience)
}

/// The steps that are tried, in words.
pub(crate) fn small_steps() -> String {
    format!("steps of at most {MAX_TRIED} sentences")
}
