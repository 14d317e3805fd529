//! The solver: questions about a level in, findings out.
//!
//! A background thread ([`Service`]) drives a warm worker process of the same binary, in which
//! all solving happens; the command line uses the same [`Engine`] on its own thread. Knows
//! `games::Game` (the trait), `asp` and `level`. Must never know egui, and names no game.

mod again;
mod argue;
mod completion;
mod conflict;
mod design_questions;
mod engine;
mod finding;
mod generation;
mod intended;
mod line_first;
mod making;
mod needless;
mod one_solution;
mod own_search;
mod plan;
mod play_questions;
mod protocol;
mod question;
mod remote;
mod repairs;
mod searched;
mod service;
mod tagged;
mod worker;

pub use crate::asp::{Alternatives, Atom, Pair, Program, Puzzle, Stop, Turn, Verdict, read_facts};
pub use engine::{
    Engine, Progress, check_input, design_text, has_concept, has_intended, program_text,
};
pub use finding::{Among, Blame, Detail, Effect, Finding, How, Lacking, Origin, Status, Why};
pub use question::{Candidates, GenerateSettings, Limits, Question, Shape, Symmetry, Topic};
pub use remote::WorkerCommand;
pub use searched::{Freed, Searched};
pub use service::{Event, Lane, LiveOptions, Service};
pub use tagged::{Tagged, TaggedOptions};
pub use worker::worker_main;
