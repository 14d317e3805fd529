//! Two ends and the cells between them: the allowed digits depend on those of the ends.

use super::digits_of;
use super::layers::{CellReading, CellSight, Layers, Told};
use super::propagator::{Board, Propagator};

pub(super) struct Ends {
    /// The two ends, then the cells between.
    cells: Vec<usize>,
    side: usize,
    /// For each two digits of the ends, the digits allowed between them; none if the ends are incompatible.
    between: Vec<u16>,
}

impl Ends {
    pub(super) fn new(side: usize, cells: Vec<usize>, between: &dyn Fn(u8, u8) -> u16) -> Self {
        let digits = || (1..=16u8).take(side);
        let table = digits().flat_map(|a| digits().map(move |b| (a, b)));
        Self { cells, side, between: table.map(|(a, b)| between(a, b)).collect() }
    }
}

impl Propagator for Ends {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let [a, b, middle @ ..] = &self.cells[..] else { return true };
        let (mut at_a, mut at_b, mut between) = (0u16, 0u16, 0u16);
        for first in digits_of(board.of(*a)) {
            for second in digits_of(board.of(*b)) {
                let at = usize::from(first - 1) * self.side + usize::from(second - 1);
                let here = self.between[at];
                if here != 0 && middle.iter().all(|cell| board.of(*cell) & here != 0) {
                    at_a |= 1 << (first - 1);
                    at_b |= 1 << (second - 1);
                    between |= here;
                }
            }
        }
        board.keep(*a, at_a) && board.keep(*b, at_b) && board.keep_all(middle, between)
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        // The digits of the first end alone, then those allowed in between.
        let step = |at: usize, state: &(u8, u16), digit: u8| match at {
            0 => Some((digit, 0)),
            1 => {
                let between = usize::from(state.0 - 1) * self.side + usize::from(digit - 1);
                let between = self.between.get(between).copied()?;
                (between != 0).then_some((0, between))
            }
            _ => (state.1 >> (digit - 1) & 1 == 1).then_some(*state),
        };
        let reading = CellReading { start: (0, 0), step: &step, end: &|_| Some(0) };
        Layers::of(frame, &self.cells, &reading).map(Told::Paths)
    }
}
