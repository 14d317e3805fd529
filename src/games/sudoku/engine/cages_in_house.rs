//! Cages within one house: their sets of digits are disjoint, and the other cells hold the remaining digits.

use super::propagator::{Board, Cost, Propagator};

/// A cage and the sets of digits that have its sum.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) cells: Vec<usize>,
    pub(super) sets: Vec<u16>,
}

pub(super) struct CagesInHouse {
    /// All cells of the house, those outside the cages last.
    pub(super) cells: Vec<usize>,
    pub(super) parts: Vec<Part>,
    /// All digits of the house.
    pub(super) all: u16,
}

/// Union and intersection of the sets of a part that are compatible with sets of the other parts.
#[derive(Clone, Copy)]
struct Kept {
    some: u16,
    every: u16,
}

const NOTHING: Kept = Kept { some: 0, every: u16::MAX };

impl Kept {
    fn add(&mut self, set: u16) {
        self.some |= set;
        self.every &= set;
    }
}

/// Most cages in a house, of two cells each.
const MAX_PARTS: usize = 8;

/// A search for disjoint sets of digits, one for each part.
struct Packing<'a> {
    fitting: &'a [Vec<u16>],
    all: u16,
    /// Digits that the cells outside the cages may hold, and those that they must hold.
    rest: (u16, u16),
    kept: [Kept; MAX_PARTS + 1],
}

impl Packing<'_> {
    /// Returns whether the parts from an index on have sets disjoint from the used digits and each other.
    fn pack(&mut self, from: usize, used: u16) -> bool {
        let Some(fitting) = self.fitting.get(from) else {
            let left = self.all & !used;
            let fits = left & !self.rest.0 == 0 && self.rest.1 & !left == 0;
            if fits {
                self.kept[from].add(left);
            }
            return fits;
        };
        let mut any = false;
        for set in fitting {
            if set & used == 0 && self.pack(from + 1, used | set) {
                self.kept[from].add(*set);
                any = true;
            }
        }
        any
    }
}

impl Propagator for CagesInHouse {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Dear
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let caged: usize = self.parts.iter().map(|part| part.cells.len()).sum();
        let rest = &self.cells[caged..];
        let fitting: Vec<Vec<u16>> = self
            .parts
            .iter()
            .map(|part| {
                let (union, fixed) = (board.union(&part.cells), board.fixed(&part.cells));
                let fits = |set: &&u16| **set & !union == 0 && fixed & !**set == 0;
                part.sets.iter().filter(fits).copied().collect()
            })
            .collect();
        let mut packing = Packing {
            fitting: &fitting,
            all: self.all,
            rest: (board.union(rest), board.fixed(rest)),
            kept: [NOTHING; MAX_PARTS + 1],
        };
        if !packing.pack(0, 0) {
            return false;
        }
        let kept = packing.kept;
        let cells = self.parts.iter().map(|part| &part.cells[..]).chain([rest]);
        cells.zip(kept).all(|(cells, kept)| board.keep_kept(cells, kept.some, kept.every))
    }
}
