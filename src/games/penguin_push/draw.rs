//! The picture of a board of ice, drawn once for the window and for every export.
//!
//! Pushes are numbered arrows from the penguin's position to where it stops.

use std::f32::consts::TAU;

use crate::ice::PENGUIN;
use crate::{facts, rules};
use foolproof_game::{
    Scene, Side,
    plain::{centre, ground},
};
use foolproof_level::{Board, Level, Mark, Play, Site};
use foolproof_picture::{Align, Dash, Ink, Point, Rect, Shape, Stroke};

pub(crate) fn draw(level: &Level, scene: Scene<'_>) -> Vec<Shape> {
    let mut shapes = ice(&level.board);
    for (site, mark) in level.marks() {
        shapes.extend(draw_mark(mark, Rect::square(centre(site), 1.0)));
    }
    if let Some(against) = scene.against {
        let inked = |step: Site, mark: &Mark| {
            let other = scene.play.and_then(|play| play.get(step));
            (other != Some(mark)).then_some((Ink::Intended, Dash::Dashed))
        };
        pushes(level, against, &inked, &mut shapes);
    }
    if let Some(play) = scene.play {
        let inked = |step: Site, mark: &Mark| match scene.against {
            Some(against) if against.get(step) != Some(mark) => Some((Ink::Shortcut, Dash::Solid)),
            _ => Some((Ink::Intended, Dash::Solid)),
        };
        pushes(level, play, &inked, &mut shapes);
    }
    shapes
}

/// The board as ice, with light on it here and there.
fn ice(board: &Board) -> Vec<Shape> {
    let mut shapes = ground(board);
    let rim = shapes.pop();
    for shape in &mut shapes {
        match shape {
            Shape::Rect { fill, .. } => *fill = Some(Ink::Ice),
            Shape::Polyline { stroke, .. } => stroke.ink = Ink::Frost,
            _ => {}
        }
    }
    let glint = |at: Point, long: f32, width: f32| Shape::Polyline {
        points: vec![Point::new(at.x - long, at.y + long), Point::new(at.x + long, at.y - long)],
        stroke: Stroke::new(Ink::Gloss, width),
    };
    for cell in board.cells() {
        let at = centre(cell);
        // Scattered, and the same for every board of a size.
        match (cell.col * 7 + cell.row * 5) % 6 {
            0 => shapes.extend([
                glint(Point::new(at.x - 0.12, at.y - 0.1), 0.17, 0.06),
                glint(Point::new(at.x + 0.04, at.y + 0.04), 0.1, 0.03),
            ]),
            3 => shapes.push(glint(Point::new(at.x + 0.14, at.y + 0.1), 0.11, 0.04)),
            _ => {}
        }
    }
    shapes.extend(rim);
    shapes
}

/// Draws a penguin from the front; any other mark gives nothing.
pub(crate) fn draw_mark(mark: &Mark, into: Rect) -> Vec<Shape> {
    let shapes = match mark.as_str() {
        PENGUIN => penguin(into),
        _ => pushing(mark, into),
    };
    Shape::of_mark(mark, into, shapes).into_iter().collect()
}

