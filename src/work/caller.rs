//! Calls to a child process: starts it when needed, waits for the answer, cancels, kills.

use std::ops::ControlFlow;
use std::process::Command;
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;
use serde::Serialize;

use super::child::{ChildProcess, Lost};
use super::frames::{FrameError, FromChild, Received, Said};
use super::meter::{WorkMeter, micros};
use foolproof_kernel::{Halt, Stop};

/// Time between two checks whether the answer is still wanted.
const LOOK: Duration = Duration::from_millis(2);

/// Limits of a call.
#[derive(Clone, Copy)]
pub struct CallLimits<'a> {
    pub stop: &'a Stop,
    /// A child that takes longer than this is stuck. The child keeps its own, shorter limit.
    pub longest: Duration,
    /// Time for cancelled work to end on its own before the process is killed.
    pub grace: Duration,
}

/// An answer, and the reason if it was cancelled before.
pub struct Answered<R> {
    pub answer: R,
    pub cancelled: Option<Halt>,
}

/// Reasons why a call has no answer.
pub enum CallEnd {
    /// The work did not end in time, and the process was killed.
    Killed(Halt),
    Lost(Lost),
}

impl From<Lost> for CallEnd {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

/// A child process that is started when needed, and asked one thing at a time.
pub struct Caller<P, R> {
    process: Option<ChildProcess<P, R>>,
    /// Number of processes started so far.
    started: u64,
    meter: WorkMeter,
    /// Processor time of the running process so far, in microseconds.
    spent: u64,
}

impl<P: Received, R: Received> Caller<P, R> {
    /// Creates a caller whose processes are counted by this meter.
    pub fn new(meter: WorkMeter) -> Self {
        Self { process: None, started: 0, meter, spent: 0 }
    }

    /// Makes sure that a process is running. The knowledge of an older process is lost.
    pub fn start(
        &mut self,
        keep_stderr: bool,
        command: impl FnOnce() -> Command,
    ) -> Result<(), Lost> {
        if !self.process.as_mut().is_some_and(ChildProcess::is_alive) {
            self.process = None;
            self.started += 1;
            self.spent = 0;
            self.process = Some(ChildProcess::start(command(), keep_stderr)?);
        }
        Ok(())
    }

    /// Returns the number of processes started so far.
    pub fn n_started(&self) -> u64 {
        self.started
    }

    /// Ends the process.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Asks the running process. `on` receives its progress, and may end the work early.
    pub fn call(
        &mut self,
        ask: &impl Serialize,
        limits: CallLimits<'_>,
        on: &mut dyn FnMut(P) -> ControlFlow<()>,
    ) -> Result<Answered<R>, CallEnd> {
        let Some(process) = &mut self.process else { return Err(Lost::gone().into()) };
        process.forget_stderr();
        let ticket = match process.ask(ask) {
            Ok(ticket) => ticket,
            Err(FrameError::Pipe(_)) => return Err(self.end().into()),
            Err(error) => return Err(Lost::Message(error.to_string()).into()),
        };
        let mut wait = Wait { limits, started: Instant::now(), cancelled: None };
        let mut listens = true;
        loop {
            let Some(process) = &mut self.process else { return Err(Lost::gone().into()) };
            let mut cancels = false;
            match process.heard().recv_timeout(LOOK) {
                Ok(FromChild { ticket: of, .. }) if of != ticket => {}
                Ok(FromChild { said, spent, .. }) => {
                    self.meter.add(spent.saturating_sub(self.spent));
                    self.spent = spent.max(self.spent);
                    match said {
                        Said::Progress(progress) if listens => {
                            listens = on(progress).is_continue();
                            cancels = !listens && wait.cancelled.is_none();
                        }
                        Said::Progress(_) => {}
                        Said::Answer(answer) => {
                            let cancelled = wait.cancelled.map(|(_, why)| why);
                            return Ok(Answered { answer, cancelled });
                        }
                        Said::Panicked(words) => {
                            self.process = None;
                            return Err(Lost::Panicked(words).into());
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.end().into()),
            }
            match wait.next(cancels) {
                CallStep::Wait => {}
                CallStep::Cancel if process.cancel().is_ok() => {}
                CallStep::Cancel => return Err(self.end().into()),
                CallStep::Kill(why) => {
                    // The process can no longer report the time that it took meanwhile: this is the maximum.
                    self.meter.add(micros(wait.started.elapsed()));
                    self.process = None;
                    return Err(CallEnd::Killed(why));
                }
            }
        }
    }

    /// Removes a process that ended, and returns the reason.
    fn end(&mut self) -> Lost {
        self.process.take().map_or_else(Lost::gone, ChildProcess::end)
    }
}

/// A call in progress.
struct Wait<'a> {
    limits: CallLimits<'a>,
    started: Instant,
    /// Time since which the answer is not wanted any more, and the reason.
    cancelled: Option<(Instant, Halt)>,
}

/// The next step of a caller.
enum CallStep {
    Wait,
    Cancel,
    Kill(Halt),
}

impl Wait<'_> {
    /// Returns the next step. `cancels`: the answer is no longer wanted, even if the stop does not say so.
    fn next(&mut self, cancels: bool) -> CallStep {
        match self.cancelled {
            Some((since, why)) if since.elapsed() > self.limits.grace => CallStep::Kill(why),
            Some(_) => CallStep::Wait,
            None if cancels || self.limits.stop.is_set() => {
                self.cancelled = Some((Instant::now(), Halt::Stopped));
                CallStep::Cancel
            }
            None => {
                let stuck = self.started.elapsed() > self.limits.longest;
                self.cancelled = stuck.then(|| (Instant::now(), Halt::Time));
                CallStep::Wait
            }
        }
    }
}
