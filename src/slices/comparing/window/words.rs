//! Words about two levels side by side.

use foolproof_game::counted;

pub(crate) const TITLE: &str = "Compare levels";
pub const SAME: &str = "The two levels are the same.";
pub const SAVED: &str = "As it was saved";
pub(crate) const NOW: &str = "As it is now";
pub(crate) const NOT_SAVED: &str = "This level has not been saved yet.";
pub(crate) const GONE: &str = "One of the levels is gone.";
pub(crate) const OPEN: &str = "open";
pub(crate) const LEFT_EMPTY: &str = "left empty";
pub(crate) const NOTHING: &str = "nothing";
pub(crate) const RINGS: &str = "Rings mark the cells that differ.";

pub fn marks(count: usize) -> String {
    match count {
        0 => "No mark differs.".to_owned(),
        n => counted(n, "mark differs.", "marks differ."),
    }
}

pub(crate) fn locked(mark: &str) -> String {
    format!("{mark}, locked")
}

/// Names a site of the intended solution.
pub(crate) fn intended(site: &str) -> String {
    format!("{site} (intended)")
}
