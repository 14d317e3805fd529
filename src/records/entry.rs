//! The lines of a play record: one JSON value each, written as they happen.
//!
//! It does not identify the player: no name, no machine, no path. The digests of the puzzle and of the rules
//! show whether a record's level has changed since.

use serde::{Deserialize, Serialize};

use foolproof_game::Game;
use foolproof_level::{Mark, Play, Site};

/// The version of the format that this program writes; it reads this and every older one.
pub const RECORD_VERSION: u32 = 2;

/// Kind of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerStep {
    /// A move, a stroke, or a mark that is added or removed.
    #[default]
    Move,
    Undo,
    Redo,
    Restart,
}

impl PlayerStep {
    fn is_move(&self) -> bool {
        *self == Self::Move
    }
}

/// A player's opinion of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Remark {
    Stuck,
    Liked,
    /// Opinion in words.
    #[default]
    Comment,
}

impl Remark {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stuck => "stuck",
            Self::Liked => "liked it",
            Self::Comment => "comment",
        }
    }
}

/// One line of a record. Times are in milliseconds: `at` since the run began, `active` the time that the player
/// has spent on the level in this visit with the window in front and input to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase", deny_unknown_fields)]
pub enum RecordEntry {
    /// The player was started; the first line of every record.
    Run {
        /// The version of the format.
        record: u32,
        /// The pack's title.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        pack: String,
        /// The program and its version.
        by: String,
        /// Date and time, in UTC.
        date: String,
    },
    /// The player opens a level in its initial state.
    Level {
        /// Number of the level in the pack, from 1.
        number: u32,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        title: String,
        game: String,
        /// Digest of the parts of the level that a player sees.
        puzzle: String,
        /// Digest of the game's rules.
        rules: String,
        at: u64,
    },
    /// The play changed.
    Step {
        at: u64,
        active: u64,
        #[serde(default, skip_serializing_if = "PlayerStep::is_move")]
        kind: PlayerStep,
        /// Marks that are new or have changed.
        #[serde(default, skip_serializing_if = "Play::is_empty")]
        put: Play,
        /// Sites that have no mark any more.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        taken: Vec<Site>,
    },
    /// The player asked for a hint.
    Hint { at: u64, active: u64 },
    /// The play solves the level.
    Solved { at: u64, active: u64 },
    /// The player gives an opinion of the level.
    Said {
        at: u64,
        active: u64,
        remark: Remark,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
    },
    /// The player left the level.
    Left { at: u64, active: u64 },
}

impl RecordEntry {
    /// Returns the step from one play to another.
    pub fn step(at: u64, active: u64, kind: PlayerStep, before: &Play, after: &Play) -> Self {
        let put = after.minus(before).map(|(site, mark)| (site, mark.clone())).collect();
        let gone = |(site, _): &(Site, &Mark)| after.get(*site).is_none();
        let taken = before.iter().filter(gone).map(|(site, _)| site).collect();
        Self::Step { at, active, kind, put, taken }
    }

    /// Returns its times, since the run began and within the visit.
    pub(crate) fn times(&self) -> (u64, u64) {
        match self {
            Self::Run { .. } => (0, 0),
            Self::Level { at, .. } => (*at, 0),
            Self::Step { at, active, .. }
            | Self::Hint { at, active }
            | Self::Solved { at, active }
            | Self::Said { at, active, .. }
            | Self::Left { at, active } => (*at, *active),
        }
    }

    /// Returns the line, with its end.
    pub fn line(&self) -> String {
        // Maps with string keys and plain values only: writing them cannot fail.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// Returns the digest of a game's rules, as used in records.
pub fn rules_digest(game: &dyn Game) -> String {
    game.digest()
}
