//! The bars and panels around the board.

pub mod bars;
pub mod findings;
mod for_players;
pub mod form;
pub(crate) mod inspector;
pub mod levels;
pub mod menus;
pub mod messages;
pub mod palette;
pub mod sheet;
pub mod sides;
