//! The named shapes of styles, each in a square, drawn pointing up and turned by quarters.

use std::f32::consts::TAU;

use super::inks::needs_outline;
use super::style::ShapeForm;
use foolproof_level::Mark;
use foolproof_picture::{Ink, Point, Rect, Shape, Stroke};

/// Returns the default size of a shape, as a share of a cell.
pub(super) fn usual_size(form: ShapeForm) -> f32 {
    match form {
        ShapeForm::Circle | ShapeForm::Ring | ShapeForm::Square => 0.64,
        ShapeForm::Diamond | ShapeForm::Star | ShapeForm::Arrow | ShapeForm::Bar => 0.76,
        ShapeForm::Triangle => 0.68,
        ShapeForm::Cross => 0.56,
        ShapeForm::Dot => 0.24,
        ShapeForm::Quarters => 1.0,
    }
}

/// Returns the number of quarter turns clockwise, from the mark's first argument that is a direction.
pub(super) fn turn_of(mark: &Mark) -> Option<u8> {
    mark.args().into_iter().find_map(direction)
}

pub(super) fn direction(word: &str) -> Option<u8> {
    match word {
        "n" => Some(0),
        "e" => Some(1),
        "s" => Some(2),
        "w" => Some(3),
        _ => None,
    }
}

/// Returns a point of the square around the origin, turned by quarters clockwise.
pub(super) fn turned(Point { x, y }: Point, quarters: u8) -> Point {
    match quarters % 4 {
        0 => Point::new(x, y),
        1 => Point::new(-y, x),
        2 => Point::new(-x, -y),
        _ => Point::new(y, -x),
    }
}

/// Draws a shape that fills a square. `quarters` turns shapes with a direction.
pub(super) fn form(form: ShapeForm, into: Rect, quarters: u8, ink: Ink) -> Vec<Shape> {
    let (middle, side) = (into.centre(), into.width().min(into.height()));
    let edge = if matches!(ink, Ink::Colour(0 | 1)) { Ink::Rim } else { Ink::PieceEdge };
    let outline = needs_outline(ink).then(|| Stroke::new(edge, (0.045 * side).max(0.03)));
    // The outline is inside, too.
    let side = side - outline.map_or(0.0, |stroke| stroke.width);
    let fill = Some(ink);
    let disc = |radius: f32| Shape::Circle { centre: middle, radius, fill, stroke: outline };
    let polygon = |points: &[(f32, f32)]| Shape::Polygon {
        points: points
            .iter()
            .map(|(x, y)| turned(Point::new(x * side, y * side), quarters))
            .map(|point| Point::new(middle.x + point.x, middle.y + point.y))
            .collect(),
        fill,
        stroke: outline,
    };
    let shape = match form {
        ShapeForm::Circle | ShapeForm::Dot => disc(side / 2.0),
        ShapeForm::Square => {
            let rect = Rect::square(middle, side);
            Shape::Rect { rect, radius: 0.1 * side, fill, stroke: outline }
        }
        ShapeForm::Ring => {
            let width = 0.16 * side;
            let radius = (side - width) / 2.0;
            let ring = |ink, width| {
                let stroke = Some(Stroke::new(ink, width));
                Shape::Circle { centre: middle, radius, fill: None, stroke }
            };
            let Some(outline) = outline else { return vec![ring(ink, width)] };
            return vec![ring(outline.ink, width), ring(ink, width - 2.0 * outline.width)];
        }
        ShapeForm::Diamond => polygon(&[(0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0)]),
        ShapeForm::Triangle => polygon(&[(0.0, -0.46), (0.5, 0.4), (-0.5, 0.4)]),
        ShapeForm::Bar => polygon(&[(-0.11, -0.5), (0.11, -0.5), (0.11, 0.5), (-0.11, 0.5)]),
        ShapeForm::Arrow => polygon(&ARROW),
        ShapeForm::Star => polygon(&star()),
        ShapeForm::Cross => polygon(&cross()),
        ShapeForm::Quarters => return saltire(into, ink),
    };
    vec![shape]
}

/// Thin lines from corner to corner.
fn saltire(into: Rect, ink: Ink) -> Vec<Shape> {
    let Rect { min, max } = into;
    let stroke = Stroke::new(ink, 0.022 * into.width());
    let lines = [[min, max], [Point::new(max.x, min.y), Point::new(min.x, max.y)]];
    lines.map(|points| Shape::Polyline { points: points.to_vec(), stroke }).to_vec()
}

const ARROW: [(f32, f32); 7] = [
    (0.0, -0.5),
    (0.4, -0.06),
    (0.13, -0.06),
    (0.13, 0.5),
    (-0.13, 0.5),
    (-0.13, -0.06),
    (-0.4, -0.06),
];

/// Returns a star with five points, slightly fat, as high and wide as its square allows.
fn star() -> [(f32, f32); 10] {
    let mut points = [(0.0, 0.0); 10];
    for (number, point) in (0u8..).zip(points.iter_mut()) {
        let radius = if number % 2 == 0 { 0.525 } else { 0.245 };
        let (sin, cos) = (f32::from(number) / 10.0 * TAU).sin_cos();
        *point = ((radius * sin).clamp(-0.5, 0.5), 0.025 - radius * cos);
    }
    points
}

/// Two bars that cross, from corner to corner.
fn cross() -> [(f32, f32); 12] {
    // Half the width of a bar, measured along the sides of the square.
    const A: f32 = 0.17;
    [
        (-0.5, -0.5 + A),
        (-0.5 + A, -0.5),
        (0.0, -A),
        (0.5 - A, -0.5),
        (0.5, -0.5 + A),
        (A, 0.0),
        (0.5, 0.5 - A),
        (0.5 - A, 0.5),
        (0.0, A),
        (-0.5 + A, 0.5),
        (-0.5, 0.5 - A),
        (-A, 0.0),
    ]
}
