//! Questions that stand between the designer and a loss.
//!
//! The safe answer is the one that Escape and a click beside the dialog give.

use egui::{Key, RichText};

use crate::kit::theme::{self, Role, Theme};
use crate::text;
use foolproof_picture::Ink;

/// Whether going on destroys something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfirmTone {
    Plain,
    Destructive,
}

/// A question with one way on and one way back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirm {
    pub title: String,
    pub body: String,
    /// What the button that goes on says: a verb, such as "Delete level".
    pub proceed: String,
    pub tone: ConfirmTone,
}

/// Shows the question; true to go on, false to go back, `None` while it stands.
pub fn confirm(context: &egui::Context, question: &Confirm) -> Option<bool> {
    let theme = Theme::of_context(context);
    let modal = theme.modal("confirm").show(context, |ui| {
        words(ui, &question.title, &question.body);
        buttons(ui, |ui| {
            let proceed = match question.tone {
                ConfirmTone::Plain => theme::primary(ui, &question.proceed),
                ConfirmTone::Destructive => {
                    let words = RichText::new(&question.proceed).color(theme.role(Role::OnAccent));
                    ui.add(egui::Button::new(words).fill(theme.ink(Ink::Conflict)))
                }
            };
            let back = ui.button(text::CANCEL).clicked();
            let enter =
                question.tone == ConfirmTone::Plain && ui.input(|i| i.key_pressed(Key::Enter));
            match (proceed.clicked() || enter, back) {
                (true, _) => Some(true),
                (false, true) => Some(false),
                (false, false) => None,
            }
        })
    });
    modal.inner.or_else(|| modal.should_close().then_some(false))
}

/// What to do with changes that no file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsaved {
    Save,
    Discard,
    Cancel,
}

/// Asks before unsaved changes of `what` would be lost.
pub fn unsaved(context: &egui::Context, what: &str) -> Option<Unsaved> {
    let asked = (text::save_changes(what), text::SAVE_CHANGES_BODY);
    let answer = three_ways(context, (&asked.0, asked.1), (Some(text::SAVE), text::DISCARD))?;
    Some(match answer {
        ThreeWays::First => Unsaved::Save,
        ThreeWays::Second => Unsaved::Discard,
        ThreeWays::Back => Unsaved::Cancel,
    })
}

/// The answer to a question with two ways on and one back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThreeWays {
    First,
    Second,
    Back,
}

/// Asks what is to become of something; there may be nothing but to lose it. `None` while it stands.
pub(crate) fn three_ways(
    context: &egui::Context,
    (title, body): (&str, &str),
    (first, second): (Option<&str>, &str),
) -> Option<ThreeWays> {
    let modal = Theme::of_context(context).modal("three ways").show(context, |ui| {
        words(ui, title, body);
        buttons(ui, |ui| {
            let back = ui.button(text::CANCEL).clicked();
            let lose = ui.button(second).clicked();
            // Comes when there is something to keep; the others stay where they are.
            let keep = first.is_some_and(|first| theme::primary(ui, first).clicked());
            let enter = first.is_some() && ui.input(|i| i.key_pressed(Key::Enter));
            match (keep || enter, lose, back) {
                (true, ..) => Some(ThreeWays::First),
                (_, true, _) => Some(ThreeWays::Second),
                (.., true) => Some(ThreeWays::Back),
                _ => None,
            }
        })
    });
    modal.inner.or_else(|| modal.should_close().then_some(ThreeWays::Back))
}

fn words(ui: &mut egui::Ui, title: &str, body: &str) {
    ui.set_width(380.0);
    ui.heading(title);
    ui.add_space(theme::TIGHT);
    ui.label(RichText::new(body).color(Theme::of(ui).role(Role::Weak)));
    ui.add_space(theme::WIDE);
}

/// A row of buttons at the right, the first one outermost.
pub(crate) fn buttons<R>(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui) -> R) -> R {
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, layout, add).inner
}
