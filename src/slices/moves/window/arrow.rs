//! Arrows of moves: on the canvas, in play mode and in the window of positions.
//!
//! An arrow begins at the piece that is moved and ends within the next cell, so that arrows which
//! point at each other do not meet.

use crate::moves::window::words;
use foolproof_game::{Choice, Position, Side};
use foolproof_picture::{Align, Dash, Ink, Point, Rect, Shape, Stroke};

/// Returns the point at this distance from the middle of a cell towards a side, in cells.
pub(crate) fn place(cell: Rect, towards: Side, far: f32) -> Point {
    let (right, down) = towards.direction();
    let middle = cell.centre();
    Point::new(middle.x + right * far * cell.width(), middle.y + down * far * cell.height())
}

/// Returns the head of an arrow with its tip at a place.
pub(crate) fn head(tip: Point, towards: Side, long: f32) -> Vec<Point> {
    let (right, down) = towards.direction();
    let neck = Point::new(tip.x - right * long, tip.y - down * long);
    let wing = |out: f32| {
        Point::new(neck.x - down * out * long * 0.75, neck.y + right * out * long * 0.75)
    };
    vec![tip, wing(1.0), wing(-1.0)]
}

/// Draws an arrow without words, from the piece into the next cell.
pub(crate) fn plain(cell: Rect, towards: Side, ink: Ink) -> Vec<Shape> {
    let unit = cell.width();
    let (from, neck) = (place(cell, towards, 0.36), place(cell, towards, 0.66));
    let points = head(place(cell, towards, 0.92), towards, 0.28 * unit);
    vec![
        Shape::Polyline { points: vec![from, neck], stroke: Stroke::new(ink, 0.11 * unit) },
        Shape::Polygon { points, fill: Some(ink), stroke: None },
    ]
}

/// Effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveStanding {
    DeadEnd,
    /// Leads to the only solution, or is the only move that leads to solutions.
    Solved,
    /// Leads to solutions, as another move of the position does: the solution is not the only one.
    OneOfSeveral,
}

impl MoveStanding {
    pub(crate) fn of(position: &Position, choice: &Choice) -> Self {
        let leading = position.choices.iter().filter(|choice| choice.solutions > 0).count();
        match choice.solutions {
            0 => MoveStanding::DeadEnd,
            _ if position.solutions > 1 && leading > 1 => MoveStanding::OneOfSeveral,
            _ => MoveStanding::Solved,
        }
    }
}

/// Draws an arrow with the number of solutions behind its move: dashed and hollow into a dead end, with a
/// second ring if another move leads to a solution, too.
pub(crate) fn counted(cell: Rect, choice: &Choice, standing: MoveStanding) -> Vec<Shape> {
    let (unit, towards) = (cell.width(), choice.made.towards);
    let (ink, dash) = match standing {
        MoveStanding::DeadEnd => (Ink::Bad, Dash::Dashed),
        MoveStanding::Solved | MoveStanding::OneOfSeveral => (Ink::Good, Dash::Solid),
    };
    let at = place(cell, towards, 0.4);
    let shaft = vec![at, place(cell, towards, 0.7)];
    let points = head(place(cell, towards, 0.92), towards, 0.26 * unit);
    let thin = Stroke::new(ink, 0.035 * unit);
    let (fill, stroke) = match standing {
        MoveStanding::DeadEnd => (Ink::Ground, Some(thin)),
        _ => (ink, None),
    };
    let mut shapes = vec![
        Shape::Polyline { points: shaft, stroke: Stroke { ink, width: 0.08 * unit, dash } },
        Shape::Polygon { points, fill: Some(fill), stroke },
    ];
    let disc = |radius: f32| Shape::Circle {
        centre: at,
        radius: radius * unit,
        fill: Some(Ink::Ground),
        stroke: Some(Stroke { dash, ..thin }),
    };
    if standing == MoveStanding::OneOfSeveral {
        shapes.push(disc(0.26));
    }
    shapes.push(disc(0.2));
    let text = words::short(choice.solutions);
    let size = if text.chars().count() > 2 { 0.19 } else { 0.27 } * unit;
    shapes.push(Shape::Text { at, text, size, ink, align: Align::Centre });
    shapes
}
