//! The solver: questions about a level in, findings out.
//!
//! A background thread ([`Service`]) drives a warm worker process of the same binary, in which
//! all solving happens; the command line uses the same [`Engine`] on its own thread. Knows
//! `games::Game` (the trait), `asp` and `level`. Must never know egui, and names no game.

mod finding;
mod question;

pub use finding::{Detail, Finding, How, Origin, Status, Why};
pub use question::{GenerateSettings, Limits, Question, Topic};
