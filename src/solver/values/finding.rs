//! Findings: what the solver found out about a particular state of a level, exact about how certain it is.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::values::limits::Limits;
use crate::values::report::{Answer, LevelReport};
use crate::values::status::{Status, Why};
use crate::values::topic::Topic;
use foolproof_game::Game;

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The intended solution or a solution of an earlier revision is still a solution.
    Witness,
    /// The game's rules alone.
    Rules,
    /// The same question was answered before.
    Cache,
    /// A search of the game's own.
    Search,
    Solver,
}

/// The rules that confirmed the solutions of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confirmed {
    /// The game's rules, written apart from the encoding.
    #[default]
    Rules,
    /// The encoding in a session of its own: nothing else knows the rules.
    Encoding,
}

impl Confirmed {
    /// Returns the rules that confirm solutions of a game.
    pub(crate) fn of(game: &dyn Game) -> Self {
        if game.rules().is_some() { Self::Rules } else { Self::Encoding }
    }
}

/// The provenance of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct How {
    pub origin: Origin,
    #[serde(default)]
    pub confirmed: Confirmed,
    pub elapsed: Duration,
    pub limits: Limits,
}

/// One answer about a particular state of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub answer: Answer,
    pub how: How,
}

impl Finding {
    /// The finding that a question has no answer, and why.
    pub(crate) fn unanswered(topic: Topic, why: Why, limits: &Limits, elapsed: Duration) -> Self {
        let how =
            How { origin: Origin::Solver, confirmed: Confirmed::Rules, elapsed, limits: *limits };
        Self { answer: Answer::unknown(topic, why), how }
    }

    /// Returns the report of this type, if the answer holds one.
    pub fn report<R: LevelReport>(&self) -> Option<&R> {
        self.answer.report()
    }

    /// Returns the report of this type, or why there is none; `None` if the answer is about something else.
    pub fn result<R: LevelReport>(&self) -> Option<Result<&R, &Why>> {
        self.answer.result()
    }

    /// Returns the row of the panel that it fills.
    pub fn topic(&self) -> Topic {
        self.answer.topic()
    }

    /// Returns how certain the answer is.
    pub fn status(&self) -> Status {
        self.answer.status()
    }
}

/// Messages of an engine while it works.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Progress {
    /// Work on a question has started.
    Started(Topic),
    Found(Finding),
    /// Something to show meanwhile, such as the number of tried candidates.
    Note {
        done: u64,
        text: String,
    },
}
