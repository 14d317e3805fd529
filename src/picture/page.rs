//! Pictures on a page: each with its position and its scale, in points of 1/72 inch.

use std::fmt::Write as _;

use super::svg::{n, svg, write_shapes};
use super::{Ink, Layout, Paint, Point, Rect, Shape};

/// Shapes at a position, with a scale in points per unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    pub at: Point,
    pub scale: f32,
    pub shapes: Vec<Shape>,
    /// Width and height of a board. Only boards have the look of their pack.
    pub board: Option<[f32; 2]>,
}

impl Placed {
    /// Places shapes whose units are points already.
    pub fn points(shapes: Vec<Shape>) -> Self {
        Self { at: Point::default(), scale: 1.0, shapes, board: None }
    }

    /// Places a board with its corner at a point.
    pub fn board(at: Point, layout: &Layout, shapes: Vec<Shape>) -> Self {
        Self { at, scale: 1.0, shapes, board: Some([layout.width, layout.height]) }
    }
}

/// A page, in points; its origin is the top left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub width: f32,
    pub height: f32,
    pub parts: Vec<Placed>,
}

/// A picture with its own size, in its own units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    pub width: f32,
    pub height: f32,
    pub parts: Vec<Placed>,
}

impl Picture {
    /// Places the picture in a rectangle, as large as possible, but with at most `largest` points per unit, at
    /// its top and in the middle of its width. Also returns the area that it takes.
    pub fn fit(&self, into: Rect, largest: f32) -> (Vec<Placed>, Rect) {
        let (width, height) = (self.width.max(0.01), self.height.max(0.01));
        let scale = (into.width() / width).min(into.height() / height).min(largest);
        let left = into.min.x + (into.width() - width * scale) / 2.0;
        let taken = Rect {
            min: Point::new(left, into.min.y),
            max: Point::new(left + width * scale, into.min.y + height * scale),
        };
        let place = |part: &Placed| Placed {
            at: Point::new(left + part.at.x * scale, into.min.y + part.at.y * scale),
            scale: part.scale * scale,
            ..part.clone()
        };
        (self.parts.iter().map(place).collect(), taken)
    }

    /// Returns the picture as a separate page, with `scale` points per unit.
    pub fn page(&self, scale: f32) -> Page {
        let (width, height) = (self.width * scale, self.height * scale);
        let whole = Rect { min: Point::default(), max: Point::new(width, height) };
        Page { width, height, parts: self.fit(whole, scale).0 }
    }
}

/// Points per cell of a separate picture.
const CELL: f32 = 48.0;

/// Writes a picture as an SVG document of the same size.
pub fn picture_svg<'a>(picture: &Picture, paint: impl Into<Paint<'a>>) -> String {
    match picture.parts.as_slice() {
        // A board alone keeps its units.
        [Placed { at, scale, shapes, .. }] if *at == Point::default() && *scale == 1.0 => {
            let (width, height) = (picture.width, picture.height);
            svg(&Layout { width, height, sites: Vec::new() }, shapes, paint)
        }
        _ => page_svg(&picture.page(CELL), paint),
    }
}

/// Writes a page as an SVG document.
pub fn page_svg<'a>(page: &Page, paint: impl Into<Paint<'a>>) -> String {
    let paint = paint.into();
    let plain = Paint::from(paint.style);
    let (width, height) = (n(page.width), n(page.height));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">"
    );
    let paper = plain.colour(Ink::Ground);
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>");
    let mut body = String::new();
    for part in &page.parts {
        let (x, y) = (n(part.at.x), n(part.at.y));
        let _ = writeln!(body, "<g transform=\"translate({x} {y}) scale({})\">", n(part.scale));
        let ground = paint.colour(Ink::Ground);
        if let Some([width, height]) = part.board
            && ground != paper
        {
            let (width, height) = (n(width), n(height));
            let _ =
                writeln!(body, "<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>");
        }
        let own = if part.board.is_some() { &paint } else { &plain };
        write_shapes(&mut body, &part.shapes, own);
        body.push_str("</g>\n");
    }
    out.push_str(&paint.tiles_of(&body));
    out + &body + "</svg>\n"
}
