//! Threads that do the tasks of one part, in every process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam_channel::Receiver;
use parking_lot::Mutex;

use foolproof_games::TaskRunner;

/// How many tasks of one part wait in a process for each thread, with the one that is being done: so
/// that no thread is idle while a message is on its way.
pub(crate) const AHEAD: usize = 3;

/// A task, by its number.
pub(crate) type NumberedTask = (u64, Vec<u8>);

/// What comes of a task, or why nothing does, in words.
pub(crate) type TaskResult = Result<Vec<u8>, String>;

/// What the threads and the one that feeds them share.
#[derive(Default)]
pub(crate) struct PoolState {
    /// Tasks that wait are dropped.
    pub over: AtomicBool,
    /// How many tasks were done.
    pub done: AtomicU64,
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
}

impl PoolState {
    /// Whether a thread panicked, so that [`Self::run`] will.
    pub(crate) fn has_panicked(&self) -> bool {
        self.panicked.lock().is_some()
    }

    /// Feeds threads with numbered tasks. `done` hears what comes of each, on the thread that did it.
    /// The threads end when `feed` has dropped the sender of `tasks`.
    pub(crate) fn run<T>(
        &self,
        (runner, threads): (&dyn TaskRunner, usize),
        tasks: &Receiver<NumberedTask>,
        done: &(dyn Fn(u64, TaskResult) + Sync),
        feed: impl FnOnce() -> T,
    ) -> T {
        let work = || {
            let mut task_fn = runner.task_fn();
            for (number, body) in tasks {
                if self.over.load(Ordering::Relaxed) {
                    break;
                }
                let result = task_fn(&body);
                self.done.fetch_add(1, Ordering::Relaxed);
                done(number, result.map_err(String::from));
            }
        };
        let fed = std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
                        *self.panicked.lock() = Some(panic);
                    }
                });
            }
            feed()
        });
        match self.panicked.lock().take() {
            Some(panic) => resume_unwind(panic),
            None => fed,
        }
    }
}
