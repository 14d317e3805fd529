//! Constraints that all dots or letters of a kind are given, so they are absent elsewhere.

use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, held_in};
use crate::engine::Model;
use crate::puzzle::Puzzle;

/// All white dots are given.
pub(super) struct NoOtherDifference;

/// All black dots are given.
pub(super) struct NoOtherRatio;

/// All X and V are given.
pub(super) struct NoOtherXv;

const FORM: Form = Form { amount: Amount::None, lie: Lie::Whole };

/// Neighbours without a constraint of these kinds between them.
fn bare(puzzle: &Puzzle, kinds: &[&str]) -> Vec<(usize, usize)> {
    let marked = |pair: &(usize, usize)| {
        let between = |object: &Object| {
            let cells = object.line();
            cells.contains(&pair.0) && cells.contains(&pair.1)
        };
        puzzle.objects.iter().any(|object| kinds.contains(&object.kind.id()) && between(object))
    };
    puzzle.neighbours().filter(|pair| !marked(pair)).collect()
}

const DOTS: [&str; 2] = ["difference", "ratio"];
const LETTERS: [&str; 1] = ["pair_sum"];

/// The numbers of the level's black dots; 2 if there are none.
fn ratios(puzzle: &Puzzle) -> Vec<u8> {
    let dots = puzzle.objects.iter().filter(|object| object.kind.id() == "ratio");
    let number = |object: &Object| u8::try_from(object.amount().unwrap_or(2)).unwrap_or(2);
    let numbers: Vec<u8> = dots.map(number).collect();
    if numbers.is_empty() { vec![2] } else { numbers }
}

fn is_ratio(numbers: &[u8], a: u8, b: u8) -> bool {
    numbers.iter().any(|number| a == number * b || b == number * a)
}

fn is_xv(a: u8, b: u8) -> bool {
    [5, 10].contains(&(a + b))
}

fn post(puzzle: &Puzzle, kinds: &[&str], is_marked: &dyn Fn(u8, u8) -> bool, model: &mut Model) {
    for (first, second) in bare(puzzle, kinds) {
        model.pair(first, second, |a, b| !is_marked(a, b));
    }
}

fn off(
    puzzle: &Puzzle,
    kinds: &[&str],
    is_marked: &dyn Fn(u8, u8) -> bool,
    digits: &[u8],
) -> Option<(usize, usize)> {
    let held = |cell: usize| held_in(cell, digits);
    bare(puzzle, kinds).into_iter().find(|(first, second)| {
        held(*first).zip(held(*second)).is_some_and(|(a, b)| is_marked(a, b))
    })
}

impl Constraint for NoOtherDifference {
    fn id(&self) -> &'static str {
        "no_other_difference"
    }

    fn name(&self) -> &'static str {
        "all white dots are given"
    }

    fn rule(&self) -> &'static str {
        "All white dots are given: where no dot stands, neighbours are not consecutive."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        post(puzzle, &DOTS, &|a, b| a.abs_diff(b) == 1, model);
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let (first, second) = off(puzzle, &DOTS, &|a, b| a.abs_diff(b) == 1, digits)?;
        let why = "a white dot is missing between these digits".to_owned();
        Some(Broken { why, cells: vec![first, second] })
    }

    fn rules(&self) -> &'static str {
        "nd_dot(S,T) :- kind(K,(difference;ratio)), at(K,0,_,S), at(K,0,_,T), S != T.\n\
         broken(\"a white dot is missing here\",K,(S;T)) :- kind(K,no_other_difference), beside(S,T), \
             not nd_dot(S,T), value(S,D), value(T,D+1).\n"
    }
}

impl Constraint for NoOtherRatio {
    fn id(&self) -> &'static str {
        "no_other_ratio"
    }

    fn name(&self) -> &'static str {
        "all black dots are given"
    }

    fn rule(&self) -> &'static str {
        "All black dots are given: where no dot stands, no neighbour is twice the other, nor as many times \
         as some black dot says."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        let numbers = ratios(puzzle);
        post(puzzle, &DOTS, &|a, b| is_ratio(&numbers, a, b), model);
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let numbers = ratios(puzzle);
        let (first, second) = off(puzzle, &DOTS, &|a, b| is_ratio(&numbers, a, b), digits)?;
        let why = "a black dot is missing between these digits".to_owned();
        Some(Broken { why, cells: vec![first, second] })
    }

    fn rules(&self) -> &'static str {
        "nr_dot(S,T) :- kind(K,(difference;ratio)), at(K,0,_,S), at(K,0,_,T), S != T.\n\
         nr_number(N) :- kind(K,ratio), amount(K,0,N).\n\
         nr_number(2) :- kind(K,ratio), not amount(K,0,_) : amount(K,0,_).\n\
         nr_number(2) :- kind(_,no_other_ratio), not kind(K,ratio) : kind(K,ratio).\n\
         broken(\"a black dot is missing here\",K,(S;T)) :- kind(K,no_other_ratio), beside(S,T), \
             not nr_dot(S,T), nr_number(N), value(S,D), value(T,N*D).\n"
    }
}

impl Constraint for NoOtherXv {
    fn id(&self) -> &'static str {
        "no_other_xv"
    }

    fn name(&self) -> &'static str {
        "all X and V are given"
    }

    fn rule(&self) -> &'static str {
        "All X and V are given: where none stands, neighbours add up to neither 10 nor 5."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("StrictXV", Iss::Flag)]
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        post(puzzle, &LETTERS, &is_xv, model);
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let (first, second) = off(puzzle, &LETTERS, &is_xv, digits)?;
        let why = "an X or a V is missing between these digits".to_owned();
        Some(Broken { why, cells: vec![first, second] })
    }

    fn rules(&self) -> &'static str {
        "nx_letter(S,T) :- kind(K,pair_sum), at(K,0,_,S), at(K,0,_,T), S != T.\n\
         broken(\"an X or a V is missing here\",K,(S;T)) :- kind(K,no_other_xv), beside(S,T), \
             not nx_letter(S,T), value(S,D), value(T,E), D + E = (5;10).\n"
    }
}
