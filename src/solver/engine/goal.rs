//! Requirements on the levels that a question proposes.

use std::sync::Arc;

use crate::engine::step_aims::{NearestLevel, WalkBound};
use crate::values::earlier_completions::EarlierCompletions;
use crate::values::limits::StepAims;

/// Requirements on the levels that a question proposes, beside those of the level itself.
#[derive(Clone, Default)]
pub(crate) struct Goal {
    /// Completions that must not be proposed again.
    pub(crate) earlier: Arc<EarlierCompletions>,
    pub(crate) steps: StepAims,
    /// Limits for following their paths.
    pub(crate) bound: WalkBound,
    /// Tells whether repairs of a proposed level may change painted marks.
    pub(crate) painted: Painted,
    /// Tells whether proposed levels need a task.
    pub(crate) task: Task,
    /// The level nearest to the aims so far, of all parts of the question.
    pub(crate) nearest: NearestLevel,
}

/// Treatment of painted marks in a repair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Painted {
    Stays,
    #[default]
    MayChange,
}

/// Requirement on what a proposed level leaves for the player to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Task {
    /// The level must not be solved before the player makes a move.
    Needed,
    #[default]
    MayLack,
}

impl Goal {
    /// Returns the goal with other aims for steps.
    pub(crate) fn with_steps(&self, steps: StepAims) -> Self {
        Self { steps, ..self.clone() }
    }

    pub(crate) fn with_painted(&self, painted: Painted) -> Self {
        Self { painted, ..self.clone() }
    }

    pub(crate) fn with_task(&self, task: Task) -> Self {
        Self { task, ..self.clone() }
    }
}
