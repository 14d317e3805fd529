//! Groups of cells with the same digits in the same places, and groups with the same sum.

use super::{
    Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, held_in, sum_of,
};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Clone;

pub(super) struct EqualGroups;

const FORM: Form = Form { amount: Amount::None, lie: Lie::Groups };

/// Cells in corresponding places of the first group and of another.
fn matched(object: &Object) -> impl Iterator<Item = (usize, usize)> + '_ {
    let others = object.groups.iter().skip(1);
    others.flat_map(|other| object.line().iter().copied().zip(other.iter().copied()))
}

impl Constraint for Clone {
    fn id(&self) -> &'static str {
        "clone"
    }

    fn name(&self) -> &'static str {
        "clone"
    }

    fn rule(&self) -> &'static str {
        "Clones are groups of one shape that hold the same digits in the same places."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn fault(&self, object: &Object, _: usize) -> Option<String> {
        let size = object.line().len();
        let differs = object.groups.iter().any(|group| group.len() != size);
        differs.then(|| "clones have as many cells as one another".to_owned())
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("SameValues", Iss::Clones)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("clone", FPuzzlesKey::Clone))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        for (first, second) in matched(object) {
            model.pair(first, second, |a, b| a == b);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let held = |cell: usize| held_in(cell, digits);
        matched(object).find_map(|(first, second)| {
            let why = "two digits in the same place differ".to_owned();
            (held(first)? != held(second)?).then(|| Broken { why, cells: vec![first, second] })
        })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        object.groups.iter().for_each(|group| pen.ground(group, Ink::Tint(11)));
    }

    fn rules(&self) -> &'static str {
        "broken(\"these clones differ\",K) :- kind(K,clone), at(K,0,I,S), at(K,G,I,T), G > 0, \
             value(S,D), value(T,E), D != E.\n"
    }
}

impl Constraint for EqualGroups {
    fn id(&self) -> &'static str {
        "equal_sums"
    }

    fn name(&self) -> &'static str {
        "groups with one sum"
    }

    fn rule(&self) -> &'static str {
        "The digits of each group add up to the same sum."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("EqualSum", Iss::Segments)]
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        model.equal_sums(&object.groups);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let mut first: Option<i32> = None;
        object.groups.iter().find_map(|group| {
            let sum = sum_of(group, digits)?;
            let known = *first.get_or_insert(sum);
            let why = format!("one group adds up to {known}, another to {sum}");
            (known != sum).then(|| Broken { why, cells: group.clone() })
        })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        object.groups.iter().for_each(|group| pen.cage(group));
    }

    fn rules(&self) -> &'static str {
        "unmet(\"these groups have different sums\",K) :- kind(K,equal_sums), at(K,G,0,_), G > 0, \
             not 0 #sum { D,I,here : at(K,G,I,S), value(S,D); \
                 -D,I,first : at(K,0,I,S), value(S,D) } 0.\n"
    }
}
