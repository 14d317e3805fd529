//! X-sums: the sum of the first X digits of a line, where X is the first of them.

use super::{
    Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, held_in, sum_of,
};
use crate::engine::{
    Board, CellReading, CellSight, Cost, Layers, Model, Propagator, Told, digits_of, sets_with_sum,
};
use crate::puzzle::Puzzle;

pub(super) struct XSum;

/// The first X cells of a line, where X is the digit in the first of them.
fn first_of<'a>(line: &'a [usize], digits: &[u8]) -> Option<&'a [usize]> {
    let many = held_in(*line.first()?, digits)?;
    line.get(..usize::from(many))
}

impl Constraint for XSum {
    fn id(&self) -> &'static str {
        "x_sum"
    }

    fn name(&self) -> &'static str {
        "X-sum"
    }

    fn rule(&self) -> &'static str {
        "An X-sum beside a row or column is the sum of the first X digits there, where X is the digit next \
         to it."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Maybe(1, 136), lie: Lie::Straight }
    }

    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        Some(vec![sum_of(first_of(object.line(), digits)?, digits)?])
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("XSum", Iss::BothSides)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("xsum", FPuzzlesKey::Outside))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let side = model.side;
        let Some(Ok(total)) = object.amount().map(u32::try_from) else { return };
        let starts = (1..=side).map(|many| {
            let sets = sets_with_sum(side, many, |sum| sum == total);
            sets.into_iter().filter(|set| set >> (many - 1) & 1 == 1).collect()
        });
        let starts = starts.collect();
        model.post(Starts { cells: object.line().to_vec(), all: model.all(), starts });
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let (total, cells) = (object.amount()?, first_of(object.line(), digits)?);
        let (many, sum) = (cells.len(), sum_of(cells, digits)?);
        let why = format!("the first {many} digits add up to {sum}, not to {total}");
        (sum != total).then(|| Broken { why, cells: cells.to_vec() })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.outside(object, &format!("⟨{}⟩", object.number_or_blank()), false);
    }

    fn rules(&self) -> &'static str {
        "unmet(\"the first digits here have another sum\",K) :- kind(K,x_sum), amount(K,0,N), \
             at(K,0,0,T), value(T,X), not N #sum { D,I : at(K,0,I,S), I < X, value(S,D) } N.\n"
    }
}

struct Starts {
    cells: Vec<usize>,
    all: u16,
    /// Sets with the sum, by number of digits; each contains that number, the first digit.
    starts: Vec<Vec<u16>>,
}

impl Propagator for Starts {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Dear
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let mut kept = [0u16; 16];
        for digit in digits_of(board.of(self.cells[0])) {
            let many = usize::from(digit);
            let first = 1u16 << (digit - 1);
            let (inside, outside) = self.cells.split_at(many);
            let (union_in, fixed_in) = (board.union(&inside[1..]), board.fixed(&inside[1..]));
            let (union_out, fixed_out) = (board.union(outside), board.fixed(outside));
            for set in &self.starts[many - 1] {
                let (rest_in, rest_out) = (set & !first, self.all & !set);
                let fits = rest_in & !union_in == 0
                    && fixed_in & !rest_in == 0
                    && rest_out & !union_out == 0
                    && fixed_out & !rest_out == 0;
                if !fits {
                    continue;
                }
                kept[0] |= first;
                kept[1..many].iter_mut().for_each(|kept| *kept |= rest_in);
                let beyond = many..self.cells.len();
                kept[beyond].iter_mut().for_each(|kept| *kept |= rest_out);
            }
        }
        self.cells.iter().zip(kept).all(|(cell, kept)| board.keep(*cell, kept))
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        // The number of digits, and those so far; 0 for both behind them.
        let step = |at: usize, state: &(u8, u16), digit: u8| {
            let (many, held) = if at == 0 { (digit, 0) } else { *state };
            let bit = 1u16 << (digit - 1);
            let number = usize::from(many);
            if at >= number {
                return Some((0, 0));
            }
            if held & bit != 0 || at + 1 < number {
                return (held & bit == 0).then_some((many, held | bit));
            }
            self.starts.get(at)?.contains(&(held | bit)).then_some((0, 0))
        };
        // The rest of the line does not belong to it.
        let frame = CellSight { sees: &|_, _| false, ..*frame };
        let reading = CellReading { start: (0, 0), step: &step, end: &|_| Some(0) };
        Layers::of(&frame, &self.cells, &reading).map(Told::Paths)
    }
}
