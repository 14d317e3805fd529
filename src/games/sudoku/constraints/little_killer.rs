//! Little killers: the sum of a diagonal, given outside the grid.

use super::cage::off_total;
use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, sum_of};
use crate::engine::Model;
use crate::puzzle::Puzzle;

pub(super) struct LittleKiller;

impl Constraint for LittleKiller {
    fn id(&self) -> &'static str {
        "little_killer"
    }

    fn name(&self) -> &'static str {
        "little killer"
    }

    fn rule(&self) -> &'static str {
        "A number with an arrow beside the board is the sum of the diagonal that the arrow points along. \
         Digits may repeat."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Maybe(0, 256), lie: Lie::Slanted }
    }

    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        Some(vec![sum_of(object.line(), digits)?])
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("LittleKiller", Iss::Slanted)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("littlekillersum", FPuzzlesKey::Slanted))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        if let Some(total) = object.amount() {
            model.sum(object.line(), total);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        off_total(object.line(), object.amount()?, digits)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.outside(object, &object.number_or_blank(), true);
    }

    fn rules(&self) -> &'static str {
        "unmet(\"this diagonal has another sum\",K) :- kind(K,little_killer), amount(K,0,N), \
             not N #sum { D,S : at(K,0,_,S), value(S,D) } N.\n"
    }
}
