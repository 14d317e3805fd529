//! Cells that hold one of some digits.

use std::ops::RangeInclusive;

use super::{Amount, Broken, Constraint, Form, Lie, Object, Pen};
use crate::engine::Model;
use crate::puzzle::Puzzle;

pub(super) struct Only;

impl Constraint for Only {
    fn id(&self) -> &'static str {
        "only"
    }

    fn name(&self) -> &'static str {
        "choice of digits"
    }

    fn rule(&self) -> &'static str {
        "The cell holds one of the small digits in it."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Digits(16), lie: Lie::Area(1) }
    }

    fn usual_cells(&self) -> Option<RangeInclusive<usize>> {
        None
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let digits = model.digits(|digit| object.amounts.contains(&i32::from(digit)));
        object.line().iter().for_each(|cell| model.allow(*cell, digits));
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let off = |cell: &&usize| {
            let held = digits.get(**cell).copied().unwrap_or(0);
            held > 0 && !object.amounts.contains(&i32::from(held))
        };
        let cell = object.line().iter().find(off)?;
        let why = "it may not hold this digit".to_owned();
        Some(Broken { why, cells: vec![*cell] })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        let digits: Vec<String> = object.amounts.iter().map(ToString::to_string).collect();
        object.line().iter().for_each(|cell| pen.corner_text(&[*cell], &digits.concat()));
    }

    fn rules(&self) -> &'static str {
        "only_digit(K,D) :- kind(K,only), amount(K,_,D).\n\
         broken(\"this cell may not hold its digit\",K) :- kind(K,only), at(K,0,_,S), value(S,D), \
             not only_digit(K,D).\n"
    }
}
