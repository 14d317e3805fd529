//! A level as numbers: lengths and dots by cell, row by row.

use crate::marks::LinjatClue;
use foolproof_game::{AcceptError, GameError};
use foolproof_level::{Board, Level, Place, Site};

/// A number and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number {
    pub cell: u16,
    pub length: u8,
}

/// The givens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Puzzle {
    pub cols: u16,
    pub rows: u16,
    /// In the order of their cells where read from a level.
    pub numbers: Vec<Number>,
    pub dots: Vec<u16>,
}

impl Puzzle {
    pub(crate) fn of(level: &Level) -> Result<Self, GameError> {
        let Board { cols, rows, .. } = level.board;
        let mut puzzle = Self { cols, rows, ..Self::default() };
        for (site, mark) in level.marks() {
            let fault = |why: AcceptError| GameError::Mark { site, why };
            if site.place != Place::Cell || !level.board.contains(site) {
                return Err(fault(AcceptError::Elsewhere(
                    "it is not a cell of the board".to_owned(),
                )));
            }
            let cell = puzzle.cell(site);
            match LinjatClue::read(mark).map_err(|why| fault(why.into()))? {
                LinjatClue::Dot => puzzle.dots.push(cell),
                LinjatClue::Number(length) => puzzle.numbers.push(Number { cell, length }),
            }
        }
        puzzle.numbers.sort();
        puzzle.dots.sort_unstable();
        Ok(puzzle)
    }

    /// The number of a cell of the board.
    pub(crate) fn cell(&self, site: Site) -> u16 {
        site.row * self.cols + site.col
    }

    pub(crate) fn site(&self, cell: u16) -> Site {
        Site::cell(cell % self.cols.max(1), cell / self.cols.max(1))
    }

    pub(crate) fn cells(&self) -> u16 {
        self.cols * self.rows
    }

    pub(crate) fn number_on(&self, cell: u16) -> Option<&Number> {
        self.numbers.iter().find(|number| number.cell == cell)
    }
}
