//! What the tests of this game share.

use super::*;
use crate::games::Format as _;
use puzzle::Puzzle;

/// The level of rows: a blank, `.` for a dot, a digit for a number.
pub fn level(rows: &[&str]) -> Level {
    let text = serde_json::json!({ "puzzle": rows }).to_string();
    formats::Rows.read(&text).unwrap().remove(0)
}

pub fn puzzle(rows: &[&str]) -> Puzzle {
    Puzzle::of(&level(rows)).unwrap()
}
