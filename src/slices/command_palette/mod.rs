//! The command palette: every command by a few letters of its name.

mod list;
pub(crate) mod words;

use crate::registry::Slices;
use egui::{Context, Key};

use foolproof_editor::session::command::{Command, Entry, Menu, ctrl, ctrl_shift};
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<CommandPalette>().window());
}

pub(crate) use list::CommandSearch;

pub(crate) const COMMAND_PALETTE_WINDOW: Window =
    Window::new("command palette", WindowStand::Alone);

const COMMANDS: &[Entry] = &[Entry::new(
    Command::COMMAND_PALETTE,
    Menu::Board,
    2,
    "Find a command…",
    "Every command by a few letters of its name.",
    open,
)
.searched_as("search find menu anything")
.in_play_too()
.keys(&[ctrl(Key::K), ctrl_shift(Key::P)])];

fn open(state: &mut State) {
    if let Some(own) = state.feature_mut::<CommandPalette>() {
        own.search = CommandSearch::default();
        state.chrome.open(COMMAND_PALETTE_WINDOW);
    }
}

/// The search in progress.
#[derive(Default)]
pub(crate) struct CommandPalette {
    search: CommandSearch,
}

foolproof_editor::feature!(CommandPalette, COMMANDS);

impl FeatureWindow for CommandPalette {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if state.chrome.is_open(COMMAND_PALETTE_WINDOW)
            && let Some(command) = list::show(context, state, &mut self.search)
        {
            state.chrome.close();
            state.run(command);
        }
    }
}
