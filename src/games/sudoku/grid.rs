//! A level as a Sudoku: its clues by cell, read from marks and written to plays.
//!
//! A mark on a cell is a digit, a clue, or `notes(1,5)`, a setter's pencil marks, which mean
//! nothing to a player.

use crate::candidates::Digits;
use crate::shape::{CELLS, Cells, DIGITS, GridShape, members, set_of};
use foolproof_game::{AcceptError, GameError, MeaningError};
use foolproof_level::{Level, Mark, Play};

/// Functor of pencil marks.
pub(crate) const NOTES: &str = "notes";

/// What a mark means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// A digit, from 1.
    Digit(u8),
    /// Pencil marks: a bit for each digit, the lowest for 1.
    Notes(u16),
}

impl Reading {
    pub(crate) fn of(mark: &Mark) -> Result<Self, MeaningError> {
        let digit = |text: &str| match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        if let Some(digit) = digit(mark.as_str()) {
            return Ok(Self::Digit(digit));
        }
        if mark.functor() != NOTES || mark.as_str() == NOTES {
            return Err(MeaningError::Unknown(format!(
                "`{mark}` is neither a digit from 1 to 9 nor pencil marks"
            )));
        }
        let (mut notes, mut last) = (0u16, 0);
        for arg in mark.args() {
            match digit(arg) {
                Some(digit) if digit > last => {
                    notes |= 1 << (digit - 1);
                    last = digit;
                }
                _ => {
                    return Err(MeaningError::Part(format!(
                        "`{mark}`: pencil marks are digits in rising order"
                    )));
                }
            }
        }
        Ok(Self::Notes(notes))
    }

    pub(crate) fn mark(self) -> Option<Mark> {
        match self {
            Self::Digit(digit) => digit.to_string().parse().ok(),
            Self::Notes(0) => None,
            Self::Notes(_) => {
                let digits: Vec<String> = self.digits().map(|digit| digit.to_string()).collect();
                format!("{NOTES}({})", digits.join(",")).parse().ok()
            }
        }
    }

    /// The digit, or those of the pencil marks.
    pub(crate) fn digits(self) -> impl Iterator<Item = u8> {
        let bits = match self {
            Self::Digit(digit) => 1u16 << (digit - 1),
            Self::Notes(notes) => notes,
        };
        (1..=9u8).filter(move |digit| bits >> (digit - 1) & 1 == 1)
    }

    /// The highest digit that it names.
    pub(crate) fn highest(self) -> u8 {
        self.digits().last().unwrap_or(0)
    }
}

/// The marks of all digits, in order.
pub(crate) fn digit_marks() -> [Mark; DIGITS] {
    // A digit is a number, and every number is a mark.
    std::array::from_fn(|at| {
        (at + 1).to_string().parse().unwrap_or_else(|_| unreachable!("a number is a mark"))
    })
}

/// The clues of a level.
#[derive(Clone)]
pub(crate) struct Grid {
    pub shape: &'static GridShape,
    pub given: Digits,
}

impl Grid {
    pub(crate) fn of(level: &Level) -> Result<Self, GameError> {
        let shape = GridShape::of(level.board)
            .ok_or_else(|| GameError::Board("a Sudoku has 4x4, 6x6 or 9x9 cells".to_owned()))?;
        let mut given = [0; CELLS];
        for (site, mark) in level.marks() {
            let reading =
                Reading::of(mark).map_err(|why| GameError::Mark { site, why: why.into() })?;
            if usize::from(reading.highest()) > shape.n {
                let why = AcceptError::TooLarge(format!(
                    "the digits of this board go from 1 to {}",
                    shape.n
                ));
                return Err(GameError::Mark { site, why });
            }
            let cell = shape.cell(site).ok_or_else(|| {
                let why = AcceptError::Elsewhere("a Sudoku has marks on its cells only".to_owned());
                GameError::Mark { site, why }
            })?;
            if let Reading::Digit(digit) = reading {
                given[cell] = digit;
            }
        }
        Ok(Self { shape, given })
    }

    /// The grid with what a player filled in, where that goes.
    pub(crate) fn with(&self, play: &Play) -> Self {
        let mut grid = self.clone();
        for (site, mark) in play.iter() {
            let Some(cell) = self.shape.cell(site) else { continue };
            if let (0, Ok(Reading::Digit(digit))) = (self.given[cell], Reading::of(mark))
                && usize::from(digit) <= self.shape.n
            {
                grid.given[cell] = digit;
            }
        }
        grid
    }

    /// The cells with a digit.
    pub(crate) fn filled(&self) -> Cells {
        let filled = self.given.iter().enumerate().filter(|(_, digit)| **digit > 0);
        set_of(filled.map(|(cell, _)| cell))
    }

    /// The cells without one.
    pub(crate) fn empty(&self) -> Cells {
        self.shape.all & !self.filled()
    }

    /// Cells whose digits contradict each other.
    pub(crate) fn clashes(&self) -> Cells {
        let mut clashes = 0;
        for unit in self.shape.units() {
            for digit in 1..=9u8 {
                let same = members(*unit).filter(|cell| self.given[*cell] == digit);
                let same: Vec<usize> = same.collect();
                if same.len() > 1 {
                    clashes |= set_of(same.into_iter());
                }
            }
        }
        clashes
    }
}

/// The play that fills a grid's empty cells.
pub(crate) fn play_of(grid: &Grid, filling: &Digits) -> Play {
    let marks = digit_marks();
    let empty = members(grid.empty());
    empty
        .filter_map(|cell| {
            let mark = marks.get(usize::from(filling[cell]).checked_sub(1)?)?;
            Some((grid.shape.site(cell), mark.clone()))
        })
        .collect()
}
