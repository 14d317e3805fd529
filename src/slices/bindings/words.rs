//! Words about the keys of commands.

pub(crate) const TITLE: &str = "Keys";
pub(crate) const COMMAND: &str = "Change keys…";
pub(crate) const TIP: &str = "Every command with its keys; choose others.";
pub(crate) const CHANGE: &str = "Change";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const RESET: &str = "Reset";
pub(crate) const RESET_ALL: &str = "Reset all";
pub(crate) const PRESS: &str = "Press the keys… Esc leaves them as they are.";
pub(crate) const FIXED: &str = "These keys cannot be changed.";
pub(crate) const NO_KEYS: &str = "none";
pub(crate) const TAKE: &str = "Use them here";
pub(crate) const LEAVE: &str = "Leave them there";
pub(crate) const NO_COMMAND: &str = "No command has that name.";

pub(crate) fn clash(keys: &str, other: &str) -> String {
    format!("{keys} already starts “{other}”.")
}

/// Names a button of a command's row: "Change: Undo".
pub fn of(what: &str, command: &str) -> String {
    format!("{what}: {command}")
}
