//! Boards with typical looks: as pictures, and with checks that everything stays in place.

mod boards;
mod hostile;
mod shapes;

use std::path::PathBuf;

use super::{BoardGround, LookStyle, PlacedMark, Scenery, draw_board, layout};
use foolproof_level::{Mark, Site};
use foolproof_picture::{Ink, Point, Rect, Shape, Style, plain_shapes, png, svg};

/// Returns a style as a manifest has it: `shape = "circle", ink = "red"`.
fn style(fields: &str) -> LookStyle {
    read(fields).unwrap_or_else(|why| panic!("{fields}: {why}"))
}

fn read(fields: &str) -> Result<LookStyle, toml::de::Error> {
    #[derive(serde::Deserialize)]
    struct Holder {
        draw: LookStyle,
    }
    let text = format!("draw = {{ {fields} }}");
    toml::from_str(&text).map(|Holder { draw }| draw)
}

fn mark(text: &str) -> Mark {
    text.parse().unwrap_or_else(|why| panic!("{why}"))
}

/// A mark with its style, which lives as long as the scene.
type Item<'a> = (Site, Mark, &'a LookStyle);

fn placed<'a>(items: &'a [Item<'a>]) -> Vec<PlacedMark<'a>> {
    items.iter().map(|(site, mark, style)| PlacedMark { site: *site, mark, style }).collect()
}

/// Draws a board; writes it as SVG and PNG if a folder for pictures is given.
fn shown(name: &str, ground: &BoardGround, scenery: Scenery<'_>) -> Vec<Shape> {
    let shapes = drawn_board(ground, scenery);
    keep(name, &layout(ground), &shapes);
    shapes
}

/// Returns the shapes of a board, one by one.
fn drawn_board(ground: &BoardGround, scenery: Scenery<'_>) -> Vec<Shape> {
    plain_shapes(&draw_board(ground, scenery)).into_iter().cloned().collect()
}

fn keep(name: &str, layout: &foolproof_picture::Layout, shapes: &[Shape]) {
    let Some(folder) = std::env::var_os("FOOLPROOF_LOOKS").map(PathBuf::from) else { return };
    for style in Style::ALL {
        let text = svg(layout, shapes, style);
        let file = format!("{name}-{}", format!("{style:?}").to_lowercase());
        std::fs::write(folder.join(format!("{file}.svg")), &text).expect("written");
        // The smallest size of a cell that is still readable.
        let small = png(&text, 0.5).expect("a picture");
        std::fs::write(folder.join(format!("{file}-24px.png")), small).expect("written");
        let pixels = png(&text, 1.5).expect("a picture");
        std::fs::write(folder.join(format!("{file}.png")), pixels).expect("written");
    }
}

/// Returns the bounding rectangle of a shape, including its line.
fn bounds(shape: &Shape) -> Rect {
    let around = |points: &[Point], out: f32| {
        let least = |of: fn(&Point) -> f32| points.iter().map(of).fold(f32::INFINITY, f32::min);
        let most = |of: fn(&Point) -> f32| points.iter().map(of).fold(f32::NEG_INFINITY, f32::max);
        Rect {
            min: Point::new(least(|p| p.x) - out, least(|p| p.y) - out),
            max: Point::new(most(|p| p.x) + out, most(|p| p.y) + out),
        }
    };
    match shape {
        // Ends are flat: half the width is on either side.
        Shape::Polyline { points, .. } => around(points, 0.0),
        Shape::Polygon { points, .. } => around(points, 0.0),
        Shape::Area { rings, .. } => around(&rings.concat(), 0.0),
        Shape::Circle { centre, radius, stroke, .. } => {
            around(&[*centre], radius + stroke.map_or(0.0, |stroke| stroke.width / 2.0))
        }
        Shape::Rect { rect, stroke, .. } => {
            around(&[rect.min, rect.max], stroke.map_or(0.0, |stroke| stroke.width / 2.0))
        }
        Shape::Text { at, text, size, .. } => {
            let (w, h) = (foolproof_picture::measure::width(text, *size) / 2.0, size * 0.5);
            around(&[Point::new(at.x - w, at.y - h), Point::new(at.x + w, at.y + h)], 0.0)
        }
        Shape::Mark { rect, .. } => *rect,
    }
}

fn inks(shapes: &[Shape]) -> Vec<Ink> {
    let mut inks = Vec::new();
    for shape in plain_shapes(shapes) {
        match shape {
            Shape::Polyline { stroke, .. } => inks.push(stroke.ink),
            Shape::Polygon { fill, stroke, .. }
            | Shape::Circle { fill, stroke, .. }
            | Shape::Rect { fill, stroke, .. } => {
                inks.extend(*fill);
                inks.extend(stroke.map(|stroke| stroke.ink));
            }
            Shape::Area { fill: ink, .. } | Shape::Text { ink, .. } => inks.push(*ink),
            Shape::Mark { .. } => {}
        }
    }
    inks
}
