//! Words about the steps that undo takes back.

pub(crate) const TITLE: &str = "History";
pub(crate) const BEGINNING: &str = "As it was opened";
pub(crate) const NOW: &str = "now";
pub(crate) const SAVED: &str = "saved";
pub(crate) const UNDONE: &str = "undone";
pub(crate) const TIP: &str = "Goes back to here. Redo brings the rest again.";

/// Names a step in the list, counted from 1.
pub fn step(number: usize, name: &str) -> String {
    format!("{number}. {name}")
}
