//! Errors in styles.

/// The error in a style, as a sentence without its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct StyleError(String);

impl StyleError {
    pub(super) fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}
