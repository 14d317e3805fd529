//! The leading process: hands out tasks, as many to each process as it can do, and takes their results in
//! order.
//!
//! A process that has finished a task gets the next, so that a machine of twice the speed does twice the
//! tasks. The leader works on tasks, too.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crossbeam_channel::Sender;

use super::flow::TaskFlow;
use super::pool::{AHEAD, TaskPool};
use super::{HostFault, HostReply, HostSeat, Numbered, OrderBody, ReplyBody};
use foolproof_game::{Cluster, ClusterError, TaskBatch};

/// Maximum number of results per running task that may wait for an earlier one.
const WINDOW: u64 = 64;
/// Time between two checks whether to go on.
const PATIENCE: Duration = Duration::from_millis(20);

/// The process that hands out tasks.
pub struct Leading {
    flow: TaskFlow,
    /// Number of the current part.
    part: u64,
    /// All processes, by number; one that is not ready for the part has no room.
    desks: Vec<TaskDesk>,
}

/// The load of a process.
#[derive(Clone, Default)]
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
    /// Waits until all processes are there, and sends them the work.
    pub fn start(
        seat: HostSeat,
        work: &[u8],
        go_on: &dyn Fn(&str) -> bool,
    ) -> Result<Self, HostFault> {
        let flow = TaskFlow::join(seat, go_on)?;
        let desks = vec![TaskDesk::default(); flow.seat.addresses.len()];
        let mut leading = Self { flow, part: 0, desks };
        leading.tell(&OrderBody::Work(work.to_vec()))?;
        Ok(leading)
    }

    /// Sends an order to all other processes.
    fn tell(&mut self, body: &OrderBody) -> Result<(), HostFault> {
        for process in 1..self.desks.len() {
            self.flow.order(process, self.part, body.clone());
        }
        self.flow.step(Duration::ZERO)
    }

    /// Handles a reply. Returns the result of a task of this part, if it is one.
    fn hear(
        &mut self,
        HostReply { from, part, body }: HostReply,
    ) -> Result<Option<Numbered>, ClusterError> {
        if let ReplyBody::Failed(why) = body {
            let address = self.flow.seat.address(from);
            let other = || format!("process {from} ({address}): {why}");
            let why = if from == 0 { why.clone() } else { other() };
            return Err(ClusterError::Task(why.into()));
        }
        let desk = self.desks.get_mut(from).filter(|_| part == self.part);
        Ok(match (body, desk) {
            (ReplyBody::Ready { threads }, Some(desk)) => {
                desk.room = threads * AHEAD;
                None
            }
            (ReplyBody::Result(result), Some(desk)) => {
                desk.given -= 1;
                Some(result)
            }
            _ => None,
        })
    }

    /// Hands out tasks; `own` takes those of this process. Returns whether all tasks were done.
    fn lead(
        &mut self,
        TaskBatch { next, take, go_on, patient, .. }: TaskBatch<'_>,
        own: &Sender<Numbered>,
        pool: &TaskPool<'_>,
    ) -> Result<bool, ClusterError> {
        let mut waiting = BTreeMap::<u64, Vec<u8>>::new();
        // Tasks that were handed out, and those whose results were taken in.
        let (mut given, mut taken) = (0_u64, 0_u64);
        let (mut over, mut whole, mut stopped) = (false, false, false);
        loop {
            stopped = stopped || !go_on();
            while !over && !stopped {
                let places = self.desks.iter().map(|desk| desk.room as u64).sum::<u64>();
                let desks = self.desks.iter_mut().enumerate();
                let free = desks.filter(|(_, desk)| desk.given < desk.room);
                let desk = free.max_by_key(|(process, desk)| (desk.room - desk.given, *process));
                let desk = desk.filter(|_| given < taken + places * WINDOW);
                let Some((process, desk)) = desk else { break };
                let Some(body) = next()? else {
                    (over, whole) = (true, true);
                    break;
                };
                desk.given += 1;
                let task = Numbered { number: given, body };
                self.flow.order(process, self.part, OrderBody::Task(task));
                given += 1;
            }
            if stopped && !patient {
                // Results still on their way belong to an older part.
                self.part += 1;
                return Ok(whole && taken == given);
            }
            if taken == given && (over || stopped) {
                return Ok(whole);
            }
            self.flow.step(PATIENCE)?;
            while let Some(order) = self.flow.next_order() {
                if let OrderBody::Task(task) = order.body
                    && order.part == self.part
                {
                    // The queue has room for all tasks of this process.
                    own.send(task).map_err(|_| ended())?;
                }
            }
            while let Some(reply) = self.flow.next_reply() {
                waiting.extend(self.hear(reply)?.map(|result| (result.number, result.body)));
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
        self.desks.fill(TaskDesk::default());
        Ok(self.tell(&OrderBody::Part(part.to_vec()))?)
    }

    fn run_tasks(&mut self, batch: TaskBatch<'_>) -> Result<bool, ClusterError> {
        let (runner, patient, room) = (batch.runner, batch.patient, self.flow.threads() * AHEAD);
        self.desks.iter_mut().take(1).for_each(|own| own.room = room);
        let pool = TaskPool::new(runner, self.part, &self.flow);
        pool.run(room, |own| {
            let led = self.lead(batch, &own, &pool);
            pool.over.store(led.is_err() || !patient, Ordering::Relaxed);
            if led != Ok(true) && !(patient && led.is_ok()) {
                runner.stop();
            }
            led
        })
    }
}
