//! Double arrows: the digits between two circles add up to those in the circles.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, sum_of};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct DoubleArrow;

fn parts(object: &Object) -> ([usize; 2], &[usize]) {
    match object.line() {
        [first, middle @ .., last] => ([*first, *last], middle),
        _ => ([0, 0], &[]),
    }
}

impl Constraint for DoubleArrow {
    fn id(&self) -> &'static str {
        "double_arrow"
    }

    fn name(&self) -> &'static str {
        "double arrow"
    }

    fn rule(&self) -> &'static str {
        "Digits between the two circles of a double arrow add up to the sum of the two circles."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Line(3) }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("DoubleArrow", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("doublearrow", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let (ends, middle) = parts(object);
        let mut terms: Vec<(usize, i32)> = middle.iter().map(|cell| (*cell, 1)).collect();
        terms.extend(ends.map(|cell| (cell, -1)));
        model.linear(&terms, 0);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let (ends, middle) = parts(object);
        let (inside, outside) = (sum_of(middle, digits)?, sum_of(&ends, digits)?);
        let why = format!("its line adds up to {inside}, its circles to {outside}");
        (inside != outside).then(|| Broken { why, cells: object.cells() })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line_of(object.line(), Ink::Faint, 0.05);
        let (ends, _) = parts(object);
        ends.into_iter().for_each(|cell| pen.circle(cell, 0.4));
    }

    fn rules(&self) -> &'static str {
        "double_end(K,0) :- kind(K,double_arrow).\n\
         double_end(K,I) :- kind(K,double_arrow), at(K,0,I,_), not at(K,0,I+1,_) : at(K,0,0,_).\n\
         unmet(\"this double arrow has another sum\",K) :- kind(K,double_arrow), \
             not 0 #sum { D,I : at(K,0,I,S), not double_end(K,I), value(S,D); \
                 -D,I : at(K,0,I,S), double_end(K,I), value(S,D) } 0.\n"
    }
}
