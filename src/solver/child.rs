//! A process that works for this one: started, spoken to, waited for, ended.
//!
//! What a call for clingo and a question to an engine have in common. Knows nothing of what is said.

use std::io::{Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use crate::asp::{Halt, Stop};

/// How often somebody who waits looks whether it is still wanted.
pub(super) const PATIENCE: Duration = Duration::from_millis(2);
/// Messages that wait for a reader. Models stream faster than a window draws; a full channel slows
/// the process, nobody else.
const WAITING: usize = 1024;
/// The last bytes of what a process wrote to its standard error.
const LAST_WORDS: usize = 2000;
/// Time that a process has to end by itself once it says nothing more.
const LEAVE: Duration = Duration::from_millis(500);

/// A running process that says messages. It is killed when this is dropped.
pub(super) struct Child<M> {
    child: std::process::Child,
    input: ChildStdin,
    pub heard: Receiver<M>,
    words: Option<StderrTail>,
}

/// What a process writes to its standard error, of which the last is kept.
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

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M> Drop for Child<M> {
    fn drop(&mut self) {
        // Errors mean that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a process ended.
pub(super) struct Death {
    pub status: Option<ExitStatus>,
    /// What it wrote to its standard error at last, where that is listened to.
    pub words: String,
}

impl<M: Send + 'static> Child<M> {
    /// Starts a process; `read` hands on what it says until there is no more, or nobody listens. Its
    /// standard error goes nowhere, but for its last words where those are wanted.
    pub fn start(
        mut command: Command,
        last_words: bool,
        read: impl FnOnce(ChildStdout, &Sender<M>) + Send + 'static,
    ) -> std::io::Result<Self> {
        // A Ctrl+C in the terminal is for the program that asks; it stops what it started itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if last_words { Stdio::piped() } else { Stdio::null() });
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("it has no pipes"));
        };
        let (send, heard) = crossbeam_channel::bounded(WAITING);
        std::thread::Builder::new().spawn(move || read(output, &send))?;
        let words = child.stderr.take().map(StderrTail::listen).transpose()?;
        Ok(Self { child, input, heard, words })
    }

    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    pub fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.input.write_all(bytes).and_then(|()| self.input.flush())
    }

    /// Forgets what it wrote to its standard error so far.
    pub fn forget_words(&self) {
        if let Some(words) = &self.words {
            words.lock().clear();
        }
    }

    /// Takes leave of a process that says nothing more.
    pub fn bury(mut self) -> Death {
        let since = Instant::now();
        while self.is_alive() && since.elapsed() < LEAVE {
            std::thread::sleep(PATIENCE);
        }
        // What has said its last and lives on is of no use.
        let _ = self.child.kill();
        let status = self.child.wait().ok();
        let words = self.words.take().map(|StderrTail { kept, thread }| {
            let _ = thread.join();
            let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            String::from_utf8_lossy(&kept).into_owned()
        });
        Death { status, words: words.unwrap_or_default() }
    }
}

impl Death {
    /// How it ended, for people: "exit status: 1".
    pub fn how(&self) -> String {
        self.status.map_or_else(|| "it stopped answering".to_owned(), |status| status.to_string())
    }
}

fn keep_last(mut from: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut part = [0; 512];
    while let Ok(n @ 1..) = from.read(&mut part) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(part.iter().take(n));
        let surplus = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..surplus);
    }
}

/// How long somebody waits for an answer, and what is done when it is not wanted any more.
pub(super) struct Wait<'a> {
    stop: &'a Stop,
    started: Instant,
    /// What takes longer than this is stuck.
    longest: Duration,
    /// Time that what is given up gets to end by itself.
    grace: Duration,
    given_up: Option<(Instant, Halt)>,
}

/// What is to be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Now {
    Wait,
    /// Say that the answer is not wanted any more.
    Cancel,
    /// It had its grace.
    Kill(Halt),
}

impl<'a> Wait<'a> {
    pub fn begin(stop: &'a Stop, longest: Duration, grace: Duration) -> Self {
        Self { stop, started: Instant::now(), longest, grace, given_up: None }
    }

    /// Why the answer is not waited for any more, once it is not.
    pub fn given_up(&self) -> Option<Halt> {
        self.given_up.map(|(_, why)| why)
    }

    /// The answer is not wanted any more, whatever the stop says.
    pub fn give_up(&mut self) {
        self.given_up = self.given_up.or(Some((Instant::now(), Halt::Stopped)));
    }

    pub fn now(&mut self) -> Now {
        match self.given_up {
            Some((since, why)) if since.elapsed() > self.grace => Now::Kill(why),
            Some(_) => Now::Wait,
            None if self.stop.is_set() => {
                self.give_up();
                Now::Cancel
            }
            None => {
                // Who answers keeps the time; only what does not listen overruns it.
                let stuck = self.started.elapsed() > self.longest;
                self.given_up = stuck.then(|| (Instant::now(), Halt::Time));
                Now::Wait
            }
        }
    }
}
