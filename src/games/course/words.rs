//! What is said of a course, in sentences that window and command line share.
//!
//! Levels are said by their numbers, from 1. Knows lessons and games as a trait.

use super::judging::{BreachKind, RuleBreach};
use super::lesson::Lesson;
use super::order::RuleClash;
use super::overview::{CourseRemark, CourseStep};
use crate::games::phrases::partial_phrase;
use crate::games::{Game, Games};
use crate::level::course::HAS_MARK;
use crate::level::{CourseRule, Mark};

/// "level 3"
fn level(at: usize) -> String {
    format!("level {}", at + 1)
}

/// A number without needless digits.
fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{rounded}")
}

/// "a", "a and b", "a, b and c"
fn list(concepts: &[Mark]) -> String {
    let words: Vec<&str> = concepts.iter().map(Mark::as_str).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A concept of a course as a clause, in the words of the first of these games that knows it: "at least
/// … splitters are used".
pub fn concept_words(games: &Games, of: &[&str], concept: &Mark) -> String {
    if concept.functor() == HAS_MARK {
        let mark = concept.args().first().copied().unwrap_or_default().to_owned();
        return format!("the board has the mark {mark}");
    }
    let mut known = of.iter().filter_map(|id| games.by_id(id));
    let said = known.find_map(|game| partial_phrase(&*game as &dyn Game, concept));
    said.unwrap_or_else(|| concept.to_string())
}

/// What is wrong with a level at its place, as a sentence.
pub fn breach_words(breach: &RuleBreach, rule: &CourseRule, lessons: &[&Lesson]) -> String {
    let name = level(breach.level);
    let may = if breach.sure { "" } else { ", as far as is known," };
    match &breach.kind {
        BreachKind::Early(concept) if breach.sure => format!("{name} practises {concept}"),
        BreachKind::Early(concept) => {
            format!("it is not known whether {name} practises {concept}")
        }
        BreachKind::Combined { concept, alone } => {
            let times = match alone {
                0 => "no level before it practises it alone".to_owned(),
                1 => "1 level before it practises it alone".to_owned(),
                n => format!("{n} levels before it practise it alone"),
            };
            match breach.sure {
                true => format!("{name} combines {concept}, and {times}"),
                false => format!("{name} may combine {concept}, and{may} {times}"),
            }
        }
        BreachKind::Step { from, by: Some(by) } => {
            let more = if *by > 0.0 { "more" } else { "less" };
            let measure = match rule {
                CourseRule::Step { measure, .. } => measure.as_str(),
                _ => "the measure",
            };
            format!("{measure}: {name} has {} {more} than {}", number(by.abs()), level(*from))
        }
        BreachKind::Step { from, by: None } => {
            let unknown = if lessons.get(*from).is_some_and(|one| one.measures.is_none()) {
                *from
            } else {
                breach.level
            };
            format!("the measure of {} is not known", level(unknown))
        }
        BreachKind::NotAfter(first) if breach.sure => {
            format!("no level before {name} practises {first}")
        }
        BreachKind::NotAfter(first) => {
            format!("it is not known whether a level before {name} practises {first}")
        }
        BreachKind::NoMeasure => "no level has this measure".to_owned(),
        BreachKind::Unheard(concept) => {
            format!("no game of the pack has a property such as {concept}")
        }
    }
}

/// What stands out in a course, as a sentence without its stop.
pub fn remark_words(remark: &CourseRemark) -> String {
    match remark {
        CourseRemark::Nothing { level: at } => {
            format!("{} practises no concept of the course", level(*at))
        }
        CourseRemark::Same { level: at, before } => {
            format!("{} teaches the same as {}", level(*at), level(*before))
        }
        CourseRemark::Large(CourseStep { from, to, by, usual }) => {
            let up = if *by > 0.0 { "up" } else { "down" };
            let (by, usual) = (number(by.abs()), number(*usual));
            let (from, to) = (level(*from), level(*to));
            format!("from {from} to {to} the measure goes {up} by {by}; {usual} is usual")
        }
        CourseRemark::Several { level: 0, concepts } => {
            format!("level 1 begins with {} at once", list(concepts))
        }
        CourseRemark::Several { level: at, concepts } => format!(
            "{} introduces {} at once: before it, a level with one of them is missing",
            level(*at),
            list(concepts)
        ),
        CourseRemark::NeverAlone { level: at, concept } => {
            format!("{} introduces {concept} together with others", level(*at))
        }
        CourseRemark::Untaught { concept } => format!("no level practises {concept}"),
        CourseRemark::Once { concept, level: at } => {
            format!("{} alone practises {concept}", level(*at))
        }
    }
}

/// Which rules cannot be kept together, as a sentence without its stop.
pub fn clash_words(clash: &RuleClash, rules: &[CourseRule]) -> String {
    let said: Vec<String> = clash
        .rules
        .iter()
        .filter_map(|at| rules.get(*at).map(|rule| format!("“{rule}”")))
        .collect();
    let fewer = if clash.minimal { "" } else { " (perhaps fewer of them)" };
    match said.as_slice() {
        [one] => format!("no order keeps the rule {one}"),
        [first @ .., last] => {
            format!("no order keeps these rules together: {} and {last}{fewer}", first.join(", "))
        }
        [] => "no order keeps the rules".to_owned(),
    }
}
