//! The client's side of a study's process: starts it, gives orders, receives its messages, ends it.
//!
//! Its messages are received on a thread of their own, so that the study never waits for a slow terminal.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use parking_lot::Mutex;

use super::{StudyFault, StudyOrder, StudyReply};
use crate::process::engine_process::EngineCommand;
use crate::worker::options::PROCESS_OPTIONS;
use foolproof_work::{ChildInput, ChildProcess, Lost, Said};

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
    child: Arc<Mutex<Option<StudyChild>>>,
    input: ChildInput,
}

impl StudyProcess {
    /// Starts a process with at most this much memory. `on` receives its messages in order, and at last the
    /// reason why there are no more.
    pub fn start(
        command: &StudyCommand,
        memory_mib: u64,
        mut on: impl FnMut(Result<StudyReply, StudyFault>) + Send + 'static,
    ) -> Result<Self, StudyFault> {
        let mut begun = Command::new(&command.program);
        begun.args(&command.arguments);
        let child = StudyChild::start(begun, true).map_err(|lost| fault(lost, memory_mib))?;
        let (heard, input) = (child.heard().clone(), child.input().clone());
        let child = Arc::new(Mutex::new(Some(child)));
        let heard_child = Arc::clone(&child);
        std::thread::spawn(move || {
            for message in heard {
                match message.said {
                    Said::Progress(StudyReply::Done) | Said::Answer(StudyReply::Done) => {}
                    Said::Progress(reply) | Said::Answer(reply) => on(Ok(reply)),
                    Said::Panicked(words) => return on(Err(StudyFault::Panicked(words))),
                }
            }
            let ended = heard_child.lock().take();
            // If it is `None`, the client has ended the process.
            if let Some(child) = ended {
                on(Err(fault(child.end(), memory_mib)));
            }
        });
        let process = Self { child, input };
        process.give(&StudyOrder::Limit(memory_mib));
        Ok(process)
    }

    /// Gives an order. If that fails, the process has ended, which is reported as a fault.
    pub fn give(&self, order: &StudyOrder) {
        let _ = self.input.ask(order);
    }

    /// Ends the run with the results so far.
    pub fn stop(&self) {
        let _ = self.input.cancel();
    }
}

impl Drop for StudyProcess {
    fn drop(&mut self) {
        *self.child.lock() = None;
    }
}

fn fault(lost: Lost, memory_mib: u64) -> StudyFault {
    match lost {
        Lost::Memory(_) => StudyFault::Memory(memory_mib),
        Lost::Panicked(words) => StudyFault::Panicked(words),
        lost => StudyFault::Lost(lost.text("the study's process")),
    }
}
