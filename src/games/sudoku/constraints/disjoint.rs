//! Disjoint groups: corresponding cells of two boxes hold different digits.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, twice};
use crate::engine::Model;
use crate::puzzle::Puzzle;

pub(super) struct DisjointGroups;

/// Corresponding cells of all boxes.
fn groups(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let in_place = |at: usize| -> Vec<usize> {
        puzzle.regions.iter().filter_map(|region| region.get(at).copied()).collect()
    };
    match puzzle.boxes {
        Some(_) => (0..puzzle.side).map(in_place).collect(),
        None => Vec::new(),
    }
}

impl Constraint for DisjointGroups {
    fn id(&self) -> &'static str {
        "disjoint_groups"
    }

    fn name(&self) -> &'static str {
        "disjoint groups"
    }

    fn rule(&self) -> &'static str {
        "No digit stands in the same place of two boxes."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Whole }
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("DisjointSets", Iss::Flag)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("disjointgroups", FPuzzlesKey::Flag))
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        groups(puzzle).iter().for_each(|group| model.different(group));
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        groups(puzzle).iter().find_map(|group| {
            let (first, second) = twice(group, digits)?;
            let why = "a digit stands in the same place of two boxes".to_owned();
            Some(Broken { why, cells: vec![first, second] })
        })
    }

    fn rules(&self) -> &'static str {
        "dj_place(K,cell(C,R),(C \\ W,R \\ H)) :- kind(K,disjoint_groups), site(cell(C,R)), wide(W), \
             high(H).\n\
         broken(\"a digit stands in the same place of two boxes\",K,S) :- dj_place(K,S,P), value(S,D), \
             2 { value(T,D) : dj_place(K,T,P) }.\n"
    }
}
