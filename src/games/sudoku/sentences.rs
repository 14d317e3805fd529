//! The rules as sentences, and the usual names of the steps that they make.
//!
//! The encoding forbids everything but exactly one of a digit in a unit. Here that is two sentences, since
//! too many and too few are two thoughts; and an empty cell is one. A constraint is one sentence: its cells
//! are full and keep its rule, those of a row, column or box being different.

use std::collections::BTreeMap;

use foolproof_game::{KnownMark, NoGroundPlay, Sentences};
use foolproof_ground::GroundProgram;
use foolproof_level::{Level, Site};

use crate::about::Sudoku;
use crate::candidates::CellCandidates;
use crate::constraints::{Lie, Object};
use crate::engine::Piece;
use crate::grid::{Grid, Reading};
use crate::puzzle::Puzzle;
use crate::spelling::{Spelling, too_large};
use crate::technique;

pub(crate) const EMPTY: &str = "the cell is empty";
pub(crate) const MISSING: &str = "a digit is missing";
pub(crate) const TWICE: &str = "a digit stands there twice";
/// The error of a constraint that names its cells; the constraint is identified by its place.
const BROKEN: &str = "its rule is broken";

impl Sentences for Sudoku {
    fn sentence_program(&self, level: &Level) -> Result<GroundProgram, NoGroundPlay> {
        let puzzle = Puzzle::of(level).map_err(|why| NoGroundPlay::Because(why.to_string()))?;
        let houses: Vec<Vec<usize>> = puzzle.houses().collect();
        let mut spelling = Spelling::new(&puzzle, EMPTY);
        for (number, cells) in houses.iter().enumerate() {
            house(&mut spelling, &puzzle, cells, &house_name(&puzzle, number, cells));
        }
        // The regions are houses already.
        for object in puzzle.objects.iter().filter(|object| object.kind.id() != "region") {
            let title = || object.title(puzzle.side);
            let pieces = spelling.pieces(object, &houses).ok_or_else(|| too_large(&title()))?;
            said(&mut spelling, &puzzle, object, &pieces);
        }
        Ok(spelling.program())
    }

    fn technique(&self, level: &Level, reasons: &[KnownMark], marks: &[KnownMark]) -> Option<&str> {
        // The usual techniques apply to the bare board.
        let puzzle = Puzzle { objects: Vec::new(), ..Puzzle::of(level).ok()? };
        let grid = Grid::of_puzzle(&puzzle)?;
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

/// Knowledge that a cell holds or does not hold a digit (from 0).
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

/// Each digit once in some cells.
fn house(spelling: &mut Spelling<'_>, puzzle: &Puzzle, cells: &[usize], name: &str) {
    for digit in (1..=16u8).take(puzzle.side) {
        spelling.once(digit, cells, [MISSING, TWICE], &format!("digit({digit},{name})"));
    }
}

/// A house of the board as a place that can be spoken: boxes by their first cell.
fn house_name(puzzle: &Puzzle, number: usize, cells: &[usize]) -> String {
    let side = puzzle.side;
    match number / side {
        0 => format!("row({number})"),
        1 => format!("column({})", number - side),
        _ => {
            let name = if puzzle.boxes.is_some() { "box" } else { "region" };
            of_first(puzzle, name, cells)
        }
    }
}

/// A place named by its first cell.
fn of_first(puzzle: &Puzzle, name: &str, cells: &[usize]) -> String {
    let first = cells.first().map_or(Site::cell(0, 0), |cell| puzzle.site(*cell));
    format!("{}({first})", name.replace([' ', '-'], "_"))
}

/// The sentences of a constraint: one for each of its houses and each digit, one for all the rest. A
/// constraint on the whole board has one for each cell and the cells related to it, and one for other groups
/// of cells.
fn said(spelling: &mut Spelling<'_>, puzzle: &Puzzle, object: &Object, pieces: &[Piece]) {
    let is_whole = object.kind.form().lie == Lie::Whole;
    let mut rest: Vec<&Piece> = Vec::new();
    let mut groups: BTreeMap<Vec<usize>, Vec<&Piece>> = BTreeMap::new();
    let mut of_cells: BTreeMap<usize, Vec<&Piece>> = BTreeMap::new();
    for piece in pieces {
        match piece {
            Piece::House(cells) => {
                house(spelling, puzzle, cells, &of_first(puzzle, object.kind.name(), cells));
            }
            _ if !is_whole => rest.push(piece),
            Piece::Pair(cells, _) | Piece::Unlike(cells) => {
                cells.iter().for_each(|cell| of_cells.entry(*cell).or_default().push(piece));
            }
            _ => groups.entry(piece.cells()).or_default().push(piece),
        }
    }
    if !rest.is_empty() {
        spelling.sentence(BROKEN, object.place(puzzle.side).as_deref(), &rest);
    }
    let of_cells = of_cells.into_iter().map(|(cell, pieces)| (vec![cell], pieces));
    for (cells, pieces) in of_cells.chain(groups) {
        let first = cells.first().map_or(Site::cell(0, 0), |cell| puzzle.site(*cell));
        spelling.sentence(
            &format!("{}: broken here", object.kind.name()),
            Some(&first.to_string()),
            &pieces,
        );
    }
}

#[cfg(test)]
#[path = "sentences_tests.rs"]
mod tests;
