//! The questions about a level's solutions. `engine/play_questions.rs` finds the answers.

use crate::engine::play_questions::{FoundPlays, goes_on, plays, solutions, solvable};
use serde::{Deserialize, Serialize};

use crate::engine::ask::Ask;
use crate::engine::plan;
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::values::answer::Count;
use crate::values::report::{Answer, ReportKind};
use crate::values::solutions::{
    CountedSolutions, EstimatedSolutions, LooselyCounted, SolvableLevel, SolveLevel, Uniqueness,
    WhyNoSolution,
};
use crate::values::status::{Status, Why};
use crate::values::topic::Topic;
use foolproof_asp::Program;
use foolproof_level::Play;

/// Number of solutions to begin with: one search finds them all, and they rule out most edits.
const FIRST_SOLUTIONS: u64 = 24;

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

/// Counts the truly different solutions, up to `cap`, and keeps at most `cap` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CountSolutions {
    pub cap: u32,
}

impl Query for SolveLevel {
    fn topic() -> Topic {
        Topic::SOLVABLE
    }

    fn answer(&self, ask: &mut Ask<'_>, program: &Program) {
        match self.with.is_empty() {
            true => solvable(ask, program),
            false => goes_on(ask, program, &self.with),
        }
    }
}

impl Query for CountSolutions {
    fn topic() -> Topic {
        Topic::COUNT
    }

    fn answer(&self, ask: &mut Ask<'_>, program: &Program) {
        solutions(ask, program, self.cap);
    }

    fn is_final(&self, found: &[Answer]) -> bool {
        found.iter().all(|answer| match answer.report::<CountedSolutions>() {
            // A count that ended early, with no more than `cap` solutions, is not final.
            Some(CountedSolutions { number: Count::AtLeast(n), .. }) => *n > u64::from(self.cap),
            _ if answer.topic() == Topic::UNIQUE => !matches!(answer.status(), Status::Unknown(_)),
            _ => answer.is_final(),
        })
    }
}

/// Returns some solutions of the level: all of them if there are few.
pub(crate) fn first_solutions(ask: &mut Ask<'_>) -> Result<Vec<Play>, Why> {
    let program = plan::fixed_program(ask.game, ask.level).map_err(Why::from)?;
    match plays(&mut ask.about(ask.level), &program, Vec::new(), FIRST_SOLUTIONS) {
        FoundPlays::Plays { plays, exhausted: false, halt } if plays.is_empty() => {
            Err(halt.map_or(Why::Stopped, Why::from))
        }
        FoundPlays::Plays { plays, .. } => Ok(plays),
        FoundPlays::Not(why) => Err(why),
    }
}
