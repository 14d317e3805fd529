//! Grounds the rules of designers' own games, in a worker process next to the one that solves.
//!
//! An engine and the command line wait for it; the window does not.

use std::cell::LazyCell;
use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Sender, TrySendError};
use parking_lot::{Condvar, Mutex};

use crate::values::limits::Limits;
use crate::values::worker_messages::{GroundingLimits, Request, Word};
use crate::worker::remote::{CallError, Worker, WorkerCommand};
use foolproof_asp::{AspError, Located, MAX_RULES, Program, Stop};
use foolproof_game::{
    GroundSource, Grounder, Grounding, MAX_BEGUN_RULES, RuleGrowth, RuleReader, UnfinishedGrounding,
};

const MEMORY_MIB: u64 = 1024;
/// Maximum number of ground rules if the same rules did not end on a level before.
const KNOWN_RULES: usize = 300_000;
/// Processor time for rules that did not end on a level before: they are likely not to end on others, too.
const KNOWN_TIME: Duration = Duration::from_secs(2);
/// Time after which a waiting caller checks again, in case the thread has ended.
const LOOK: Duration = Duration::from_millis(100);

pub(crate) fn joined(sources: &[GroundSource]) -> Program {
    let join = |program: Program, source: &GroundSource| {
        program.with(source.name.clone(), Arc::clone(&source.text))
    };
    sources.iter().fold(Program::default(), join)
}

/// Grounds programs in a worker, one after the other, and remembers the rules that did not end.
struct Unfolder {
    worker: Worker,
    reader: RuleReader,
    max_rules: usize,
    endless: HashSet<Arc<str>>,
}

impl Unfolder {
    fn new(GroundingProcess { command, reader, max_rules, .. }: GroundingProcess) -> Self {
        let mut worker = Worker::new(command);
        worker.set_memory(MEMORY_MIB);
        Self { worker, reader, max_rules, endless: HashSet::new() }
    }

    /// Grounds a program, with at most this much processor time.
    fn grounded(&mut self, sources: &[GroundSource], allowed: Duration) -> Grounding {
        // Rules are rarely without end, and finding that out takes as long as grounding a small level.
        let growth = LazyCell::new(|| (self.reader.growth)(sources));
        let known = !self.endless.is_empty()
            && growth.as_ref().is_some_and(|growth| self.endless.contains(&growth.text));
        let time = if known { allowed.min(KNOWN_TIME) } else { allowed };
        let rules = if known { KNOWN_RULES } else { self.max_rules };
        let processor_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let request = Request::Ground(joined(sources), GroundingLimits { rules, processor_ms });
        let mut quiet = |_| ControlFlow::Continue(());
        // The worker enforces the limits: it counts its own work, while the machine may serve others.
        let ended = self.worker.call(request, Duration::MAX, &Stop::default(), &mut quiet);
        let failed = |why: String| Grounding::Failed(why.into());
        let large = |how: &str| match &*growth {
            Some(growth) => endless_text(growth, how, known),
            None => format!("the rules are large on this board: {how}, and no more are read"),
        };
        match ended {
            Ok(Word::Ground(ground, remarks)) => match told(self.reader, &remarks, sources) {
                None => Grounding::Ready(Arc::new(ground)),
                Some(why) => failed(why),
            },
            Ok(_) => failed("the solver answered another question".to_owned()),
            Err(CallError::Program(AspError::Program(faults))) => {
                failed(told(self.reader, &faults, sources).unwrap_or_default())
            }
            Err(CallError::Program(AspError::LongGrounding(n))) => {
                // The process ends with this message: the next rules need another one.
                self.worker = self.worker.renewed();
                let why = match (&*growth, known) {
                    (Some(growth), true) => {
                        endless_text(growth, &format!("{n} ground rules"), known)
                    }
                    _ => long_text(n, time, growth.as_ref()),
                };
                Grounding::Unfinished(UnfinishedGrounding { why: why.into(), allowed })
            }
            Err(CallError::Program(AspError::TooManyRules(n))) => {
                // Rules that go beyond a smaller limit may have an end.
                let endless = growth.as_ref().filter(|_| n > MAX_RULES);
                self.endless.extend(endless.map(|growth| Arc::clone(&growth.text)));
                failed(large(&format!("over {} ground rules", n - 1)))
            }
            Err(CallError::Memory) => {
                self.endless.extend(growth.as_ref().map(|growth| Arc::clone(&growth.text)));
                failed(large(&format!("more than {MEMORY_MIB} MiB")))
            }
            Err(CallError::Program(other)) => failed(other.to_string()),
            Err(CallError::Time | CallError::Stopped) => {
                failed("the rules were not read to their end".to_owned())
            }
            Err(CallError::Crashed(why) | CallError::NotEncoded(why)) => failed(why),
        }
    }
}

