//! The course of a pack: the concepts that its levels are to teach, and rules for their order.
//!
//! A concept is named as in levels' concepts, and covers every property that begins the same way:
//! `used(splitter)` covers any number of splitters. The packages above decide if a level practises one.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Mark;
use super::bounds::{self, BoundError, LONGEST_TITLE, MAX_LEVELS};
use super::technique::{Combination, Technique};

/// Maximum number of rules, and of concepts, of a course.
pub(crate) const MAX_RULES: usize = 200;
/// Maximum number of times that a concept may have to be practised first.
pub(crate) const MAX_TIMES: u32 = 100;
/// The functor of concepts that require a mark on the board, independent of solutions: `has(star)`.
pub const HAS_MARK: &str = "has";

/// What a pack says of itself as a course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PackCourse {
    /// What the pack is to teach: properties as in levels' concepts, with as many of their parts as
    /// matter, such as `used(splitter)`; `has(star)` is a mark on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub concepts: Vec<Mark>,
    /// Rules for the order of the levels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<CourseRule>,
    /// Names of what solving steps combine. Steps, hints and the course say them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<Technique>,
}

/// A rule for the order of the levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CourseRule {
    /// No level before this one, counted from 1, practises the concept.
    NotBefore { concept: Mark, level: u32 },
    /// Before a level practises a concept together with another one of the course, so many levels
    /// have practised it alone: this concept, or each of the course.
    PractiseFirst {
        times: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        concept: Option<Mark>,
    },
    /// From one level of a game to the next, the measure changes by no more than this.
    Step {
        measure: String,
        most: StepSize,
        /// The game, where the measure of one game alone is meant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
    },
    /// A level before the first that practises `then` practises `first`.
    Before { first: Mark, then: Mark },
}

/// How far a measure may step: a number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(extend("minimum" = 0))]
pub struct StepSize(f64);

// It is never "not a number".
impl Eq for StepSize {}

impl StepSize {
    /// Rounded to thousandths; `None` if it is NaN, infinite or negative.
    pub fn new(size: f64) -> Option<Self> {
        // No measure has more significant digits, and a file keeps these unchanged. Adding turns -0 into 0.
        let short = (size * 1000.0).round() / 1000.0 + 0.0;
        (short.is_finite() && size >= 0.0).then_some(Self(short))
    }

    pub fn value(self) -> f64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for StepSize {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let size = f64::deserialize(deserializer)?;
        Self::new(size).ok_or_else(|| serde::de::Error::custom("a step is a number from 0"))
    }
}

/// Error in a course.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackCourseError {
    #[error("{0} rules are too many; at most {MAX_RULES}")]
    Rules(usize),
    #[error("{0} concepts are too many; at most {MAX_RULES}")]
    Concepts(usize),
    #[error("{0} techniques are too many; at most {MAX_RULES}")]
    Techniques(usize),
    #[error("technique {0}: its name has 1 to {LONGEST_TITLE} letters")]
    Name(usize),
    #[error("what the technique `{0}` combines has a name already")]
    NamedTwice(String),
    #[error("the concept `{0}` is listed twice")]
    Twice(Mark),
    #[error("rule {0}: levels are counted from 1, up to {MAX_LEVELS}")]
    Level(usize),
    #[error("rule {0}: a concept can be practised 1 to {MAX_TIMES} times first")]
    Times(usize),
    #[error("rule {0}: it names no measure")]
    NoMeasure(usize),
    #[error("rule {0}: the name of the measure is longer than {LONGEST_TITLE} letters")]
    Measure(usize),
    #[error("rule {0}: {1}")]
    Game(usize, BoundError),
    #[error("rule {0}: `{1}` cannot come before itself")]
    Itself(usize, Mark),
}

impl PackCourse {
    pub fn is_empty(&self) -> bool {
        let Self { concepts, rules, techniques } = self;
        concepts.is_empty() && rules.is_empty() && techniques.is_empty()
    }

    /// Name of a combination in a step.
    pub fn name_of(&self, combination: &Combination) -> Option<&str> {
        let named = self.techniques.iter().find(|one| one.combines == *combination);
        named.map(|one| one.name.as_str())
    }

