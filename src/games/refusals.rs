//! Why a game refuses a board or a mark: what kind of refusal it is, for whoever has to tell them
//! apart, and the words that people read.
//!
//! Each game has words of its own for what its marks are. Knows `level`.

use super::Text;
use crate::level::{Board, Site};

/// Why a game has no such board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    #[error("{game} boards are {}", sizes(boards))]
    NotOneOf { game: Text, boards: Vec<Board> },
    #[error(
        "{game} boards are {}x{} to {}x{} with at most {} tray slots",
        smallest.cols, smallest.rows, largest.cols, largest.rows, largest.tray
    )]
    OutOfBounds { game: Text, smallest: Board, largest: Board },
}

fn sizes(boards: &[Board]) -> String {
    let sizes: Vec<String> =
        boards.iter().map(|board| format!("{}x{}", board.cols, board.rows)).collect();
    sizes.join(", ")
}

/// Why a mark, or a part of one, has no meaning in a game; each with the game's words for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeaningError {
    /// The game has no mark of this kind.
    #[error("{0}")]
    Unknown(String),
    /// A part of it is none that there is.
    #[error("{0}")]
    Part(String),
    /// Each part is one that there is, and they do not go together.
    #[error("{0}")]
    Parts(String),
}

/// Readers of other programs' files tell their reader only.
impl From<MeaningError> for String {
    fn from(error: MeaningError) -> Self {
        error.to_string()
    }
}

/// Why a site may not hold a mark.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AcceptError {
    #[error(transparent)]
    Meaning(#[from] MeaningError),
    #[error("{} is off the board", .0.name())]
    OffBoard(Site),
    /// It is off the board, or no cell, and the game has marks on cells only.
    #[error("{} is not a cell of the board", .0.name())]
    NoCell(Site),
    /// The mark belongs on sites of another kind.
    #[error("{0}")]
    Elsewhere(String),
    /// No board of this size has the mark.
    #[error("{0}")]
    TooLarge(String),
}
