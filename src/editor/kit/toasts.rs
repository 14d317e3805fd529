//! Short messages that appear beneath the board and go by themselves.
//!
//! Trouble stays until it is clicked away: nobody should miss why a save failed. Knows egui and
//! the theme.

use std::time::{Duration, Instant};

use crate::editor::kit::icon::{self, Icon};
use crate::editor::kit::theme::{self, Role, Theme};
use crate::level::bounds::shortened;
use crate::picture::Ink;

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastTone {
    Note,
    Good,
    Trouble,
}

#[derive(Clone, Debug)]
pub struct Toast {
    pub tone: ToastTone,
    pub words: String,
    /// What else there is to say, for those who point at it.
    pub more: String,
    since: Instant,
    /// Steps in the history when it was said.
    depth: usize,
}

/// The messages on screen, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Toasts(Vec<Toast>);

const STAYS: Duration = Duration::from_millis(4500);
/// Letters of a message at most.
const LETTERS: usize = 1200;
/// More than this many at a time are noise.
const MOST: usize = 4;

impl Toasts {
    /// Says something, after so many steps of the history.
    pub fn say(&mut self, tone: ToastTone, words: impl Into<String>, depth: usize) {
        self.say_more(tone, (words.into(), String::new()), depth);
    }

    /// Says something short, and what else there is to say as its tip.
    pub fn say_more(&mut self, tone: ToastTone, said: (String, String), depth: usize) {
        let (words, more) = said;
        // Laid out anew in every frame, letter by letter, whatever a file had in store for it.
        let (words, more) = (shortened(&words, LETTERS), shortened(&more, LETTERS));
        self.0.retain(|toast| toast.words != words);
        self.0.push(Toast { tone, words, more, since: Instant::now(), depth });
        if self.0.len() > MOST {
            self.0.remove(0);
        }
    }

    pub fn all(&self) -> &[Toast] {
        &self.0
    }

    /// Forgets what was said long enough ago.
    pub fn forget_old(&mut self, context: &egui::Context) {
        self.0.retain(|toast| toast.tone == ToastTone::Trouble || toast.since.elapsed() < STAYS);
        // Trouble stays until it is clicked away: nothing moves meanwhile.
        let left = self.0.iter().filter(|toast| toast.tone != ToastTone::Trouble);
        let left = left.map(|toast| STAYS.saturating_sub(toast.since.elapsed())).min();
        if let Some(left) = left {
            context.request_repaint_after(left);
        }
    }

    /// Forgets what was said of changes that are undone: of steps after the first `depth`.
    pub fn undone(&mut self, depth: usize) {
        self.0.retain(|toast| toast.tone == ToastTone::Trouble || toast.depth <= depth);
    }

    /// Shows the messages, one beneath the other.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        let mut gone = None;
        for (number, toast) in self.0.iter().enumerate() {
            if one(ui, toast) {
                gone = Some(number);
            }
        }
        if let Some(number) = gone {
            self.0.remove(number);
        }
    }
}

/// One message; true when it is clicked away.
fn one(ui: &mut egui::Ui, toast: &Toast) -> bool {
    let theme = Theme::of(ui);
    let (icon, colour) = match toast.tone {
        ToastTone::Note => (Icon::FLAG, theme.role(Role::Accent)),
        ToastTone::Good => (Icon::CHECK, theme.ink(Ink::Good)),
        ToastTone::Trouble => (Icon::WARNING, theme.ink(Ink::Conflict)),
    };
    ui.horizontal_top(|ui| {
        icon::inline(ui, icon, colour);
        let cross = ui.spacing().interact_size.y + theme::GAP;
        let wide = (ui.available_width() - cross).max(40.0);
        let label = egui::Label::new(&toast.words).wrap().sense(egui::Sense::click());
        let words = ui.scope(|ui| {
            ui.set_max_width(wide);
            let shown = ui.add(label);
            if toast.more.is_empty() { shown } else { shown.on_hover_text(&toast.more) }
        });
        icon::button(ui, Icon::CROSS, "Dismiss").clicked() || words.inner.clicked()
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_never_a_book() {
        let mut toasts = Toasts::default();
        toasts.say(ToastTone::Trouble, "x".repeat(10 << 20), 0);
        assert!(toasts.all().iter().all(|toast| toast.words.chars().count() <= LETTERS + 1));
    }
}
