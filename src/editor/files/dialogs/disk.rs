//! Questions about files that others have changed or protected, and a message about a slow disk.

use std::time::{Duration, Instant};

use egui::{Context, Ui};

use crate::files::dialogs::question::{DialogButton, QuestionDialog};
use crate::files::words::{self, ConfirmWords};
use crate::kit::theme::{self, Theme};
use crate::text;

/// Width of a question, in points.
const WIDTH: f32 = 460.0;

/// The decision about a file that was changed elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clashed {
    /// Overwrites it with the version in the window.
    Mine,
    /// Replaces the version in the window with that of the file.
    Theirs,
    SaveAs,
    Cancel,
}

/// Asks whose changes should stay; `readable` if the other version can be taken.
pub fn clash(context: &Context, words: &ConfirmWords, readable: bool) -> Option<Clashed> {
    let theirs = readable.then_some(DialogButton::plain(words::USE_THEIRS, Clashed::Theirs));
    let answers = [DialogButton::primary(words::SAVE_AS, Clashed::SaveAs)]
        .into_iter()
        .chain([DialogButton::destructive(words::WRITE_MINE, Clashed::Mine)])
        .chain(theirs)
        .chain([DialogButton::plain(text::CANCEL, Clashed::Cancel)])
        .collect();
    let (id, enter, safe) = ("changed by others", None, Clashed::Cancel);
    QuestionDialog { id, width: WIDTH, words, answers, enter, safe }.ask(context)
}

/// The decision about a save to a protected file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarded {
    Overwrite,
    SaveAs,
    Cancel,
}

/// Asks whether a protected file may be overwritten.
pub fn guarded(context: &Context, words: &ConfirmWords) -> Option<Guarded> {
    let answers = vec![
        DialogButton::primary(words::SAVE_AS, Guarded::SaveAs),
        DialogButton::destructive(words::OVERWRITE, Guarded::Overwrite),
        DialogButton::plain(text::CANCEL, Guarded::Cancel),
    ];
    let (id, enter, safe) = ("protected file", None, Guarded::Cancel);
    QuestionDialog { id, width: WIDTH, words, answers, enter, safe }.ask(context)
}

/// Reports a slow operation; true if the way out is chosen. It blocks nothing.
pub fn slow(
    context: &Context,
    since: Instant,
    patience: Duration,
    words: &str,
    way_out: &str,
) -> bool {
    if let Some(rest) = patience.checked_sub(since.elapsed()) {
        context.request_repaint_after(rest);
        return false;
    }
    let theme = Theme::of_context(context);
    let area = egui::Area::new(egui::Id::unique(words))
        .order(egui::Order::Foreground)
        .anchor(egui::Align2::CENTER_TOP, [0.0, 48.0]);
    let card = |ui: &mut Ui| {
        theme.card().shadow(ui.visuals().popup_shadow).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(words);
                ui.add_space(theme::GAP);
                !way_out.is_empty() && ui.button(way_out).clicked()
            })
            .inner
        })
    };
    area.show(context, card).inner.inner
}
