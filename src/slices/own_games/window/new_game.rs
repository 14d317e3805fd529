//! A new game: its template, its name, and its folder.

use crate::own_games::model::Model;
use crate::own_games::window::{MAKE_MINE_WINDOW, NEW_GAME_WINDOW, model_of_level};
use foolproof_games::{
    LibraryShelf,
    library::{Library, LibraryError},
    own::{FolderError, GameCard, GameTemplate, LONGEST_NAME, id_of_name, write_folder},
    shelf,
};
use std::path::PathBuf;

use egui::{Context, ScrollArea, TextEdit, Ui};

use super::words;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::panels::sheet::{self, SheetDeed, buttons};
use foolproof_editor::session::chrome::WindowEffect;
use foolproof_editor::session::document::Document;
use foolproof_editor::session::state::State;
use foolproof_level::Pack;
use foolproof_picture::Ink;

/// The state of the form.
pub(crate) struct NewGameForm {
    model: Model,
    /// Text of the search for games of the shelf.
    search: String,
    /// The form makes a copy of the open level's game.
    copies_this: bool,
    takes_levels: bool,
    name: String,
    /// The folder, if the designer has typed one.
    folder: Option<String>,
    /// Reason why the game was not made.
    fault: Option<String>,
}

/// Reason why no game was made.
#[derive(Debug, thiserror::Error)]
enum NotMade {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("{}", words::NO_SOLVER)]
    NoSolver,
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl NewGameForm {
    fn new() -> Self {
        Self {
            model: Model::Template(GameTemplate::Put),
            search: String::new(),
            copies_this: false,
            takes_levels: false,
            name: String::new(),
            folder: None,
            fault: None,
        }
    }

    /// Returns a form that copies the open level's game.
    fn copying(document: &Document) -> Option<Self> {
        let model = model_of_level(document)?;
        Some(Self { model, copies_this: true, takes_levels: true, ..Self::new() })
    }

    /// Returns the default name of the game.
    fn hint(&self) -> String {
        match self.model {
            Model::Template(_) => words::MY_GAME.to_owned(),
            Model::Shelf(card) => words::mine(&card.name),
        }
    }

    fn name(&self) -> String {
        match self.name.trim() {
            "" => self.hint(),
            name => name.to_owned(),
        }
    }

    /// Returns the folder of the new game.
    fn folder(&self) -> String {
        let own = || {
            let folder = Library::user_folder().unwrap_or_default();
            folder.join(id_of_name(&self.name())).to_string_lossy().into_owned()
        };
        self.folder.clone().unwrap_or_else(own)
    }

    fn show(&mut self, ui: &mut Ui) -> Option<SheetDeed> {
        ui.set_width(520.0);
        match self.copies_this {
            true => drop(ui.checkbox(&mut self.takes_levels, words::TAKE_LEVELS)),
            false => self.models(ui),
        }
        ui.add_space(theme::GAP);
        let hint = self.hint();
        egui::Grid::new("new game").num_columns(2).show(ui, |ui| {
            let label = ui.label(words::NAME);
            let field = TextEdit::singleline(&mut self.name).hint_text(hint);
            ui.add(field.char_limit(LONGEST_NAME).desired_width(400.0)).labelled_by(label.id);
            ui.end_row();
            let label = ui.label(words::FOLDER);
            let mut folder = self.folder();
            let field = TextEdit::singleline(&mut folder).desired_width(400.0);
            if ui.add(field).labelled_by(label.id).changed() {
                self.folder = Some(folder);
            }
            ui.end_row();
        });
        ui.weak(match self.model.is_folder() {
            true => words::WHAT_COMES,
            false => words::WHAT_COMES_SCRIPT,
        });
        if let Some(fault) = &self.fault {
            ui.colored_label(Theme::of(ui).ink(Ink::Conflict), fault);
        }
        ui.add_space(theme::GAP);
        buttons(ui, words::CREATE, true)
    }

    /// Shows the choice of the model.
    fn models(&mut self, ui: &mut Ui) {
        ui.label(words::WHICH_KIND);
        for (kind, name, about) in words::KINDS {
            ui.radio_value(&mut self.model, Model::Template(kind), name);
            ui.indent(name, |ui| ui.weak(about));
        }
        let of_shelf = matches!(self.model, Model::Shelf(_));
        let radio = ui.radio(of_shelf, words::OF_SHELF);
        ui.indent(words::OF_SHELF, |ui| match of_shelf {
            false => drop(ui.weak(words::OF_SHELF_TIP)),
            true => self.shelf(ui),
        });
        if radio.clicked()
            && !of_shelf
            && let Some(card) = shelf::cards().first()
        {
            self.model = Model::Shelf(card);
        }
    }

    /// Shows the games of the shelf that match the search.
    fn shelf(&mut self, ui: &mut Ui) {
        let field = TextEdit::singleline(&mut self.search).hint_text(words::SEARCH);
        ui.add(field.desired_width(f32::INFINITY));
        let typed = self.search.to_lowercase();
        let is_found = |card: &&GameCard| {
            let searched = card.searched();
            typed.split_whitespace().all(|word| searched.contains(word))
        };
        let area = ScrollArea::vertical().id_salt("shelf").max_height(SHELF);
        area.auto_shrink([false, false]).show(ui, |ui| {
            let mut found = shelf::cards().iter().filter(is_found).peekable();
            if found.peek().is_none() {
                ui.label(words::NONE_FOUND);
            }
            for card in found {
                let row = ui.selectable_value(&mut self.model, Model::Shelf(card), &card.name);
                row.on_hover_text(&card.tagline);
            }
        });
    }

    /// Writes the folder and loads the game. Returns the path of the pack that comes with it.
    fn make(&self, document: &Document) -> Result<PathBuf, NotMade> {
        let folder = PathBuf::from(self.folder());
        let levels = self.takes_levels.then(|| levels_of_game(document));
        let name = self.name();
        let text = self.model.text(&name, &id_of_name(&name), levels.as_ref());
        write_folder(&text, &folder)?;
        let library = document.games().library().ok_or(NotMade::NoSolver)?;
        let pack = folder.join(self.model.pack_name());
        let game = if self.model.is_folder() { &folder } else { &pack };
        library.load(document.games(), game)?;
        Ok(pack)
    }
}

/// Height of the list of the shelf, in points.
const SHELF: f32 = 120.0;

/// Returns a copy of the pack with only the levels of the open level's game.
fn levels_of_game(document: &Document) -> Pack {
    let mut pack = document.history().pack().clone();
    if let Some(level) = document.level() {
        pack.levels.retain(|other| other.game == level.game);
    }
    pack
}

pub(crate) fn window(form: &mut Option<NewGameForm>, context: &Context, state: &mut State) {
    let copies = state.chrome.is_open(MAKE_MINE_WINDOW);
    if !copies && !state.chrome.is_open(NEW_GAME_WINDOW) {
        *form = None;
        return;
    }
    let asked = form.get_or_insert_with(|| {
        let copy = copies.then(|| NewGameForm::copying(&state.document));
        copy.flatten().unwrap_or_else(NewGameForm::new)
    });
    let title = if asked.copies_this { words::MAKE_MINE } else { words::NEW_GAME };
    match sheet::form(context, title, |ui| asked.show(ui)) {
        Some(SheetDeed::Go) => match asked.make(&state.document) {
            Ok(pack) => {
                state.chrome.close();
                state.chrome.request(WindowEffect::OpenPath(pack));
            }
            Err(why) => asked.fault = Some(why.to_string()),
        },
        Some(SheetDeed::Close) => drop(state.chrome.close()),
        None => {}
    }
}
