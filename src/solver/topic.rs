//! What a finding is about: one row of the findings panel, with the words for it.
//!
//! Depends on: nothing.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::query;

/// The words of a topic.
#[derive(Debug, PartialEq, Eq)]
pub struct TopicWords {
    /// Its name in JSON and in tables. No other topic has it.
    pub id: &'static str,
    /// What is asked, as a question.
    pub asks: &'static str,
    /// The topic in a word or two, where there is no answer to name.
    pub noun: &'static str,
    /// What a proof and a refutation are called.
    pub proved: &'static str,
    pub refuted: &'static str,
    /// What is going on while it is answered.
    pub job: &'static str,
}

impl TopicWords {
    /// A topic that is answered with yes or no.
    pub const fn new(id: &'static str, asks: &'static str, noun: &'static str) -> Self {
        Self { id, asks, noun, proved: "yes", refuted: "no", job: "Working" }
    }

    pub const fn proved(self, proved: &'static str) -> Self {
        Self { proved, ..self }
    }

    pub const fn refuted(self, refuted: &'static str) -> Self {
        Self { refuted, ..self }
    }

    pub const fn job(self, job: &'static str) -> Self {
        Self { job, ..self }
    }
}

/// What a finding is about; a panel shows one row for each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Topic(pub &'static TopicWords);

impl Topic {
    pub const SOLVABLE: Self = Self(
        &TopicWords::new("solvable", "Can it be solved?", "solvable")
            .proved("solvable")
            .refuted("no solution"),
    );
    /// Whether the intended solution is one, and practises the concept.
    pub const INTENDED: Self = Self(
        &TopicWords::new("intended", "Does the intended solution work?", "intended solution")
            .proved("intended solution works")
            .refuted("intended solution fails"),
    );
    pub const UNIQUE: Self = Self(
        &TopicWords::new("unique", "Is there only one solution?", "one solution only")
            .proved("one solution")
            .refuted("more than one solution"),
    );
    pub const COUNT: Self =
        Self(&TopicWords::new("count", "How many solutions are there?", "solutions"));
    /// How many solutions there are in the game's coarser equivalence.
    pub const LOOSELY: Self = Self(&TopicWords::new(
        "loosely",
        "How many really different solutions are there?",
        "solutions",
    ));
    /// About how many solutions there are, where there are too many to count.
    pub const ESTIMATE: Self = Self(&TopicWords::new(
        "estimate",
        "About how many solutions are there?",
        "number of solutions",
    ));
    pub const SHORTCUT_FREE: Self = Self(
        &TopicWords::new("shortcut_free", "Does every solution use the concept?", "shortcuts")
            .proved("no shortcut")
            .refuted("shortcut"),
    );
    /// The topics of this list, in the order of a panel.
    const LISTED: [Self; 7] = [
        Self::SOLVABLE,
        Self::INTENDED,
        Self::UNIQUE,
        Self::COUNT,
        Self::LOOSELY,
        Self::ESTIMATE,
        Self::SHORTCUT_FREE,
    ];

    pub fn id(self) -> &'static str {
        self.0.id
    }

    /// The topic of this name.
    fn of(id: &str) -> Option<Self> {
        let of_reports = || query::reports().map(|kind| kind.topic);
        Self::LISTED.into_iter().chain(of_reports()).find(|topic| topic.id() == id)
    }
}

impl fmt::Debug for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Ord for Topic {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id().cmp(other.id())
    }
}

impl PartialOrd for Topic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Topic {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl Serialize for Topic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Topic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Self::of(&id).ok_or_else(|| de::Error::custom(format!("there is no topic `{id}`")))
    }
}
