//! Questions about any tagged program, not only a game's: its shortcut-free puzzles, a verdict on
//! one of them, its different solutions.
//!
//! Drives the worker like the engine does. Knows `asp`'s values. Must never know a level or a game.

use std::ops::ControlFlow;
use std::time::Instant;

use super::engine::why;
use super::finding::Why;
use super::protocol::{Request, Word};
use super::question::Limits;
use super::remote::{Worker, WorkerCommand, another_answer};
use crate::asp::{Alternatives, Options, Program, Puzzle, Stop, Turn, Verdict};

/// How a tagged program is opened.
#[derive(Clone, Debug, Default)]
pub struct TaggedOptions {
    pub seed: u64,
    /// Share of random decisions, per thousand.
    pub random_per_mille: u32,
    /// Values of constants, such as `n=4`.
    pub constants: Vec<String>,
}

/// A tagged program that was grounded once and answers many questions.
pub struct Tagged {
    worker: Worker,
    limits: Limits,
    stop: Stop,
    started: Instant,
    warnings: Vec<String>,
}

/// The one slot that is used.
const SLOT: u32 = 0;

impl Tagged {
    /// Grounds the program. The time limit is one for this and all questions together.
    pub fn open(
        worker: WorkerCommand,
        program: Program,
        options: &TaggedOptions,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Self, Why> {
        let mut worker = Worker::new(worker);
        worker.set_memory(limits.memory_mib);
        let (limits, stop, started) = (*limits, stop.clone(), Instant::now());
        let mut tagged = Self { worker, limits, stop, started, warnings: Vec::new() };
        let options = Options {
            seed: options.seed,
            random_per_mille: options.random_per_mille,
            constants: options.constants.clone(),
            ..Options::default()
        };
        match tagged.call(Request::Tagged { slot: SLOT, program, options }, &mut |_| {})? {
            Word::Opened { warnings } => {
                tagged.warnings = warnings.iter().map(ToString::to_string).collect();
                Ok(tagged)
            }
            _ => Err(why(another_answer())),
        }
    }

    /// What the solver remarked while grounding.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The next shortcut-free puzzle, at this distance from those before, see
    /// [`crate::asp::Duel::next_pair`]; `on_counterexample` hears how many were refuted so far.
    pub fn next_pair(
        &mut self,
        distance: u32,
        on_counterexample: &mut dyn FnMut(u64),
    ) -> Result<Turn, Why> {
        match self.call(Request::NextPair { slot: SLOT, distance }, on_counterexample)? {
            Word::Turn(turn) => Ok(turn),
            _ => Err(why(another_answer())),
        }
    }

    pub fn verify(&mut self, puzzle: Puzzle) -> Result<Verdict, Why> {
        match self.call(Request::Verify { slot: SLOT, puzzle }, &mut |_| {})? {
            Word::Verdict(verdict) => Ok(verdict),
            _ => Err(why(another_answer())),
        }
    }

    /// Up to `cap` solutions of a puzzle that show different things.
    pub fn alternatives(&mut self, puzzle: Puzzle, cap: usize) -> Result<Alternatives, Why> {
        match self.call(Request::Alternatives { slot: SLOT, puzzle, cap }, &mut |_| {})? {
            Word::Alternatives(found) => Ok(found),
            _ => Err(why(another_answer())),
        }
    }

    fn call(&mut self, request: Request, on: &mut dyn FnMut(u64)) -> Result<Word, Why> {
        let left = self.limits.time.saturating_sub(self.started.elapsed());
        self.worker
            .call(request, left, &self.stop, &mut |word| {
                if let Word::Counterexamples(n) = word {
                    on(n);
                }
                ControlFlow::Continue(())
            })
            .map_err(why)
    }
}
