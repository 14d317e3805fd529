//! Shapes that overlays share.

use foolproof_game::Game;
use foolproof_level::{Level, Place, Site};
use foolproof_picture::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke};

pub fn dot(centre: Point, radius: f32, ink: Ink) -> Shape {
    Shape::Circle { centre, radius, fill: Some(ink), stroke: None }
}

pub fn label(at: Point, words: &str, size: f32, ink: Ink) -> Shape {
    Shape::Text { at, text: words.to_owned(), size, ink, align: Align::Centre }
}

/// Returns the rectangles of a site on the board: those of its cells for a constraint.
pub fn rects_of(game: &dyn Game, level: &Level, layout: &Layout, site: Site) -> Vec<Rect> {
    let known = game.constraints().filter(|_| site.place == Place::Constraint);
    let cells = known.zip(level.mark(site)).map(|(known, mark)| known.cells(&level.board, mark));
    let cells = cells.unwrap_or_else(|| vec![site]);
    cells.into_iter().filter_map(|cell| layout.rect(cell)).collect()
}

pub fn inset(rect: Rect, by: f32) -> Rect {
    Rect {
        min: Point::new(rect.min.x + by, rect.min.y + by),
        max: Point::new(rect.max.x - by, rect.max.y - by),
    }
}

/// Draws a dashed frame within a cell.
pub fn frame(rect: Rect, ink: Ink) -> Shape {
    let stroke = Some(Stroke { ink, width: 0.05, dash: Dash::Dashed });
    Shape::Rect { rect: inset(rect, 0.05 * rect.width()), radius: 0.1, fill: None, stroke }
}

/// Draws an exclamation mark in the corner: one sign, which is not red alone and leaves the mark readable.
pub fn blamed(rect: Rect) -> Vec<Shape> {
    let unit = rect.width().min(rect.height());
    let at = Point::new(rect.min.x + 0.16 * unit, rect.min.y + 0.16 * unit);
    vec![dot(at, 0.15 * unit, Ink::Conflict), label(at, "!", 0.26 * unit, Ink::Ground)]
}

/// Draws a frame around a proposed mark, and a sign in its corner: + for new, ~ for changed.
pub fn proposed_mark(rect: Rect, sign: &str) -> [Shape; 3] {
    let stroke = Stroke { ink: Ink::Preview, width: 0.045, dash: Dash::Dashed };
    let inner = inset(rect, 0.05);
    // On small cells the sign is at the corner, so that it does not cover the mark.
    let from_corner = 0.17 * (2.0 * inner.width() - 1.0).clamp(0.0, 1.0);
    let at = Point::new(rect.min.x + from_corner, rect.min.y + from_corner);
    [
        Shape::Rect { rect: inner, radius: 0.1, fill: None, stroke: Some(stroke) },
        dot(at, 0.12, Ink::Preview),
        label(at, sign, 0.22, Ink::Ground),
    ]
}
