//! A plain board of cells: the positions, the ground, the grid and the rim.

use crate::refusals::AcceptError;
use foolproof_level::{Board, Place, Site};
use foolproof_picture::{Ink, Layout, Point, Rect, Shape, Stroke};

/// Space around the board, in cells.
const MARGIN: f32 = 0.25;

pub(crate) fn layout(board: &Board) -> Layout {
    Layout {
        width: f32::from(board.cols) + 2.0 * MARGIN,
        height: f32::from(board.rows) + 2.0 * MARGIN,
        sites: board.cells().map(|cell| (cell, Rect::square(centre(cell), 1.0))).collect(),
    }
}

/// Refuses sites other than cells of the board.
pub fn on_cell(board: &Board, site: Site) -> Result<(), AcceptError> {
    match site.place == Place::Cell && board.contains(site) {
        true => Ok(()),
        false => Err(AcceptError::NoCell(site)),
    }
}

/// The middle of a cell.
pub fn centre(site: Site) -> Point {
    Point::new(f32::from(site.col) + 0.5 + MARGIN, f32::from(site.row) + 0.5 + MARGIN)
}

pub fn ground(board: &Board) -> Vec<Shape> {
    let far = Point::new(f32::from(board.cols) + MARGIN, f32::from(board.rows) + MARGIN);
    let rect = Rect { min: Point::new(MARGIN, MARGIN), max: far };
    let mut shapes =
        vec![Shape::Rect { rect, radius: 0.12, fill: Some(Ink::Ground), stroke: None }];
    let mut line = |from: Point, to: Point| {
        let stroke = Stroke::new(Ink::Grid, 0.02);
        shapes.push(Shape::Polyline { points: vec![from, to], stroke });
    };
    for col in 1..board.cols {
        let x = f32::from(col) + MARGIN;
        line(Point::new(x, rect.min.y), Point::new(x, rect.max.y));
    }
    for row in 1..board.rows {
        let y = f32::from(row) + MARGIN;
        line(Point::new(rect.min.x, y), Point::new(rect.max.x, y));
    }
    let stroke = Some(Stroke::new(Ink::Rim, 0.05));
    shapes.push(Shape::Rect { rect, radius: 0.12, fill: None, stroke });
    shapes
}
