//! Open questions and answers. A slice brings a question ([`Query`]) and what it is answered with
//! ([`LevelReport`]), each with its words, and lists them in [`SLICES`]. Engine, messages between processes,
//! command line and window handle both without knowing which they are.

use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

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
use super::topic::Topic;
use foolproof_asp::Program;
use foolproof_level::{Board, Play};

/// All open questions and answers: one line for each slice.
const SLICES: &[QuerySlice] = &[
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

/// The questions and answers of a slice.
pub(crate) struct QuerySlice {
    pub queries: &'static [QueryKind],
    pub reports: &'static [ReportKind],
}

/// A question about a level.
pub trait Query: Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The topic of its first answer. Its id names the question in messages.
    const TOPIC: Topic;

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

    /// Whether more time would bring nothing else than was found.
    fn is_final(&self, found: &[Answer]) -> bool {
        found.iter().all(Answer::is_final)
    }
}

/// What a question is answered with, as soon as something is known.
pub trait LevelReport:
    Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    const TOPIC: Topic;

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
pub struct Question(Arc<dyn AnyQuery>);

impl Question {
    pub fn topic(&self) -> Topic {
        self.0.topic()
    }

    /// The question, if it is of this type.
    pub fn query<Q: Query>(&self) -> Option<&Q> {
        self.0.as_any().downcast_ref()
    }

    pub(super) fn asks_for_concept(&self) -> bool {
        self.0.needs_concept()
    }

    pub(super) fn asks_for_policy(&self) -> bool {
        self.0.needs_policy()
    }

    pub(super) fn looks_for_levels(&self) -> bool {
        self.0.looks_elsewhere()
    }

    pub(super) fn may_be_kept(&self) -> bool {
        self.0.is_kept()
    }

    pub(super) fn is_final(&self, found: &[Answer]) -> bool {
        !found.is_empty() && self.0.is_settled(found)
    }

    pub(super) fn answer(&self, engine: &mut Engine, ask: &mut Ask<'_>, program: &Program) {
        self.0.answer_with(engine, ask, program);
    }
}

impl<Q: Query> From<Q> for Question {
    fn from(query: Q) -> Self {
        Self(Arc::new(query))
    }
}

impl<R: LevelReport> From<R> for Answer {
    fn from(report: R) -> Self {
        Self { topic: R::TOPIC, found: Ok(Arc::new(report)) }
    }
}

/// Any [`LevelReport`], or why there is none.
#[derive(Clone, Debug)]
pub struct Answer {
    topic: Topic,
    found: Result<Arc<dyn AnyReport>, Why>,
}

impl Answer {
    pub fn unknown(topic: Topic, why: Why) -> Self {
        Self { topic, found: Err(why) }
    }

    pub fn topic(&self) -> Topic {
        self.topic
    }

    pub fn status(&self) -> Status {
        match &self.found {
            Ok(report) => report.sure(),
            Err(why) => Status::Unknown(why.clone()),
        }
    }

    pub(super) fn is_final(&self) -> bool {
        match &self.found {
            Ok(report) => report.is_last(),
            Err(why) => why.is_moot(),
        }
    }

    /// The report, if it is of this type.
    pub fn report<R: LevelReport>(&self) -> Option<&R> {
        self.found.as_ref().ok()?.as_any().downcast_ref()
    }

    /// The report of this type or why there is none, if that is what it is about.
    pub fn result<R: LevelReport>(&self) -> Option<Result<&R, &Why>> {
        match &self.found {
            Ok(report) => report.as_any().downcast_ref().map(Ok),
            Err(why) => (self.topic == R::TOPIC).then_some(Err(why)),
        }
    }

    pub fn detail(&self) -> Option<(&'static str, Value)> {
        self.found.as_ref().ok()?.details()
    }

    /// What there is to say beside the word for its status, without a full stop.
    pub fn sentence(&self, board: Board) -> Option<String> {
        self.found.as_ref().ok()?.words(board)
    }

    /// The play that shows it: a solution, or the shortcut.
    pub fn play(&self) -> Option<&Play> {
        self.found.as_ref().ok()?.shown()
    }

    /// The level that it proposes.
    pub fn proposed(&self) -> Option<&ProposedLevel> {
        self.found.as_ref().ok()?.proposal()
    }

    /// The levels that were all looked at, where none of them is as it should be.
    pub fn searched(&self) -> Option<&SearchedLevels> {
        self.found.as_ref().ok()?.looked_at()
    }
}

/// How a question is read from a message.
pub(crate) struct QueryKind {
    id: &'static str,
    read: fn(&[u8]) -> Result<Question, rmp_serde::decode::Error>,
}

impl QueryKind {
    pub(crate) const fn of<Q: Query>() -> Self {
        Self { id: Q::TOPIC.0.id, read: |bytes| Ok(rmp_serde::from_slice::<Q>(bytes)?.into()) }
    }
}

/// How a report is read from a message.
pub(crate) struct ReportKind {
    pub topic: Topic,
    read: fn(&[u8]) -> Result<Answer, rmp_serde::decode::Error>,
}

