//! Words about the size of a board.

use foolproof_game::counted;

pub(crate) const COLUMNS: &str = "Columns come and go at the";
pub(crate) const COLUMNS_AT: [&str; 2] = ["Left", "Right"];
pub(crate) const ROWS: &str = "Rows come and go at the";
pub(crate) const ROWS_AT: [&str; 2] = ["Top", "Bottom"];

pub(crate) fn falls_off(marks: usize) -> String {
    counted(marks, "mark falls off the board.", "marks fall off the board.")
}
