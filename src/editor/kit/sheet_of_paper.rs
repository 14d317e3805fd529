//! A page or a picture as it will be printed, on the screen.

use egui::{Rect, Ui, Vec2};

use crate::kit::painter::{self, Transform};
use crate::kit::theme::Theme;
use foolproof_picture::{Ink, Page};

/// Draws a page into a rectangle, as large as it fits, in its own colours.
pub fn page(ui: &Ui, into: Rect, page: &Page, theme: &Theme) {
    let size = Vec2::new(page.width.max(1.0), page.height.max(1.0));
    let fit = Transform::fit(into, size);
    let paper = Rect::from_min_size(fit.origin, size * fit.scale);
    let painter = ui.painter().with_clip_rect(paper.intersect(ui.clip_rect()));
    painter.rect_filled(paper, 0.0, theme.ink(Ink::Ground));
    for part in &page.parts {
        let at = Vec2::new(part.at.x, part.at.y) * fit.scale;
        let transform = Transform { origin: fit.origin + at, scale: part.scale * fit.scale };
        painter::paint(&painter, transform, &part.shapes, theme, None);
    }
    let line = egui::Stroke::new(1.0, theme.ink(Ink::Rim));
    painter.rect_stroke(paper, 0.0, line, egui::StrokeKind::Inside);
}
