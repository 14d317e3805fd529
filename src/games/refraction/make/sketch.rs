//! A board for laying out a network of beams: pieces, and the cells that beams cross.

use fastrand::Rng;

use crate::piece::{Piece, Side};
use foolproof_level::{Level, Site};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SketchCell {
    pub piece: Option<Piece>,
    /// Beams of the network through the cell, one bit for each axis.
    beams: u8,
    /// Closed to the designer's marks.
    pub bare: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Sketch {
    cols: usize,
    rows: usize,
    cells: Vec<SketchCell>,
}

fn axis(side: Side) -> u8 {
    if matches!(side, Side::East | Side::West) { 1 } else { 2 }
}

impl Sketch {
    /// The board with its painted content.
    pub(crate) fn new(level: &Level) -> Self {
        let (cols, rows) = (usize::from(level.board.cols), usize::from(level.board.rows));
        let mut sketch = Self { cols, rows, cells: vec![SketchCell::default(); cols * rows] };
        for (site, spot) in level.spots() {
            let Some(at) = sketch.index(site) else { continue };
            if let Some(cell) = sketch.cells.get_mut(at) {
                cell.piece = spot.mark.as_ref().and_then(|mark| Piece::read(mark).ok());
                cell.bare = spot.mark.is_none();
            }
        }
        sketch
    }

    pub(crate) fn index(&self, site: Site) -> Option<usize> {
        let (col, row) = (usize::from(site.col), usize::from(site.row));
        let on = site.place == foolproof_level::Place::Cell && col < self.cols && row < self.rows;
        on.then_some(row * self.cols + col)
    }

    pub(crate) fn site(&self, at: usize) -> Site {
        let part = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        Site::cell(part(at % self.cols), part(at / self.cols))
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn cell(&self, at: usize) -> SketchCell {
        self.cells.get(at).copied().unwrap_or_default()
    }

    pub(crate) fn next(&self, at: usize, side: Side) -> Option<usize> {
        let (col, row) = (at % self.cols, at / self.cols);
        match side {
            Side::North => (row > 0).then(|| at - self.cols),
            Side::South => (row + 1 < self.rows).then(|| at + self.cols),
            Side::West => (col > 0).then(|| at - 1),
            Side::East => (col + 1 < self.cols).then(|| at + 1),
        }
    }

    /// The empty cells that a beam from here crosses.
    pub(crate) fn ray(&self, from: usize, side: Side) -> Vec<usize> {
        let mut cells = Vec::with_capacity(8);
        let mut at = from;
        while let Some(next) = self.next(at, side) {
            if self.cell(next).piece.is_some() {
                break;
            }
            cells.push(next);
            at = next;
        }
        cells
    }

    /// The piece at which a beam from here ends.
    pub(crate) fn hit(&self, from: usize, side: Side) -> Option<usize> {
        let end = self.ray(from, side).last().copied().unwrap_or(from);
        self.next(end, side)
    }

    /// Returns whether a piece fits there without blocking the network.
    pub(crate) fn is_free(&self, at: usize) -> bool {
        self.cells.get(at).is_some_and(|cell| cell.piece.is_none() && cell.beams == 0)
    }

    /// Returns whether the designer's marks may be placed there, too.
    pub(crate) fn is_open(&self, at: usize) -> bool {
        self.is_free(at) && !self.cell(at).bare
    }

    pub(crate) fn put(&mut self, at: usize, piece: Piece) {
        if let Some(cell) = self.cells.get_mut(at) {
            cell.piece = Some(piece);
        }
    }

    pub(crate) fn clear(&mut self, at: usize) {
        if let Some(cell) = self.cells.get_mut(at) {
            cell.piece = None;
        }
    }

    /// Keeps the cells between two on a line free for a beam.
    pub(crate) fn beam(&mut self, from: usize, side: Side, to: Option<usize>) {
        let mut at = from;
        while let Some(next) = self.next(at, side) {
            if Some(next) == to || self.cell(next).piece.is_some() {
                break;
            }
            if let Some(cell) = self.cells.get_mut(next) {
                cell.beams |= axis(side);
            }
            at = next;
        }
    }

    /// Cells that pass the test, in random order.
    pub(crate) fn shuffled(&self, rng: &mut Rng, test: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut cells: Vec<usize> = (0..self.cells.len()).filter(|at| test(*at)).collect();
        rng.shuffle(&mut cells);
        cells
    }
}

/// The two sides at a right angle to one.
pub(super) fn across(side: Side) -> [Side; 2] {
    [side.clockwise(), side.clockwise().opposite()]
}
