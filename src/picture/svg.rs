//! A picture as SVG text, which PNG and PDF are made from.

use std::fmt::Write as _;

use super::fragment::tile_fragment;
use super::tiles::Piece;
use super::{Align, Dash, Ink, Layout, Paint, Point, Shape, Stroke};
use foolproof_level::words::escaped_xml;

/// Pixels of a cell at scale 1.
const CELL_PX: f32 = 48.0;
/// The font of texts; its file is part of this program.
pub(crate) const FONT: &str = "Ubuntu";

/// Writes shapes as an SVG document of the layout's size.
pub fn svg<'a>(layout: &Layout, shapes: &[Shape], paint: impl Into<Paint<'a>>) -> String {
    document(layout, shapes, &paint.into(), true)
}

/// Writes shapes as an SVG document without a ground: the background shows between the shapes.
pub fn tiles_svg<'a>(layout: &Layout, shapes: &[Shape], paint: impl Into<Paint<'a>>) -> String {
    document(layout, shapes, &paint.into(), false)
}

fn document(layout: &Layout, shapes: &[Shape], paint: &Paint<'_>, has_ground: bool) -> String {
    let (width, height) = (layout.width * CELL_PX, layout.height * CELL_PX);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {} {}\">",
        n(layout.width),
        n(layout.height)
    );
    if has_ground {
        let ground = paint.colour(Ink::Ground);
        let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>");
    }
    let mut body = String::new();
    write_shapes(&mut body, shapes, paint);
    out.push_str(&paint.tiles_of(&body));
    out + &body + "</svg>\n"
}

/// Formats a number with at most three decimal places, without trailing zeros.
pub(super) fn n(value: f32) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn points(points: &[Point]) -> String {
    points.iter().map(|p| format!("{},{}", n(p.x), n(p.y))).collect::<Vec<_>>().join(" ")
}

fn stroke_attributes(stroke: Option<&Stroke>, paint: &Paint<'_>) -> String {
    let Some(stroke) = stroke else { return String::new() };
    let (colour, width) = (paint.colour(stroke.ink), n(stroke.width));
    format!(" stroke=\"{colour}\" stroke-width=\"{width}\"{}", dash_attributes(stroke.dash))
}

pub(super) fn dash_attributes(dash: Dash) -> &'static str {
    match dash {
        Dash::Solid | Dash::Flowing => "",
        Dash::Dashed => " stroke-dasharray=\"0.16 0.1\"",
        Dash::Dotted => " stroke-dasharray=\"0.02 0.09\" stroke-linecap=\"round\"",
    }
}

fn fill_attribute(fill: Option<Ink>, paint: &Paint<'_>) -> String {
    fill.map_or_else(
        || " fill=\"none\"".to_owned(),
        |ink| format!(" fill=\"{}\"", paint.colour(ink)),
    )
}

/// Writes shapes, and the pack's pictures for the drawings that they replace.
pub(super) fn write_shapes(out: &mut String, shapes: &[Shape], paint: &Paint<'_>) {
    for piece in paint.pieces(shapes) {
        match piece {
            Piece::Shape(shape) => write_shape(out, shape, paint),
            Piece::Tile(tile, rect) => {
                out.push_str(&tile_fragment(tile, rect.min));
                out.push('\n');
            }
        }
    }
}

fn write_shape(out: &mut String, shape: &Shape, paint: &Paint<'_>) {
    match paint.style.drawn(shape) {
        Some(shapes) => shapes.iter().for_each(|shape| write_plain(out, shape, paint)),
        None => write_plain(out, shape, paint),
    }
}

fn write_plain(out: &mut String, shape: &Shape, paint: &Paint<'_>) {
    let element = element(shape, Some(paint.family()));
    let (fill, stroke) = shape.paint();
    let strokes = stroke_attributes(stroke.as_ref(), paint);
    let attributes = format!("{}{}{strokes}", fill_attribute(fill, paint), join(shape));
    let _ = match shape {
        Shape::Mark { shapes, .. } => return write_shapes(out, shapes, paint),
        Shape::Text { text, .. } => {
            writeln!(out, "<{element}{attributes}>{}</text>", escaped_xml(text))
        }
        _ => writeln!(out, "<{element}{attributes}/>"),
    };
    if let Shape::Polyline { points, stroke } = shape
        && stroke.dash == Dash::Flowing
    {
        arrowheads(out, points, stroke, paint);
    }
}

