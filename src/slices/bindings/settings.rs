//! The settings of the window on one sheet. Each row is a command, so that keys and search find it, too.

use egui::{Button, Context, Key, Ui};

use foolproof_editor::kit::theme;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};

const SETTINGS_WINDOW: Window = Window::new("settings", WindowStand::Over);
const TITLE: &str = "Settings";
/// Width of the sheet, in points.
const WIDTH: f32 = 400.0;
/// Headings of the groups of commands in [`Menu::Settings`].
const GROUPS: [(u8, &str); 4] =
    [(0, "Colours"), (1, "Size"), (2, "While you work"), (3, "Keys and programs")];

pub(super) const COMMAND: Entry = Entry::new(
    Command("settings"),
    Menu::File,
    2,
    "Settings…",
    "Colours, size of the interface, motion, sound and keys.",
    |state| state.chrome.open(SETTINGS_WINDOW),
)
.searched_as("preferences options configure accessibility")
.keys(&[ctrl(Key::Comma)])
.in_play_too()
.only_looks();

/// Shows the sheet while it is open.
pub(super) fn show(context: &Context, state: &mut State) {
    Sheet::new(SETTINGS_WINDOW, TITLE, WIDTH).show(context, state, |ui, state| {
        for (group, name) in GROUPS {
            theme::section(ui, name);
            ui.horizontal_wrapped(|ui| settings(ui, state, group));
            ui.add_space(theme::GAP);
        }
    });
}

/// Shows a button for each setting of a group; a switch that is on is filled.
fn settings(ui: &mut Ui, state: &mut State, group: u8) {
    let is_here = |entry: &&Entry| entry.menu == Menu::Settings && entry.group == group;
    let entries: Vec<Entry> = state.commands().iter().filter(is_here).copied().collect();
    for entry in entries {
        let button = match entry.is_checked(state) {
            Some(on) => Button::selectable(on, entry.name),
            None => Button::new(entry.name),
        };
        let keys = entry.key_words(ui.ctx()).map(|keys| format!("  ({keys})")).unwrap_or_default();
        let tip = format!("{}{keys}", entry.tip);
        if ui.add_enabled(entry.is_enabled(state), button).on_hover_text(tip).clicked() {
            state.run(entry.command);
        }
    }
}
