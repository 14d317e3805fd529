//! Questions about any tagged program, not only a game's: its shortcut-free puzzles, a verdict on one of
//! them, its different solutions.
//!
//! Drives the worker like the engine does.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::engine::why;
use crate::values::limits::Limits;
use crate::values::status::Why;
use crate::values::worker_messages::{TaggedRequest, TaggedSlot, Word};
use crate::worker::remote::{CallError, Worker, WorkerCommand, another_answer};
use foolproof_asp::{
    Alternatives, DuelTurn, DuelVerdict, Program, PuzzleTerms, SessionOptions, Stop,
};

/// Options for opening a tagged program.
#[derive(Clone, Debug, Default)]
pub struct TaggedOptions {
    pub seed: u64,
    /// Share of random solver decisions, per mille.
    pub random_per_mille: u32,
    /// Values of constants, such as `n=4`.
    pub constants: Vec<String>,
}

/// A tagged program that was grounded once and answers many questions. If the worker dies, a
/// question is repeated with a new one.
pub struct Tagged {
    worker: Worker,
    program: Program,
    options: SessionOptions,
    limits: Limits,
    stop: Stop,
    started: Instant,
    warnings: Vec<String>,
    /// Puzzles that were returned, and the minimum distance of the next ones from them.
    given: Vec<(PuzzleTerms, u32)>,
}

/// The only slot in use.
const SLOT: TaggedSlot = TaggedSlot(0);

impl Tagged {
    /// Grounds the program. One time limit applies to this and all questions together.
    pub fn open(
        worker: WorkerCommand,
        program: Program,
        options: &TaggedOptions,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Self, Why> {
        let mut tagged = Self::new(worker, program, options, limits, stop);
        match tagged.open_slot() {
            Err(CallError::Crashed(_)) => tagged.open_slot().map_err(why)?,
            other => other.map_err(why)?,
        }
        Ok(tagged)
    }

    fn new(
        worker: WorkerCommand,
        program: Program,
        options: &TaggedOptions,
        limits: &Limits,
        stop: &Stop,
    ) -> Self {
        let mut worker = Worker::new(worker);
        worker.set_memory(limits.memory_mib);
        let options = SessionOptions {
            seed: options.seed,
            random_per_mille: options.random_per_mille,
            constants: options.constants.clone(),
            ..SessionOptions::default()
        };
        Self {
            worker,
            program,
            options,
            limits: *limits,
            stop: stop.clone(),
            started: Instant::now(),
            warnings: Vec::new(),
            given: Vec::new(),
        }
    }

    /// Returns the saturated program of the paper, as text for another solver: Smith & Butler, section 6.3.
    pub fn saturated(
        worker: WorkerCommand,
        program: Program,
        options: &TaggedOptions,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<String, Why> {
        let mut tagged = Self::new(worker, program, options, limits, stop);
        let (program, options) = (tagged.program.clone(), tagged.options.clone());
        let request = TaggedRequest::Saturate { program, options };
        match tagged.call(request, &mut |_| {}).map_err(why)? {
            Word::Saturated(text) => Ok(text),
            _ => Err(why(another_answer())),
        }
    }

    /// Returns the solver's remarks from grounding, and oddities of the tags.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Returns the next shortcut-free puzzle, at this distance from those before, see
    /// [`foolproof_asp::Duel::next_pair`]; `on_counterexample` gets the number of counterexamples so far.
    pub fn next_pair(
        &mut self,
        distance: u32,
        on_counterexample: &mut dyn FnMut(u64),
    ) -> Result<DuelTurn, Why> {
        let turn = match self.ask(&|| TaggedRequest::NextPair { distance }, on_counterexample)? {
            Word::Turn(turn) => turn,
            _ => return Err(why(another_answer())),
        };
        if let DuelTurn::Pair(pair) = &turn {
            self.given.push((pair.puzzle.clone(), distance));
        }
        Ok(turn)
    }

    pub fn verify(&mut self, puzzle: &PuzzleTerms) -> Result<DuelVerdict, Why> {
        let request = || TaggedRequest::Verify { puzzle: puzzle.clone() };
        match self.ask(&request, &mut |_| {})? {
            Word::Verdict(verdict) => Ok(verdict),
            _ => Err(why(another_answer())),
        }
    }

    /// Returns up to `cap` solutions of a puzzle that show different things.
    pub fn alternatives(&mut self, puzzle: &PuzzleTerms, cap: usize) -> Result<Alternatives, Why> {
        let request = || TaggedRequest::Alternatives { puzzle: puzzle.clone(), cap };
        match self.ask(&request, &mut |_| {})? {
            Word::Alternatives(found) => Ok(found),
            _ => Err(why(another_answer())),
        }
    }

    fn open_slot(&mut self) -> Result<(), CallError> {
        let (program, options) = (self.program.clone(), self.options.clone());
        match self.call(TaggedRequest::Open { program, options }, &mut |_| {})? {
            Word::Opened { warnings } => {
                self.warnings = warnings.iter().map(ToString::to_string).collect();
            }
            _ => return Err(another_answer()),
        }
        for (puzzle, distance) in self.given.clone() {
            self.call(TaggedRequest::KeepAway { puzzle, distance }, &mut |_| {})?;
        }
        Ok(())
    }

    fn ask(
        &mut self,
        request: &dyn Fn() -> TaggedRequest,
        on: &mut dyn FnMut(u64),
    ) -> Result<Word, Why> {
        match self.call(request(), on) {
            Err(CallError::Crashed(_)) => {
                self.open_slot().and_then(|()| self.call(request(), on)).map_err(why)
            }
            other => other.map_err(why),
        }
    }

    fn call(&mut self, request: TaggedRequest, on: &mut dyn FnMut(u64)) -> Result<Word, CallError> {
        let left = self.limits.time.saturating_sub(self.started.elapsed());
        self.worker.call(SLOT.ask(request), left, &self.stop, &mut |word| {
            if let Word::Counterexamples(n) = word {
                on(n);
            }
            ControlFlow::Continue(())
        })
    }
}
