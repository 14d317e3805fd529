//! Small signs of the findings about a level; each has its own shape, so that none needs a colour.

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

/// Draws signs in a row, from its left top corner on, with their meanings as tips.
pub(crate) fn row(ui: &Ui, of: LevelId, at: Pos2, badges: &[Badge]) {
    let theme = Theme::of(ui);
    let mut left = at.x;
    for (number, badge) in badges.iter().enumerate() {
        let rect = Rect::from_min_size(Pos2::new(left, at.y), Vec2::splat(SIDE));
        draw(ui, rect, theme, badge.known);
        let id = ui.scope_id().with(("badge", of, number));
        ui.interact(rect, id, egui::Sense::hover()).on_hover_text(&badge.note);
        left += SIDE + 4.0;
    }
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
