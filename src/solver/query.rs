//! Open questions and answers. A slice brings a question ([`Query`]) and what it is answered with
//! ([`LevelReport`]), each with its words, and lists them in [`SLICES`]. Engine, messages between processes,
//! command line and window handle both without knowing which they are.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::de::DeserializeOwned;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_bytes::ByteBuf;
use serde_json::Value;

use super::answer::ProposedLevel;
use super::argue;
use super::ask::Ask;
use super::completion;
use super::conflict;
use super::deduce;
use super::edits;
use super::engine::Engine;
use super::every_solution;
use super::finding::{Status, Why};
use super::generation;
use super::intended;
use super::marks;
use super::needless;
use super::positions;
use super::rate;
use super::searched::SearchedLevels;
use super::shortcut_free;
use super::solutions;
use super::topic::{Topic, TopicWords};
use foolproof_asp::Program;
use foolproof_level::{Board, Play};

/// The slices of this package.
static SLICES: &[QuerySlice] = &[
    argue::SLICE,
    completion::SLICE,
    conflict::SLICE,
    deduce::SLICE,
    edits::SLICE,
    every_solution::SLICE,
    generation::SLICE,
    intended::SLICE,
    marks::SLICE,
    needless::SLICE,
    positions::SLICE,
    rate::SLICE,
    shortcut_free::SLICE,
    solutions::SLICE,
];

/// A question about a level.
pub trait Query: Message {
    /// The topic of its first answer. Its id names the question in messages.
    fn topic() -> Topic
    where
        Self: Sized;

    /// Answers it with `ask.say(…)`. `program` is that of the level as it stands.
    fn answer(&self, engine: &mut Engine, ask: &mut Ask<'_>, program: &Program);

    /// Whether the answer depends on the level's concept.
    fn asks_for_concept(&self) -> bool {
        false
    }

    /// Whether the answer depends on the level's policy and intended solution.
    fn asks_for_policy(&self) -> bool {
        false
    }

    /// Whether other levels are looked for than the one that is asked about.
    fn looks_for_levels(&self) -> bool {
        false
    }

    /// Whether answers may be kept for when it is asked again.
    fn may_be_kept(&self) -> bool {
        true
    }

    /// Whether more time would bring nothing else than was found, which is one answer or more.
    fn is_final(&self, found: &[Answer]) -> bool {
        found.iter().all(|answer| answer.is_final())
    }
}

/// What a question is answered with, as soon as something is known.
pub trait LevelReport: Message {
    fn topic() -> Topic
    where
        Self: Sized;

    /// How sure it is.
    fn status(&self) -> Status;

    /// Whether the same question would be answered so again, so that the answer may be kept.
    fn is_final(&self) -> bool {
        match self.status() {
            Status::Unknown(why) => why.is_moot(),
            _ => true,
        }
    }

