//! Words about a pack as a course.

use crate::course::model::{ProposedOrder, RuleState, number};
use foolproof_game::counted;

pub(crate) const TITLE: &str = "The course";
pub(crate) const STOP: &str = "Stop";
pub(crate) const STOP_TIP: &str = "Stops; what was found so far stays";
pub(crate) const LOOK_TIP: &str = "Measures every level and finds what its solutions all do";
pub(crate) const NO_MEASURE: &str = "not measured";
pub(crate) const MEASURE_TIP: &str =
    "What the curve shows of this game. Each game has a scale of its own.";
pub(crate) const RULES: &str = "Rules";
pub(crate) const CONCEPTS: &str = "Concepts";
pub(crate) const REMARKS: &str = "What stands out";
pub(crate) const FOUND: &str = "This level";
pub(crate) const ORDER: &str = "Order";
pub(crate) const NO_RULES: &str = "No rules yet. A rule says in which order levels may come; the check of the pack \
     enforces it, too.";
pub(crate) const ADD_RULE: &str = "Add a rule:";
pub(crate) const RULE_NOT_BEFORE: &str = "not before a level";
pub(crate) const RULE_ALONE: &str = "alone first";
pub(crate) const RULE_STEP: &str = "no large step";
pub(crate) const RULE_BEFORE: &str = "one before another";
pub(crate) const STEP_ADD_RULE: &str = "Add a rule of order";
pub(crate) const STEP_CHANGE_RULE: &str = "Change a rule of order";
pub(crate) const STEP_DELETE_RULE: &str = "Delete a rule of order";
pub(crate) const STEP_ADD_CONCEPT: &str = "Add a concept to the course";
pub(crate) const STEP_DELETE_CONCEPT: &str = "Remove a concept from the course";
pub(crate) const STEP_ORDER: &str = "Put the levels in order";
pub(crate) const DELETE_RULE: &str = "Delete this rule";
pub(crate) const DELETE_CONCEPT: &str = "Remove it from the course";
pub(crate) const EACH: &str = "each concept";
pub(crate) const NO: &str = "no";
pub(crate) const BEFORE_LEVEL: &str = "before level";
pub(crate) const TIMES_ALONE: &str = "times alone before it meets another";
pub(crate) const NO_STEP: &str = "no step of more than";
pub(crate) const IN: &str = "in";
pub(crate) const BEFORE: &str = "before";
pub(crate) const CONCEPT: &str = "Concept";
pub(crate) const MEASURE: &str = "Measure";
pub(crate) const LEVEL: &str = "Level";
pub(crate) const TIMES: &str = "Times";
pub(crate) const LARGEST_STEP: &str = "Largest step";
pub(crate) const CONCEPTS_OF_LEVELS: &str = "The course lists no concepts yet. These are what its levels ask for or do; add those \
     that it should teach.";
pub(crate) const CONCEPTS_LISTED: &str = "What the course teaches.";
pub(crate) const ADD: &str = "Add";
pub(crate) const ADD_CONCEPT: &str = "Another:";
pub(crate) const CONCEPT_HINT: &str = "used(splitter), or has(star) for a mark on the board";
pub(crate) const NOTHING_STANDS_OUT: &str = "Nothing stands out.";
pub(crate) const PROPOSE: &str = "Propose an order";
pub(crate) const PROPOSE_TIP: &str = "The easiest level that the rules allow comes next.";
pub(crate) const LOOKING: &str = "Looking for an order…";
pub(crate) const ACCEPT: &str = "Put them in this order";
pub(crate) const SAME_ORDER: &str = "The levels are in this order already.";
pub(crate) const ABOUT_ORDER: &str = "Proposes an order that keeps the rules, easiest first.";
pub(crate) const UNKNOWN_COUNTS: &str = "What is not known of a level counts as the worst case.";
pub(crate) const NOT_LOOKED_AT: &str = "This level has not been looked at yet.";
pub(crate) const NOTHING_FOUND: &str = "Nothing was found that every solution does.";
pub(crate) const EVERY_SOLUTION: &str = "Every solution of this level does this:";
pub(crate) const OPEN: &str = "Perhaps not in every solution:";
pub(crate) const LEGEND_NEW: &str = "new";
pub(crate) const LEGEND_AGAIN: &str = "again";
pub(crate) const LEGEND_COMBINED: &str = "with another";
pub(crate) const LEGEND_UNKNOWN: &str = "not known";

pub(crate) fn progress(done: usize, of: usize) -> String {
    format!("{done} of {of} levels looked at")
}

pub(crate) fn look_at(levels: usize) -> String {
    format!("Look at {}", counted(levels, "level", "levels"))
}

/// Sums up the state of the rules.
pub(crate) fn rules(states: &[RuleState]) -> String {
    let count = |state| states.iter().filter(|one| **one == state).count();
    match (states.len(), count(RuleState::Broken), count(RuleState::Unknown)) {
        (0, ..) => RULES.to_owned(),
        (_, 0, 0) => format!("{RULES}: kept"),
        (_, 0, n) => format!("{RULES}: {n} not known"),
        (_, n, _) => format!("{RULES}: {n} broken"),
    }
}

pub(crate) fn of_game(game: &str) -> String {
    format!("of {game}")
}

/// Formats a range: "2 to 9".
pub(crate) fn range(least: f64, most: f64) -> String {
    match least == most {
        true => number(least),
        false => format!("{} to {}", number(least), number(most)),
    }
}

pub(crate) fn more(left: usize) -> String {
    format!("and {left} more")
}

/// Says how many rules the proposed order keeps.
pub(crate) fn kept(proposed: &ProposedOrder, rules: usize) -> String {
    match (proposed.kept.len(), rules, proposed.exact) {
        (_, 0, _) => "There are no rules to keep: the easiest comes first.".to_owned(),
        (kept, all, _) if kept == all => "It keeps all rules.".to_owned(),
        (kept, all, true) => {
            format!("It keeps {kept} of {all} rules; no order keeps these and more.")
        }
        (kept, all, false) => format!(
            "It keeps {kept} of {all} rules; perhaps more can be kept. The search stopped after {} \
             beginnings of orders.",
            proposed.tried
        ),
    }
}

/// Formats a place: "3 (was 5)".
pub(crate) fn place(now: usize, was: usize) -> String {
    match now == was {
        true => format!("{}", now + 1),
        false => format!("{} (was {})", now + 1, was + 1),
    }
}

/// Describes a level for screen readers: its name, its measure, and its relation to concepts.
pub(crate) fn spoken(name: &str, measure: Option<(&str, f64)>, concepts: &[String]) -> String {
    let measure = measure.map(|(id, value)| format!(", {id} {}", number(value)));
    let concepts = match concepts {
        [] => String::new(),
        some => format!("; {}", some.join("; ")),
    };
    format!("{name}{}{concepts}", measure.unwrap_or_default())
}
