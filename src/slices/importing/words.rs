//! Words about levels that come from elsewhere.

use foolproof_editor::files::open_file::Unread;
use foolproof_game::counted;

pub(crate) const ADD: &str = "Add levels from a file…";
pub(crate) const ADD_TIP: &str = "Adds the levels of another file after this one.";
pub(crate) const UNREAD: &str = "Levels that could not be read";
pub(crate) const UNREAD_TIP: &str = "Lists them, with where and why.";
pub(crate) const KEPT: &str = "Nothing was written: the file still has them all.";
pub(crate) const COPY_LIST: &str = "Copy the list";
pub(crate) const CLOSE: &str = "Close";

/// Says how many levels could be read, and how many not.
pub(crate) fn summary(unread: &Unread) -> String {
    let read = counted(unread.read, "level was read.", "levels were read.");
    format!("{read} {} could not be read:", unread.faults.len())
}

/// Formats the list as a text: a line each.
pub(crate) fn as_text(unread: &Unread) -> String {
    unread.faults.iter().map(|(place, why)| format!("{place}: {why}\n")).collect()
}
