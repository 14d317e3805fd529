//! The process that leads: hands out tasks, as many to each as it can do, and takes their results in
//! in order.
//!
//! Whoever is through with a task gets the next, so that a machine of twice the speed does twice the
//! tasks. Knows the post and `games::Crew`.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, select};

use super::doors::meet;
use super::post::Post;
use super::{HostFault, HostLetter, HostSeat, HostWord};
use crate::games::{Crew, CrewFault, Handout};

/// Tasks that each thread has, with the one at work: so that it waits for none while a letter is
/// under way.
const AHEAD: usize = 3;
/// For each task that is at work, so many results may wait for one before them.
const WINDOW: u64 = 64;
/// Time between two looks at whether to go on.
const PATIENCE: Duration = Duration::from_millis(20);

/// The one who hands out tasks.
pub struct Leading {
    post: Post,
    /// The number of the part that was begun last, and how many tasks each other process can do of
    /// it at once; none where it is not ready.
    part: u64,
    ready: Vec<Option<usize>>,
}

/// Where tasks go to: this process, or another.
struct TaskDesk {
    process: usize,
    room: usize,
    given: usize,
}

/// What a thread of this process says of a task.
enum HandWord {
    Done(u64, Result<Vec<u8>, String>),
    Fell(Box<dyn Any + Send>),
}

impl From<HostFault> for CrewFault {
    fn from(fault: HostFault) -> Self {
        CrewFault::Lost(fault.to_string())
    }
}

impl Leading {
    /// Waits until all processes are there, and tells them what the work is.
    pub fn start(
        seat: HostSeat,
        work: &[u8],
        go_on: &dyn Fn(&str) -> bool,
    ) -> Result<Self, HostFault> {
        let state = Arc::default();
        let lines = meet(&seat, &state, go_on)?;
        let ready = vec![None; seat.addresses.len()];
        let leading = Self { post: Post::open(seat, lines, state)?, part: 0, ready };
        leading.tell(&HostWord::Work(work.to_vec()))?;
        Ok(leading)
    }

    /// Says something to all others.
    fn tell(&self, word: &HostWord) -> Result<(), HostFault> {
        (1..self.ready.len()).try_for_each(|process| self.post.send(process, word.clone()))
    }

    /// Says that the work is over.
    pub fn end(self) {
        // Who is gone need not hear it.
        let _ = self.tell(&HostWord::End);
    }

    fn desks(&self) -> Vec<TaskDesk> {
        let desk = |(process, threads): (usize, usize)| TaskDesk {
            process,
            room: threads * AHEAD,
            given: 0,
        };
        let others = self.ready.iter().enumerate().skip(1);
        let others = others.map(|(process, threads)| (process, threads.unwrap_or(0)));
        std::iter::once((0, self.post.seat.threads.max(1))).chain(others).map(desk).collect()
    }

    /// Hears a letter: the result of a task of this part, with the process that did it.
    fn hear(
        &mut self,
        letter: HostLetter,
        desks: &mut [TaskDesk],
    ) -> Result<Option<(u64, Vec<u8>)>, CrewFault> {
        // A number of a process, of which there are few.
        let from = letter.from as usize;
        match letter.word {
            HostWord::Ready { part, threads } if part == self.part => {
                self.ready.get_mut(from).into_iter().for_each(|ready| *ready = Some(threads));
                desks.get_mut(from).into_iter().for_each(|desk| desk.room = threads * AHEAD);
                Ok(None)
            }
            HostWord::Result { part, number, body } if part == self.part => {
                desks.get_mut(from).into_iter().for_each(|desk| desk.given -= 1);
                Ok(Some((number, body)))
            }
            HostWord::Failed(why) => {
                let address = self.post.seat.address(from);
                Err(CrewFault::Task(format!("process {from} ({address}): {why}")))
            }
            _ => Ok(None),
        }
    }

