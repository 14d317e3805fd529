//! Words about the games to choose from.

pub(crate) const GAME: &str = "Which game?";
pub(crate) const SEARCH: &str = "Search by name or by what the player does";
pub(crate) const NONE_FOUND: &str = "No game is called so.";
pub(crate) const EXAMPLE: &str = "An example";
pub(crate) const PUZZLE: &str = "The puzzle";
pub(crate) const SOLUTION: &str = "Its solution";
pub(crate) const BUILT_IN: &str = "Built in";
pub(crate) const YOURS: &str = "Your own";

/// Headings of the gallery, in their order.
const GROUPS: [&str; 7] = [BUILT_IN, YOURS, "Shading", "Loops", "Numbers", "Division", "Moves"];

/// Returns the position of a group of games in the gallery; unknown groups come last.
pub(crate) fn place_of_group(group: &str) -> usize {
    GROUPS.iter().position(|known| *known == group).unwrap_or(GROUPS.len())
}

/// Returns the name of a game's card.
pub fn card(game: &str) -> String {
    format!("Game: {game}")
}
