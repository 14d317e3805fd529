//! The background threads of the window: newest revision wins, findings come back as events.
//!
//! Three lanes, each a thread with an engine and a worker process of its own: what is asked live of
//! every revision, the long work that a designer started by hand, and arguments. Asking never blocks and
//! takes no lock that a solver holds; what an edit makes outdated is stopped at once. Knows the
//! engine. Must never know egui: it calls `wake`, and the window decides what that means.

use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, Sender, TrySendError};

use super::engine::{Engine, Progress, has_concept, has_intended, level_properties};
use super::finding::{Detail, Finding, How, Origin, Status, Why};
use super::question::{Candidates, Limits, Question, Topic};
use super::remote::WorkerCommand;
use crate::asp::Stop;
use crate::games::Game;
use crate::level::{Level, Revision};

/// Which of the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// What is asked of every revision.
    Live,
    /// Long work that the designer started.
    Job,
    /// What is asked of an argument, while evidence is gathered.
    Argue,
}

/// What is asked live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveOptions {
    pub limits: Limits,
    /// Up to how many solutions are counted.
    pub cap: u32,
    /// Whether forced and possible marks are wanted.
    pub marks: bool,
    /// Whether it is wanted which marks are not needed.
    pub redundant: bool,
    /// Whether it is wanted what one more helping mark would do to deduction.
    pub trials: bool,
}

impl Default for LiveOptions {
    fn default() -> Self {
        Self { limits: Limits::default(), cap: 100, marks: true, redundant: false, trials: false }
    }
}

/// What the window hears of the background.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Started {
        lane: Lane,
        revision: Revision,
        topic: Topic,
    },
    Found {
        lane: Lane,
        finding: Finding,
    },
    Note {
        lane: Lane,
        revision: Revision,
        done: u64,
        text: String,
    },
    /// Nothing more is coming for this revision on this lane.
    Finished {
        lane: Lane,
        revision: Revision,
    },
}

struct Work {
    revision: Revision,
    level: Arc<Level>,
    questions: Vec<Question>,
    limits: Limits,
    stop: Stop,
}

struct LaneHandle {
    inbox: Sender<Work>,
    /// The other end of the inbox, to take out what is outdated before it is begun.
    outdated: Receiver<Work>,
    running: Mutex<Stop>,
}

/// The background threads.
pub struct Service {
    live: LaneHandle,
    job: LaneHandle,
    argue: LaneHandle,
    games: fn(&str) -> Option<&'static dyn Game>,
    events: Receiver<Event>,
}

/// Called after an event was sent, from the background.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Positions that the window lists, of a level that is played move by move.
const POSITIONS: u32 = 20_000;
/// Events that wait for the window. A full channel slows the background, never the window.
const EVENTS: usize = 4096;

impl Service {
    /// Starts the threads; their worker processes start with the first question.
    pub fn start(worker: WorkerCommand, wake: Wake) -> Self {
        Self::start_with(worker, crate::games::by_id, wake)
    }

    /// The same for other games than the registry's.
    pub fn start_with(
        worker: WorkerCommand,
        games: fn(&str) -> Option<&'static dyn Game>,
        wake: Wake,
    ) -> Self {
        let (send, events) = crossbeam_channel::bounded(EVENTS);
        let lane = |lane: Lane| {
            let (inbox, work) = crossbeam_channel::bounded(1);
            let outdated = work.clone();
            let engine = Engine::with_games(worker.clone(), games);
            let (send, wake) = (send.clone(), Arc::clone(&wake));
            std::thread::spawn(move || run(lane, engine, &work, &send, &wake));
            LaneHandle { inbox, outdated, running: Mutex::default() }
        };
        let (live, job, argue) = (lane(Lane::Live), lane(Lane::Job), lane(Lane::Argue));
        Self { live, job, argue, games, events }
    }

