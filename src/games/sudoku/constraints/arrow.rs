//! Arrows: the digits along the line add up to the circle, or to the number in a pill.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, all_of, sum_of};
use crate::engine::Model;
use crate::puzzle::Puzzle;

pub(super) struct Arrow;

/// The cells of a pill in reading order: from left to right, top to bottom.
fn pill(object: &Object) -> Vec<usize> {
    let mut cells = object.line().to_vec();
    cells.sort_unstable();
    cells
}

impl Constraint for Arrow {
    fn id(&self) -> &'static str {
        "arrow"
    }

    fn name(&self) -> &'static str {
        "arrow"
    }

    fn rule(&self) -> &'static str {
        "Digits along an arrow add up to the digit in its circle, or to the number in its pill. They may \
         repeat."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Circle }
    }

    fn fault(&self, object: &Object, _: usize) -> Option<String> {
        (object.line().len() > 3).then(|| "a pill has at most three cells".to_owned())
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Arrow", Iss::Circle), ("PillArrow", Iss::Pill)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("arrow", FPuzzlesKey::Arrow))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let pill = pill(object);
        for shaft in object.groups.iter().skip(1) {
            let mut weight = -1;
            let mut terms: Vec<(usize, i32)> = shaft.iter().map(|cell| (*cell, 1)).collect();
            for cell in pill.iter().rev() {
                terms.push((*cell, weight));
                weight *= 10;
            }
            model.linear(&terms, 0);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let held = all_of(&pill(object), digits)?;
        let number = held.into_iter().fold(0, |number, digit| 10 * number + i32::from(digit));
        object.groups.iter().skip(1).find_map(|shaft| {
            let sum = sum_of(shaft, digits).filter(|sum| *sum != number)?;
            let why = format!("its line adds up to {sum} and not to {number}");
            Some(Broken { why, cells: [object.line(), shaft].concat() })
        })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        let pill = pill(object);
        for line in object.groups.iter().skip(1) {
            let first = line.first().copied().unwrap_or(0);
            // The line leaves the pill at the nearest cell.
            let near = |cell: &&usize| {
                let (a, b) = (pen.centre(**cell), pen.centre(first));
                ((a.x - b.x).hypot(a.y - b.y) * 100.0) as u32
            };
            if let Some(from) = pill.iter().min_by_key(near).copied() {
                pen.arrow(from, line, 0.4);
            }
        }
        pen.pill(&pill, 0.4);
    }

    fn rules(&self) -> &'static str {
        // The weight of a pill's cell is a power of ten: as many as there are cells behind it.
        "pill_behind(K,S,N) :- kind(K,arrow), at(K,0,_,S), S = cell(C,R), \
             N = #count { T : at(K,0,_,T), T = cell(X,Y), (Y,X) > (R,C) }.\n\
         pill_weight(0,1). pill_weight(1,10). pill_weight(2,100).\n\
         unmet(\"this arrow has another sum\",K) :- kind(K,arrow), at(K,G,0,_), G > 0, \
             not 0 #sum { D,S,shaft : at(K,G,_,S), value(S,D); \
                 -D*W,S,pill : pill_behind(K,S,N), pill_weight(N,W), value(S,D) } 0.\n"
    }
}
