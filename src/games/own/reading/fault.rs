//! Errors in a file of a game's folder.

/// An error in a file of a game's folder, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}, column {column}: {why}")]
pub struct OwnFault {
    pub file: String,
    /// Counted from 1, in characters.
    pub line: usize,
    pub column: usize,
    pub why: String,
}
