//! Rules as text and as ground programs.

pub(crate) mod clingo_messages;
pub(crate) mod derivations;
pub(crate) mod facts;
pub(crate) mod forbidden;
pub(crate) mod ground_play;
pub(crate) mod grounding;
pub(crate) mod growth;
pub(crate) mod helpers;
pub(crate) mod in_use;
pub(crate) mod judge;
pub(crate) mod lints;
pub(crate) mod open_boards;
pub(crate) mod open_steps;
pub(crate) mod shelf;
pub(crate) mod small_boards;
pub(crate) mod statements;
pub(crate) mod trials;
pub(crate) mod two_ideas;
