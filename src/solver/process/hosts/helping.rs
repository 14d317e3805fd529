//! A helping process: works on its tasks on all threads until the work is over, or until a connection is
//! lost.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crossbeam_channel::Sender;

use super::flow::TaskFlow;
use super::pool::TaskPool;
use super::{HostFault, HostOrder, HostSeat, Numbered, OrderBody, ReplyBody};
use foolproof_game::Follower;

/// Maximum number of tasks that wait here; the leader gives fewer.
const WAITING: usize = 4096;
/// Time between two checks whether to go on.
const PATIENCE: Duration = Duration::from_millis(20);

/// A process that helps.
pub struct Helping {
    flow: TaskFlow,
    /// Description of the work.
    pub work: Vec<u8>,
    /// Number of finished tasks.
    done: u64,
}

/// The part of the work for which this process gets ready.
struct HostPart {
    number: u64,
    body: Vec<u8>,
}

impl Helping {
    /// Waits until all processes are there and this one knows the work.
    pub fn start(seat: HostSeat, go_on: &dyn Fn(&str) -> bool) -> Result<Self, HostFault> {
        let mut flow = TaskFlow::join(seat, go_on)?;
        loop {
            if !go_on("waiting for the work to begin") {
                return Err(HostFault::Stopped);
            }
            flow.step(PATIENCE)?;
            if let Some(OrderBody::Work(work)) = flow.next_order().map(|order| order.body) {
                return Ok(Self { flow, work, done: 0 });
            }
        }
    }

    /// Reports that this process cannot help.
    pub fn fail(&self, why: &str) {
        self.flow.replies.send(0, ReplyBody::Failed(why.to_owned()));
    }

    /// Helps until the work is over. Returns the number of finished tasks. `go_on` is called with that
    /// number, and ends it by returning false.
    pub fn help<F: Fn(u64) -> bool + Sync>(
        &mut self,
        helper: &mut dyn Follower,
        go_on: &F,
    ) -> Result<u64, HostFault> {
        let mut next = self.next_part(None, &|| go_on(0))?;
        while let Some(HostPart { number, body }) = next {
            let (done, state) = (self.done, Arc::clone(&self.flow.state));
            let told = || go_on(done);
            if let Err(why) = helper.prepare(&body, &|| told() && state.lost().is_none()) {
                self.flow.check()?;
                if !told() {
                    return Err(HostFault::Stopped);
                }
                self.fail(&why.to_string());
                return Err(HostFault::Other(why.into()));
            }
            self.flow.replies.send(number, ReplyBody::Ready { threads: self.flow.threads() });
            next = self.work_at(number, &*helper, go_on)?;
        }
        Ok(self.done)
    }

    /// Does the tasks of a part until another one begins, which is returned.
    fn work_at(
        &mut self,
        part: u64,
        helper: &dyn Follower,
        go_on: &dyn Fn(u64) -> bool,
    ) -> Result<Option<HostPart>, HostFault> {
        let (pool, before) = (TaskPool::new(helper, part, &self.flow), self.done);
        let done = || before + pool.done.load(Ordering::Relaxed);
        let ended = pool.run(WAITING, |give| {
            let goes_on = || !pool.has_panicked() && go_on(done());
            let next = self.next_part(Some((part, &give)), &goes_on);
            pool.over.store(!matches!(next, Ok(Some(_))), Ordering::Relaxed);
            helper.stop();
            next
        });
        self.done = done();
        ended
    }

    /// Waits for the next part, and passes the tasks of this one to its threads. Returns `None` if the work
    /// is over.
    fn next_part(
        &mut self,
        current: Option<(u64, &Sender<Numbered>)>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<HostPart>, HostFault> {
        loop {
            while let Some(HostOrder { part: number, body, .. }) = self.flow.next_order() {
                match (body, current) {
                    (OrderBody::Part(body), _) => return Ok(Some(HostPart { number, body })),
                    (OrderBody::Task(task), Some((part, give))) if part == number => {
                        // The leader never gives more than fits.
                        let _ = give.send(task);
                    }
                    // A task of a part that was ended early.
                    _ => {}
                }
            }
            if self.flow.is_over() {
                return Ok(None);
            }
            if !go_on() {
                return Err(HostFault::Stopped);
            }
            self.flow.step(PATIENCE)?;
        }
    }
}
