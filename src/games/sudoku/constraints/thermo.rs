//! Thermometers: digits rise from the bulb on.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, unfit};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Thermometer;

/// A thermometer on which digits may repeat.
pub(super) struct SlowThermometer;

const FORM: Form = Form { amount: Amount::None, lie: Lie::Line(2) };

fn falls(object: &Object, digits: &[u8], goes: impl Fn(i32, i32) -> bool) -> Option<Broken> {
    let (first, second) = unfit(object.line(), digits, goes)?;
    let why = "its digits do not rise there".to_owned();
    Some(Broken { why, cells: vec![first, second] })
}

impl Constraint for Thermometer {
    fn id(&self) -> &'static str {
        "thermo"
    }

    fn name(&self) -> &'static str {
        "thermometer"
    }

    fn rule(&self) -> &'static str {
        "Digits rise along a thermometer, from the bulb on."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        let many = object.line().len();
        (many > side).then(|| format!("{many} cells cannot rise with digits from 1 to {side}"))
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Thermo", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("thermometer", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let cells = object.line();
        for (at, cell) in cells.iter().enumerate() {
            let (below, above) = (at, cells.len() - 1 - at);
            let digits = model.digits(|digit| {
                usize::from(digit) > below && usize::from(digit) + above <= model.side
            });
            model.allow(*cell, digits);
        }
        for pair in cells.windows(2) {
            model.unlike(pair[0], pair[1]);
            model.pair(pair[0], pair[1], |a, b| a < b);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        falls(object, digits, |a, b| a < b)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Open);
        if let Some(bulb) = object.line().first() {
            pen.bulb(*bulb, 0.36, Ink::Open);
        }
    }

    fn rules(&self) -> &'static str {
        "broken(\"this thermometer does not rise\",K) :- kind(K,thermo), at(K,0,I,S), at(K,0,I+1,T), \
             value(S,D), value(T,E), D >= E.\n"
    }
}

impl Constraint for SlowThermometer {
    fn id(&self) -> &'static str {
        "slow_thermo"
    }

    fn name(&self) -> &'static str {
        "slow thermometer"
    }

    fn rule(&self) -> &'static str {
        "Digits rise or stay the same along a slow thermometer, from the bulb on."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("slowthermometer", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        for pair in object.line().windows(2) {
            model.pair(pair[0], pair[1], |a, b| a <= b);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        falls(object, digits, |a, b| a <= b)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Band(12));
        if let Some(bulb) = object.line().first() {
            pen.bulb(*bulb, 0.36, Ink::Band(12));
        }
    }

    fn rules(&self) -> &'static str {
        "broken(\"this slow thermometer falls\",K) :- kind(K,slow_thermo), at(K,0,I,S), \
             at(K,0,I+1,T), value(S,D), value(T,E), D > E.\n"
    }
}
