//! The questions that this process knows, and their encoding in messages, as well as that of answers: by
//! name.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_bytes::ByteBuf;

use super::engine::query::{CheckKind, QueryKind, QuerySlice, Question};
use super::making::{completion, generation, redundant_marks};
use super::questions::{
    conflict, edits, every_solution, intended, marks, need, shortcut_free, solutions,
};
use super::values::report::{Answer, ReportKind, Unanswered};
use super::values::status::Why;
use super::values::topic::Topic;

/// The slices of this package.
static SLICES: &[QuerySlice] = &[
    completion::SLICE,
    conflict::SLICE,
    edits::SLICE,
    every_solution::SLICE,
    generation::SLICE,
    intended::SLICE,
    marks::SLICE,
    need::SLICE,
    redundant_marks::SLICE,
    shortcut_free::SLICE,
    solutions::SLICE,
];

/// Slices that cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SliceError {
    #[error("two questions have the name `{0}`")]
    SameName(&'static str),
    #[error("slices are added once, and others were before")]
    OthersBefore,
}

/// Slices of packages above this one.
static ADDED: OnceLock<Vec<QuerySlice>> = OnceLock::new();

/// Adds the slices of packages above this one, for the whole process. Call it before any question is asked or
/// served, at the start of `main`: every process of the program begins there. The same slices may be added
/// again.
///
/// # Errors
/// If two questions have one name, or other slices were added before.
pub fn add_slices(slices: Vec<QuerySlice>) -> Result<(), SliceError> {
    let (new, mut all) = (names(&slices), BTreeSet::new());
    let mut every = names(SLICES).into_iter().chain(new.iter().copied());
    if let Some(name) = every.find(|name| !all.insert(*name)) {
        return Err(SliceError::SameName(name));
    }
    let added = ADDED.get_or_init(|| slices);
    if names(added) == new { Ok(()) } else { Err(SliceError::OthersBefore) }
}

/// Returns the names of the questions of some slices.
fn names(slices: &[QuerySlice]) -> Vec<&'static str> {
    slices.iter().flat_map(|slice| slice.queries).map(|kind| (kind.topic)().id()).collect()
}

/// Returns the slices of this package and the added ones.
fn all_slices() -> impl Iterator<Item = &'static QuerySlice> {
    SLICES.iter().chain(ADDED.get().into_iter().flatten())
}

/// A name in a message that is unknown to this process.
#[derive(Debug, thiserror::Error)]
enum UnknownName<'a> {
    #[error("no slice of this process has the question `{0}`")]
    Question(&'a str),
    #[error("no slice of this process answers `{0}`")]
    Answer(&'a str),
    #[error("there is no topic `{0}`")]
    Topic(&'a str),
}

/// Returns the properties that a check examines only if a level asks for them.
pub(crate) fn added_checks() -> impl Iterator<Item = &'static CheckKind> {
    all_slices().flat_map(|slice| slice.checks)
}

fn query_kind(id: &str) -> Result<&'static QueryKind, UnknownName<'_>> {
    let mut kinds = all_slices().flat_map(|slice| slice.queries);
    let kind = kinds.find(|kind| (kind.topic)().id() == id);
    kind.ok_or(UnknownName::Question(id))
}

fn report_kind(topic: Topic) -> Result<&'static ReportKind, UnknownName<'static>> {
    let mut kinds = all_slices().flat_map(|slice| slice.reports);
    let kind = kinds.find(|kind| (kind.topic)() == topic);
    kind.ok_or(UnknownName::Answer(topic.id()))
}

fn topic_of(id: &str) -> Result<Topic, UnknownName<'_>> {
    let mut topics = all_slices().flat_map(|slice| slice.reports).map(|kind| (kind.topic)());
    topics.find(|topic| topic.id() == id).ok_or(UnknownName::Topic(id))
}

impl<'de> Deserialize<'de> for Topic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        topic_of(&id).map_err(D::Error::custom)
    }
}

/// A question in a message: its name, and its fields as MessagePack of their own.
#[derive(Serialize, Deserialize)]
struct PackedQuery {
    id: String,
    fields: ByteBuf,
}

