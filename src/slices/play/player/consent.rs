//! The question whether a record may be kept, with its contents, its place, and how to delete it.
//!
//! Nothing is written before the player answers.

use std::path::Path;

use egui::{Key, Modifiers, RichText, Ui};

use super::words;
use foolproof_editor::kit::theme::{self, Role, Theme};

/// The player's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConsentDeed {
    Record,
    PlayWithout,
}

/// Width of the question, in points.
const WIDTH: f32 = 460.0;

pub(super) fn show(context: &egui::Context, path: &Path) -> Option<ConsentDeed> {
    let theme = Theme::of_context(context);
    let mut deed = None;
    theme.modal("may a record be kept").show(context, |ui| {
        ui.set_width(WIDTH);
        ui.heading(words::MAY_RECORD);
        ui.add_space(theme::GAP);
        deed = question(ui, path);
    });
    // Closing the question is not consent.
    let escape = context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    deed.or(escape.then_some(ConsentDeed::PlayWithout))
}

/// Shows the contents of the record, and the two answers.
pub(super) fn question(ui: &mut Ui, path: &Path) -> Option<ConsentDeed> {
    let (theme, mut deed) = (Theme::of(ui), None);
    ui.label(words::WHAT_IS_KEPT);
    ui.add_space(theme::TIGHT);
    ui.label(words::WHO_READS_IT);
    ui.add_space(theme::GAP);
    ui.label(RichText::new(words::WHERE).color(theme.role(Role::Weak)));
    ui.add(egui::Label::new(RichText::new(path.to_string_lossy()).monospace()).wrap());
    ui.add_space(theme::TIGHT);
    ui.label(words::HOW_TO_DELETE);
    ui.add_space(theme::WIDE);
    ui.horizontal(|ui| {
        if theme::primary(ui, words::KEEP_RECORD).clicked() {
            deed = Some(ConsentDeed::Record);
        }
        if ui.button(words::PLAY_WITHOUT).clicked() {
            deed = Some(ConsentDeed::PlayWithout);
        }
    });
    deed
}