    /// What JSON holds beside the status, and its key.
    fn detail(&self) -> Option<(&'static str, Value)>;

    /// What there is to say beside the word for its status.
    fn sentence(&self, _: Board) -> Option<String> {
        None
    }

    /// The play that shows it: a solution, or the shortcut.
    fn play(&self) -> Option<&Play> {
        None
    }

    /// The level that it proposes.
    fn proposed(&self) -> Option<&ProposedLevel> {
        None
    }

    /// The levels that were all looked at, where none of them is as it should be.
    fn searched(&self) -> Option<&SearchedLevels> {
        None
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

    /// The question, if it is of this type.
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

impl<R: LevelReport> From<R> for Answer {
    fn from(report: R) -> Self {
        Self { topic: R::topic(), report: Arc::new(report) }
    }
}

/// Any [`LevelReport`], or why there is none. Its methods are those of the report.
#[derive(Clone, Debug)]
pub struct Answer {
    topic: Topic,
    report: Arc<dyn LevelReport>,
}

/// No question is about it: an [`Answer`] has the topic of its question.
const UNANSWERED: Topic = Topic(&TopicWords::new("unanswered", "", ""));

/// What stands for the report of a question that has no answer.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Unanswered(Why);

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

    /// The report, if it is of this type.
    pub fn report<R: LevelReport>(&self) -> Option<&R> {
        let report: &dyn Any = &*self.report;
        report.downcast_ref()
    }

    /// The report of this type or why there is none, if that is what it is about.
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

/// How a question is read from a message.
#[derive(Debug)]
pub struct QueryKind {
    topic: fn() -> Topic,
    read: fn(&[u8]) -> Result<Question, rmp_serde::decode::Error>,
}

impl QueryKind {
    /// The kind of all questions of a type.
    pub const fn of<Q: Query + DeserializeOwned>() -> Self {
        Self { topic: Q::topic, read: |bytes| Ok(rmp_serde::from_slice::<Q>(bytes)?.into()) }
    }
}

/// How a report is read from a message.
#[derive(Debug)]
pub struct ReportKind {
    topic: fn() -> Topic,
    read: fn(&[u8]) -> Result<Answer, rmp_serde::decode::Error>,
}

impl ReportKind {
    /// The kind of all reports of a type.
    pub const fn of<R: LevelReport + DeserializeOwned>() -> Self {
        Self { topic: R::topic, read: |bytes| Ok(rmp_serde::from_slice::<R>(bytes)?.into()) }
    }
}

/// The questions and answers of a slice.
#[derive(Debug)]
pub struct QuerySlice {
    queries: &'static [QueryKind],
    reports: &'static [ReportKind],
}

impl QuerySlice {
    pub const fn of(queries: &'static [QueryKind], reports: &'static [ReportKind]) -> Self {
        Self { queries, reports }
    }
}

/// Slices that cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SliceError {
    #[error("two questions have the name `{0}`")]
    SameName(&'static str),
    #[error("slices are added once, and others were before")]
    OthersBefore,
}

/// Slices of packages above this one.
static ADDED: OnceLock<&'static [QuerySlice]> = OnceLock::new();

/// Adds the slices of packages above this one, for the whole process. To be called before anything is
/// asked or served, so at the start of `main`: every process of the program begins there. Tests
/// call it for themselves; the same slices may be added again.
///
/// # Errors
/// Where two questions have one name, or other slices were added before.
pub fn add_slices(slices: &'static [QuerySlice]) -> Result<(), SliceError> {
    let mut names = BTreeSet::new();
    for kind in SLICES.iter().chain(slices).flat_map(|slice| slice.queries) {
        let id = (kind.topic)().0.id;
        if !names.insert(id) {
            return Err(SliceError::SameName(id));
        }
    }
    let names = |slices: &[QuerySlice]| -> Vec<&str> {
        slices.iter().flat_map(|slice| slice.queries).map(|kind| (kind.topic)().0.id).collect()
    };
    let added = ADDED.get_or_init(|| slices);
    if names(added) == names(slices) { Ok(()) } else { Err(SliceError::OthersBefore) }
}

/// The slices of this package, and those that were added.
fn all_slices() -> impl Iterator<Item = &'static QuerySlice> {
    SLICES.iter().chain(ADDED.get().copied().unwrap_or_default())
}

fn query_kind(id: &str) -> Result<&'static QueryKind, String> {
    let mut kinds = all_slices().flat_map(|slice| slice.queries);
    let kind = kinds.find(|kind| (kind.topic)().id() == id);
    kind.ok_or_else(|| format!("no slice of this process has the question `{id}`"))
}

fn report_kind(topic: Topic) -> Result<&'static ReportKind, String> {
    let mut kinds = all_slices().flat_map(|slice| slice.reports);
    let kind = kinds.find(|kind| (kind.topic)() == topic);
    kind.ok_or_else(|| format!("no slice of this process answers `{}`", topic.id()))
}

/// The topic of this name.
pub(super) fn topic_of(id: &str) -> Option<Topic> {
    let mut topics = all_slices().flat_map(|slice| slice.reports).map(|kind| (kind.topic)());
    topics.find(|topic| topic.id() == id)
}

/// What both a question and a report are to engine and messages. Every type with these traits is one.
pub trait Message: Any + Debug + Send + Sync {
    fn is_same(&self, other: &dyn Any) -> bool;

