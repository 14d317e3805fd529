//! The shelf, which the player's window shows if it opens without a pack. The player chooses a game, and
//! plays the levels that come with it.

use std::path::PathBuf;

use egui::{CentralPanel, Context, RichText, Ui};

use super::frame::PlayerFrame;
use super::{PlayerOptions, PlayerWindow, RecordWish, list, with_games, words};
use foolproof_editor::files::disk::Disk;
use foolproof_editor::kit::games::GameGallery;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::toasts::{ToastTone, Toasts};
use foolproof_editor::session::settings::Folders;
use foolproof_game::Games;
use foolproof_level::Pack;
use foolproof_solver::{EngineCommand, Engines};

/// Options of a window that offers games.
#[derive(Clone)]
pub struct ShelfOptions {
    pub games: Games,
    /// The command for the process that grounds rules and answers for hints; without it there are
    /// no hints.
    pub engine: Option<EngineCommand>,
    /// Replaces the separate process that answers.
    pub engines: Option<Engines>,
    /// Folders for progress and looks; without them, nothing is stored.
    pub folders: Option<Folders>,
}

/// The games to choose from, or the chosen one.
pub struct PlayerShelf {
    options: ShelfOptions,
    gallery: GameGallery,
    frame: PlayerFrame,
    disk: Disk,
    toasts: Toasts,
    playing: Option<Box<PlayerWindow>>,
}

impl PlayerShelf {
    pub fn new(context: &Context, options: ShelfOptions) -> Self {
        Theme::install(context);
        let games = with_games(context, options.games.clone(), options.engine.as_ref());
        let wake = context.clone();
        Self {
            gallery: GameGallery::new(&games, None),
            frame: PlayerFrame::new(context, options.folders.clone()),
            disk: Disk::start(move || wake.request_repaint()),
            toasts: Toasts::default(),
            playing: None,
            options,
        }
    }

    /// Returns the window of the game that is played, for tests.
    pub fn playing(&self) -> Option<&PlayerWindow> {
        self.playing.as_deref()
    }

    pub fn logic(&mut self, context: &Context) {
        let Some(playing) = &mut self.playing else {
            self.toasts.forget_old(context);
            return self.frame.keep(context, words::GAMES.to_owned(), &self.disk);
        };
        playing.logic(context);
        if playing.takes_wish_for_games() {
            playing.finish(context.input(|input| input.time));
            self.playing = None;
            // The looks may have been changed while a game was played.
            self.frame = PlayerFrame::new(context, self.options.folders.clone());
        }
    }

    pub fn ui(&mut self, ui: &mut Ui) {
        if let Some(playing) = &mut self.playing {
            return playing.ui(ui);
        }
        let context = ui.ctx().clone();
        self.frame.keys(&context);
        let chosen = CentralPanel::no_frame().show(ui, |ui| {
            let ground = list::ground(ui).show(ui, |ui| {
                ui.label(RichText::new(words::GAMES).size(24.0).strong());
                ui.add_space(theme::TIGHT);
                self.gallery.search_field(ui);
                ui.add_space(theme::GAP);
                self.gallery.show(ui, ui.available_height())
            });
            ground.inner
        });
        if let Some(at) = chosen.inner {
            self.play(&context, at);
        }
        self.toasts.show(ui);
    }

    /// Opens the pack of a game.
    fn play(&mut self, context: &Context, at: usize) {
        let Some(game) = self.gallery.choose(at).cloned() else {
            return self.toasts.say(ToastTone::Trouble, words::NO_PACK.to_owned(), 0);
        };
        let pack = match Pack::from_json(&game.sample()) {
            Ok(pack) => pack,
            Err(why) => return self.toasts.say(ToastTone::Trouble, why.to_string(), 0),
        };
        let ShelfOptions { games, engine, engines, folders } = self.options.clone();
        let path = PathBuf::from(format!("{}.json", game.about().id));
        let record = RecordWish::Never;
        let options = PlayerOptions { pack, path, games, engine, engines, folders, record };
        self.playing = Some(Box::new(PlayerWindow::new(context, options).of_shelf()));
    }
}

impl eframe::App for PlayerShelf {
    fn logic(&mut self, context: &Context, _: &mut eframe::Frame) {
        PlayerShelf::logic(self, context);
        if context.input(|input| input.viewport().close_requested())
            && let Some(playing) = &mut self.playing
        {
            playing.finish(context.input(|input| input.time));
        }
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        PlayerShelf::ui(self, ui);
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}
