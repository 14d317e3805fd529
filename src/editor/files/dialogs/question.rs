//! A question with its answers as buttons.
//!
//! Escape and a click outside the dialog give the safe answer.

use egui::{Button, Context, Key, RichText, Ui};

use crate::files::words::ConfirmWords;
use crate::kit::theme::{self, Role, Theme};
use foolproof_picture::Ink;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ButtonLook {
    Plain,
    /// The choice of most people.
    Primary,
    Destructive,
}

/// A button and its answer.
pub(super) struct DialogButton<'a, A> {
    pub words: &'a str,
    pub look: ButtonLook,
    pub answer: A,
}

impl<'a, A: Copy> DialogButton<'a, A> {
    pub(super) fn plain(words: &'a str, answer: A) -> Self {
        Self { words, look: ButtonLook::Plain, answer }
    }

    pub(super) fn primary(words: &'a str, answer: A) -> Self {
        Self { words, look: ButtonLook::Primary, answer }
    }

    pub(super) fn destructive(words: &'a str, answer: A) -> Self {
        Self { words, look: ButtonLook::Destructive, answer }
    }

    fn clicked(&self, ui: &mut Ui) -> Option<A> {
        let theme = Theme::of(ui);
        let button = match self.look {
            ButtonLook::Plain => ui.button(self.words),
            ButtonLook::Primary => theme::primary(ui, self.words),
            ButtonLook::Destructive => {
                let words = RichText::new(self.words).color(theme.role(Role::OnAccent));
                ui.add(Button::new(words).fill(theme.ink(Ink::Conflict)))
            }
        };
        button.clicked().then_some(self.answer)
    }
}

pub(super) struct QuestionDialog<'a, A> {
    /// Identifier that distinguishes it from other questions.
    pub id: &'static str,
    /// Width in points.
    pub width: f32,
    pub words: &'a ConfirmWords,
    /// The answers; the first one is at the right.
    pub answers: Vec<DialogButton<'a, A>>,
    /// The answer of the Enter key.
    pub enter: Option<A>,
    pub safe: A,
}

impl<A: Copy> QuestionDialog<'_, A> {
    /// Shows it; `None` while it is open.
    pub(super) fn ask(&self, context: &Context) -> Option<A> {
        let modal = Theme::of_context(context).modal(self.id).show(context, |ui| {
            ui.set_width(self.width);
            about(ui, self.words);
            buttons(ui, |ui| {
                let clicked: Vec<A> =
                    self.answers.iter().filter_map(|answer| answer.clicked(ui)).collect();
                let entered = self.enter.filter(|_| ui.input(|i| i.key_pressed(Key::Enter)));
                entered.or(clicked.first().copied())
            })
        });
        modal.inner.or_else(|| modal.should_close().then_some(self.safe))
    }
}

fn about(ui: &mut Ui, asked: &ConfirmWords) {
    ui.heading(&asked.title);
    ui.add_space(theme::TIGHT);
    ui.label(RichText::new(&asked.body).color(Theme::of(ui).role(Role::Weak)));
    for (heading, lines) in &asked.groups {
        if !heading.is_empty() {
            ui.add_space(theme::TIGHT);
            ui.strong(heading);
        }
        for line in lines {
            ui.label(format!("•  {line}"));
        }
    }
    ui.add_space(theme::WIDE);
}

/// Shows a row of buttons at the right, the first one outermost.
pub(super) fn buttons<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, layout, add).inner
}
