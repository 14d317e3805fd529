//! Studies in a process of their own: the messages in both directions.
//!
//! A study works for minutes in memory of its own. A fault or memory blow-up costs only the study,
//! and it regularly sends a text to resume from, so that little is lost. Names no game.

mod client;
mod process;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::process::hosts::HostSeat;
use foolproof_games::{Refusal, Report, SeenLevels, SeenStudy, StudyEnd, StudyRequest};

pub use client::{StudyCommand, StudyOrders, StudyProcess};
pub use process::study_main;

/// Requests to the process of a study. A run and a help can be cancelled.
#[derive(Debug, Serialize, Deserialize)]
pub enum StudyOrder {
    /// Bounds the memory of the process, in MiB.
    Limit(u64),
    /// Begins the study of a game; what comes back is whether it has begun.
    Start { game: String, asked: StudyRequest },
    /// Resumes from a text; with `asked`, only if it was begun with that request.
    Resume { game: String, text: String, asked: Option<StudyRequest> },
    /// Works together with the processes among which this is one, from the next run on.
    Together(HostSeat),
    /// Helps the process that leads with a study of a game, until that is over.
    Help { game: String, seat: HostSeat },
    /// Works until it is finished, told to stop, or out of time.
    Run { time: Option<Duration>, keeps: Keeping },
    /// Tells what can be seen of it, where it can be looked at while it works.
    Look,
    /// Tells the levels of rows.
    Levels(Vec<String>),
    /// Tells the levels that are worth to be kept.
    Best,
    /// Tells what the command line prints.
    Print(PrintOrder),
}

/// Whether a run sends texts to go on from: now and then, and at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keeping {
    Never,
    /// Not where it came through.
    UntilWhole,
    Always,
}

/// How the command line prints what a study has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PrintOrder {
    /// The verb, and whether it holds, of a JSON document; a table otherwise.
    pub document: Option<(String, bool)>,
    /// How long the command took.
    pub took: Duration,
    /// How to resume a stopped study, in words.
    pub go_on: Option<String>,
}

/// What the process of a study says.
#[derive(Debug, Serialize, Deserialize)]
pub enum StudyReply {
    /// There is nothing to tell.
    Done,
    Begun,
    Refused(Refusal),
    Progress(StudyProgress),
    /// A part is through, in words.
    Through(String),
    /// A text to go on from.
    Kept(String),
    Ended(Box<StudyEnded>),
    /// It has helped another process, with so many tasks.
    Helped(u64),
    /// Why it helps no more, in words.
    HelpsNoMore(String),
    Seen(SeenStudy),
    Levels(Vec<SeenLevels>),
    Printed(String),
}

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudyProgress {
    /// From 0 to 1.
    pub share: f64,
    /// The words after it, including the separator; may be empty.
    pub words: String,
}

/// How a run ended.
#[derive(Debug, Serialize, Deserialize)]
pub struct StudyEnded {
    pub end: StudyEnd,
    /// Whether all that was asked for was found.
    pub complete: bool,
    /// What it has found, with the levels of the first row.
    pub report: Report,
    pub first: Vec<SeenLevels>,
    /// The text to resume from, if one was wanted; or why there is none.
    pub kept: Option<Result<String, String>>,
}

/// Why a study's process says no more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyFault {
    #[error("the study needs more memory than its limit of {0} MiB")]
    Memory(u64),
    #[error("a bug stopped the study, please report it: {0}")]
    Panicked(String),
    #[error("{0}")]
    Lost(String),
}
