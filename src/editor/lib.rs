//! The window of the editor.
//!
//! Levels are drawn by their games, questions are answered by the solver's service, and the window waits for
//! neither. It names no game.
//!
//! All parts share [`session`] and draw with [`kit`]. [`board`], [`panels`] and [`files`] are the window around
//! a level. All further abilities are passed to it as [`Features`](session::feature::Features); it does not
//! know any of them.

pub(crate) mod app;
pub mod board;
pub mod files;
pub mod kit;
pub mod panels;
pub mod run;
pub mod session;
pub mod text;

pub use app::{App, Options};
pub use run::{EditorError, run};
