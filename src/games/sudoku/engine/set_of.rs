//! Cells whose digits together are one of some sets.

use super::propagator::{Board, Propagator};

pub(super) struct SetOf {
    /// They see one another.
    pub(super) cells: Vec<usize>,
    /// Sets of as many digits as there are cells.
    pub(super) sets: Vec<u16>,
}

impl Propagator for SetOf {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        board.keep_sets(&self.cells, self.sets.iter().copied())
    }
}
