//! The other side of a study's process: starts it, gives orders, hears what it says, ends it.
//!
//! What it says is heard on a thread of its own, so that the study never waits for a window that is
//! not drawn. Knows the protocol.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{StudyFault, StudyOrder, StudyReply};
use crate::solver::EngineCommand;

/// Bytes of the process's complaints that are looked at.
const COMPLAINTS: usize = 4096;

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

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The process of a study; it ends with this.
pub struct StudyProcess {
    child: Arc<Mutex<Child>>,
    orders: StudyOrders,
}

/// Gives orders to the process, from any thread.
#[derive(Clone)]
pub struct StudyOrders(Arc<Mutex<ChildStdin>>);

impl StudyOrders {
    /// Where it cannot be given, the process has ended, which is heard as a fault.
    pub fn give(&self, order: &StudyOrder) {
        let mut input = locked(&self.0);
        let mut out = std::io::BufWriter::new(&mut *input);
        let _ = serde_json::to_writer(&mut out, order)
            .map_err(std::io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
            .and_then(|()| out.flush());
    }
}

impl StudyProcess {
    /// Starts a process that may take so much memory. `on` hears what it says, in the order in which
    /// it is said, and as the last thing why no more is said.
    pub fn start(
        command: &StudyCommand,
        memory_mib: u64,
        on: impl FnMut(Result<StudyReply, StudyFault>) + Send + 'static,
    ) -> Result<Self, StudyFault> {
        let mut begun = Command::new(&command.program);
        // A Ctrl+C in the terminal is for the program that asks; it stops the study itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut begun, 0);
        let mut child = begun
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| StudyFault::Start(error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(StudyFault::Start("it has no pipes".to_owned()));
        };
        let child = Arc::new(Mutex::new(child));
        let ear = Ear { child: Arc::clone(&child), memory_mib, on };
        std::thread::spawn(move || ear.hear(output, errors));
        let orders = StudyOrders(Arc::new(Mutex::new(input)));
        orders.give(&StudyOrder::Limit(memory_mib));
        Ok(Self { child, orders })
    }

    pub fn give(&self, order: &StudyOrder) {
        self.orders.give(order);
    }

    /// For orders from other threads.
    pub fn orders(&self) -> StudyOrders {
        self.orders.clone()
    }
}

impl Drop for StudyProcess {
    fn drop(&mut self) {
        let mut child = locked(&self.child);
        // Errors mean that it has ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Hears what a process says.
struct Ear<F> {
    child: Arc<Mutex<Child>>,
    memory_mib: u64,
    on: F,
}

impl<F: FnMut(Result<StudyReply, StudyFault>)> Ear<F> {
    fn hear(mut self, output: ChildStdout, errors: ChildStderr) {
        let complaints = std::thread::spawn(move || last_words(errors));
        let mut greeted = false;
        for line in BufReader::new(output).lines() {
            let Ok(line) = line else { break };
            match serde_json::from_str(&line) {
                Ok(StudyReply::Hello) => greeted = true,
                Ok(StudyReply::Fell(words)) => return (self.on)(Err(StudyFault::Fell(words))),
                Ok(reply) if greeted => (self.on)(Ok(reply)),
                Ok(_) => {}
                // What was printed before it said hello is not its own.
                Err(_) if !greeted => {}
                Err(_) => break,
            }
        }
        let complaints = complaints.join().unwrap_or_default();
        let how = match locked(&self.child).wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        // The words of Rust's own allocator; clones of them are no interface, but nothing else is said.
        let fault = match complaints.contains("memory allocation of") {
            true => StudyFault::Memory(self.memory_mib),
            false => match complaints.lines().rfind(|line| !line.trim().is_empty()) {
                Some(words) => StudyFault::Ended(format!("{how}: {}", words.trim())),
                None => StudyFault::Ended(how),
            },
        };
        (self.on)(Err(fault));
    }
}

/// The end of what a process complains of.
fn last_words(mut errors: ChildStderr) -> String {
    let (mut last, mut part) = (Vec::new(), [0; COMPLAINTS]);
    while let Ok(count @ 1..) = errors.read(&mut part) {
        last.extend(part.iter().take(count));
        let surplus = last.len().saturating_sub(COMPLAINTS);
        last.drain(..surplus);
    }
    String::from_utf8_lossy(&last).into_owned()
}
