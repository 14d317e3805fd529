//! What the window shows of games that are played move by move, on the canvas and in a window of
//! their positions.
//!
//! Knows games as a trait. Must never know a game's marks.

pub mod arrow;
mod chart;
mod layers;
mod walk;
mod window;

pub use walk::Walk;
pub use window::{GraphDeed, GraphWindow};
