//! Whispers: neighbours on the line differ by at least a number.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, unfit};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Whisper;

impl Constraint for Whisper {
    fn id(&self) -> &'static str {
        "whisper"
    }

    fn name(&self) -> &'static str {
        "whisper"
    }

    fn rule(&self) -> &'static str {
        "Neighbours on a whisper differ by its number at least; by 5 on a German one, by 4 on a Dutch one."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::One(1, 15), lie: Lie::Loop }
    }

    fn usual_amount(&self) -> Option<i32> {
        Some(5)
    }

    fn amounts_in(&self, _: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        // As hard as a German whisper, on any board.
        Some(vec![(digits.len().isqrt() as i32 + 1) / 2])
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Whisper", Iss::NumberOrUsual)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("whispers", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let least = object.amount().unwrap_or(1);
        for pair in object.line().windows(2) {
            model.unlike(pair[0], pair[1]);
            model.pair(pair[0], pair[1], |a, b| i32::from(a.abs_diff(b)) >= least);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let least = object.amount().unwrap_or(1);
        let (first, second) = unfit(object.line(), digits, |a, b| (a - b).abs() >= least)?;
        let why = format!("neighbours differ by less than {least}");
        Some(Broken { why, cells: vec![first, second] })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        let ink = if object.amount() == Some(4) { Ink::Band(6) } else { Ink::Band(2) };
        pen.line(object.line(), ink);
    }

    fn rules(&self) -> &'static str {
        "broken(\"neighbours on this whisper are too close\",K) :- kind(K,whisper), amount(K,0,N), \
             at(K,0,I,S), at(K,0,I+1,T), value(S,D), value(T,E), |D-E| < N.\n"
    }
}
