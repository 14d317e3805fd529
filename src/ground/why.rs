//! Explains why an atom is true or false under an assignment: by the rule that derived it, or by the literal
//! that failed in each of its rules.
//!
//! Following the literals of bodies never leads back to the start: a body was settled before its head.

use serde::{Deserialize, Serialize};

use super::components::Lists;
use super::evaluate::GroundOutcome;
use super::program::{AtomNumber, GroundProgram};
use super::strata::by_head;

/// Reason why an atom is true or false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AtomReason {
    /// It was chosen.
    Chosen,
    /// A rule derived it from literals that hold: all of its body, or enough of it to reach a bound.
    Derived { rule: u32, body: Vec<i32> },
    /// It is false; the failures of its rules, in order. Empty if no rule derives it.
    Absent(Vec<RuleFailure>),
}

/// Reason why a rule did not derive its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleFailure {
    pub rule: u32,
    pub because: FailureReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailureReason {
    /// The first literal of its body that does not hold.
    Literal(i32),
    /// The weight of the literals that hold is too small.
    Weight { has: i64, needs: i64 },
    /// The body holds, but the rule is a choice, and the choice was not made.
    NotChosen,
}

/// Rules by their heads, to explain many atoms of one program.
#[derive(Clone, Debug)]
pub struct Reasons<'a> {
    program: &'a GroundProgram,
    rules: Lists<u32>,
}

impl<'a> Reasons<'a> {
    pub fn new(program: &'a GroundProgram) -> Self {
        Self { program, rules: by_head(program, |_| true) }
    }

    /// Explains why an atom is true or false in an outcome of this program.
    pub fn why(&self, outcome: &GroundOutcome, atom: AtomNumber) -> AtomReason {
        match (outcome.derived_by(atom), outcome.holds(atom)) {
            (Some(rule), _) => AtomReason::Derived { rule, body: self.enough(outcome, rule) },
            (None, true) => AtomReason::Chosen,
            (None, false) => {
                let rules = self.rules.get(atom).iter();
                AtomReason::Absent(rules.map(|rule| self.failure(outcome, *rule)).collect())
            }
        }
    }

    /// Returns the literals that make a rule's body hold; for a constraint, they explain its violation.
    pub(crate) fn enough(&self, outcome: &GroundOutcome, rule: u32) -> Vec<i32> {
        let rule = self.program.rule(rule as usize);
        let Some(bound) = rule.bound else { return rule.body.to_vec() };
        let (mut left, mut enough) = (i64::from(bound), Vec::new());
        for (literal, weight) in rule.body.iter().zip(rule.weights) {
            if left > 0 && *weight > 0 && outcome.satisfies(*literal) {
                left -= i64::from(*weight);
                enough.push(*literal);
            }
        }
        enough
    }

    fn failure(&self, outcome: &GroundOutcome, at: u32) -> RuleFailure {
        let rule = self.program.rule(at as usize);
        let holds = |literal| outcome.satisfies(literal);
        let because = match rule.bound {
            _ if rule.body_holds(holds) => FailureReason::NotChosen,
            Some(bound) => {
                FailureReason::Weight { has: rule.weight(holds), needs: i64::from(bound) }
            }
            None => {
                let failing = rule.body.iter().find(|literal| !holds(**literal));
                failing.map_or(FailureReason::NotChosen, |literal| FailureReason::Literal(*literal))
            }
        };
        RuleFailure { rule: at, because }
    }
}
