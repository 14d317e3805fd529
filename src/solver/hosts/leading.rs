//! The leading process: hands out tasks, as many to each process as it can do, and takes their results
//! in, in order.
//!
//! A process that has done a task gets the next, so that a machine of twice the speed does twice
//! the tasks. The leader is one of them.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crossbeam_channel::{Sender, bounded};

use super::flow::TaskFlow;
use super::pool::{AHEAD, NumberedTask, PoolState};
use super::{HostFault, HostReply, HostSeat, OrderBody, ReplyBody};
use foolproof_games::{Cluster, ClusterError, TaskBatch};

/// For each task that is at work, so many results may wait for one before them.
const WINDOW: u64 = 64;
/// Time between two looks at whether to go on.
const PATIENCE: Duration = Duration::from_millis(20);

/// The one who hands out tasks.
pub struct Leading {
    flow: TaskFlow,
    /// The number of the part that was begun last, and how many tasks each other process can do of
    /// it at once; none where it is not ready.
    part: u64,
    ready: Vec<Option<usize>>,
}

/// A process that tasks are given to.
struct TaskDesk {
    room: usize,
    given: usize,
}

impl From<HostFault> for ClusterError {
    fn from(fault: HostFault) -> Self {
        ClusterError::Lost(fault.to_string())
    }
}

impl Leading {
    /// Waits until all processes are there, and tells them what the work is.
    pub fn start(
        seat: HostSeat,
        work: &[u8],
        go_on: &dyn Fn(&str) -> bool,
    ) -> Result<Self, HostFault> {
        let flow = TaskFlow::join(seat, go_on)?;
        let ready = vec![None; flow.seat.addresses.len()];
        let mut leading = Self { flow, part: 0, ready };
        leading.tell(&OrderBody::Work(work.to_vec()))?;
        Ok(leading)
    }

    /// Gives an order to all others.
    fn tell(&mut self, body: &OrderBody) -> Result<(), HostFault> {
        for process in 1..self.ready.len() {
            self.flow.order(process, self.part, body.clone());
        }
        self.flow.step(Duration::ZERO)
    }

    fn desks(&self) -> Vec<TaskDesk> {
        let own = Some(self.flow.threads());
        let desk =
            |threads: Option<usize>| TaskDesk { room: threads.unwrap_or(0) * AHEAD, given: 0 };
        let others = self.ready.iter().skip(1).copied();
        std::iter::once(own).chain(others).map(desk).collect()
    }

    /// Hears a reply: the result of a task of this part.
    fn hear(
        &mut self,
        HostReply { from, part, body }: HostReply,
        desks: &mut [TaskDesk],
    ) -> Result<Option<NumberedTask>, ClusterError> {
        // A number of a process; there are few.
        let from = from as usize;
        match body {
            ReplyBody::Ready { threads } if part == self.part => {
                self.ready.get_mut(from).into_iter().for_each(|ready| *ready = Some(threads));
                desks.get_mut(from).into_iter().for_each(|desk| desk.room = threads * AHEAD);
                Ok(None)
            }
            ReplyBody::Result { number, body } if part == self.part => {
                desks.get_mut(from).into_iter().for_each(|desk| desk.given -= 1);
                Ok(Some((number, body)))
            }
            ReplyBody::Failed(why) if from == 0 => Err(ClusterError::Task(why.into())),
            ReplyBody::Failed(why) => {
                let address = self.flow.seat.address(from);
                Err(ClusterError::Task(format!("process {from} ({address}): {why}").into()))
            }
            _ => Ok(None),
        }
    }

    /// Hands out tasks; `own` takes those of this process.
    fn lead(
        &mut self,
        TaskBatch { next, take, go_on, patient, .. }: TaskBatch<'_>,
        own: &Sender<NumberedTask>,
        pool: &PoolState,
    ) -> Result<bool, ClusterError> {
        let (mut desks, mut waiting) = (self.desks(), BTreeMap::<u64, Vec<u8>>::new());
        // Tasks that were handed out, and those whose results were taken in.
        let (mut given, mut taken) = (0_u64, 0_u64);
        let (mut over, mut whole, mut stopped) = (false, false, false);
        loop {
            stopped = stopped || !go_on();
            while !over && !stopped {
                let places = desks.iter().map(|desk| desk.room as u64).sum::<u64>();
                let free = desks.iter_mut().enumerate().filter(|(_, desk)| desk.given < desk.room);
                let desk = free.max_by_key(|(process, desk)| (desk.room - desk.given, *process));
                let desk = desk.filter(|_| given < taken + places * WINDOW);
                let Some((process, desk)) = desk else { break };
                let Some(body) = next()? else {
                    (over, whole) = (true, true);
                    break;
                };
                self.flow.order(process, self.part, OrderBody::Task { number: given, body });
                desk.given += 1;
                given += 1;
            }
            if stopped && !patient {
                // Results that still come are of an older part.
                self.part += 1;
                return Ok(whole && taken == given);
            }
            if taken == given && (over || stopped) {
                return Ok(whole);
            }
            self.flow.step(PATIENCE)?;
            while let Some(order) = self.flow.next_order() {
                if let OrderBody::Task { number, body } = order.body
                    && order.part == self.part
                {
                    // There is room for as many as this process is given.
                    own.send((number, body)).map_err(|_| ended())?;
                }
            }
            while let Some(reply) = self.flow.next_reply() {
                waiting.extend(self.hear(reply, &mut desks)?);
            }
            if pool.has_panicked() {
                return Err(ended());
            }
            while let Some(result) = waiting.remove(&taken) {
                take(&result)?;
                taken += 1;
            }
        }
    }
}

fn ended() -> ClusterError {
    ClusterError::Task("the threads of this process have ended".into())
}

impl Cluster for Leading {
    fn begin(&mut self, part: &[u8]) -> Result<(), ClusterError> {
        self.part += 1;
        self.ready.fill(None);
        Ok(self.tell(&OrderBody::Part(part.to_vec()))?)
    }

    fn run_tasks(&mut self, batch: TaskBatch<'_>) -> Result<bool, ClusterError> {
        let threads = self.flow.threads();
        let (runner, patient, part) = (batch.runner, batch.patient, self.part);
        let (own, tasks) = bounded(threads * AHEAD);
        let replies = self.flow.replies.clone();
        let done = |number, result| replies.send_result(part, number, result);
        let pool = PoolState::default();
        pool.run((runner, threads), &tasks, &done, || {
            let led = self.lead(batch, &own, &pool);
            pool.over.store(led.is_err() || !patient, Ordering::Relaxed);
            if led != Ok(true) && !(patient && led.is_ok()) {
                runner.stop();
            }
            drop(own);
            led
        })
    }
}
