//! Turns and reflections of a board.

use crate::refusals::BoardError;
use foolproof_level::{Mark, MarkError, Site};

/// A turn or reflection of a selection, applied to the marks in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    Clockwise,
}

/// Reason why a level, or a block of it, cannot be turned or moved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    #[error("the concept has rules of its own, which may name cells")]
    OwnRules,
    #[error("the concept's own rules name {} and would not move with it", .0.name())]
    NamedInRules(Site),
    /// `who` names the site: "the concept", "the intended solution".
    #[error("{who} names {}, which would be off the board", site.name())]
    OffBoard { who: &'static str, site: Site },
    #[error("it does not fit when turned: {0}")]
    Board(BoardError),
    /// Boards of this shape cannot be turned that way; in the game's words.
    #[error("{0}")]
    Shape(String),
    /// The rules distinguish directions, so it would be another puzzle; in the game's words.
    #[error("it would be another puzzle, since {0}")]
    Directions(String),
    /// A piece that the rules read from its place cannot be painted there.
    #[error("there is no room for a {piece} on {}: something else is there", site.name())]
    Occupied { piece: String, site: Site },
    #[error("`{0}` in the concept cannot be turned")]
    Property(Mark),
    #[error("`{argument}` in `{property}` cannot be turned")]
    Argument { argument: String, property: Mark },
    #[error(transparent)]
    Mark(#[from] MarkError),
}
