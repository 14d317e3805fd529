//! Between lines: the digits between two circles are between theirs.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, held_in};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Between;

impl Constraint for Between {
    fn id(&self) -> &'static str {
        "between"
    }

    fn name(&self) -> &'static str {
        "between line"
    }

    fn rule(&self) -> &'static str {
        "Digits on a between line lie strictly between the digits of its two circles."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Line(3) }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Between", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("betweenline", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let [first, middle @ .., last] = object.line() else { return };
        let table: Vec<u16> = (0..=16u8)
            .flat_map(|a| (0..=16u8).map(move |b| (a.min(b), a.max(b))))
            .map(|(low, high)| model.digits(|digit| low < digit && digit < high))
            .collect();
        let between = |a: u8, b: u8| table[usize::from(a) * 17 + usize::from(b)];
        model.ends([*first, *last], middle, &between);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let [first, middle @ .., last] = object.line() else { return None };
        let held = |cell: &usize| held_in(*cell, digits);
        let (a, b) = (held(first)?, held(last)?);
        let (low, high) = (a.min(b), a.max(b));
        let out = |digit: u8| digit <= low || digit >= high;
        let cell = middle.iter().find(|cell| held(cell).is_some_and(out))?;
        let why = format!("a digit is not between {low} and {high}");
        Some(Broken { why, cells: vec![*first, *cell, *last] })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line_of(object.line(), Ink::Open, 0.12);
        if let [first, .., last] = object.line() {
            pen.circle(*first, 0.4);
            pen.circle(*last, 0.4);
        }
    }

    fn rules(&self) -> &'static str {
        "bw_end(K,A,B) :- kind(K,between), L = #max { I : at(K,0,I,_) }, at(K,0,0,A), at(K,0,L,B).\n\
         broken(\"a digit on this line is not between its ends\",K) :- bw_end(K,A,B), at(K,0,_,S), \
             S != A, S != B, value(A,X), value(B,Y), value(S,D), D <= X, D <= Y.\n\
         broken(\"a digit on this line is not between its ends\",K) :- bw_end(K,A,B), at(K,0,_,S), \
             S != A, S != B, value(A,X), value(B,Y), value(S,D), D >= X, D >= Y.\n"
    }
}
