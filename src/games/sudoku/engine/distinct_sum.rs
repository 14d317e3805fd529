//! Cells with different digits whose sum is known, by the sets of digits that make it.

use super::propagator::{Board, Propagator};

pub(super) struct DistinctSum {
    pub(super) cells: Vec<usize>,
    /// Sets of as many digits as there are cells, with the wanted sum.
    pub(super) sets: Vec<u16>,
}

impl Propagator for DistinctSum {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        board.keep_sets(&self.cells, self.sets.iter().copied())
    }
}
