//! Short messages that appear at the foot of the canvas and go by themselves.
//!
//! Trouble stays until it is clicked away: nobody should miss why a save failed. Knows egui and
//! the theme.

use std::time::{Duration, Instant};

use egui::{Align2, Area, Id, Order};

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
    since: Instant,
}

/// The messages on screen, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Toasts(Vec<Toast>);

const STAYS: Duration = Duration::from_millis(4500);
/// Width of a message that is long, in points.
const LONGEST: f32 = 620.0;
/// Letters of a message at most.
const LETTERS: usize = 1200;
/// More than this many at a time are noise.
const MOST: usize = 4;

impl Toasts {
    pub fn say(&mut self, tone: ToastTone, words: impl Into<String>) {
        // Laid out anew in every frame, letter by letter, whatever a file had in store for it.
        let words = shortened(&words.into(), LETTERS);
        self.0.retain(|toast| toast.words != words);
        self.0.push(Toast { tone, words, since: Instant::now() });
        if self.0.len() > MOST {
            self.0.remove(0);
        }
    }

    pub fn all(&self) -> &[Toast] {
        &self.0
    }

    /// Shows the messages above the foot of `within`.
    pub fn show(&mut self, context: &egui::Context, within: egui::Rect) {
        self.0.retain(|toast| toast.tone == ToastTone::Trouble || toast.since.elapsed() < STAYS);
        if self.0.is_empty() {
            return;
        }
        // Trouble stays until it is clicked away: nothing moves meanwhile.
        let left = self.0.iter().filter(|toast| toast.tone != ToastTone::Trouble);
        let left = left.map(|toast| STAYS.saturating_sub(toast.since.elapsed())).min();
        if let Some(left) = left {
            context.request_repaint_after(left);
        }
        let foot = within.center_bottom() - egui::vec2(0.0, theme::WIDE);
        let theme = Theme::of_context(context);
        let mut gone = None;
        Area::new(Id::unique("toasts"))
            .order(Order::Foreground)
            .pivot(Align2::CENTER_BOTTOM)
            .fixed_pos(foot)
            .show(context, |ui| {
                for (number, toast) in self.0.iter().enumerate() {
                    if one(ui, theme, toast) {
                        gone = Some(number);
                    }
                }
            });
        if let Some(number) = gone {
            self.0.remove(number);
        }
    }
}

/// One message; true when it is clicked away.
fn one(ui: &mut egui::Ui, theme: Theme, toast: &Toast) -> bool {
    let (icon, colour) = match toast.tone {
        ToastTone::Note => (Icon::FLAG, theme.role(Role::Accent)),
        ToastTone::Good => (Icon::CHECK, theme.ink(Ink::Good)),
        ToastTone::Trouble => (Icon::WARNING, theme.ink(Ink::Conflict)),
    };
    let card = theme.card().shadow(ui.visuals().popup_shadow);
    let inner = card.show(ui, |ui| {
        ui.horizontal(|ui| {
            // Wrapped where it is long, so that it stays within a small window. Said first: it takes
            // the line back to its beginning.
            ui.set_max_width(LONGEST);
            icon::inline(ui, icon, colour);
            let width = ui.painter().layout_no_wrap(
                toast.words.clone(),
                egui::TextStyle::Body.resolve(ui.style()),
                theme.role(Role::Text),
            );
            let wrap = match width.size().x > LONGEST - 60.0 {
                true => egui::TextWrapMode::Wrap,
                false => egui::TextWrapMode::Extend,
            };
            ui.add(egui::Label::new(&toast.words).wrap_mode(wrap));
            toast.tone == ToastTone::Trouble && icon::button(ui, Icon::CROSS, "Dismiss").clicked()
        })
        .inner
    });
    inner.inner || inner.response.interact(egui::Sense::click()).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_never_a_book() {
        let mut toasts = Toasts::default();
        toasts.say(ToastTone::Trouble, "x".repeat(10 << 20));
        assert!(toasts.all().iter().all(|toast| toast.words.chars().count() <= LETTERS + 1));
    }
}
