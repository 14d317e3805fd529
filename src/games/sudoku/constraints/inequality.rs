//! Inequality signs between two neighbours.

use super::difference::off_pair;
use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, Pen};
use crate::engine::Model;
use crate::puzzle::Puzzle;

/// The first cell holds the larger digit.
pub(super) struct Greater;

impl Constraint for Greater {
    fn id(&self) -> &'static str {
        "greater"
    }

    fn name(&self) -> &'static str {
        "inequality sign"
    }

    fn rule(&self) -> &'static str {
        "An inequality sign points at the smaller of two digits."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Pair }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("GreaterThan", Iss::Neighbours(0))]
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        if let [a, b] = object.line() {
            model.unlike(*a, *b);
            model.pair(*a, *b, |a, b| a > b);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let why = "the sign does not point at the smaller digit".to_owned();
        off_pair(object, digits, |a, b| a > b, why)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        if let [larger, smaller] = object.line() {
            pen.angle(*larger, *smaller);
        }
    }

    fn rules(&self) -> &'static str {
        "broken(\"this sign does not point at the smaller digit\",K) :- kind(K,greater), at(K,0,0,S), \
             at(K,0,1,T), value(S,D), value(T,E), D <= E.\n"
    }
}
