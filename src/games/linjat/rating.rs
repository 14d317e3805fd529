//! The rating of a puzzle: a weighted sum over its deduction.
//!
//! Source: Snellman, "Creating a procedural puzzle generator". The weights are data,
//! `assets/linjat_tiers.json`; a designer may have others.

use serde::{Deserialize, Serialize};

use crate::about::Linjat;
use crate::deduce::{DeductionCourse, DeductionRules, Leaking, Rule};
use crate::explain;
use crate::optimize::Tier;
use crate::puzzle::Puzzle;
use foolproof_game::{
    MeasureKind, Rated, Rating, SeenSolutions, StopCheck, measured_steps, step_measures,
};
use foolproof_level::Level;

const SNELLMAN: &str = "Snellman, “Creating a procedural puzzle generator”.";

/// The rank of measures after those of deduction.
const AFTER_DEDUCTION: u8 = 6;

const SCORE: MeasureKind = MeasureKind::new(
    0,
    [
        "score",
        "Score",
        "Points for the rounds of deduction by their rules, less for wide rounds and for leaks.",
        SNELLMAN,
    ],
);
const TIER: MeasureKind = MeasureKind::new(
    1,
    [
        "tier",
        "Tier",
        "How hard the puzzle is by the rules and the number of numbers it takes, from 1.",
        SNELLMAN,
    ],
);
const ROUNDS: MeasureKind = MeasureKind::new(
    2,
    ["rounds", "Rounds", "How many rounds deduction takes, each with one rule.", SNELLMAN],
);
const WIDTH: MeasureKind = MeasureKind::new(
    3,
    ["width", "Width", "How many numbers the widest round of deduction finds.", SNELLMAN],
);

/// Weights for each round of a rule, for each number of the widest round, and for each number that leaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub cover: i32,
    pub cannot_fit: i32,
    pub square: i32,
    pub dependent: i32,
    pub one_of: i32,
    pub width: i32,
    pub uncontested: i32,
    pub(crate) single_solution: i32,
}

impl Default for Weights {
    /// The weights for comparing levels of all tiers.
    fn default() -> Self {
        Self {
            cover: 1,
            cannot_fit: 1,
            square: 10,
            dependent: 50,
            one_of: 20,
            width: -2,
            uncontested: -50,
            single_solution: -200,
        }
    }
}

impl Weights {
    pub(crate) const NAMES: [&str; 8] = [
        "cover", "cannot_fit", "square", "dependent", "one_of", "width", "uncontested",
        "single_solution",
    ];

    pub(crate) fn of_rule(&self, rule: Rule) -> i32 {
        match rule {
            Rule::Cover => self.cover,
            Rule::CannotFit => self.cannot_fit,
            Rule::Square => self.square,
            Rule::Dependent => self.dependent,
            Rule::OneOf => self.one_of,
        }
    }

    pub(crate) fn of_leak(&self, leaking: Leaking) -> i32 {
        match leaking {
            Leaking::Uncontested => self.uncontested,
            Leaking::SingleSolution => self.single_solution,
        }
    }

    /// The weight of a name of [`Weights::NAMES`].
    pub(crate) fn named(&mut self, name: &str) -> Option<&mut i32> {
        Some(match name {
            "cover" => &mut self.cover,
            "cannot_fit" => &mut self.cannot_fit,
            "square" => &mut self.square,
            "dependent" => &mut self.dependent,
            "one_of" => &mut self.one_of,
            "width" => &mut self.width,
            "uncontested" => &mut self.uncontested,
            "single_solution" => &mut self.single_solution,
            _ => return None,
        })
    }

    pub fn score(&self, course: &DeductionCourse) -> i64 {
        let rounds = Rule::ALL
            .iter()
            .map(|rule| i64::from(self.of_rule(*rule)) * i64::from(course.of_rule(*rule)));
        let leaks = Leaking::ALL
            .iter()
            .map(|kind| i64::from(self.of_leak(*kind)) * i64::from(course.leaks_of(*kind)));
        rounds.chain(leaks).sum::<i64>() + i64::from(self.width) * i64::from(course.width())
    }
}

fn of_rule(rule: Rule) -> MeasureKind {
    let says = format!("How many rounds use the rule “{}”.", rule.name());
    MeasureKind { says: says.into(), ..MeasureKind::new(4, [rule.id(), rule.name(), "", SNELLMAN]) }
}

fn of_leak(kind: Leaking) -> MeasureKind {
    let says = format!("How many numbers leak: {}.", kind.name());
    MeasureKind { says: says.into(), ..MeasureKind::new(5, [kind.id(), kind.name(), "", SNELLMAN]) }
}

impl Rating for Linjat {
    fn measures(&self) -> Vec<MeasureKind> {
        let (rules, leaks) = (Rule::ALL.map(of_rule), Leaking::ALL.map(of_leak));
        let steps = step_measures(AFTER_DEDUCTION);
        [&[SCORE, TIER, ROUNDS], &rules[..], &[WIDTH], &leaks[..], &steps[..]].concat()
    }

    fn rate(&self, level: &Level, _: SeenSolutions<'_>, stop: StopCheck<'_>) -> Rated {
        // An empty board has no difficulty.
        let puzzle = Puzzle::of(level).ok().filter(|puzzle| !puzzle.numbers.is_empty());
        let Some(course) = puzzle.and_then(|p| explain::course_of(&p, DeductionRules::ALL, stop))
        else {
            return Rated::default();
        };
        let weights = Weights::default();
        let part =
            |weight: i32, times: u32| format!("{weight} points each: {}", weight * times as i32);
        let mut measures = Vec::new();
        let whole = match course.solved {
            true => "points for the rounds, the widest round and the leaks".to_owned(),
            false => "points for the rounds so far; deduction does not solve it".to_owned(),
        };
        measures.push(SCORE.is(weights.score(&course) as f64, whole));
        let tier = Tier::of(level, &course, stop);
        let note = tier.map_or("deduction does not solve it".to_owned(), |tier| {
            format!("{}, by the rules and the number of numbers it takes", tier.name)
        });
        let place = tier.and_then(|own| Tier::all().iter().position(|tier| tier.id == own.id));
        let place = place.map_or(0, |at| at + 1);
        measures.push(TIER.counts(place, note));
        measures.push(ROUNDS.is(f64::from(course.rounds()), "of deduction, each with one rule"));
        for rule in Rule::ALL {
            let times = course.of_rule(rule);
            let note = part(weights.of_rule(rule), times);
            measures.push(of_rule(rule).is(f64::from(times), note));
        }
        let note =
            format!("numbers that the widest round finds, {}", part(weights.width, course.width()));
        measures.push(WIDTH.is(f64::from(course.width()), note));
        for kind in Leaking::ALL {
            let times = course.leaks_of(kind);
            let note =
                format!("numbers that leak this way, {}", part(weights.of_leak(kind), times));
            measures.push(of_leak(kind).is(f64::from(times), note));
        }
        measures.extend(measured_steps(self, level, stop));
        measures.into()
    }
}
