//! Help inside the window: the rules of the game, all shortcuts, and a card with the first steps.

mod sheets;
pub(crate) mod words;

use crate::registry::Slices;
use egui::{Context, Key};

use foolproof_editor::entries_of;
use foolproof_editor::kit::games::SolvedExample;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::panels::sheet::{Sheet, place};
use foolproof_editor::session::command::{Command, Entry, Menu, key};
use foolproof_editor::session::keymap::Keymap;
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};

pub use sheets::{Beginning, Shortcut, first_steps, rules, shortcuts};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Help>().window().listener());
}

foolproof_editor::command_names!(
    pub HelpCommands,
    SHORTCUTS = "shortcuts",
    RULES = "rules",
    FIRST_STEPS = "first-steps",
);

pub(crate) const SHORTCUTS_WINDOW: Window = Window::new("shortcuts", WindowStand::Over);
pub(crate) const RULES_WINDOW: Window = Window::new("rules", WindowStand::Over);

entries_of!(new, Menu::Help, 0, .in_play_too());

const COMMANDS: &[Entry] = &[
    new(Command::SHORTCUTS, "Keyboard shortcuts", "All keys on one sheet.", |state| {
        state.chrome.open(SHORTCUTS_WINDOW);
    })
    .searched_as("keys hotkeys keyboard help cheat sheet")
    .keys(&[key(Key::F1), key(Key::Questionmark)]),
    new(Command::RULES, "Rules of the game", "How the puzzle is played.", |state| {
        state.chrome.open(RULES_WINDOW);
    })
    .searched_as("how to play instructions help game"),
    new(Command::FIRST_STEPS, "First steps", "Ways to begin, and what to try first.", |state| {
        state.chrome.welcomes = true;
    })
    .searched_as("tutorial start beginner help introduction"),
];

/// The sheets of help.
#[derive(Default)]
pub(crate) struct Help {
    looked_for: String,
    example: SolvedExample,
}

/// Returns the keys of commands and other uses of keys and mouse, for the sheet of shortcuts: those for the
/// game of the level on the canvas. What works now comes first.
fn all_shortcuts(context: &Context, state: &State) -> Vec<Shortcut> {
    let own = state.all_features().own_keys.iter().chain(words::MOUSE);
    let own = own.filter(|own| (own.suits)(&state.document)).map(|own| Shortcut {
        group: own.group.to_owned(),
        name: own.name.to_owned(),
        keys: own.keys.to_owned(),
    });
    let keymap = Keymap::of(context);
    let mut all: Vec<(Menu, Shortcut)> = state
        .commands()
        .iter()
        .filter(|entry| entry.suits(state) && !keymap.keys(entry).is_empty())
        .map(|entry| {
            let keys = keymap.keys(entry).iter();
            let keys: Vec<String> = keys.map(|key| context.format_shortcut(key)).collect();
            let (group, name) = (entry.menu.name().to_owned(), entry.name.to_owned());
            (entry.menu, Shortcut { group, name, keys: keys.join(", ") })
        })
        .collect();
    all.sort_by_key(|(menu, _)| *menu);
    let commands = all.into_iter().map(|(_, shortcut)| shortcut);
    match state.chrome.is_playing() {
        true => own.chain(commands).collect(),
        false => commands.chain(own).collect(),
    }
}

foolproof_editor::feature!(Help, COMMANDS);

impl Listener for Help {
    fn cancel(&mut self, state: &mut State) -> bool {
        let had = std::mem::take(&mut state.chrome.welcomes);
        state.chrome.settings.first_steps &= !had;
        had
    }
}

/// Shows the ways to begin over the board, until one is chosen.
fn welcome(context: &Context, state: &mut State) {
    /// Width of the card, in points.
    const WIDTH: f32 = 360.0;
    let sides = state.chrome.settings.sizes;
    let area = egui::Area::new(egui::Id::unique("welcome"))
        .anchor(egui::Align2::CENTER_CENTER, [(sides.left - sides.right) / 2.0, 0.0])
        .constrain_to(place(context));
    let shown = area.show(context, |ui| {
        let card = Theme::of(ui).card().inner_margin(theme::WIDE);
        let card = card.shadow(ui.visuals().popup_shadow);
        card.show(ui, |ui| {
            ui.set_width(WIDTH);
            first_steps(ui)
        })
        .inner
    });
    let Some(chosen) = shown.inner else { return };
    (state.chrome.welcomes, state.chrome.settings.first_steps) = (false, false);
    match chosen {
        Beginning::Sample => {}
        Beginning::NewPack => state.run(Command::NEW),
        Beginning::Paste => state.run(Command::PASTE_LEVELS),
    }
}

impl FeatureWindow for Help {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if state.chrome.welcomes && !state.chrome.is_playing() {
            welcome(context, state);
        }
        let keys = Sheet::new(SHORTCUTS_WINDOW, words::SHORTCUTS, 420.0).high();
        keys.show(context, state, |ui, state| {
            shortcuts(ui, &mut self.looked_for, &all_shortcuts(context, state));
        });
        Sheet::new(RULES_WINDOW, words::RULES, 440.0).show(context, state, |ui, state| {
            if let Some(game) = state.game() {
                rules(ui, &game, &mut self.example);
            }
        });
    }
}
