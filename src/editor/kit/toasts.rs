//! Short messages that appear beneath the board and disappear on their own.
//!
//! Trouble stays until it is clicked away, so that a failed save is not missed.

use std::panic::Location;
use std::time::{Duration, Instant};

use crate::kit::icon::{self, Icon};
use crate::kit::theme::{self, Role, Theme};
use foolproof_level::bounds::shortened;
use foolproof_picture::Ink;

/// Severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastTone {
    Note,
    Good,
    Trouble,
}

/// The source of a message: of each source only the newest message stays. By default it is the calling line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastSource {
    Named(&'static str),
    Line(&'static Location<'static>),
}

impl ToastSource {
    /// The autosave and the like: messages that are not about the open pack.
    pub(crate) const PROGRAM: ToastSource = ToastSource::Named("program");
    pub(crate) const SAVING: ToastSource = ToastSource::Named("saving");
    pub(crate) const EXPORT: ToastSource = ToastSource::Named("export");
    /// Changes that another program made to the file of the pack.
    pub(crate) const OUTSIDE: ToastSource = ToastSource::Named("outside");
    /// Locked sites that a command spared.
    pub(crate) const KEPT: ToastSource = ToastSource::Named("kept");
    /// The result of a job.
    pub(crate) const JOB: ToastSource = ToastSource::Named("job");
    /// The result of the last check of the pack.
    pub const CHECK: ToastSource = ToastSource::Named("check");
    pub const GENERATION: ToastSource = ToastSource::Named("generation");
}

/// A message, and the further text in its tip.
#[derive(Clone, Debug, Default)]
pub struct ToastWords {
    pub short: String,
    pub more: String,
}

impl From<&str> for ToastWords {
    fn from(short: &str) -> Self {
        short.to_owned().into()
    }
}

impl From<String> for ToastWords {
    fn from(short: String) -> Self {
        Self { short, more: String::new() }
    }
}

impl ToastWords {
    pub fn with_more(short: String, more: String) -> Self {
        Self { short, more }
    }
}

#[derive(Clone, Debug)]
pub struct Toast {
    pub tone: ToastTone,
    pub words: String,
    /// Further text, for those who point at the message.
    pub more: String,
    source: ToastSource,
    /// The frame of the message: a source with several messages can then show all of them.
    frame: u64,
    since: Instant,
    /// Number of steps in the history when the message appeared.
    depth: usize,
}

/// The messages on screen, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Toasts {
    all: Vec<Toast>,
    frame: u64,
}

const STAYS: Duration = Duration::from_millis(4500);
/// Maximum length of a message, in letters.
const LETTERS: usize = 1200;
/// Maximum number of messages on screen; more of them are noise.
const MAX_TOASTS: usize = 3;
/// Share of the window's height that messages may take; more of them are scrolled.
const SHARE: f32 = 0.3;

impl Toasts {
    /// Shows a message, recording the number of steps in the history.
    #[track_caller]
    pub fn say(&mut self, tone: ToastTone, words: impl Into<ToastWords>, depth: usize) {
        self.say_of(ToastSource::Line(Location::caller()), tone, words, depth);
    }

    /// Shows a short message, replacing the previous one of the same source; the tip has the details.
    pub(crate) fn say_of(
        &mut self,
        source: ToastSource,
        tone: ToastTone,
        said: impl Into<ToastWords>,
        depth: usize,
    ) {
        let ToastWords { short, more } = said.into();
        // Laid out in every frame, letter by letter, so limit the length of text from files.
        let (words, more) = (shortened(&short, LETTERS), shortened(&more, LETTERS));
        let frame = self.frame;
        self.all.retain(|toast| {
            toast.words != words && (toast.source != source || toast.frame == frame)
        });
        self.all.push(Toast { tone, words, more, source, frame, since: Instant::now(), depth });
        if self.all.len() > MAX_TOASTS {
            let light = self.all.iter().position(|toast| toast.tone != ToastTone::Trouble);
            self.all.remove(light.unwrap_or(0));
        }
    }

