//! A level as a Sudoku: its clues by cell, read from marks and written to plays.
//!
//! A mark on a cell is a digit, a clue, or `notes(1,5)`, a setter's pencil marks, which mean
//! nothing to a player.

use std::sync::Arc;

use crate::candidates::Digits;
use crate::engine::Model;
use crate::puzzle::Puzzle;
use crate::search::FillingWalk;
use crate::shape::{CELLS, Cells, GridShape, set_of};
use foolproof_game::{GameError, MeaningError, StopCheck};
use foolproof_level::{Level, Mark, Play};

/// The highest digit of the largest board.
pub(crate) const MAX_DIGITS: u8 = 16;

/// Functor of pencil marks.
pub(crate) const NOTES: &str = "notes";

/// The meaning of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// A digit, from 1.
    Digit(u8),
    /// Pencil marks: a bit for each digit, the lowest for 1.
    Notes(u16),
}

impl Reading {
    pub(crate) fn of(mark: &Mark) -> Result<Self, MeaningError> {
        let digit = |text: &str| {
            let digit = text.parse().ok().filter(|digit| (1..=MAX_DIGITS).contains(digit))?;
            (!text.starts_with(['0', '+'])).then_some(digit)
        };
        if let Some(digit) = digit(mark.as_str()) {
            return Ok(Self::Digit(digit));
        }
        if mark.functor() != NOTES || mark.as_str() == NOTES {
            return Err(MeaningError::Unknown(format!(
                "`{mark}` is neither a digit from 1 to {MAX_DIGITS} nor pencil marks"
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
        (1..=MAX_DIGITS).filter(move |digit| bits >> (digit - 1) & 1 == 1)
    }

    /// The highest digit that it names.
    pub(crate) fn highest(self) -> u8 {
        self.digits().last().unwrap_or(0)
    }
}

/// The marks of the digits up to a number, in order.
pub(crate) fn digit_marks(most: usize) -> Vec<Mark> {
    (1..=MAX_DIGITS).take(most).filter_map(|digit| Reading::Digit(digit).mark()).collect()
}

/// The clues of a level.
#[derive(Clone)]
pub(crate) struct Grid {
    pub shape: &'static GridShape,
    pub given: Digits,
    /// The constraints' requirements besides the rules of the board, if the level has some.
    pub model: Option<Arc<Model>>,
    /// The level with its constraints, if it has some.
    pub puzzle: Option<Arc<Puzzle>>,
}

impl Grid {
    /// A level whose board has boxes and at most 81 cells, with any constraints.
    pub(crate) fn of(level: &Level) -> Result<Self, GameError> {
        let puzzle = Puzzle::of(level)?;
        Self::of_puzzle(&puzzle).ok_or_else(|| {
            let boards = "this is known on boards of 4x4, 6x6 and 9x9 cells with their boxes";
            GameError::Board(boards.to_owned())
        })
    }

    /// Reads a level without constraints; an error names the obstacle if there are some.
    pub(crate) fn plain(level: &Level) -> Result<Self, GameError> {
        let puzzle = Puzzle::of(level)?;
        if let Some(object) = puzzle.objects.first() {
            let title = object.title(puzzle.side);
            return Err(GameError::Board(format!("{title} is not part of a plain Sudoku")));
        }
        Self::of_puzzle(&puzzle)
            .ok_or_else(|| GameError::Board("a plain Sudoku has 4x4, 6x6 or 9x9 cells".to_owned()))
    }

    pub(crate) fn of_puzzle(puzzle: &Puzzle) -> Option<Self> {
        let shape = GridShape::of_cells(puzzle.given.len()).filter(|_| puzzle.boxes.is_some())?;
        let mut given = [0; CELLS];
        given.iter_mut().zip(&puzzle.given).for_each(|(to, digit)| *to = *digit);
        let model = (!puzzle.objects.is_empty()).then(|| Arc::new(puzzle.model()));
        let constrained = (!puzzle.objects.is_empty()).then(|| Arc::new(puzzle.clone()));
        Some(Self { shape, given, model, puzzle: constrained })
    }

    /// A walk over fillings by all of the level's rules.
    pub(crate) fn walk<'a>(&'a self, stop: StopCheck<'a>) -> FillingWalk<'a> {
        FillingWalk { model: self.model.as_deref(), ..FillingWalk::new(self.shape, stop) }
    }

    /// The grid with the player's entries, where possible.
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

    pub(crate) fn empty(&self) -> Cells {
        self.shape.all & !self.filled()
    }
}
