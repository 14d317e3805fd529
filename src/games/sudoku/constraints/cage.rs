//! Killer cages: different digits with a sum; and sums of cells that may repeat digits.

use super::{
    Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, all_of, sum_of, twice,
};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

/// Different digits, perhaps with a sum.
pub(super) struct Cage;

/// Digits with a sum.
pub(super) struct Sum;

/// The largest sum of a board.
const MAX_SUM: i32 = 999;

/// Returns whether cells miss an object's sum, or can no longer reach it.
fn off(object: &Object, digits: &[u8]) -> Option<Broken> {
    let (total, cells) = (object.amount()?, object.line());
    let filled = cells.iter().filter_map(|cell| digits.get(*cell)).map(|digit| i32::from(*digit));
    let sum: i32 = filled.sum();
    let whole = all_of(cells, digits).is_some();
    let why = match whole {
        true if sum != total => format!("its digits add up to {sum} and not to {total}"),
        false if sum >= total => format!("its digits are more than {total} already"),
        _ => return None,
    };
    Some(Broken { why, cells: cells.to_vec() })
}

impl Constraint for Cage {
    fn id(&self) -> &'static str {
        "cage"
    }

    fn name(&self) -> &'static str {
        "cage"
    }

    fn rule(&self) -> &'static str {
        "Digits do not repeat in a cage. They add up to its number, where it has one."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Maybe(1, MAX_SUM), lie: Lie::Area(1) }
    }

    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        Some(vec![sum_of(object.line(), digits)?])
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        let many = object.line().len();
        (many > side).then(|| format!("{many} cells cannot hold different digits from 1 to {side}"))
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Cage", Iss::Number), ("AllDifferent", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("killercage", FPuzzlesKey::Cells))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        model.different(object.line());
        if let Some(total) = object.amount() {
            model.sum(object.line(), total);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let same = twice(object.line(), digits).map(|(first, second)| Broken {
            why: "a digit stands in it twice".to_owned(),
            cells: vec![first, second],
        });
        same.or_else(|| off(object, digits))
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.cage(object.line());
        if let Some(total) = object.amount() {
            pen.corner_text(object.line(), &total.to_string());
        }
    }

    fn rules(&self) -> &'static str {
        "broken(\"a digit stands twice in this cage\",K) :- kind(K,cage), digit(D), \
             2 { value(S,D) : at(K,0,_,S) }.\n\
         unmet(\"this cage has another sum\",K) :- kind(K,cage), amount(K,0,N), \
             not N #sum { D,S : at(K,0,_,S), value(S,D) } N.\n"
    }
}

impl Constraint for Sum {
    fn id(&self) -> &'static str {
        "sum"
    }

    fn name(&self) -> &'static str {
        "sum"
    }

    fn rule(&self) -> &'static str {
        "The digits add up to the number. They may repeat."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Maybe(0, MAX_SUM), lie: Lie::Area(1) }
    }

    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        Some(vec![sum_of(object.line(), digits)?])
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Sum", Iss::Number)]
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        if let Some(total) = object.amount() {
            model.sum(object.line(), total);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        off(object, digits)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.ground(object.line(), Ink::Tint(11));
        pen.corner_text(object.line(), &object.number_or_blank());
    }

    fn rules(&self) -> &'static str {
        "unmet(\"these cells have another sum\",K) :- kind(K,sum), amount(K,0,N), \
             not N #sum { D,S : at(K,0,_,S), value(S,D) } N.\n"
    }
}

/// Returns whether the sum of cells is wrong once all are filled.
pub(super) fn off_total(cells: &[usize], total: i32, digits: &[u8]) -> Option<Broken> {
    let sum = sum_of(cells, digits).filter(|sum| *sum != total)?;
    let why = format!("its digits add up to {sum} and not to {total}");
    Some(Broken { why, cells: cells.to_vec() })
}
