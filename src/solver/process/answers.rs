//! Answering questions about levels: with an engine in this process, or one in a process of its own.

use std::sync::Arc;

use crate::engine::Engine;
use crate::engine::query::Question;
use crate::values::finding::{Finding, Progress};
use crate::values::limits::Limits;
use foolproof_asp::Stop;
use foolproof_level::Level;

/// Answers questions about levels.
pub trait Answers: Send {
    /// Answers one question; passes every finding to `on` as soon as it is known. Errors arrive as findings,
    /// too.
    fn answer(
        &mut self,
        level: &Level,
        question: &Question,
        limits: &Limits,
        stop: &Stop,
        on: &mut dyn FnMut(Progress),
    ) -> Vec<Finding>;

    /// Makes the next answers independent of earlier questions: drops known solutions and warm sessions. So a
    /// level always gets the same answers, whatever else was asked.
    fn forget(&mut self);
}

/// Makes an engine, once for every lane of the service.
pub type Engines = Arc<dyn Fn() -> Box<dyn Answers> + Send + Sync>;

impl Answers for Engine {
    fn answer(
        &mut self,
        level: &Level,
        question: &Question,
        limits: &Limits,
        stop: &Stop,
        on: &mut dyn FnMut(Progress),
    ) -> Vec<Finding> {
        Engine::answer(self, level, question, limits, stop, on)
    }

    fn forget(&mut self) {
        Engine::forget(self);
    }
}
