//! What a game measures of a level, for its rating.

use crate::abilities::search::StopCheck;
use crate::text::Text;
use foolproof_level::{Level, Play};

/// A measure of a level or of its solutions, for the rating.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Measure {
    pub id: String,
    pub name: String,
    pub value: f64,
    /// In words: what the number means, or its parts.
    pub note: String,
}

/// The source of measures that no paper describes.
pub const COUNTED: &str = "Counted by this program.";

/// Something that a game measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasureKind {
    pub id: Text,
    /// Its name on the screen.
    pub name: Text,
    /// What it measures, as a sentence.
    pub says: Text,
    /// Where it comes from, as a few words: a paper, or what the program counts.
    pub source: Text,
    /// Levels are compared by the measure of the lowest rank that they have.
    pub rank: u8,
}

impl MeasureKind {
    /// A rank, and: identifier, name, what it measures, and where it comes from.
    pub const fn new(rank: u8, [id, name, says, source]: [&'static str; 4]) -> Self {
        Self {
            id: Text::Borrowed(id),
            name: Text::Borrowed(name),
            says: Text::Borrowed(says),
            source: Text::Borrowed(source),
            rank,
        }
    }

    /// The measure with its value.
    pub fn is(&self, value: f64, note: impl Into<String>) -> Measure {
        let (id, name) = (self.id.to_string(), self.name.to_string());
        Measure { id, name, value, note: note.into() }
    }

    /// The same of a number of things.
    pub fn counts(&self, number: usize, note: impl Into<String>) -> Measure {
        self.is(number as f64, note)
    }
}

/// What was measured, and what kept other measures from being known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rated {
    pub measures: Vec<Measure>,
    /// What ran out first. The caller knows of its own `stop`.
    pub cut: Option<RatingCut>,
}

/// What a rating ran out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingCut {
    /// The time that a game gives to a rating at most.
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
    /// The level's total number of truly different solutions, if known.
    pub in_all: Option<u64>,
}

impl SeenSolutions<'_> {
    /// Whether the level has no others.
    pub fn are_all(&self) -> bool {
        self.in_all == Some(self.plays.len() as u64)
    }
}

/// Measures of a game.
pub trait Rating: Send + Sync {
    /// Everything that is measured, in the order of the rating.
    fn measures(&self) -> Vec<MeasureKind>;

    /// Measures of the level and of some of its solutions, in that order; leaves out those that the level
    /// does not have or that are cut short.
    fn rate(&self, level: &Level, seen: SeenSolutions<'_>, stop: StopCheck<'_>) -> Rated;

    /// Whether measuring means to walk along all solving steps: then it is asked for only while the measures
    /// are shown.
    fn is_walked(&self) -> bool {
        false
    }
}
