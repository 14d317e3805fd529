//! Commands of the file menu.

use egui::Key;

use super::{Command, Entry, Menu, ctrl, ctrl_shift};
use crate::editor::state::{Effect, State};

const fn new(
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    let group = match command {
        Command::New | Command::Open => 0,
        Command::Quit => 2,
        _ => 1,
    };
    Entry::new((command, Menu::File, group), name, tip, run).in_play_too()
}

pub const ENTRIES: &[Entry] = &[
    new(Command::New, "New pack", "Starts a pack with one empty level.", |state| {
        state.effects.push(Effect::New);
    })
    .keys(&[ctrl(Key::N)]),
    new(Command::Open, "Open…", "Opens a pack from a file.", |state| {
        state.effects.push(Effect::Open);
    })
    .keys(&[ctrl(Key::O)]),
    new(Command::Save, "Save", "Writes the pack to its file.", |state| {
        state.effects.push(Effect::Save);
    })
    .keys(&[ctrl(Key::S)]),
    new(Command::SaveAs, "Save as…", "Writes the pack to another file.", |state| {
        state.effects.push(Effect::SaveAs);
    })
    .keys(&[ctrl_shift(Key::S)]),
    new(Command::Quit, "Quit", "Ends the editor; asks first if something is not saved.", |state| {
        state.effects.push(Effect::Quit);
    })
    .keys(&[ctrl(Key::Q)]),
];
