//! Zipper lines: digits equally far from the middle have the same sum, the middle's if there is one.

use super::palindrome::mirrored;
use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, sum_of};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Zipper;

/// The middle of a line with an odd number of cells.
fn middle(line: &[usize]) -> Option<usize> {
    line.get(line.len() / 2).copied().filter(|_| !line.len().is_multiple_of(2))
}

impl Constraint for Zipper {
    fn id(&self) -> &'static str {
        "zipper"
    }

    fn name(&self) -> &'static str {
        "zipper line"
    }

    fn rule(&self) -> &'static str {
        "Two digits as far from the middle of a zipper line have the same sum. A cell in the middle holds \
         that sum."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Line(2) }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Zipper", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("zipperline", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let line = object.line();
        if let Some(middle) = middle(line) {
            for (first, second) in mirrored(line) {
                model.linear(&[(first, 1), (second, 1), (middle, -1)], 0);
            }
            return;
        }
        let pairs: Vec<Vec<usize>> = mirrored(line).map(|(a, b)| vec![a, b]).collect();
        if pairs.len() > 1 {
            model.equal_sums(&pairs);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let line = object.line();
        let mut first = middle(line).and_then(|cell| sum_of(&[cell], digits));
        mirrored(line).find_map(|(a, b)| {
            let sum = sum_of(&[a, b], digits)?;
            let known = *first.get_or_insert(sum);
            let why = format!("two digits add up to {sum} and not to {known}");
            (known != sum).then(|| Broken { why, cells: vec![a, b] })
        })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Band(7));
        if let Some(middle) = middle(object.line()) {
            pen.circle(middle, 0.3);
        }
    }

    fn rules(&self) -> &'static str {
        "zip_last(K,L) :- kind(K,zipper), L = #max { I : at(K,0,I,_) }.\n\
         zip_sum(K,I,A+B) :- zip_last(K,L), at(K,0,I,S), I < L-I, at(K,0,L-I,T), value(S,A), \
             value(T,B).\n\
         zip_sum(K,I,A) :- zip_last(K,L), at(K,0,I,S), 2*I = L, value(S,A).\n\
         broken(\"the sums of this zipper line differ\",K) :- zip_sum(K,0,M), zip_sum(K,I,N), M != N.\n"
    }
}
