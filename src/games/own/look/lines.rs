//! Marks on edges and corners: bars along the grid, lines from cell to cell, dots.

use super::style::{Course, LookStyle, Strands};
use foolproof_level::Place;
use foolproof_picture::{Dash, Ink, Point, Rect, Shape, Stroke};

/// Width of lines, in cells, unless the style sets one.
const ALONG: f32 = 0.12;
const ACROSS: f32 = 0.26;

/// Returns the width of an edge's line, in sides of its square.
pub(super) fn width(style: &LookStyle) -> f32 {
    style.width().unwrap_or(match style.course {
        Course::Along => ALONG,
        Course::Across => ACROSS,
    })
}

/// Returns the two ends of an edge's line through its square.
fn ends(into: Rect, place: Place, course: Course) -> (Point, Point) {
    let at = into.centre();
    let level = (place == Place::HEdge) == (course == Course::Along);
    match level {
        true => (Point::new(into.min.x, at.y), Point::new(into.max.x, at.y)),
        false => (Point::new(at.x, into.min.y), Point::new(at.x, into.max.y)),
    }
}

fn between(a: Point, b: Point, share: f32) -> Point {
    Point::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
}

/// Thickness of each line of a double one, as a share of its width.
const STRAND: f32 = 0.34;

/// Draws the lines between two points, one or two side by side.
fn strands(style: &LookStyle, [a, b]: [Point; 2], stroke: Stroke) -> Vec<Shape> {
    let line = |points: Vec<Point>, stroke: Stroke| Shape::Polyline { points, stroke };
    if style.strands == Strands::One {
        return vec![line(vec![a, b], stroke)];
    }
    let thin = Stroke { width: stroke.width * STRAND, ..stroke };
    let away = (stroke.width - thin.width) / 2.0;
    let length = (b.x - a.x).hypot(b.y - a.y).max(f32::EPSILON);
    let (x, y) = (-(b.y - a.y) / length * away, (b.x - a.x) / length * away);
    let beside = |by: f32| [a, b].map(|at| Point::new(at.x + x * by, at.y + y * by)).to_vec();
    vec![line(beside(1.0), thin), line(beside(-1.0), thin)]
}

/// Draws an edge's line alone, inside of its square, with round ends where it runs across.
pub(super) fn alone(style: &LookStyle, ink: Ink, into: Rect, place: Place) -> Vec<Shape> {
    let side = into.width().min(into.height());
    let width = width(style) * side;
    let (a, b) = ends(Rect::square(into.centre(), side), place, style.course);
    let stroke = Stroke { ink, width, dash: style.dash };
    if style.strands == Strands::Two {
        return strands(style, [a, b], stroke);
    }
    let inset = width / 2.0 / side.max(0.01);
    let (a, b) = (between(a, b, inset), between(a, b, 1.0 - inset));
    let mut shapes = strands(style, [a, b], stroke);
    if style.dash == Dash::Solid {
        shapes.extend([a, b].map(|end| round(end, width / 2.0, ink)));
    }
    shapes
}

/// Draws an end or a bend.
pub(super) fn round(centre: Point, radius: f32, ink: Ink) -> Shape {
    Shape::Circle { centre, radius, fill: Some(ink), stroke: None }
}

/// An edge's line as part of the board.
pub(super) struct JoinedLine {
    pub lines: Vec<Shape>,
    pub stroke: Stroke,
    /// The ends, if they are round.
    pub ends: Option<[Point; 2]>,
}

/// Returns an edge's line as part of the board: to the corners of the grid or the middles of cells. A faint one
/// is thinner, and dashed.
pub(super) fn joined(
    style: &LookStyle,
    ink: Ink,
    into: Rect,
    place: Place,
    faint: bool,
) -> JoinedLine {
    let (a, b) = ends(into, place, style.course);
    let (share, dash) = if faint { (0.6, Dash::Dashed) } else { (1.0, style.dash) };
    let stroke = Stroke { ink, width: width(style) * share, dash };
    let lines = strands(style, [a, b], stroke);
    let ends = (dash == Dash::Solid && style.strands == Strands::One).then_some([a, b]);
    JoinedLine { lines, stroke, ends }
}
