//! Questions before the designer loses something.

use crate::files::dialogs::question::{DialogButton, QuestionDialog};
use crate::files::words::{self, ConfirmWords};
use crate::session::kinds::UnkeptWork;
use crate::text;

/// Width of a question, in points.
const WIDTH: f32 = 380.0;

/// Severity of the action.
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
    /// The label of the confirming button: a verb, such as "Delete level".
    pub proceed: String,
    pub tone: ConfirmTone,
}

/// Shows the question; true to proceed, false to go back, `None` while it is open.
pub fn confirm(context: &egui::Context, question: &Confirm) -> Option<bool> {
    let Confirm { title, body, proceed, tone } = question;
    let (proceed, enter) = match tone {
        ConfirmTone::Plain => (DialogButton::primary(proceed, true), Some(true)),
        ConfirmTone::Destructive => (DialogButton::destructive(proceed, true), None),
    };
    let answers = vec![proceed, DialogButton::plain(text::CANCEL, false)];
    let words = &ConfirmWords::plain(title, body);
    QuestionDialog { id: "confirm", width: WIDTH, words, answers, enter, safe: false }.ask(context)
}

/// The decision about work that would be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    Keep,
    Lose,
    /// The pack stays open.
    Cancel,
}

/// Asks before unsaved changes of `what` would be lost.
pub fn unsaved(context: &egui::Context, what: &str) -> Option<Leaving> {
    let words = ConfirmWords::plain(&text::save_changes(what), text::SAVE_CHANGES_BODY);
    leaving(context, "unsaved", &words, text::DISCARD, Some(text::SAVE))
}

/// Asks about work that is in no pack; losing it may be the only choice.
pub(crate) fn unkept(context: &egui::Context, work: &UnkeptWork) -> Option<Leaving> {
    let words = ConfirmWords::plain(work.title, &work.words);
    leaving(context, "unkept", &words, words::LOSE, work.keep.as_deref())
}

fn leaving(
    context: &egui::Context,
    id: &'static str,
    words: &ConfirmWords,
    lose: &str,
    keep: Option<&str>,
) -> Option<Leaving> {
    let mut answers = vec![
        DialogButton::plain(text::CANCEL, Leaving::Cancel),
        DialogButton::plain(lose, Leaving::Lose),
    ];
    // Offered only if there is something to keep; the other buttons do not move.
    answers.extend(keep.map(|keep| DialogButton::primary(keep, Leaving::Keep)));
    let (enter, safe) = (keep.map(|_| Leaving::Keep), Leaving::Cancel);
    QuestionDialog { id, width: WIDTH, words, answers, enter, safe }.ask(context)
}
