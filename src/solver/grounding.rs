//! Who grounds the rules of games that designers bring: a worker process beside the one that solves.
//!
//! An engine and the command line wait for it; the window does not. Knows `asp`'s values and the trait.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Sender, TrySendError};

use super::protocol::{Request, Word};
use super::remote::{CallError, Worker, WorkerCommand};
use crate::asp::{AspError, Located, Program, Stop};
use crate::games::own::{GroundSource, Grounder, Grounding, endless_at, remark};

/// What grounding may take: who edits a board waits for it.
const TIME: Duration = Duration::from_secs(2);
const MEMORY_MIB: u64 = 1024;
/// How often somebody who waits looks again, should the thread have ended.
const LOOK: Duration = Duration::from_millis(100);
/// What is said where it takes longer: most often a rule feeds itself.
const ENDLESS: &str = "the rules did not stop unfolding within 2 s; most often a rule makes its own \
                       input larger";
const TOO_LARGE: &str = "the rules unfold into more than fits into 1 GiB; most often a rule makes \
                         its own input larger";

/// Sources as one program.
pub fn joined(sources: &[GroundSource]) -> Program {
    let join = |program: Program, source: &GroundSource| {
        program.with(source.name.clone(), Arc::clone(&source.text))
    };
    sources.iter().fold(Program::default(), join)
}

/// Grounds one program in the worker, and waits for it.
fn grounded(worker: &mut Worker, sources: &[GroundSource]) -> Grounding {
    let mut quiet = |_| ControlFlow::Continue(());
    let failed = |why: String| Grounding::Failed(why.into());
    match worker.call(Request::Ground(joined(sources)), TIME, &Stop::default(), &mut quiet) {
        Ok(Word::Ground(ground, remarks)) => match told(&remarks, sources) {
            None => Grounding::Ready(Arc::new(ground)),
            Some(why) => failed(why),
        },
        Ok(_) => failed("the solver answered another question".to_owned()),
        Err(CallError::Program(AspError::Program(faults))) => {
            failed(told(&faults, sources).unwrap_or_default())
        }
        Err(CallError::Program(other)) => failed(other.to_string()),
        Err(CallError::Time | CallError::Stopped) => failed(with_place(ENDLESS, sources)),
        Err(CallError::Memory) => failed(with_place(TOO_LARGE, sources)),
        Err(CallError::Crashed(why) | CallError::NotEncoded(why)) => failed(why),
    }
}

/// With the rule that is most likely meant.
fn with_place(why: &str, sources: &[GroundSource]) -> String {
    match endless_at(sources) {
        Some(place) => format!("{why}, as {place} may do"),
        None => why.to_owned(),
    }
}

