//! One typed answer to each question: what it says, what shows it, and why it may be unknown.
//!
//! An answer holds what belongs to it and nothing else, so that no two parts of it can disagree;
//! [`Answer::status`] reads from it how sure it is, in the words that all answers share.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::finding::{Status, Why};
use super::query::{LevelReport, OpenAnswer};
use super::question::Question;
use super::searched::SearchedLevels;
use super::topic::Topic;
use crate::games::Estimate;
use crate::level::{Board, Level, Play, Site};

/// Whether something is so, with what shows that it is, or that it is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Truth<Witness = (), Counterexample = ()> {
    Holds(Witness),
    Fails(Counterexample),
    Unknown(Why),
}

impl<Witness, Counterexample> Truth<Witness, Counterexample> {
    pub fn status(&self) -> Status {
        match self {
            Truth::Holds(_) => Status::Proved,
            Truth::Fails(_) => Status::Refuted,
            Truth::Unknown(why) => Status::Unknown(why.clone()),
        }
    }

    /// The same with something else for a witness.
    pub fn map<Other>(self, with: impl FnOnce(Witness) -> Other) -> Truth<Other, Counterexample> {
        match self {
            Truth::Holds(witness) => Truth::Holds(with(witness)),
            Truth::Fails(counterexample) => Truth::Fails(counterexample),
            Truth::Unknown(why) => Truth::Unknown(why),
        }
    }

    /// The same without what shows it.
    pub fn bare(&self) -> Truth {
        match self {
            Truth::Holds(_) => Truth::Holds(()),
            Truth::Fails(_) => Truth::Fails(()),
            Truth::Unknown(why) => Truth::Unknown(why.clone()),
        }
    }

    pub fn holds(&self) -> bool {
        matches!(self, Truth::Holds(_))
    }
}

/// How many there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Count {
    Exactly(u64),
    /// It was capped or cut short.
    AtLeast(u64),
}

impl Count {
    pub fn status(&self) -> Status {
        match self {
            Count::Exactly(n) => Status::Exactly(*n),
            Count::AtLeast(n) => Status::AtLeast(*n),
        }
    }
}

/// What a question is answered with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Whether there is a solution; one, where one is at hand.
    Solvable(Truth<Option<Play>>),
    /// Whether the intended solution is one and practises the concept.
    Intended(Truth<(), IntendedFlaw>),
    Unique(Truth),
    /// How many solutions there are, and some of them.
    Count(Result<CountedSolutions, Why>),
    /// How many solutions there are in the game's looser reading.
    Loosely(u64),
    /// About how many solutions there are; `counted` were counted, and there are more.
    Estimate {
        counted: u64,
        estimate: Estimate,
    },
    /// Whether all solutions practise the concept; the shortcut where one does not.
    ShortcutFree(Truth<(), Play>),
    /// What a slice reports.
    Open(OpenAnswer),
}

/// What is wrong with the intended solution, as a clause about it, and the sites that show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntendedFlaw {
    pub why: String,
    pub sites: Vec<Site>,
}

/// A number of solutions, and some of them, in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedSolutions {
    pub number: Count,
    pub plays: Vec<Play>,
    /// These plays are known to be shortest ones, in games that count those alone.
    pub shortest: bool,
}

/// A level proposed, the sites on which it differs from the asked one, and whether it is proved
/// shortcut-free.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProposedLevel {
    pub level: Box<Level>,
    pub changed: Vec<Site>,
    pub shortcut_free: Truth,
    /// Whether it is proved to have one solution alone.
    pub unique: bool,
    pub fewest: FewestChanges,
}

impl ProposedLevel {
    /// The level in JSON, with the levels that were all looked at where none of them is without
    /// shortcuts.
    pub fn json(&self, searched: Option<&SearchedLevels>) -> Value {
        let painted: Map<String, Value> =
            self.level.marks().map(|(site, mark)| (site.to_string(), json!(mark))).collect();
        json!({
            "marks": painted,
            "intended": self.level.intended,
            "changed": sites_json(&self.changed),
            "fewest": self.fewest,
            "shortcut_free": self.shortcut_free.status().json(),
            "searched": searched.map(SearchedLevels::json),
        })
    }
}

pub fn sites_json(sites: &[Site]) -> Value {
    sites.iter().map(Site::to_string).collect()
}

/// What is known of whether fewer changes would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FewestChanges {
    #[default]
    Unknown,
    /// Marks are taken off and nothing is put; to take off fewer would not do.
    OfTakenOff,
    /// No fewer changes would do.
    Proved,
}

/// A level that was searched for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FoundLevel {
    /// One as it should be.
    Level(ProposedLevel),
    /// One that has a shortcut, or may have one; and why there is none better.
    SecondBest(ProposedLevel, WhyNoBetter),
    /// None (no further one, after some) among these.
    None(Box<SearchedLevels>),
}

/// Why no better level was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WhyNoBetter {
    /// These were all looked at.
    None(Box<SearchedLevels>),
    Unknown(Why),
}

impl FoundLevel {
    /// The level, as it should be or not.
    pub fn proposed(&self) -> Option<&ProposedLevel> {
        match self {
            FoundLevel::Level(level) | FoundLevel::SecondBest(level, _) => Some(level),
            FoundLevel::None(_) => None,
        }
    }

