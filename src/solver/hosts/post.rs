//! The post between processes: a dataflow that takes each letter to whom it is for.
//!
//! The dataflow has a thread of its own, so that letters go out and come in while everybody else
//! works. Knows `timely`, which no other file does but `line.rs`.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TryRecvError, TrySendError, bounded};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, Hooks};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{Input as _, Operator as _};
use timely::worker::Worker;

use super::line::{HostLine, LineState};
use super::{HostFault, HostLetter, HostSeat, HostWord};

/// Letters that wait to go out, or to be read.
const WAITING: usize = 1024;
/// Time between two looks at whether a connection is lost.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long the last letters may take to arrive once all is said.
const FAREWELL: Duration = Duration::from_secs(10);

/// The post of this process. It says its last letters, and goes, when it is dropped.
pub struct Post {
    pub seat: HostSeat,
    out: Option<Sender<HostLetter>>,
    pub inbox: Receiver<HostLetter>,
    state: Arc<LineState>,
    thread: Option<JoinHandle<()>>,
}

impl Post {
    /// Opens the post over lines to all other processes.
    pub fn open(
        seat: HostSeat,
        lines: Vec<Option<HostLine>>,
        state: Arc<LineState>,
    ) -> Result<Self, HostFault> {
        // The dataflow makes queues of these for each of its workers: one a process does, since all
        // it does is to carry letters.
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
        let (mut builders, guard) =
            initialize_networking_from_sockets(own, lines, seat.process, 1, hooks)
                .map_err(|error| HostFault::Other(format!("the network: {error}")))?;
        let Some(builder) = builders.pop() else {
            return Err(HostFault::Other("the network has no place for this process".to_owned()));
        };
        let (out, letters) = bounded(WAITING);
        let (send, inbox) = bounded(WAITING);
        let theirs = Arc::clone(&state);
        let carry = move || {
            let office = Office { letters, inbox: send, state: theirs, unread: VecDeque::new() };
            office.carry(builder, guard);
        };
        let thread = std::thread::Builder::new().name("post".to_owned()).spawn(carry);
        let thread = thread.map_err(|error| HostFault::Other(error.to_string()))?;
        Ok(Self { seat, out: Some(out), inbox, state, thread: Some(thread) })
    }

    /// Gives a letter to the post, which waits for nobody but where very many are under way.
    pub fn send(&self, to: usize, word: HostWord) -> Result<(), HostFault> {
        let number = |process| u64::try_from(process).unwrap_or(u64::MAX);
        let letter = HostLetter { from: number(self.seat.process), to: number(to), word };
        let sent = self.out.as_ref().is_some_and(|out| out.send(letter).is_ok());
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
        if sent { Ok(()) } else { Err(self.fault()) }
    }

    /// Why nothing comes any more, where that is so.
    pub fn check(&self) -> Result<(), HostFault> {
        let gone = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        if self.state.lost().is_some() || gone { Err(self.fault()) } else { Ok(()) }
    }

    fn fault(&self) -> HostFault {
        match self.state.lost() {
            Some(process) => self.seat.lost(process),
            None => HostFault::Other("the post between the processes has ended".to_owned()),
        }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        self.out = None;
        let Some(thread) = self.thread.take() else { return };
        thread.thread().unpark();
        // It has heard of whatever went wrong there.
        let _ = thread.join();
    }
}

/// The side of the post on its own thread.
struct Office {
    letters: Receiver<HostLetter>,
    inbox: Sender<HostLetter>,
    state: Arc<LineState>,
    /// Letters for this process that nobody has had time for yet; those who lead hand out no more
    /// tasks than a few for each thread, so that these are few.
    unread: VecDeque<HostLetter>,
}

impl Office {
    fn carry(mut self, builder: TcpBuilder, guard: CommsGuard) {
        // Should the dataflow panic all the same, the post ends, which is noticed.
        let ended = catch_unwind(AssertUnwindSafe(|| {
            // A worker whose connections are gone would wait for them where it is dropped.
            let mut worker = ManuallyDrop::new(Worker::new(
                WorkerConfig::default().idle_spin(Duration::ZERO),
                Allocator::Tcp(builder.build()),
                // Without a clock it would never rest.
                Some(Instant::now()),
            ));
            let whole = self.work(&mut worker);
            if whole {
                drop(ManuallyDrop::into_inner(worker));
            }
            whole
        }));
        match ended {
            Ok(true) => {
                let _ = catch_unwind(AssertUnwindSafe(|| drop(guard)));
            }
            // Its threads may wait for what never comes; they end with the process.
            _ => std::mem::forget(guard),
        }
    }

    /// Carries letters until there are no more; false where a connection was lost.
    fn work(&mut self, worker: &mut Worker) -> bool {
        let arrived: Rc<RefCell<VecDeque<HostLetter>>> = Rc::default();
        type Letters = CapacityContainerBuilder<Vec<HostLetter>>;
        let mut input = ManuallyDrop::new(InputHandle::<u64, Letters>::new_with_builder());
        let heard = Rc::clone(&arrived);
        worker.dataflow(|scope| {
            let letters = scope.input_from(&mut *input);
            let to_whom = Exchange::new(|letter: &HostLetter| letter.to);
            letters.sink(to_whom, "Post", move |(input, _)| {
                input.for_each(|_, letters: &mut Vec<HostLetter>| {
                    heard.borrow_mut().extend(letters.drain(..));
                });
            });
        });
        loop {
            let (mut over, mut sent) = (false, false);
            for _ in 0..WAITING {
                match self.letters.try_recv() {
                    Ok(letter) => {
                        input.send(letter);
                        sent = true;
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        over = true;
                        break;
                    }
                }
            }
            if sent {
                // A letter leaves when its time is over.
                let next = input.time() + 1;
                input.advance_to(next);
            }
            worker.step_or_park(Some(PATIENCE));
            self.deliver(&arrived);
            if self.state.lost().is_some() {
                self.state.hang_up();
                return false;
            }
            if over {
                break;
            }
        }
        // All processes close their inputs, and then no letter is under way any more.
        self.state.end();
        ManuallyDrop::into_inner(input).close();
        let since = Instant::now();
        while worker.has_dataflows() && since.elapsed() < FAREWELL {
            worker.step_or_park(Some(PATIENCE));
            self.deliver(&arrived);
        }
        !worker.has_dataflows()
    }

    fn deliver(&mut self, arrived: &RefCell<VecDeque<HostLetter>>) {
        self.unread.append(&mut arrived.borrow_mut());
        while let Some(letter) = self.unread.pop_front() {
            match self.inbox.try_send(letter) {
                Ok(()) => {}
                Err(TrySendError::Full(letter)) => {
                    self.unread.push_front(letter);
                    break;
                }
                // Nobody reads any more.
                Err(TrySendError::Disconnected(_)) => break,
            }
        }
    }
}
