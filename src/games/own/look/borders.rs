//! Thick lines round cells: around all of them, or between different neighbours. Runs of them are one line.

use std::collections::BTreeMap;

use super::board::PlacedMark;
use super::draw::BORDER;
use super::layout::BoardGround;
use super::style::Border;
use foolproof_level::{Place, Site};
use foolproof_picture::{Ink, Point, Shape, Stroke};

/// The condition for a cell's borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walled {
    All,
    /// Borders only between different groups; each ground is a group.
    Group(usize),
}

/// Draws the borders of cells with a border style. Each layer has its own.
pub(super) fn borders<'a>(
    ground: &BoardGround,
    marks: impl Iterator<Item = &'a PlacedMark<'a>> + Clone,
) -> Vec<Shape> {
    let layers = Site::cell(0, 0).layers();
    layers.flat_map(|layer| borders_of(ground, layer.place, marks.clone())).collect()
}

fn borders_of<'a>(
    ground: &BoardGround,
    layer: Place,
    marks: impl Iterator<Item = &'a PlacedMark<'a>>,
) -> Vec<Shape> {
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    let mut walled: BTreeMap<(u16, u16), Walled> = BTreeMap::new();
    for PlacedMark { site, mark, style } in marks.filter(|placed| placed.site.place == layer) {
        let kind = match style.border {
            None => continue,
            Some(Border::All) => Walled::All,
            Some(Border::WhereDifferent) => {
                let next = groups.len();
                Walled::Group(*groups.entry(style.border_key(mark)).or_insert(next))
            }
        };
        walled.insert((site.col, site.row), kind);
    }
    if walled.is_empty() {
        return Vec::new();
    }
    let at = |col: Option<u16>, row: Option<u16>| {
        let (col, row) = (col?, row?);
        let cell = Site::cell(col, row);
        let inside = ground.contains(cell) && !ground.is_rim(cell);
        if inside { walled.get(&(col, row)).copied() } else { None }
    };
    let wall = |one: Option<Walled>, other: Option<Walled>| match (one, other) {
        (Some(Walled::Group(one)), Some(Walled::Group(other))) => one != other,
        (None, None) => false,
        _ => true,
    };
    let ((left, top), (cols, rows)) = (ground.first(), ground.end());
    let mut shapes = Vec::new();
    for row in top..=rows {
        let is_wall = |col: u16| wall(at(Some(col), row.checked_sub(1)), at(Some(col), Some(row)));
        for (from, to) in runs(left..cols, is_wall) {
            shapes.push(line(BoardGround::corner(from, row), BoardGround::corner(to, row)));
        }
    }
    for col in left..=cols {
        let is_wall = |row: u16| wall(at(col.checked_sub(1), Some(row)), at(Some(col), Some(row)));
        for (from, to) in runs(top..rows, is_wall) {
            shapes.push(line(BoardGround::corner(col, from), BoardGround::corner(col, to)));
        }
    }
    shapes
}

/// Returns the stretches of a line that are thick.
fn runs(along: std::ops::Range<u16>, is_wall: impl Fn(u16) -> bool) -> Vec<(u16, u16)> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for at in along.filter(|at| is_wall(*at)) {
        match runs.last_mut() {
            Some((_, end)) if *end == at => *end = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

/// Draws a line that is longer by half its width at both ends, so that corners are full.
fn line(from: Point, to: Point) -> Shape {
    let out = BORDER / 2.0;
    let (x, y) = if from.y == to.y { (out, 0.0) } else { (0.0, out) };
    let points = vec![Point::new(from.x - x, from.y - y), Point::new(to.x + x, to.y + y)];
    Shape::Polyline { points, stroke: Stroke::new(Ink::Rim, BORDER) }
}
