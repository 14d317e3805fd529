//! Words about levels that are the same.

use foolproof_game::counted;

pub(crate) const TITLE: &str = "Find duplicates";
pub(crate) const LOOKING: &str = "Comparing the levels…";
pub(crate) const NONE: &str = "No two levels are the same, even turned or mirrored.";
pub(crate) const SAME: &str = "the same";
pub(crate) const TURNED: &str = "the same, turned or mirrored";
pub(crate) const CHOOSE: &str = "Choose them in the list";
pub(crate) const CHOOSE_TIP: &str = "Chooses the ticked levels in the list, to tag or move them";
pub(crate) const STEP: &str = "Delete duplicates";

pub fn found(pairs: usize) -> String {
    format!("{}. Tick the levels to drop.", counted(pairs, "pair", "pairs"))
}

pub fn delete(levels: usize) -> String {
    format!("Delete {}", counted(levels, "level", "levels"))
}

/// Names the tick box of a level.
pub fn tick(level: &str) -> String {
    format!("Delete {level}")
}
