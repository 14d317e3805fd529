//! Ratios of two neighbours: black Kropki dots, and dots with a number.

use super::difference::off_pair;
use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen};
use crate::engine::Model;
use crate::puzzle::Puzzle;

pub(super) struct Ratio;

impl Constraint for Ratio {
    fn id(&self) -> &'static str {
        "ratio"
    }

    fn name(&self) -> &'static str {
        "black dot"
    }

    fn rule(&self) -> &'static str {
        "One digit beside a black dot is twice the other, or as many times as the number in the dot says."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Maybe(1, 16), lie: Lie::Pair }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("BlackDot", Iss::Neighbours(2))]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("ratio", FPuzzlesKey::Cells))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let ratio = object.amount().unwrap_or(2);
        let [a, b] = object.line() else { return };
        let times = |a: u8, b: u8| i32::from(a) == ratio * i32::from(b);
        model.pair(*a, *b, |a, b| times(a, b) || times(b, a));
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let ratio = object.amount().unwrap_or(2);
        let why = format!("neither of its digits is {ratio} times the other");
        off_pair(object, digits, |a, b| a == ratio * b || b == ratio * a, why)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        let number = object.amount().filter(|number| *number != 2);
        pen.black_dot(object.line(), &number.map_or(String::new(), |n| n.to_string()));
    }

    fn rules(&self) -> &'static str {
        "rt_number(K,N) :- kind(K,ratio), amount(K,0,N).\n\
         rt_number(K,2) :- kind(K,ratio), not amount(K,0,_) : amount(K,0,_).\n\
         broken(\"the digits at this black dot have another ratio\",K) :- rt_number(K,N), \
             at(K,0,0,S), at(K,0,1,T), value(S,D), value(T,E), D != N*E, E != N*D.\n"
    }
}
