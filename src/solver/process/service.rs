//! The background threads of the window: the newest question wins, findings come back as events.
//!
//! Each lane is a thread with an engine process of its own. Asking never blocks and takes no lock that a solver
//! holds; questions that an edit makes outdated are stopped at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam_channel::{Receiver, Sender, TrySendError};
use parking_lot::Mutex;

use crate::engine::query::Question;
use crate::process::answers::Answers;
use crate::process::engine_process::{EngineCommand, EngineProcess};
use crate::values::finding::{Finding, Progress};
use crate::values::limits::Limits;
use crate::values::topic::Topic;
use foolproof_asp::Stop;
use foolproof_level::Level;

/// One of the background threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// Questions about every revision.
    Live,
    /// Long work that the designer started.
    Job,
    /// Questions about an argument, while evidence is gathered.
    Argue,
    /// Small questions about what is on view.
    Glance,
    /// The check of a pack, level by level.
    Check,
    /// Suggestions, while nothing else is asked.
    Suggest,
}

impl Lane {
    pub(crate) const ALL: [Self; 6] =
        [Self::Live, Self::Job, Self::Argue, Self::Glance, Self::Check, Self::Suggest];
}

/// Identifies a question: every question asked gets its own ticket, on any lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(u64);

/// Issues each ticket once. A service has one such counter.
#[derive(Debug, Default)]
pub struct Tickets(AtomicU64);

impl Tickets {
    pub fn next(&self) -> Ticket {
        Ticket(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Messages from the background to the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Started {
        lane: Lane,
        ticket: Ticket,
        topic: Topic,
    },
    Found {
        lane: Lane,
        ticket: Ticket,
        finding: Finding,
    },
    Note {
        lane: Lane,
        ticket: Ticket,
        done: u64,
        text: String,
    },
    /// Nothing more is coming for this ticket.
    Finished {
        lane: Lane,
        ticket: Ticket,
    },
}

struct QueuedWork {
    ticket: Ticket,
    level: Arc<Level>,
    questions: Vec<Question>,
    limits: Limits,
    stop: Stop,
}

struct LaneHandle {
    inbox: Sender<QueuedWork>,
    /// The other end of the inbox, to remove outdated work before it begins.
    outdated: Receiver<QueuedWork>,
    running: Mutex<Stop>,
}

/// The background threads.
pub struct Service {
    lanes: BTreeMap<Lane, LaneHandle>,
    events: Receiver<Event>,
    tickets: Tickets,
}

/// Called after an event was sent, from the background.
pub(crate) type Wake = Arc<dyn Fn() + Send + Sync>;

/// Events that wait for the window. A full channel slows the background, never the window.
const EVENTS: usize = 4096;

impl Service {
    /// Starts the threads; their engine processes start with the first question.
    pub fn start(command: &EngineCommand, wake: Wake) -> Self {
        let engine = || -> Box<dyn Answers> { Box::new(EngineProcess::new(command.clone())) };
        Self::start_with(engine, wake)
    }

    /// Starts the threads with other engines, such as those of games outside the binary.
    pub fn start_with(engine: impl Fn() -> Box<dyn Answers>, wake: Wake) -> Self {
        let (send, events) = crossbeam_channel::bounded(EVENTS);
        let lane = |lane: Lane| {
            let (inbox, work) = crossbeam_channel::bounded(1);
            let outdated = work.clone();
            let engine = engine();
            let (send, wake) = (send.clone(), Arc::clone(&wake));
            std::thread::spawn(move || run(lane, engine, &work, &send, &wake));
            LaneHandle { inbox, outdated, running: Mutex::default() }
        };
        let lanes = Lane::ALL.map(|of| (of, lane(of))).into();
        Self { lanes, events, tickets: Tickets::default() }
    }

    /// Asks questions about a level, one after the other. Stops other work on the lane.
    pub fn ask(
        &self,
        lane: Lane,
        level: Arc<Level>,
        questions: Vec<Question>,
        limits: Limits,
    ) -> Ticket {
        let ticket = self.tickets.next();
        let work = QueuedWork { ticket, level, questions, limits, stop: Stop::default() };
        if let Some(lane) = self.lanes.get(&lane) {
            lane.ask(work);
        }
        ticket
    }

    pub fn stop(&self, lane: Lane) {
        self.lanes.get(&lane).into_iter().for_each(LaneHandle::stop);
    }

    /// Returns the events since the last call, oldest first.
    pub fn poll(&self) -> Vec<Event> {
        self.events.try_iter().collect()
    }

    /// Waits for the next event; for callers without a window.
    pub fn wait(&self, time: std::time::Duration) -> Option<Event> {
        self.events.recv_timeout(time).ok()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.lanes.values().for_each(LaneHandle::stop);
    }
}

impl LaneHandle {
    /// Stops the running work. Queued work stays: it begins nothing and reports that it has finished.
    fn stop(&self) {
        self.running.lock().set();
    }

    fn ask(&self, mut work: QueuedWork) {
        self.stop();
        *self.running.lock() = work.stop.clone();
        // Only this side sends and the queue was emptied, so the second try is only needed if the thread took
        // the old work in between.
        while let Err(TrySendError::Full(back)) = self.inbox.try_send(work) {
            while self.outdated.try_recv().is_ok() {}
            work = back;
        }
    }
}

fn run(
    lane: Lane,
    mut engine: Box<dyn Answers>,
    inbox: &Receiver<QueuedWork>,
    events: &Sender<Event>,
    wake: &Wake,
) {
    while let Ok(work) = inbox.recv() {
        let ticket = work.ticket;
        let say = |event: Event| {
            let sent = events.send(event).is_ok();
            wake();
            sent
        };
        for question in &work.questions {
            if work.stop.is_set() {
                break;
            }
            answer(lane, engine.as_mut(), &work, question, &say);
        }
        if !say(Event::Finished { lane, ticket }) {
            return;
        }
    }
}

fn answer(
    lane: Lane,
    engine: &mut dyn Answers,
    work: &QueuedWork,
    question: &Question,
    say: &dyn Fn(Event) -> bool,
) {
    let ticket = work.ticket;
    let mut on = |progress: Progress| {
        // An outdated finding is not worth a repaint.
        if work.stop.is_set() && lane == Lane::Live {
            return;
        }
        say(match progress {
            Progress::Started(topic) => Event::Started { lane, ticket, topic },
            Progress::Note { done, text } => Event::Note { lane, ticket, done, text },
            Progress::Found(finding) => Event::Found { lane, ticket, finding },
        });
    };
    engine.answer(&work.level, question, &work.limits, &work.stop, &mut on);
}
