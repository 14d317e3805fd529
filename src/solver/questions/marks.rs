//! The player's marks that are in all solutions, and those that are in some.

use crate::engine::own_search::search;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::ask::Ask;
use crate::engine::plan;
use crate::engine::play_questions::{opened, play_options};
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::engine::why;
use crate::values::finding::Origin;
use crate::values::report::{LevelReport, ReportKind};
use crate::values::status::{Status, Why};
use crate::values::topic::{Topic, TopicWords};
use crate::values::worker_messages::ConsequenceMode;
use foolproof_asp::Program;
use foolproof_game::{Searched, Wanted, counted};
use foolproof_level::{Board, Mark, Site};

pub(crate) const SLICE: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<FindForcedMarks>()], &[ReportKind::of::<MarksOfSolutions>()]);

pub const MARKS: Topic = Topic(
    &TopicWords::new("marks", "Which marks are in every solution?", "forced marks")
        .proved("forced marks"),
);

/// Finds the player's marks that are in all solutions, and those that are in some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FindForcedMarks;

/// The player's marks that are in every solution, and in at least one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarksOfSolutions {
    pub forced: BTreeSet<(Site, Mark)>,
    pub possible: BTreeSet<(Site, Mark)>,
    /// The number of solutions that use each, if known or estimated.
    pub uses: BTreeMap<(Site, Mark), f64>,
    /// Reason why the search was cut short: then `forced` may hold too many marks and `possible` too few.
    pub halt: Option<Why>,
}

impl MarksOfSolutions {
    /// Returns whether these are exactly the marks of all solutions.
    pub fn is_exact(&self) -> bool {
        self.halt.is_none()
    }
}

impl Query for FindForcedMarks {
    fn topic() -> Topic {
        MARKS
    }

    fn answer(&self, ask: &mut Ask<'_>, program: &Program) {
        let found = marks_by_search(ask, program);
        let found = found.unwrap_or_else(|| marks_by_encoding(ask, program));
        ask.report(found);
    }
}

impl LevelReport for MarksOfSolutions {
    fn topic() -> Topic {
        MARKS
    }

    fn status(&self) -> Status {
        Status::proved_unless(self.halt.as_ref())
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let list = |marks: &BTreeSet<(Site, Mark)>| -> Value {
            marks.iter().map(|(site, mark)| json!([site, mark])).collect()
        };
        let (forced, possible) = (list(&self.forced), list(&self.possible));
        let mut marks = json!({ "forced": forced, "possible": possible, "exact": self.is_exact() });
        if !self.uses.is_empty() {
            let uses = self.uses.iter().map(|((site, mark), n)| json!([site, mark, n]));
            marks["uses"] = uses.collect();
        }
        Some(("marks", marks))
    }

    fn sentence(&self, _: Board) -> Option<String> {
        let forced = self.forced.len();
        let others = self.possible.difference(&self.forced).count();
        let marks = |n: usize| counted(n, "mark", "marks");
        Some(match (forced, others) {
            (0, others) => format!("No mark is in every solution; {} in some.", marks(others)),
            (forced, 0) => format!("{} in every solution, no others.", marks(forced)),
            (forced, others) => {
                format!("{} in every solution, {others} more in some.", marks(forced))
            }
        })
    }
}

/// Finds the marks by the game's own search. Returns `None` if it cannot tell.
fn marks_by_search(ask: &mut Ask<'_>, program: &Program) -> Option<Result<MarksOfSolutions, Why>> {
    let known = ask
        .engine
        .searched
        .as_ref()
        .filter(|(about, found)| about == program && (found.exhausted || found.marks_exact));
    let wanted = Wanted { shortcuts: false, plays: 0, most: u64::MAX, marks: true };
    let found = match known {
        Some((_, found)) => found.clone(),
        None => match search(ask, wanted)? {
            Ok(found) => found,
            Err(why) => return Some(Err(why)),
        },
    };
    if !found.exhausted && !found.marks_exact {
        return None;
    }
    ask.origin = Origin::Search;
    Some(match found.count {
        0 => Err(Why::moot("the level has no solution")),
        _ => {
            let Searched { forced, possible, uses, .. } = found;
            Ok(MarksOfSolutions { forced, possible, uses, halt: None })
        }
    })
}

fn marks_by_encoding(ask: &mut Ask<'_>, program: &Program) -> Result<MarksOfSolutions, Why> {
    let (program, lying) = opened(ask, program);
    let slot = ask.session(&program, &play_options()).map_err(why)?;
    match (
        ask.consequences(slot, ConsequenceMode::Cautious, lying.clone(), "__play"),
        ask.consequences(slot, ConsequenceMode::Brave, lying, "__play"),
    ) {
        (Ok(forced), _) if forced.satisfiable == Some(false) => {
            Err(Why::moot("the level has no solution"))
        }
        (Ok(forced), Ok(possible)) if possible.satisfiable.is_some() => Ok(MarksOfSolutions {
            forced: plan::tagged_marks(&forced.atoms).collect(),
            possible: plan::tagged_marks(&possible.atoms).collect(),
            uses: BTreeMap::new(),
            halt: forced.halt.or(possible.halt).map(Why::from),
        }),
        (Ok(_), Ok(possible)) => Err(possible.halt.map_or(Why::Stopped, Why::from)),
        (Err(reason), _) | (_, Err(reason)) => Err(reason),
    }
}
