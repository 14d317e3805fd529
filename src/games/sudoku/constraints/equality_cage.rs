//! Equality cages: as many odd digits as even ones, and as many low ones as high ones.

use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, Pen, all_of, twice};
use crate::engine::{Model, digits_of, sets_of};
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct EqualityCage;

/// 1 for a high digit, -1 for a low one, 0 for the one in the middle.
fn height(digit: i32, side: usize) -> i32 {
    (2 * digit - side as i32 - 1).signum()
}

/// 1 for an odd digit, -1 for an even one.
fn oddness(digit: i32) -> i32 {
    if digit % 2 == 1 { 1 } else { -1 }
}

impl Constraint for EqualityCage {
    fn id(&self) -> &'static str {
        "equality_cage"
    }

    fn name(&self) -> &'static str {
        "equality cage"
    }

    fn rule(&self) -> &'static str {
        "An equality cage holds different digits: as many odd as even ones, as many low as high ones, and \
         not the one in the middle."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Area(2) }
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        let many = object.line().len();
        match many {
            _ if many % 2 == 1 => Some("an equality cage has an even number of cells".to_owned()),
            _ if many > side => {
                Some("an equality cage has at most a cell for each digit".to_owned())
            }
            _ => None,
        }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("EqualityCage", Iss::Cells)]
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let fits = |set: u16| {
            let held = || digits_of(set).map(i32::from);
            let middle = held().any(|digit| height(digit, model.side) == 0);
            let high: i32 = held().map(|digit| height(digit, model.side)).sum();
            !middle && high == 0 && held().map(oddness).sum::<i32>() == 0
        };
        let sets = sets_of(model.side, object.line().len(), fits);
        model.one_of(object.line(), sets);
    }

    fn broken(&self, object: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let line = object.line();
        if let Some((first, second)) = twice(line, digits) {
            let why = "a digit stands in it twice".to_owned();
            return Some(Broken { why, cells: vec![first, second] });
        }
        let held: Vec<i32> = all_of(line, digits)?.into_iter().map(i32::from).collect();
        let odd: i32 = held.iter().map(|digit| oddness(*digit)).sum();
        let high: i32 = held.iter().map(|digit| height(*digit, puzzle.side)).sum();
        let why = if held.iter().any(|digit| height(*digit, puzzle.side) == 0) {
            "the digit in the middle stands in it"
        } else if odd != 0 {
            "it does not hold as many odd as even digits"
        } else if high != 0 {
            "it does not hold as many low as high digits"
        } else {
            return None;
        };
        Some(Broken { why: why.to_owned(), cells: line.to_vec() })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.ground(object.line(), Ink::Tint(6));
        pen.cage(object.line());
        pen.corner_text(object.line(), "=");
    }

    fn rules(&self) -> &'static str {
        "broken(\"a digit stands twice in this equality cage\",K) :- kind(K,equality_cage), digit(D), \
             2 { value(S,D) : at(K,0,_,S) }.\n\
         broken(\"the digit in the middle stands in this cage\",K) :- kind(K,equality_cage), side(N), \
             at(K,0,_,S), value(S,D), 2*D = N+1.\n\
         unmet(\"this cage has more of odd or of even digits\",K) :- kind(K,equality_cage), \
             not 0 #sum { 1,S : at(K,0,_,S), value(S,D), D \\ 2 = 1; \
                 -1,S : at(K,0,_,S), value(S,D), D \\ 2 = 0 } 0.\n\
         unmet(\"this cage has more of low or of high digits\",K) :- kind(K,equality_cage), side(N), \
             not 0 #sum { 1,S : at(K,0,_,S), value(S,D), 2*D > N+1; \
                 -1,S : at(K,0,_,S), value(S,D), 2*D < N+1 } 0.\n"
    }
}
