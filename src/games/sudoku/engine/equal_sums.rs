//! Groups of cells with the same sum.

use super::combinations::{least, most};
use super::layers::{CellSight, Layers, Told};
use super::propagator::{Board, Cost, Propagator};
use super::sum_of;

/// A group of cells; those that all see one another are pruned by sets of digits.
pub(super) struct SumGroup {
    pub(super) cells: Vec<usize>,
    /// The sets that it may hold, where all its cells see one another; none elsewhere.
    pub(super) sets: Vec<u16>,
}

pub(super) struct EqualSums {
    pub(super) cells: Vec<usize>,
    pub(super) groups: Vec<SumGroup>,
}

/// The sums that are possible, a bit each.
#[derive(Clone, Copy)]
struct Sums([u64; 8]);

/// Most that a sum of cells can be.
const MOST: usize = 511;

impl Sums {
    fn range(low: usize, high: usize) -> Self {
        let mut sums = Self([0; 8]);
        (low..=high.min(MOST)).for_each(|sum| sums.insert(sum));
        sums
    }

    fn insert(&mut self, sum: usize) {
        self.0[sum >> 6] |= 1 << (sum & 63);
    }

    fn has(&self, sum: usize) -> bool {
        self.0[sum >> 6] >> (sum & 63) & 1 == 1
    }

    fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    fn bounds(&self) -> Option<(usize, usize)> {
        let low = (0..=MOST).find(|sum| self.has(*sum))?;
        let high = (0..=MOST).rev().find(|sum| self.has(*sum))?;
        Some((low, high))
    }
}

impl SumGroup {
    /// The least and the largest sum, whether or not digits repeat.
    fn bounds(&self, board: &Board<'_>) -> (i32, i32) {
        let candidates = || self.cells.iter().map(|cell| board.of(*cell));
        (candidates().map(least).sum(), candidates().map(most).sum())
    }

    fn sums(&self, board: &Board<'_>) -> Sums {
        if self.sets.is_empty() {
            let (low, high) = self.bounds(board);
            return Sums::range(low as usize, high as usize);
        }
        let (union, fixed) = (board.union(&self.cells), board.fixed(&self.cells));
        let mut sums = Sums([0; 8]);
        let fits = |set: &&u16| **set & !union == 0 && fixed & !**set == 0;
        for set in self.sets.iter().filter(fits) {
            sums.insert(sum_of(*set) as usize);
        }
        sums
    }

    fn keep(&self, board: &mut Board<'_>, sums: &Sums, low: usize, high: usize) -> bool {
        if !self.sets.is_empty() {
            let sets = self.sets.iter().copied().filter(|set| sums.has(sum_of(*set) as usize));
            return board.keep_sets(&self.cells, sets);
        }
        let (sum_least, sum_most) = self.bounds(board);
        self.cells.iter().all(|cell| {
            let from = low as i32 - (sum_most - most(board.of(*cell)));
            let to = high as i32 - (sum_least - least(board.of(*cell)));
            let fits = |digit: &i32| (from..=to).contains(digit);
            let digits = (1..=16).filter(fits).fold(0u16, |set, digit| set | 1 << (digit - 1));
            board.keep(*cell, digits)
        })
    }
}

impl Propagator for EqualSums {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Dear
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let mut groups = self.groups.iter().map(|group| group.sums(board));
        let Some(first) = groups.next() else { return true };
        let sums = groups.fold(first, Sums::and);
        let Some((low, high)) = sums.bounds() else { return false };
        self.groups.iter().all(|group| group.keep(board, &sums, low, high))
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let groups = self.groups.iter().map(|group| Layers::any_sum(frame, &group.cells));
        groups.collect::<Option<_>>().map(Told::Same)
    }
}
