//! The offer of unsaved work that a killed editor left. Knows egui and recoveries.

use std::time::SystemTime;

use crate::editor::autosave::Recovery;
use crate::editor::text;
use crate::editor::theme;

/// What is to become of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recover {
    /// Opens the one of this number.
    Open(usize),
    Discard(usize),
    /// Asks again at the next start.
    Later,
}

/// Shows the offer; `None` while it stands.
pub fn recover(context: &egui::Context, offers: &[Recovery]) -> Option<Recover> {
    let modal = theme::Theme::of_context(context).modal("recovery").show(context, |ui| {
        ui.set_width(460.0);
        ui.heading(text::RECOVERY_TITLE);
        ui.label(text::RECOVERY_BODY);
        ui.add_space(theme::GAP);
        let mut choice = None;
        for (number, offer) in offers.iter().enumerate() {
            theme::Theme::of(ui).card().show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.label(offer.describe(SystemTime::now()));
                ui.horizontal(|ui| {
                    if theme::primary(ui, text::RECOVER).clicked() {
                        choice = Some(Recover::Open(number));
                    }
                    if ui.button(text::DISCARD).clicked() {
                        choice = Some(Recover::Discard(number));
                    }
                });
            });
        }
        ui.add_space(theme::GAP);
        let later = super::confirm::buttons(ui, |ui| ui.button(text::LATER).clicked());
        choice.or_else(|| later.then_some(Recover::Later))
    });
    let closed = modal.should_close();
    modal.inner.or_else(|| closed.then_some(Recover::Later))
}
