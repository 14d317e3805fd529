//! Words about a new pack.

pub(crate) const TITLE: &str = "New pack";
pub(crate) const GAME: &str = "Which game?";
pub(crate) const PACK_TITLE: &str = "Title of the pack";
pub(crate) const SIZE: &str = "Size";
pub(crate) const CREATE: &str = "Create";

/// What a card of a game is called.
pub fn card(game: &str) -> String {
    format!("Game: {game}")
}
