//! The other side of the worker: starts it, calls it, cancels it, kills it, starts it anew.
//!
//! What is cancelled has 25 ms to end by itself, which a search does unless it is preprocessing; a
//! grounding cannot be interrupted. Then the process is killed, and the next call starts another
//! (2 ms), so that nothing outdated runs for more than 50 ms.
//! Knows `asp`'s values and the protocol. Must never know a level or a game.

use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crossbeam_channel::RecvTimeoutError;

use super::child::{Child, Now, PATIENCE, Wait};
use super::protocol::{Message, Reply, Request, Word};
use crate::asp::{AspError, Halt, Stop};

/// How to start a worker process.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    program: PathBuf,
}

impl WorkerCommand {
    /// The running program itself, which turns into a worker by its flag `--worker`.
    pub fn this_binary() -> std::io::Result<Self> {
        Ok(Self { program: std::env::current_exe()? })
    }

    /// Another binary of the same version; for tests, which do not run in it.
    pub fn at(program: &Path) -> Self {
        Self { program: program.to_owned() }
    }

    /// The binary that it starts.
    pub fn program(&self) -> &Path {
        &self.program
    }
}

/// Why a call gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    Stopped,
    Time,
    Memory,
    Crashed(String),
    /// There is no program to ask about, and why.
    NotEncoded(String),
    /// The program is at fault, with places.
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

/// An answer of another kind than was asked for: a fault of the protocol.
pub fn another_answer() -> CallError {
    CallError::Crashed("the solver answered another question".to_owned())
}

/// Time that what is cancelled gets to end by itself.
const GRACE: Duration = Duration::from_millis(25);
/// Time by which a search may overrun its limit before it is taken for stuck.
const OVERRUN: Duration = Duration::from_millis(200);
/// A worker process that is started when needed.
pub struct Worker {
    command: WorkerCommand,
    memory_mib: u64,
    process: Option<Child<Reply>>,
    ticket: u64,
    /// Grows with every new process: sessions of an older one are gone.
    generation: u64,
    /// A process died over its work: programs are read with less preprocessing from then on.
    careful: bool,
}

impl Worker {
    pub fn new(command: WorkerCommand) -> Self {
        Self { command, memory_mib: 4096, process: None, ticket: 0, generation: 0, careful: false }
    }

    /// The same worker with a process that is yet to start.
    pub fn renewed(&self) -> Self {
        Self { memory_mib: self.memory_mib, ..Self::new(self.command.clone()) }
    }

    /// Which process this is; its sessions die with it.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Bounds the memory of the process; a change takes a new one.
    pub fn set_memory(&mut self, memory_mib: u64) {
        if self.memory_mib != memory_mib {
            self.memory_mib = memory_mib;
            self.process = None;
        }
    }

    /// Makes sure that a process runs.
    pub fn start(&mut self) -> Result<(), CallError> {
        if self.process.as_mut().is_some_and(Child::is_alive) {
            return Ok(());
        }
        self.process = None;
        self.generation += 1;
        let mut command = Command::new(&self.command.program);
        command.arg("--worker").arg(format!("--worker-memory={}", self.memory_mib));
        let started = Child::start(command, false, |output, send| {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                let Ok(reply) = serde_json::from_str::<Reply>(&line) else { break };
                if send.send(reply).is_err() {
                    break;
                }
            }
        });
        let failed = |error| format!("the solver process does not start: {error}");
        self.process = Some(started.map_err(|error| CallError::Crashed(failed(error)))?);
        Ok(())
    }

    /// Asks, hands every model to `on_word`, and gives the word that ended the call. `on_word` may
    /// end it early, which counts as stopped.
    pub fn call(
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
        self.ticket += 1;
        let ticket = self.ticket;
        let writes_down = matches!(request, Request::Ground(..));
        let opening = request.opening();
        let grounding = opening.is_some() || writes_down;
        if let Some(options) = opening {
            options.plain = self.careful;
        }
        let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.send(&Message::Call { ticket, time_ms, request })?;
        let mut wait = Wait::begin(stop, time.saturating_add(OVERRUN), GRACE);
        loop {
            let Some(process) = &self.process else {
                return Err(CallError::Crashed("the solver process ended".to_owned()));
            };
            match process.heard.recv_timeout(PATIENCE) {
                Ok(reply) if reply.ticket != ticket => {}
                Ok(Reply {
                    word: word @ (Word::Model(_) | Word::Better(_) | Word::Counterexamples(_)),
                    ..
                }) => {
                    if wait.given_up().is_none() && on_word(word).is_break() {
                        self.send(&Message::Cancel { ticket })?;
                        wait.give_up();
                    }
                }
                Ok(reply) => {
                    return match (reply.word, wait.given_up()) {
                        (Word::Failed(AspError::OutOfMemory), _) => Err(CallError::Memory),
                        // The worker that had it died since, and this one is new.
                        (Word::Failed(AspError::NoSession(_)), _) => {
                            let text = "the solver process ended, and its search with it";
                            Err(CallError::Crashed(text.to_owned()))
                        }
                        (Word::Failed(error), _) => Err(CallError::Program(error)),
                        (_, Some(why)) if grounding => Err(why.into()),
                        (word, _) => Ok(word),
                    };
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.bury()),
            }
            match wait.now() {
                Now::Wait => {}
                Now::Cancel => self.send(&Message::Cancel { ticket })?,
                Now::Kill(why) => {
                    self.process = None;
                    return Err(why.into());
                }
            }
        }
    }

    fn send(&mut self, message: &Message) -> Result<(), CallError> {
        let Some(process) = &mut self.process else {
            return Err(CallError::Crashed("the solver process ended".to_owned()));
        };
        let mut line = serde_json::to_vec(message)
            .map_err(|error| CallError::Crashed(format!("a message cannot be written: {error}")))?;
        line.push(b'\n');
        match process.send(&line) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.bury()),
        }
    }

    /// Takes leave of a process that ended, and says how it ended.
    fn bury(&mut self) -> CallError {
        let Some(process) = self.process.take() else {
            return CallError::Crashed("the solver process ended".to_owned());
        };
        self.careful = true;
        CallError::Crashed(format!("the solver process ended ({})", process.bury().how()))
    }
}
