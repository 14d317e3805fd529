//! The engine's side of the worker: calls it, and restarts it after it had to be killed.
//!
//! Cancelled work has 25 ms to end on its own, which a search does unless it is preprocessing; a grounding
//! cannot be interrupted. Then the process is killed, and the next call starts another (2 ms), so that
//! outdated work runs for at most 50 ms.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::values::worker_messages::{Request, Word, WorkerAnswer, WorkerAsk};
use crate::worker::options::PROCESS_OPTIONS;
use foolproof_asp::{AspError, Halt, Stop};
use foolproof_kernel::system;
use foolproof_work::{CallEnd, CallLimits, Caller, Lost, WorkMeter};

/// Name of a lost engine or worker in messages to the user.
pub(crate) const SOLVER_PROCESS: &str = "the solver process";

/// The command that starts a worker process.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    program: PathBuf,
    meter: WorkMeter,
}

impl WorkerCommand {
    /// The running program itself, which turns into a worker by an option.
    pub fn this_binary() -> std::io::Result<Self> {
        Ok(Self::at(&std::env::current_exe()?))
    }

    /// Another binary of the same version; for tests, which do not run in it.
    pub fn at(program: &Path) -> Self {
        Self { program: program.to_owned(), meter: WorkMeter::default() }
    }

    /// Returns the command with this meter, which counts its processes.
    pub(crate) fn metered(self, meter: &WorkMeter) -> Self {
        Self { meter: meter.clone(), ..self }
    }
}

/// The reason why a call gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CallError {
    Stopped,
    Time,
    Memory,
    Crashed(String),
    /// There is no program to ask about; says why.
    NotEncoded(String),
    /// The program has errors, with their places.
    Program(AspError),
}

impl From<Halt> for CallError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Time => CallError::Time,
            Halt::Stopped => CallError::Stopped,
        }
    }
}

/// Returns the error for an answer of the wrong kind: a fault of the protocol.
pub(crate) fn another_answer() -> CallError {
    CallError::Crashed("the solver answered another question".to_owned())
}

/// Time for cancelled work to end on its own.
const GRACE: Duration = Duration::from_millis(25);
/// Time by which a search may overrun its limit before it counts as stuck.
const OVERRUN: Duration = Duration::from_millis(200);
/// A worker process that is started when needed.
pub(crate) struct Worker {
    command: WorkerCommand,
    memory_mib: u64,
    process: Caller<Word, WorkerAnswer>,
    /// A process died at its work: from then on programs are read with less preprocessing.
    careful: bool,
}

impl Worker {
    pub(crate) fn new(command: WorkerCommand) -> Self {
        let process = Caller::new(command.meter.clone());
        Self { command, memory_mib: 4096, process, careful: false }
    }

    /// Returns the worker with a process that is yet to start.
    pub(crate) fn renewed(&self) -> Self {
        Self { memory_mib: self.memory_mib, ..Self::new(self.command.clone()) }
    }

    /// Returns the number of the current process; its sessions die with it.
    pub(crate) fn generation(&self) -> u64 {
        self.process.n_started()
    }

    /// Bounds the memory of the process; a change needs a new process.
    pub(crate) fn set_memory(&mut self, memory_mib: u64) {
        if self.memory_mib != memory_mib {
            self.memory_mib = memory_mib;
            self.process.kill();
        }
    }

    /// Makes sure that a process runs.
    pub(crate) fn start(&mut self) -> Result<(), CallError> {
        let started = self.process.start(false, || {
            let mut command = Command::new(&self.command.program);
            let named = PROCESS_OPTIONS;
            let memory = format!("--{}={}", named.worker_memory, self.memory_mib);
            command.args([format!("--{}", named.worker), memory]);
            system::leave_memory_alone(&mut command);
            command
        });
        started.map_err(|lost| CallError::Crashed(lost.text(SOLVER_PROCESS)))
    }

    /// Sends a request, passes every message to `on_word`, and returns the one that ended the call. `on_word`
    /// may end the call early, which counts as stopped.
    pub(crate) fn call(
        &mut self,
        mut request: Request,
        time: Duration,
        stop: &Stop,
        on_word: &mut dyn FnMut(Word) -> ControlFlow<()>,
    ) -> Result<Word, CallError> {
        if stop.is_set() {
            return Err(CallError::Stopped);
        }
        self.start()?;
        let writes_down = matches!(request, Request::Ground(..));
        let opening = request.opening();
        let grounding = opening.is_some() || writes_down;
        if let Some(options) = opening {
            options.plain = self.careful;
        }
        let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let limits = CallLimits { stop, longest: time.saturating_add(OVERRUN), grace: GRACE };
        let called = self.process.call(&WorkerAsk { time_ms, request }, limits, on_word);
        let answered = match called {
            Ok(answered) => answered,
            Err(CallEnd::Killed(why)) => return Err(why.into()),
            Err(CallEnd::Lost(lost)) => {
                self.careful |= !matches!(lost, Lost::Message(_));
                return Err(CallError::Crashed(lost.text(SOLVER_PROCESS)));
            }
        };
        match (answered.answer, answered.cancelled) {
            (Err(AspError::OutOfMemory), _) => Err(CallError::Memory),
            // The worker with this session has died since, and this one is new.
            (Err(AspError::NoSession(_)), _) => {
                let text = format!("{SOLVER_PROCESS} ended, and its search with it");
                Err(CallError::Crashed(text))
            }
            (Err(error), _) => Err(CallError::Program(error)),
            (Ok(_), Some(why)) if grounding => Err(why.into()),
            (Ok(word), _) => Ok(word),
        }
    }
}