    /// Asks everything that is asked live of a new revision, how far deduction gets, what some
    /// edits would do, and at last which positions moves lead to; what runs for an older one stops.
    pub fn ask_live(
        &self,
        revision: Revision,
        level: Arc<Level>,
        options: LiveOptions,
        edits: Option<Candidates>,
    ) {
        let game = (self.games)(&level.game);
        let mut questions = vec![Question::Solvable];
        if has_intended(&level) {
            // At once, where it takes no longer than a look; else beside the same work for shortcuts.
            let whole = game.is_some_and(|game| !level_properties(game, &level).is_empty());
            let at = usize::from(whole || !level.concept.own_rules().is_empty());
            questions.insert(at, Question::Intended);
        }
        if game.is_some_and(|game| game.deduction().is_some()) {
            questions.push(Question::Deduce);
            questions.extend(options.trials.then_some(Question::Trials));
        }
        if has_concept(&level) {
            questions.push(Question::ShortcutFree);
        }
        // Whether it is unique is known long before a large number of solutions is counted.
        questions.push(Question::Solutions { cap: 2 });
        if options.cap > 2 {
            questions.push(Question::Solutions { cap: options.cap });
        }
        if options.marks {
            questions.push(Question::Marks);
        }
        if options.redundant {
            questions.push(Question::Redundant);
        }
        questions.extend(edits.map(Question::Effects));
        if game.is_some_and(|game| game.moves().is_some()) {
            questions.push(Question::Positions { most: POSITIONS });
        }
        self.live.ask(revision, level, questions, options.limits);
    }

    /// Starts long work; what runs on the lane stops.
    pub fn start_job(
        &self,
        revision: Revision,
        level: Arc<Level>,
        question: Question,
        limits: Limits,
    ) {
        self.job.ask(revision, level, vec![question], limits);
    }

    /// Asks about an argument; what is asked about an older one stops.
    pub fn argue(&self, revision: Revision, level: Arc<Level>, question: Question, limits: Limits) {
        self.argue.ask(revision, level, vec![question], limits);
    }

    pub fn stop(&self, lane: Lane) {
        match lane {
            Lane::Live => self.live.stop(),
            Lane::Job => self.job.stop(),
            Lane::Argue => self.argue.stop(),
        }
    }

    /// The events since the last call, oldest first.
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
        self.stop(Lane::Live);
        self.stop(Lane::Job);
        self.stop(Lane::Argue);
    }
}

impl LaneHandle {
    fn stop(&self) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).set();
        while self.outdated.try_recv().is_ok() {}
    }

    fn ask(&self, revision: Revision, level: Arc<Level>, questions: Vec<Question>, limits: Limits) {
        self.stop();
        let stop = Stop::default();
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
        let mut work = Work { revision, level, questions, limits, stop };
        // Only this side sends and the queue was emptied, so the second try is for a thread that
        // took the old work in between.
        while let Err(TrySendError::Full(back)) = self.inbox.try_send(work) {
            while self.outdated.try_recv().is_ok() {}
            work = back;
        }
    }
}

fn run(
    lane: Lane,
    mut engine: Engine,
    inbox: &Receiver<Work>,
    events: &Sender<Event>,
    wake: &Wake,
) {
    while let Ok(work) = inbox.recv() {
        let revision = work.revision;
        let say = |event: Event| {
            let sent = events.send(event).is_ok();
            wake();
            sent
        };
        for question in &work.questions {
            if work.stop.is_set() {
                break;
            }
            answer(lane, &mut engine, &work, question, &say);
        }
        if !say(Event::Finished { lane, revision }) {
            return;
        }
    }
}

/// Answers one question; a fault of ours becomes a finding that says so, not a dead thread.
fn answer(
    lane: Lane,
    engine: &mut Engine,
    work: &Work,
    question: &Question,
    say: &dyn Fn(Event) -> bool,
) {
    let revision = work.revision;
    let mut on = |progress: Progress| {
        // An outdated finding is not worth a repaint.
        if work.stop.is_set() && lane == Lane::Live {
            return;
        }
        say(match progress {
            Progress::Started(topic) => Event::Started { lane, revision, topic },
            Progress::Note { done, text } => Event::Note { lane, revision, done, text },
            Progress::Found(finding) => {
                Event::Found { lane, finding: Finding { revision, ..finding } }
            }
        });
    };
    let guarded = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        engine.answer(&work.level, question, &work.limits, &work.stop, &mut on);
    }));
    if let Err(panic) = guarded {
        engine.reset();
        let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        let text = format!("a fault in the solver's own code, please report it: {words}");
        let why = Why::Crashed(text);
        say(Event::Found {
            lane,
            finding: Finding {
                revision,
                topic: question.topic(),
                status: Status::Unknown(why),
                how: How {
                    origin: Origin::Solver,
                    elapsed: std::time::Duration::ZERO,
                    limits: work.limits,
                },
                detail: Detail::Nothing,
            },
        });
    }
}
