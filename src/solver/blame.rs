//! What is to blame for there being no level as it should be.
//!
//! Knows findings and what was searched.

use serde::{Deserialize, Serialize};

use super::finding::{Status, Why};
use super::searched::SearchedLevels;
use crate::level::{Concept, Site};

/// Sites and parts of the concept that cannot all stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    pub sites: Vec<Site>,
    /// The parts of the concept that have their share in it.
    pub concept: Vec<Concept>,
    /// Whether the locked part of the intended solution has its share in it.
    pub intended: bool,
    /// What the rules would say of every try: as few of their sentences as rule it out. None where
    /// they have no sentences, or these are not known.
    pub sentences: Vec<String>,
    /// What no level with all of these has.
    pub lacking: Lacking,
    /// Without any one of them the rest could stay.
    pub minimal: bool,
    /// Which levels were looked at.
    pub among: Among,
    /// The same, with the marks that they may have.
    pub searched: SearchedLevels,
    /// Of a conflict of the level as it stands: whether the open cells leave room for a level as it
    /// should be, where that is known.
    pub room: Option<bool>,
}

/// What every level lacks that keeps what is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lacking {
    /// A solution that practises the concept.
    Solution,
    /// Such a solution, and the absence of shortcuts.
    ShortcutFreedom,
}

/// The levels of which a conflict speaks: all that keep what is to blame and ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Among {
    /// ... have anything on the other cells; what is to blame is locked.
    Locks,
    /// ... have nothing else than the asked level has, or less.
    Fewer,
    /// ... have anything on the other cells.
    Any,
}

impl Blame {
    /// What the rules say of whatever is played, in words.
    pub fn said(&self) -> Option<String> {
        let quoted: Vec<String> = self.sentences.iter().map(|text| format!("“{text}”")).collect();
        let said = quoted.join(" or ");
        (!said.is_empty()).then(|| format!("Whatever is played, the rules say {said}."))
    }

    /// Where other marks may help, it is not known what is to blame, only what is in the way.
    pub fn status(&self) -> Status {
        if self.among == Among::Fewer && self.room.is_none() {
            let why = "whether other marks would help is not known".to_owned();
            return Status::Unknown(Why::Undecided(why));
        }
        Status::Proved
    }
}
