//! Differences between the statements of a pack about its games and the games available here.

use foolproof_game::Games;
use foolproof_level::{GameSource, Pack};

/// A statement of a pack about one of its games that is not true here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMismatch {
    pub source: GameSource,
    pub how: Mismatch,
}

/// The way in which a game differs from the statement of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// No game has its identifier.
    Missing,
    /// The rules of the game differ.
    OtherRules,
}

impl Mismatch {
    /// Returns a single word for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::OtherRules => "other_rules",
        }
    }
}

impl std::fmt::Display for GameMismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let GameSource { id, at, .. } = &self.source;
        let game = called(id);
        match self.how {
            Mismatch::Missing => {
                write!(f, "The game {game} is not installed; the pack says that it is at {at}.")
            }
            Mismatch::OtherRules => write!(
                f,
                "The rules of the game {game} have changed since the pack was saved, so earlier \
                 results may not hold."
            ),
        }
    }
}

/// Returns the name that people read instead of a missing game's identifier: the one after it, if any.
pub fn called(id: &str) -> String {
    foolproof_script::title_in_id(id)
        .map_or_else(|| format!("`{id}`"), |title| format!("“{title}”"))
}

/// Returns the statements of a pack about its games that are not true here.
pub fn mismatches(games: &Games, pack: &Pack) -> Vec<GameMismatch> {
    let mismatch = |source: &GameSource| {
        let how = match games.by_id(&source.id) {
            None => Mismatch::Missing,
            Some(game) if game.digest() != source.digest => Mismatch::OtherRules,
            Some(_) => return None,
        };
        Some(GameMismatch { source: source.clone(), how })
    };
    pack.games.iter().filter_map(mismatch).collect()
}
