//! A heat map of plays on the board: a ring around each site, the larger the more often it was used.
//!
//! Size carries the meaning, so that it is readable without colour.

use super::{RecordDesk, words};
use foolproof_editor::session::kinds::Over;
use foolproof_picture::{Ink, Point, Rect, Shape, Stroke};

/// Radius of the largest ring in cells, and of the smallest as a part of that.
const LARGEST: f32 = 0.42;
const SMALLEST: f32 = 0.25;

pub(super) fn draw(desk: &RecordDesk, over: &mut Over<'_>) {
    let Some(told) =
        desk.told.as_ref().filter(|told| std::sync::Arc::ptr_eq(&told.level, over.level))
    else {
        return;
    };
    let most = told.heat.values().copied().max().unwrap_or(0);
    if most == 0 {
        return;
    }
    for (site, count) in &told.heat {
        let Some(rect) = over.layout.rect(*site) else { continue };
        let room = rect.width().max(rect.height()).min(1.0);
        // There are few testers, so the numbers are small and the cast loses nothing.
        let part = (*count as f32 / most as f32).sqrt();
        let radius = LARGEST * room * (SMALLEST + (1.0 - SMALLEST) * part);
        over.drawing.shapes.extend(ring(rect.centre(), radius));
    }
    over.explain(words::HEAT_LEGEND, sign);
}

/// Returns a ring, which leaves the mark readable.
fn ring(centre: Point, radius: f32) -> [Shape; 2] {
    let circle = |ink, width| {
        let stroke = Some(Stroke::new(ink, width));
        Shape::Circle { centre, radius, fill: None, stroke }
    };
    [circle(Ink::Ground, 0.09), circle(Ink::Text, 0.055)]
}

/// Draws a small ring next to a large one, for the legend.
fn sign(cell: Rect) -> Vec<Shape> {
    let Point { x, y } = cell.centre();
    let small = ring(Point::new(x - 0.28, y), 0.12);
    small.into_iter().chain(ring(Point::new(x + 0.14, y), 0.3)).collect()
}