    /// Names a combination; an empty name removes the old one.
    pub fn set_name(&mut self, combination: &Combination, name: &str) {
        if name.is_empty() {
            return self.techniques.retain(|one| one.combines != *combination);
        }
        let known = self.techniques.iter_mut().find(|one| one.combines == *combination);
        match known {
            Some(known) => name.clone_into(&mut known.name),
            None => {
                let (name, combines) = (name.to_owned(), combination.clone());
                self.techniques.push(Technique { name, combines });
            }
        }
    }

    /// Every concept that it mentions, without repetitions: those that are listed, then those of its rules.
    pub fn all_concepts(&self) -> Vec<Mark> {
        let mut all: Vec<Mark> = self.concepts.clone();
        for concept in self.rules.iter().flat_map(CourseRule::concepts) {
            if !all.contains(concept) {
                all.push(concept.clone());
            }
        }
        all
    }

    /// Refuses requests that no course can meet.
    pub fn check(&self) -> Result<(), PackCourseError> {
        let Self { concepts, rules, techniques } = self;
        if rules.len() > MAX_RULES {
            return Err(PackCourseError::Rules(rules.len()));
        }
        if concepts.len() > MAX_RULES {
            return Err(PackCourseError::Concepts(concepts.len()));
        }
        for (at, concept) in concepts.iter().enumerate() {
            if concepts.iter().take(at).any(|before| before == concept) {
                return Err(PackCourseError::Twice(concept.clone()));
            }
        }
        if techniques.len() > MAX_RULES {
            return Err(PackCourseError::Techniques(techniques.len()));
        }
        for (at, technique) in techniques.iter().enumerate() {
            let Technique { name, combines } = technique;
            if name.is_empty() || name.chars().count() > LONGEST_TITLE {
                return Err(PackCourseError::Name(at + 1));
            }
            if techniques.iter().take(at).any(|before| before.combines == *combines) {
                return Err(PackCourseError::NamedTwice(name.clone()));
            }
        }
        rules.iter().enumerate().try_for_each(|(at, rule)| rule.check(at + 1))
    }
}

impl CourseRule {
    /// The concepts that it names.
    pub fn concepts(&self) -> Vec<&Mark> {
        match self {
            Self::NotBefore { concept, .. } => vec![concept],
            Self::PractiseFirst { concept, .. } => concept.iter().collect(),
            Self::Step { .. } => Vec::new(),
            Self::Before { first, then } => vec![first, then],
        }
    }

    fn check(&self, number: usize) -> Result<(), PackCourseError> {
        match self {
            Self::NotBefore { level, .. }
                if !(1..=MAX_LEVELS as u64).contains(&(*level).into()) =>
            {
                Err(PackCourseError::Level(number))
            }
            Self::PractiseFirst { times, .. } if !(1..=MAX_TIMES).contains(times) => {
                Err(PackCourseError::Times(number))
            }
            Self::Step { measure, .. } if measure.is_empty() => {
                Err(PackCourseError::NoMeasure(number))
            }
            Self::Step { measure, .. } if measure.chars().count() > LONGEST_TITLE => {
                Err(PackCourseError::Measure(number))
            }
            Self::Step { game: Some(game), .. } => {
                bounds::game(game).map_err(|why| PackCourseError::Game(number, why))
            }
            Self::Before { first, then } if first == then => {
                Err(PackCourseError::Itself(number, first.clone()))
            }
            _ => Ok(()),
        }
    }
}

/// "twice", "3 times"
fn times_text(times: u32) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

impl fmt::Display for CourseRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBefore { concept, level } => write!(f, "no {concept} before level {level}"),
            Self::PractiseFirst { times, concept: None } => {
                let times = times_text(*times);
                write!(f, "each concept {times} alone before it is combined with another")
            }
            Self::PractiseFirst { times, concept: Some(concept) } => {
                let times = times_text(*times);
                write!(f, "{concept} {times} alone before it is combined with another")
            }
            Self::Step { measure, most, game } => {
                write!(f, "no step of more than {} in {measure}", most.value())?;
                game.iter().try_for_each(|game| write!(f, " of {game}"))
            }
            Self::Before { first, then } => write!(f, "{first} before {then}"),
        }
    }
}

