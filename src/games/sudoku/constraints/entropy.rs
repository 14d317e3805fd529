//! Every two-by-two square holds digits of three groups: low, middle and high ones, or those with each
//! remainder by 3.

use super::entropic::{third, uneven};
use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, all_of};
use crate::engine::Model;
use crate::puzzle::Puzzle;

pub(super) struct GlobalEntropy;

pub(super) struct GlobalModular;

const FORM: Form = Form { amount: Amount::None, lie: Lie::Whole };

fn post(puzzle: &Puzzle, class: impl Fn(u8) -> usize, model: &mut Model) {
    for group in 0..3 {
        let digits = model.digits(|digit| class(digit) == group);
        puzzle.squares().for_each(|square| model.at_least(1, &square, digits));
    }
}

fn lacks(puzzle: &Puzzle, class: impl Fn(u8) -> usize, digits: &[u8], why: &str) -> Option<Broken> {
    puzzle.squares().find_map(|square| {
        let held = all_of(&square, digits)?;
        let has = |group: usize| held.iter().any(|digit| class(*digit) == group);
        (!(0..3).all(has)).then(|| Broken { why: why.to_owned(), cells: square.to_vec() })
    })
}

impl Constraint for GlobalEntropy {
    fn id(&self) -> &'static str {
        "global_entropy"
    }

    fn name(&self) -> &'static str {
        "global entropy"
    }

    fn rule(&self) -> &'static str {
        "Every two by two cells hold a low, a middle and a high digit; with digits to 9 one of 1 2 3, one \
         of 4 5 6 and one of 7 8 9."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn fault(&self, _: &Object, side: usize) -> Option<String> {
        uneven(side)
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("GlobalEntropy", Iss::Flag)]
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        post(puzzle, |digit| third(digit, puzzle.side), model);
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let why = "two by two cells lack a low, middle or high digit";
        lacks(puzzle, |digit| third(digit, puzzle.side), digits, why)
    }

    fn rules(&self) -> &'static str {
        "ge_square(C,R,cell(C+(0..1),R+(0..1))) :- site(cell(C,R)), site(cell(C+1,R+1)).\n\
         ge_lacks(K,C,R) :- kind(K,global_entropy), ge_square(C,R,_), side(N), G = 0..2, \
             4 { value(S,D) : ge_square(C,R,S), digit(D), (D-1)/(N/3) != G }.\n\
         broken(\"two by two cells lack a low, middle or high digit\",K,S) :- ge_lacks(K,C,R), \
             ge_square(C,R,S).\n"
    }
}

impl Constraint for GlobalModular {
    fn id(&self) -> &'static str {
        "global_modular"
    }

    fn name(&self) -> &'static str {
        "global modulo 3"
    }

    fn rule(&self) -> &'static str {
        "Every two by two cells hold digits with each remainder by 3: one of 1 4 7, one of 2 5 8 and one of \
         3 6 9, and so on."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("GlobalMod", Iss::Flag)]
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        post(puzzle, |digit| usize::from(digit % 3), model);
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let why = "two by two cells lack a digit with some remainder by 3";
        lacks(puzzle, |digit| usize::from(digit % 3), digits, why)
    }

    fn rules(&self) -> &'static str {
        "gm_square(C,R,cell(C+(0..1),R+(0..1))) :- site(cell(C,R)), site(cell(C+1,R+1)).\n\
         gm_lacks(K,C,R) :- kind(K,global_modular), gm_square(C,R,_), G = 0..2, \
             4 { value(S,D) : gm_square(C,R,S), digit(D), D \\ 3 != G }.\n\
         broken(\"two by two cells lack a digit with some remainder by 3\",K,S) :- gm_lacks(K,C,R), \
             gm_square(C,R,S).\n"
    }
}
