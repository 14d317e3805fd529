//! The window: what a designer sees and touches.
//!
//! Draws levels through their game and asks the solver's service; never waits for either. Knows
//! every room above it but `asp` and the command line, and names no game.
//!
//! What all of it shares is in [`session`]; what it is drawn with, in [`kit`]. [`board`], [`panels`]
//! and [`files`] are the window around a level. Every capability is a room of its own in
//! [`features`], hung into the window by one line of its registry. [`player`] is another window, in which
//! packs are played.

pub mod app;
pub mod board;
pub mod features;
pub mod files;
pub mod kit;
pub mod panels;
pub mod player;
mod run;
pub mod session;
pub mod text;

pub use app::{App, Options};
pub use run::{EditorError, run};