    pub fn all(&self) -> &[Toast] {
        &self.all
    }

    /// Drops messages that have stood long enough.
    pub fn forget_old(&mut self, context: &egui::Context) {
        self.frame = context.cumulative_pass_nr();
        self.all.retain(|toast| toast.tone == ToastTone::Trouble || toast.since.elapsed() < STAYS);
        // Trouble stays until it is clicked away: it needs no repaint meanwhile.
        let left = self.all.iter().filter(|toast| toast.tone != ToastTone::Trouble);
        let left = left.map(|toast| STAYS.saturating_sub(toast.since.elapsed())).min();
        if let Some(left) = left {
            context.request_repaint_after(left);
        }
    }

    /// Drops the messages of a source that has started again.
    pub fn forget_of(&mut self, source: ToastSource) {
        self.all.retain(|toast| toast.source != source);
    }

    /// Drops the messages about a pack that is no longer open.
    pub(crate) fn forget_pack(&mut self) {
        self.all.retain(|toast| toast.source == ToastSource::PROGRAM);
    }

    /// Drops the messages about undone changes: of steps after the first `depth`.
    pub(crate) fn undone(&mut self, depth: usize) {
        self.all.retain(|toast| toast.tone == ToastTone::Trouble || toast.depth <= depth);
    }

    /// Shows the messages, one beneath the other, the newest on top: it is never beyond the edge.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        let mut gone = None;
        let most = ui.ctx().content_rect().height() * SHARE;
        // Scrolled only if they take more room: the strip has been no higher so far than they were before.
        let list = egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most);
        let list = list.auto_shrink([false, true]);
        list.show(ui, |ui| {
            for (number, toast) in self.all.iter().enumerate().rev() {
                if one(ui, toast) {
                    gone = Some(number);
                }
            }
        });
        if let Some(number) = gone {
            self.all.remove(number);
        }
    }
}

/// Shows one message; true when it is clicked away.
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

    fn words(toasts: &Toasts) -> Vec<&str> {
        toasts.all().iter().map(|toast| toast.words.as_str()).collect()
    }

    #[test]
    fn a_source_has_one_message_unless_it_says_several_at_once() {
        let mut toasts = Toasts::default();
        let scaled = |toasts: &mut Toasts, percent: &str| {
            toasts.frame += 1;
            toasts.say(ToastTone::Note, percent, 0);
        };
        for percent in ["110 %", "120 %", "130 %"] {
            scaled(&mut toasts, percent);
        }
        assert_eq!(words(&toasts), ["130 %"]);
        for file in ["a.json", "b.json"] {
            toasts.say(ToastTone::Trouble, file, 0);
        }
        assert_eq!(words(&toasts), ["130 %", "a.json", "b.json"]);
        // Trouble stays longest.
        toasts.say(ToastTone::Trouble, "c.json", 0);
        assert_eq!(words(&toasts), ["a.json", "b.json", "c.json"]);
    }

    #[test]
    fn success_takes_the_place_of_failure_and_another_pack_of_both() {
        let mut toasts = Toasts::default();
        let say = |toasts: &mut Toasts, source, tone, words: &str| {
            toasts.frame += 1;
            toasts.say_of(source, tone, words, 0);
        };
        say(&mut toasts, ToastSource::SAVING, ToastTone::Trouble, "disk full");
        say(&mut toasts, ToastSource::SAVING, ToastTone::Good, "saved");
        say(&mut toasts, ToastSource::PROGRAM, ToastTone::Trouble, "no autosave");
        assert_eq!(words(&toasts), ["saved", "no autosave"]);
        toasts.forget_pack();
        assert_eq!(words(&toasts), ["no autosave"]);
    }

    #[test]
    fn a_message_is_never_a_book() {
        let mut toasts = Toasts::default();
        toasts.say(ToastTone::Trouble, "x".repeat(10 << 20), 0);
        assert!(toasts.all().iter().all(|toast| toast.words.chars().count() <= LETTERS + 1));
    }
}
