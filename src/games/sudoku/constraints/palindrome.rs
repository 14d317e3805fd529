//! Palindromes: a line reads the same from both ends.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, held_in};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Palindrome;

/// Pairs of cells at equal distances from the two ends.
pub(super) fn mirrored(line: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    line.iter().zip(line.iter().rev()).take(line.len() / 2).map(|(a, b)| (*a, *b))
}

impl Constraint for Palindrome {
    fn id(&self) -> &'static str {
        "palindrome"
    }

    fn name(&self) -> &'static str {
        "palindrome"
    }

    fn rule(&self) -> &'static str {
        "A palindrome reads the same from both ends."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Line(2) }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Palindrome", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("palindrome", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        for (first, second) in mirrored(object.line()) {
            model.pair(first, second, |a, b| a == b);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let held = |cell: usize| held_in(cell, digits);
        mirrored(object.line()).find_map(|(first, second)| {
            let differs = held(first)? != held(second)?;
            let why = "it does not read the same from both ends".to_owned();
            differs.then(|| Broken { why, cells: vec![first, second] })
        })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Band(11));
    }

    fn rules(&self) -> &'static str {
        "broken(\"this is no palindrome\",K) :- kind(K,palindrome), L = #max { J : at(K,0,J,_) }, \
             at(K,0,I,S), at(K,0,L-I,T), I < L-I, value(S,D), value(T,E), D != E.\n"
    }
}
