//! A process that helps: does the tasks that it is given, on all its threads, until it is told that
//! the work is over or the connection to somebody is lost.
//!
//! Knows the post and `games::Helper`.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};
use parking_lot::Mutex;

use super::doors::meet;
use super::post::Post;
use super::{HostFault, HostSeat, HostWord};
use crate::games::Helper;

/// Tasks that wait here; the one who leads gives fewer.
const WAITING: usize = 4096;
/// Time between two looks at whether to go on.
const PATIENCE: Duration = Duration::from_millis(20);

/// A process that helps.
pub struct Helping {
    post: Post,
    /// What the work is.
    pub work: Vec<u8>,
}

/// A part of the work that is to be done next.
type HostPart = (u64, Vec<u8>);

impl Helping {
    /// Waits until all processes are there and this one knows what the work is.
    pub fn start(seat: HostSeat, go_on: &dyn Fn(&str) -> bool) -> Result<Self, HostFault> {
        let state = Arc::default();
        let lines = meet(&seat, &state, go_on)?;
        let post = Post::open(seat, lines, state)?;
        loop {
            if !go_on("waiting for the work to begin") {
                return Err(HostFault::Stopped);
            }
            post.check()?;
            if let Ok(letter) = post.inbox.recv_timeout(PATIENCE)
                && let HostWord::Work(work) = letter.word
            {
                return Ok(Self { post, work });
            }
        }
    }

    /// Says that this process cannot help.
    pub fn fail(&self, why: &str) {
        // Who is gone need not hear it.
        let _ = self.post.send(0, HostWord::Failed(why.to_owned()));
    }

    /// Helps until the work is over; how many tasks were done. `go_on` hears that number, and false
    /// ends it.
    pub fn help(
        &self,
        helper: &mut dyn Helper,
        go_on: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<u64, HostFault> {
        let (mut next, mut done) = (self.await_part(&|| go_on(0))?, 0);
        while let Some((part, body)) = next {
            let so_far = done;
            let told = || go_on(so_far);
            if let Err(why) = helper.prepare(&body, &|| told() && self.post.check().is_ok()) {
                self.post.check()?;
                if !told() {
                    return Err(HostFault::Stopped);
                }
                self.fail(&why);
                return Err(HostFault::Other(why));
            }
            let threads = self.post.seat.threads.max(1);
            self.post.send(0, HostWord::Ready { part, threads })?;
            next = self.work_at(part, &*helper, (&mut done, go_on))?;
        }
        Ok(done)
    }

    /// The next part; none where the work is over.
    fn await_part(&self, go_on: &dyn Fn() -> bool) -> Result<Option<HostPart>, HostFault> {
        loop {
            match self.post.inbox.recv_timeout(PATIENCE).map(|letter| letter.word) {
                Ok(HostWord::Part { part, body }) => return Ok(Some((part, body))),
                Ok(HostWord::End) => return Ok(None),
                // A task of a part that was ended early.
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) if go_on() => self.post.check()?,
                Err(RecvTimeoutError::Timeout) => return Err(HostFault::Stopped),
                Err(RecvTimeoutError::Disconnected) => {
                    self.post.check()?;
                    return Err(HostFault::Other("no more words come".to_owned()));
                }
            }
        }
    }

    /// Does the tasks of a part until another one is begun, which is given.
    fn work_at(
        &self,
        part: u64,
        helper: &dyn Helper,
        (done, go_on): (&mut u64, &(dyn Fn(u64) -> bool + Sync)),
    ) -> Result<Option<HostPart>, HostFault> {
        let over = AtomicBool::new(false);
        let fallen: Mutex<Option<Box<dyn Any + Send>>> = Mutex::new(None);
        let count = Mutex::new(*done);
        let ended = std::thread::scope(|scope| {
            let (give, tasks) = bounded::<(u64, Vec<u8>)>(WAITING);
            for _ in 0..self.post.seat.threads.max(1) {
                let (tasks, over, fallen, count) = (tasks.clone(), &over, &fallen, &count);
                scope.spawn(move || {
                    let worked = catch_unwind(AssertUnwindSafe(|| {
                        let mut hand = helper.hand();
                        for (number, body) in tasks {
                            if over.load(Ordering::Relaxed) {
                                break;
                            }
                            let word = match hand(&body) {
                                Ok(body) => HostWord::Result { part, number, body },
                                Err(why) => HostWord::Failed(why),
                            };
                            *count.lock() += 1;
                            // What cannot be sent is noticed by the one who waits for letters.
                            let _ = self.post.send(0, word);
                        }
                    }));
                    if let Err(fault) = worked {
                        *fallen.lock() = Some(fault);
                    }
                });
            }
            drop(tasks);
            let next = loop {
                let so_far = *count.lock();
                let has_fallen = fallen.lock().is_some();
                if has_fallen || !go_on(so_far) {
                    break Err(HostFault::Stopped);
                }
                if let Err(fault) = self.post.check() {
                    break Err(fault);
                }
                match self.post.inbox.recv_timeout(PATIENCE).map(|letter| letter.word) {
                    Ok(HostWord::Task { part: of, number, body }) if of == part => {
                        // The one who leads gives no more than there is room for.
                        let _ = give.send((number, body));
                    }
                    Ok(HostWord::Part { part, body }) => break Ok(Some((part, body))),
                    Ok(HostWord::End) => break Ok(None),
                    Ok(_) | Err(_) => {}
                }
            };
            over.store(!matches!(next, Ok(Some(_))), Ordering::Relaxed);
            helper.stop();
            next
        });
        *done = count.into_inner();
        if let Some(fault) = fallen.into_inner() {
            resume_unwind(fault);
        }
        ended
    }
}
