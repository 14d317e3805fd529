//! Answer set programming: programs, warm sessions, models and located errors.
//!
//! The only room that names clingo. Knows the form in which ground
//! programs are handed over, and nobody else but its libraries. Must never know a level, a
//! game or the window: atoms are values here.
//!
//! Invariant: only `session` reads clasp's result bits. A model shows existence; only an
//! exhausted search proves absence, a count or a consequence; an interrupted one proves nothing.

mod answer;
mod atom;
mod blame;
mod components;
mod definitions;
mod duel;
mod error;
mod expand;
mod facts;
#[allow(unsafe_code)]
mod ffi;
mod ground;
mod lexer;
mod limits;
mod oddities;
mod portfolio;
mod program;
mod reading;
mod recorded;
mod reify;
mod roles;
mod session;
mod shift;
mod statements;
mod tagging;

pub use answer::{
    Assume, Consequences, Core, EnumerationOutcome, Model, ModelMode, Optimum, SessionOptions, Shot,
};
pub use atom::Atom;
pub use definitions::check as check_definitions;
pub use duel::{Alternatives, Duel, DuelTurn, DuelVerdict, Pair, PuzzleTerms};
pub use error::{AspError, Located};
pub use facts::read_facts;
pub use ffi::{leave, processor_time};
pub use limits::{Halt, Stop};
pub use program::{Definitions, Program, Source, meddling, names};
pub use recorded::{MOST_RULES, recorded};
pub use reify::saturated;
pub use session::Session;
