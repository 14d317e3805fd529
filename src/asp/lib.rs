//! Answer set programming: programs, warm clingo sessions, models, located errors, and the
//! shortcut-free engine.
//!
//! Start with [`Program`] and [`Session`]. [`Duel`] is Elise and Fiona; `expand` copies a shortcut
//! into Elise's program. Atoms are values here: this package knows no level and no game. Only `ffi`
//! calls clingo and uses `unsafe`.
//!
//! Invariant: only `session` interprets clasp's result bits. A model shows existence; only an
//! exhausted search proves absence, a count or a consequence; an interrupted one proves nothing.

mod aggregates;
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
mod lints;
mod named;
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
mod turns;

pub use answer::{
    Assume, Consequences, Core, EnumerationOutcome, Model, ModelMode, Optimum, SessionOptions, Shot,
};
pub use atom::Atom;
pub use definitions::check as check_definitions;
pub use duel::{Alternatives, Duel, DuelTurn, DuelVerdict, Pair, PuzzleTerms};
pub use error::{AspError, Located};
pub use facts::{FactsError, read_facts};
pub use foolproof_kernel::{Halt, Stop};
pub use program::{Definitions, Program, Source, meddling, names};
pub use recorded::{MAX_RULES, judged_session, recorded};
pub use reify::saturated;
pub use session::Session;
