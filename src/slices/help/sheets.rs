//! Help inside the window: the rules of the game, all shortcuts, and a card with the first steps.
//!
//! The shortcuts come from the table of commands, so that no list is kept twice.

use std::sync::Arc;

use egui::{RichText, ScrollArea, TextEdit, Ui};

use crate::help::words;
use foolproof_editor::kit::games::SolvedExample;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_games::script::rules_as_written;

/// A command with the keys that start it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// The menu or the part of the window that it belongs to.
    pub group: String,
    pub name: String,
    /// Keys as a person reads them, such as "Ctrl+Z".
    pub keys: String,
}

/// Shows the shortcuts that match the search.
pub fn shortcuts(ui: &mut Ui, wanted: &mut String, all: &[Shortcut]) {
    let theme = Theme::of(ui);
    let field = TextEdit::singleline(wanted).hint_text(text::FIND_COMMAND);
    let response = ui.add(field.desired_width(f32::INFINITY));
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(text::FIND_COMMAND));
    let needle = wanted.to_lowercase();
    let fits = |shortcut: &&Shortcut| {
        [&shortcut.group, &shortcut.name, &shortcut.keys]
            .iter()
            .any(|words| words.to_lowercase().contains(&needle))
    };
    let found: Vec<&Shortcut> = all.iter().filter(fits).collect();
    if found.is_empty() {
        ui.weak(words::NO_COMMAND);
    }
    let list = ScrollArea::vertical().id_salt("shortcuts").auto_shrink([false, true]);
    list.show(ui, |ui| {
        let mut group = "";
        for shortcut in found {
            if shortcut.group != group {
                group = &shortcut.group;
                ui.add_space(theme::GAP);
                theme::section(ui, group);
            }
            // Two columns, each of which wraps, so that long text does not overlap anything.
            let wide = ui.available_width() - theme::GAP;
            ui.horizontal_top(|ui| {
                column(ui, wide * NAMES, RichText::new(&shortcut.name));
                let keys = RichText::new(&shortcut.keys).monospace();
                column(ui, wide * (1.0 - NAMES), keys.color(theme.role(Role::Weak)));
            });
        }
    });
}

/// Share of the width for names.
const NAMES: f32 = 0.54;

fn column(ui: &mut Ui, width: f32, words: RichText) {
    ui.allocate_ui_with_layout(
        egui::vec2(width, 0.0),
        egui::Layout::top_down(egui::Align::Min),
        |ui| {
            ui.set_width(width);
            ui.add(egui::Label::new(words).wrap());
        },
    );
}

/// Shows the rules of a game, with an example.
pub fn rules(ui: &mut Ui, game: &Arc<dyn Game>, example: &mut SolvedExample) {
    let about = game.about();
    ui.heading(about.name.clone());
    ui.weak(about.tagline.clone());
    ui.add_space(theme::GAP);
    ScrollArea::vertical().id_salt("rules").auto_shrink([false, true]).show(ui, |ui| {
        paragraphs(ui, &about.rules);
        example.show(ui, game, &[]);
        source_rules(ui, &**game);
        if !about.design.trim().is_empty() {
            ui.add_space(theme::GAP);
            theme::section(ui, words::FOR_DESIGNERS);
            paragraphs(ui, &about.design);
        }
    });
}

/// Shows the rules of a game whose source is PuzzleScript, as its author wrote them.
fn source_rules(ui: &mut Ui, game: &dyn Game) {
    let Some(text) = game.text().filter(|text| !text.script.is_empty()) else { return };
    let rules = rules_as_written(&text.script);
    if rules.is_empty() {
        return;
    }
    ui.add_space(theme::GAP);
    theme::section(ui, words::IN_THE_SOURCE);
    let lines = RichText::new(rules).monospace();
    ui.add(egui::Label::new(lines).wrap().selectable(true));
}

fn paragraphs(ui: &mut Ui, text: &str) {
    for paragraph in text.lines().filter(|line| !line.trim().is_empty()) {
        ui.label(paragraph.trim());
        ui.add_space(theme::TIGHT);
    }
}

/// A way to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// With the sample that is on the board.
    Sample,
    NewPack,
    Paste,
}

const BEGINNINGS: [(Beginning, &str, &str); 3] = [
    (Beginning::Sample, words::BEGIN_SAMPLE, words::BEGIN_SAMPLE_TIP),
    (Beginning::NewPack, words::BEGIN_NEW, words::BEGIN_NEW_TIP),
    (Beginning::Paste, words::BEGIN_PASTE, words::BEGIN_PASTE_TIP),
];

/// Shows the ways to begin, and a newcomer's first steps. Returns the chosen way.
pub fn first_steps(ui: &mut Ui) -> Option<Beginning> {
    let theme = Theme::of(ui);
    ui.heading(words::WELCOME);
    ui.add_space(theme::TIGHT);
    let mut chosen = None;
    ui.horizontal(|ui| {
        for (way, name, tip) in BEGINNINGS {
            let button = match way {
                Beginning::Sample => theme::primary(ui, name),
                _ => ui.button(name),
            };
            if button.on_hover_text(tip).clicked() {
                chosen = Some(way);
            }
        }
    });
    ui.add_space(theme::GAP);
    for (number, step) in words::STEPS.iter().enumerate() {
        ui.horizontal_top(|ui| {
            let number = RichText::new(format!("{}.", number + 1));
            ui.label(number.color(theme.role(Role::Accent)));
            ui.add(egui::Label::new(*step).wrap());
        });
    }
    chosen
}
