//! Polyominoes that fill their regions.
//!
//! The player does not choose their places: helper atoms do, and a region's sentences hold if some way to
//! place its polyominoes satisfies them. Shapes elsewhere do not matter for that, so any set of sentences has
//! its own meaning.

use std::collections::BTreeMap;

use foolproof_game::Summand;
use foolproof_ground::AtomNumber;
use foolproof_level::Site;

use super::{PanelWriter, TooLarge};
use crate::piece::{PanelSymbol, Polyomino};

const LARGE: &str = "its region has more cells than the polyominoes there";
const SMALL: &str = "its region has fewer cells than the polyominoes there";
const UNFILLED: &str = "the polyominoes of its region do not fill it";

/// A polyomino of the panel, and its place.
struct LaidShape {
    cell: Site,
    area: u32,
    hollow: bool,
    /// The cells that share its region.
    region: BTreeMap<Site, AtomNumber>,
    /// It is placed somewhere.
    laid: AtomNumber,
    /// The cells that it covers then.
    covers: BTreeMap<Site, AtomNumber>,
}

impl PanelWriter<'_> {
    pub(super) fn shapes(&mut self) -> Result<(), TooLarge> {
        let mut shapes = Vec::new();
        for (cell, piece) in &self.panel.pieces {
            if let PanelSymbol::Poly { shape, free, .. } | PanelSymbol::Hollow { shape, free, .. } =
                piece
            {
                let hollow = matches!(piece, PanelSymbol::Hollow { .. });
                shapes.push(self.laid(*cell, shape.orientations(*free), hollow)?);
            }
        }
        let hollows = shapes.iter().any(|shape| shape.hollow);
        let filling = if hollows { None } else { Some(self.filling(&shapes)) };
        for shape in &shapes {
            self.areas(shape, &shapes);
            match &filling {
                Some(filling) => self.filled(shape, &shapes, filling),
                None => self.balanced(shape, &shapes),
            }
            self.bounded()?;
        }
        Ok(())
    }

    /// Places a polyomino anywhere on the board, or nowhere.
    fn laid(
        &mut self,
        cell: Site,
        ways: Vec<Polyomino>,
        hollow: bool,
    ) -> Result<LaidShape, TooLarge> {
        let board = self.panel.board;
        let region = self.region(cell)?;
        let area = ways.first().map_or(0, |way| way.area());
        let mut places: Vec<Vec<Site>> = Vec::new();
        for way in ways {
            for corner in board.cells() {
                let squares = way
                    .cells()
                    .map(|(x, y)| Site::cell(corner.col + u16::from(x), corner.row + u16::from(y)));
                let squares: Vec<Site> = squares.collect();
                if squares.iter().all(|square| board.contains(*square)) {
                    places.push(squares);
                }
            }
        }
        let atoms = self.writer.helpers(places.len());
        let laid = self.writer.derived();
        let mut covers: BTreeMap<Site, AtomNumber> = BTreeMap::new();
        for (squares, atom) in places.iter().zip(&atoms) {
            self.writer.rule(laid, &[*atom], &[]);
            for square in squares {
                let head = *covers.entry(*square).or_insert_with(|| self.writer.derived());
                self.writer.rule(head, &[*atom], &[]);
            }
        }
        self.bounded()?;
        Ok(LaidShape { cell, area, hollow, region, laid, covers })
    }

    /// A region has as many cells as its polyominoes have squares, minus those of hollow ones. If none
    /// remain, they cancel in any region.
    fn areas(&mut self, shape: &LaidShape, shapes: &[LaidShape]) {
        let place = shape.cell.to_string();
        let (large, small) = (self.writer.wrong(LARGE, &place), self.writer.wrong(SMALL, &place));
        // Cells, and squares that the region lacks: as many as there are squares.
        let (mut summands, total) = squares_missing(shape, shapes);
        let even = self.even(shape, shapes);
        summands.extend(shape.region.values().map(|atom| Summand {
            atom: *atom,
            on: true,
            weight: 1,
        }));
        let (more, enough) = (self.writer.derived(), self.writer.derived());
        self.writer.sum(more, total + 1, &summands);
        self.writer.sum(enough, total, &summands);
        let even: Vec<AtomNumber> = even.into_iter().collect();
        self.writer.rule(large, &[more], &even);
        let lacks: Vec<AtomNumber> = even.iter().copied().chain([enough]).collect();
        self.writer.rule(small, &[], &lacks);
    }

    /// True if the polyominoes of a region cancel, if there are hollow ones.
    fn even(&mut self, shape: &LaidShape, shapes: &[LaidShape]) -> Option<AtomNumber> {
        if !shapes.iter().any(|of| of.hollow) {
            return None;
        }
        let (summands, total) = squares_missing(shape, shapes);
        let (less, even) = (self.writer.derived(), self.writer.derived());
        self.writer.sum(less, total + 1, &summands);
        self.writer.sum(even, total, &summands);
        let cancel = self.writer.derived();
        self.writer.rule(cancel, &[even], &[less]);
        Some(cancel)
    }

    /// The cells that polyominoes of their region fill, and the wrongly placed polyominoes.
    fn filling(&mut self, shapes: &[LaidShape]) -> RegionFilling {
        let mut within: BTreeMap<Site, Vec<AtomNumber>> = BTreeMap::new();
        let mut faulty = BTreeMap::new();
        let mut inside = Vec::new();
        for shape in shapes {
            let wrong = self.writer.derived();
            self.writer.rule(wrong, &[], &[shape.laid]);
            for (square, covers) in &shape.covers {
                let Some(shared) = shape.region.get(square) else { continue };
                self.writer.rule(wrong, &[*covers], &[*shared]);
                let lies = self.writer.derived();
                self.writer.rule(lies, &[*covers, *shared], &[]);
                within.entry(*square).or_default().push(lies);
                inside.push((shape.cell, *square, lies));
            }
            faulty.insert(shape.cell, wrong);
        }
        let mut filling = RegionFilling { filled: BTreeMap::new(), faulty };
        let mut twice = BTreeMap::new();
        for (square, lying) in &within {
            let (filled, again) = (self.writer.derived(), self.writer.derived());
            self.writer.at_least(filled, 1, lying);
            self.writer.at_least(again, 2, lying);
            filling.filled.insert(*square, filled);
            twice.insert(*square, again);
        }
        for (cell, square, lies) in inside {
            if let (Some(wrong), Some(again)) = (filling.faulty.get(&cell), twice.get(&square)) {
                self.writer.rule(*wrong, &[lies, *again], &[]);
            }
        }
        filling
    }

    fn filled(&mut self, shape: &LaidShape, shapes: &[LaidShape], filling: &RegionFilling) {
        let wrong = self.writer.wrong(UNFILLED, &shape.cell.to_string());
        for other in shapes {
            if let (Some(shared), Some(faulty)) =
                (shape.region.get(&other.cell), filling.faulty.get(&other.cell))
            {
                self.writer.rule(wrong, &[*shared, *faulty], &[]);
            }
        }
        for (cell, shared) in &shape.region {
            let filled: Vec<AtomNumber> = filling.filled.get(cell).copied().into_iter().collect();
            self.writer.rule(wrong, &[*shared], &filled);
        }
    }

    /// With hollow ones, each cell is covered as often as it is removed, and once more in the region.
    fn balanced(&mut self, shape: &LaidShape, shapes: &[LaidShape]) {
        let wrong = self.writer.wrong(UNFILLED, &shape.cell.to_string());
        let cancel: Vec<AtomNumber> = self.even(shape, shapes).into_iter().collect();
        let mut on: BTreeMap<Site, Vec<Summand>> = BTreeMap::new();
        let mut hollows: BTreeMap<Site, u32> = BTreeMap::new();
        for other in shapes {
            let Some(shared) = shape.region.get(&other.cell) else { continue };
            let lacks: Vec<AtomNumber> = cancel.iter().copied().chain([other.laid]).collect();
            self.writer.rule(wrong, &[*shared], &lacks);
            for (square, covers) in &other.covers {
                let counts = self.writer.derived();
                self.writer.rule(counts, &[*shared, *covers], &[]);
                let summand = Summand { atom: counts, on: !other.hollow, weight: 1 };
                on.entry(*square).or_default().push(summand);
                *hollows.entry(*square).or_default() += u32::from(other.hollow);
            }
        }
        for (cell, shared) in &shape.region {
            let summands = on.remove(cell).unwrap_or_default();
            let none = hollows.get(cell).copied().unwrap_or(0);
            let atoms: Vec<AtomNumber> = (0..3).map(|_| self.writer.derived()).collect();
            let [zero, one, two] = atoms[..] else { continue };
            for (head, least) in [(zero, none), (one, none + 1), (two, none + 2)] {
                match least {
                    0 => self.writer.rule(head, &[], &[]),
                    _ => self.writer.sum(head, least, &summands),
                }
            }
            let lacks = |of: AtomNumber| -> Vec<AtomNumber> {
                cancel.iter().copied().chain([of]).collect()
            };
            self.writer.rule(wrong, &[*shared, two], &cancel);
            self.writer.rule(wrong, &[*shared], &lacks(one));
            self.writer.rule(wrong, &[one], &lacks(*shared));
            self.writer.rule(wrong, &[], &lacks(zero));
        }
    }
}

/// Result of filling all regions with their polyominoes.
struct RegionFilling {
    /// By cells: a polyomino of their region covers them.
    filled: BTreeMap<Site, AtomNumber>,
    /// By polyominoes: they are not placed, leave their region, or overlap another.
    faulty: BTreeMap<Site, AtomNumber>,
}

/// Squares of full polyominoes that are not in a shape's region, and those of hollow ones that are; and their
/// sum if the region's polyominoes cancel.
fn squares_missing(shape: &LaidShape, shapes: &[LaidShape]) -> (Vec<Summand>, u32) {
    let mut total = 0;
    let mut summands = Vec::new();
    for other in shapes {
        let Some(atom) = shape.region.get(&other.cell).copied() else { continue };
        summands.push(Summand { atom, on: other.hollow, weight: other.area });
        total += if other.hollow { 0 } else { other.area };
    }
    (summands, total)
}
