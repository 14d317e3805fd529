//! Modular lines: any few neighbours in a row have all different remainders.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, held_in};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Modular;

/// Posts that any `many` neighbours on a line belong to different classes. There are `many` classes, so cells
/// that are `many` apart belong to the same one.
pub(super) fn post_classes(
    line: &[usize],
    many: usize,
    class: &dyn Fn(u8) -> usize,
    model: &mut Model,
) {
    for (at, first) in line.iter().enumerate() {
        for (next, second) in line.iter().enumerate().skip(at + 1) {
            match (next - at) % many {
                0 => model.pair(*first, *second, |a, b| class(a) == class(b)),
                _ if next - at < many => {
                    model.pair(*first, *second, |a, b| class(a) != class(b));
                }
                _ => {}
            }
        }
    }
}

/// Neighbours that belong to the same class, within a window of `many` cells.
pub(super) fn same_class(
    line: &[usize],
    many: usize,
    class: &dyn Fn(u8) -> usize,
    digits: &[u8],
) -> Option<(usize, usize)> {
    let held = |cell: &usize| held_in(*cell, digits).map(class);
    line.windows(many.min(line.len())).find_map(|window| {
        window.iter().enumerate().find_map(|(at, first)| {
            let here = held(first)?;
            let other = window.iter().skip(at + 1).find(|other| held(other) == Some(here))?;
            Some((*first, *other))
        })
    })
}

fn modulus(object: &Object) -> u8 {
    object.amount().and_then(|amount| u8::try_from(amount).ok()).unwrap_or(3).max(2)
}

impl Constraint for Modular {
    fn id(&self) -> &'static str {
        "modular"
    }

    fn name(&self) -> &'static str {
        "modular line"
    }

    fn rule(&self) -> &'static str {
        "Any three neighbours on a modular line leave different remainders when divided by 3; with another \
         number, as many neighbours as it says when divided by it."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::One(2, 8), lie: Lie::Line(2) }
    }

    fn usual_amount(&self) -> Option<i32> {
        Some(3)
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Modular", Iss::Number)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("modularline", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let modulus = modulus(object);
        let class = move |digit: u8| usize::from(digit % modulus);
        post_classes(object.line(), usize::from(modulus), &class, model);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let modulus = modulus(object);
        let class = |digit: u8| usize::from(digit % modulus);
        let found = same_class(object.line(), usize::from(modulus), &class, digits);
        let (first, second) = found?;
        let why = format!("two digits close by leave the same remainder by {modulus}");
        Some(Broken { why, cells: vec![first, second] })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Band(4));
    }

    fn rules(&self) -> &'static str {
        "broken(\"two digits close by on this modular line leave the same remainder\",K) :- \
             kind(K,modular), amount(K,0,N), at(K,0,I,S), at(K,0,J,T), I < J, J - I < N, \
             value(S,D), value(T,E), D \\ N = E \\ N.\n"
    }
}
