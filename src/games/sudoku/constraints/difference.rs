//! Differences of two neighbours: white Kropki dots, and dots with a number.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, unfit};
use crate::engine::Model;
use crate::puzzle::Puzzle;

pub(super) struct Difference;

/// Finds two neighbours that break a relation.
pub(super) fn off_pair(
    object: &Object,
    digits: &[u8],
    goes: impl Fn(i32, i32) -> bool,
    why: String,
) -> Option<Broken> {
    let (first, second) = unfit(object.line(), digits, goes)?;
    Some(Broken { why, cells: vec![first, second] })
}

impl Constraint for Difference {
    fn id(&self) -> &'static str {
        "difference"
    }

    fn name(&self) -> &'static str {
        "white dot"
    }

    fn rule(&self) -> &'static str {
        "Digits on both sides of a white dot differ by 1, or by the number in the dot."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Maybe(0, 15), lie: Lie::Pair }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("WhiteDot", Iss::Neighbours(1))]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("difference", FPuzzlesKey::Cells))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let difference = object.amount().unwrap_or(1);
        let [a, b] = object.line() else { return };
        model.pair(*a, *b, |a, b| i32::from(a.abs_diff(b)) == difference);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let difference = object.amount().unwrap_or(1);
        let why = format!("its two digits do not differ by {difference}");
        off_pair(object, digits, |a, b| (a - b).abs() == difference, why)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        let number = object.amount().filter(|number| *number != 1);
        pen.white_dot(object.line(), &number.map_or(String::new(), |n| n.to_string()));
    }

    fn rules(&self) -> &'static str {
        "df_number(K,N) :- kind(K,difference), amount(K,0,N).\n\
         df_number(K,1) :- kind(K,difference), not amount(K,0,_) : amount(K,0,_).\n\
         broken(\"the digits at this white dot have another difference\",K) :- df_number(K,N), \
             at(K,0,0,S), at(K,0,1,T), value(S,D), value(T,E), |D-E| != N.\n"
    }
}
