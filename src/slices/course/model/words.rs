//! Sentences about a course, shared by window and command line.
//!
//! Levels are named by their numbers, from 1.

use super::judging::{BreachKind, RuleBreach};
use super::lesson::Lesson;
use super::order::RuleClash;
use super::overview::{CourseRemark, CourseStep};
use foolproof_game::{Brush, Game, Games, counted, listed, partial_phrase};
use foolproof_level::course::HAS_MARK;
use foolproof_level::{CourseRule, Mark};

/// Describes a course in sentences, with concepts in the words of its games.
#[derive(Clone, Copy)]
pub struct CourseVoice<'a> {
    games: &'a Games,
    /// The games of the pack.
    of: &'a [String],
    lessons: &'a [Lesson],
}

/// Names a level: "level 3".
fn level(at: usize) -> String {
    format!("level {}", at + 1)
}

/// Says "polyominoes are on the board", for a mark or a kind of marks in a game's palette.
fn lies(game: &dyn Game, mark: &str) -> Option<String> {
    let groups = game.palette();
    let exact =
        groups.iter().flat_map(|group| &group.brushes).find(|brush| brush.mark.as_str() == mark);
    if let Some(brush) = exact {
        return Some(format!("a {} is on the board", brush.name));
    }
    let is_of = |brush: &Brush| brush.mark.functor() == mark;
    let of_kind =
        groups.iter().find(|group| !group.brushes.is_empty() && group.brushes.iter().all(is_of))?;
    Some(format!("{} are on the board", of_kind.name.to_lowercase()))
}

/// Formats a number without needless digits.
pub fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{rounded}")
}

impl<'a> CourseVoice<'a> {
    pub fn new(games: &'a Games, of: &'a [String], lessons: &'a [Lesson]) -> Self {
        Self { games, of, lessons }
    }

    /// Returns the name of a game, or else its identifier.
    pub fn game(&self, id: &str) -> String {
        self.games.by_id(id).map_or_else(|| id.to_owned(), |game| game.about().name.to_string())
    }

    /// Describes a concept of a course as a clause, in the words of the first of the games that knows it:
    /// "splitters are used".
    pub fn concept(&self, concept: &Mark) -> String {
        let mut known = self.of.iter().filter_map(|id| self.games.by_id(id));
        if concept.functor() == HAS_MARK {
            let mark = concept.args().first().copied().unwrap_or_default();
            let said = known.find_map(|game| lies(&*game, mark));
            return said.unwrap_or_else(|| format!("a {} is on the board", mark.replace('_', " ")));
        }
        let said = known.find_map(|game| partial_phrase(&*game, concept));
        said.unwrap_or_else(|| concept.to_string())
    }

    fn quoted(&self, concept: &Mark) -> String {
        format!("“{}”", self.concept(concept))
    }

    /// Describes a rule of order: "no “splitters are used” before level 3".
    pub fn rule(&self, rule: &CourseRule) -> String {
        let times = |times: u32| match times {
            1 => "once".to_owned(),
            n => format!("{n} times"),
        };
        match rule {
            CourseRule::NotBefore { concept, level } => {
                format!("no {} before level {level}", self.quoted(concept))
            }
            CourseRule::PractiseFirst { times: n, concept } => {
                let what = concept.as_ref().map(|concept| self.quoted(concept));
                let what = what.unwrap_or_else(|| "each concept".to_owned());
                format!("{what} {} alone before it meets another", times(*n))
            }
            CourseRule::Before { first, then } => {
                format!("{} before {}", self.quoted(first), self.quoted(then))
            }
            step @ CourseRule::Step { .. } => step.to_string(),
        }
    }

    /// Describes the problem of a level at its position, as a sentence.
    pub fn breach(&self, breach: &RuleBreach, rule: &CourseRule) -> String {
        let name = level(breach.level);
        match &breach.kind {
            BreachKind::Early(concept) if breach.sure => {
                format!("{name} already has {}", self.quoted(concept))
            }
            BreachKind::Early(concept) => {
                format!("not known yet: whether {name} has {}", self.quoted(concept))
            }
            BreachKind::Combined { concept, alone } => {
                let times = match alone {
                    0 => "no level before it has that alone".to_owned(),
                    n => counted(
                        *n,
                        "level before it has that alone",
                        "levels before it have that alone",
                    ),
                };
                let concept = self.quoted(concept);
                match breach.sure {
                    true => format!("{name} combines {concept} with others, and {times}"),
                    false => {
                        format!("{name} may combine {concept} with others; so far known: {times}")
                    }
                }
            }
            BreachKind::Step { from, by: Some(by) } => {
                let more = if *by > 0.0 { "more" } else { "less" };
                let measure = measure_of(rule).unwrap_or("the measure");
                format!("{measure}: {name} has {} {more} than {}", number(by.abs()), level(*from))
            }
            BreachKind::Step { from, by: None } => {
                let is_unknown = |one: &Lesson| {
                    measure_of(rule).is_none_or(|measure| one.measure(measure).is_none())
                };
                let unknown = if self.lessons.get(*from).is_some_and(is_unknown) {
                    *from
                } else {
                    breach.level
                };
                format!("the measure of {} is not known", level(unknown))
            }
            BreachKind::NotAfter(first) if breach.sure => {
                format!("no level before {name} has {}", self.quoted(first))
            }
            BreachKind::NotAfter(first) => {
                format!("not known yet: whether a level before {name} has {}", self.quoted(first))
            }
            BreachKind::NoMeasure => "no level has this measure".to_owned(),
            BreachKind::Unheard(concept) => {
                format!("no game of the pack has a property such as {concept}")
            }
        }
    }

    /// Describes a remark about a course, as a sentence without its full stop.
    pub fn remark(&self, remark: &CourseRemark) -> String {
        let all = |concepts: &[Mark]| {
            listed(&concepts.iter().map(|concept| self.quoted(concept)).collect::<Vec<_>>(), "and")
        };
        match remark {
            CourseRemark::Nothing { level: at } => {
                format!("{} teaches none of the concepts", level(*at))
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
                format!("level 1 begins with {} new things: {}", concepts.len(), all(concepts))
            }
            CourseRemark::Several { level: at, concepts } => format!(
                "{} brings {} new things at once: {}. Put a level with one of them before it",
                level(*at),
                concepts.len(),
                all(concepts)
            ),
            CourseRemark::NeverAlone { level: at, concept } => {
                format!(
                    "{} has {} for the first time, mixed with other concepts",
                    level(*at),
                    self.quoted(concept)
                )
            }
            CourseRemark::Untaught { concept } => format!("no level has {}", self.quoted(concept)),
            CourseRemark::Once { concept, level: at } => {
                format!("only {} has {}", level(*at), self.quoted(concept))
            }
        }
    }

    /// Says which rules cannot be kept together, as a sentence without its full stop.
    pub fn clash(&self, clash: &RuleClash, rules: &[CourseRule]) -> String {
        let said: Vec<String> = clash
            .rules
            .iter()
            .filter_map(|at| rules.get(*at).map(|rule| format!("{}: {}", at + 1, self.rule(rule))))
            .collect();
        let fewer = if clash.minimal { "" } else { " (perhaps fewer of them)" };
        match said.as_slice() {
            [] => "no order keeps the rules".to_owned(),
            [one] => format!("no order keeps rule {one}"),
            several => {
                format!("no order keeps these rules together{fewer}: {}", several.join("; "))
            }
        }
    }
}

/// Returns the measure that a rule compares.
fn measure_of(rule: &CourseRule) -> Option<&str> {
    match rule {
        CourseRule::Step { measure, .. } => Some(measure),
        _ => None,
    }
}
