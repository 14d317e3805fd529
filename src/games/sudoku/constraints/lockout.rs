//! Lockout lines: the diamonds differ, and no digit of the line is between them.

use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, Pen, held_in};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Lockout;

impl Constraint for Lockout {
    fn id(&self) -> &'static str {
        "lockout"
    }

    fn name(&self) -> &'static str {
        "lockout line"
    }

    fn rule(&self) -> &'static str {
        "The diamonds of a lockout line differ by its number at least. Digits between the diamonds lie \
         outside of theirs: none is one of them or lies between them."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::One(0, 15), lie: Lie::Line(2) }
    }

    fn usual_amount(&self) -> Option<i32> {
        Some(4)
    }

    fn amounts_in(&self, _: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        Some(vec![digits.len().isqrt() as i32 / 2])
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Lockout", Iss::NumberOrUsual)]
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let [first, middle @ .., last] = object.line() else { return };
        let least = object.amount().unwrap_or(0);
        if middle.is_empty() {
            return model.pair(*first, *last, |a, b| i32::from(a.abs_diff(b)) >= least);
        }
        let table: Vec<u16> = (0..=16u8)
            .flat_map(|a| (0..=16u8).map(move |b| (a.min(b), a.max(b))))
            .map(|(low, high)| match i32::from(high - low) >= least {
                true => model.digits(|digit| digit < low || digit > high),
                false => 0,
            })
            .collect();
        let outside = |a: u8, b: u8| table[usize::from(a) * 17 + usize::from(b)];
        model.ends([*first, *last], middle, &outside);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let [first, middle @ .., last] = object.line() else { return None };
        let held = |cell: &usize| held_in(*cell, digits);
        let (a, b) = (held(first)?, held(last)?);
        let (low, high) = (a.min(b), a.max(b));
        let least = object.amount().unwrap_or(0);
        if i32::from(high - low) < least {
            let why = format!("its diamonds differ by less than {least}");
            return Some(Broken { why, cells: vec![*first, *last] });
        }
        let inside = |digit: u8| (low..=high).contains(&digit);
        let cell = middle.iter().find(|cell| held(cell).is_some_and(inside))?;
        let why = format!("a digit lies from {low} to {high}");
        Some(Broken { why, cells: vec![*first, *cell, *last] })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line_of(object.line(), Ink::Band(12), 0.16);
        if let [first, .., last] = object.line() {
            pen.diamond(*first);
            pen.diamond(*last);
        }
    }

    fn rules(&self) -> &'static str {
        "lo_end(K,A,B) :- kind(K,lockout), L = #max { I : at(K,0,I,_) }, at(K,0,0,A), at(K,0,L,B).\n\
         broken(\"the diamonds of this line are too close\",K) :- lo_end(K,A,B), amount(K,0,N), \
             value(A,X), value(B,Y), |X-Y| < N.\n\
         broken(\"a digit on this line is locked out\",K) :- lo_end(K,A,B), at(K,0,_,S), S != A, \
             S != B, value(A,X), value(B,Y), value(S,D), D >= X, D <= Y.\n\
         broken(\"a digit on this line is locked out\",K) :- lo_end(K,A,B), at(K,0,_,S), S != A, \
             S != B, value(A,X), value(B,Y), value(S,D), D <= X, D >= Y.\n"
    }
}