/// True if a property is a case of a course's concept: its parts begin the same way.
pub fn is_case_of(property: &Mark, concept: &Mark) -> bool {
    let (parts, asked) = (property.args(), concept.args());
    property.functor() == concept.functor() && parts.starts_with(&asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(text: &str) -> Mark {
        text.parse().expect("a mark")
    }

    #[test]
    fn a_concept_stands_for_all_that_begins_alike() {
        for (property, concept, is) in [
            ("used(splitter,2)", "used(splitter)", true),
            ("used(splitter,2)", "used", true),
            ("used(splitter,2)", "used(splitter,2)", true),
            ("used(splitter,2)", "used(splitter,3)", false),
            ("used(bender,2)", "used(splitter)", false),
            ("used_up(splitter)", "used", false),
            ("built(frac(1,2))", "built(frac(1,2))", true),
            ("turns", "turns(2)", false),
        ] {
            assert_eq!(is_case_of(&mark(property), &mark(concept)), is, "{property}, {concept}");
        }
    }

    #[test]
    fn rules_read_and_write_and_are_said() {
        let text = r#"{"concepts":["used(splitter)"],"rules":[
            {"not_before":{"concept":"used(combiner)","level":4}},
            {"practise_first":{"times":2}},
            {"practise_first":{"times":3,"concept":"turns"}},
            {"step":{"measure":"used","most":2.5,"game":"any"}},
            {"before":{"first":"used(splitter)","then":"used(combiner)"}}]}"#;
        let course: PackCourse = serde_json::from_str(text).expect("a course");
        let written = serde_json::to_string(&course).expect("a text");
        assert_eq!(serde_json::from_str::<PackCourse>(&written).expect("a course"), course);
        let said: Vec<String> = course.rules.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "no used(combiner) before level 4",
                "each concept twice alone before it is combined with another",
                "turns 3 times alone before it is combined with another",
                "no step of more than 2.5 in used of any",
                "used(splitter) before used(combiner)",
            ]
        );
        let all: Vec<String> = course.all_concepts().iter().map(ToString::to_string).collect();
        assert_eq!(all, ["used(splitter)", "used(combiner)", "turns"]);
        assert_eq!(course.check(), Ok(()));
    }

    #[test]
    fn a_technique_has_one_name_which_can_be_taken_away() {
        let combination =
            |words: &str| Combination { sentences: vec![words.to_owned()], lie: None };
        let mut course = PackCourse::default();
        course.set_name(&combination("a"), "first");
        course.set_name(&combination("b"), "second");
        course.set_name(&combination("a"), "renamed");
        assert_eq!(course.name_of(&combination("a")), Some("renamed"));
        assert_eq!((course.techniques.len(), course.check()), (2, Ok(())));
        course.set_name(&combination("a"), "");
        assert_eq!(course.name_of(&combination("a")), None);
        let again = course.techniques.clone();
        course.techniques.extend(again);
        let twice = PackCourseError::NamedTwice("second".to_owned());
        assert_eq!(course.check(), Err(twice));
    }

    #[test]
    fn what_no_course_can_ask_for_is_refused_with_its_rule() {
        let refused = |rule: &str| {
            let text = format!("{{\"rules\":[{{\"practise_first\":{{\"times\":2}}}},{rule}]}}");
            let course: PackCourse = serde_json::from_str(&text).map_err(|why| why.to_string())?;
            course.check().map_err(|why| why.to_string())
        };
        for (rule, why) in [
            (r#"{"not_before":{"concept":"a","level":0}}"#, "rule 2: levels are counted from 1"),
            (r#"{"practise_first":{"times":0}}"#, "rule 2: a concept can be practised 1 to 100"),
            (r#"{"step":{"measure":"","most":1}}"#, "rule 2: it names no measure"),
            (r#"{"step":{"measure":"m","most":-1}}"#, "a step is a number from 0"),
            (r#"{"before":{"first":"a","then":"a"}}"#, "rule 2: `a` cannot come before itself"),
            (r#"{"never":{}}"#, "unknown variant `never`"),
        ] {
            let found = refused(rule).expect_err(rule);
            assert!(found.starts_with(why), "{found}");
        }
    }
}
