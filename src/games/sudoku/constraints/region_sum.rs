//! Region sum lines: the parts of the line in each region have one sum.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, sum_of};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct RegionSum;

/// The parts of a line, cut where it goes from one region to another.
fn parts(object: &Object, puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let region = |cell: usize| puzzle.regions.iter().position(|region| region.contains(&cell));
    let same = |a: &usize, b: &usize| region(*a) == region(*b);
    object.line().chunk_by(same).map(<[usize]>::to_vec).collect()
}

impl Constraint for RegionSum {
    fn id(&self) -> &'static str {
        "region_sum"
    }

    fn name(&self) -> &'static str {
        "region sum line"
    }

    fn rule(&self) -> &'static str {
        "Boxes or regions cut a region sum line into parts; the digits of each part have the same sum."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Line(2) }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("RegionSumLine", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("regionsumline", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, puzzle: &Puzzle, model: &mut Model) {
        let parts = parts(object, puzzle);
        if parts.len() > 1 {
            model.equal_sums(&parts);
        }
    }

    fn broken(&self, object: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let mut first: Option<i32> = None;
        parts(object, puzzle).into_iter().find_map(|part| {
            let sum = sum_of(&part, digits)?;
            let known = *first.get_or_insert(sum);
            let why = format!("one part adds up to {known}, another to {sum}");
            (known != sum).then(|| Broken { why, cells: object.cells() })
        })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Band(1));
    }

    fn rules(&self) -> &'static str {
        "rs_cut(K,I) :- kind(K,region_sum), at(K,0,I,S), at(K,0,I-1,T), in_region(A,S), \
             not in_region(A,T).\n\
         rs_cut(K,I) :- kind(K,region_sum), at(K,0,I,S), at(K,0,I-1,T), in_region(A,T), \
             not in_region(A,S).\n\
         rs_part(K,0,0) :- kind(K,region_sum).\n\
         rs_part(K,I,P) :- rs_part(K,I-1,P), at(K,0,I,_), not rs_cut(K,I).\n\
         rs_part(K,I,I) :- rs_cut(K,I).\n\
         unmet(\"the parts of this region sum line differ\",K) :- kind(K,region_sum), rs_cut(K,P), \
             not 0 #sum { D,I,here : rs_part(K,I,P), at(K,0,I,S), value(S,D); \
                 -D,I,first : rs_part(K,I,0), at(K,0,I,S), value(S,D) } 0.\n"
    }
}
