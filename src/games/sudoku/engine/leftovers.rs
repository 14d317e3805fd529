//! What two houses do not share holds the same digits on either side, the law of leftovers.

use super::propagator::{Board, Propagator};

pub(super) struct Leftovers {
    pub(super) cells: Vec<usize>,
    /// How many cells are on the first side.
    pub(super) first: usize,
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
