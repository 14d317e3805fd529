//! The bars and panels around the board.

pub mod bars;
pub mod findings;
pub mod form;
pub mod inspector;
pub mod levels;
pub mod messages;
pub mod palette;
pub mod sheet;
pub mod sides;
