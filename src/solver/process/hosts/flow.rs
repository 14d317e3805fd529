//! The dataflow of all processes: orders go from the leader to each process, replies come back.
//!
//! Every process has one operator. Orders are exchanged by their target process; the operator
//! passes them to its process, and sends on the replies, which are exchanged to the leader. The
//! work is over when the frontier of the orders is empty. The dataflow moves whenever its process
//! steps it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, Hooks};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{Input as _, Operator as _};
use timely::scheduling::activate::SyncActivator;
use timely::worker::Worker;

use super::doors::meet;
use super::line::LineState;
use super::{HostFault, HostOrder, HostReply, HostSeat, OrderBody, ReplyBody};

/// Maximum number of replies that wait to be sent: more than the tasks of one process.
const WAITING: usize = 4096;
/// Time for the last messages to arrive once the work is over.
const FAREWELL: Duration = Duration::from_secs(10);
/// Time between two checks whether they have arrived.
const LOOK: Duration = Duration::from_millis(20);

type OrderInput = InputHandle<u64, CapacityContainerBuilder<Vec<HostOrder>>>;

/// State shared by the operators and the process.
#[derive(Default)]
struct FlowQueues {
    orders: RefCell<VecDeque<HostOrder>>,
    replies: RefCell<VecDeque<HostReply>>,
    /// No more orders will come.
    over: Cell<bool>,
    /// This process will send no more replies.
    leaves: Cell<bool>,
}

/// Sends replies, from any thread.
#[derive(Clone)]
pub(crate) struct Replies {
    from: usize,
    send: Sender<HostReply>,
    wake: SyncActivator,
}

impl Replies {
    /// Sends a reply. If that fails, the thread that steps the dataflow notices why.
    pub(crate) fn send(&self, part: u64, body: ReplyBody) {
        let _ = self.send.send(HostReply { from: self.from, part, body });
        let _ = self.wake.activate();
    }
}

/// The part of the dataflow in this process. When it is dropped, it sends its last messages.
pub(crate) struct TaskFlow {
    pub seat: HostSeat,
    pub(crate) replies: Replies,
    pub state: Arc<LineState>,
    queues: Rc<FlowQueues>,
    /// The input of orders; only the leader has it.
    orders: Option<OrderInput>,
    /// There are orders to send with the next step.
    has_orders: bool,
    /// `None` at the end. Dropping a worker whose connections are gone would wait for them.
    worker: Option<(ManuallyDrop<Worker>, ManuallyDrop<CommsGuard>)>,
}

impl TaskFlow {
    /// Waits until all processes are there. `go_on` is called regularly with the missing process, and ends
    /// the waiting by returning false. The calling thread is the one that steps the dataflow.
    pub(crate) fn join(seat: HostSeat, go_on: &dyn Fn(&str) -> bool) -> Result<Self, HostFault> {
        let state = Arc::<LineState>::default();
        let lines = meet(&seat, &state, go_on)?;
        // One worker per process: the threads that do tasks are not part of the dataflow.
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
        let (mut builders, guard) =
            initialize_networking_from_sockets(own, lines, seat.process, 1, hooks)
                .map_err(|error| HostFault::Other(format!("the network: {error}")))?;
        let Some(builder) = builders.pop() else {
            return Err(HostFault::Other("the network has no place for this process".to_owned()));
        };
        let config = WorkerConfig::default().idle_spin(Duration::ZERO);
        // Without a clock it would never sleep.
        let clock = Some(Instant::now());
        let mut worker = Worker::new(config, Allocator::Tcp(builder.build()), clock);
        let queues = Rc::<FlowQueues>::default();
        let (send, outgoing) = bounded(WAITING);
        let (orders, path) = build(&mut worker, &queues, outgoing);
        let replies = Replies { from: seat.process, send, wake: worker.sync_activator_for(path) };
        let orders = seat.leads().then_some(orders);
        let worker = Some((ManuallyDrop::new(worker), ManuallyDrop::new(guard)));
        Ok(Self { seat, replies, state, queues, orders, has_orders: false, worker })
    }

    /// Returns the number of tasks that this process does at once.
    pub(crate) fn threads(&self) -> usize {
        self.seat.threads.max(1)
    }

