//! Commands of the file menu.

use egui::Key;

use crate::session::chrome::WindowEffect;
use crate::session::command::entry::{Command, Entry, Menu, ctrl, ctrl_shift, entries_of};
use crate::session::state::State;
use crate::session::window::{Window, WindowStand};

impl Window {
    /// The dialog about the contents of a new pack.
    pub const NEW_PACK: Window = Window::new("new-pack", WindowStand::Before);
}

entries_of!(new, Menu::File, .in_play_too());

pub(crate) const ENTRIES: &[Entry] = &[
    new(0, Command::NEW, "New pack…", "Starts a pack with one empty level.", |state| {
        state.chrome.open(Window::NEW_PACK);
    })
    .searched_as("create start pack file project begin")
    .keys(&[ctrl(Key::N)]),
    new(
        0,
        Command::OPEN,
        "Open…",
        "Opens a pack, or another program's levels, from a file.",
        |state| {
            state.chrome.request(WindowEffect::Open);
        },
    )
    .searched_as("load read import file pack puzzlescript fling puzzle")
    .keys(&[ctrl(Key::O)]),
    new(1, Command::SAVE, "Save", "Writes the pack to its file.", |state| {
        state.chrome.request(WindowEffect::Save);
    })
    .searched_as("write store keep disk")
    .keys(&[ctrl(Key::S)])
    .only_looks(),
    new(1, Command::SAVE_AS, "Save as…", "Writes the pack to another file.", |state| {
        state.chrome.request(WindowEffect::SaveAs);
    })
    .searched_as("write store copy elsewhere another file rename pack")
    .keys(&[ctrl_shift(Key::S)])
    .only_looks(),
    new(
        2,
        Command::QUIT,
        "Quit",
        "Closes the editor; asks first if something is not saved.",
        |state| {
            state.chrome.request(WindowEffect::Quit);
        },
    )
    .searched_as("exit close window end leave")
    .keys(&[ctrl(Key::Q)])
    .only_looks(),
];
