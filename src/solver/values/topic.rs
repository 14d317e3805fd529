//! Topics of findings: one row of the findings panel each, with the words for it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Serialize, Serializer};

/// The words of a topic.
#[derive(Debug, PartialEq, Eq)]
pub struct TopicWords {
    /// Its name in JSON and in tables. No other topic has it.
    pub id: &'static str,
    /// The question to the user.
    pub asks: &'static str,
    /// The topic in a word or two, for when there is no answer to name.
    pub noun: &'static str,
    /// Word for a proof.
    pub proved: &'static str,
    /// Word for a refutation.
    pub refuted: &'static str,
    /// A description of the work on it.
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

/// The subject of a finding; a panel shows one row for each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Topic(pub &'static TopicWords);

impl Topic {
    pub fn id(self) -> &'static str {
        self.0.id
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
