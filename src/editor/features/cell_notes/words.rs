//! Words about notes on cells.

pub const TITLE: &str = "Note on a cell";
pub const HINT: &str = "What is to be remembered here";
pub const KEEP: &str = "Keep";
pub const STEP: &str = "Write a note";
pub const EMPTY_TAKES_OFF: &str = "An empty note is taken off.";

/// On which sites it is written.
pub fn on(first: &str, others: usize) -> String {
    match others {
        0 => format!("On {first}."),
        1 => format!("On {first} and one more."),
        n => format!("On {first} and {n} more."),
    }
}

pub fn tip(note: &str) -> String {
    format!("Note: {note}")
}
