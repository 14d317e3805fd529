//! Irregular regions in place of boxes, and regions beside them.

use std::ops::RangeInclusive;

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, twice};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

/// A region that takes the place of boxes.
pub(super) struct Region;

/// A region beside the boxes.
pub(super) struct ExtraRegion;

/// Turns the boxes off.
pub(super) struct NoBoxes;

fn sized(object: &Object, side: usize) -> Option<String> {
    let many = object.line().len();
    (many != side).then(|| format!("a region of this board has {side} cells, not {many}"))
}

fn repeats(object: &Object, digits: &[u8]) -> Option<Broken> {
    let (first, second) = twice(object.line(), digits)?;
    Some(Broken { why: "a digit stands in it twice".to_owned(), cells: vec![first, second] })
}

impl Constraint for Region {
    fn id(&self) -> &'static str {
        "region"
    }

    fn name(&self) -> &'static str {
        "region"
    }

    fn rule(&self) -> &'static str {
        "Irregular regions replace boxes; each holds every digit once."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Area(1) }
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        sized(object, side)
    }

    fn usual_cells(&self) -> Option<RangeInclusive<usize>> {
        None
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        model.different(object.line());
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        repeats(object, digits)
    }

    fn rules(&self) -> &'static str {
        "broken(\"a digit stands twice in this region\",K) :- kind(K,region), digit(D), \
             2 { value(S,D) : at(K,0,_,S) }.\n"
    }
}

impl Constraint for ExtraRegion {
    fn id(&self) -> &'static str {
        "extra_region"
    }

    fn name(&self) -> &'static str {
        "extra region"
    }

    fn rule(&self) -> &'static str {
        "Each extra region holds every digit once, beside rows, columns and boxes."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Area(1) }
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        sized(object, side)
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("extraregion", FPuzzlesKey::Cells))
    }

    fn usual_cells(&self) -> Option<RangeInclusive<usize>> {
        None
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        model.different(object.line());
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        repeats(object, digits)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.ground(object.line(), Ink::Tint(11));
    }

    fn rules(&self) -> &'static str {
        "broken(\"a digit stands twice in this extra region\",K) :- kind(K,extra_region), digit(D), \
             2 { value(S,D) : at(K,0,_,S) }.\n"
    }
}

impl Constraint for NoBoxes {
    fn id(&self) -> &'static str {
        "no_boxes"
    }

    fn name(&self) -> &'static str {
        "no boxes"
    }

    fn rule(&self) -> &'static str {
        "There are no boxes."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Whole }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("NoBoxes", Iss::Flag)]
    }

    fn post(&self, _: &Object, _: &Puzzle, _: &mut Model) {}

    fn broken(&self, _: &Object, _: &Puzzle, _: &[u8]) -> Option<Broken> {
        None
    }

    fn rules(&self) -> &'static str {
        ""
    }
}