    /// Sends an order to a process, with the next step.
    pub(crate) fn order(&mut self, to: usize, part: u64, body: OrderBody) {
        if let Some(orders) = &mut self.orders {
            orders.send(HostOrder { to, part, body });
            self.has_orders = true;
        }
    }

    /// Moves the dataflow on, or waits until there is something to move.
    pub(crate) fn step(&mut self, patience: Duration) -> Result<(), HostFault> {
        if let Some(orders) = self.orders.as_mut().filter(|_| std::mem::take(&mut self.has_orders))
        {
            // Orders leave when their time is over.
            let next = orders.time() + 1;
            orders.advance_to(next);
        }
        let moved = self.worker.as_mut().is_some_and(|(worker, _)| {
            let step = AssertUnwindSafe(|| worker.step_or_park(Some(patience)));
            catch_unwind(step).is_ok()
        });
        if !moved {
            self.worker = None;
        }
        self.check()
    }

    /// Returns an error if no more messages will come.
    pub(crate) fn check(&self) -> Result<(), HostFault> {
        match self.state.lost() {
            Some(process) => Err(self.seat.lost(process)),
            None if self.worker.is_none() => {
                Err(HostFault::Other("the dataflow between the processes has failed".to_owned()))
            }
            None => Ok(()),
        }
    }

    pub(crate) fn next_order(&self) -> Option<HostOrder> {
        self.queues.orders.borrow_mut().pop_front()
    }

    pub(crate) fn next_reply(&self) -> Option<HostReply> {
        self.queues.replies.borrow_mut().pop_front()
    }

    /// Returns whether the leader has ended the work.
    pub(crate) fn is_over(&self) -> bool {
        self.queues.over.get() && self.queues.orders.borrow().is_empty()
    }
}

/// Builds the dataflow. Returns the input of the orders, and the address of its operator.
fn build(
    worker: &mut Worker,
    queues: &Rc<FlowQueues>,
    outgoing: Receiver<HostReply>,
) -> (OrderInput, Vec<usize>) {
    let (own, heard, mut path) = (Rc::clone(queues), Rc::clone(queues), Vec::new());
    let input = worker.dataflow(|scope| {
        let mut input = OrderInput::new_with_builder();
        let orders = scope.input_from(&mut input);
        let to_whom = Exchange::new(|order: &HostOrder| order.to as u64);
        let replies = orders.unary_frontier(to_whom, "Tasks", |capability, info| {
            path = info.address.to_vec();
            let mut capability = Some(capability);
            move |(orders, frontier), output| {
                orders.for_each(|_, orders: &mut Vec<HostOrder>| {
                    own.orders.borrow_mut().extend(orders.drain(..));
                });
                if let Some(capability) = &capability {
                    output.session(capability).give_iterator(outgoing.try_iter());
                }
                own.over.set(frontier.is_empty());
                capability = capability.take().filter(|_| !own.leaves.get());
            }
        });
        replies.sink(Exchange::new(|_: &HostReply| 0), "Replies", move |(replies, _)| {
            replies.for_each(|_, replies: &mut Vec<HostReply>| {
                heard.replies.borrow_mut().extend(replies.drain(..));
            });
        });
        input
    });
    (input, path)
}

impl Drop for TaskFlow {
    fn drop(&mut self) {
        if self.check().is_err() {
            self.state.hang_up();
            std::mem::forget(self.orders.take());
            return;
        }
        // The dataflow ends when no process holds it open, and no message is under way any more.
        self.state.end();
        self.queues.leaves.set(true);
        self.orders = None;
        let _ = self.replies.wake.activate();
        let since = Instant::now();
        let has_dataflow =
            |flow: &Self| flow.worker.as_ref().is_some_and(|(worker, _)| worker.has_dataflows());
        while has_dataflow(self) && since.elapsed() < FAREWELL {
            let _ = self.step(LOOK);
        }
        if let Some((worker, guard)) =
            self.worker.take().filter(|(worker, _)| !worker.has_dataflows())
        {
            drop(ManuallyDrop::into_inner(worker));
            // Its threads may have panicked.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(ManuallyDrop::into_inner(guard))));
        }
    }
}
