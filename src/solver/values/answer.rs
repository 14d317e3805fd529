//! Common parts of answers: truth values, counts, and levels that are found.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::values::searched::SearchedLevels;
use crate::values::status::{Status, Why};
use foolproof_game::listed;
use foolproof_level::{Level, Site};

/// A truth value, with its proof or counterexample.
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

    /// Replaces the witness.
    pub fn map<Other>(self, with: impl FnOnce(Witness) -> Other) -> Truth<Other, Counterexample> {
        match self {
            Truth::Holds(witness) => Truth::Holds(with(witness)),
            Truth::Fails(counterexample) => Truth::Fails(counterexample),
            Truth::Unknown(why) => Truth::Unknown(why),
        }
    }

    /// Returns the truth value without witness and counterexample.
    pub(crate) fn bare(&self) -> Truth {
        match self {
            Truth::Holds(_) => Truth::Holds(()),
            Truth::Fails(_) => Truth::Fails(()),
            Truth::Unknown(why) => Truth::Unknown(why.clone()),
        }
    }

    pub fn holds(&self) -> bool {
        matches!(self, Truth::Holds(_))
    }

    /// Returns the truth value if it is known, else the reason why not.
    pub(crate) fn known(self) -> Result<Self, Why> {
        match self {
            Truth::Unknown(why) => Err(why),
            known => Ok(known),
        }
    }
}

/// A number, exact or at least.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Count {
    Exactly(u64),
    /// The count was capped or cut short.
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

/// A proposed level, the sites that differ from the asked one, and whether it is proved shortcut-free.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProposedLevel {
    pub level: Box<Level>,
    pub changed: Vec<Site>,
    pub shortcut_free: Truth,
    /// It is proved to have exactly one solution.
    pub unique: bool,
    pub fewest: FewestChanges,
    /// Painted marks that had to go: nothing was found that keeps them.
    pub given_up: Vec<Site>,
}

/// Maximum number of sites to name. More are only counted.
const MAX_NAMED: usize = 4;

impl ProposedLevel {
    /// Says which painted marks had to go, if any.
    pub fn given_up_words(&self) -> Option<String> {
        let names: Vec<String> =
            self.given_up.iter().map(|site| site.name_on(self.level.board)).collect();
        match names.len() {
            0 => None,
            1..=MAX_NAMED => {
                Some(format!("Nothing was found that keeps {} as painted.", listed(&names, "and")))
            }
            n => Some(format!("Nothing was found that keeps {n} of the painted cells.")),
        }
    }

    /// Returns the level as JSON; if no level is shortcut-free, with a description of all levels that were
    /// searched.
    pub(crate) fn json(&self, searched: Option<&SearchedLevels>) -> Value {
        let painted: Map<String, Value> =
            self.level.marks().map(|(site, mark)| (site.to_string(), json!(mark))).collect();
        json!({
            "marks": painted,
            "intended": self.level.intended,
            "changed": sites_json(&self.changed),
            "fewest": self.fewest,
            "given_up": sites_json(&self.given_up),
            "shortcut_free": self.shortcut_free.status().json(),
            "searched": searched.map(SearchedLevels::json),
        })
    }
}

pub(crate) fn sites_json(sites: &[Site]) -> Value {
    sites.iter().map(Site::to_string).collect()
}

/// Tells whether fewer changes would do, as far as known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FewestChanges {
    #[default]
    Unknown,
    /// Marks are only removed; removing fewer would not do.
    OfTakenOff,
    /// No fewer changes would do.
    Proved,
}

/// A level that was searched for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FoundLevel {
    /// A level that meets all requirements.
    Level(ProposedLevel),
    /// A level that has a shortcut, or may have one, and why there is no better one.
    SecondBest(ProposedLevel, WhyNoBetter),
    /// There is none (no further one, after some) among these.
    None(Box<SearchedLevels>),
}

/// Reason why no better level was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WhyNoBetter {
    /// All of these were searched.
    None(Box<SearchedLevels>),
    Unknown(Why),
}

impl FoundLevel {
    /// Marks the level as having the fewest possible changes, if that is `known`.
    pub(crate) fn with_fewest(mut self, known: bool) -> Self {
        if known && let FoundLevel::Level(level) = &mut self {
            level.fewest = FewestChanges::Proved;
        }
        self
    }

    /// Records the painted marks of the asked level that the level lacks.
    pub(crate) fn giving_up(mut self, asked: &Level) -> Self {
        if let FoundLevel::Level(made) | FoundLevel::SecondBest(made, _) = &mut self {
            let gone = |site: &&Site| {
                asked.mark(**site).is_some() && asked.mark(**site) != made.level.mark(**site)
            };
            made.given_up = made.changed.iter().filter(gone).copied().collect();
        }
        self
    }

    /// Returns the level, whether or not it meets all requirements.
    pub fn proposed(&self) -> Option<&ProposedLevel> {
        match self {
            FoundLevel::Level(level) | FoundLevel::SecondBest(level, _) => Some(level),
            FoundLevel::None(_) => None,
        }
    }

    /// Returns the levels that were searched, if none of them qualifies.
    pub(crate) fn searched(&self) -> Option<&SearchedLevels> {
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

    /// Returns the level in JSON, or what was searched in vain.
    pub(crate) fn detail(&self) -> Option<(&'static str, Value)> {
        match (self.proposed(), self.searched()) {
            (Some(proposed), searched) => Some(("level", proposed.json(searched))),
            (None, searched) => Some(("searched", searched?.json())),
        }
    }
}
