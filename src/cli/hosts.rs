//! Cooperating processes for verbs: options and messages.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::input::{Usage, read_text};
use super::progress::tell_now;
use super::shown::complain;
use super::{Outcome, Report};
use foolproof_game::{counted, threads, time_text};
use foolproof_solver::{HostSeat, Stop};

/// This process among those that work together.
#[derive(Debug, Args)]
pub struct HostArgs {
    /// Work together with the processes of this file, which has an address such as 10.0.0.7:4000 in
    /// each line; start each of them with the same command and its own --process; a line
    /// `secret-file: FILE` names a secret that all of them know
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hosts: Option<PathBuf>,
    /// The number of this process in the file of --hosts, from 0; process 0 hands out the work, and it
    /// alone writes and prints
    #[arg(long, value_name = "N", requires = "hosts")]
    pub process: Option<usize>,
    /// With --hosts, how many processor threads to use; if not given, all of them
    #[arg(long, value_name = "THREADS", requires = "hosts", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

impl HostArgs {
    pub fn seat(&self) -> Result<Option<HostSeat>, Usage> {
        let Some((file, process)) = self.hosts.as_ref().zip(self.process) else { return Ok(None) };
        let threads = self.threads.map_or_else(threads, usize::from);
        let seat = HostSeat::of_file(&read_text(file)?, file, process, threads);
        seat.map(Some).map_err(|why| Usage(format!("--hosts {}: {why}", file.display())))
    }
}

/// Returns a function that shows progress and says whether to go on.
pub fn shown_until(stop: &Stop) -> impl Fn(&str) -> bool {
    |words| {
        tell_now(words);
        !stop.is_set()
    }
}

/// Reports that a process has helped, in words about the number of things that it did, or why it could not go
/// on. The leading process alone prints a document.
pub fn helped_report(
    helped: Result<u64, impl Display>,
    words: impl FnOnce(u64) -> String,
) -> Report {
    match helped {
        Ok(things) => Report::done(words(things)).without_document(),
        Err(why) => {
            complain(&why.to_string());
            Report::new(Outcome::DoesNotHold, "")
        }
    }
}

/// Says that a process has helped, with the number of things that it did.
pub fn helped_words(
    process: usize,
    tasks: u64,
    one: &str,
    several: &str,
    started: Instant,
) -> String {
    let tasks = counted(tasks, one, several);
    format!("Process {process} helped with {tasks} ({})\n", time_text(started.elapsed()))
}
