//! The client's side of a study's process: starts it, gives orders, hears what it says, ends it.
//!
//! Its messages are heard on a thread of their own, so that the study never waits for a window that
//! is not drawn.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use parking_lot::Mutex;

use super::{StudyFault, StudyOrder, StudyReply};
use crate::process::engine_process::EngineCommand;
use foolproof_work::{ChildInput, ChildProcess, Lost, Said};

/// How to start the process of a study.
#[derive(Clone, Debug)]
pub struct StudyCommand {
    program: PathBuf,
    arguments: Vec<String>,
}

impl StudyCommand {
    /// The program that turns into an engine, which turns into this by another flag.
    pub fn of(engine: &EngineCommand) -> Self {
        Self::at(engine.program(), &["--study-worker"])
    }

    /// Another program that calls [`super::study_main`]; for tests.
    pub fn at(program: &Path, arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        Self { program: program.to_owned(), arguments }
    }
}

/// The process of a study, which says the same kind of thing while it works and at the end.
type StudyChild = ChildProcess<StudyReply, StudyReply>;

/// A study's process, for its client; it ends with this.
pub struct StudyProcess {
    /// There until it has ended.
    child: Arc<Mutex<Option<StudyChild>>>,
    orders: StudyOrders,
}

/// Gives orders to the process, from any thread.
#[derive(Clone)]
pub struct StudyOrders(ChildInput);

impl StudyOrders {
    /// Where it cannot be given, the process has ended, which is heard as a fault.
    pub fn give(&self, order: &StudyOrder) {
        let _ = self.0.ask(order);
    }

    /// Ends the run with what there is.
    pub fn stop(&self) {
        let _ = self.0.cancel();
    }
}

impl StudyProcess {
    /// Starts a process that may take so much memory. `on` hears what it says, in order, and at last
    /// why it says no more.
    pub fn start(
        command: &StudyCommand,
        memory_mib: u64,
        mut on: impl FnMut(Result<StudyReply, StudyFault>) + Send + 'static,
    ) -> Result<Self, StudyFault> {
        let mut begun = Command::new(&command.program);
        begun.args(&command.arguments);
        let child = StudyChild::start(begun, true).map_err(|lost| fault(lost, memory_mib))?;
        let (heard, orders) = (child.heard().clone(), StudyOrders(child.input().clone()));
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
            // Without it, the client has ended it.
            if let Some(child) = ended {
                on(Err(fault(child.end(), memory_mib)));
            }
        });
        orders.give(&StudyOrder::Limit(memory_mib));
        Ok(Self { child, orders })
    }

    pub fn give(&self, order: &StudyOrder) {
        self.orders.give(order);
    }

    /// Ends the run with what there is.
    pub fn stop(&self) {
        self.orders.stop();
    }

    /// For orders from other threads.
    pub fn orders(&self) -> StudyOrders {
        self.orders.clone()
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
