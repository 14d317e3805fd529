//! The command palette: every command by a few letters of its name.

mod list;
pub(crate) mod words;

use egui::{Context, Key};

use crate::session::command::{Command, Entry, Menu, ctrl, ctrl_shift};
use crate::session::feature::Feature;
use crate::session::kinds::FeatureWindow;
use crate::session::state::State;
use crate::session::window::{Window, WindowStand};

pub(crate) use list::CommandSearch;

impl Command {
    pub const COMMAND_PALETTE: Command = Command("command-palette");
}

impl Window {
    pub const COMMAND_PALETTE: Window = Window::new("command palette", WindowStand::Alone);
}

const COMMANDS: &[Entry] = &[Entry::new(
    (Command::COMMAND_PALETTE, Menu::Help, 0),
    "Find a command…",
    "Every command by a few letters of its name.",
    open,
)
.in_play_too()
.keys(&[ctrl(Key::K), ctrl_shift(Key::P)])];

fn open(state: &mut State) {
    if let Some(own) = state.feature_mut::<CommandPalette>() {
        own.search = CommandSearch::default();
        state.open(Window::COMMAND_PALETTE);
    }
}

/// What is being looked for.
#[derive(Default)]
pub(crate) struct CommandPalette {
    search: CommandSearch,
}

impl Feature for CommandPalette {
    const COMMANDS: &'static [Entry] = COMMANDS;
}

impl FeatureWindow for CommandPalette {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if state.is_open(Window::COMMAND_PALETTE)
            && let Some(command) = list::show(context, state, &mut self.search)
        {
            state.close();
            state.run(command);
        }
    }
}
