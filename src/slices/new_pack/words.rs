//! Words about a new pack.

pub const TITLE: &str = "New pack";
pub const GAME: &str = "Which game?";
pub const PACK_TITLE: &str = "Title of the pack";
pub const SIZE: &str = "Size";
pub const CREATE: &str = "Create";

/// What a card of a game is called.
pub fn card(game: &str) -> String {
    format!("Game: {game}")
}
