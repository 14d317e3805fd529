//! Questions about files that others have changed or protected, and a message about a slow disk.

use std::path::Path;
use std::time::{Duration, Instant};

use egui::{Context, Ui};

use crate::files::dialogs::question::{DialogButton, QuestionDialog};
use crate::files::store::Refused;
use crate::files::words;
use crate::kit::theme::{self, Theme};
use crate::text;

/// Width of a question, in points.
const WIDTH: f32 = 460.0;

/// The decision about a save to a file that was changed elsewhere, or is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overwriting {
    /// Overwrites it with the version in the window.
    Mine,
    /// Replaces the version in the window with that of the file.
    Theirs,
    SaveAs,
    Cancel,
}

/// Asks about a save that was refused.
pub(crate) fn refused(context: &Context, path: &Path, why: &Refused) -> Option<Overwriting> {
    let (words, mine, theirs) = match why {
        Refused::Changed(theirs) => {
            let unreadable = theirs.opened.as_ref().err().map(ToString::to_string);
            let words = words::clash(path, unreadable.as_deref(), &theirs.changes);
            (words, words::WRITE_MINE, theirs.opened.is_ok().then_some(words::USE_THEIRS))
        }
        Refused::Protected(guard) => (words::guarded(path, *guard), words::OVERWRITE, None),
    };
    let mut answers = vec![
        DialogButton::primary(words::SAVE_AS, Overwriting::SaveAs),
        DialogButton::destructive(mine, Overwriting::Mine),
    ];
    answers.extend(theirs.map(|theirs| DialogButton::plain(theirs, Overwriting::Theirs)));
    answers.push(DialogButton::plain(text::CANCEL, Overwriting::Cancel));
    let (enter, safe, words) = (None, Overwriting::Cancel, &words);
    QuestionDialog { id: "refused save", width: WIDTH, words, answers, enter, safe }.ask(context)
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
