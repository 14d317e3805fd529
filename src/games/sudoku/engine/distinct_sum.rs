//! Cells with different digits whose sum is known, by the sets of digits that make it.

use super::propagator::{Board, Propagator};
use super::triple::{keep_pair, keep_triple};

pub(super) struct DistinctSum {
    pub(super) cells: Vec<usize>,
    /// Sets of as many digits as there are cells, with the wanted sum.
    pub(super) sets: Vec<u16>,
    pub(super) total: i32,
}

impl Propagator for DistinctSum {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        board.keep_sets(&self.cells, self.sets.iter().copied())
            && keep_few(board, &self.cells, |_| 1, self.total)
    }
}

/// Leaves cells what their weighted sum allows, exactly where at most three of them are open.
pub(super) fn keep_few(
    board: &mut Board<'_>,
    cells: &[usize],
    weight: impl Fn(usize) -> i32,
    total: i32,
) -> bool {
    let (mut open, mut count, mut rest) = ([0; 3], 0, total);
    for (at, cell) in cells.iter().enumerate() {
        let set = board.of(*cell);
        if set.is_power_of_two() {
            rest -= weight(at) * (set.trailing_zeros() as i32 + 1);
            continue;
        }
        let Some(place) = open.get_mut(count) else { return true };
        *place = at;
        count += 1;
    }
    let cell = |at: usize| cells[at];
    match (count, open) {
        (2, [a, b, _]) => keep_pair(board, [a, b].map(cell), [a, b].map(weight), rest),
        (3, open) => keep_triple(board, open.map(cell), open.map(weight), rest),
        _ => true,
    }
}
