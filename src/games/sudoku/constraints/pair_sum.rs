//! Sums of two neighbours: X for ten, V for five, or a number.

use super::difference::off_pair;
use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, sum_of};
use crate::engine::Model;
use crate::puzzle::Puzzle;

pub(super) struct PairSum;

impl Constraint for PairSum {
    fn id(&self) -> &'static str {
        "pair_sum"
    }

    fn name(&self) -> &'static str {
        "sum on an edge"
    }

    fn rule(&self) -> &'static str {
        "Two digits beside an X add up to 10, beside a V to 5, and beside a number to that."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::One(2, 32), lie: Lie::Pair }
    }

    fn usual_amount(&self) -> Option<i32> {
        Some(10)
    }

    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        // Setters write X and V.
        sum_of(object.line(), digits).filter(|sum| [5, 10].contains(sum)).map(|sum| vec![sum])
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("X", Iss::Neighbours(10)), ("V", Iss::Neighbours(5))]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("xv", FPuzzlesKey::Letters))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let total = object.amount().unwrap_or(10);
        let [a, b] = object.line() else { return };
        model.pair(*a, *b, |a, b| i32::from(a + b) == total);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let total = object.amount().unwrap_or(10);
        let why = format!("its two digits do not add up to {total}");
        off_pair(object, digits, |a, b| a + b == total, why)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        let text = match object.amount() {
            Some(10) => "X".to_owned(),
            Some(5) => "V".to_owned(),
            amount => amount.unwrap_or(0).to_string(),
        };
        pen.sign(object.line(), &text, 0.32);
    }

    fn rules(&self) -> &'static str {
        "broken(\"the digits at this edge have another sum\",K) :- kind(K,pair_sum), amount(K,0,N), \
             at(K,0,0,S), at(K,0,1,T), value(S,D), value(T,E), D+E != N.\n"
    }
}
