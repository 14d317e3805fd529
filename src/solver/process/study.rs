//! Studies in a process of their own: the messages in both directions.
//!
//! A study works for minutes in its own memory. A fault or memory blow-up costs only the study, and it
//! regularly sends a text to resume from, so that little is lost. Names no game.

mod client;
mod process;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::process::hosts::HostSeat;
use foolproof_game::{Refusal, StudyEnd, StudyRequest};
use foolproof_level::Level;

pub use client::{StudyCommand, StudyProcess};
pub use process::study_main;

/// Requests to the process of a study. A run and a help can be cancelled.
#[derive(Debug, Serialize, Deserialize)]
pub enum StudyOrder {
    /// Bounds the memory of the process, in MiB.
    Limit(u64),
    /// Begins the study of a game; the reply says whether it has begun.
    Start { game: String, asked: StudyRequest },
    /// Resumes from a text; some studies only if they were begun with this request.
    Resume { game: String, text: String, asked: StudyRequest },
    /// Works together with the other processes of this seat, from the next run on.
    Together(HostSeat),
    /// Helps the leading process with a study of a game, until it is over.
    Help { game: String, seat: HostSeat },
    /// Works until it is finished, stopped, or out of time. With `keeps`, it sends texts to resume from,
    /// regularly and at its end.
    Run { time: Option<Duration>, keeps: bool },
    /// Returns the levels that are worth keeping.
    Best,
    /// Returns the text for the command line to print.
    Print(PrintOrder),
}

/// Settings for printing the results of a study on the command line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PrintOrder {
    /// The verb of a JSON document, and whether its claim holds; prints a table if `None`.
    pub document: Option<(String, bool)>,
    /// Duration of the command.
    pub took: Duration,
    /// Instructions for resuming a stopped study.
    pub go_on: Option<String>,
}

/// Messages from the process of a study.
#[derive(Debug, Serialize, Deserialize)]
pub enum StudyReply {
    /// There is nothing to report.
    Done,
    Begun,
    Refused(Refusal),
    Progress(StudyProgress),
    /// A part is finished, in words.
    Through(String),
    /// A text to resume from.
    Kept(String),
    Ended(StudyEnded),
    /// It has helped another process, with this many tasks.
    Helped(u64),
    /// The reason why it no longer helps, in words.
    HelpsNoMore(String),
    Best(#[serde(with = "foolproof_game::sent_levels")] Vec<Level>),
    Printed(String),
}

/// Progress of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudyProgress {
    /// Finished share, from 0 to 1.
    pub share: f64,
    /// The words after it, including the separator; may be empty.
    pub words: String,
}

/// The result of a run.
#[derive(Debug, Serialize, Deserialize)]
pub struct StudyEnded {
    pub end: StudyEnd,
    /// Everything that was asked for was found.
    pub complete: bool,
    /// The text to resume from, if wanted, or the reason why there is none.
    pub kept: Option<Result<String, String>>,
}

/// The reason why a study's process sends no more messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyFault {
    #[error("the study needs more memory than its limit of {0} MiB")]
    Memory(u64),
    #[error("a bug stopped the study, please report it: {0}")]
    Panicked(String),
    #[error("{0}")]
    Lost(String),
}
