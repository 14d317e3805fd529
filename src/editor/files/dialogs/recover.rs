//! The offer of unsaved work that a killed editor left.

use std::time::SystemTime;

use egui::{RichText, Ui};

use crate::files::dialogs::confirm::{Confirm, ConfirmTone, confirm};
use crate::files::dialogs::question::buttons;
use crate::files::vault::autosave::Recovery;
use crate::files::words;
use crate::kit::theme::{self, Role};
use crate::text;

/// The decision about the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recover {
    /// Opens one of the states of the entry: the entry's number and the state's number.
    Open(usize, usize),
    /// Asks whether the entry with this number should be discarded.
    Discard(usize),
    /// Asks again at the next start.
    Later,
}

/// Shows the offer; `None` while it is open.
pub(crate) fn recover(context: &egui::Context, offers: &[Recovery]) -> Option<Recover> {
    let modal = theme::Theme::of_context(context).modal("recovery").show(context, |ui| {
        ui.set_width(480.0);
        let weak = theme::Theme::of(ui).role(Role::Weak);
        ui.heading(words::RECOVERY_TITLE);
        ui.label(words::RECOVERY_BODY);
        ui.add_space(theme::GAP);
        let mut choice = None;
        let list = egui::ScrollArea::vertical().max_height(360.0).auto_shrink([false, true]);
        list.show(ui, |ui| {
            for (number, offer) in offers.iter().enumerate() {
                theme::Theme::of(ui).card().show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    let what = ui.label(offer.describe(SystemTime::now()));
                    if let Some(original) = &offer.original {
                        what.on_hover_text(original.display().to_string());
                    }
                    if let Some(folder) = offer.folder() {
                        let folder = words::folder(folder);
                        ui.label(RichText::new(folder).small().color(weak));
                    }
                    ui.horizontal(|ui| choice = choice.or(wish(ui, number, offer)));
                });
            }
        });
        ui.add_space(theme::GAP);
        let later = buttons(ui, |ui| ui.button(words::LATER).clicked());
        choice.or_else(|| later.then_some(Recover::Later))
    });
    let closed = modal.should_close();
    modal.inner.or_else(|| closed.then_some(Recover::Later))
}

/// Asks before work is discarded: true to do so, `None` while the question is open.
pub fn discard(context: &egui::Context, offer: &Recovery) -> Option<bool> {
    let what = offer.describe(SystemTime::now());
    let question = Confirm {
        title: words::DISCARD_TITLE.to_owned(),
        body: words::discard(&what, offer.folder()),
        proceed: text::DISCARD.to_owned(),
        tone: ConfirmTone::Destructive,
    };
    confirm(context, &question)
}

fn wish(ui: &mut Ui, number: usize, offer: &Recovery) -> Option<Recover> {
    let mut choice = None;
    if theme::primary(ui, words::RECOVER).clicked() {
        choice = Some(Recover::Open(number, 0));
    }
    let now = SystemTime::now();
    let earlier: Vec<SystemTime> = offer.written().skip(1).collect();
    if !earlier.is_empty() {
        ui.menu_button(words::EARLIER, |ui| {
            for (state, written) in earlier.iter().enumerate() {
                let when = format!("{} ({})", text::date(*written), text::ago(*written, now));
                if ui.button(when).clicked() {
                    ui.close();
                    choice = Some(Recover::Open(number, state + 1));
                }
            }
        });
    }
    if ui.button(text::DISCARD).clicked() {
        choice = Some(Recover::Discard(number));
    }
    choice
}
