//! The command palette: every command by a few letters of its name.

use egui::{Align2, Id, Key, Modal, Modifiers, RichText, ScrollArea, TextEdit};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::command_palette::words;
use foolproof_editor::kit::theme::{Role, Theme};
use foolproof_editor::session::command::{Command, Entry};
use foolproof_editor::session::state::State;
use foolproof_editor::text;

/// The search in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CommandSearch {
    pub words: String,
    /// Position of the chosen result.
    pub chosen: usize,
}

/// Match of a command with the typed text, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CommandFit {
    /// Each typed word begins a word of its name. `false` if the name begins with the text; number of others.
    Name(bool, usize),
    /// The text begins other words that people use for it.
    OtherWords,
    /// The letters occur in its name, in this order.
    Letters(std::cmp::Reverse<u32>),
}

/// Returns the matching commands, best first; those that cannot be done now come last. Letters with gaps
/// are tried only if no words match: nearly any name has some letters in the right order.
pub(crate) fn results(state: &State, words: &str) -> Vec<Entry> {
    let suits = || state.commands().iter().filter(|entry| entry.suits(state));
    let typed = words.trim().to_lowercase();
    let by_words = suits().filter_map(|entry| Some((by_words(entry, &typed)?, entry)));
    let mut found: Vec<(CommandFit, &Entry)> = by_words.collect();
    if found.is_empty() {
        found = by_letters(suits(), words);
    }
    found.sort_by_key(|(fit, entry)| (!entry.is_enabled(state), *fit));
    found.into_iter().map(|(_, entry)| *entry).collect()
}

fn by_words(entry: &Entry, typed: &str) -> Option<CommandFit> {
    let (name, menu) = (entry.name.to_lowercase(), entry.menu.name().to_lowercase());
    let begins = |text: &str, part: &str| {
        let letters = |c: char| !c.is_alphanumeric();
        text.split(letters).any(|word| word.starts_with(part)) || text.starts_with(part)
    };
    let parts = || typed.split_whitespace();
    if parts().all(|part| begins(&name, part)) {
        let others =
            name.split_whitespace().filter(|word| !parts().any(|part| word.starts_with(part)));
        return Some(CommandFit::Name(!name.starts_with(typed), others.count()));
    }
    let all = [name.as_str(), menu.as_str(), entry.search];
    parts().all(|part| all.iter().any(|text| begins(text, part))).then_some(CommandFit::OtherWords)
}

fn by_letters<'a>(
    entries: impl Iterator<Item = &'a Entry>,
    words: &str,
) -> Vec<(CommandFit, &'a Entry)> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(words, CaseMatching::Ignore, Normalization::Smart);
    let mut buffer = Vec::new();
    let mut fit = |entry: &'a Entry| {
        let haystack = format!("{} {}", entry.name, entry.menu.name());
        let score = pattern.score(Utf32Str::new(&haystack, &mut buffer), &mut matcher)?;
        Some((CommandFit::Letters(std::cmp::Reverse(score)), entry))
    };
    entries.filter_map(&mut fit).collect()
}

/// Shows the palette. Returns the command that was chosen.
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
        state.chrome.close();
    }
    modal.inner
}

fn contents(
    ui: &mut egui::Ui,
    state: &State,
    search: &mut CommandSearch,
    found: &[Entry],
) -> Option<Command> {
    // Words typed in the very frame in which it opens count, too.
    let id = Id::unique("command palette words");
    ui.memory_mut(|memory| memory.request_focus(id));
    let field = TextEdit::singleline(&mut search.words)
        .id(id)
        .hint_text(text::FIND_COMMAND)
        .desired_width(f32::INFINITY)
        .margin(egui::Margin::symmetric(8, 6))
        .show(ui)
        .response
        .response;
    if field.changed() {
        search.chosen = 0;
    }
    let enter = ui.input(|input| input.key_pressed(Key::Enter));
    if found.is_empty() {
        ui.weak(words::NO_SUCH_COMMAND);
        return None;
    }
    let mut picked = None;
    // However few lines it had before.
    let room = (ui.ctx().content_rect().height() - 180.0).clamp(80.0, 340.0);
    ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, |ui| {
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
        .right_text(RichText::new(keys).small().weak())
        .min_size(egui::vec2(ui.available_width(), 28.0));
    ui.add(button).on_hover_text(entry.tip)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_editor::session::settings::Settings;
    use foolproof_level::Pack;

    #[test]
    fn a_command_is_found_by_other_words_than_its_name() {
        let state = |game: &str| {
            let games = foolproof_built_in::built_in();
            let sample = games.by_id(game).expect("a game").sample();
            let pack = Pack::from_json(&sample).expect("a pack");
            State::new(pack, games, Settings::default(), crate::all().features())
        };
        let (refraction, sudoku) = (state("refraction"), state("sudoku"));
        let found = |state: &State, words: &str| -> Vec<&'static str> {
            results(state, words).iter().map(|entry| entry.command.0).collect()
        };
        let names = |words: &str| found(&refraction, words);
        for (words, command) in [
            ("repair", "repair"),
            ("import", "add-levels"),
            ("html", "export"),
            ("pdf", "booklet"),
            ("svg", "export-picture"),
            ("tiled", "export"),
            ("rename", "rename-level"),
            ("preview", "toggle-play"),
            ("theme", "look-dark"),
            ("theme", "look-light"),
            ("dark", "look-dark"),
            ("light", "look-light"),
            ("why", "blame"),
            ("many solutions", "solutions"),
            ("tighten", "minimise"),
            ("hide", "toggle-findings"),
            ("blind", "toggle-blind"),
        ] {
            assert!(names(words).contains(&command), "{words}: {:?}", names(words));
        }
        assert_eq!(names("generate").first(), Some(&"generate"), "a name goes before other words");
        assert_eq!(found(&sudoku, "how to solve").first(), Some(&"solving steps"));
        assert_eq!(
            found(&sudoku, "steps").first(),
            Some(&"solving steps"),
            "with the fewest other words"
        );
        let theme = names("theme");
        assert!(theme.iter().all(|name| name.starts_with("look-")), "{theme:?}");
        // Letters with gaps are good enough where no word begins so.
        assert!(names("dplct").contains(&"duplicate-level"));
        assert!(names("xqzxqz").is_empty());
    }
}
