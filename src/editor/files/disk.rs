//! A thread that does the window's writes in order, so that a slow disk never stops a frame.

use std::convert::Infallible;
use std::fmt::Display;
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};

/// Maximum number of waiting writes; more mean that the disk is stuck.
const QUEUE: usize = 64;

/// Reasons why a job is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiskError {
    #[error("the disk does not keep up")]
    Behind,
    #[error("the disk thread has ended")]
    Ended,
}

/// A job that returns its error in words: the thread does not know what it writes.
type DiskJob = Box<dyn FnOnce() -> Option<String> + Send>;

/// Runs jobs one after the other; dropping it waits for the last one.
pub struct Disk {
    jobs: Option<Sender<DiskJob>>,
    troubles: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

impl Disk {
    /// Starts the thread. `wake` is called when a job has failed, so that the window can report it.
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let (jobs, queue) = bounded::<DiskJob>(QUEUE);
        let (report, troubles) = bounded(QUEUE);
        let work = move || {
            for job in queue {
                if let Some(why) = job() {
                    // Full only if the last 64 errors were not read.
                    let _ = report.try_send(why);
                    wake();
                }
            }
        };
        let thread = std::thread::Builder::new().name("disk".to_owned()).spawn(work).ok();
        Self { jobs: Some(jobs), troubles, thread }
    }

    /// Puts a job in the queue; returns an error if it cannot be done at all.
    pub fn run<E: Display>(
        &self,
        job: impl FnOnce() -> Result<(), E> + Send + 'static,
    ) -> Result<(), DiskError> {
        let Some(jobs) = &self.jobs else { return Err(DiskError::Ended) };
        let job = || job().err().map(|why| why.to_string());
        jobs.try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) => DiskError::Behind,
            TrySendError::Disconnected(_) => DiskError::Ended,
        })
    }

    /// Puts a job in the queue whose result the window waits for.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        context: &egui::Context,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Receiver<T>, DiskError> {
        let (send, result) = bounded(1);
        let wake = context.clone();
        self.run(move || {
            let _ = send.send(job());
            wake.request_repaint();
            Ok::<(), Infallible>(())
        })?;
        Ok(result)
    }

    /// Ends without waiting for pending jobs.
    pub(crate) fn abandon(&mut self) {
        self.thread = None;
    }

    /// Returns the errors since the last call.
    pub fn troubles(&self) -> Vec<String> {
        self.troubles.try_iter().collect()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A job that panicked has been reported by the panic itself.
            let _ = thread.join();
        }
    }
}
