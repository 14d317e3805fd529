//! Counts and sums as clauses.
//!
//! A sum reaches a bound if its first literal holds and the rest reaches the bound less its weight, or if the
//! rest reaches the bound anyway: a decision diagram with a literal for every pair of rest and bound (N. Eén,
//! N. Sörensson, *Translating pseudo-Boolean constraints into SAT*, 2006). Unit propagation on it finds
//! everything that the sum decides.

use std::collections::BTreeSet;

use batsat::Lit;
use rustc_hash::FxHashMap;

use foolproof_ground::RecordedRule;

use crate::clauses::Writer;

/// Literals with weights, the heaviest first.
type Weighed = Vec<(i64, i32)>;

/// Diagrams, shared by all counts of the same literals.
#[derive(Default)]
pub(crate) struct Thresholds {
    sums: FxHashMap<Weighed, usize>,
    known: FxHashMap<(usize, usize, i64), Lit>,
}

/// One sum: its number, its literals, and the total weight of the literals from each one on.
struct Sum {
    number: usize,
    weighed: Weighed,
    rest: Vec<i64>,
}

impl Thresholds {
    /// A literal that is true exactly if the body of a rule reaches the bound. Weights are not negative.
    pub(crate) fn reached(
        &mut self,
        writer: &mut Writer,
        rule: &RecordedRule<'_>,
        bound: i64,
    ) -> Lit {
        let pairs = rule.weights.iter().zip(rule.body);
        let mut weighed: Weighed =
            pairs.map(|(weight, literal)| (i64::from(*weight), *literal)).collect();
        weighed.sort_unstable_by_key(|(weight, literal)| (-weight, *literal));
        let mut rest = vec![0];
        for (weight, _) in weighed.iter().rev() {
            rest.push(rest.last().copied().unwrap_or(0) + weight);
        }
        rest.reverse();
        let next = self.sums.len();
        let number = *self.sums.entry(weighed.clone()).or_insert(next);
        self.diagram(writer, &Sum { number, weighed, rest }, bound)
    }

    /// The diagram of a sum, from its last literal to its first. It is not recursive, since sums may be longer
    /// than the stack allows.
    fn diagram(&mut self, writer: &mut Writer, sum: &Sum, bound: i64) -> Lit {
        // The bounds that are needed before each literal.
        let mut asked = vec![BTreeSet::from([bound])];
        for (at, (weight, _)) in sum.weighed.iter().enumerate() {
            let open = asked.last().into_iter().flatten().filter(|bound| sum.is_open(at, **bound));
            let below = open.flat_map(|bound| [bound - weight, *bound]).collect();
            asked.push(below);
        }
        for (at, bounds) in asked.iter().enumerate().rev() {
            for bound in bounds.iter().filter(|bound| sum.is_open(at, **bound)) {
                self.fork(writer, sum, at, *bound);
            }
        }
        self.reaches(writer, sum, 0, bound)
    }

    /// Adds the clauses for a literal and a bound; those of the rest must exist.
    fn fork(&mut self, writer: &mut Writer, sum: &Sum, at: usize, bound: i64) {
        let Some((weight, literal)) = sum.weighed.get(at).copied() else { return };
        if self.known.contains_key(&(sum.number, at, bound)) {
            return;
        }
        let with = self.reaches(writer, sum, at + 1, bound - weight);
        let without = self.reaches(writer, sum, at + 1, bound);
        let first = writer.lit(literal);
        let reached = writer.fresh();
        writer.clause([!without, reached]);
        writer.clause([!first, !with, reached]);
        writer.clause([!reached, first, without]);
        writer.clause([!reached, with]);
        self.known.insert((sum.number, at, bound), reached);
    }

    /// Returns the literal that tells whether the literals from one on reach a bound.
    fn reaches(&self, writer: &Writer, sum: &Sum, at: usize, bound: i64) -> Lit {
        let known = self.known.get(&(sum.number, at, bound)).copied();
        let settled = if bound <= 0 { writer.always() } else { !writer.always() };
        known.unwrap_or(settled)
    }
}

impl Sum {
    /// Returns whether the bound is neither reached already nor out of reach of the literals from one on.
    fn is_open(&self, at: usize, bound: i64) -> bool {
        bound > 0 && self.rest.get(at).is_some_and(|all| *all >= bound)
    }
}
