//! A level as a Sudoku of any kind: its side, boxes, clues and constraints.

use std::collections::BTreeSet;

use crate::constraints::{Broken, Object};
use crate::engine::Model;
use crate::grid::Reading;
use foolproof_game::{AcceptError, GameError};
use foolproof_level::{Level, Place, Play, Site};

/// Sides that boards have.
pub(crate) const SIDES: std::ops::RangeInclusive<usize> = 4..=16;

/// A Sudoku with constraints.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    pub side: usize,
    /// Sets of cells that hold each digit once, besides rows and columns: boxes, or irregular
    /// regions.
    pub regions: Vec<Vec<usize>>,
    /// Columns and rows of a box, if the board has boxes.
    pub boxes: Option<(usize, usize)>,
    /// Digits row by row, 0 where a cell is empty.
    pub given: Vec<u8>,
    pub objects: Vec<Object>,
}

/// Lines that together are the same cells as some boxes.
struct BoxBand {
    lines: Vec<Vec<usize>>,
    boxes: Vec<Vec<usize>>,
}

pub(crate) fn site_of(cell: usize, side: usize) -> Site {
    let part = |number: usize| u16::try_from(number).unwrap_or(0);
    Site::cell(part(cell % side), part(cell / side))
}

/// Columns and rows of a board's boxes, as square as possible, and wider than high; `None` if the side is a
/// prime number.
pub(crate) fn box_of(side: usize) -> Option<(usize, usize)> {
    let high = (2..side).rev().find(|high| side.is_multiple_of(*high) && high * high <= side)?;
    Some((side / high, high))
}

impl Puzzle {
    pub(crate) fn of(level: &Level) -> Result<Self, GameError> {
        let side = usize::from(level.board.cols);
        if level.board.cols != level.board.rows || !SIDES.contains(&side) {
            return Err(GameError::Board("a Sudoku has 4x4 to 16x16 cells".to_owned()));
        }
        let (mut given, mut objects) = (vec![0; side * side], Vec::new());
        for (site, mark) in level.marks() {
            let refuse = |why: AcceptError| GameError::Mark { site, why };
            match site.place {
                Place::Constraint => {
                    objects.push(Object::read(site, mark, side).map_err(refuse)?);
                }
                Place::Cell => {
                    let reading = Reading::of(mark).map_err(|why| refuse(why.into()))?;
                    if usize::from(reading.highest()) > side {
                        let why = format!("the digits of this board go from 1 to {side}");
                        return Err(refuse(AcceptError::TooLarge(why)));
                    }
                    let cell = usize::from(site.row) * side + usize::from(site.col);
                    if let (Reading::Digit(digit), Some(held)) = (reading, given.get_mut(cell)) {
                        *held = digit;
                    }
                }
                _ => {
                    let why = "a Sudoku has marks on its cells, and constraints".to_owned();
                    return Err(refuse(AcceptError::Elsewhere(why)));
                }
            }
        }
        Ok(Self::new(side, given, objects))
    }

    pub(crate) fn new(side: usize, given: Vec<u8>, objects: Vec<Object>) -> Self {
        let is = |object: &Object, id: &str| object.kind.id() == id;
        let own = objects.iter().filter(|object| is(object, "region"));
        let own: Vec<Vec<usize>> = own.map(|object| object.line().to_vec()).collect();
        let boxes = box_of(side)
            .filter(|_| own.is_empty() && !objects.iter().any(|object| is(object, "no_boxes")));
        let regions = match boxes {
            Some((wide, high)) => boxes_of(side, wide, high),
            None => own,
        };
        Self { side, regions, boxes, given, objects }
    }

    /// The puzzle with the player's entries, where possible.
    pub(crate) fn with(&self, play: &Play) -> Vec<u8> {
        let mut digits = self.given.clone();
        for (site, mark) in play.iter() {
            let Ok(Reading::Digit(digit)) = Reading::of(mark) else { continue };
            let held = self.cell(site).and_then(|cell| digits.get_mut(cell));
            if let Some(held) = held.filter(|held| **held == 0 && usize::from(digit) <= self.side) {
                *held = digit;
            }
        }
        digits
    }

    /// The number of a cell of the board; `None` for other sites.
    pub(crate) fn cell(&self, site: Site) -> Option<usize> {
        let (col, row) = (usize::from(site.col), usize::from(site.row));
        let inside = site.place == Place::Cell && col < self.side && row < self.side;
        inside.then(|| row * self.side + col)
    }

    pub(crate) fn site(&self, cell: usize) -> Site {
        site_of(cell, self.side)
    }

    /// Rows, columns and regions.
    pub(crate) fn houses(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let side = self.side;
        let rows = (0..side).map(move |row| (row * side..(row + 1) * side).collect());
        let columns = (0..side).map(move |col| (0..side).map(|row| row * side + col).collect());
        rows.chain(columns).chain(self.regions.iter().cloned())
    }

