//! Words about notes on cells.

pub const TITLE: &str = "Note on a cell";
pub(crate) const HINT: &str = "What to remember here";
pub const KEEP: &str = "Save";
pub(crate) const STEP: &str = "Write a note";
pub(crate) const EMPTY_TAKES_OFF: &str = "Leave empty to delete the note.";

/// Names the sites that a note is written on.
pub(crate) fn on(first: &str, others: usize) -> String {
    match others {
        0 => format!("On {first}."),
        1 => format!("On {first} and one more."),
        n => format!("On {first} and {n} more."),
    }
}

pub(crate) fn tip(note: &str) -> String {
    format!("Note: {note}")
}
