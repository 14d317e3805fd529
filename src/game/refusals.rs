//! Reasons why a game refuses a board, a mark, a file or a concept: the kind of refusal, for callers that
//! distinguish them, and the words for people.
//!
//! Each game names its marks in its own words.

use crate::text::Text;
use foolproof_level::{Board, Site};

/// Reason why a game has no such board.
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

/// Reason why a mark, or a part of one, has no meaning in a game, in the game's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeaningError {
    /// The game has no mark of this kind.
    #[error("{0}")]
    Unknown(String),
    /// A part of it does not exist.
    #[error("{0}")]
    Part(String),
    /// Each part exists, but they do not fit together.
    #[error("{0}")]
    Parts(String),
}

impl From<MeaningError> for String {
    fn from(error: MeaningError) -> Self {
        error.to_string()
    }
}

/// Reason why a site may not hold a mark.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AcceptError {
    #[error(transparent)]
    Meaning(#[from] MeaningError),
    #[error("{} is off the board", .0.name())]
    OffBoard(Site),
    /// It is off the board, or not a cell in a game that has marks on cells only.
    #[error("{} is not a cell of the board", .0.name())]
    NoCell(Site),
    /// The mark belongs on sites of another kind.
    #[error("{0}")]
    Elsewhere(String),
    /// No board of this size has the mark.
    #[error("{0}")]
    TooLarge(String),
}

/// Reason why a game cannot make sense of a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    #[error("{}: {why}", site.name())]
    Mark { site: Site, why: AcceptError },
    #[error("{0}")]
    Board(String),
    #[error("concept: {0}")]
    Concept(ConceptFault),
    /// The level has nothing to act on; other levels may have it.
    #[error("{0}")]
    Idle(String),
    /// A valid level that is too large for the encoding.
    #[error("{0}")]
    TooMuch(String),
}

/// Declares errors that consist of a message: one type for each thing that can fail.
macro_rules! errors_in_words {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        #[error("{0}")]
        pub struct $name(String);

        impl From<String> for $name {
            fn from(words: String) -> Self {
                Self(words)
            }
        }

        impl From<&str> for $name {
            fn from(words: &str) -> Self {
                Self(words.to_owned())
            }
        }

        impl From<MeaningError> for $name {
            fn from(error: MeaningError) -> Self {
                Self(error.to_string())
            }
        }

        impl From<$name> for String {
            fn from($name(words): $name) -> Self {
                words
            }
        }
    )*};
}

errors_in_words! {
    /// Reason why a text is not a level of another program's format, or why a level cannot be written in it.
    /// The format adds the line.
    FormatFault,
    /// Reason why a concept, or a property in it, makes no sense.
    ConceptFault,
}
