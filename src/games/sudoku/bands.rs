//! A faster variant of `candidates.rs` for the board of 9x9: a digit's cells are kept by bands of three rows,
//! and only changes are examined again.
//!
//! In a band each row and each box contains a digit once, three cells in all, so its boxes, row by row, form
//! a permutation. A table of the 512 sets of row-box crossings that still have a candidate keeps those that
//! occur in a permutation: locked candidates, along rows and in boxes, for one look-up. The idea of tables
//! over bands is that of the fast solvers of the Sudoku Players' Forum (zhouyundong, "JCZSolve").

use crate::candidates::{CandidateBoard, CellCandidates, Digits, Next};
use crate::shape::{CELLS, Cells};

/// Cells of a band.
const BAND: usize = 27;
const WHOLE: u32 = (1 << BAND) - 1;
const ROW: u32 = 0x1FF;
/// The cells of the first box of a band, and of its first column.
const BOX: u32 = 0o7_007_007;
const COLUMN: u32 = 0o1_001_001;

/// Boxes that a row's candidates are in, as bits.
static BOXES: [u8; 512] = boxes();
/// Crossings of rows and boxes that occur in a permutation, as cells.
static LOCKED: [u32; 512] = locked();
/// The cells of a band that do not see a cell of it.
static UNSEEN: [u32; BAND] = unseen();

const fn boxes() -> [u8; 512] {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut at = 0;
        while at < 3 {
            if row >> (3 * at) & 7 != 0 {
                table[row] |= 1 << at;
            }
            at += 1;
        }
        row += 1;
    }
    table
}

const fn locked() -> [u32; 512] {
    let ways: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut table = [0; 512];
    let mut crossings = 0;
    while crossings < 512 {
        let mut way = 0;
        while way < 6 {
            let [a, b, c] = ways[way];
            let wanted = 1 << a | 8 << b | 64 << c;
            if crossings & wanted == wanted {
                table[crossings] |= 7 << (3 * a) | 7 << (9 + 3 * b) | 7 << (18 + 3 * c);
            }
            way += 1;
        }
        crossings += 1;
    }
    table
}

const fn unseen() -> [u32; BAND] {
    let mut table = [0; BAND];
    let mut cell = 0;
    while cell < BAND {
        let (row, col) = (cell / 9, cell % 9);
        let sees = ROW << (9 * row) | COLUMN << col | BOX << (col / 3 * 3);
        table[cell] = WHOLE & !sees;
        cell += 1;
    }
    table
}

/// Candidates of every cell, band by band.
#[derive(Clone, Copy)]
pub(crate) struct Bands {
    /// Cells that may hold a digit, three bands for each.
    of: [[u32; 3]; 9],
    /// Those cells when the digit was last examined.
    seen: [[u32; 3]; 9],
    open: [u32; 3],
}

/// A digit cannot be where it has to be.
struct Clash;

impl Bands {
    pub(crate) fn of(board: &CellCandidates) -> Self {
        let part = |cells: Cells, at: usize| {
            u32::try_from(cells >> (BAND * at) & Cells::from(WHOLE)).unwrap_or(0)
        };
        let bands = |cells: Cells| [part(cells, 0), part(cells, 1), part(cells, 2)];
        // A digit known by its cell is filled in again: others have not been notified yet.
        Self { of: board.of.map(bands), seen: [[0; 3]; 9], open: [WHOLE; 3] }
    }

    /// Fills in a digit, and removes it from the cells that see it.
    fn fill(&mut self, digit: usize, band: usize, cell: u32) -> Result<(), Clash> {
        let bit = 1 << cell;
        if self.of[digit][band] & bit == 0 {
            return Err(Clash);
        }
        for cells in &mut self.of {
            cells[band] &= !bit;
        }
        let column = COLUMN << (cell % 9);
        for cells in &mut self.of[digit] {
            *cells &= !column;
        }
        self.of[digit][band] = self.of[digit][band] & UNSEEN[cell as usize] | bit;
        self.open[band] &= !bit;
        Ok(())
    }