fn penguin(into: Rect) -> Vec<Shape> {
    let (middle, side) = (into.centre(), into.width().min(into.height()));
    let at = |x: f32, y: f32| Point::new(middle.x + x * side, middle.y + y * side);
    let oval = |(x, y): (f32, f32), (wide, high): (f32, f32), fill: Ink| Shape::Polygon {
        points: (0u8..28)
            .map(|n| {
                let turn = f32::from(n) / 28.0 * TAU;
                at(x + wide * turn.cos(), y + high * turn.sin())
            })
            .collect(),
        fill: Some(fill),
        stroke: None,
    };
    let wing = |out: f32| Shape::Polygon {
        points: vec![at(out * 0.19, -0.1), at(out * 0.37, 0.17), at(out * 0.2, 0.16)],
        fill: Some(Ink::PieceEdge),
        stroke: None,
    };
    let eye = |out: f32| Shape::Circle {
        centre: at(out * 0.075, -0.185),
        radius: 0.027 * side,
        fill: Some(Ink::Text),
        stroke: None,
    };
    let foot = |out: f32| oval((out * 0.11, 0.36), (0.095, 0.045), Ink::Beam);
    let beak = Shape::Polygon {
        points: vec![at(-0.065, -0.135), at(0.065, -0.135), at(0.0, -0.04)],
        fill: Some(Ink::Beam),
        stroke: None,
    };
    vec![
        oval((0.0, 0.39), (0.27, 0.07), Ink::Frost),
        foot(-1.0),
        foot(1.0),
        wing(-1.0),
        wing(1.0),
        oval((0.0, -0.16), (0.19, 0.2), Ink::PieceEdge),
        oval((0.0, 0.1), (0.25, 0.27), Ink::PieceEdge),
        oval((0.0, 0.13), (0.17, 0.21), Ink::Ground),
        oval((0.0, -0.15), (0.135, 0.12), Ink::Ground),
        eye(-1.0),
        eye(1.0),
        beak,
    ]
}

/// A push alone: an arrow to its side.
fn pushing(mark: &Mark, into: Rect) -> Vec<Shape> {
    let Some((_, side)) = facts::read(mark) else { return Vec::new() };
    let middle = into.centre();
    let (right, down) = side.direction();
    let reach = into.width() * 0.36;
    let from = Point::new(middle.x - right * reach, middle.y - down * reach);
    let to = Point::new(middle.x + right * reach, middle.y + down * reach);
    arrow(from, to, side, Ink::Intended, Dash::Solid, into.width())
}

fn arrow(from: Point, to: Point, side: Side, ink: Ink, dash: Dash, size: f32) -> Vec<Shape> {
    let (right, down) = side.direction();
    let head = 0.17 * size;
    let neck = Point::new(to.x - right * head, to.y - down * head);
    let wing =
        |out: f32| Point::new(neck.x - down * out * head * 0.7, neck.y + right * out * head * 0.7);
    let stroke = Stroke { ink, width: 0.065 * size, dash };
    vec![
        Shape::Polyline { points: vec![from, neck], stroke },
        Shape::Polygon { points: vec![to, wing(1.0), wing(-1.0)], fill: Some(ink), stroke: None },
    ]
}

/// The ink of a step's push, if drawn.
type Inked<'a> = &'a dyn Fn(Site, &Mark) -> Option<(Ink, Dash)>;

/// Numbered arrows, in the ink of each step; none without ink.
fn pushes(level: &Level, play: &Play, inked: Inked<'_>, shapes: &mut Vec<Shape>) {
    let course = rules::course(level, play);
    let made = play.iter().zip(&course.slides);
    for (number, ((step_site, mark), slides)) in made.enumerate() {
        let (Some((_, side)), Some(slide)) = (facts::read(mark), slides.first()) else { continue };
        let (Some((ink, dash)), Some(to)) = (inked(step_site, mark), slide.to) else { continue };
        // Pushes along the same line are drawn side by side.
        let beside = [0.0, 0.2, -0.2][number % 3];
        let (right, down) = side.direction();
        let moved = |at: Point, on: f32| {
            Point::new(at.x + down * beside + right * on, at.y + right * beside + down * on)
        };
        let (from, to) = (moved(centre(slide.from), 0.0), moved(centre(to), 0.34));
        shapes.extend(arrow(from, to, side, ink, dash, 1.0));
        shapes.push(Shape::Circle {
            centre: from,
            radius: 0.17,
            fill: Some(Ink::Ground),
            stroke: Some(Stroke::new(ink, 0.04)),
        });
        shapes.push(Shape::Text {
            at: from,
            text: format!("{}", number + 1),
            size: 0.21,
            ink,
            align: Align::Centre,
        });
    }
}
