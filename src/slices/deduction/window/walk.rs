//! Parts shared by windows that walk through a solution: buttons from place to place, and the frame of a
//! board that takes the keys.

use egui::{Rect, Response, StrokeKind, Ui};

use crate::deduction::window::icons::DeductionIcons as _;
use foolproof_editor::kit::icon::{self, Icon, IconState};
use foolproof_editor::kit::theme::{self, Role, Theme};

/// Shows buttons to the first place, back, on and to the last one, with their tips. Returns where a click
/// leads.
pub(crate) fn buttons(ui: &mut Ui, at: usize, last: usize, tips: [&str; 4]) -> Option<usize> {
    let stand = |able: bool| if able { IconState::Plain } else { IconState::Disabled };
    let (back, on) = (stand(at > 0), stand(at < last));
    let ways = [
        (Icon::FIRST, back, 0),
        (Icon::LEFT, back, at.saturating_sub(1)),
        (Icon::RIGHT, on, at + 1),
        (Icon::LAST, on, last),
    ];
    ui.spacing_mut().item_spacing.x = theme::TIGHT;
    let mut asked = None;
    for ((sign, stand, to), tip) in ways.into_iter().zip(tips) {
        if icon::toggle(ui, sign, tip, stand).clicked() {
            asked = Some(to);
        }
    }
    ui.add_space(theme::TIGHT);
    asked
}

/// Shows whether keys go to the board.
pub(crate) fn frame(ui: &Ui, rect: Rect, board: &Response) {
    let role = if board.has_focus() { Role::Accent } else { Role::Line };
    let pen = egui::Stroke::new(1.0, Theme::of(ui).role(role));
    ui.painter().rect_stroke(rect, theme::ROUND_CARD, pen, StrokeKind::Inside);
}
