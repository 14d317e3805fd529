//! Quadruples: digits around a corner.

use std::collections::BTreeMap;

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, all_of};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Quadruple;

/// Number of times that each digit is wanted.
fn wanted(object: &Object) -> BTreeMap<i32, usize> {
    let mut wanted = BTreeMap::new();
    object.amounts.iter().for_each(|digit| *wanted.entry(*digit).or_default() += 1);
    wanted
}

impl Constraint for Quadruple {
    fn id(&self) -> &'static str {
        "quadruple"
    }

    fn name(&self) -> &'static str {
        "quadruple"
    }

    fn rule(&self) -> &'static str {
        "The digits in the circle stand in the four cells around it, each as often as there."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Digits(4), lie: Lie::Corner }
    }

    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        let mut held: Vec<i32> =
            all_of(object.line(), digits)?.into_iter().map(i32::from).collect();
        held.sort_unstable();
        Some(held)
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Quad", Iss::Corner)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("quadruple", FPuzzlesKey::Corner))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        for (digit, times) in wanted(object) {
            let digits = model.digits(|held| i32::from(held) == digit);
            model.at_least(times, object.line(), digits);
        }
        if let [_, _, _, _] = object.amounts[..] {
            let all = model.digits(|digit| object.amounts.contains(&i32::from(digit)));
            object.line().iter().for_each(|cell| model.allow(*cell, all));
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let held = |cell: &usize| digits.get(*cell).copied().map_or(0, i32::from);
        let (digit, _) = wanted(object).into_iter().find(|(digit, times)| {
            let takes = |cell: &&usize| held(cell) == 0 || held(cell) == *digit;
            object.line().iter().filter(takes).count() < *times
        })?;
        let why = format!("there are too few {digit}s around it");
        Some(Broken { why, cells: object.cells() })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        let digits: Vec<String> = object.amounts.iter().map(ToString::to_string).collect();
        pen.disc_between(object.line(), 0.26, Ink::Ground);
        match &digits[..] {
            // More than two are in two rows, so that they stay readable.
            [a, b, rest @ ..] if !rest.is_empty() => {
                pen.label(object.line(), &format!("{a}{b}"), 0.2, -0.1);
                pen.label(object.line(), &rest.concat(), 0.2, 0.1);
            }
            digits => pen.label(object.line(), &digits.concat(), 0.26, 0.0),
        }
    }

    fn rules(&self) -> &'static str {
        "unmet(\"a digit of this quadruple is missing\",K) :- kind(K,quadruple), amount(K,_,D), \
             N = #count { I : amount(K,I,D) }, not N { value(S,D) : at(K,0,_,S) }.\n"
    }
}
