//! The bars and panels around the board.

pub(crate) mod bars;
pub mod findings;
mod for_players;
pub mod form;
pub(crate) mod inspector;
pub mod levels;
pub(crate) mod menus;
pub(crate) mod messages;
pub mod palette;
pub(crate) mod right;
pub mod sheet;
pub mod sides;
