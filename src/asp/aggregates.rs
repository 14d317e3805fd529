//! How large a program's aggregates are, and what they are about.

use std::collections::HashSet;

use super::ffi::Literal;
use super::ground::AtomNumber;

/// The sizes of a ground program's aggregates, as clauses.
#[derive(Debug, Default)]
pub(crate) struct AggregateSizes {
    choices: HashSet<AtomNumber>,
    /// About how many clauses it takes to count choices.
    pub counts_of_choices: u64,
    /// The same of all other aggregates: sums of weights, and counts of what follows from choices.
    pub others: u64,
}

impl AggregateSizes {
    /// Notes that these atoms may be chosen. The grounder gives them before it gives what is about them.
    pub(crate) fn add_choices(&mut self, atoms: &[AtomNumber]) {
        self.choices.extend(atoms);
    }

    /// Notes an aggregate that holds if its true literals weigh as much as its bound. A counter has a clause for
    /// each literal and each value up to the bound, or up to what may be missing from the whole.
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
        // A clue that the choices are compared with is a literal with its own weight.
        let sum = match literals.filter(is_other).count() {
            0 | 1 => &mut self.counts_of_choices,
            _ => &mut self.others,
        };
        *sum = sum.saturating_add(size);
    }
}