    /// Pairs of cells side by side.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let side = self.side;
        (0..side * side).flat_map(move |cell| {
            let right = (cell % side + 1 < side).then_some((cell, cell + 1));
            let below = (cell + side < side * side).then_some((cell, cell + side));
            right.into_iter().chain(below)
        })
    }

    /// The squares of two by two cells.
    pub(crate) fn squares(&self) -> impl Iterator<Item = [usize; 4]> + use<> {
        let side = self.side;
        let inner = move |cell: &usize| cell % side + 1 < side && cell + side < side * side;
        let square = move |cell: usize| [cell, cell + 1, cell + side, cell + side + 1];
        (0..side * side).filter(inner).map(square)
    }

    /// The rows of each row of boxes, and the columns of each column of them.
    fn bands(&self) -> Vec<BoxBand> {
        let Some((wide, high)) = self.boxes else { return Vec::new() };
        let side = self.side;
        let across = side / wide;
        let row = |row: usize| (row * side..(row + 1) * side).collect();
        let column = |col: usize| (0..side).map(|row| row * side + col).collect();
        let rows = (0..side / high).map(|band| {
            let boxes = self.regions[band * across..(band + 1) * across].to_vec();
            BoxBand { lines: (band * high..(band + 1) * high).map(row).collect(), boxes }
        });
        let columns = (0..across).map(|stack| {
            let boxes = self.regions.iter().skip(stack).step_by(across).cloned().collect();
            BoxBand { lines: (stack * wide..(stack + 1) * wide).map(column).collect(), boxes }
        });
        rows.chain(columns).collect()
    }

    /// The model of all rules for the search, without the clues.
    pub(crate) fn model(&self) -> Model {
        self.model_within(self)
    }

    /// The model of a puzzle with some of the constraints of `whole`, to which its constraints may refer.
    pub(crate) fn model_within(&self, whole: &Self) -> Model {
        let mut model = Model::new(self.side, self.side * self.side);
        for house in self.houses() {
            model.different(&house);
        }
        for BoxBand { lines, boxes } in self.bands() {
            model.band(&lines, &boxes);
        }
        // Visibility is posted first: sums are pruned by it.
        let (sets, others): (Vec<&Object>, Vec<&Object>) =
            self.objects.iter().partition(|object| object.kind.is_about_difference());
        for object in sets.into_iter().chain(others) {
            object.kind.post(object, whole, &mut model);
        }
        model.finish();
        model
    }

    /// Cells with digits that conflict with each other or with a constraint.
    pub(crate) fn clashes(&self, digits: &[u8]) -> Vec<usize> {
        let mut cells = self.repeated(digits);
        for object in &self.objects {
            let broken = object.kind.broken(object, self, digits);
            let filled = |cell: &usize| digits.get(*cell).is_some_and(|digit| *digit > 0);
            cells.extend(broken.into_iter().flat_map(|broken| broken.cells).filter(filled));
        }
        cells.into_iter().collect()
    }

    /// Cells of a row, column or region that hold the same digit.
    fn repeated(&self, digits: &[u8]) -> BTreeSet<usize> {
        let mut cells = BTreeSet::new();
        for house in self.houses() {
            for (at, first) in house.iter().enumerate() {
                let same = |other: &&usize| digits[**other] == digits[*first];
                for second in house[at + 1..].iter().filter(same).filter(|_| digits[*first] > 0) {
                    cells.extend([*first, *second]);
                }
            }
        }
        cells
    }

    /// The first error in digits, partly filled or complete.
    pub(crate) fn broken(&self, digits: &[u8]) -> Option<Broken> {
        let repeated = self.repeated(digits);
        let of_house = repeated.first().map(|first| {
            let digit = digits.get(*first).copied().unwrap_or(0);
            let is_irregular = self.boxes.is_none() && !self.regions.is_empty();
            let name = if is_irregular { "region" } else { "box" };
            let why = format!("a row, column or {name} holds two {digit}s");
            Broken { why, cells: repeated.iter().copied().collect() }
        });
        of_house.or_else(|| {
            self.objects.iter().find_map(|object| {
                let Broken { why, cells } = object.kind.broken(object, self, digits)?;
                Some(Broken { why: format!("{}: {why}", object.title(self.side)), cells })
            })
        })
    }
}

fn boxes_of(side: usize, wide: usize, high: usize) -> Vec<Vec<usize>> {
    let first = |number: usize| {
        let across = side / wide;
        (number / across * high, number % across * wide)
    };
    (0..side)
        .map(|number| {
            let (row, col) = first(number);
            let cells = (0..side).map(|at| (row + at / wide) * side + col + at % wide);
            cells.collect()
        })
        .collect()
}
