//! A running child process: its input, its messages, and its end.
//!
//! Messages are read on a separate thread.

use std::io::{BufReader, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};
use parking_lot::Mutex;
use serde::Serialize;

use super::frames::{FrameError, FromChild, Received, ToChild, await_hello, next, packed};
use foolproof_kernel::system;

/// Maximum number of messages waiting for a reader. Models stream faster than a window draws; a full channel
/// slows the child and nothing else.
const WAITING: usize = 1024;
/// Number of bytes kept from the end of standard error.
const LAST_WORDS: usize = 2000;
/// Maximum number of characters of the last line that a report repeats.
const WORDS: usize = 300;
/// Time for a process to end on its own once its output is closed.
const LEAVE: Duration = Duration::from_millis(500);
/// Time between two checks whether it has ended.
const LOOK: Duration = Duration::from_millis(2);
/// The message that Rust prints when memory runs out, before it ends the process.
const NO_MEMORY: &str = "memory allocation of ";

/// Reasons why a child process does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It did not start.
    Start(String),
    /// The message cannot be written; the process is still alive.
    Message(String),
    /// It had no memory left for an allocation of this many bytes, if it said so.
    Memory(Option<u64>),
    /// It panicked, with these words.
    Panicked(String),
    /// It ended, with the last line of its standard error.
    Ended { how: String, words: Option<String> },
}

impl Lost {
    /// Describes it in a sentence about `process`, such as "the solver process".
    pub fn text(&self, process: &str) -> String {
        match self {
            Self::Start(why) => format!("{process} does not start: {why}"),
            Self::Message(why) => why.clone(),
            Self::Memory(_) => format!("{process} ended (it had no memory left)"),
            Self::Panicked(words) => format!("a bug stopped {process}, please report it: {words}"),
            Self::Ended { how, words: None } => format!("{process} ended ({how})"),
            Self::Ended { how, words: Some(words) } => format!("{process} ended ({how}): {words}"),
        }
    }

    /// Returns the loss of a process of which nothing more is known.
    pub(super) fn gone() -> Self {
        Self::Ended { how: "it stopped answering".to_owned(), words: None }
    }
}

/// A running child process. It is killed when this is dropped.
pub struct ChildProcess<P, R> {
    child: Child,
    input: ChildStdin,
    /// The ticket of the last ask.
    ticket: u64,
    heard: Receiver<FromChild<P, R>>,
    stderr: Option<StderrTail>,
}

/// The end of a process's standard error.
struct StderrTail {
    kept: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl StderrTail {
    fn listen(errors: ChildStderr) -> std::io::Result<Self> {
        let kept = Arc::<Mutex<Vec<u8>>>::default();
        let keeper = Arc::clone(&kept);
        let thread = std::thread::Builder::new().spawn(move || keep_last(errors, &keeper))?;
        Ok(Self { kept, thread })
    }
}

impl<P, R> Drop for ChildProcess<P, R> {
    fn drop(&mut self) {
        // Errors mean that it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl<P: Received, R: Received> ChildProcess<P, R> {
    /// Starts a process that calls [`super::serve`]. Its standard error is dropped, or its end is kept for the
    /// report of a crash.
    pub fn start(command: Command, keep_stderr: bool) -> Result<Self, Lost> {
        Self::spawn(command, keep_stderr).map_err(|error| Lost::Start(error.to_string()))
    }

    fn spawn(mut command: Command, keep_stderr: bool) -> std::io::Result<Self> {
        system::own_process_group(&mut command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if keep_stderr { Stdio::piped() } else { Stdio::null() });
        let mut child = command.spawn()?;
        system::end_with_this(&child);
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("it has no pipes"));
        };
        let (send, heard) = crossbeam_channel::bounded(WAITING);
        std::thread::Builder::new().spawn(move || read(output, &send))?;
        let stderr = child.stderr.take().map(StderrTail::listen).transpose()?;
        Ok(Self { child, input, ticket: 0, heard, stderr })
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends an ask and returns the ticket of its answer.
    pub fn ask(&mut self, ask: &impl Serialize) -> Result<u64, FrameError> {
        let ticket = self.ticket + 1;
        let bytes = packed(&ToChild::Ask { ticket, ask })?;
        self.ticket = ticket;
        self.input.write_all(&bytes)?;
        self.input.flush()?;
        Ok(ticket)
    }

    /// Asks the child to end the work on all asks so far soon.
    pub fn cancel(&mut self) -> Result<(), FrameError> {
        let bytes = packed(&ToChild::<()>::Cancel { ticket: self.ticket })?;
        self.input.write_all(&bytes)?;
        Ok(self.input.flush()?)
    }

    /// Returns its messages; the channel closes when the process sends no more.
    pub fn heard(&self) -> &Receiver<FromChild<P, R>> {
        &self.heard
    }

    /// Forgets its standard error so far.
    pub(crate) fn forget_stderr(&self) {
        if let Some(stderr) = &self.stderr {
            stderr.kept.lock().clear();
        }
    }

    /// Waits for the end of a process that sends no more messages; returns the reason.
    pub fn end(mut self) -> Lost {
        let since = Instant::now();
        while self.is_alive() && since.elapsed() < LEAVE {
            std::thread::sleep(LOOK);
        }
        // A process that has closed its output is useless.
        let _ = self.child.kill();
        let status = self.child.wait().ok();
        let words = self.stderr.take().map(|StderrTail { kept, thread }| {
            let _ = thread.join();
            String::from_utf8_lossy(&kept.lock()).into_owned()
        });
        lost(status, &words.unwrap_or_default())
    }
}

fn lost(status: Option<ExitStatus>, stderr: &str) -> Lost {
    if let Some((_, bytes)) = stderr.rsplit_once(NO_MEMORY) {
        return Lost::Memory(bytes.split_whitespace().next().and_then(|n| n.parse().ok()));
    }
    let Some(status) = status else { return Lost::gone() };
    let last = stderr.lines().map(str::trim).rfind(|line| !line.is_empty());
    let words = last.map(|line| line.chars().take(WORDS).collect());
    Lost::Ended { how: status.to_string(), words }
}

/// Passes on the messages of a process until there are no more, or the receiver is gone.
fn read<P: Received, R: Received>(output: ChildStdout, send: &Sender<FromChild<P, R>>) {
    let mut output = BufReader::new(output);
    if !await_hello(&mut output) {
        return;
    }
    // An unreadable message means that the two sides are not the same program.
    while let Ok(Some(message)) = next(&mut output) {
        if send.send(message).is_err() {
            return;
        }
    }
}

fn keep_last(mut from: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut part = [0; 512];
    while let Ok(n @ 1..) = from.read(&mut part) {
        let mut kept = kept.lock();
        kept.extend(part.iter().take(n));
        let surplus = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..surplus);
    }
}