    /// Hands out tasks while this process's own threads wait for theirs at `own`.
    fn lead(
        &mut self,
        Handout { next, take, go_on, patient, .. }: Handout<'_>,
        (own, heard): (&Sender<(u64, Vec<u8>)>, &Receiver<HandWord>),
    ) -> Result<bool, CrewFault> {
        let (mut desks, mut waiting) = (self.desks(), BTreeMap::<u64, Vec<u8>>::new());
        // Tasks that were handed out, and those whose results were taken in.
        let (mut given, mut taken, mut over, mut whole) = (0u64, 0u64, false, false);
        let (mut stopped, inbox) = (false, self.post.inbox.clone());
        loop {
            stopped = stopped || !go_on();
            while !over && !stopped {
                let places = desks.iter().map(|desk| desk.room as u64).sum::<u64>();
                let free = desks.iter_mut().filter(|desk| desk.given < desk.room);
                let desk = free.max_by_key(|desk| (desk.room - desk.given, desk.process));
                let Some(desk) = desk.filter(|_| given < taken + places * WINDOW) else { break };
                let Some(body) = next().map_err(CrewFault::Task)? else {
                    (over, whole) = (true, true);
                    break;
                };
                match desk.process {
                    // There is room for as many as this process is given.
                    0 => own.send((given, body)).map_err(|_| fell())?,
                    process => {
                        let word = HostWord::Task { part: self.part, number: given, body };
                        self.post.send(process, word)?;
                    }
                }
                desk.given += 1;
                given += 1;
            }
            if stopped && !patient {
                // What still comes is of a part that is none any more.
                self.part += 1;
                return Ok(whole && taken == given);
            }
            if taken == given && (over || stopped) {
                return Ok(whole);
            }
            let done = select! {
                recv(heard) -> word => match word.map_err(|_| fell())? {
                    HandWord::Fell(fault) => resume_unwind(fault),
                    HandWord::Done(number, result) => {
                        desks[0].given -= 1;
                        Some((number, result.map_err(CrewFault::Task)?))
                    }
                },
                recv(inbox) -> letter => match letter {
                    Ok(letter) => self.hear(letter, &mut desks)?,
                    Err(_) => return Err(self.post.check().err().map_or_else(fell, CrewFault::from)),
                },
                default(PATIENCE) => None,
            };
            self.post.check()?;
            waiting.extend(done);
            while let Some(result) = waiting.remove(&taken) {
                take(&result).map_err(CrewFault::Task)?;
                taken += 1;
            }
        }
    }
}

fn fell() -> CrewFault {
    CrewFault::Task("the threads of this process have ended".to_owned())
}

impl Crew for Leading {
    fn begin(&mut self, part: &[u8]) -> Result<(), CrewFault> {
        self.part += 1;
        self.ready.fill(None);
        let word = HostWord::Part { part: self.part, body: part.to_vec() };
        Ok(self.tell(&word)?)
    }

    fn hand_out(&mut self, handout: Handout<'_>) -> Result<bool, CrewFault> {
        let threads = self.post.seat.threads.max(1);
        let (hands, patient) = (handout.hands, handout.patient);
        let over = &AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (own, tasks) = bounded::<(u64, Vec<u8>)>(threads * AHEAD);
            let (say, heard) = bounded(threads * AHEAD + threads);
            for _ in 0..threads {
                let (tasks, say) = (tasks.clone(), say.clone());
                scope.spawn(move || {
                    let worked = catch_unwind(AssertUnwindSafe(|| {
                        let mut hand = hands.hand();
                        for (number, body) in tasks {
                            if over.load(Ordering::Relaxed) {
                                break;
                            }
                            // Where nobody hears it, the part is over.
                            let _ = say.send(HandWord::Done(number, hand(&body)));
                        }
                    }));
                    if let Err(fault) = worked {
                        let _ = say.send(HandWord::Fell(fault));
                    }
                });
            }
            drop((tasks, say));
            // Both ends are dropped with what led, so that threads that wait go home.
            let (own, heard) = (own, heard);
            let led = self.lead(handout, (&own, &heard));
            over.store(led.is_err() || !patient, Ordering::Relaxed);
            if led != Ok(true) && !(patient && led.is_ok()) {
                hands.stop();
            }
            led
        })
    }
}
