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

/// Draws an outline with an exclamation mark on its corner: red is not the only sign, and the mark inside stays
/// readable.
pub fn blamed(rect: Rect) -> Vec<Shape> {
    let unit = rect.width().min(rect.height());
    let outline = Some(Stroke::new(Ink::Conflict, 0.05 * unit));
    let at = Point::new(rect.min.x + 0.09 * unit, rect.min.y + 0.09 * unit);
    let frame = inset(rect, 0.02 * unit);
    vec![
        Shape::Rect { rect: frame, radius: 0.08 * unit, fill: None, stroke: outline },
        dot(at, 0.11 * unit, Ink::Conflict),
        label(at, "!", 0.19 * unit, Ink::Ground),
    ]
}
