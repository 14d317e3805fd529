//! Checks whether the levels, in their order, keep the rules of a course.
//!
//! Unknown answers are taken both ways: a breach is sure if it occurs for all possible answers, and
//! possible if it occurs for some.

use super::lesson::{Lesson, Practising};
use foolproof_level::course::is_case_of;
use foolproof_level::{CourseRule, Mark, PackCourse};

/// The state of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleState {
    Kept,
    /// Depends on unknown facts.
    Unknown,
    Broken,
}

/// A place where a rule is broken, or may be.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleBreach {
    /// Position of the level, from 0.
    pub level: usize,
    /// The rule is broken there for all possible answers.
    pub sure: bool,
    pub kind: BreachKind,
}

/// The problem of a level at its position.
#[derive(Clone, Debug, PartialEq)]
pub enum BreachKind {
    /// The level practises the concept too early.
    Early(Mark),
    /// The level combines the concept, which only this many earlier levels have practised alone.
    Combined { concept: Mark, alone: u32 },
    /// The measure differs by this much from the previous level of its game, at `from`; `None` if one of
    /// the two is unknown.
    Step { from: usize, by: Option<f64> },
    /// No earlier level practises the concept that must come first.
    NotAfter(Mark),
    /// No level has the measure.
    NoMeasure,
    /// No game of the pack has the property.
    Unheard(Mark),
}

/// A rule, and the places where it is broken.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleVerdict {
    pub rule: CourseRule,
    pub breaches: Vec<RuleBreach>,
}

impl RuleVerdict {
    pub fn state(&self) -> RuleState {
        match self.breaches.as_slice() {
            [] => RuleState::Kept,
            some if some.iter().any(|breach| breach.sure) => RuleState::Broken,
            _ => RuleState::Unknown,
        }
    }
}

/// Returns the state of each rule of a course. `concepts` are the course's; `known` says whether a game of
/// the pack has a concept's property.
pub fn judge(
    course: &PackCourse,
    lessons: &[Lesson],
    concepts: &[Mark],
    known: &dyn Fn(&Mark) -> bool,
) -> Vec<RuleVerdict> {
    let verdict = |rule: &CourseRule| {
        let unheard = rule.concepts().into_iter().find(|concept| !known(concept));
        let breaches = match unheard {
            Some(concept) => {
                let kind = BreachKind::Unheard(concept.clone());
                vec![RuleBreach { level: 0, sure: false, kind }]
            }
            None => judge_rule(rule, lessons, concepts),
        };
        RuleVerdict { rule: rule.clone(), breaches }
    };
    course.rules.iter().map(verdict).collect()
}

/// Lists the places where a rule is broken, or may be, level by level.
pub fn judge_rule(rule: &CourseRule, lessons: &[Lesson], concepts: &[Mark]) -> Vec<RuleBreach> {
    match rule {
        CourseRule::NotBefore { concept, level } => {
            let early = lessons.iter().take((*level as usize).saturating_sub(1)).enumerate();
            let breach = |(level, lesson): (usize, &Lesson)| {
                let practice = lesson.practice(concept);
                let kind = BreachKind::Early(concept.clone());
                let breach = RuleBreach { level, sure: practice.is_sure(), kind };
                practice.may_be().then_some(breach)
            };
            early.filter_map(breach).collect()
        }
        CourseRule::Before { first, then } => before(first, then, lessons),
        CourseRule::PractiseFirst { times, concept: Some(concept) } => {
            alone_first(concept, *times, lessons, concepts)
        }
        CourseRule::PractiseFirst { times, concept: None } => {
            let each = concepts.iter().flat_map(|one| alone_first(one, *times, lessons, concepts));
            let mut all: Vec<RuleBreach> = each.collect();
            all.sort_by_key(|breach| breach.level);
            all
        }
        CourseRule::Step { measure, most, game } => {
            steps(measure, most.value(), game.as_deref(), lessons)
        }
    }
}

fn before(first: &Mark, then: &Mark, lessons: &[Lesson]) -> Vec<RuleBreach> {
    let (mut seen, mut breaches) = (Practising::No, Vec::new());
    for (level, lesson) in lessons.iter().enumerate() {
        let practice = lesson.practice(then);
        if practice.may_be() && !seen.is_sure() {
            let sure = practice.is_sure() && seen == Practising::No;
            breaches.push(RuleBreach { level, sure, kind: BreachKind::NotAfter(first.clone()) });
        }
        seen = seen.max(lesson.practice(first));
    }
    breaches
}

/// Returns whether a level practises a concept together with another one of the course. If one is a case of
/// the other, the two count as one.
pub(super) fn combination(lesson: &Lesson, concept: &Mark, concepts: &[Mark]) -> Practising {
    let others = concepts.iter().filter(|other| {
        *other != concept && !is_case_of(other, concept) && !is_case_of(concept, other)
    });
    others.map(|other| lesson.practice(other)).max().unwrap_or(Practising::No)
}

fn alone_first(
    concept: &Mark,
    times: u32,
    lessons: &[Lesson],
    concepts: &[Mark],
) -> Vec<RuleBreach> {
    // Levels before that practise it alone: for sure, and perhaps.
    let (mut least, mut most) = (0, 0);
    let mut breaches = Vec::new();
    for (level, lesson) in lessons.iter().enumerate() {
        let (practice, combined) =
            (lesson.practice(concept), combination(lesson, concept, concepts));
        if practice.may_be() && combined.may_be() && least < times {
            let sure = practice.is_sure() && combined.is_sure() && most < times;
            let kind = BreachKind::Combined { concept: concept.clone(), alone: least };
            breaches.push(RuleBreach { level, sure, kind });
        }
        least += u32::from(practice.is_sure() && combined == Practising::No);
        most += u32::from(practice.may_be() && !combined.is_sure());
    }
    breaches
}

fn steps(measure: &str, most: f64, game: Option<&str>, lessons: &[Lesson]) -> Vec<RuleBreach> {
    let mut games: Vec<&str> = lessons.iter().map(|lesson| lesson.game.as_str()).collect();
    games.sort_unstable();
    games.dedup();
    games.retain(|own| game.is_none_or(|game| game == *own));
    let (mut breaches, mut compared) = (Vec::new(), false);
    for game in games {
        let own = |(_, lesson): &(usize, &Lesson)| lesson.game == game;
        let levels: Vec<(usize, &Lesson)> = lessons.iter().enumerate().filter(own).collect();
        if levels.iter().all(|(_, lesson)| lesson.lacks(measure)) {
            continue;
        }
        compared = true;
        for ((from, one), (level, other)) in levels.iter().zip(levels.iter().skip(1)) {
            let both = one.measure(measure).zip(other.measure(measure));
            let by = both.map(|(one, other)| other - one);
            if !by.is_some_and(|by| by.abs() <= most) {
                let kind = BreachKind::Step { from: *from, by };
                breaches.push(RuleBreach { level: *level, sure: by.is_some(), kind });
            }
        }
    }
    if !compared && !lessons.is_empty() {
        breaches.push(RuleBreach { level: 0, sure: false, kind: BreachKind::NoMeasure });
    }
    breaches.sort_by_key(|breach| breach.level);
    breaches
}
