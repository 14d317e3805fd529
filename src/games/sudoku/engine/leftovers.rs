//! The law of leftovers: the cells that two houses do not share hold the same digits on either side.

use super::crossing::without;
use super::propagator::{Board, Propagator};

pub(super) struct Leftovers {
    cells: Vec<usize>,
    /// Number of cells on the first side.
    first: usize,
}

impl Leftovers {
    pub(super) fn new(first: &[usize], second: &[usize]) -> Self {
        let (one, other) = (without(first, second), without(second, first));
        Self { cells: [&one[..], &other].concat(), first: one.len() }
    }
}

impl Propagator for Leftovers {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let (first, second) = self.cells.split_at(self.first);
        let both = board.union(first) & board.union(second);
        let fixed = (board.fixed(first), board.fixed(second));
        board.keep_all(first, both)
            && board.keep_all(second, both)
            && board.place(first, fixed.1)
            && board.place(second, fixed.0)
    }
}
