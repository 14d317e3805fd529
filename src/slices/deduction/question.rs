//! Questions about deduction by rules: how far it gets, and the effect of one more helping mark.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use foolproof_game::{Deduced, DeductionTrial, Halted};
use foolproof_solver::{
    Ask, LevelReport, Origin, Program, Query, QueryKind, QuerySlice, ReportKind, Status, Topic,
    TopicWords, Why,
};

pub(super) const QUESTIONS: QuerySlice = QuerySlice::of(
    &[QueryKind::of::<DeduceLevel>(), QueryKind::of::<TryHelpingMarks>()],
    &[ReportKind::of::<DeducedLevel>(), ReportKind::of::<SitesTried>()],
);

/// Topic: whether deduction by rules solves a level.
pub const DEDUCTION: Topic =
    Topic(&TopicWords::new("deduction", "Can it be solved by deduction alone?", "deduction"));
/// Topic: the effect of one more helping mark on deduction.
pub const TRIALS: Topic =
    Topic(&TopicWords::new("trials", "Where would one more mark help deduction?", "one more mark"));

/// Asks how far deduction by rules gets, and where it leaks that the solution is unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeduceLevel;

/// Asks what one more helping mark on each open site would do to deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TryHelpingMarks;

/// Result of deduction by rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DeducedLevel(pub Arc<Deduced>);

/// Effect of a helping mark on each open site, or on some of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SitesTried {
    pub trials: Vec<DeductionTrial>,
    /// All sites were tried before time ran out.
    pub all: bool,
}

impl Query for DeduceLevel {
    fn topic() -> Topic {
        DEDUCTION
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let patience = ask.patience();
        let rules = ask.game.deduction();
        let deduced = rules.map(|rules| rules.deduce(ask.level, &|| patience.is_over()));
        let deduced = match deduced {
            None => Err(Why::moot("this game is not solved by deduction")),
            Some(Err(why)) => Err(Why::BadInput(why.to_string())),
            Some(Ok(Err(Halted))) => Err(patience.why()),
            Some(Ok(Ok(deduced))) => Ok(DeducedLevel(Arc::new(deduced))),
        };
        ask.origin = Origin::Search;
        ask.report(deduced);
    }
}

impl Query for TryHelpingMarks {
    fn topic() -> Topic {
        TRIALS
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let patience = ask.patience();
        let tried = match ask.game.deduction() {
            None => Err(Why::moot("this game is not solved by deduction")),
            Some(rules) => {
                let trials = rules.trials(ask.level, &|| patience.is_over());
                Ok(SitesTried { trials, all: !patience.is_over() })
            }
        };
        ask.origin = Origin::Search;
        ask.report(tried);
    }
}

/// Proved if the rules solve the level.
impl LevelReport for DeducedLevel {
    fn topic() -> Topic {
        DEDUCTION
    }

    fn status(&self) -> Status {
        Status::proved_if(self.0.is_solved())
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("deduction", json!(self)))
    }
}

/// Counts the sites on which a mark solves the level.
impl LevelReport for SitesTried {
    fn topic() -> Topic {
        TRIALS
    }

    fn status(&self) -> Status {
        let solved = self.trials.iter().filter(|trial| trial.solved).count() as u64;
        if self.all { Status::Exactly(solved) } else { Status::AtLeast(solved) }
    }

    fn is_final(&self) -> bool {
        self.all
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("trials", json!(self.trials)))
    }
}
