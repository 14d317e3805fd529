//! Play mode: the player's selection, and the effect of gestures.

use crate::about::Verdict;
use crate::game::Game;
use foolproof_level::{Level, Mark, Place, Play, Site};

/// A mark that a player can still put on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct HandItem {
    pub mark: Mark,
    /// Tray slot in which it is drawn, if the game has a tray.
    pub site: Option<Site>,
    pub left: u32,
}

impl HandItem {
    /// Unlimited number of marks left.
    pub const ANY: u32 = u32::MAX;
}

/// A player's gesture in play mode.
#[derive(Clone, Debug, PartialEq)]
pub enum Gesture {
    /// Puts a mark on a site: from the hand, or (with `from`) from another site.
    Put {
        mark: Mark,
        from: Option<Site>,
        to: Site,
    },
    Take {
        site: Site,
    },
}

impl Gesture {
    /// Returns the play after it, valid or not.
    pub fn made(&self, play: &Play) -> Play {
        let mut next = play.clone();
        match self {
            Self::Take { site } => {
                next.0.remove(site);
            }
            Self::Put { mark, from, to } => {
                if let Some(from) = from {
                    next.0.remove(from);
                }
                next.0.insert(*to, mark.clone());
            }
        }
        next
    }
}

/// Reason why a gesture cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GestureError {
    /// The rules forbid the resulting play; with the sites that show it.
    #[error("{why}")]
    Illegal { why: String, sites: Vec<Site> },
    #[error("{} is taken already", .0.name())]
    Taken(Site),
    /// Reason in the game's own words.
    #[error("{0}")]
    Other(String),
}

/// Returns the play after a gesture, if the rules do not forbid it.
pub(crate) fn acted<G: Game + ?Sized>(
    game: &G,
    level: &Level,
    play: &Play,
    gesture: &Gesture,
) -> Result<Play, GestureError> {
    let next = gesture.made(play);
    match game.abilities().rules.map(|rules| rules.judge(level, &next)) {
        Some(Verdict::Illegal { why, sites }) => Err(GestureError::Illegal { why, sites }),
        _ => Ok(next),
    }
}

/// The mark of a solution that a player would find next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMark {
    pub site: Site,
    /// Reason for the mark, in words that follow a colon, if the game can tell.
    pub why: Option<String>,
}

/// The first mark of a solution that is not played yet.
pub(crate) fn first_missing(play: &Play, solution: &Play) -> Option<NextMark> {
    let (site, _) = solution.minus(play).next()?;
    Some(NextMark { site, why: None })
}

/// A game whose players put marks on the board.
pub trait Playing: Game {
    /// Marks that the player can still put on the board.
    fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem>;

    /// Marks that are put on sites of a kind rather than taken from a tray or drawn, in their order; both kinds
    /// of edge are one.
    fn marks_put(&self, level: &Level, place: Place) -> Vec<Mark> {
        if place != Place::Cell || self.abilities().drawing.is_some() {
            return Vec::new();
        }
        let hand = self.hand(level, &Play::default()).into_iter();
        hand.filter(|item| item.site.is_none()).map(|item| item.mark).collect()
    }

    /// Returns the play after a gesture, or the reason why the rules forbid it.
    fn act(&self, level: &Level, play: &Play, gesture: &Gesture) -> Result<Play, GestureError> {
        acted(self, level, play, gesture)
    }

    /// Returns the mark that a player would find next on the way to a solution that contains the play.
    fn next(&self, level: &Level, play: &Play, solution: &Play) -> Option<NextMark> {
        let _ = level;
        first_missing(play, solution)
    }
}
