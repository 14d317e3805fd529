//! Open questions: a slice brings a [`Query`] and its answers ([`crate::values::report::LevelReport`]), each
//! with its words. Engine, messages between processes, command line and window handle both without knowing
//! their types.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::engine::ask::Ask;
use crate::values::report::{Answer, Message, ReportKind};
use crate::values::topic::Topic;
use foolproof_asp::Program;
use foolproof_level::{CheckItem, Level};

/// A question about a level.
pub trait Query: Message {
    /// Returns the topic of its first answer. Its id names the question in messages.
    fn topic() -> Topic
    where
        Self: Sized;

    /// Answers it with `ask.say(…)`. `program` is that of the level as it is.
    fn answer(&self, ask: &mut Ask<'_>, program: &Program);

    /// Returns whether the answer depends on the level's concept.
    fn asks_for_concept(&self) -> bool {
        false
    }

    /// Returns whether the answer depends on the level's policy and intended solution.
    fn asks_for_policy(&self) -> bool {
        false
    }

    /// Returns whether it looks for other levels than the asked one.
    fn looks_for_levels(&self) -> bool {
        false
    }

    /// Returns whether its answers may be cached.
    fn may_be_kept(&self) -> bool {
        true
    }

    /// Returns whether more time could not change these answers, of which there is at least one.
    fn is_final(&self, found: &[Answer]) -> bool {
        found.iter().all(|answer| answer.is_final())
    }
}

/// Any [`Query`].
#[derive(Clone, Debug)]
pub struct Question {
    topic: Topic,
    query: Arc<dyn Query>,
}

impl Question {
    pub fn topic(&self) -> Topic {
        self.topic
    }

    /// Returns the question, if it is of this type.
    pub fn query<Q: Query>(&self) -> Option<&Q> {
        let query: &dyn Any = &*self.query;
        query.downcast_ref()
    }
}

impl Deref for Question {
    type Target = dyn Query;

    fn deref(&self) -> &Self::Target {
        &*self.query
    }
}

impl<Q: Query> From<Q> for Question {
    fn from(query: Q) -> Self {
        Self { topic: Q::topic(), query: Arc::new(query) }
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.query.is_same(&*other.query)
    }
}

impl Eq for Question {}

/// Equal questions have equal fields, and so the same bytes.
impl Hash for Question {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.topic.hash(state);
        self.query.packed().unwrap_or_default().hash(state);
    }
}

/// Reads a type of questions from messages.
#[derive(Debug)]
pub struct QueryKind {
    pub(crate) topic: fn() -> Topic,
    pub(crate) read: fn(&[u8]) -> Result<Question, rmp_serde::decode::Error>,
}

impl QueryKind {
    /// Returns the kind of all questions of a type.
    pub const fn of<Q: Query + DeserializeOwned>() -> Self {
        Self { topic: Q::topic, read: |bytes| Ok(rmp_serde::from_slice::<Q>(bytes)?.into()) }
    }
}

/// The questions and answers of a slice.
#[derive(Debug)]
pub struct QuerySlice {
    pub(crate) queries: &'static [QueryKind],
    pub(crate) reports: &'static [ReportKind],
    pub(crate) checks: &'static [CheckKind],
}

/// A property that the check of a level examines only if the level asks for it.
#[derive(Debug)]
pub struct CheckKind {
    pub item: CheckItem,
    /// The topic of the findings that decide it.
    pub topic: Topic,
    /// Returns the question, if it applies to the level.
    pub question: fn(&Level) -> Option<Question>,
}

impl QuerySlice {
    pub const fn of(queries: &'static [QueryKind], reports: &'static [ReportKind]) -> Self {
        Self { queries, reports, checks: &[] }
    }

    pub const fn checking(self, checks: &'static [CheckKind]) -> Self {
        Self { checks, ..self }
    }
}
