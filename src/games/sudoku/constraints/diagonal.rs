//! Long diagonals with different digits.

use std::ops::RangeInclusive;

use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, Pen, twice};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Diagonal;

impl Constraint for Diagonal {
    fn id(&self) -> &'static str {
        "diagonal"
    }

    fn name(&self) -> &'static str {
        "diagonal"
    }

    fn rule(&self) -> &'static str {
        "Digits do not repeat on a marked diagonal."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Slanted }
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        let short = object.line().len() != side;
        short.then(|| "a diagonal goes from one corner of the board to another".to_owned())
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Diagonal", Iss::Diagonal)]
    }

    fn usual_cells(&self) -> Option<RangeInclusive<usize>> {
        None
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        model.different(object.line());
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let (first, second) = twice(object.line(), digits)?;
        Some(Broken { why: "a digit stands on it twice".to_owned(), cells: vec![first, second] })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.diagonal(object.line(), Ink::Band(12));
    }

    fn rules(&self) -> &'static str {
        "broken(\"a digit stands twice on this diagonal\",K) :- kind(K,diagonal), digit(D), \
             2 { value(S,D) : at(K,0,_,S) }.\n"
    }
}
