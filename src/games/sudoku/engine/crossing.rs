//! Two houses that share cells: a digit that one of them can hold only there is removed from the rest of the
//! other.

use super::propagator::{Board, Propagator};

pub(super) struct Crossing {
    /// The shared cells, those of the first house alone, and those of the second alone.
    cells: Vec<usize>,
    shared: usize,
    first: usize,
}

/// Cells of a house that are not among others.
pub(super) fn without(house: &[usize], others: &[usize]) -> Vec<usize> {
    house.iter().filter(|cell| !others.contains(cell)).copied().collect()
}

impl Crossing {
    pub(super) fn new(first: &[usize], second: &[usize]) -> Self {
        let both = |cell: &&usize| second.contains(cell);
        let shared: Vec<usize> = first.iter().filter(both).copied().collect();
        let (only_first, only_second) = (without(first, &shared), without(second, &shared));
        let cells = [&shared[..], &only_first, &only_second].concat();
        Self { cells, shared: shared.len(), first: only_first.len() }
    }
}

impl Propagator for Crossing {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let (shared, rest) = self.cells.split_at(self.shared);
        let (first, second) = rest.split_at(self.first);
        let here = board.union(shared);
        let (in_first, in_second) = (board.union(first), board.union(second));
        let (by_first, by_second) = (here & !in_first, here & !in_second);
        (by_first & in_second == 0 || board.keep_all(second, !by_first))
            && (by_second & in_first == 0 || board.keep_all(first, !by_second))
    }
}