/// Returns the message about rules that feed themselves and did not end.
fn endless_text(growth: &RuleGrowth, how: &str, known: bool) -> String {
    let place = &growth.place;
    match known {
        false => format!(
            "the rules did not stop unfolding ({how} so far): {place} makes its own input larger"
        ),
        true => format!(
            "the rules did not stop unfolding on another level, nor here ({how} so far): {place} \
             makes its own input larger"
        ),
    }
}

/// Returns the message for when processor time ran out.
fn long_text(n: usize, time: Duration, growth: Option<&RuleGrowth>) -> String {
    let so_far = format!(
        "time ran out while the rules unfolded: {n} ground rules after {:.1} s of processor time",
        time.as_secs_f64()
    );
    match growth {
        Some(growth) => format!("{so_far}; {} may make its own input larger", growth.place),
        None => format!("{so_far}; they are large, and a longer time limit may do"),
    }
}

/// Returns clingo's remarks about a game's rules, in words that help its author, or `None` if there are none.
fn told(reader: RuleReader, found: &[Located], sources: &[GroundSource]) -> Option<String> {
    let one = |located: &Located| {
        let told = (reader.remark)(&located.text, sources);
        Located { text: told.unwrap_or_else(|| located.text.clone()), ..located.clone() }
    };
    let told: Vec<String> = found.iter().map(|located| one(located).to_string()).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Maximum number of programs that wait for grounding: a list of levels draws many at once.
const WAITING: usize = 256;

/// Processor time that a grounding may take, in milliseconds.
#[derive(Clone)]
struct AllowedTime(Arc<AtomicU64>);

impl Default for AllowedTime {
    fn default() -> Self {
        let allowed = Self(Arc::default());
        allowed.set(Limits::default().time);
        allowed
    }
}

impl AllowedTime {
    fn set(&self, time: Duration) {
        self.0.store(u64::try_from(time.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn get(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// Settings with which a lane grounds.
#[derive(Clone)]
struct GroundingProcess {
    command: WorkerCommand,
    reader: RuleReader,
    allowed: AllowedTime,
    max_rules: usize,
}

/// A thread that grounds, in its own worker process.
struct GroundingLane {
    asked: Sender<Vec<GroundSource>>,
    shared: Arc<(Mutex<Shared>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    under_way: HashSet<Vec<GroundSource>>,
    /// Results that were not fetched yet.
    ready: VecDeque<(Vec<GroundSource>, Grounding)>,
    /// Number of results so far.
    version: u64,
}

impl GroundingLane {
    /// `wake` is called whenever a result is ready.
    fn new(grounding: GroundingProcess, wake: impl Fn() + Send + 'static) -> Self {
        let (asked, asks) = crossbeam_channel::bounded::<Vec<GroundSource>>(WAITING);
        let shared = Arc::<(Mutex<Shared>, Condvar)>::default();
        let theirs = Arc::clone(&shared);
        let work = move || {
            let allowed = grounding.allowed.clone();
            let mut unfolder = Unfolder::new(grounding);
            for sources in asks {
                let grounding = unfolder.grounded(&sources, allowed.get());
                let mut shared = theirs.0.lock();
                shared.under_way.remove(&sources);
                shared.ready.push_back((sources, grounding));
                // An unfetched result belongs to a level that is gone.
                if shared.ready.len() > WAITING {
                    shared.ready.pop_front();
                }
                shared.version += 1;
                drop(shared);
                theirs.1.notify_all();
                wake();
            }
        };
        // If no thread starts, nothing is ever ready, and the message says so.
        let thread = std::thread::Builder::new().name("grounding".to_owned()).spawn(work).ok();
        Self { asked, shared, thread }
    }

    /// Asks for a program. Returns the result, if ready.
    fn ask(&self, shared: &mut Shared, sources: &[GroundSource]) -> Option<Grounding> {
        if let Some(grounding) = shared.take(sources) {
            return Some(grounding);
        }
        if shared.under_way.insert(sources.to_vec()) {
            match self.asked.try_send(sources.to_vec()) {
                Ok(()) => {}
                // It is asked for again when there is room.
                Err(TrySendError::Full(_)) => drop(shared.under_way.remove(sources)),
                Err(TrySendError::Disconnected(_)) => {
                    let why = "the thread that reads rules has ended";
                    return Some(Grounding::Failed(why.into()));
                }
            }
        }
        None
    }

    /// Asks for a program whose result stays until it is fetched.
    fn prefetch(&self, sources: &[GroundSource]) {
        let mut shared = self.shared.0.lock();
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

/// Grounds on threads of its own. The caller is notified when a program is ready, and asks again.
pub struct BackgroundGrounder {
    lane: GroundingLane,
    grounding: GroundingProcess,
    /// For programs that will be needed later.
    later: OnceLock<GroundingLane>,
}

impl BackgroundGrounder {
    /// `wake` is called whenever a requested result is ready.
    pub fn new(
        command: WorkerCommand,
        reader: RuleReader,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        let allowed = AllowedTime::default();
        let grounding = GroundingProcess { command, reader, allowed, max_rules: MAX_RULES };
        let lane = GroundingLane::new(grounding.clone(), wake);
        Self { lane, grounding, later: OnceLock::new() }
    }
}

impl Grounder for BackgroundGrounder {
    fn ground(&self, sources: &[GroundSource]) -> Grounding {
        let mut shared = self.lane.shared.0.lock();
        self.lane.ask(&mut shared, sources).unwrap_or(Grounding::Pending)
    }

    fn prefetch(&self, sources: &[GroundSource]) {
        self.lane.prefetch(sources);
    }

    fn begin(&self, sources: &[GroundSource]) {
        let process = || GroundingProcess { max_rules: MAX_BEGUN_RULES, ..self.grounding.clone() };
        self.later.get_or_init(|| GroundingLane::new(process(), || {})).prefetch(sources);
    }

    fn begun(&self, sources: &[GroundSource]) -> Option<Grounding> {
        self.later.get()?.shared.0.lock().take(sources)
    }

    fn version(&self) -> u64 {
        self.lane.shared.0.lock().version
    }

    fn allow(&self, time: Duration) {
        self.grounding.allowed.set(time);
    }

    fn allowed(&self) -> Duration {
        self.grounding.allowed.get()
    }
}

/// Grounds on threads of its own, and blocks until done.
pub struct WaitingGrounder(BackgroundGrounder);

impl WaitingGrounder {
    pub fn new(command: WorkerCommand, reader: RuleReader) -> Self {
        Self(BackgroundGrounder::new(command, reader, || {}))
    }
}

impl Grounder for WaitingGrounder {
    fn ground(&self, sources: &[GroundSource]) -> Grounding {
        let (shared, ready) = &*self.0.lane.shared;
        let mut shared = shared.lock();
        loop {
            if let Some(grounding) = self.0.lane.ask(&mut shared, sources) {
                return grounding;
            }
            if self.0.lane.thread.as_ref().is_none_or(JoinHandle::is_finished) {
                return Grounding::Failed("the thread that reads rules has ended".into());
            }
            ready.wait_for(&mut shared, LOOK);
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

    fn allow(&self, time: Duration) {
        self.0.allow(time);
    }

    fn allowed(&self) -> Duration {
        self.0.allowed()
    }
}
