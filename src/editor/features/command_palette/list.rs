//! The command palette: every command by a few letters of its name.
//!
//! Knows the table of commands and egui. Must never know what a command does.

use egui::{Align2, Id, Key, Modal, Modifiers, RichText, ScrollArea, TextEdit};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::editor::features::command_palette::words;
use crate::editor::kit::theme::{Role, Theme};
use crate::editor::session::command::{self, Command, Entry};
use crate::editor::session::state::State;
use crate::editor::text;

/// What is being looked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandSearch {
    pub words: String,
    /// Which of the results is chosen.
    pub chosen: usize,
}

/// The commands that fit, the best first; those that cannot be done now come last.
pub fn results(state: &State, words: &str) -> Vec<&'static Entry> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(words, CaseMatching::Ignore, Normalization::Smart);
    let mut buffer = Vec::new();
    let mut found: Vec<(bool, u32, &Entry)> = command::all()
        .filter(|entry| entry.suits(state))
        .filter_map(|entry| {
            let haystack = format!("{} {}", entry.name, entry.menu.name());
            let score = pattern.score(Utf32Str::new(&haystack, &mut buffer), &mut matcher)?;
            Some((!entry.is_enabled(state), score, entry))
        })
        .collect();
    found.sort_by_key(|(disabled, score, _)| (*disabled, std::cmp::Reverse(*score)));
    found.into_iter().map(|(.., entry)| entry).collect()
}

/// Shows the palette; the command that was chosen.
pub(super) fn show(
    context: &egui::Context,
    state: &mut State,
    search: &mut CommandSearch,
) -> Option<Command> {
    let found = results(state, &search.words);
    let step = context.input_mut(|input| {
        let down = input.consume_key(Modifiers::NONE, Key::ArrowDown);
        let up = input.consume_key(Modifiers::NONE, Key::ArrowUp);
        i32::from(down) - i32::from(up)
    });
    let last = found.len().saturating_sub(1);
    search.chosen = search.chosen.saturating_add_signed(step as isize).min(last);
    let modal = Modal::new(Id::unique("command palette"))
        .area(
            egui::Area::new(Id::unique("command palette area"))
                .anchor(Align2::CENTER_TOP, [0.0, 90.0])
                .order(egui::Order::Foreground),
        )
        .show(context, |ui| {
            ui.set_width(480.0);
            contents(ui, state, search, &found)
        });
    if modal.inner.is_none() && modal.should_close() {
        state.close();
    }
    modal.inner
}

fn contents(
    ui: &mut egui::Ui,
    state: &State,
    search: &mut CommandSearch,
    found: &[&'static Entry],
) -> Option<Command> {
    let field = TextEdit::singleline(&mut search.words)
        .hint_text(text::FIND_COMMAND)
        .desired_width(f32::INFINITY)
        .margin(egui::Margin::symmetric(8, 6))
        .show(ui)
        .response
        .response;
    field.request_focus();
    if field.changed() {
        search.chosen = 0;
    }
    let enter = ui.input(|input| input.key_pressed(Key::Enter));
    if found.is_empty() {
        ui.weak(words::NO_SUCH_COMMAND);
        return None;
    }
    let mut picked = None;
    let room = ui.ctx().content_rect().height() - 180.0;
    ScrollArea::vertical().max_height(room.min(340.0)).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (number, entry) in found.iter().enumerate() {
            let chosen = number == search.chosen;
            let response = row(ui, state, entry, chosen);
            if chosen {
                response.scroll_to_me(None);
            }
            if (response.clicked() || (chosen && enter)) && entry.is_enabled(state) {
                picked = Some(entry.command);
            }
        }
    });
    picked
}

fn row(ui: &mut egui::Ui, state: &State, entry: &Entry, chosen: bool) -> egui::Response {
    let theme = Theme::of(ui);
    let enabled = entry.is_enabled(state);
    let keys = entry.key_words(ui.ctx()).unwrap_or_default();
    let name = RichText::new(entry.name);
    let name = if enabled { name } else { name.color(theme.role(Role::Weak)) };
    let button = egui::Button::selectable(chosen, name)
        .right_text(RichText::new(keys).small().color(theme.role(Role::Weak)))
        .min_size(egui::vec2(ui.available_width(), 28.0));
    ui.add(button).on_hover_text(entry.tip)
}