impl Serialize for Question {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let id = self.topic().id();
        // Check here, where the question is asked, instead of in a process that cannot read it.
        query_kind(id).map_err(S::Error::custom)?;
        let fields = ByteBuf::from(self.packed().map_err(S::Error::custom)?);
        PackedQuery { id: id.to_owned(), fields }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PackedQuery { id, fields } = PackedQuery::deserialize(deserializer)?;
        let kind = query_kind(&id).map_err(D::Error::custom)?;
        (kind.read)(&fields).map_err(D::Error::custom)
    }
}

/// An answer in a message.
#[derive(Serialize, Deserialize)]
struct PackedAnswer {
    topic: Topic,
    found: Result<ByteBuf, Why>,
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        report_kind(self.topic()).map_err(S::Error::custom)?;
        let found = match self.report() {
            Some(Unanswered(why)) => Err(why.clone()),
            None => Ok(ByteBuf::from(self.packed().map_err(S::Error::custom)?)),
        };
        PackedAnswer { topic: self.topic(), found }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PackedAnswer { topic, found } = PackedAnswer::deserialize(deserializer)?;
        let kind = report_kind(topic).map_err(D::Error::custom)?;
        match found {
            Ok(fields) => (kind.read)(&fields).map_err(D::Error::custom),
            Err(why) => Ok(Self::unknown(topic, why)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use serde::de::DeserializeOwned;
    use serde_json::Value;

    use super::*;
    use crate::engine::ask::Ask;
    use crate::engine::query::Query;
    use crate::questions::shortcut_free::{ProveShortcutFree, ShortcutFreedom};
    use crate::values::report::LevelReport;
    use crate::values::status::Status;
    use crate::values::topic::TopicWords;
    use foolproof_asp::Program;

    const GREETING: Topic = Topic(&TopicWords::new("greeting", "Is it there?", "greeting"));

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Greet(u32);

    impl Query for Greet {
        fn topic() -> Topic {
            GREETING
        }

        fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
            ask.report(Ok(Greeted(self.0)));
        }
    }

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Greeted(u32);

    impl LevelReport for Greeted {
        fn topic() -> Topic {
            GREETING
        }

        fn status(&self) -> Status {
            Status::Exactly(self.0.into())
        }

        fn detail(&self) -> Option<(&'static str, Value)> {
            None
        }
    }

    const SLICE: QuerySlice =
        QuerySlice::of(&[QueryKind::of::<Greet>()], &[ReportKind::of::<Greeted>()]);

    fn there_and_back<T: Serialize + DeserializeOwned>(value: &T) -> Result<T, Box<dyn Error>> {
        Ok(rmp_serde::from_slice(&rmp_serde::to_vec_named(value)?)?)
    }

    #[test]
    fn a_slice_of_another_package_is_asked_once_it_is_added() {
        let (question, answer) = (Question::from(Greet(3)), Answer::from(Greeted(3)));
        let untold = Answer::unknown(GREETING, Why::Time);
        let why_not = |error: Box<dyn Error>| error.to_string();
        let refused = there_and_back(&question).map_err(why_not);
        assert!(
            refused.is_err_and(|why| why.contains("no slice of this process has the question"))
        );
        let refused = there_and_back(&answer).map_err(why_not);
        assert!(refused.is_err_and(|why| why.contains("answers `greeting`")));
        assert_eq!(add_slices(vec![SLICE]), Ok(()));
        assert_eq!(add_slices(vec![SLICE]), Ok(()));
        assert_eq!(add_slices(Vec::new()), Err(SliceError::OthersBefore));
        let known = SliceError::SameName(ProveShortcutFree::topic().id());
        assert_eq!(add_slices(vec![shortcut_free::SLICE]), Err(known));
        assert_eq!(there_and_back(&question).ok().as_ref(), Some(&question));
        assert_eq!(there_and_back(&answer).ok().as_ref(), Some(&answer));
        assert_eq!(there_and_back(&untold).ok().as_ref(), Some(&untold));
        assert_eq!(question.query(), Some(&Greet(3)));
        assert_eq!(answer.result(), Some(Ok(&Greeted(3))));
        assert_eq!(untold.result::<Greeted>(), Some(Err(&Why::Time)));
        assert!(answer.report::<ShortcutFreedom>().is_none());
        assert_ne!(question, Question::from(Greet(4)));
        assert_ne!(question, Question::from(ProveShortcutFree));
    }
}
