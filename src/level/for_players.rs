//! A pack's settings for its players: when levels open, whether there are hints, and the introduction.
//!
//! Everything that plays a pack obeys them: the player's window, and every page or program that a pack is
//! exported to. Title and author are the pack's own.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Level, PackLook};

/// What a pack says to its players. What it leaves out: levels open in order, two ahead, without hints.
///
/// ```
/// use foolproof_level::{Pack, Unlock};
///
/// let text = r#"{ "foolproof": 1, "play": { "unlock": "in order", "hints": true }, "levels": [] }"#;
/// let pack = Pack::from_json(text)?;
/// assert_eq!((pack.play.unlock, pack.play.hints), (Unlock::InOrder, true));
/// # Ok::<(), foolproof_level::PackError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(
    description = "What a pack says to its players. What it leaves out: levels open in order, two \
                   ahead, without hints."
)]
pub struct ForPlayers {
    /// Which levels are open: all of them, in order, or in order and so many ahead.
    #[serde(default, skip_serializing_if = "Unlock::is_default")]
    pub unlock: Unlock,
    /// Whether players can ask for hints.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// What players read above the list of levels.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Language of its words, such as `ja` or `pt-BR` (BCP 47); pages and booklets name it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// How the pack looks where it is played.
    #[serde(default, skip_serializing_if = "PackLook::is_default")]
    pub look: PackLook,
}

/// Which levels are open to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unlock {
    All,
    /// A level opens once all before it are solved.
    #[serde(rename = "in order")]
    InOrder,
    /// The same, but so many may be left unsolved before it.
    Ahead(u16),
}

/// Number of levels that a player can leave unsolved if the pack does not say.
const AHEAD: u16 = 2;

impl Default for Unlock {
    fn default() -> Self {
        Self::Ahead(AHEAD)
    }
}

impl Unlock {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns which levels are open once these are solved, in the pack's order. A solved one stays open.
    pub fn open(self, solved: &[bool]) -> Vec<bool> {
        let most = match self {
            Self::All => usize::MAX,
            Self::InOrder => 0,
            Self::Ahead(most) => usize::from(most),
        };
        let mut unsolved = 0;
        let open = |is_solved: &bool| {
            let open = *is_solved || unsolved <= most;
            unsolved += usize::from(!is_solved);
            open
        };
        solved.iter().map(open).collect()
    }
}

/// Error for a word that is not a valid rule for unlocking levels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write all, in-order, or how many levels ahead, not `{0}`")]
pub struct UnlockError(String);

/// Parses the command line's words: `all`, `in-order`, or the number of levels ahead.
impl FromStr for Unlock {
    type Err = UnlockError;

    fn from_str(text: &str) -> Result<Self, UnlockError> {
        match text {
            "all" => Ok(Self::All),
            "in-order" | "in order" => Ok(Self::InOrder),
            number => number.parse().map(Self::Ahead).map_err(|_| UnlockError(text.to_owned())),
        }
    }
}

impl ForPlayers {
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Level {
    /// Digest of the parts of a level that players see: the game, the board, its numbers and its marks. Titles,
    /// locks, concepts and intended solutions do not affect it.
    pub fn digest_for_players(&self) -> String {
        let mut seen = Self::open(self.game.clone(), self.board);
        seen.settings.clone_from(&self.settings);
        self.marks().for_each(|(site, mark)| seen.paint(site, Some(mark.clone())));
        seen.digest()
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::super::{Board, Hold, Play, Site, Spot};
    use super::*;

    fn open(unlock: Unlock, solved: &str) -> String {
        let solved: Vec<bool> = solved.chars().map(|c| c == '#').collect();
        unlock.open(&solved).into_iter().map(|open| if open { '+' } else { '-' }).collect()
    }

    #[test]
    fn levels_open_as_the_ones_before_them_are_solved() {
        assert_eq!(open(Unlock::All, "....."), "+++++");
        assert_eq!(open(Unlock::InOrder, "....."), "+----");
        assert_eq!(open(Unlock::InOrder, "##..."), "+++--");
        assert_eq!(open(Unlock::Ahead(0), "#...."), open(Unlock::InOrder, "#...."));
        assert_eq!(open(Unlock::Ahead(2), "....."), "+++--");
        assert_eq!(open(Unlock::Ahead(2), ".#..."), "++++-");
        // Levels solved under another order stay open.
        assert_eq!(open(Unlock::InOrder, "....#"), "+---+");
        assert_eq!(open(Unlock::default(), ""), "");
    }

    #[test]
    fn what_a_player_does_not_see_makes_no_other_puzzle() {
        let mut level = Level::open("any", Board { cols: 2, rows: 1, tray: 0 });
        level.paint(Site::cell(0, 0), "stone".parse().ok());
        let digest = level.digest_for_players();
        let mut other = level.clone();
        other.title = "Another title".to_owned();
        other.concept = "used(stone,1)".parse().expect("a concept");
        other.intended = Some(Play::default());
        other.paint(Site::cell(1, 0), None);
        let spot = Spot { hold: Hold::Locked, ..other.spot(Site::cell(0, 0)) };
        other.set(Site::cell(0, 0), spot);
        assert_eq!(other.digest_for_players(), digest);
        other.paint(Site::cell(1, 0), "stone".parse().ok());
        assert_ne!(other.digest_for_players(), digest);
    }

    #[test]
    fn a_command_line_says_it_in_one_word() {
        for (word, unlock) in
            [("all", Unlock::All), ("in-order", Unlock::InOrder), ("3", Unlock::Ahead(3))]
        {
            assert_eq!(word.parse(), Ok(unlock));
        }
        assert!("some".parse::<Unlock>().is_err_and(|why| why.to_string().contains("`some`")));
    }
}
