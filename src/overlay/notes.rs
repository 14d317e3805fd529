//! Signs on cells with a note.

use super::{Overlay, OverlayDrawing, OverlayScene, SharedOverlay};
use foolproof_picture::{Ink, Point, Rect, Shape, Stroke};

pub const CELL_NOTES: SharedOverlay =
    SharedOverlay { overlay: Overlay::CELL_NOTES, name: "Notes on cells", asks: None, draw };

fn draw(scene: &OverlayScene<'_>) -> OverlayDrawing {
    let mut drawing = OverlayDrawing::default();
    let rects = scene.level.site_notes.keys().filter_map(|site| scene.layout.rect(*site));
    drawing.shapes.extend(rects.map(corner));
    if !scene.level.site_notes.is_empty() {
        drawing.explain("Note", |cell| vec![corner(cell)]);
    }
    drawing
}

/// Draws a folded corner at the lower left, where nothing else is.
fn corner(rect: Rect) -> Shape {
    let size = 0.2 * rect.width().min(rect.height()).min(1.0);
    let at = Point::new(rect.min.x + 0.04, rect.max.y - 0.04);
    Shape::Polygon {
        points: vec![at, Point::new(at.x + size, at.y), Point::new(at.x, at.y - size)],
        fill: Some(Ink::Locked),
        stroke: Some(Stroke::new(Ink::Ground, 0.015)),
    }
}
