//! The questions about a level's solutions. `engine/play_questions.rs` finds the answers.

use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::engine::ask::Ask;
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::values::answer::Count;
use crate::values::report::{Answer, ReportKind};
use crate::values::solutions::{
    CountedSolutions, EstimatedSolutions, LooselyCounted, SolvableLevel, SolveLevel, Uniqueness,
    WhyNoSolution,
};
use crate::values::status::Status;
use crate::values::topic::Topic;
use foolproof_asp::Program;

pub(crate) const SLICE: QuerySlice = QuerySlice::of(
    &[QueryKind::of::<SolveLevel>(), QueryKind::of::<CountSolutions>()],
    &[
        ReportKind::of::<SolvableLevel>(),
        ReportKind::of::<Uniqueness>(),
        ReportKind::of::<CountedSolutions>(),
        ReportKind::of::<LooselyCounted>(),
        ReportKind::of::<EstimatedSolutions>(),
        ReportKind::of::<WhyNoSolution>(),
    ],
);

/// How many truly different solutions has it, up to `cap`? Keeps at most `cap` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CountSolutions {
    pub cap: u32,
}

impl Query for SolveLevel {
    fn topic() -> Topic {
        Topic::SOLVABLE
    }

    fn answer(&self, engine: &mut Engine, ask: &mut Ask<'_>, program: &Program) {
        match self.with.is_empty() {
            true => engine.solvable(ask, program),
            false => engine.goes_on(ask, program, &self.with),
        }
    }
}

impl Query for CountSolutions {
    fn topic() -> Topic {
        Topic::COUNT
    }

    fn answer(&self, engine: &mut Engine, ask: &mut Ask<'_>, program: &Program) {
        engine.solutions(ask, program, self.cap);
    }

    fn is_final(&self, found: &[Answer]) -> bool {
        found.iter().all(|answer| match answer.report::<CountedSolutions>() {
            // Fewer than were asked for, and not all.
            Some(CountedSolutions { number: Count::AtLeast(n), .. }) => *n > u64::from(self.cap),
            _ if answer.topic() == Topic::UNIQUE => !matches!(answer.status(), Status::Unknown(_)),
            _ => answer.is_final(),
        })
    }
}
