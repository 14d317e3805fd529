//! The engine: a question about a level in, judged findings out, on the calling thread.
//!
//! Runs in a process of its own (`engine_process`) for both window and command line. It drives one
//! worker process, keeps its sessions warm, answers from witnesses (plays that solved an earlier
//! state of the level) and from a cache first, and lets the game's own rules judge every model
//! before anybody sees it.

pub(crate) mod ask;
pub(crate) mod calls;
pub(crate) mod concept_slips;
pub(crate) mod goal;
pub(crate) mod judged_session;
pub(crate) mod own_search;
pub(crate) mod plan;
pub(crate) mod play_questions;
pub(crate) mod portfolio;
pub(crate) mod preconditions;
pub(crate) mod query;
pub(crate) mod small_steps;
pub(crate) mod step_aims;
pub(crate) mod tagged;
pub(crate) mod tasks;
pub(crate) mod texts;
pub(crate) mod verify_play;

use std::any::{Any, TypeId};
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::ask::{Again, Ask};
use crate::engine::query::Question;
use crate::values::finding::{Finding, Progress};
use crate::values::limits::Limits;
use crate::values::report::Answer;
use crate::values::status::Why;
use crate::values::worker_messages::{Request, SessionSlot, Word};
use crate::worker::remote::{CallError, Worker, WorkerCommand};
use foolproof_asp::{Program, SessionOptions, Stop};
use foolproof_game::{Game, Games, Searched, Verdict};
use foolproof_level::{Concept, Expected, Level, LevelId, Mark, Play};

/// Maximum number of sessions kept warm in the worker.
const WARM_SESSIONS: usize = 4;
/// Maximum number of cached questions.
const CACHED_ANSWERS: usize = 256;
/// Maximum number of witnesses per level.
const WITNESSES: usize = 48;

/// The key of a cached answer. Some answers depend on the policy and the intended solution, too.
type CacheKey = (Program, Question, Option<(Expected, Option<Play>)>);

/// Answers questions about levels.
pub struct Engine {
    pub(crate) worker: Worker,
    games: Games,
    /// The games of earlier questions, as they were then.
    known: HashMap<String, Arc<dyn Game>>,
    sessions: VecDeque<(Program, SessionOptions, SessionSlot)>,
    generation: u64,
    next_slot: u32,
    pub(crate) cache: HashMap<CacheKey, Vec<Answer>>,
    cached: VecDeque<CacheKey>,
    witnesses: HashMap<LevelId, VecDeque<Play>>,
    /// All solutions of the level that was searched last, by the game's own search.
    pub(crate) searched: Option<(Program, Searched)>,
    /// The stand-in program of a level that was too large for the encoding, and the reason.
    pub(crate) too_much: Option<(Program, String)>,
    /// Values that questions keep for the next question, by type.
    kept: HashMap<TypeId, Box<dyn Any + Send>>,
    /// Games' own searches may answer.
    pub(crate) searches: bool,
}

/// Converts a failed call into the reason that a finding gives.
pub(crate) fn why(error: CallError) -> Why {
    match error {
        CallError::Stopped => Why::Stopped,
        CallError::Time => Why::Time,
        CallError::Memory => Why::Memory(None),
        CallError::Crashed(text) => Why::Crashed(text),
        CallError::NotEncoded(text) => Why::Undecided(text),
        CallError::Program(error) => Why::BadInput(error.to_string()),
    }
}

impl Engine {
    pub fn new(worker: WorkerCommand, games: Games) -> Self {
        Self {
            worker: Worker::new(worker),
            games,
            known: HashMap::new(),
            sessions: VecDeque::new(),
            generation: 0,
            next_slot: 0,
            cache: HashMap::new(),
            cached: VecDeque::new(),
            witnesses: HashMap::new(),
            searched: None,
            kept: HashMap::new(),
            too_much: None,
            searches: true,
        }
    }

    /// Lets only the encodings answer, to compare games' own searches with them.
    pub fn without_search(mut self) -> Self {
        self.searches = false;
        self
    }

    /// Answers one question; passes every finding to `on` as soon as it is known. A panic on the way costs
    /// only this question, and is reported as a finding.
    pub fn answer(
        &mut self,
        level: &Level,
        question: &Question,
        limits: &Limits,
        stop: &Stop,
        on: &mut dyn FnMut(Progress),
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        let superseded = self.tell(level, question, limits, stop, &mut |progress: Progress| {
            if let Progress::Found(finding) = &progress {
                findings.push(finding.clone());
            }
            on(progress);
        });
        findings.drain(..superseded.min(findings.len()));
        findings
    }

    /// Answers one question like [`Self::answer`]. Returns how many of the first findings were replaced by
    /// later ones.
    pub(crate) fn tell(
        &mut self,
        level: &Level,
        question: &Question,
        limits: &Limits,
        stop: &Stop,
        on: &mut dyn FnMut(Progress),
    ) -> usize {
        let started = Instant::now();
        on(Progress::Started(question.topic()));
        let Some(game) = self.game(&level.game) else {
            let why = Why::BadInput(format!("there is no game called `{}`", level.game));
            let unknown = Finding::unanswered(question.topic(), why, limits, started.elapsed());
            on(Progress::Found(unknown));
            return 0;
        };
        self.worker.set_memory(limits.memory_mib);
        if let Some(search) = game.search() {
            search.allow_memory(limits.search_bytes());
        }
        let game = &*game;
        let mut ask = Ask::new(self, game, level, limits, stop, on);
        ask.started = started;
        ask.spares_concept = has_concept(level) && !question.asks_for_concept();
        let routed = catch_unwind(AssertUnwindSafe(|| ask.route_twice(question)));
        let superseded = routed.unwrap_or_else(|panic| {
            ask.engine.reset();
            let why = fault(&*panic);
            let unknown = Finding::unanswered(question.topic(), why, limits, started.elapsed());
            (ask.on)(Progress::Found(unknown));
            0
        });
        if ask.again != Again::WithoutConcept {
            return superseded;
        }
        let superseded = superseded + ask.found.len();
        superseded + self.tell(&level.without_concept(), question, limits, stop, on)
    }