    /// The levels that were all looked at, where none of them is as it should be.
    pub fn searched(&self) -> Option<&SearchedLevels> {
        match self {
            FoundLevel::None(searched) | FoundLevel::SecondBest(_, WhyNoBetter::None(searched)) => {
                Some(searched)
            }
            _ => None,
        }
    }

    pub fn status(&self) -> Status {
        match self {
            FoundLevel::Level(_) => Status::Proved,
            FoundLevel::SecondBest(_, WhyNoBetter::None(searched)) | FoundLevel::None(searched) => {
                searched.none()
            }
            FoundLevel::SecondBest(_, WhyNoBetter::Unknown(why)) => Status::Unknown(why.clone()),
        }
    }

    /// The level in JSON, or what was searched in vain.
    pub(super) fn detail(&self) -> Option<(&'static str, Value)> {
        match (self.proposed(), self.searched()) {
            (Some(proposed), searched) => Some(("level", proposed.json(searched))),
            (None, searched) => Some(("searched", searched?.json())),
        }
    }
}

pub(super) fn proved_unless(halt: Option<&Why>) -> Status {
    halt.map_or(Status::Proved, |why| Status::Unknown(why.clone()))
}

pub(super) fn proved_if(is: bool) -> Status {
    if is { Status::Proved } else { Status::Refuted }
}

/// The status of what is known, or why nothing is.
fn status_of<T>(answer: &Result<T, Why>, status: impl FnOnce(&T) -> Status) -> Status {
    answer.as_ref().map_or_else(|why| Status::Unknown(why.clone()), status)
}

impl<R: LevelReport> From<R> for Answer {
    fn from(report: R) -> Self {
        Self::Open(OpenAnswer::new(report))
    }
}

impl Answer {
    /// That nothing is known about a topic, and why.
    pub fn unknown(topic: Topic, why: Why) -> Self {
        Self::Open(OpenAnswer::unknown(topic, why))
    }

    /// The row of the panel that it fills.
    pub fn topic(&self) -> Topic {
        match self {
            Answer::Solvable(_) => Topic::SOLVABLE,
            Answer::Intended(_) => Topic::INTENDED,
            Answer::Unique(_) => Topic::UNIQUE,
            Answer::Count(_) => Topic::COUNT,
            Answer::Loosely(_) => Topic::LOOSELY,
            Answer::Estimate { .. } => Topic::ESTIMATE,
            Answer::ShortcutFree(_) => Topic::SHORTCUT_FREE,
            Answer::Open(answer) => answer.topic(),
        }
    }

    /// How sure it is.
    pub fn status(&self) -> Status {
        match self {
            Answer::Solvable(truth) => truth.status(),
            Answer::Intended(truth) => truth.status(),
            Answer::Unique(truth) => truth.status(),
            Answer::Count(counted) => status_of(counted, |counted| counted.number.status()),
            Answer::Loosely(n) => Status::Exactly(*n),
            Answer::Estimate { counted, .. } => Status::AtLeast(*counted),
            Answer::ShortcutFree(truth) => truth.status(),
            Answer::Open(answer) => answer.status(),
        }
    }

    /// The report of this type, if it holds one.
    pub fn report<R: LevelReport>(&self) -> Option<&R> {
        match self {
            Answer::Open(answer) => answer.report(),
            _ => None,
        }
    }

    /// What a report of a slice says in a sentence.
    pub fn sentence(&self, board: Board) -> Option<String> {
        match self {
            Answer::Open(answer) => answer.sentence(board),
            _ => None,
        }
    }

    /// The play that shows it: a solution, or the shortcut.
    pub fn play(&self) -> Option<&Play> {
        match self {
            Answer::Solvable(Truth::Holds(play)) => play.as_ref(),
            Answer::ShortcutFree(Truth::Fails(play)) => Some(play),
            _ => None,
        }
    }

    /// The solutions that come with a count.
    pub fn plays(&self) -> Option<&[Play]> {
        match self {
            Answer::Count(Ok(counted)) => Some(&counted.plays),
            _ => None,
        }
    }

    /// Whether what is listed may be longer than a shortest solution, in games that count those alone.
    pub fn may_be_longer(&self) -> bool {
        matches!(self, Answer::Count(Ok(found)) if !found.shortest && !found.plays.is_empty())
    }

    /// The level that it proposes.
    pub fn proposed(&self) -> Option<&ProposedLevel> {
        match self {
            Answer::Open(answer) => answer.proposed(),
            _ => None,
        }
    }

    /// The levels that were all looked at, where none of them is as it should be.
    pub fn searched(&self) -> Option<&SearchedLevels> {
        match self {
            Answer::Open(answer) => answer.searched(),
            _ => None,
        }
    }

    /// The report of this type or why there is none, if that is what it is about.
    pub fn result<R: LevelReport>(&self) -> Option<Result<&R, &Why>> {
        match self {
            Answer::Open(answer) => answer.result(),
            _ => None,
        }
    }
}

impl Question {
    /// That it has no answer, and why.
    pub(super) fn unanswered(&self, why: Why) -> Answer {
        match self {
            Question::Solvable | Question::GoesOn(_) => Answer::Solvable(Truth::Unknown(why)),
            Question::Intended => Answer::Intended(Truth::Unknown(why)),
            Question::Solutions { .. } => Answer::Count(Err(why)),
            Question::ShortcutFree => Answer::ShortcutFree(Truth::Unknown(why)),
            Question::Open(query) => Answer::Open(OpenAnswer::unknown(query.topic(), why)),
        }
    }
}