/// What clingo says of a game's rules, in words that help its author; nothing where all is well.
fn told(found: &[Located], sources: &[GroundSource]) -> Option<String> {
    let one = |located: &Located| {
        let told = remark(&located.text, sources);
        Located { text: told.unwrap_or_else(|| located.text.clone()), ..located.clone() }
    };
    let told: Vec<String> = found.iter().map(|located| one(located).to_string()).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Programs that wait to be ground: a list of levels draws many at once.
const WAITING: usize = 256;

/// A thread that grounds, in a worker process of its own.
struct GroundingLane {
    asked: Sender<Vec<GroundSource>>,
    shared: Arc<(Mutex<Shared>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    under_way: HashSet<Vec<GroundSource>>,
    /// What is there and was not fetched yet.
    ready: VecDeque<(Vec<GroundSource>, Grounding)>,
    /// How many were ready so far.
    version: u64,
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GroundingLane {
    /// `wake` is called whenever something is there.
    fn new(command: WorkerCommand, wake: impl Fn() + Send + 'static) -> Self {
        let (asked, asks) = crossbeam_channel::bounded::<Vec<GroundSource>>(WAITING);
        let shared = Arc::<(Mutex<Shared>, Condvar)>::default();
        let theirs = Arc::clone(&shared);
        let work = move || {
            let mut worker = Worker::new(command);
            worker.set_memory(MEMORY_MIB);
            for sources in asks {
                let grounding = grounded(&mut worker, &sources);
                let mut shared = lock(&theirs.0);
                shared.under_way.remove(&sources);
                shared.ready.push_back((sources, grounding));
                // What nobody fetches was of a level that is gone.
                if shared.ready.len() > WAITING {
                    shared.ready.pop_front();
                }
                shared.version += 1;
                drop(shared);
                theirs.1.notify_all();
                wake();
            }
        };
        // Where no thread starts, nothing is ever ready, and that is what is said.
        let thread = std::thread::Builder::new().name("grounding".to_owned()).spawn(work).ok();
        Self { asked, shared, thread }
    }

    /// Asks for a program; what came of it, where that is there.
    fn ask(&self, shared: &mut Shared, sources: &[GroundSource]) -> Option<Grounding> {
        if let Some(grounding) = shared.take(sources) {
            return Some(grounding);
        }
        if shared.under_way.insert(sources.to_vec()) {
            match self.asked.try_send(sources.to_vec()) {
                Ok(()) => {}
                // It is asked again when there is room.
                Err(TrySendError::Full(_)) => drop(shared.under_way.remove(sources)),
                Err(TrySendError::Disconnected(_)) => {
                    let why = "the thread that reads rules has ended";
                    return Some(Grounding::Failed(why.into()));
                }
            }
        }
        None
    }

    /// Asks for a program that stays there to be fetched.
    fn prefetch(&self, sources: &[GroundSource]) {
        let mut shared = lock(&self.shared.0);
        if shared.ready.iter().all(|(of, _)| of != sources) {
            let _ = self.ask(&mut shared, sources);
        }
    }
}

impl Shared {
    fn take(&mut self, sources: &[GroundSource]) -> Option<Grounding> {
        let at = self.ready.iter().position(|(of, _)| of == sources)?;
        self.ready.remove(at).map(|(_, grounding)| grounding)
    }
}

/// Grounds on threads of its own: whoever asks is told when it is there, and asks again.
pub struct BackgroundGrounder {
    lane: GroundingLane,
    command: WorkerCommand,
    /// For what is of use later.
    later: OnceLock<GroundingLane>,
}

impl BackgroundGrounder {
    /// `wake` is called whenever something that was asked for is there.
    pub fn new(command: WorkerCommand, wake: impl Fn() + Send + 'static) -> Self {
        let lane = GroundingLane::new(command.clone(), wake);
        Self { lane, command, later: OnceLock::new() }
    }
}

impl Grounder for BackgroundGrounder {
    fn ground(&self, sources: &[GroundSource]) -> Grounding {
        let mut shared = lock(&self.lane.shared.0);
        self.lane.ask(&mut shared, sources).unwrap_or(Grounding::Pending)
    }

    fn prefetch(&self, sources: &[GroundSource]) {
        self.lane.prefetch(sources);
    }

    fn begin(&self, sources: &[GroundSource]) {
        self.later
            .get_or_init(|| GroundingLane::new(self.command.clone(), || {}))
            .prefetch(sources);
    }

    fn begun(&self, sources: &[GroundSource]) -> Option<Grounding> {
        lock(&self.later.get()?.shared.0).take(sources)
    }

    fn version(&self) -> u64 {
        lock(&self.lane.shared.0).version
    }
}

/// Grounds on threads of its own, and waits for it.
pub struct WaitingGrounder(BackgroundGrounder);

impl WaitingGrounder {
    pub fn new(command: WorkerCommand) -> Self {
        Self(BackgroundGrounder::new(command, || {}))
    }
}

impl Grounder for WaitingGrounder {
    fn ground(&self, sources: &[GroundSource]) -> Grounding {
        let (shared, ready) = &*self.0.lane.shared;
        let mut shared = lock(shared);
        loop {
            if let Some(grounding) = self.0.lane.ask(&mut shared, sources) {
                return grounding;
            }
            if self.0.lane.thread.as_ref().is_none_or(JoinHandle::is_finished) {
                return Grounding::Failed("the thread that reads rules has ended".into());
            }
            let waited = ready.wait_timeout(shared, LOOK);
            shared = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn prefetch(&self, sources: &[GroundSource]) {
        self.0.prefetch(sources);
    }

    fn begin(&self, sources: &[GroundSource]) {
        self.0.begin(sources);
    }

    fn begun(&self, sources: &[GroundSource]) -> Option<Grounding> {
        self.0.begun(sources)
    }
}
