//! Tiers of difficulty: sizes, rules and weights, as data that a designer can see and change.
//!
//! Source: the Linjat collection's four tiers.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::deduce::{DeductionCourse, DeductionRules, Rule};
use crate::explain;
use crate::formats::LARGEST;
use crate::marks::LONGEST;
use crate::puzzle::Puzzle;
use crate::rating::Weights;
use foolproof_game::StudyError;
use foolproof_level::Level;

/// The text of the built-in tiers.
pub(crate) const TIERS: &str = include_str!("../../../../assets/linjat_tiers.json");

/// Parameters of puzzles of one difficulty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    pub id: String,
    pub name: String,
    pub cols: u16,
    pub rows: u16,
    /// Least and greatest number of numbers.
    pub numbers: (u16, u16),
    /// Least and greatest length of a line at the start.
    pub(crate) lengths: (u8, u8),
    /// The longest line that changes may lead to.
    pub longest: u8,
    /// Rules that suffice to solve it.
    pub rules: Vec<String>,
    pub weights: Weights,
}

impl Tier {
    /// The built-in tiers, from easy to hard.
    pub fn all() -> &'static [Tier] {
        static ALL: OnceLock<Vec<Tier>> = OnceLock::new();
        // Tests read the text.
        ALL.get_or_init(|| Tier::read(TIERS).unwrap_or_default())
    }

    /// Parses tiers; an error says where and why the text is invalid.
    pub(crate) fn read(text: &str) -> Result<Vec<Tier>, StudyError> {
        let tiers: Vec<Tier> = serde_json::from_str(text).map_err(StudyError::of)?;
        for tier in &tiers {
            tier.check().map_err(|why| format!("tier `{}`: {why}", tier.id))?;
        }
        Ok(tiers)
    }

    /// Checks the numbers and names.
    pub(crate) fn check(&self) -> Result<(), StudyError> {
        let side = 1..=LARGEST;
        if !side.contains(&self.cols) || !side.contains(&self.rows) {
            return Err(format!("a board has 1 to {LARGEST} columns and rows").into());
        }
        let (least, most) = self.numbers;
        if least == 0 || least > most || most > self.cols * self.rows {
            return Err("`numbers` is a smallest and a largest number of cells of the board".into());
        }
        let (least, most) = self.lengths;
        if least == 0 || least > most || most > LONGEST {
            return Err(format!("`lengths` is a smallest and a largest from 1 to {LONGEST}").into());
        }
        if !(1..=LONGEST).contains(&self.longest) {
            return Err(format!("`longest` is a length from 1 to {LONGEST}").into());
        }
        self.known_rules().map(|_| ())
    }

    /// The rules by name.
    pub(crate) fn known_rules(&self) -> Result<DeductionRules, StudyError> {
        let known = || Rule::ALL.map(Rule::id).join(", ");
        let rule = |id: &String| {
            let unknown = || format!("`{id}` is not a rule; rules are {}", known());
            Rule::of_id(id).ok_or_else(|| StudyError::from(unknown()))
        };
        self.rules.iter().map(rule).collect()
    }

    /// The easiest tier that a level belongs to, if deduction solves it: one whose rules suffice, and which
    /// allows its number of numbers. `None` above the last.
    pub(crate) fn of(
        level: &Level,
        course: &DeductionCourse,
        stop: &dyn Fn() -> bool,
    ) -> Option<&'static Tier> {
        if !course.solved {
            return None;
        }
        let puzzle = Puzzle::of(level).ok()?;
        let fits = |tier: &&Tier| {
            let rules = tier.known_rules().ok()?;
            let enough = puzzle.numbers.len() <= usize::from(tier.numbers.1);
            let course = explain::course_of(&puzzle, rules, stop);
            let solves = course.is_some_and(|course| course.solved);
            Some(enough && solves)
        };
        let all = Tier::all();
        let easiest = all.iter().find(|tier| fits(tier) == Some(true)).or(all.last());
        easiest.filter(|_| !stop())
    }
}
