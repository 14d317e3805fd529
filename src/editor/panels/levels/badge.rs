//! Small signs of the findings about a level; each has its own shape, so that none needs a colour.

use egui::text::{LayoutJob, TextWrapping};
use egui::{Pos2, Rect, Stroke, Ui, Vec2};

use crate::kit::icon::Icon;
use crate::kit::theme::{Role, Theme};
use foolproof_level::LevelId;
use foolproof_picture::Ink;

/// Certainty of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    Holds,
    Fails,
    /// Nothing is known, because time ran out or for another reason, which is in the note.
    Unknown,
    /// It was known of an earlier revision.
    Stale,
}

/// One sign and its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    pub known: Certainty,
    /// The meaning in words, such as "every solution practises the concept: proved".
    pub note: String,
}

const SIDE: f32 = 13.0;

/// Draws one sign for all findings, with all meanings as its tip. Where not all is well, the worst one has its
/// words beside it, up to the right end.
pub(crate) fn row(ui: &Ui, of: LevelId, at: Pos2, right: f32, badges: &[Badge]) {
    let order = [Certainty::Fails, Certainty::Unknown, Certainty::Stale, Certainty::Holds];
    let rank = |badge: &&Badge| order.iter().position(|known| *known == badge.known);
    let Some(worst) = badges.iter().min_by_key(rank) else { return };
    let theme = Theme::of(ui);
    let sign = Rect::from_min_size(at, Vec2::splat(SIDE));
    draw(ui, sign, theme, worst.known);
    let mut whole = sign;
    if worst.known != Certainty::Holds {
        let font = egui::TextStyle::Small.resolve(ui.style());
        let colour = theme.role(Role::Weak);
        let mut job = LayoutJob::simple_singleline(worst.note.clone(), font, colour);
        job.wrap = TextWrapping::truncate_at_width(right - sign.right() - 5.0);
        let words = ui.painter().layout_job(job);
        let left_top = sign.right_center() + Vec2::new(5.0, -words.size().y / 2.0);
        whole.extend_with(left_top + words.size());
        ui.painter().galley(left_top, words, colour);
    }
    let notes: Vec<&str> = badges.iter().map(|badge| badge.note.as_str()).collect();
    let id = ui.scope_id().with(("badge", of));
    ui.interact(whole, id, egui::Sense::hover()).on_hover_text(notes.join("\n"));
}

fn draw(ui: &Ui, rect: Rect, theme: Theme, known: Certainty) {
    let painter = ui.painter();
    let (centre, radius) = (rect.center(), SIDE / 2.0);
    let inner = rect.shrink(2.5);
    match known {
        Certainty::Holds => {
            painter.circle_filled(centre, radius, theme.ink(Ink::Good));
            Icon::CHECK.paint(painter, inner, theme.ink(Ink::Ground));
        }
        Certainty::Fails => {
            painter.rect_filled(rect.shrink(0.5), 3.0, theme.ink(Ink::Conflict));
            Icon::CROSS.paint(painter, inner, theme.ink(Ink::Ground));
        }
        Certainty::Unknown => {
            painter.circle_stroke(centre, radius - 1.0, Stroke::new(1.2, theme.role(Role::Weak)));
            painter.circle_filled(centre, 1.5, theme.role(Role::Weak));
        }
        Certainty::Stale => {
            painter.circle_stroke(centre, radius - 1.5, Stroke::new(1.0, theme.ink(Ink::Open)));
        }
    }
}
