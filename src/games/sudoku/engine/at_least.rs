//! Some cells, and so many of them at least that hold a digit of a set.

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
}
