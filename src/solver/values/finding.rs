//! Findings: what the solver found out about a particular state of a level, never blurred.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::values::limits::Limits;
use crate::values::report::{Answer, LevelReport};
use crate::values::status::{Status, Why};
use crate::values::topic::Topic;
use foolproof_games::Game;

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The intended solution or a solution of an earlier revision still is one.
    Witness,
    /// The game's rules alone.
    Rules,
    /// The same question was answered before.
    Cache,
    /// A search of the game's own.
    Search,
    Solver,
}

/// What confirmed the solutions that an answer is about.
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
    /// What confirms solutions of a game.
    pub(crate) fn of(game: &dyn Game) -> Self {
        if game.rules().is_some() { Self::Rules } else { Self::Encoding }
    }
}

/// What an answer rests on.
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
    /// That a question has no answer, and why.
    pub(crate) fn unanswered(topic: Topic, why: Why, limits: &Limits, elapsed: Duration) -> Self {
        let how =
            How { origin: Origin::Solver, confirmed: Confirmed::Rules, elapsed, limits: *limits };
        Self { answer: Answer::unknown(topic, why), how }
    }

    /// The report of this type, if the answer holds one.
    pub fn report<R: LevelReport>(&self) -> Option<&R> {
        self.answer.report()
    }

    /// The report of this type, or why there is none; `None` if the answer is about something else.
    pub fn result<R: LevelReport>(&self) -> Option<Result<&R, &Why>> {
        self.answer.result()
    }

    /// The row of the panel that it fills.
    pub fn topic(&self) -> Topic {
        self.answer.topic()
    }

    /// How sure it is.
    pub fn status(&self) -> Status {
        self.answer.status()
    }
}

/// What an engine says while it works.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Progress {
    /// A question is being worked on now.
    Started(Topic),
    Found(Finding),
    /// Something to show meanwhile: how many candidates were tried, for example.
    Note {
        done: u64,
        text: String,
    },
}
