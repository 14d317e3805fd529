//! A weighted sum of cells, by its bounds.
//!
//! Cells that see one another and weigh the same form a group: no digit occurs twice in it, which makes
//! its least and its largest sum far tighter than those of its cells alone.

use super::combinations::{least, most};
use super::layers::{CellSight, Layers, Told};
use super::propagator::{Board, Propagator};
use super::triple::keep_few;

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
const MAX_CELLS: usize = 16;

/// The bounds of a group's digits, sorted, so that sums of different digits can be bounded.
struct Bounds {
    len: usize,
    /// The least digits, from the least one.
    lows: [i32; MAX_CELLS],
    /// The largest digits, from the largest one.
    highs: [i32; MAX_CELLS],
}

/// No cell is left out.
const NONE: i32 = 0;

impl Bounds {
    fn of(board: &Board<'_>, cells: &[usize]) -> Self {
        let mut bounds = Self { len: 0, lows: [0; MAX_CELLS], highs: [0; MAX_CELLS] };
        for cell in cells.iter().take(MAX_CELLS) {
            let set = board.of(*cell);
            let (low, high) = (least(set), most(set));
            let mut at = bounds.len;
            while at > 0 && bounds.lows[at - 1] > low {
                bounds.lows[at] = bounds.lows[at - 1];
                at -= 1;
            }
            bounds.lows[at] = low;
            let mut at = bounds.len;
            while at > 0 && bounds.highs[at - 1] < high {
                bounds.highs[at] = bounds.highs[at - 1];
                at -= 1;
            }
            bounds.highs[at] = high;
            bounds.len += 1;
        }
        bounds
    }

    /// The least sum that different digits have, without a cell whose least digit is `but`.
    fn lowest(&self, but: i32) -> i32 {
        let (mut sum, mut last, mut left_out) = (0, 0, but == NONE);
        for low in &self.lows[..self.len] {
            if !left_out && *low == but {
                left_out = true;
                continue;
            }
            last = (*low).max(last + 1);
            sum += last;
        }
        sum
    }

    /// The largest one, without a cell whose largest digit is `but`.
    fn highest(&self, but: i32) -> i32 {
        let (mut sum, mut last, mut left_out) = (0, i32::MAX, but == NONE);
        for high in &self.highs[..self.len] {
            if !left_out && *high == but {
                left_out = true;
                continue;
            }
            last = (*high).min(last - 1);
            sum += last;
        }
        sum
    }
}

impl Group {
    /// The least and the largest part of the sum.
    fn range(&self, board: &Board<'_>, cells: &[usize]) -> (i32, i32) {
        let (low, high) = match cells[self.from..self.to] {
            [cell] => (least(board.of(cell)), most(board.of(cell))),
            ref cells => {
                let bounds = Bounds::of(board, cells);
                (bounds.lowest(NONE), bounds.highest(NONE))
            }
        };
        self.weighted(low, high)
    }

    fn weighted(&self, low: i32, high: i32) -> (i32, i32) {
        match self.weight < 0 {
            true => (self.weight * high, self.weight * low),
            false => (self.weight * low, self.weight * high),
        }
    }

    /// Restricts each cell to the digits that the others and the bounds of the group's part allow.
    fn keep(&self, board: &mut Board<'_>, cells: &[usize], from: i32, to: i32) -> bool {
        let cells = &cells[self.from..self.to];
        let bounds = Bounds::of(board, cells);
        let size = self.weight.abs();
        cells.iter().all(|cell| {
            let set = board.of(*cell);
            let (low, high) = match cells.len() {
                1 => (0, 0),
                _ => (bounds.lowest(least(set)), bounds.highest(most(set))),
            };
            let rest = self.weighted(low, high);
            let (mut from, mut to) = (from - rest.1, to - rest.0);
            if self.weight < 0 {
                (from, to) = (-to, -from);
            }
            let digits = digits_between((from + size - 1).div_euclid(size), to.div_euclid(size));
            board.keep(*cell, digits)
        })
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
            let (l, h) = group.range(board, &self.cells);
            low += l;
            high += h;
        }
        if low > self.total || high < self.total {
            return false;
        }
        for group in &self.groups {
            let whole = group.range(board, &self.cells);
            // The range that the other groups leave for this one.
            let (to, from) = (self.total - (low - whole.0), self.total - (high - whole.1));
            let is_free = whole.1 <= to && whole.0 >= from;
            if !is_free && !group.keep(board, &self.cells, from, to) {
                return false;
            }
        }
        let weight = |at: usize| {
            self.groups.iter().find(|group| at < group.to).map_or(0, |group| group.weight)
        };
        keep_few(board, &self.cells, weight, self.total)
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
