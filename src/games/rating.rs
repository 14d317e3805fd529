//! What a game measures of a level, for its rating.
//!
//! Knows `level`.

use crate::level::{Level, Play};

/// A measure of a level or of its solutions, for the rating.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Measure {
    pub id: String,
    pub name: String,
    pub value: f64,
    /// In words: what the number means, or its parts.
    pub note: String,
}

/// Measures of a game.
pub trait Rating: Send + Sync {
    /// Measures of the level and of some of its solutions; those that are not found before `stop`
    /// says so are left out.
    fn rate(
        &self,
        level: &Level,
        solutions: &[Play],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Measure>;
}
