//! A new game: what kind it is like, what it is called, and where its folder lies.

use crate::own_games::window::NEW_GAME_WINDOW;
use std::path::PathBuf;

use egui::{Context, TextEdit, Ui};

use super::words;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::panels::sheet::{self, SheetDeed, buttons};
use foolproof_editor::session::chrome::WindowEffect;
use foolproof_editor::session::document::Document;
use foolproof_editor::session::state::State;
use foolproof_games::library::{Library, LibraryError};
use foolproof_games::own::{
    FolderError, GameTemplate, LONGEST_NAME, id_of_name, template, write_folder,
};
use foolproof_picture::Ink;

/// What is asked for, as it is chosen and typed in.
#[derive(Debug)]
pub(crate) struct NewGameForm {
    kind: GameTemplate,
    name: String,
    /// The folder, once it was typed by hand.
    folder: Option<String>,
    /// Why it was not made.
    fault: Option<String>,
}

/// Why no game was made.
#[derive(Debug, thiserror::Error)]
enum NotMade {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("{}", words::NO_SOLVER)]
    NoSolver,
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl Default for NewGameForm {
    fn default() -> Self {
        Self { kind: GameTemplate::Put, name: String::new(), folder: None, fault: None }
    }
}

impl NewGameForm {
    fn name(&self) -> &str {
        match self.name.trim() {
            "" => words::MY_GAME,
            name => name,
        }
    }

    /// The folder that the game will lie in.
    fn folder(&self) -> String {
        let own = || {
            let folder = Library::user_folder().unwrap_or_default();
            folder.join(id_of_name(self.name())).to_string_lossy().into_owned()
        };
        self.folder.clone().unwrap_or_else(own)
    }

    fn show(&mut self, ui: &mut Ui) -> Option<SheetDeed> {
        ui.set_width(520.0);
        ui.label(words::WHICH_KIND);
        for (kind, name, about) in words::KINDS {
            ui.radio_value(&mut self.kind, kind, name);
            ui.indent(name, |ui| ui.weak(about));
        }
        ui.add_space(theme::GAP);
        egui::Grid::new("new game").num_columns(2).show(ui, |ui| {
            let label = ui.label(words::NAME);
            let field = TextEdit::singleline(&mut self.name).hint_text(words::MY_GAME);
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
        ui.weak(match self.kind.is_folder() {
            true => words::WHAT_COMES,
            false => words::WHAT_COMES_SCRIPT,
        });
        if let Some(fault) = &self.fault {
            ui.colored_label(Theme::of(ui).ink(Ink::Conflict), fault);
        }
        ui.add_space(theme::GAP);
        buttons(ui, words::CREATE, true)
    }

    /// Writes the folder and loads the game; the pack that comes with it.
    fn make(&self, document: &Document) -> Result<PathBuf, NotMade> {
        let folder = PathBuf::from(self.folder());
        let text = template(self.kind, self.name(), &id_of_name(self.name()));
        write_folder(&text, &folder)?;
        let library = document.games().library().ok_or(NotMade::NoSolver)?;
        let pack = folder.join(self.kind.pack_name());
        let game = if self.kind.is_folder() { &folder } else { &pack };
        library.load(document.games(), game)?;
        Ok(pack)
    }
}

/// The window of a new game.
pub(crate) fn window(form: &mut Option<NewGameForm>, context: &Context, state: &mut State) {
    if !state.chrome.is_open(NEW_GAME_WINDOW) {
        *form = None;
        return;
    }
    let asked = form.get_or_insert_default();
    match sheet::form(context, words::NEW_GAME, |ui| asked.show(ui)) {
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