    /// Its fields as MessagePack.
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

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        self.topic == other.topic && self.report.is_same(&*other.report)
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
        let id = self.topic.id();
        // Said here, where the question is asked, and not by a process that cannot read it.
        query_kind(id).map_err(S::Error::custom)?;
        let fields = ByteBuf::from(self.query.packed().map_err(S::Error::custom)?);
        PackedQuery { id: id.to_owned(), fields }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PackedQuery { id, fields } = PackedQuery::deserialize(deserializer)?;
        let kind = query_kind(&id).map_err(de::Error::custom)?;
        (kind.read)(&fields).map_err(de::Error::custom)
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
        report_kind(self.topic).map_err(S::Error::custom)?;
        let found = match self.report() {
            Some(Unanswered(why)) => Err(why.clone()),
            None => Ok(ByteBuf::from(self.report.packed().map_err(S::Error::custom)?)),
        };
        PackedAnswer { topic: self.topic, found }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PackedAnswer { topic, found } = PackedAnswer::deserialize(deserializer)?;
        let kind = report_kind(topic).map_err(de::Error::custom)?;
        match found {
            Ok(fields) => (kind.read)(&fields).map_err(de::Error::custom),
            Err(why) => Ok(Self::unknown(topic, why)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREETING: Topic = Topic(&TopicWords::new("greeting", "Is it there?", "greeting"));

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Greet(u32);

    impl Query for Greet {
        fn topic() -> Topic {
            GREETING
        }

        fn answer(&self, _: &mut Engine, ask: &mut Ask<'_>, _: &Program) {
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

    static SLICE: [QuerySlice; 1] =
        [QuerySlice::of(&[QueryKind::of::<Greet>()], &[ReportKind::of::<Greeted>()])];

    fn there_and_back<T: Serialize + DeserializeOwned>(value: &T) -> Result<T, String> {
        let bytes = rmp_serde::to_vec_named(value).map_err(|error| error.to_string())?;
        rmp_serde::from_slice(&bytes).map_err(|error| error.to_string())
    }

    #[test]
    fn a_slice_of_another_package_is_asked_once_it_is_added() {
        let (question, answer) = (Question::from(Greet(3)), Answer::from(Greeted(3)));
        let untold = Answer::unknown(GREETING, Why::Time);
        let refused = there_and_back(&question);
        assert!(
            refused.is_err_and(|why| why.contains("no slice of this process has the question"))
        );
        assert!(there_and_back(&answer).is_err_and(|why| why.contains("answers `greeting`")));
        assert_eq!(add_slices(&SLICE), Ok(()));
        assert_eq!(add_slices(&SLICE), Ok(()));
        assert_eq!(add_slices(&[]), Err(SliceError::OthersBefore));
        assert_eq!(add_slices(&[rate::SLICE]), Err(SliceError::SameName("rating")));
        assert_eq!(there_and_back(&question), Ok(question.clone()));
        assert_eq!(there_and_back(&answer), Ok(answer.clone()));
        assert_eq!(there_and_back(&untold), Ok(untold.clone()));
        assert_eq!(question.query(), Some(&Greet(3)));
        assert_eq!(answer.result(), Some(Ok(&Greeted(3))));
        assert_eq!(untold.result::<Greeted>(), Some(Err(&Why::Time)));
        assert!(answer.report::<rate::MeasuredLevel>().is_none());
        assert_ne!(question, Question::from(Greet(4)));
        assert_ne!(question, Question::from(rate::RateLevel::default()));
    }
}
