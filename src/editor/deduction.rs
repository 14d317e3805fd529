//! What the window shows of deduction by rules: round by round in a window of its own, and its leaks
//! and trials over the board.
//!
//! Knows games as a trait. Must never know a game's marks.

pub mod board;
mod chart;
mod course;
mod lists;
mod window;

pub use course::{Course, Look};
pub use window::{After, DeductionWindow};
