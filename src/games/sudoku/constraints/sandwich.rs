//! Sandwiches: the sum between the least and the largest digit of a line.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, sum_of};
use crate::engine::{
    Board, CellReading, CellSight, Cost, Layers, Model, Propagator, Told, sets_with_sum,
};
use crate::puzzle::Puzzle;

pub(super) struct Sandwich;

/// The cells between the 1 and the largest digit of a line.
fn between<'a>(line: &'a [usize], digits: &[u8]) -> Option<&'a [usize]> {
    let held = |cell: &usize| digits.get(*cell).copied().map_or(0, usize::from);
    let place = |digit: usize| line.iter().position(|cell| held(cell) == digit);
    let (one, last) = (place(1)?, place(line.len())?);
    line.get(one.min(last) + 1..one.max(last))
}

impl Constraint for Sandwich {
    fn id(&self) -> &'static str {
        "sandwich"
    }

    fn name(&self) -> &'static str {
        "sandwich sum"
    }

    fn rule(&self) -> &'static str {
        "A sandwich sum beside a row or column is the sum of the digits between the 1 and the largest \
         digit there."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Maybe(0, 136), lie: Lie::Straight }
    }

    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        Some(vec![sum_of(between(object.line(), digits)?, digits)?])
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Sandwich", Iss::OneSide)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("sandwichsum", FPuzzlesKey::Outside))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let (side, cells) = (model.side, object.line().to_vec());
        let Some(Ok(total)) = object.amount().map(u32::try_from) else { return };
        let bread = 1 | 1 << (side - 1);
        let fillings = (0..=side - 2).map(|many| {
            let sets = sets_with_sum(side, many, |sum| sum == total);
            sets.into_iter().filter(|set| set & bread == 0).collect()
        });
        model.post(Filled { cells, bread, all: model.all(), fillings: fillings.collect() });
    }

    fn broken(&self, object: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let total = object.amount()?;
        let line = object.line();
        let sum = sum_of(between(line, digits)?, digits)?;
        let why =
            format!("the digits between 1 and {} add up to {sum}, not to {total}", puzzle.side);
        (sum != total).then(|| Broken { why, cells: line.to_vec() })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.outside(object, &object.number_or_blank(), false);
    }

    fn rules(&self) -> &'static str {
        "sw_bread(K,I) :- kind(K,sandwich), at(K,0,I,S), value(S,1).\n\
         sw_bread(K,I) :- kind(K,sandwich), at(K,0,I,S), side(N), value(S,N).\n\
         sw_in(K,J) :- sw_bread(K,I), sw_bread(K,L), I < J, J < L, at(K,0,J,_).\n\
         unmet(\"this sandwich has another sum\",K) :- kind(K,sandwich), amount(K,0,N), \
             not N #sum { D,J : sw_in(K,J), at(K,0,J,S), value(S,D) } N.\n"
    }
}

/// The line with all digits, two of them the bread.
struct Filled {
    cells: Vec<usize>,
    bread: u16,
    all: u16,
    /// Sets with the sum, by number of digits.
    fillings: Vec<Vec<u16>>,
}

impl Propagator for Filled {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Dear
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let (low, high) = (1u16, self.bread & !1);
        let mut kept = [0u16; 16];
        let cells = &self.cells;
        for (from, first) in cells.iter().enumerate() {
            for (to, second) in cells.iter().enumerate().skip(from + 1) {
                let (a, b) = (board.of(*first), board.of(*second));
                let ends = (a & low != 0 && b & high != 0, a & high != 0 && b & low != 0);
                if ends == (false, false) {
                    continue;
                }
                let (inside, outside) = (&cells[from + 1..to], [&cells[..from], &cells[to + 1..]]);
                let Some((some_in, some_out)) = self.sets(board, inside, &outside) else {
                    continue;
                };
                kept[from] |= if ends.0 { low } else { 0 } | if ends.1 { high } else { 0 };
                kept[to] |= if ends.0 { high } else { 0 } | if ends.1 { low } else { 0 };
                for (at, kept) in kept.iter_mut().enumerate().take(cells.len()) {
                    *kept |= match at {
                        at if at == from || at == to => 0,
                        at if at > from && at < to => some_in,
                        _ => some_out,
                    };
                }
            }
        }
        cells.iter().zip(kept).all(|(cell, kept)| board.keep(*cell, kept))
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        // The bread so far, and the digits since the first of it.
        let step = |_: usize, (bread, held): &(u16, u16), digit: u8| {
            let bit = 1u16 << (digit - 1);
            if self.bread & bit == 0 {
                let inside = bread.count_ones() == 1;
                let fits = !inside || held & bit == 0;
                return fits.then_some((*bread, if inside { held | bit } else { 0 }));
            }
            let closes = || {
                let fillings = self.fillings.get(held.count_ones() as usize);
                fillings.is_some_and(|fillings| fillings.contains(held))
            };
            (bread & bit == 0 && (*bread == 0 || closes())).then_some((bread | bit, 0))
        };
        let end = |(bread, _): &(u16, u16)| (*bread == self.bread).then_some(0);
        let frame = CellSight { sees: &|_, _| false, ..*frame };
        let reading = CellReading { start: (0, 0), step: &step, end: &end };
        Layers::of(&frame, &self.cells, &reading).map(Told::Paths)
    }
}

impl Filled {
    /// The digits possible between two places and outside them, if any are.
    fn sets(
        &self,
        board: &Board<'_>,
        inside: &[usize],
        outside: &[&[usize]; 2],
    ) -> Option<(u16, u16)> {
        let (union_in, fixed_in) = (board.union(inside), board.fixed(inside));
        let union_out = board.union(outside[0]) | board.union(outside[1]);
        let fixed_out = board.fixed(outside[0]) | board.fixed(outside[1]);
        let (mut some_in, mut some_out, mut any) = (0u16, 0u16, false);
        for set in self.fillings.get(inside.len())? {
            let rest = self.all & !self.bread & !set;
            let fits = set & !union_in == 0
                && fixed_in & !set == 0
                && rest & !union_out == 0
                && fixed_out & !rest == 0;
            if fits {
                some_in |= set;
                some_out |= rest;
                any = true;
            }
        }
        any.then_some((some_in, some_out))
    }
}
