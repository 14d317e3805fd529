//! The manual in a window of its own, and the licences of what the program is made of.

mod book;
mod layout;
mod licences;
pub mod words;

use egui::Context;

use crate::panels::sheet::sheet;
use crate::session::command::{Command, Entry, Menu};
use crate::session::feature::Feature;
use crate::session::kinds::FeatureWindow;
use crate::session::state::State;
use crate::session::window::{Window, WindowStand};
use foolproof_manual as manual;

pub(crate) use book::BookReader;

impl Command {
    pub const MANUAL: Command = Command("manual");
    pub const MANUAL_OF_GAME: Command = Command("manual-of-game");
    pub const LICENCES: Command = Command("licences");
}

impl Window {
    pub const MANUAL: Window = Window::new("manual", WindowStand::Over);
    pub const LICENCES: Window = Window::new("licences", WindowStand::Over);
}

const COMMANDS: &[Entry] = &[
    Entry::new(
        (Command::MANUAL, Menu::Help, 0),
        "Manual",
        "How everything works, page by page; it needs no network.",
        |state| state.open(Window::MANUAL),
    )
    .in_play_too(),
    Entry::new(
        (Command::MANUAL_OF_GAME, Menu::Help, 0),
        "Manual: this game",
        "The page about the game of this level.",
        open_game,
    )
    .in_play_too(),
    Entry::new(
        (Command::LICENCES, Menu::Help, 1),
        "Licences",
        "What the program is made of, and under which licences.",
        |state| state.open(Window::LICENCES),
    )
    .in_play_too(),
];

/// The page about a level's game; about games of one's own where it is none of the house.
fn open_game(state: &mut State) {
    let game = state.level().map(|level| level.game.clone()).unwrap_or_default();
    let page = manual::page_of_game(&game).unwrap_or_else(|| words::OWN_GAMES_PAGE.to_owned());
    if let Some(own) = state.feature_mut::<Handbook>() {
        own.open(&page);
        state.open(Window::MANUAL);
    }
}

/// Which page is read, and what is looked for.
#[derive(Default)]
pub struct Handbook {
    reader: BookReader,
    part: String,
}

impl Handbook {
    /// The page that is open, such as `concepts.md`.
    pub fn page(&self) -> &str {
        self.reader.page()
    }

    /// Opens a page at its top.
    pub fn open(&mut self, page: &str) {
        self.reader.open(page, None);
    }
}

impl Feature for Handbook {
    const COMMANDS: &'static [Entry] = COMMANDS;
}

impl FeatureWindow for Handbook {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let book = (words::MANUAL, words::BOOK_WIDTH);
        sheet(context, state, Window::MANUAL, book, |ui, _| self.reader.show(ui));
        let list = (words::LICENCES, words::LIST_WIDTH);
        sheet(context, state, Window::LICENCES, list, |ui, _| licences::show(ui, &mut self.part));
    }
}