    /// Examines a digit again: crossings, then units with one place left.
    fn look(&mut self, digit: usize) -> Result<(), Clash> {
        let mut cells = self.of[digit];
        let (mut one, mut two) = (0, 0);
        let mut singles = [0; 3];
        for (cells, singles) in cells.iter_mut().zip(&mut singles) {
            let x = *cells;
            let rows = [x & ROW, x >> 9 & ROW, x >> 18];
            let crossings = u32::from(BOXES[rows[0] as usize])
                | u32::from(BOXES[rows[1] as usize]) << 3
                | u32::from(BOXES[rows[2] as usize]) << 6;
            let x = x & LOCKED[crossings as usize];
            if x == 0 {
                return Err(Clash);
            }
            *cells = x;
            for unit in [ROW, ROW << 9, ROW << 18, BOX, BOX << 3, BOX << 6] {
                let places = x & unit;
                if places & places.wrapping_sub(1) == 0 {
                    *singles |= places;
                }
            }
            let (a, b, c) = (x & ROW, x >> 9 & ROW, x >> 18);
            two |= a & b | c & (a | b) | one & (a | b | c);
            one |= a | b | c;
        }
        if one != ROW {
            return Err(Clash);
        }
        let columns = (one & !two) * COLUMN;
        self.of[digit] = cells;
        self.seen[digit] = cells;
        for band in 0..3 {
            let mut found = (singles[band] | cells[band] & columns) & self.open[band];
            while found != 0 {
                self.fill(digit, band, found.trailing_zeros())?;
                found &= found - 1;
            }
        }
        Ok(())
    }

    /// Fills in all consequences, and finds the next choice.
    fn settled(&mut self) -> Result<Option<(usize, usize)>, Clash> {
        loop {
            let mut again = true;
            while again {
                again = false;
                for digit in 0..9 {
                    if self.of[digit] != self.seen[digit] {
                        self.look(digit)?;
                        again = true;
                    }
                }
            }
            let mut pair = None;
            for band in 0..3 {
                let (mut one, mut two, mut three) = (0, 0, 0);
                for cells in &self.of {
                    let cells = cells[band];
                    three |= two & cells;
                    two |= one & cells;
                    one |= cells;
                }
                if one != WHOLE {
                    return Err(Clash);
                }
                let mut found = one & !two & self.open[band];
                again |= found != 0;
                while found != 0 {
                    let cell = found.trailing_zeros();
                    let digit = self.of.iter().position(|cells| cells[band] >> cell & 1 == 1);
                    self.fill(digit.unwrap_or(0), band, cell)?;
                    found &= found - 1;
                }
                let bivalue = two & !three & self.open[band];
                if bivalue != 0 && pair.is_none() {
                    pair = Some(BAND * band + bivalue.trailing_zeros() as usize);
                }
            }
            if !again {
                if self.open == [0; 3] {
                    return Ok(None);
                }
                return Ok(Some(pair.map_or_else(
                    || self.narrow(),
                    |cell| (self.digits(cell).next().unwrap_or(0), cell),
                )));
            }
        }
    }

    /// A digit that has two places in a row or box, else the first digit of the cell with the fewest.
    fn narrow(&self) -> (usize, usize) {
        for (digit, cells) in self.of.iter().enumerate() {
            for (band, cells) in cells.iter().enumerate() {
                for unit in [ROW, ROW << 9, ROW << 18, BOX, BOX << 3, BOX << 6] {
                    let places = cells & unit;
                    if places.count_ones() == 2 {
                        return (digit, BAND * band + places.trailing_zeros() as usize);
                    }
                }
            }
        }
        let open = (0..CELLS).filter(|cell| self.open[cell / BAND] >> (cell % BAND) & 1 == 1);
        let cell = open.min_by_key(|cell| self.digits(*cell).count()).unwrap_or(0);
        (self.digits(cell).next().unwrap_or(0), cell)
    }

    fn digits(&self, cell: usize) -> impl Iterator<Item = usize> {
        (0..9).filter(move |digit| self.has(*digit, cell))
    }
}

impl CandidateBoard for Bands {
    fn settle(&mut self) -> Next {
        match self.settled() {
            Err(Clash) => Next::Contradiction,
            Ok(None) => Next::Full,
            Ok(Some((digit, cell))) => Next::Try { digit, cell },
        }
    }

    fn keep(&mut self, digit: usize, cell: usize) {
        let bit = 1 << (cell % BAND);
        for (other, cells) in self.of.iter_mut().enumerate() {
            if other != digit {
                cells[cell / BAND] &= !bit;
            }
        }
    }

    fn drop(&mut self, digit: usize, cell: usize) {
        self.of[digit][cell / BAND] &= !(1 << (cell % BAND));
    }

    fn has(&self, digit: usize, cell: usize) -> bool {
        self.of.get(digit).is_some_and(|cells| cells[cell / BAND] >> (cell % BAND) & 1 == 1)
    }

    fn filling(&self) -> Digits {
        let mut digits = [0; CELLS];
        for (digit, cells) in (1u8..).zip(&self.of) {
            for (band, cells) in cells.iter().enumerate() {
                let mut left = *cells;
                while left != 0 {
                    digits[BAND * band + left.trailing_zeros() as usize] = digit;
                    left &= left - 1;
                }
            }
        }
        digits
    }
}
