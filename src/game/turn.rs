//! Turns and reflections of a board, and what they do to a game's marks.

use crate::game::Game;
use crate::refusals::BoardError;
use foolproof_level::{Board, Level, Mark, MarkError, Site};

/// A turn or reflection of a selection, applied to the marks in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    Clockwise,
}

/// Why a level, or a block of it, cannot be turned or moved.
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
    /// Boards of this shape cannot be turned so; the game's words for it.
    #[error("{0}")]
    Shape(String),
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

/// A game in which a turn of the board is more than a move of marks.
pub trait Turning: Send + Sync {
    /// The mark after a turn of the board.
    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        let _ = turn;
        mark.clone()
    }

    /// Whether levels of this size can be turned as a whole; why not, if not.
    fn can_turn(&self, board: &Board, turn: Turn) -> Result<(), TurnError> {
        let _ = (board, turn);
        Ok(())
    }

    /// Whether a turned level is the same puzzle: rules that tell directions apart say no.
    fn is_blind_to_turns(&self) -> bool {
        true
    }

    /// The level with that painted which the rules would read from its place on the board, so that it
    /// can be turned; why not, where something else lies there.
    fn spelled_out(&self, level: &Level) -> Result<Level, TurnError> {
        Ok(level.clone())
    }
}

impl dyn Game + '_ {
    pub fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        self.turning().map_or_else(|| mark.clone(), |turning| turning.turned(mark, turn))
    }

    pub fn can_turn(&self, board: &Board, turn: Turn) -> Result<(), TurnError> {
        self.turning().map_or(Ok(()), |turning| turning.can_turn(board, turn))
    }

    pub fn spelled_out(&self, level: &Level) -> Result<Level, TurnError> {
        self.turning().map_or_else(|| Ok(level.clone()), |turning| turning.spelled_out(level))
    }
}
