//! The strip beneath the board, with offers and messages.
//!
//! It takes its own room and covers nothing.

use egui::{Context, Frame, Id, Margin, Panel, Ui};

use crate::kit::theme::{Role, Theme};
use crate::session::kinds::BoardOffer;
use crate::session::state::State;

/// Returns the height of the status bar, and of the strip if shown, in points.
pub(crate) fn height(context: &Context) -> f32 {
    BAR + context.data(|data| data.get_temp::<f32>(strip_id())).unwrap_or(0.0)
}

/// Height of the bar beneath the strip, in points.
pub(crate) const BAR: f32 = 24.0;

fn strip_id() -> Id {
    Id::unique("height of the strip of messages")
}

/// Shows the strip, if there is a message.
pub(crate) fn show(ui: &mut Ui, state: &mut State) {
    let offers = !state.chrome.is_playing()
        && state.features_of::<dyn BoardOffer>().any(|own| own.offers(&state.document));
    state.chrome.toasts.forget_old(ui.ctx());
    if !offers && state.chrome.toasts.all().is_empty() {
        ui.data_mut(|data| data.remove::<f32>(strip_id()));
        return;
    }
    let theme = Theme::of(ui);
    let frame = Frame::NONE.fill(theme.role(Role::Panel)).inner_margin(Margin::symmetric(10, 4));
    let strip = Panel::bottom("messages").frame(frame).resizable(false);
    let shown = strip.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        // Messages disappear on their own: the buttons beneath them keep their place.
        state.chrome.toasts.show(ui);
        state.each::<dyn BoardOffer>(|own, state| {
            if offers && own.offers(&state.document) {
                ui.horizontal_wrapped(|ui| own.offer(ui, state));
            }
        });
    });
    // If the size has changed, lay out again at once.
    let height = shown.response.rect.height();
    let before = ui.data_mut(|data| {
        std::mem::replace(data.get_temp_mut_or_default::<f32>(strip_id()), height)
    });
    if before != height {
        ui.ctx().request_repaint();
    }
}
