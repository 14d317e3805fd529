//! The client's side of a study's process: starts it, gives orders, receives its messages, ends it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crossbeam_channel::RecvTimeoutError;

use super::{StudyFault, StudyOrder, StudyReply};
use crate::process::engine_process::EngineCommand;
use crate::worker::options::PROCESS_OPTIONS;
use foolproof_work::{ChildProcess, Lost, Said};

/// The command that starts the process of a study.
#[derive(Clone, Debug)]
pub struct StudyCommand {
    program: PathBuf,
    arguments: Vec<String>,
}

impl StudyCommand {
    /// The engine's program, which turns into a study's process by another flag.
    pub fn of(engine: &EngineCommand) -> Self {
        Self::at(engine.program(), &[&format!("--{}", PROCESS_OPTIONS.study)])
    }

    /// Another program that calls [`super::study_main`]; for tests.
    pub fn at(program: &Path, arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        Self { program: program.to_owned(), arguments }
    }
}

/// The process of a study, whose messages have one type while it works and at the end.
type StudyChild = ChildProcess<StudyReply, StudyReply>;

/// A study's process, for its client. The process ends when this is dropped.
pub struct StudyProcess {
    /// `None` once it has ended.
    child: Option<StudyChild>,
    memory_mib: u64,
}

impl StudyProcess {
    /// Starts a process with at most this much memory.
    pub fn start(command: &StudyCommand, memory_mib: u64) -> Result<Self, StudyFault> {
        let mut begun = Command::new(&command.program);
        begun.args(&command.arguments);
        let child = StudyChild::start(begun, true).map_err(|lost| fault(lost, memory_mib))?;
        let mut process = Self { child: Some(child), memory_mib };
        process.give(&StudyOrder::Limit(memory_mib));
        Ok(process)
    }

    /// Gives an order. If that fails, the process has ended, which the next message says.
    pub fn give(&mut self, order: &StudyOrder) {
        if let Some(child) = &mut self.child {
            let _ = child.ask(order);
        }
    }

    /// Ends the run with the results so far.
    pub fn stop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.cancel();
        }
    }

    /// Returns the next message, in their order, and at last the reason why there are no more; `None` if
    /// there is none within this time.
    pub fn next(&mut self, within: Duration) -> Option<Result<StudyReply, StudyFault>> {
        while let Some(child) = &self.child {
            match child.heard().recv_timeout(within) {
                Ok(message) => match message.said {
                    Said::Progress(StudyReply::Done) | Said::Answer(StudyReply::Done) => {}
                    Said::Progress(reply) | Said::Answer(reply) => return Some(Ok(reply)),
                    Said::Panicked(words) => return Some(Err(StudyFault::Panicked(words))),
                },
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let fault = match self.child.take() {
            Some(child) => fault(child.end(), self.memory_mib),
            None => StudyFault::Lost("the study's process has ended".to_owned()),
        };
        Some(Err(fault))
    }
}

fn fault(lost: Lost, memory_mib: u64) -> StudyFault {
    match lost {
        Lost::Memory(_) => StudyFault::Memory(memory_mib),
        Lost::Panicked(words) => StudyFault::Panicked(words),
        lost => StudyFault::Lost(lost.text("the study's process")),
    }
}
