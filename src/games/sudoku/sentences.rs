//! The rules as sentences, and what people call the steps that these make.
//!
//! The encoding forbids what is not just one of a digit in a unit. Here that is two sentences, since too many
//! and too few are two thoughts; and an empty cell is one.

use foolproof_game::{KnownMark, NoGroundPlay, SentenceWriter, Sentences};
use foolproof_ground::{AtomNumber, GroundProgram};
use foolproof_level::{Level, Site};

use crate::about::Sudoku;
use crate::candidates::CellCandidates;
use crate::grid::{Grid, Reading};
use crate::shape::{Cells, members};
use crate::technique;

pub(crate) const EMPTY: &str = "the cell is empty";
pub(crate) const MISSING: &str = "a digit is missing";
pub(crate) const TWICE: &str = "a digit stands there twice";

impl Sentences for Sudoku {
    fn sentence_program(&self, level: &Level) -> Result<GroundProgram, NoGroundPlay> {
        let grid = Grid::plain(level).map_err(|why| NoGroundPlay::Because(why.to_string()))?;
        let shape = grid.shape;
        let digits = crate::grid::digit_marks(shape.n);
        let mut writer = SentenceWriter::default();
        let mut atoms: Vec<Vec<AtomNumber>> = vec![Vec::new(); shape.cells()];
        for cell in members(grid.empty()) {
            let site = shape.site(cell);
            if let Some(of) = atoms.get_mut(cell) {
                *of = writer.site(site, &digits);
                writer.wants_one(EMPTY, &site.to_string(), of);
            }
        }
        for (unit, cells) in shape.units().iter().enumerate() {
            for digit in 0..shape.n {
                let place = format!("digit({},{})", digit + 1, unit_name(&grid, unit, *cells));
                let of = members(*cells).filter_map(|cell| atoms.get(cell)?.get(digit).copied());
                let of: Vec<AtomNumber> = of.collect();
                let clues =
                    members(*cells).filter(|cell| usize::from(grid.given[*cell]) == digit + 1);
                match clues.count() {
                    0 => {
                        writer.wants_one(MISSING, &place, &of);
                        writer.wants_at_most(1, TWICE, &place, &of);
                    }
                    1 => writer.wants_at_most(0, TWICE, &place, &of),
                    _ => writer.is_wrong(TWICE, &place),
                }
            }
        }
        Ok(writer.program())
    }

    fn technique(&self, level: &Level, reasons: &[KnownMark], marks: &[KnownMark]) -> Option<&str> {
        let grid = Grid::plain(level).ok()?;
        let read = |known: &[KnownMark]| -> Option<Vec<CellKnowledge>> {
            known.iter().map(|known| CellKnowledge::of(&grid, known)).collect()
        };
        let (reasons, marks) = (read(reasons)?, read(marks)?);
        let mut board = CellCandidates::given(grid.shape, &grid.given);
        board.open = grid.empty();
        for CellKnowledge { digit, cell, on } in reasons {
            match on {
                true => {
                    board.keep(digit, cell);
                    board.open &= !crate::shape::bit(cell);
                }
                false => board.drop(digit, cell),
            }
        }
        let known = |board: &CellCandidates| {
            let holds = |of: &CellKnowledge| match of.on {
                true => board.digits(of.cell).eq([of.digit]),
                false => !board.has(of.digit, of.cell),
            };
            marks.iter().all(holds)
        };
        technique::one_that(grid.shape, board, known).map(technique::Technique::name)
    }
}

/// A digit (from 0) that a cell is known to hold or not.
struct CellKnowledge {
    digit: usize,
    cell: usize,
    on: bool,
}

impl CellKnowledge {
    fn of(grid: &Grid, known: &KnownMark) -> Option<Self> {
        let Ok(Reading::Digit(digit)) = Reading::of(&known.mark) else { return None };
        let digit = usize::from(digit).checked_sub(1)?;
        Some(Self { digit, cell: grid.shape.cell(known.site)?, on: known.on })
    }
}

/// A unit as a place that can be spoken: boxes by their first cell.
fn unit_name(grid: &Grid, unit: usize, cells: Cells) -> String {
    let n = grid.shape.n;
    match unit / n {
        0 => format!("row({})", unit % n),
        1 => format!("column({})", unit % n),
        _ => {
            let first =
                members(cells).next().map_or(Site::cell(0, 0), |cell| grid.shape.site(cell));
            format!("box({first})")
        }
    }
}

#[cfg(test)]
#[path = "sentences_tests.rs"]
mod tests;
