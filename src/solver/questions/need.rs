//! Decides whether every way to solve a level by small steps needs a technique.
//!
//! All other steps are tried: sets of few sentences without the technique's combination. If they end before
//! all is decided, no path of such steps leads to the solution. It says nothing about larger steps.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::ask::Ask;
use crate::engine::query::{CheckKind, Query, QueryKind, QuerySlice, Question};
use crate::engine::small_steps::{MAX_TRIED, reach, reach_without, small_steps};
use crate::engine::step_aims::{has_steps, step_rules};
use crate::values::combinations::{CombinedConstraints, known_marks};
use crate::values::finding::Origin;
use crate::values::report::{LevelReport, ReportKind};
use crate::values::status::{Status, Why};
use crate::values::topic::{Topic, TopicWords};
use foolproof_asp::Program;
use foolproof_game::KnownMark;
use foolproof_level::{Board, CheckItem, Combination, Level};
use foolproof_solving::{Decision, Puzzle, Reach};

pub(crate) const SLICE: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<NeedTechnique>()], &[ReportKind::of::<FoundNeed>()])
        .checking(&[CheckKind { item: CheckItem::Needs, topic: NEED, question: need_question }]);

pub const NEED: Topic = Topic(
    &TopicWords::new("need", "Does every way to solve it need this?", "technique that is needed")
        .proved("every path of small steps needs it")
        .refuted("small steps solve it without"),
);

/// Asks whether every path of steps of at most three sentences uses this combination.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NeedTechnique {
    pub combines: Combination,
}

/// The result of solving without a technique.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundNeed {
    /// Marks that such steps leave undecided, though steps with the technique decide them; empty if it is not
    /// needed.
    pub undecided: Vec<KnownMark>,
}

impl Query for NeedTechnique {
    fn topic() -> Topic {
        NEED
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        ask.origin = Origin::Search;
        let found = found_need(&self.combines, ask);
        ask.report(found);
    }
}

impl LevelReport for FoundNeed {
    fn topic() -> Topic {
        NEED
    }

    fn status(&self) -> Status {
        if self.undecided.is_empty() { Status::Refuted } else { Status::Proved }
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("need", json!({ "most": MAX_TRIED, "undecided": self.undecided })))
    }

    fn sentence(&self, _: Board) -> Option<String> {
        Some(need_text(self).to_owned())
    }
}

/// Returns the question whether every way to solve a level needs the technique that it names, if it names
/// one.
pub fn need_question(level: &Level) -> Option<Question> {
    level.needs.clone().map(|combines| NeedTechnique { combines }.into())
}

/// Says whether every way to solve a level needs a technique, and what was tried.
pub fn need_text(found: &FoundNeed) -> &'static str {
    match found.undecided.is_empty() {
        true => "Not needed: steps of at most three sentences solve the level without it.",
        false => {
            "Needed: no path of steps of at most three sentences does without a step that combines \
             these, by themselves or with others. Larger steps were not tried."
        }
    }
}

fn found_need(combines: &Combination, ask: &Ask<'_>) -> Result<FoundNeed, Why> {
    if !has_steps(ask.game) {
        let text = "this game has no solving steps, so no technique can be needed for them";
        return Err(Why::BadInput(text.to_owned()));
    }
    let program = step_rules(ask.game, ask.level)?;
    let puzzle = Puzzle::of(&program);
    let avoided = CombinedConstraints::of(ask.level.board, &puzzle, combines);
    // An unknown need does not meet the policy, so say why it is unknown instead of that it does not apply.
    let untold = |why: &str| Err(Why::Undecided(why.to_owned()));
    let too_long = || untold(&format!("it takes too long to try all {}", small_steps()));
    match reach_without(&puzzle, &avoided, ask.patience())? {
        Reach::All => Ok(FoundNeed { undecided: Vec::new() }),
        Reach::NoSolution => Err(Why::moot("the level has no solution")),
        Reach::Differing(_) => untold("the level has several solutions"),
        Reach::Untold(_) => too_long(),
        // Only a level that small steps solve at all can need the technique for that.
        Reach::Short(left) => match reach(&puzzle, &|_| true, ask.patience())? {
            Reach::All => {
                let left = left.into_iter().map(|mark| Decision { mark, on: true });
                Ok(FoundNeed { undecided: known_marks(&puzzle, left) })
            }
            Reach::Untold(_) => too_long(),
            _ => untold(&format!("{} do not solve the level, with it or without", small_steps())),
        },
    }
}
