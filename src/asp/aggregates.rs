//! Sizes of a program's aggregates, by the kind of their literals.

use std::collections::HashSet;

use super::ffi::Literal;
use super::ground::AtomNumber;

/// Sizes of a ground program's aggregates, in clauses.
#[derive(Debug, Default)]
pub(crate) struct AggregateSizes {
    choices: HashSet<AtomNumber>,
    /// Approximate number of clauses for counting choices.
    pub counts_of_choices: u64,
    /// Approximate number of clauses for all other aggregates: sums of weights, and counts of derived atoms.
    pub others: u64,
}

impl AggregateSizes {
    /// Notes that these atoms may be chosen. The grounder reports them before the aggregates over them.
    pub(crate) fn add_choices(&mut self, atoms: &[AtomNumber]) {
        self.choices.extend(atoms);
    }

    /// Notes an aggregate that holds if its true literals weigh as much as its bound. A counter has a clause
    /// for each literal and each value up to the bound, or up to the part of the whole that may be missing.
    pub(crate) fn add(
        &mut self,
        bound: i32,
        literals: impl Iterator<Item = (Literal, i32)> + Clone,
    ) {
        let whole: i64 = literals.clone().map(|(_, weight)| i64::from(weight)).sum();
        let values = i64::from(bound).min(whole - i64::from(bound) + 1).max(0).unsigned_abs();
        let size = values.saturating_mul(literals.clone().count() as u64);
        let is_other = |(literal, weight): &(Literal, i32)| {
            *weight != 1 || !self.choices.contains(&literal.unsigned_abs())
        };
        // A clue with which the choices are compared is a literal with its own weight.
        let sum = match literals.filter(is_other).count() {
            0 | 1 => &mut self.counts_of_choices,
            _ => &mut self.others,
        };
        *sum = sum.saturating_add(size);
    }
}
