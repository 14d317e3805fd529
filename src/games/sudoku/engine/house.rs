//! Cells that hold different digits: a row, a column, a box, a cage.
//!
//! The model itself removes a digit from the other cells of a house once one holds it. What remains
//! is counting: a digit with one possible place in a house goes there.

use super::layers::{CellReading, CellSight, Layers, Told};
use super::propagator::{Board, Cost, Propagator};

/// As many cells as there are digits.
pub(super) struct House {
    pub(super) cells: Vec<usize>,
    pub(super) all: u16,
}

impl Propagator for House {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Cheap
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        board.place(&self.cells, self.all)
    }
}

/// Fewer cells than digits.
pub(super) struct Different {
    pub(super) cells: Vec<usize>,
}

impl Propagator for Different {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        board.union(&self.cells).count_ones() as usize >= self.cells.len()
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let frame = CellSight { sees: &|_, _| true, ..*frame };
        let reading = CellReading { start: (), step: &|_, (), _| Some(()), end: &|()| Some(0) };
        // If it is too large, it only records that each two of its cells differ.
        let layers = Layers::exactly(&frame, &self.cells, &reading);
        Some(layers.map_or(Told::Nothing, Told::Differing))
    }
}

/// Cells that share their candidates with as many others as there are candidates: naked pairs and more. All
/// of them are found by growing sets, in a house with few open cells.
pub(super) struct NakedSets {
    pub(super) cells: Vec<usize>,
}

/// Largest sets to look for.
const LARGEST_SET: usize = 4;

impl Propagator for NakedSets {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Deep
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let open: Vec<usize> =
            self.cells.iter().copied().filter(|cell| !board.of(*cell).is_power_of_two()).collect();
        let few = |cell: &&usize| board.of(**cell).count_ones() as usize <= LARGEST_SET;
        let small: Vec<usize> = open.iter().filter(few).copied().collect();
        let search = SetSearch { open: &open, small: &small };
        search.grow(board, 0, NakedSet { union: 0, size: 0 })
    }
}

/// Cells, their number, and the union of their candidates.
#[derive(Clone, Copy)]
struct NakedSet {
    union: u16,
    size: usize,
}

struct SetSearch<'a> {
    open: &'a [usize],
    /// Those with few candidates.
    small: &'a [usize],
}

impl SetSearch<'_> {
    /// Adds further cells to a set, and removes the candidates of a full set from all other cells.
    fn grow(&self, board: &mut Board<'_>, from: usize, set: NakedSet) -> bool {
        let NakedSet { union, size } = set;
        let many = union.count_ones() as usize;
        if many < size {
            return false;
        }
        if many == size && size > 1 && size < self.open.len() {
            return self
                .open
                .iter()
                .all(|cell| board.of(*cell) & !union == 0 || board.keep(*cell, !union));
        }
        if size == LARGEST_SET {
            return true;
        }
        for at in from..self.small.len() {
            let wider = NakedSet { union: union | board.of(self.small[at]), size: size + 1 };
            let fits = wider.union.count_ones() as usize <= LARGEST_SET;
            if fits && !self.grow(board, at + 1, wider) {
                return false;
            }
        }
        true
    }
}
