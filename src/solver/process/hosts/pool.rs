//! Threads that do the tasks of one part, in every process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use super::flow::{Replies, TaskFlow};
use super::{Numbered, ReplyBody};
use foolproof_game::TaskRunner;

/// Number of tasks of one part per thread, including the running one, so that no thread is idle while a
/// message is on its way.
pub(crate) const AHEAD: usize = 3;

/// The threads of a process, and the state that they share with the one that feeds them.
pub(crate) struct TaskPool<'a> {
    runner: &'a dyn TaskRunner,
    threads: usize,
    part: u64,
    replies: Replies,
    /// Waiting tasks are dropped.
    pub over: AtomicBool,
    /// Number of finished tasks.
    pub done: AtomicU64,
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
}

impl<'a> TaskPool<'a> {
    pub(crate) fn new(runner: &'a dyn TaskRunner, part: u64, flow: &TaskFlow) -> Self {
        Self {
            runner,
            threads: flow.threads(),
            part,
            replies: flow.replies.clone(),
            over: AtomicBool::default(),
            done: AtomicU64::default(),
            panicked: Mutex::default(),
        }
    }

    /// Returns whether a thread panicked, so that [`Self::run`] will.
    pub(crate) fn has_panicked(&self) -> bool {
        self.panicked.lock().is_some()
    }

    /// Feeds tasks to the threads, with at most `waiting` in the queue, and replies with their
    /// results. The threads end when `feed` has dropped its sender.
    pub(crate) fn run<T>(&self, waiting: usize, feed: impl FnOnce(Sender<Numbered>) -> T) -> T {
        let (give, tasks) = bounded(waiting);
        let fed = std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.work(&tasks))) {
                        *self.panicked.lock() = Some(panic);
                    }
                });
            }
            feed(give)
        });
        match self.panicked.lock().take() {
            Some(panic) => resume_unwind(panic),
            None => fed,
        }
    }

    fn work(&self, tasks: &Receiver<Numbered>) {
        let mut task_fn = self.runner.task_fn();
        for Numbered { number, body } in tasks {
            if self.over.load(Ordering::Relaxed) {
                break;
            }
            let reply = match task_fn(&body) {
                Ok(body) => ReplyBody::Result(Numbered { number, body }),
                Err(why) => ReplyBody::Failed(why.into()),
            };
            self.done.fetch_add(1, Ordering::Relaxed);
            self.replies.send(self.part, reply);
        }
    }
}
