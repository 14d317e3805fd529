//! Cells whose digit is smaller, or larger, than their neighbours'.

use std::ops::RangeInclusive;

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Lie, Object, Pen, held_in};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Minimum;

pub(super) struct Maximum;

const FORM: Form = Form { amount: Amount::None, lie: Lie::Area(1) };

/// The cells of an object, each with an adjacent cell that is not of the kind.
fn borders(object: &Object, puzzle: &Puzzle) -> Vec<(usize, usize)> {
    let same = |cell: usize| {
        let kin = puzzle.objects.iter().filter(|other| other.kind.id() == object.kind.id());
        kin.into_iter().any(|other| other.line().contains(&cell))
    };
    let both = puzzle.neighbours().flat_map(|(a, b)| [(a, b), (b, a)]);
    both.filter(|(a, b)| object.line().contains(a) && !same(*b)).collect()
}

fn off(
    object: &Object,
    puzzle: &Puzzle,
    digits: &[u8],
    goes: impl Fn(u8, u8) -> bool,
) -> Option<Broken> {
    let held = |cell: usize| held_in(cell, digits);
    borders(object, puzzle).into_iter().find_map(|(cell, beside)| {
        let good = goes(held(cell)?, held(beside)?);
        let why = format!("it is no {} of its neighbours", object.kind.name());
        (!good).then(|| Broken { why, cells: vec![cell, beside] })
    })
}

impl Constraint for Minimum {
    fn id(&self) -> &'static str {
        "minimum"
    }

    fn name(&self) -> &'static str {
        "minimum"
    }

    fn rule(&self) -> &'static str {
        "A minimum is smaller than every cell beside it that is not a minimum, too."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("minimum", FPuzzlesKey::Cell))
    }

    fn usual_cells(&self) -> Option<RangeInclusive<usize>> {
        Some(1..=1)
    }

    fn post(&self, object: &Object, puzzle: &Puzzle, model: &mut Model) {
        for (cell, beside) in borders(object, puzzle) {
            model.pair(cell, beside, |a, b| a < b);
        }
    }

    fn broken(&self, object: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        off(object, puzzle, digits, |a, b| a < b)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.ground(object.line(), Ink::Tint(11));
        object.line().iter().for_each(|cell| pen.wedges(*cell, false));
    }

    fn rules(&self) -> &'static str {
        "minimal(S) :- kind(K,minimum), at(K,0,_,S).\n\
         broken(\"this minimum is not smaller than a cell beside it\",K) :- kind(K,minimum), \
             at(K,0,_,S), beside(S,T), not minimal(T), value(S,D), value(T,E), D >= E.\n"
    }
}

impl Constraint for Maximum {
    fn id(&self) -> &'static str {
        "maximum"
    }

    fn name(&self) -> &'static str {
        "maximum"
    }

    fn rule(&self) -> &'static str {
        "A maximum is larger than every cell beside it that is not a maximum, too."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("maximum", FPuzzlesKey::Cell))
    }

    fn usual_cells(&self) -> Option<RangeInclusive<usize>> {
        Some(1..=1)
    }

    fn post(&self, object: &Object, puzzle: &Puzzle, model: &mut Model) {
        for (cell, beside) in borders(object, puzzle) {
            model.pair(cell, beside, |a, b| a > b);
        }
    }

    fn broken(&self, object: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        off(object, puzzle, digits, |a, b| a > b)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.ground(object.line(), Ink::Tint(11));
        object.line().iter().for_each(|cell| pen.wedges(*cell, true));
    }

    fn rules(&self) -> &'static str {
        "maximal(S) :- kind(K,maximum), at(K,0,_,S).\n\
         broken(\"this maximum is not larger than a cell beside it\",K) :- kind(K,maximum), \
             at(K,0,_,S), beside(S,T), not maximal(T), value(S,D), value(T,E), D <= E.\n"
    }
}
