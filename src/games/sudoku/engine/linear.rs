//! A weighted sum of cells, by its bounds.
//!
//! Cells that see one another and weigh the same form a group: no digit occurs twice in it, which makes
//! its least and its largest sum far tighter than those of its cells alone.

use super::combinations::{least, most};
use super::layers::{CellSight, Layers, Told};
use super::propagator::{Board, Propagator};

pub(super) struct Group {
    pub(super) weight: i32,
    /// A range of the cells.
    pub(super) from: usize,
    pub(super) to: usize,
}

pub(super) struct Linear {
    pub(super) cells: Vec<usize>,
    pub(super) groups: Vec<Group>,
    pub(super) total: i32,
}

/// Most cells that see one another.
const MOST: usize = 16;

/// A group's digits: their bounds sorted, so that sums of different digits can be bounded.
struct Bounds {
    least: [i32; MOST],
    most: [i32; MOST],
}

impl Bounds {
    fn of(board: &Board<'_>, cells: &[usize]) -> Self {
        let (mut low, mut high) = ([0; MOST], [0; MOST]);
        for (at, cell) in cells.iter().take(MOST).enumerate() {
            low[at] = least(board.of(*cell));
            high[at] = most(board.of(*cell));
        }
        Self { least: low, most: high }
    }

    /// The least sum that different digits have, without the cell `but`.
    fn lowest(&self, len: usize, but: usize) -> i32 {
        let mut sorted = self.least;
        let count = sorted_without(&mut sorted, len, but);
        let (mut sum, mut last) = (0, 0);
        for low in &sorted[..count] {
            last = (*low).max(last + 1);
            sum += last;
        }
        sum
    }

    fn highest(&self, len: usize, but: usize) -> i32 {
        let mut sorted = self.most.map(|high| -high);
        let count = sorted_without(&mut sorted, len, but);
        let (mut sum, mut last) = (0, i32::MAX);
        for high in &sorted[..count] {
            last = (-high).min(last - 1);
            sum += last;
        }
        sum
    }
}

/// Sorts the first numbers, without the one at `but`; how many there are.
fn sorted_without(numbers: &mut [i32; MOST], len: usize, but: usize) -> usize {
    let mut count = len;
    if but < len {
        numbers.copy_within(but + 1..len, but);
        count -= 1;
    }
    numbers[..count].sort_unstable();
    count
}

/// No cell is left out.
const NONE: usize = usize::MAX;

impl Group {
    /// The least and the largest part of the sum.
    fn range(&self, board: &Board<'_>, cells: &[usize], but: usize) -> (i32, i32) {
        let cells = &cells[self.from..self.to];
        let (low, high) = match (cells.len(), but) {
            (1, NONE) => (least(board.of(cells[0])), most(board.of(cells[0]))),
            (1, _) => (0, 0),
            (len, but) => {
                let bounds = Bounds::of(board, cells);
                (bounds.lowest(len, but), bounds.highest(len, but))
            }
        };
        match self.weight < 0 {
            true => (self.weight * high, self.weight * low),
            false => (self.weight * low, self.weight * high),
        }
    }
}

/// The digits from one number to another.
fn digits_between(low: i32, high: i32) -> u16 {
    let (low, high) = (low.clamp(1, 17), high.clamp(0, 16));
    if high < low {
        return 0;
    }
    let up_to = |digit: i32| ((1u32 << digit) - 1) as u16;
    up_to(high) & !up_to(low - 1)
}

impl Propagator for Linear {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let (mut low, mut high) = (0, 0);
        for group in &self.groups {
            let (l, h) = group.range(board, &self.cells, NONE);
            low += l;
            high += h;
        }
        if low > self.total || high < self.total {
            return false;
        }
        for group in &self.groups {
            let whole = group.range(board, &self.cells, NONE);
            // What the other groups leave to this one.
            let (most_here, least_here) =
                (self.total - (low - whole.0), self.total - (high - whole.1));
            if whole.1 <= most_here && whole.0 >= least_here {
                continue;
            }
            for at in 0..group.to - group.from {
                let rest = group.range(board, &self.cells, at);
                let (mut from, mut to) = (least_here - rest.1, most_here - rest.0);
                let weight = group.weight;
                if weight < 0 {
                    (from, to) = (-to, -from);
                }
                let size = weight.abs();
                let digits =
                    digits_between((from + size - 1).div_euclid(size), to.div_euclid(size));
                if !board.keep(self.cells[group.from + at], digits) {
                    return false;
                }
            }
        }
        true
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let weighed = |group: &Group| {
            let cells = self.cells.get(group.from..group.to).unwrap_or_default();
            cells.iter().map(|cell| (*cell, group.weight)).collect::<Vec<_>>()
        };
        let terms: Vec<(usize, i32)> = self.groups.iter().flat_map(weighed).collect();
        Layers::sum(frame, &terms, self.total).map(Told::Paths)
    }
}
