//! Skyscrapers: the number of digits of a line that are larger than all before them.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, all_of};
use crate::engine::{Automaton, Model};
use crate::puzzle::Puzzle;

pub(super) struct Skyscraper;

/// Counts the digits that can be seen from the first one on.
fn seen(digits: &[u8]) -> i32 {
    let (mut tallest, mut seen) = (0, 0);
    for digit in digits {
        if *digit > tallest {
            (tallest, seen) = (*digit, seen + 1);
        }
    }
    seen
}

impl Constraint for Skyscraper {
    fn id(&self) -> &'static str {
        "skyscraper"
    }

    fn name(&self) -> &'static str {
        "skyscraper clue"
    }

    fn rule(&self) -> &'static str {
        "Digits are heights. A number beside a row or column tells how many can be seen from there: each \
         hides lower ones behind it."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Maybe(1, 16), lie: Lie::Straight }
    }

    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        Some(vec![seen(&all_of(object.line(), digits)?)])
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Skyscraper", Iss::BothSides)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("skyscraper", FPuzzlesKey::Outside))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let Some(wanted) = object.amount() else { return };
        let step = |state: &(u8, i32), digit: u8| {
            let (tallest, seen) = *state;
            let next = if digit > tallest { (digit, seen + 1) } else { (tallest, seen) };
            (next.1 <= wanted).then_some(next)
        };
        let last = u8::try_from(model.side).unwrap_or(16);
        let accepts = |state: &(u8, i32)| *state == (last, wanted);
        let by = Automaton::explore(model.side, vec![(0, 0)], &step, &accepts);
        model.read(object.line(), &by);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let wanted = object.amount()?;
        let seen = seen(&all_of(object.line(), digits)?);
        let why = format!("{seen} digits can be seen, not {wanted}");
        (seen != wanted).then(|| Broken { why, cells: object.cells() })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.outside(object, &format!("[{}]", object.number_or_blank()), false);
    }

    fn rules(&self) -> &'static str {
        "sky_hidden(K,I) :- kind(K,skyscraper), at(K,0,I,S), at(K,0,J,T), J < I, value(S,D), \
             value(T,E), E >= D.\n\
         unmet(\"another number of digits can be seen from here\",K) :- kind(K,skyscraper), \
             amount(K,0,N), not N #count { I : at(K,0,I,_), not sky_hidden(K,I) } N.\n"
    }
}
