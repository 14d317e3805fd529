//! Cells of which at least a given number hold a digit of a set.

use super::layers::{CellReading, CellSight, Layers, Told};
use super::propagator::{Board, Propagator};

pub(super) struct AtLeast {
    pub(super) cells: Vec<usize>,
    pub(super) digits: u16,
    pub(super) least: usize,
}

impl Propagator for AtLeast {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let takes = |board: &Board<'_>, cell: usize| board.of(cell) & self.digits != 0;
        let count = self.cells.iter().filter(|cell| takes(board, **cell)).count();
        if count > self.least {
            return true;
        }
        count == self.least
            && self.cells.iter().all(|cell| !takes(board, *cell) || board.keep(*cell, self.digits))
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let step = |_: usize, lacking: &usize, digit: u8| {
            Some(lacking.saturating_sub(usize::from(self.digits >> (digit - 1) & 1)))
        };
        let end = |lacking: &usize| (*lacking == 0).then_some(0);
        let reading = CellReading { start: self.least, step: &step, end: &end };
        Layers::of(frame, &self.cells, &reading).map(Told::Paths)
    }
}
