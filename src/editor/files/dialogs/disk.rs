//! Questions about files that others have changed or protected, and a word about a slow disk.
//!
//! The safe answer is the one that Escape and a click beside the dialog give.

use std::time::{Duration, Instant};

use egui::{RichText, Ui};

use crate::files::dialogs::confirm::buttons;
use crate::files::words::{self as words, ConfirmWords};
use crate::kit::theme::{self, Role, Theme};
use crate::text;
use foolproof_picture::Ink;

/// What to do with a file that was changed elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clashed {
    /// What is in the window is written over it.
    Mine,
    /// What it holds takes the place of what is in the window.
    Theirs,
    SaveAs,
    Cancel,
}

/// Asks whose changes are to stay; `readable` when theirs can be taken.
pub fn clash(context: &egui::Context, asked: &ConfirmWords, readable: bool) -> Option<Clashed> {
    let modal = Theme::of_context(context).modal("changed by others").show(context, |ui| {
        about(ui, asked);
        buttons(ui, |ui| {
            let save_as = theme::primary(ui, words::SAVE_AS).clicked();
            let mine = destructive(ui, words::WRITE_MINE);
            let theirs = readable && ui.button(words::USE_THEIRS).clicked();
            let cancel = ui.button(text::CANCEL).clicked();
            match (save_as, mine, theirs, cancel) {
                (true, ..) => Some(Clashed::SaveAs),
                (_, true, ..) => Some(Clashed::Mine),
                (_, _, true, _) => Some(Clashed::Theirs),
                (.., true) => Some(Clashed::Cancel),
                _ => None,
            }
        })
    });
    modal.inner.or_else(|| modal.should_close().then_some(Clashed::Cancel))
}

/// What is to become of a save to a protected file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarded {
    Overwrite,
    SaveAs,
    Cancel,
}

/// Asks whether a protected file may be written over.
pub fn guarded(context: &egui::Context, asked: &ConfirmWords) -> Option<Guarded> {
    let modal = Theme::of_context(context).modal("protected file").show(context, |ui| {
        about(ui, asked);
        buttons(ui, |ui| {
            let save_as = theme::primary(ui, words::SAVE_AS).clicked();
            let overwrite = destructive(ui, words::OVERWRITE);
            let cancel = ui.button(text::CANCEL).clicked();
            match (save_as, overwrite, cancel) {
                (true, ..) => Some(Guarded::SaveAs),
                (_, true, _) => Some(Guarded::Overwrite),
                (.., true) => Some(Guarded::Cancel),
                _ => None,
            }
        })
    });
    modal.inner.or_else(|| modal.should_close().then_some(Guarded::Cancel))
}

fn about(ui: &mut Ui, asked: &ConfirmWords) {
    ui.set_width(460.0);
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

fn destructive(ui: &mut Ui, words: &str) -> bool {
    let theme = Theme::of(ui);
    let label = RichText::new(words).color(theme.role(Role::OnAccent));
    ui.add(egui::Button::new(label).fill(theme.ink(Ink::Conflict))).clicked()
}

/// Says what takes long, once it does; true when the way out is chosen. It stands in nobody's way.
pub fn slow(
    context: &egui::Context,
    (since, patience): (Instant, Duration),
    (words, way_out): (&str, &str),
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
