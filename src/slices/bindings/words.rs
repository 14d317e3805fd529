//! Words about the keys of commands.

pub const TITLE: &str = "Keys";
pub const COMMAND: &str = "Change keys…";
pub(crate) const TIP: &str = "Every command with its keys; choose others.";
pub const CHANGE: &str = "Change";
pub const CLEAR: &str = "Clear";
pub const RESET: &str = "Reset";
pub const RESET_ALL: &str = "Reset all";
pub(crate) const PRESS: &str = "Press the keys… Esc leaves them as they are.";
pub(crate) const FIXED: &str = "These keys cannot be changed.";
pub(crate) const NO_KEYS: &str = "none";
pub const TAKE: &str = "Use them here";
pub const LEAVE: &str = "Leave them there";
pub(crate) const NO_COMMAND: &str = "No command has that name.";

pub fn clash(keys: &str, other: &str) -> String {
    format!("{keys} already starts “{other}”.")
}

/// Names a button of a command's row: "Change: Undo".
pub fn of(what: &str, command: &str) -> String {
    format!("{what}: {command}")
}
