//! Cells with odd and with even digits.

use std::ops::RangeInclusive;

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Lie, Object, Pen};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Odd;

pub(super) struct Even;

const FORM: Form = Form { amount: Amount::None, lie: Lie::Area(1) };

fn off(object: &Object, digits: &[u8], remainder: u8, why: &str) -> Option<Broken> {
    let off = |cell: &&usize| {
        digits.get(**cell).is_some_and(|digit| *digit > 0 && digit % 2 != remainder)
    };
    let cell = object.line().iter().find(off)?;
    Some(Broken { why: why.to_owned(), cells: vec![*cell] })
}

fn post(object: &Object, model: &mut Model, remainder: u8) {
    let digits = model.digits(|digit| digit % 2 == remainder);
    object.line().iter().for_each(|cell| model.allow(*cell, digits));
}

impl Constraint for Odd {
    fn id(&self) -> &'static str {
        "odd"
    }

    fn name(&self) -> &'static str {
        "odd cell"
    }

    fn rule(&self) -> &'static str {
        "A cell with a grey circle holds an odd digit."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("odd", FPuzzlesKey::Cell))
    }

    fn usual_cells(&self) -> Option<RangeInclusive<usize>> {
        Some(1..=1)
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        post(object, model, 1);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        off(object, digits, 1, "its digit is even")
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        object.line().iter().for_each(|cell| pen.bulb(*cell, 0.38, Ink::Tint(11)));
    }

    fn rules(&self) -> &'static str {
        "broken(\"this digit is to be odd\",K) :- kind(K,odd), at(K,0,_,S), value(S,D), D \\ 2 = 0.\n"
    }
}

impl Constraint for Even {
    fn id(&self) -> &'static str {
        "even"
    }

    fn name(&self) -> &'static str {
        "even cell"
    }

    fn rule(&self) -> &'static str {
        "A cell with a grey square holds an even digit."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("even", FPuzzlesKey::Cell))
    }

    fn usual_cells(&self) -> Option<RangeInclusive<usize>> {
        Some(1..=1)
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        post(object, model, 0);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        off(object, digits, 0, "its digit is odd")
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        object.line().iter().for_each(|cell| pen.square(*cell, Ink::Tint(11)));
    }

    fn rules(&self) -> &'static str {
        "broken(\"this digit is to be even\",K) :- kind(K,even), at(K,0,_,S), value(S,D), D \\ 2 = 1.\n"
    }
}