impl ReportKind {
    pub(crate) const fn of<R: LevelReport>() -> Self {
        Self { topic: R::TOPIC, read: |bytes| Ok(rmp_serde::from_slice::<R>(bytes)?.into()) }
    }
}

/// The reports of all slices.
pub(crate) fn reports() -> impl Iterator<Item = &'static ReportKind> {
    SLICES.iter().flat_map(|slice| slice.reports)
}

/// What a trait object of a question can do; every [`Query`] does.
trait AnyQuery: Debug + Send + Sync {
    fn topic(&self) -> Topic;
    fn needs_concept(&self) -> bool;
    fn needs_policy(&self) -> bool;
    fn looks_elsewhere(&self) -> bool;
    fn is_kept(&self) -> bool;
    fn is_settled(&self, found: &[Answer]) -> bool;
    fn answer_with(&self, engine: &mut Engine, ask: &mut Ask<'_>, program: &Program);
    fn as_any(&self) -> &dyn Any;
    fn is_same(&self, other: &dyn AnyQuery) -> bool;
    fn add_to_hash(&self, state: &mut dyn Hasher);
    fn packed(&self) -> Result<Vec<u8>, rmp_serde::encode::Error>;
}

impl<Q: Query> AnyQuery for Q {
    fn topic(&self) -> Topic {
        Q::TOPIC
    }

    fn needs_concept(&self) -> bool {
        self.asks_for_concept()
    }

    fn needs_policy(&self) -> bool {
        self.asks_for_policy()
    }

    fn looks_elsewhere(&self) -> bool {
        self.looks_for_levels()
    }

    fn is_kept(&self) -> bool {
        self.may_be_kept()
    }

    fn is_settled(&self, found: &[Answer]) -> bool {
        self.is_final(found)
    }

    fn answer_with(&self, engine: &mut Engine, ask: &mut Ask<'_>, program: &Program) {
        self.answer(engine, ask, program);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &dyn AnyQuery) -> bool {
        other.as_any().downcast_ref::<Q>() == Some(self)
    }

    fn add_to_hash(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }

    fn packed(&self) -> Result<Vec<u8>, rmp_serde::encode::Error> {
        rmp_serde::to_vec_named(self)
    }
}

/// What a trait object of a report can do; every [`LevelReport`] does.
trait AnyReport: Debug + Send + Sync {
    fn sure(&self) -> Status;
    fn is_last(&self) -> bool;
    fn details(&self) -> Option<(&'static str, Value)>;
    fn words(&self, board: Board) -> Option<String>;
    fn shown(&self) -> Option<&Play>;
    fn proposal(&self) -> Option<&ProposedLevel>;
    fn looked_at(&self) -> Option<&SearchedLevels>;
    fn as_any(&self) -> &dyn Any;
    fn is_same(&self, other: &dyn AnyReport) -> bool;
    fn packed(&self) -> Result<Vec<u8>, rmp_serde::encode::Error>;
}

impl<R: LevelReport> AnyReport for R {
    fn sure(&self) -> Status {
        self.status()
    }

    fn is_last(&self) -> bool {
        self.is_final()
    }

    fn details(&self) -> Option<(&'static str, Value)> {
        self.detail()
    }

    fn words(&self, board: Board) -> Option<String> {
        self.sentence(board)
    }

    fn shown(&self) -> Option<&Play> {
        self.play()
    }

    fn proposal(&self) -> Option<&ProposedLevel> {
        self.proposed()
    }

    fn looked_at(&self) -> Option<&SearchedLevels> {
        self.searched()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &dyn AnyReport) -> bool {
        other.as_any().downcast_ref::<R>() == Some(self)
    }

    fn packed(&self) -> Result<Vec<u8>, rmp_serde::encode::Error> {
        rmp_serde::to_vec_named(self)
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(&*other.0)
    }
}

impl Eq for Question {}

impl Hash for Question {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.topic().hash(state);
        self.0.add_to_hash(state);
    }
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.found, &other.found) {
            (Ok(one), Ok(other)) => one.is_same(&**other),
            (Err(one), Err(other)) => one == other,
            _ => false,
        };
        same && self.topic == other.topic
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
        let fields = ByteBuf::from(self.0.packed().map_err(S::Error::custom)?);
        PackedQuery { id: self.topic().id().to_owned(), fields }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PackedQuery { id, fields } = PackedQuery::deserialize(deserializer)?;
        let kind = SLICES.iter().flat_map(|slice| slice.queries).find(|kind| kind.id == id);
        let kind = kind.ok_or_else(|| de::Error::custom(format!("there is no question `{id}`")))?;
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
        let found = match &self.found {
            Ok(report) => Ok(ByteBuf::from(report.packed().map_err(S::Error::custom)?)),
            Err(why) => Err(why.clone()),
        };
        PackedAnswer { topic: self.topic, found }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PackedAnswer { topic, found } = PackedAnswer::deserialize(deserializer)?;
        let fields = match found {
            Ok(fields) => fields,
            Err(why) => return Ok(Self::unknown(topic, why)),
        };
        let kind = reports().find(|kind| kind.topic == topic);
        let kind = kind.ok_or_else(|| de::Error::custom(format!("no slice reports {topic:?}")))?;
        (kind.read)(&fields).map_err(de::Error::custom)
    }
}
