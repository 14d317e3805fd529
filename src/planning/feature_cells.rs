//! Queues of a search in a space of features: states with equal features share a cell, and cells take turns.
//!
//! As in the FESS algorithm of Sokoban solvers (Shoham & Schaeffer, "The FESS Algorithm: A Feature Based
//! Approach to Single-Agent Search", 2020). One of a few states is the nearest of all instead.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Bound;

/// One of this many states is the nearest of all; the others come from the cells in turn.
const NEAREST_EVERY: usize = 4;

/// Rank of a state: decides how soon its steps are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellRank {
    /// The features of the state; `None` if it is taken only as the nearest of all.
    pub cell: Option<(u8, u8)>,
    /// Number of steps from the start, not counting good ones.
    pub weight: u16,
    /// Estimated distance of a win; below 2 to the power of 28.
    pub far: u32,
}

/// Numbers of states by rank.
#[derive(Clone, Debug, Default)]
pub struct FeatureCells {
    /// Sorted by estimated distance of a win; of equal ones the newest first.
    nearest: BinaryHeap<Reverse<u64>>,
    cells: BTreeMap<(u8, u8), BinaryHeap<Reverse<u64>>>,
    /// The cell that was last taken from.
    turn_of: (u8, u8),
    turn: usize,
}

impl FeatureCells {
    /// Adds a state.
    pub fn push(&mut self, number: u32, rank: CellRank) {
        let CellRank { cell, weight, far } = rank;
        let newest = u64::from(!number);
        self.nearest.push(Reverse(u64::from(far.min(1 << 28)) << 32 | newest));
        if let Some(cell) = cell {
            let entry = u64::from(weight) << 48 | u64::from(far.min(0xffff)) << 32 | newest;
            self.cells.entry(cell).or_default().push(Reverse(entry));
        }
    }

    /// The next state whose steps were not taken; `None` if nothing is left.
    pub fn next(&mut self, is_through: impl Fn(u32) -> bool) -> Option<u32> {
        while !self.is_empty() {
            self.turn += 1;
            let found = match self.turn % NEAREST_EVERY {
                0 => taken(&mut self.nearest, &is_through),
                _ => self.next_of_cells(&is_through),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The most promising state of the next cell.
    fn next_of_cells(&mut self, is_through: impl Fn(u32) -> bool) -> Option<u32> {
        loop {
            let after = self.cells.range((Bound::Excluded(self.turn_of), Bound::Unbounded)).next();
            let cell = *after.or_else(|| self.cells.iter().next())?.0;
            self.turn_of = cell;
            if let Some(number) = taken(self.cells.get_mut(&cell)?, &is_through) {
                return Some(number);
            }
            self.cells.remove(&cell);
        }
    }

    fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.nearest.is_empty()
    }

    /// Number of entries for which there is room.
    pub fn capacity(&self) -> usize {
        self.cells.values().chain([&self.nearest]).map(BinaryHeap::capacity).sum()
    }
}

/// Takes the first state of a queue whose steps were not taken.
fn taken(queue: &mut BinaryHeap<Reverse<u64>>, is_through: impl Fn(u32) -> bool) -> Option<u32> {
    while let Some(Reverse(entry)) = queue.pop() {
        let number = !(entry as u32);
        if !is_through(number) {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_take_turns() {
        let mut queues = FeatureCells::default();
        let rank = |cell, weight, far| CellRank { cell, weight, far };
        queues.push(0, rank(Some((0, 1)), 2, 9));
        queues.push(1, rank(Some((0, 1)), 1, 9));
        queues.push(2, rank(Some((1, 1)), 7, 9));
        queues.push(3, rank(None, 0, 1));
        let mut order = Vec::new();
        while let Some(number) = queues.next(|number| order.contains(&number)) {
            order.push(number);
        }
        // Three turns take the lightest state of the next cell, the fourth the nearest state of all.
        assert_eq!(order, [1, 2, 0, 3]);
        assert!(queues.is_empty() && queues.next(|_| false).is_none());
    }
}
