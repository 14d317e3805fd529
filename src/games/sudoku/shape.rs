//! The three boards of Sudoku, with the cells of their units as sets of bits.
//!
//! A cell is a number, row by row from 0; a set of cells has a bit for each.

use foolproof_level::{Board, Place, Site};

/// Most cells, digits and units that a board has.
pub(crate) const CELLS: usize = 81;
pub(crate) const DIGITS: usize = 9;
pub(crate) const UNITS: usize = 27;

/// A set of cells; in evidence, constraints have the bits after those of the largest board.
pub(crate) type Cells = u128;

/// Most constraints that evidence has bits for.
pub(crate) const MAX_CONSTRAINTS: usize = Cells::BITS as usize - CELLS;

/// A board: `n` rows, columns, boxes and digits.
pub(crate) struct GridShape {
    pub n: usize,
    /// Rows, then columns, then boxes.
    units: [Cells; UNITS],
    /// The other cells of a cell's units.
    pub peers: [Cells; CELLS],
    pub all: Cells,
}

static FOUR: GridShape = GridShape::new(2, 2);
static SIX: GridShape = GridShape::new(3, 2);
static NINE: GridShape = GridShape::new(3, 3);

impl GridShape {
    const fn new(wide: usize, high: usize) -> Self {
        let n = wide * high;
        let (mut units, mut peers) = ([0; UNITS], [0; CELLS]);
        let mut cell = 0;
        while cell < n * n {
            let (row, col) = (cell / n, cell % n);
            units[row] |= 1 << cell;
            units[n + col] |= 1 << cell;
            units[2 * n + row / high * high + col / wide] |= 1 << cell;
            cell += 1;
        }
        cell = 0;
        while cell < n * n {
            let (row, col) = (cell / n, cell % n);
            let both = units[row] | units[n + col] | units[2 * n + row / high * high + col / wide];
            peers[cell] = both & !(1 << cell);
            cell += 1;
        }
        Self { n, units, peers, all: (1 << (n * n)) - 1 }
    }

    /// The board with this number of cells.
    pub(crate) fn of_cells(cells: usize) -> Option<&'static Self> {
        [&FOUR, &SIX, &NINE].into_iter().find(|shape| shape.n * shape.n == cells)
    }

    pub(crate) fn side(&self) -> u16 {
        u16::try_from(self.n).unwrap_or(0)
    }

    pub(crate) fn board(&self) -> Board {
        Board { cols: self.side(), rows: self.side(), tray: 0 }
    }

    pub(crate) fn cells(&self) -> usize {
        self.n * self.n
    }

    pub(crate) fn units(&self) -> &[Cells] {
        self.units.get(..3 * self.n).unwrap_or_default()
    }

    pub(crate) fn rows(&self) -> &[Cells] {
        self.units.get(..self.n).unwrap_or_default()
    }

    pub(crate) fn columns(&self) -> &[Cells] {
        self.units.get(self.n..2 * self.n).unwrap_or_default()
    }

    /// The number of a cell of the board; `None` for other sites.
    pub(crate) fn cell(&self, site: Site) -> Option<usize> {
        let is_cell = site.place == Place::Cell && self.board().contains(site);
        is_cell.then(|| usize::from(site.row) * self.n + usize::from(site.col))
    }

    pub(crate) fn site(&self, cell: usize) -> Site {
        let part = |number: usize| u16::try_from(number).unwrap_or(0);
        Site::cell(part(cell % self.n), part(cell / self.n))
    }

    pub(crate) fn sites(&self, cells: Cells) -> impl Iterator<Item = Site> {
        members(cells).map(|cell| self.site(cell))
    }

    pub(crate) fn set(&self, sites: impl IntoIterator<Item = Site>) -> Cells {
        let cells = sites.into_iter().filter_map(|site| self.cell(site));
        set_of(cells)
    }
}

pub(crate) const fn bit(cell: usize) -> Cells {
    1 << cell
}

/// The set of these cells.
pub(crate) fn set_of(cells: impl Iterator<Item = usize>) -> Cells {
    cells.map(bit).fold(0, |set, bit| set | bit)
}

/// The cells of a set, in order.
pub(crate) fn members(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (cells != 0).then_some(cells.trailing_zeros() as usize);
        cells &= cells.wrapping_sub(1);
        next
    })
}
