//! Measures that a game contributes to the rating of a level.

use crate::abilities::search::StopCheck;
use crate::text::Text;
use foolproof_level::{Level, Play};

/// A measure of a level or of its solutions, for the rating.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Measure {
    pub id: String,
    pub name: String,
    pub value: f64,
    /// Meaning of the number, or its parts, in words.
    pub note: String,
}

/// The source of measures that no paper describes.
pub const COUNTED: &str = "Counted by this program.";

/// Something that a game measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasureKind {
    pub id: Text,
    /// Name on screen.
    pub name: Text,
    /// Description in a sentence.
    pub says: Text,
    /// Source in a few words: a paper, or what the program counts.
    pub source: Text,
    /// Levels are compared by the measure of the lowest rank that they have.
    pub rank: u8,
}

impl MeasureKind {
    /// Creates a kind from its rank, and: identifier, name, description, and source.
    pub const fn new(rank: u8, [id, name, says, source]: [&'static str; 4]) -> Self {
        Self {
            id: Text::Borrowed(id),
            name: Text::Borrowed(name),
            says: Text::Borrowed(says),
            source: Text::Borrowed(source),
            rank,
        }
    }

    /// Returns the measure with its value.
    pub fn is(&self, value: f64, note: impl Into<String>) -> Measure {
        let (id, name) = (self.id.to_string(), self.name.to_string());
        Measure { id, name, value, note: note.into() }
    }

    /// Returns the measure with a number of things as its value.
    pub fn counts(&self, number: usize, note: impl Into<String>) -> Measure {
        self.is(number as f64, note)
    }
}

/// Measures, and the reason why others are missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rated {
    pub measures: Vec<Measure>,
    /// The first limit that was reached. The caller knows of its own `stop`.
    pub cut: Option<RatingCut>,
}

/// Limit that a rating reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingCut {
    /// The game's time limit for a rating.
    Time,
    Memory,
}

impl From<Vec<Measure>> for Rated {
    fn from(measures: Vec<Measure>) -> Self {
        Self { measures, cut: None }
    }
}

/// Solutions to measure.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeenSolutions<'a> {
    pub plays: &'a [Play],
    /// Number of truly different solutions of the level, if known.
    pub in_all: Option<u64>,
}

impl SeenSolutions<'_> {
    /// True if these are all solutions of the level.
    pub fn are_all(&self) -> bool {
        self.in_all == Some(self.plays.len() as u64)
    }
}

/// Measures of a game.
pub trait Rating: Send + Sync {
    /// All kinds of measures, in the order of the rating.
    fn measures(&self) -> Vec<MeasureKind>;

    /// Measures of the level and of some of its solutions, in that order; leaves out those that the level
    /// does not have or that are cut short.
    fn rate(&self, level: &Level, seen: SeenSolutions<'_>, stop: StopCheck<'_>) -> Rated;

    /// True if measuring has to walk through all solving steps; then it is requested only while the measures
    /// are shown.
    fn is_walked(&self) -> bool {
        false
    }
}
