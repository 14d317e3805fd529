//! Words about proposals.

use foolproof_editor::text;
use foolproof_solver::{Finding, Status};

pub(crate) const ANOTHER: &str = "Another";
pub(crate) const ANOTHER_TIP: &str =
    "Looks for a completion that differs from those proposed so far";
pub(crate) const PREVIOUS: &str = "Previous";
pub(crate) const NEXT: &str = "Next";
pub(crate) const FIRST_IS_BETTER: &str = "The first one is better.";
pub(crate) const EXPECTED_NOW: &str = " Its expectations were changed to match.";
pub(crate) const STOP: &str = "Stop looking";

pub(crate) const ALL_NEEDED: &str = "Every painted mark is needed.";
pub(crate) const ALL_NEEDED_EVENLY: &str = "Every pair of marks half a turn apart is needed.";
pub(crate) const NOTHING_TO_COMPLETE: &str = "The level is complete as it is.";

/// Says which of the proposals is on view: "2 of 3".
pub(crate) fn which(at: usize, all: usize) -> String {
    format!("{} of {all}:", at + 1)
}

/// Says that these are all completions, or that none was found.
pub(crate) fn no_other(finding: &Finding) -> String {
    match (finding.answer.searched(), finding.status()) {
        (Some(searched), _) => searched.none_of("completion"),
        (None, Status::Unknown(why)) => {
            format!("No other completion was found. {}", text::why(&why))
        }
        (None, _) => "No other completion was found.".to_owned(),
    }
}
pub(crate) const REPAIR_TIP: &str = "Changes as few cells as it can, so that the level has a solution and no shortcut, or one solution only.";
pub(crate) const COMPLETE_EASILY_TIP: &str = "Gives the level one solution, and clues until no solving step needs more than two sentences of the rules.";
pub(crate) const NOTHING_TO_REPAIR: &str =
    "There is nothing to repair: the level is not known to lack anything that it should have.";
pub(crate) const AIM_TITLE: &str = "Aim for solving steps";
pub(crate) const AIM_TIP: &str = "Repairs or completes the level, or removes unneeded marks, so that its solving steps are as you want them.";
pub(crate) const AIM_GO: &str = "Look for a level";
pub(crate) const BY_REPAIR: &str = "Repair: change as few marks as possible";
pub(crate) const BY_REPAIR_TIP: &str =
    "Changes of one mark first, then of two, after which the level has one solution and such steps";
pub(crate) const BY_COMPLETING: &str = "Complete: add clues";
pub(crate) const BY_COMPLETING_TIP: &str =
    "Gives the level one solution first, then clues of it until its steps are easy enough";
pub(crate) const BY_REMOVING: &str = "Remove unneeded marks";
pub(crate) const BY_REMOVING_TIP: &str =
    "Removes marks for as long as the steps stay as you want them";
