//! The offer of unsaved work that a killed editor left.

use std::time::SystemTime;

use egui::{Context, RichText, Ui};

use crate::files::dialogs::confirm::{Confirm, ConfirmTone, confirm};
use crate::files::dialogs::question::buttons;
use crate::files::vault::{DatedCopy, Recovery};
use crate::files::words;
use crate::kit::theme::{self, Role};
use crate::kit::toasts::ToastTone;
use crate::session::state::State;
use crate::text;

/// The work that is offered.
pub(crate) struct Offers {
    all: Vec<Recovery>,
    /// Number of the offer that the designer is asked to discard.
    discarding: Option<usize>,
}

/// The decision about the work.
enum Choice {
    /// Opens one of the states of an offer.
    Open(Recovery, DatedCopy),
    /// Asks whether the offer with this number should be discarded.
    Discard(usize),
    /// Asks again at the next start.
    Later,
}

impl Offers {
    pub(crate) fn new(all: Vec<Recovery>) -> Self {
        Self { all, discarding: None }
    }

    pub(crate) fn is_open(&self) -> bool {
        !self.all.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    /// Shows the offers, or the question about one of them. Returns the work to be opened, and its chosen state.
    pub(crate) fn show(
        &mut self,
        context: &Context,
        state: &mut State,
    ) -> Option<(Recovery, DatedCopy)> {
        if !self.is_open() {
            return None;
        }
        if let Some(number) = self.discarding {
            self.discard(context, state, number);
            return None;
        }
        match choose(context, &self.all)? {
            Choice::Later => self.clear(),
            Choice::Discard(number) => self.discarding = Some(number),
            Choice::Open(offer, copy) => return Some((offer, copy)),
        }
        None
    }

    /// Asks before work is discarded.
    fn discard(&mut self, context: &Context, state: &mut State, number: usize) {
        let Some(offer) = self.all.get(number) else { return };
        let question = Confirm {
            title: words::DISCARD_TITLE.to_owned(),
            body: words::discard(&offer.describe(SystemTime::now()), offer.folder()),
            proceed: text::DISCARD.to_owned(),
            tone: ConfirmTone::Destructive,
        };
        let Some(answer) = confirm(context, &question) else { return };
        self.discarding = None;
        if answer && let Err(why) = self.all.remove(number).discard() {
            state.say(ToastTone::Trouble, why.to_string());
        }
    }
}

fn choose(context: &Context, offers: &[Recovery]) -> Option<Choice> {
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
                    choice = choice.take().or(ui.horizontal(|ui| wish(ui, number, offer)).inner);
                });
            }
        });
        ui.add_space(theme::GAP);
        let later = buttons(ui, |ui| ui.button(words::LATER).clicked());
        choice.or_else(|| later.then_some(Choice::Later))
    });
    let closed = modal.should_close();
    modal.inner.or_else(|| closed.then_some(Choice::Later))
}

fn wish(ui: &mut Ui, number: usize, offer: &Recovery) -> Option<Choice> {
    let mut choice = None;
    let open = |copy: &DatedCopy| Choice::Open(offer.clone(), copy.clone());
    if theme::primary(ui, words::RECOVER).clicked() {
        choice = offer.states.first().map(open);
    }
    let now = SystemTime::now();
    if offer.states.len() > 1 {
        ui.menu_button(words::EARLIER, |ui| {
            for copy in offer.states.iter().skip(1) {
                if ui.button(text::dated(copy.written, now)).clicked() {
                    ui.close();
                    choice = Some(open(copy));
                }
            }
        });
    }
    if ui.button(text::DISCARD).clicked() {
        choice = Some(Choice::Discard(number));
    }
    choice
}
