//! Errors that keep a study from beginning, continuing or sharing its work.

use std::fmt::Display;

/// The reason in one sentence, for the person who runs the study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StudyError(String);

impl StudyError {
    /// Takes the words of another error.
    pub fn of(error: impl Display) -> Self {
        Self(error.to_string())
    }
}

impl From<String> for StudyError {
    fn from(words: String) -> Self {
        Self(words)
    }
}

impl From<&str> for StudyError {
    fn from(words: &str) -> Self {
        Self(words.to_owned())
    }
}

impl From<StudyError> for String {
    fn from(StudyError(words): StudyError) -> Self {
        words
    }
}
