//! Words about finding and replacing marks.

use foolproof_game::counted;

pub(crate) const TITLE: &str = "Find and replace marks";
pub(crate) const FIND: &str = "Find";
pub(crate) const WITH: &str = "Replace with";
pub(crate) const NOTHING: &str = "Nothing";
pub(crate) const WHERE: &str = "Where";
pub const SCOPES: [&str; 3] = ["Selection", "This level", "All levels of this game"];
pub(crate) const GO: &str = "Replace";
pub(crate) const STEP: &str = "Replace marks";
pub(crate) const NO_MARKS: &str = "There are no marks to replace yet.";

/// Numbers of the marks that were found, and of those that cannot be replaced.
pub fn found(found: usize, changed: usize, levels: usize) -> String {
    let marks = counted(found, "mark", "marks");
    let place = counted(levels, "level", "levels");
    match (found, found - changed.min(found)) {
        (0, _) => "None found.".to_owned(),
        (_, 0) => format!("{marks} found in {place}."),
        (_, left) => {
            format!(
                "{marks} found in {place}; {left} stay: locked, or the new mark does not fit there."
            )
        }
    }
}

pub fn replaced(changed: usize) -> String {
    counted(changed, "mark replaced.", "marks replaced.")
}
