//! Counts and sums as clauses.
//!
//! A sum reaches a bound where its first literal holds and the rest reaches the bound less its weight, or
//! the rest reaches it anyway: a decision diagram with a literal for every pair of rest and bound
//! (N. Eén, N. Sörensson, *Translating pseudo-Boolean constraints into SAT*, 2006). Unit propagation
//! finds there all that the count decides.

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

/// One sum: its number, its literals, and what the literals from each on weigh together.
struct Sum {
    number: usize,
    weighed: Weighed,
    rest: Vec<i64>,
}

impl Thresholds {
    /// A literal that is true exactly where the body of a rule reaches the bound. Weights are not negative.
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
        self.from(writer, &Sum { number, weighed, rest }, 0, bound)
    }

    fn from(&mut self, writer: &mut Writer, sum: &Sum, at: usize, bound: i64) -> Lit {
        if bound <= 0 {
            return writer.always();
        }
        let all = sum.rest.get(at).copied().unwrap_or(0);
        let Some((weight, literal)) = sum.weighed.get(at).copied().filter(|_| all >= bound) else {
            return !writer.always();
        };
        if let Some(known) = self.known.get(&(sum.number, at, bound)) {
            return *known;
        }
        let with = self.from(writer, sum, at + 1, bound - weight);
        let without = self.from(writer, sum, at + 1, bound);
        let first = writer.lit(literal);
        let reached = writer.fresh();
        writer.clause([!without, reached]);
        writer.clause([!first, !with, reached]);
        writer.clause([!reached, first, without]);
        writer.clause([!reached, with]);
        self.known.insert((sum.number, at, bound), reached);
        reached
    }
}
