//! Players' remarks on a level while they play it: that they are stuck, that they like it, or in their own
//! words. The remarks go into the record.

use egui::{Context, Key, Modifiers, TextEdit, Ui};

use super::words;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_records::Remark;

/// Width of the sheet, in points.
const WIDTH: f32 = 420.0;
/// Maximum length of a comment, in letters.
const LONGEST: usize = 2000;

/// The sheet, and the remarks since the last call of [`Self::take`].
#[derive(Default)]
pub(super) struct PlayerRemarks {
    /// There is a record to which remarks can be added.
    pub(super) is_kept: bool,
    open: bool,
    /// The sheet was opened in this frame.
    is_new: bool,
    words: String,
    said: Vec<(Remark, String)>,
}

impl PlayerRemarks {
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// Returns the remarks since the last call.
    pub(super) fn take(&mut self) -> Vec<(Remark, String)> {
        std::mem::take(&mut self.said)
    }

    pub(super) fn button(&mut self, ui: &mut Ui) {
        if self.is_kept && ui.button(words::REMARK).on_hover_text(words::REMARK_TIP).clicked() {
            (self.open, self.is_new) = (true, true);
        }
    }

    pub(super) fn show(&mut self, context: &Context) {
        if !self.open {
            return;
        }
        let mut said = None;
        Theme::of_context(context).modal("what do you say").show(context, |ui| {
            ui.set_width(WIDTH);
            ui.heading(words::REMARK_TITLE);
            ui.add_space(theme::TIGHT);
            ui.label(words::REMARK_IS_KEPT);
            ui.add_space(theme::GAP);
            let text = TextEdit::multiline(&mut self.words)
                .desired_rows(3)
                .desired_width(f32::INFINITY)
                .char_limit(LONGEST)
                .hint_text(words::REMARK_WORDS);
            let text = ui.add(text);
            if std::mem::take(&mut self.is_new) {
                text.request_focus();
            }
            ui.add_space(theme::GAP);
            ui.horizontal(|ui| {
                for (remark, name) in words::REMARKS {
                    let able = remark != Remark::Comment || !self.words.trim().is_empty();
                    if ui.add_enabled(able, egui::Button::new(name)).clicked() {
                        said = Some(remark);
                    }
                }
                if ui.button(words::CLOSE).clicked() {
                    self.open = false;
                }
            });
        });
        if let Some(remark) = said {
            self.said.push((remark, std::mem::take(&mut self.words).trim().to_owned()));
            self.open = false;
        }
        if context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.open = false;
        }
    }
}
