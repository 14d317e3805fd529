//! The manual in its own window, and the licences of the program's dependencies.

mod book;
mod layout;
mod licences;
pub mod words;

use egui::Context;

use foolproof_cli::shown::complain;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_manual as manual;

pub(crate) use book::BookReader;

foolproof_editor::command_names!(
    pub HandbookCommands,
    MANUAL = "manual",
    MANUAL_OF_GAME = "manual-of-game",
    LICENCES = "licences",
);

pub(crate) const MANUAL_WINDOW: Window = Window::new("manual", WindowStand::Over);
pub(crate) const LICENCES_WINDOW: Window = Window::new("licences", WindowStand::Over);

/// Opens a web page in the user's browser.
fn open_in_browser(address: &str) {
    if let Err(why) = open::that_detached(address) {
        complain(&format!("{address} is not opened: {why}"));
    }
}

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command::MANUAL,
        Menu::Help,
        0,
        "Manual",
        "How everything works, page by page; it needs no network.",
        |state| state.chrome.open(MANUAL_WINDOW),
    )
    .searched_as("help documentation guide book handbook")
    .in_play_too(),
    Entry::new(
        Command::MANUAL_OF_GAME,
        Menu::Help,
        0,
        "Manual: this game",
        "The page about the game of this level.",
        open_game,
    )
    .searched_as("help documentation guide rules book handbook")
    .in_play_too(),
    Entry::new(
        Command::LICENCES,
        Menu::Help,
        1,
        "Licences",
        "What the program is made of, and under which licences.",
        |state| state.chrome.open(LICENCES_WINDOW),
    )
    .searched_as("license credits about legal copyright open source")
    .in_play_too(),
];

/// Opens the page about a level's game, or the page about designers' own games if it is not built in.
fn open_game(state: &mut State) {
    let game = state.level().map(|level| level.game.clone()).unwrap_or_default();
    let page = manual::page_of_game(&game).unwrap_or_else(|| words::OWN_GAMES_PAGE.to_owned());
    if let Some(own) = state.feature_mut::<Handbook>() {
        own.open(&page);
        state.chrome.open(MANUAL_WINDOW);
    }
}

/// The open page, and the search among licences.
#[derive(Default)]
pub struct Handbook {
    reader: BookReader,
    part: String,
}

impl Handbook {
    /// Returns the open page, such as `concepts.md`.
    pub fn page(&self) -> &str {
        self.reader.page()
    }

    /// Opens a page at its top.
    pub fn open(&mut self, page: &str) {
        self.reader.open(page, None);
    }
}

foolproof_editor::feature!(Handbook, COMMANDS);

impl FeatureWindow for Handbook {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let book = Sheet::new(MANUAL_WINDOW, words::MANUAL, words::BOOK_WIDTH).high();
        book.show(context, state, |ui, _| self.reader.show(ui));
        let list = Sheet::new(LICENCES_WINDOW, words::LICENCES, words::LIST_WIDTH);
        list.show(context, state, |ui, _| licences::show(ui, &mut self.part));
    }
}
