//! Help inside the window: the rules of the game, all shortcuts, and a card with the first steps.

mod sheets;
pub(crate) mod words;

use crate::registry::Slices;
use egui::{Context, Key, Ui};

use foolproof_editor::entries_of;
use foolproof_editor::kit::games::SolvedExample;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, key};
use foolproof_editor::session::feature::Feature;
use foolproof_editor::session::keymap::Keymap;
use foolproof_editor::session::kinds::{FeatureWindow, PanelPlace, PanelSection};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};

pub use sheets::{FirstStepsCard, Shortcut, first_steps, rules, shortcuts};

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| {
        features.add::<Help>().panel().window();
    });
}

/// The commands of this slice.
pub trait HelpCommands {
    const SHORTCUTS: Command = Command("shortcuts");
    const RULES: Command = Command("rules");
    const FIRST_STEPS: Command = Command("first-steps");
}

impl HelpCommands for Command {}

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
    new(Command::FIRST_STEPS, "First steps", "Shows the card for newcomers again.", |state| {
        state.chrome.settings.first_steps = true;
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

impl Feature for Help {
    const COMMANDS: &'static [Entry] = COMMANDS;
}

impl PanelSection for Help {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        let wanted = place == PanelPlace::Top && state.chrome.settings.first_steps;
        if wanted && first_steps(ui) == FirstStepsCard::Dismissed {
            state.chrome.settings.first_steps = false;
        }
    }
}

impl FeatureWindow for Help {
    fn windows(&mut self, context: &Context, state: &mut State) {
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
