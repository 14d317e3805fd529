//! A page or a picture as it will be printed, on the screen.

use std::sync::Arc;

use egui::{Rect, Ui, Vec2};

use crate::kit::pack_look::{PackLooks, ShownLook};
use crate::kit::painter::{self, Transform};
use crate::kit::theme::Theme;
use foolproof_picture::{Ink, Page};

/// Draws a page into a rectangle, as large as it fits, in its own colours; its boards in their pack's look if
/// one is given.
pub fn page(ui: &Ui, into: Rect, page: &Page, theme: &Theme, look: Option<Arc<ShownLook>>) {
    let size = Vec2::new(page.width.max(1.0), page.height.max(1.0));
    let fit = Transform::fit(into, size);
    let paper = Rect::from_min_size(fit.origin, size * fit.scale);
    let painter = ui.painter().with_clip_rect(paper.intersect(ui.clip_rect()));
    painter.rect_filled(paper, 0.0, theme.ink(Ink::Ground));
    for part in &page.parts {
        let at = Vec2::new(part.at.x, part.at.y) * fit.scale;
        let transform = Transform { origin: fit.origin + at, scale: part.scale * fit.scale };
        match (&look, part.board) {
            (Some(look), Some(size)) => {
                let own = look.theme(theme.style());
                let board =
                    Rect::from_min_size(transform.origin, Vec2::from(size) * transform.scale);
                painter.rect_filled(board, 0.0, own.ink(Ink::Ground));
                PackLooks::show(ui.ctx(), Some(Arc::clone(look)));
                painter::paint(&painter, transform, &part.shapes, &own, None);
                PackLooks::show(ui.ctx(), None);
            }
            _ => {
                painter::paint(&painter, transform, &part.shapes, theme, None);
            }
        }
    }
    let line = egui::Stroke::new(1.0, theme.ink(Ink::Rim));
    painter.rect_stroke(paper, 0.0, line, egui::StrokeKind::Inside);
}
