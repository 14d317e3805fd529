//! The other side of the worker: starts it, calls it, cancels it, kills it, starts it anew.
//!
//! What is cancelled has 25 ms to end by itself, which a search does unless it is preprocessing; a
//! grounding cannot be interrupted. Then the process is killed, and the next call starts another
//! (2 ms), so that nothing outdated runs for more than 50 ms.
//! Knows `asp`'s values and the protocol. Must never know a level or a game.

use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::protocol::{Message, Reply, Request, Word};
use crate::asp::{AspError, Stop};

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
}

/// Why a call gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    Stopped,
    Time,
    Memory,
    Crashed(String),
    /// The program is at fault, with places.
    Program(AspError),
}

/// An answer of another kind than was asked for: a fault of the protocol.
pub fn another_answer() -> CallError {
    CallError::Crashed("the worker answered another question".to_owned())
}

/// Time that what is cancelled gets to end by itself.
const GRACE: Duration = Duration::from_millis(25);
/// Time by which a search may overrun its limit before it is taken for stuck.
const OVERRUN: Duration = Duration::from_millis(200);
/// How often a waiting caller looks at its stop.
const PATIENCE: Duration = Duration::from_millis(2);

struct Process {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Reply>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // Errors mean that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A worker process that is started when needed.
pub struct Worker {
    command: WorkerCommand,
    memory_mib: u64,
    process: Option<Process>,
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
        if let Some(process) = &mut self.process
            && matches!(process.child.try_wait(), Ok(None))
        {
            return Ok(());
        }
        self.process = None;
        self.generation += 1;
        let failed = |error: std::io::Error| {
            CallError::Crashed(format!("the worker process does not start: {error}"))
        };
        let mut command = Command::new(&self.command.program);
        // A Ctrl+C in the terminal is for the program that asks; it stops its worker itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .arg("--worker")
            .arg(format!("--worker-memory={}", self.memory_mib))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(CallError::Crashed("the worker process has no pipes".to_owned()));
        };
        // Models stream faster than a window draws; a full channel slows the worker, nobody else.
        let (send, replies) = crossbeam_channel::bounded(1024);
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                let Ok(reply) = serde_json::from_str::<Reply>(&line) else { break };
                if send.send(reply).is_err() {
                    break;
                }
            }
        });
        self.process = Some(Process { child, input, replies });
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
        let grounding = matches!(request, Request::Open { .. } | Request::Tagged { .. });
        self.make_careful(&mut request);
        let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.send(&Message::Call { ticket, time_ms, request })?;
        let started = Instant::now();
        let mut cancelled: Option<(Instant, CallError)> = None;
        loop {
            let Some(process) = &self.process else {
                return Err(CallError::Crashed("the worker process ended".to_owned()));
            };
            match process.replies.recv_timeout(PATIENCE) {
                Ok(reply) if reply.ticket != ticket => {}
                Ok(Reply {
                    word: word @ (Word::Model(_) | Word::Better(_) | Word::Counterexamples(_)),
                    ..
                }) => {
                    if cancelled.is_none() && on_word(word).is_break() {
                        self.send(&Message::Cancel { ticket })?;
                        cancelled = Some((Instant::now(), CallError::Stopped));
                    }
                }
                Ok(reply) => {
                    return match (reply.word, cancelled) {
                        (Word::Failed(AspError::OutOfMemory), _) => Err(CallError::Memory),
                        // The worker that had it died since, and this one is new.
                        (Word::Failed(AspError::NoSession(_)), _) => {
                            let text = "the worker process ended, and its session with it";
                            Err(CallError::Crashed(text.to_owned()))
                        }
                        (Word::Failed(error), _) => Err(CallError::Program(error)),
                        (_, Some((_, why))) if grounding => Err(why),
                        (word, _) => Ok(word),
                    };
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.bury()),
            }
            match &cancelled {
                Some((since, why)) if since.elapsed() > GRACE => {
                    let why = why.clone();
                    self.process = None;
                    return Err(why);
                }
                Some(_) => {}
                None if stop.is_set() => {
                    self.send(&Message::Cancel { ticket })?;
                    cancelled = Some((Instant::now(), CallError::Stopped));
                }
                // The worker keeps the time of a search; only a grounding overruns it.
                None if started.elapsed() > time.saturating_add(OVERRUN) => {
                    cancelled = Some((Instant::now(), CallError::Time));
                }
                None => {}
            }
        }
    }

    fn make_careful(&self, request: &mut Request) {
        if let Request::Open { options, .. } | Request::Tagged { options, .. } = request {
            options.plain = self.careful;
        }
    }

    fn send(&mut self, message: &Message) -> Result<(), CallError> {
        let Some(process) = &mut self.process else {
            return Err(CallError::Crashed("the worker process ended".to_owned()));
        };
        let mut line = serde_json::to_vec(message)
            .map_err(|error| CallError::Crashed(format!("a message cannot be written: {error}")))?;
        line.push(b'\n');
        match process.input.write_all(&line).and_then(|()| process.input.flush()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.bury()),
        }
    }

    /// Takes leave of a process that ended, and says how it ended.
    fn bury(&mut self) -> CallError {
        let Some(mut process) = self.process.take() else {
            return CallError::Crashed("the worker process ended".to_owned());
        };
        self.careful = true;
        match process.child.wait() {
            Ok(status) => CallError::Crashed(format!("the worker process ended ({status})")),
            Err(error) => CallError::Crashed(format!("the worker process is lost: {error}")),
        }
    }
}
