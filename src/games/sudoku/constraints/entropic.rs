//! Entropic lines: three neighbours are low, middle and high.

use super::modular::{post_classes, same_class};
use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Entropic;

/// Low, middle or high, if the digits divide into thirds.
pub(super) fn third(digit: u8, side: usize) -> usize {
    (usize::from(digit) - 1) / (side / 3).max(1)
}

/// The reason why a board's digits have no three equal thirds.
pub(super) fn uneven(side: usize) -> Option<String> {
    let uneven = !side.is_multiple_of(3);
    uneven.then(|| format!("digits from 1 to {side} do not make three groups of one size"))
}

impl Constraint for Entropic {
    fn id(&self) -> &'static str {
        "entropic"
    }

    fn name(&self) -> &'static str {
        "entropic line"
    }

    fn rule(&self) -> &'static str {
        "Any three neighbours on an entropic line are a low, a middle and a high digit; with digits to 9 \
         from 1 2 3, 4 5 6 and 7 8 9."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Line(2) }
    }

    fn fault(&self, _: &Object, side: usize) -> Option<String> {
        uneven(side)
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Entropic", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("entropicline", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, puzzle: &Puzzle, model: &mut Model) {
        post_classes(object.line(), 3, &|digit| third(digit, puzzle.side), model);
    }

    fn broken(&self, object: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let class = |digit: u8| third(digit, puzzle.side);
        let (first, second) = same_class(object.line(), 3, &class, digits)?;
        let why = "two digits close by are both low, middle or high".to_owned();
        Some(Broken { why, cells: vec![first, second] })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Band(8));
    }

    fn rules(&self) -> &'static str {
        "broken(\"two digits close by on this entropic line are of one group\",K) :- \
             kind(K,entropic), side(N), at(K,0,I,S), at(K,0,J,T), I < J, J - I < 3, value(S,D), \
             value(T,E), (D-1) / (N/3) = (E-1) / (N/3).\n"
    }
}
