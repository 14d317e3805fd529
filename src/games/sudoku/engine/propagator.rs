//! Propagators, which remove candidates, and the board that they work on.

use super::layers::{CellSight, Told};

/// A set of cells, as many as the largest board has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellSet([u64; 4]);

impl CellSet {
    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell >> 6] |= 1 << (cell & 63);
    }

    pub(crate) fn remove(&mut self, cell: usize) {
        self.0[cell >> 6] &= !(1 << (cell & 63));
    }

    pub(crate) fn has(&self, cell: usize) -> bool {
        self.0[cell >> 6] >> (cell & 63) & 1 == 1
    }

    /// Removes and returns the first cell.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let (at, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(at << 6 | bit)
    }

    pub(crate) fn clear(&mut self) {
        self.0 = [0; 4];
    }

    pub(crate) fn keep(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

/// The candidates of all cells, and the changed cells.
pub(crate) struct Board<'a> {
    of: &'a mut [u16],
    changed: &'a mut CellSet,
    sees: &'a [CellSet],
}

impl<'a> Board<'a> {
    pub(crate) fn new(of: &'a mut [u16], changed: &'a mut CellSet, sees: &'a [CellSet]) -> Self {
        Self { of, changed, sees }
    }

    pub(crate) fn of(&self, cell: usize) -> u16 {
        self.of[cell]
    }

    /// Returns whether two cells hold different digits.
    pub(crate) fn see(&self, cell: usize, other: usize) -> bool {
        self.sees[cell].has(other)
    }

    /// Restricts a cell to these candidates; false if it has none left.
    #[inline]
    pub(crate) fn keep(&mut self, cell: usize, candidates: u16) -> bool {
        let had = self.of[cell];
        let left = had & candidates;
        if left != had {
            self.of[cell] = left;
            self.changed.insert(cell);
        }
        left != 0
    }

    /// All candidates of some cells.
    pub(crate) fn union(&self, cells: &[usize]) -> u16 {
        cells.iter().fold(0, |union, cell| union | self.of[*cell])
    }

    /// Restricts each of some cells to these candidates.
    pub(crate) fn keep_all(&mut self, cells: &[usize], candidates: u16) -> bool {
        cells.iter().all(|cell| self.keep(*cell, candidates))
    }

    /// The digits of the cells with a single candidate.
    pub(crate) fn fixed(&self, cells: &[usize]) -> u16 {
        let single = |cell: &usize| self.of[*cell].is_power_of_two();
        cells.iter().copied().filter(single).fold(0, |fixed, cell| fixed | self.of[cell])
    }

    /// Keeps only digits of the sets that the cells can still hold, and puts a digit of all these sets where
    /// only one cell can take it. The cells see one another.
    pub(crate) fn keep_sets(&mut self, cells: &[usize], sets: impl Iterator<Item = u16>) -> bool {
        let (union, fixed) = (self.union(cells), self.fixed(cells));
        let (mut some, mut all) = (0u16, u16::MAX);
        for set in sets.filter(|set| set & !union == 0 && fixed & !set == 0) {
            some |= set;
            all &= set;
        }
        some != 0 && self.keep_kept(cells, some, all)
    }

    /// Restricts cells to the digits of the remaining sets, which have `all` in common.
    pub(crate) fn keep_kept(&mut self, cells: &[usize], some: u16, all: u16) -> bool {
        let fixed = self.fixed(cells);
        self.keep_all(cells, some) && self.place(cells, all) && self.claim(cells, all & !fixed)
    }

    /// Removes digits that some of the cells have to hold from all cells that see each possible place.
    fn claim(&mut self, cells: &[usize], digits: u16) -> bool {
        super::digits_of(digits).all(|digit| {
            let digit = 1u16 << (digit - 1);
            let mut holders = cells.iter().filter(|cell| self.of[**cell] & digit != 0);
            let Some(first) = holders.next() else { return false };
            let mut seen = self.sees[*first];
            holders.for_each(|cell| seen.keep(&self.sees[*cell]));
            while let Some(cell) = seen.pop() {
                if self.of[cell] & digit != 0 && !self.keep(cell, !digit) {
                    return false;
                }
            }
            true
        })
    }

    /// Puts each of these digits where only one cell can take it; false if none can.
    pub(crate) fn place(&mut self, cells: &[usize], digits: u16) -> bool {
        let (mut once, mut twice) = (0u16, 0u16);
        for cell in cells {
            let candidates = self.of[*cell];
            twice |= once & candidates;
            once |= candidates;
        }
        if digits & !once != 0 {
            return false;
        }
        let alone = digits & once & !twice;
        if alone == 0 {
            return true;
        }
        cells.iter().all(|cell| {
            let here = self.of[*cell] & alone;
            here == 0 || self.keep(*cell, here) && here.is_power_of_two()
        })
    }
}

/// Cost of a propagator; cheap ones run first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cost {
    Cheap,
    Middle,
    Dear,
    /// Runs before a walk and not during it.
    Deep,
}

/// A constraint as the search sees it.
pub(crate) trait Propagator: Send + Sync {
    /// The cells whose candidates it looks at.
    fn cells(&self) -> &[usize];

    fn cost(&self) -> Cost {
        Cost::Middle
    }

    /// Removes candidates that no filling of its cells has; false if there is no filling. It may leave
    /// some, but must decide once each cell has a single candidate.
    fn prune(&self, board: &mut Board<'_>) -> bool;

    /// Its complete information about its cells, for explanations; `None` if that takes too much room.
    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let _ = frame;
        None
    }
}
