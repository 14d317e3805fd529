//! Candidates of every cell, as a set of cells for each digit, and their immediate consequences.
//!
//! The inner loop of all searches of this game: after each choice the cells with one digit left and the units
//! with one place left for a digit are filled, until nothing follows. Counting the digits of all cells at
//! once takes a few additions of bits.

use crate::shape::{CELLS, Cells, DIGITS, GridShape, bit, members};

/// A filling, digits from 1; 0 where a cell is empty.
pub(crate) type Digits = [u8; CELLS];

/// Cells that may hold each digit, and cells that are not settled.
#[derive(Clone, Copy)]
pub(crate) struct CellCandidates {
    pub of: [Cells; DIGITS],
    pub open: Cells,
}

/// The next step once nothing follows any more.
pub(crate) enum Next {
    /// A cell or a unit has nothing left.
    Contradiction,
    Full,
    /// A digit to try in a cell; it has few alternatives.
    Try {
        digit: usize,
        cell: usize,
    },
}

/// A board in the middle of a walk over choices; digits are counted from 0.
pub(crate) trait CandidateBoard: Copy {
    /// Fills in all consequences, and finds the next choice.
    fn settle(&mut self) -> Next;
    /// Reduces a cell to this digit.
    fn keep(&mut self, digit: usize, cell: usize);
    /// Removes a digit from a cell.
    fn drop(&mut self, digit: usize, cell: usize);
    fn has(&self, digit: usize, cell: usize) -> bool;
    fn filling(&self) -> Digits;
}

impl CellCandidates {
    /// An empty board.
    pub(crate) fn new(shape: &GridShape) -> Self {
        let mut of = [0; DIGITS];
        of.iter_mut().take(shape.n).for_each(|cells| *cells = shape.all);
        Self { of, open: shape.all }
    }

    /// The board with as many of these digits as possible: two of them may contradict each other.
    pub(crate) fn given(shape: &GridShape, digits: &Digits) -> Self {
        let mut board = Self::new(shape);
        for (cell, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            board.keep(usize::from(*digit) - 1, cell);
        }
        board
    }

    /// The board on which only these cells are filled, as in a filling.
    pub(crate) fn agreeing(shape: &GridShape, digits: &Digits, cells: Cells) -> Self {
        let mut board = Self::new(shape);
        for cell in members(cells) {
            let digit = digits.get(cell).copied().unwrap_or(1);
            board.keep(usize::from(digit) - 1, cell);
        }
        board
    }

    /// Reduces a cell to this digit (from 0).
    pub(crate) fn keep(&mut self, digit: usize, cell: usize) {
        for (other, cells) in self.of.iter_mut().enumerate() {
            if other != digit {
                *cells &= !bit(cell);
            }
        }
    }

    /// Removes a digit (from 0) from a cell.
    pub(crate) fn drop(&mut self, digit: usize, cell: usize) {
        if let Some(cells) = self.of.get_mut(digit) {
            *cells &= !bit(cell);
        }
    }

    pub(crate) fn has(&self, digit: usize, cell: usize) -> bool {
        self.of.get(digit).is_some_and(|cells| cells & bit(cell) != 0)
    }

    /// The digits that a cell may hold, from 0.
    pub(crate) fn digits(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.of.iter().enumerate().filter(move |(_, cells)| *cells & bit(cell) != 0).map(|(d, _)| d)
    }

    /// Fills in all consequences, and finds the next choice.
    pub(crate) fn settle(&mut self, shape: &GridShape) -> Next {
        loop {
            // Cells with at least one, two and three digits left.
            let (mut one, mut two, mut three) = (0, 0, 0);
            for cells in &self.of {
                three |= two & cells;
                two |= one & cells;
                one |= cells;
            }
            if one != shape.all {
                return Next::Contradiction;
            }
            let single = one & !two & self.open;
            if single != 0 {
                for cells in &mut self.of {
                    let mut found = *cells & single;
                    while found != 0 {
                        let cell = found.trailing_zeros() as usize;
                        if *cells & bit(cell) == 0 {
                            // Another cell that has this digit alone sees it.
                            return Next::Contradiction;
                        }
                        *cells &= !shape.peers.get(cell).copied().unwrap_or(0);
                        found &= found - 1;
                    }
                }
                self.open &= !single;
                continue;
            }
            if self.open == 0 {
                return Next::Full;
            }
            match self.hidden(shape) {
                None => return Next::Contradiction,
                Some((true, _)) => {}
                Some((false, pair)) => return self.choose(shape, two & !three & self.open, pair),
            }
        }
    }

    /// Fills units that have one place left for a digit; returns whether there were any, and a
    /// digit with two places in a unit. `None` if a digit has no place.
    fn hidden(&mut self, shape: &GridShape) -> Option<(bool, Option<(usize, usize)>)> {
        let (mut found, mut pair) = (false, None);
        for digit in 0..shape.n {
            let cells = self.of.get(digit).copied().unwrap_or(0);
            for unit in shape.units() {
                let places = cells & unit;
                if places == 0 {
                    return None;
                }
                let rest = places & (places - 1);
                if rest == 0 {
                    if places & self.open != 0 {
                        let cell = places.trailing_zeros() as usize;
                        // It is settled once the cells that see it have lost the digit.
                        if self.digits(cell).nth(1).is_some() {
                            self.keep(digit, cell);
                            found = true;
                        }
                    }
                } else if rest & (rest - 1) == 0 {
                    pair = pair.or(Some((digit, places.trailing_zeros() as usize)));
                }
            }
        }
        Some((found, pair))
    }

    /// A cell with two digits, or a digit with two places, or the cell with the fewest digits.
    fn choose(&self, shape: &GridShape, bivalue: Cells, pair: Option<(usize, usize)>) -> Next {
        if bivalue != 0 {
            let cell = bivalue.trailing_zeros() as usize;
            let digit = self.digits(cell).next().unwrap_or(0);
            return Next::Try { digit, cell };
        }
        if let Some((digit, cell)) = pair {
            return Next::Try { digit, cell };
        }
        let cell = self.narrowest(shape);
        Next::Try { digit: self.digits(cell).next().unwrap_or(0), cell }
    }

    /// The first open cell with the fewest digits.
    pub(crate) fn narrowest(&self, shape: &GridShape) -> usize {
        // Cells with more than a given number of digits, for every number.
        let mut more = [self.open; DIGITS];
        more.iter_mut().for_each(|cells| *cells = 0);
        for cells in self.of.iter().take(shape.n) {
            for at in (1..DIGITS).rev() {
                let fewer = more.get(at - 1).copied().unwrap_or(0);
                if let Some(level) = more.get_mut(at) {
                    *level |= fewer & cells;
                }
            }
            if let Some(first) = more.first_mut() {
                *first |= cells;
            }
        }
        let few = more.iter().skip(1).map(|cells| self.open & !cells).find(|cells| *cells != 0);
        few.unwrap_or(self.open).trailing_zeros() as usize
    }

    /// The filling, when every cell has one digit left.
    pub(crate) fn filling(&self) -> Digits {
        let mut digits = [0; CELLS];
        for (digit, cells) in (1u8..).zip(&self.of) {
            for cell in members(*cells) {
                if let Some(place) = digits.get_mut(cell) {
                    *place = digit;
                }
            }
        }
        digits
    }
}