/// Returns the attribute of a line's bends.
pub(super) fn join(shape: &Shape) -> &'static str {
    match shape {
        Shape::Polyline { .. } => " stroke-linejoin=\"round\"",
        _ => "",
    }
}

/// Returns the name of a shape's element and the attributes of its place. `font` is that of text.
pub(super) fn element(shape: &Shape, font: Option<&str>) -> String {
    match shape {
        Shape::Polyline { points: line, .. } => format!("polyline points=\"{}\"", points(line)),
        Shape::Polygon { points: corners, .. } => {
            format!("polygon points=\"{}\"", points(corners))
        }
        Shape::Area { rings, .. } => {
            let path: String = rings.iter().map(|ring| format!("M{}Z", points(ring))).collect();
            format!("path d=\"{path}\" fill-rule=\"evenodd\"")
        }
        Shape::Circle { centre, radius, .. } => {
            format!("circle cx=\"{}\" cy=\"{}\" r=\"{}\"", n(centre.x), n(centre.y), n(*radius))
        }
        Shape::Rect { rect, radius, .. } => {
            let [x, y] = [n(rect.min.x), n(rect.min.y)];
            let [width, height, radius] = [n(rect.width()), n(rect.height()), n(*radius)];
            format!(
                "rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\""
            )
        }
        Shape::Text { at, size, align, .. } => {
            let anchor = match align {
                Align::Left => "start",
                Align::Centre => "middle",
                Align::Right => "end",
            };
            // The middle of a capital is about a third of the size above its baseline.
            let [x, y, size] = [n(at.x), n(at.y + 0.35 * size), n(*size)];
            let font = font.map(|font| format!(" font-family=\"{font}\"")).unwrap_or_default();
            format!("text x=\"{x}\" y=\"{y}\"{font} font-size=\"{size}\" text-anchor=\"{anchor}\"")
        }
        Shape::Mark { .. } => String::new(),
    }
}

/// Draws the direction of a flowing line, where nothing can move: a head before the end of each segment.
fn arrowheads(out: &mut String, line: &[Point], stroke: &Stroke, paint: &Paint<'_>) {
    for (a, b) in line.iter().zip(line.iter().skip(1)) {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let length = dx.hypot(dy);
        if length < 0.25 {
            continue;
        }
        let (ux, uy) = (dx / length, dy / length);
        let half = stroke.width * 1.5;
        let tip = Point::new(b.x, b.y);
        let back = Point::new(b.x - ux * half * 2.2, b.y - uy * half * 2.2);
        let head = [
            tip,
            Point::new(back.x - uy * half, back.y + ux * half),
            Point::new(back.x + uy * half, back.y - ux * half),
        ];
        let fill = paint.colour(stroke.ink);
        let _ = writeln!(out, "<polygon points=\"{}\" fill=\"{fill}\"/>", points(&head));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rect, Style};

    #[test]
    fn writes_every_shape_and_escapes_text() {
        let stroke = Stroke { ink: Ink::Beam, width: 0.1, dash: Dash::Flowing };
        let shapes = [
            Shape::Polyline { points: vec![Point::new(0.0, 0.5), Point::new(1.0, 0.5)], stroke },
            Shape::Rect {
                rect: Rect::square(Point::new(0.5, 0.5), 1.0),
                radius: 0.1,
                fill: None,
                stroke: Some(Stroke::new(Ink::Rim, 0.05)),
            },
            Shape::Text {
                at: Point::new(0.5, 0.5),
                text: "1<2".to_owned(),
                size: 0.2,
                ink: Ink::Text,
                align: Align::Centre,
            },
        ];
        let layout = Layout { width: 1.0, height: 1.0, sites: Vec::new() };
        expect_test::expect![[r##"
            <svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 1 1">
            <rect width="100%" height="100%" fill="#ffffff"/>
            <polyline points="0,0.5 1,0.5" fill="none" stroke-linejoin="round" stroke="#e06c00" stroke-width="0.1"/>
            <polygon points="1,0.5 0.67,0.65 0.67,0.35" fill="#e06c00"/>
            <rect x="0" y="0" width="1" height="1" rx="0.1" fill="none" stroke="#1b1f27" stroke-width="0.05"/>
            <text x="0.5" y="0.57" font-family="Ubuntu" font-size="0.2" text-anchor="middle" fill="#1b1f27">1&lt;2</text>
            </svg>
        "##]]
        .assert_eq(&svg(&layout, &shapes, Style::Light));
    }
}
