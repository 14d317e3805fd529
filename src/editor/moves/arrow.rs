//! Arrows of moves: on the canvas, in play mode and in the window of positions.
//!
//! An arrow begins at the piece that is moved and ends within the next cell, so that arrows which
//! point at each other do not meet. Knows pictures and games as a trait.

use crate::games::Side;
use crate::picture::{Ink, Point, Rect, Shape, Stroke};

/// A place so far from the middle of a cell towards a side, in cells.
pub fn place(cell: Rect, towards: Side, far: f32) -> Point {
    let (right, down) = direction(towards);
    let middle = cell.centre();
    Point::new(middle.x + right * far * cell.width(), middle.y + down * far * cell.height())
}

fn direction(towards: Side) -> (f32, f32) {
    match towards {
        Side::North => (0.0, -1.0),
        Side::East => (1.0, 0.0),
        Side::South => (0.0, 1.0),
        Side::West => (-1.0, 0.0),
    }
}

/// The head of an arrow with its tip at a place.
pub fn head(tip: Point, towards: Side, long: f32) -> Vec<Point> {
    let (right, down) = direction(towards);
    let neck = Point::new(tip.x - right * long, tip.y - down * long);
    let wing = |out: f32| {
        Point::new(neck.x - down * out * long * 0.75, neck.y + right * out * long * 0.75)
    };
    vec![tip, wing(1.0), wing(-1.0)]
}

/// An arrow without words, from the piece into the next cell.
pub fn plain(cell: Rect, towards: Side, ink: Ink) -> Vec<Shape> {
    let unit = cell.width();
    let (from, neck) = (place(cell, towards, 0.36), place(cell, towards, 0.66));
    let points = head(place(cell, towards, 0.92), towards, 0.28 * unit);
    vec![
        Shape::Polyline { points: vec![from, neck], stroke: Stroke::new(ink, 0.11 * unit) },
        Shape::Polygon { points, fill: Some(ink), stroke: None },
    ]
}
