//! The window: what a designer sees and touches.
//!
//! Levels are drawn by their games, questions are answered by the solver's service, and the window
//! waits for neither. It names no game.
//!
//! [`session`] is what all of it shares, [`kit`] what it is drawn with. [`board`], [`panels`] and
//! [`files`] are the window around a level. What it can do beyond that is given to it as
//! [`Features`](session::feature::Features); it knows none of them.

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
