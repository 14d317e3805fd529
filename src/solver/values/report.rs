//! Open answers: reports ([`LevelReport`]) of any type.

use std::any::Any;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::values::answer::ProposedLevel;
use crate::values::searched::SearchedLevels;
use crate::values::status::{Status, Why};
use crate::values::topic::{Topic, TopicWords};
use foolproof_level::{Board, Play};

/// A question or a report, as engine and messages handle it. Implemented for every type with these traits.
pub trait Message: Any + Debug + Send + Sync {
    fn is_same(&self, other: &dyn Any) -> bool;

    /// Returns its fields as MessagePack.
    fn packed(&self) -> Result<Vec<u8>, rmp_serde::encode::Error>;
}

impl<M: Any + Debug + PartialEq + Serialize + Send + Sync> Message for M {
    fn is_same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<M>() == Some(self)
    }

    fn packed(&self) -> Result<Vec<u8>, rmp_serde::encode::Error> {
        rmp_serde::to_vec_named(self)
    }
}

/// An answer to a question, sent as soon as something is known.
pub trait LevelReport: Message {
    fn topic() -> Topic
    where
        Self: Sized;

    /// Returns how certain the answer is.
    fn status(&self) -> Status;

    /// Returns whether asking again would give the same answer, so that it may be cached.
    fn is_final(&self) -> bool {
        match self.status() {
            Status::Unknown(why) => why.is_moot(),
            _ => true,
        }
    }

    /// Returns the answer if the search is cut short here, or `None` if the findings so far mean nothing
    /// then.
    fn cut(&self, _: &Why) -> Option<Answer> {
        None
    }

    /// Returns the key and value that JSON holds besides the status.
    fn detail(&self) -> Option<(&'static str, Value)>;

    /// Returns a sentence to add to the word for its status.
    fn sentence(&self, _: Board) -> Option<String> {
        None
    }

    /// Returns the play that proves it: a solution, or the shortcut.
    fn play(&self) -> Option<&Play> {
        None
    }

    fn proposed(&self) -> Option<&ProposedLevel> {
        None
    }

    /// Returns the levels that were searched, if none of them qualifies.
    fn searched(&self) -> Option<&SearchedLevels> {
        None
    }
}

/// Makes a type around a [`FoundLevel`](crate::values::answer::FoundLevel) the report of it, on this topic.
macro_rules! reports_found_level {
    ($report:ty, $topic:expr) => {
        impl $crate::values::report::LevelReport for $report {
            fn topic() -> $crate::values::topic::Topic {
                $topic
            }

            fn status(&self) -> $crate::values::status::Status {
                self.0.status()
            }

            fn detail(&self) -> Option<(&'static str, serde_json::Value)> {
                self.0.detail()
            }

            fn proposed(&self) -> Option<&$crate::values::answer::ProposedLevel> {
                self.0.proposed()
            }

            fn searched(&self) -> Option<&$crate::values::searched::SearchedLevels> {
                self.0.searched()
            }
        }
    };
}
pub(crate) use reports_found_level;

/// Any [`LevelReport`], or the reason why there is none. Dereferences to the report.
#[derive(Clone, Debug)]
pub struct Answer {
    topic: Topic,
    report: Arc<dyn LevelReport>,
}

/// Placeholder topic: an [`Answer`] has the topic of its question instead.
const UNANSWERED: Topic = Topic(&TopicWords::new("unanswered", "", ""));

/// Stands for the report of a question that has no answer.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unanswered(pub(crate) Why);

impl LevelReport for Unanswered {
    fn topic() -> Topic {
        UNANSWERED
    }

    fn status(&self) -> Status {
        Status::Unknown(self.0.clone())
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        None
    }
}

impl Answer {
    pub fn unknown(topic: Topic, why: Why) -> Self {
        Self { topic, report: Arc::new(Unanswered(why)) }
    }

    pub fn topic(&self) -> Topic {
        self.topic
    }

    /// Returns the report, if it is of this type.
    pub fn report<R: LevelReport>(&self) -> Option<&R> {
        let report: &dyn Any = &*self.report;
        report.downcast_ref()
    }

    /// Returns the report of this type, or why there is none; `None` if the answer is about something else.
    pub fn result<R: LevelReport>(&self) -> Option<Result<&R, &Why>> {
        let unanswered = || {
            let Unanswered(why) = self.report()?;
            (self.topic == R::topic()).then_some(Err(why))
        };
        self.report().map(Ok).or_else(unanswered)
    }
}

impl Deref for Answer {
    type Target = dyn LevelReport;

    fn deref(&self) -> &Self::Target {
        &*self.report
    }
}

impl<R: LevelReport> From<R> for Answer {
    fn from(report: R) -> Self {
        Self { topic: R::topic(), report: Arc::new(report) }
    }
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        self.topic == other.topic && self.report.is_same(&*other.report)
    }
}

/// Reads a type of reports from messages.
#[derive(Debug)]
pub struct ReportKind {
    pub(crate) topic: fn() -> Topic,
    pub(crate) read: fn(&[u8]) -> Result<Answer, rmp_serde::decode::Error>,
}

impl ReportKind {
    /// Returns the kind of all reports of a type.
    pub const fn of<R: LevelReport + DeserializeOwned>() -> Self {
        Self { topic: R::topic, read: |bytes| Ok(rmp_serde::from_slice::<R>(bytes)?.into()) }
    }
}