    /// Returns the game with this identifier as it is now. Findings under the rules of an earlier version are
    /// not reused.
    fn game(&mut self, id: &str) -> Option<Arc<dyn Game>> {
        let game = self.games.by_id(id);
        let was = self.known.get(id);
        let replaced =
            was.is_some_and(|was| !game.as_ref().is_some_and(|now| Arc::ptr_eq(was, now)));
        if replaced {
            self.forget();
            self.known.remove(id);
        }
        if let Some(game) = &game {
            self.known.entry(id.to_owned()).or_insert_with(|| Arc::clone(game));
        }
        game
    }

    /// Takes out the value of this type that a question has kept. It is gone after a fault, and when the
    /// rules of a game change.
    pub fn take_kept<T: Any + Send>(&mut self) -> Option<T> {
        let kept: Box<dyn Any> = self.kept.remove(&TypeId::of::<T>())?;
        kept.downcast().ok().map(|kept| *kept)
    }

    /// Keeps a value of this type for the next question that takes it out.
    pub fn keep_for_next<T: Any + Send>(&mut self, kept: T) {
        self.kept.insert(TypeId::of::<T>(), Box::new(kept));
    }

    /// Returns whether the game's own search may answer.
    pub(crate) fn has_search(&self, game: &dyn Game) -> bool {
        self.searches && game.search().is_some()
    }

    /// Drops the worker process and all sessions, after a fault.
    pub(crate) fn reset(&mut self) {
        self.worker = self.worker.renewed();
        self.sessions.clear();
        self.searched = None;
        self.kept.clear();
    }

    /// Forgets all that was found, too: later answers depend on nothing that was asked before.
    pub(crate) fn forget(&mut self) {
        self.reset();
        self.cache.clear();
        self.cached.clear();
        self.witnesses.clear();
    }

    fn keep(&mut self, key: CacheKey, found: Vec<Answer>) {
        if self.cached.len() >= CACHED_ANSWERS
            && let Some(oldest) = self.cached.pop_front()
        {
            self.cache.remove(&oldest);
        }
        self.cached.push_back(key.clone());
        self.cache.insert(key, found);
    }

    /// Continues with a new worker process if the old one has died.
    pub(crate) fn take_new_worker(&mut self) {
        self.worker = self.worker.renewed();
        self.sessions.clear();
    }

    fn send(
        &mut self,
        request: Request,
        left: Duration,
        stop: &Stop,
        on_word: &mut dyn FnMut(Word) -> ControlFlow<()>,
    ) -> Result<Word, CallError> {
        if left.is_zero() {
            return Err(CallError::Time);
        }
        let answer = self.worker.call(request, left, stop, on_word);
        if matches!(answer, Err(CallError::Program(_) | CallError::Memory)) {
            // After an error, sessions cannot be trusted.
            self.sessions.clear();
        }
        answer
    }

    /// Remembers a play that solved the level, for the next revisions.
    pub(crate) fn remember(&mut self, level: &Level, play: &Play) {
        let known = self.witnesses.entry(level.id).or_default();
        if let Some(at) = known.iter().position(|old| old == play) {
            known.remove(at);
        }
        known.push_front(play.clone());
        known.truncate(WITNESSES);
    }
}

/// True when the rules accept the play as a solution.
pub(crate) fn solves(game: &dyn Game, level: &Level, play: &Play) -> bool {
    game.judge(level, play) == Verdict::Solved
}

/// Returns the concept's properties that concern the level as a whole.
pub(crate) fn level_properties(game: &dyn Game, level: &Level) -> Vec<Mark> {
    let all = level.concept.properties().into_iter();
    all.filter(|property| game.is_of_level(property)).cloned().collect()
}

/// Replaces each property of the level itself in the concept by whether the level has it. Returns `None` if
/// that took too long.
pub(crate) fn with_level_judged(ask: &Ask<'_>, properties: &[Mark]) -> Option<Level> {
    let patience = ask.patience();
    let mut level = ask.level.clone();
    for property in properties {
        let has = ask.game.level_has(ask.level, property, &|| patience.is_over())?;
        level.concept = level.concept.with(property, has);
    }
    Some(level)
}

/// Returns whether the play practises the level's concept, or `None` if only the solver can tell.
pub(crate) fn practises(game: &dyn Game, level: &Level, play: &Play) -> Option<bool> {
    level.concept.evaluate(&mut |property| game.practises(level, play, property))
}

/// Returns the reason for a panic. If no thread could be started, memory was short.
fn fault(panic: &dyn Any) -> Why {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
    let words = words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    match words.starts_with("failed to spawn thread") {
        true => Why::Memory(None),
        false => Why::Crashed(format!("a bug in Foolproof's solver, please report it: {words}")),
    }
}

/// True if the level has an intended solution, or a locked part of one.
pub fn has_intended(level: &Level) -> bool {
    level.intended.is_some() || !level.intended_locked.is_empty()
}

/// True if the level asks something of its solutions.
pub fn has_concept(level: &Level) -> bool {
    level.concept != Concept::Any
}
