//! The player's window: a pack as a game, without the editor.
//!
//! It has the list of solved and open levels, the level that is played, and with the player's consent a
//! record of it. It shows nothing that a solver found, except hints if the pack allows them. Must never
//! change the pack, and knows nothing of editing.

mod clock;
mod consent;
mod cover;
mod frame;
mod help;
mod list;
mod playing;
mod progress;
mod recording;
mod remarks;
mod run;
mod shelf;
pub mod words;

use foolproof_games::{LibraryShelf, library::Library};
use std::path::PathBuf;
use std::sync::Arc;

use egui::{CentralPanel, Key, Modifiers, Ui};

pub(crate) use consent::ConsentDeed;
use cover::{Cover, CoverDeed, CoverOf};
pub(crate) use frame::PlayerFrame;
pub(crate) use help::PlayerHelp;
pub(crate) use list::LevelList;
pub use playing::LevelOnTable;
pub(crate) use playing::TableDeed;
pub use progress::PlayerProgress;
pub(crate) use progress::ProgressFile;
pub use recording::RecordWish;
pub(crate) use recording::Recording;
pub use run::{run, run_shelf};
pub use shelf::{PlayerShelf, ShelfOptions};

use crate::play::window::{self as play, Guidance, hinting};
use foolproof_editor::files::disk::Disk;
use foolproof_editor::kit::pack_look::PackLooks;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::toasts::{ToastTone, Toasts};
use foolproof_editor::session::settings::Folders;
use foolproof_game::Games;
use foolproof_level::{Level, Pack};
use foolproof_solver::{
    BackgroundGrounder, EngineCommand, EngineProcess, Engines, Event, Lane, Limits, Service, Ticket,
};

/// Options of the player's window.
pub struct PlayerOptions {
    pub pack: Pack,
    /// The pack's file: a record is stored next to it.
    pub path: PathBuf,
    pub games: Games,
    /// The command for the process that grounds rules and answers for hints; without it there are
    /// no hints.
    pub engine: Option<EngineCommand>,
    /// Replaces the separate process that answers.
    pub engines: Option<Engines>,
    /// Folders for progress and looks; without them, nothing is stored.
    pub folders: Option<Folders>,
    pub record: RecordWish,
}

/// The current screen.
enum Stage {
    Cover,
    List,
    Table(Box<LevelOnTable>),
}

impl Stage {
    fn level(&self) -> Option<&Arc<Level>> {
        match self {
            Self::Cover | Self::List => None,
            Self::Table(table) => Some(&table.session.level),
        }
    }
}

/// The player's window.
pub struct PlayerWindow {
    pack: Pack,
    games: Games,
    list: LevelList,
    cover: Cover,
    stage: Stage,
    progress: ProgressFile,
    recording: Recording,
    frame: PlayerFrame,
    help: PlayerHelp,
    disk: Disk,
    service: Option<Service>,
    /// The open question for which a hint waits.
    reasoning: Option<Ticket>,
    toasts: Toasts,
    looks: PackLooks,
}

impl PlayerWindow {
    pub fn new(context: &egui::Context, options: PlayerOptions) -> Self {
        let PlayerOptions { pack, path, games, engine, engines, folders, record } = options;
        Theme::install(context);
        let games = with_games(context, games, engine.as_ref());
        let mut toasts = Toasts::default();
        for why in games.load_for(&pack, Some(&path)) {
            toasts.say(ToastTone::Trouble, why.to_string(), 0);
        }
        let wake = context.clone();
        let disk = Disk::start(move || wake.request_repaint());
        let (progress, trouble) = ProgressFile::open(folders.as_ref(), &pack, &path);
        if let Some(why) = trouble {
            toasts.say(ToastTone::Trouble, why, 0);
        }
        let service = pack.play.hints.then(|| hints_from(context, &games, engine, engines));
        let recording = Recording::new(record, &path, progress.now.recording);
        let list = LevelList::new(&pack, &progress.now);
        Self {
            pack,
            games,
            list,
            cover: Cover::default(),
            stage: Stage::Cover,
            progress,
            recording,
            frame: PlayerFrame::new(context, folders),
            help: PlayerHelp::default(),
            disk,
            service: service.flatten(),
            reasoning: None,
            toasts,
            looks: PackLooks::default(),
        }
    }

    /// Lets the window offer other games.
    pub(crate) fn of_shelf(mut self) -> Self {
        self.frame.offers_games = true;
        self
    }

    /// Returns whether the player asked for other games since the last call.
    pub(crate) fn takes_wish_for_games(&mut self) -> bool {
        self.frame.takes_wish_for_games()
    }

    /// Receives answers for hints, and messages of the disk.
    pub fn logic(&mut self, context: &egui::Context) {
        for event in self.service.iter().flat_map(Service::poll).collect::<Vec<_>>() {
            self.hear(&event);
        }
        for why in self.disk.troubles() {
            self.toasts.say(ToastTone::Trouble, why, 0);
        }
        self.toasts.forget_old(context);
        let level = self.stage.level().map(|level| level.title.as_str());
        let title = words::window_title(&self.pack.title, level);
        self.frame.keep(context, title, &self.disk);
        self.help();
    }

    /// Paints the window, and handles keys and pointer.
    pub fn ui(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.show_look(&context);
        // The first screen contains the question itself.
        let asks = self.recording.asks() && matches!(self.stage, Stage::List);
        if asks && let Some(deed) = consent::show(&context, self.recording.path()) {
            self.answer(deed);
        }
        self.frame.keys(&context);
        match asks {
            true => {}
            false => self.help.keys(&context),
        }
        if self.frame.takes_wish_for_help() {
            self.help.toggle();
        }
        match std::mem::replace(&mut self.stage, Stage::List) {
            Stage::Cover => self.show_cover(ui),
            Stage::List => self.show_list(ui),
            Stage::Table(table) => self.show_table(ui, table),
        }
        self.show_help(&context);
        let toasts = &mut self.toasts;
        egui::Area::new(egui::Id::unique("player toasts"))
            .anchor(egui::Align2::CENTER_BOTTOM, egui::Vec2::new(0.0, -12.0))
            .interactable(!toasts.all().is_empty())
            .show(&context, |ui| toasts.show(ui));
    }

    /// Gives the whole window the pack's look.
    fn show_look(&mut self, context: &egui::Context) {
        if self.pack.play.look.is_default() {
            return PackLooks::show(context, None);
        }
        let look = self.looks.made(context, &self.pack.play.look);
        PackLooks::show(context, look);
    }

    /// Shows the help on the current screen.
    fn show_help(&mut self, context: &egui::Context) {
        match &self.stage {
            Stage::Table(table) => {
                self.help.of_level(context, &self.pack, table, self.service.is_some());
            }
            Stage::Cover | Stage::List => {
                self.help.of_games(context, &self.games.of_pack(&self.pack))
            }
        }
    }

    fn show_cover(&mut self, ui: &mut Ui) {
        let Self { pack, games, list, recording, frame, help, cover, .. } = self;
        let of = CoverOf { pack, games, list, recording, awake: !help.is_open() };
        let shown = CentralPanel::no_frame()
            .show(ui, |ui| list::ground(ui).show(ui, |ui| cover.show(ui, &of, frame)).inner);
        self.stage = Stage::Cover;
        match shown.inner {
            Some(CoverDeed::Play(number)) => self.open(number, ui.input(|input| input.time)),
            Some(CoverDeed::Levels) => self.stage = Stage::List,
            Some(CoverDeed::Rules) => self.help.toggle(),
            Some(CoverDeed::Answer(deed)) => self.answer(deed),
            None => {}
        }
    }

    fn show_list(&mut self, ui: &mut Ui) {
        let awake = !self.recording.asks() && !self.help.is_open();
        let mut wants_cover = false;
        let escape = |input: &mut egui::InputState| input.consume_key(Modifiers::NONE, Key::Escape);
        let leaves = awake && ui.input_mut(escape);
        let chosen = CentralPanel::no_frame().show(ui, |ui| {
            let ground = list::ground(ui).show(ui, |ui| {
                list::head(ui, &self.pack, &self.games, &mut self.frame, list::TITLE);
                wants_cover = self.list.state_line(ui, &mut self.recording);
                ui.add_space(theme::GAP);
                self.list.cards(ui, &self.pack, &self.games, awake)
            });
            ground.inner
        });
        if self.recording.takes_change() {
            let wants = self.recording.is_on();
            self.progress.change(&self.disk, |progress| progress.recording = Some(wants));
        }
        match chosen.inner {
            Some(number) => self.open(number, ui.input(|input| input.time)),
            None if wants_cover || leaves => self.stage = Stage::Cover,
            None => self.stage = Stage::List,
        }
    }

    fn show_table(&mut self, ui: &mut Ui, mut table: Box<LevelOnTable>) {
        let next = self.list.after(table.number);
        let hints = self.service.is_some();
        let awake = !self.help.is_open();
        table.remarks.is_kept = self.recording.is_on();
        let deed = table.show(ui, &mut self.frame, hints, awake, next);
        let now = ui.input(|input| input.time);
        let focused = ui.input(|input| input.focused);
        let said = self.recording.observe(&mut table, now, focused, &self.disk);
        if let Err(why) = said {
            self.toasts.say(ToastTone::Trouble, why.to_string(), 0);
        }
        if table.takes_solved() {
            let digest = table.digest.clone();
            self.progress.change(&self.disk, |progress| _ = progress.solved.insert(digest));
            self.list.look_again(&self.pack, &self.progress.now);
        }
        match deed {
            None => self.stage = Stage::Table(table),
            Some(TableDeed::Leave) => self.leave(&table, now),
            Some(TableDeed::Next) => {
                self.leave(&table, now);
                if let Some(next) = self.list.after(table.number) {
                    self.open(next, now);
                }
            }
        }
    }

    fn leave(&mut self, table: &LevelOnTable, now: f64) {
        self.list.choose(table.number);
        if let Err(why) = self.recording.leaves(now, &self.disk) {
            self.toasts.say(ToastTone::Trouble, why.to_string(), 0);
        }
        self.stage = Stage::List;
    }

    /// Puts a level on the table, if it is open.
    pub(crate) fn open(&mut self, number: usize, now: f64) {
        self.stage = Stage::List;
        let Some(level) = self.pack.levels.get(number).filter(|_| self.list.is_open(number)) else {
            return;
        };
        let Some(game) = self.games.by_id(&level.game) else {
            self.toasts.say(ToastTone::Trouble, words::no_game(&level.game), 0);
            return;
        };
        let guidance = if self.service.is_some() { Guidance::Hints } else { Guidance::None };
        let mut table = LevelOnTable::new(number, level, game, guidance);
        table.session.course = self.pack.course.clone();
        let digest = table.digest.clone();
        self.progress.change(&self.disk, |progress| progress.last = Some(digest));
        if let Err(why) = self.recording.begins(&self.pack, &table, now, &self.disk) {
            self.toasts.say(ToastTone::Trouble, why.to_string(), 0);
        }
        self.stage = Stage::Table(Box::new(table));
    }

    fn answer(&mut self, deed: ConsentDeed) {
        let wants = deed == ConsentDeed::Record;
        self.recording.decide(wants);
        self.progress.change(&self.disk, |progress| progress.recording = Some(wants));
    }

    /// Asks the question for which a hint waits.
    fn help(&mut self) {
        let Stage::Table(table) = &mut self.stage else { return };
        let service = self.service.as_ref();
        play::look_ahead(&mut table.session, &*table.game, service);
        let Some(level) = table.session.lacks_source().cloned() else { return };
        if let (Some(service), None) = (service, self.reasoning) {
            let question = hinting::steps_by(&*table.game).question();
            let ticket = service.ask(Lane::Glance, level, vec![question], Limits::default());
            self.reasoning = Some(ticket);
        }
    }

    fn hear(&mut self, event: &Event) {
        let Stage::Table(table) = &mut self.stage else { return };
        table.session.ahead.light.hear(event);
        let source = match event {
            Event::Found { ticket, finding, .. } if Some(*ticket) == self.reasoning => {
                hinting::source(finding)
            }
            Event::Finished { ticket, .. } if Some(*ticket) == self.reasoning => {
                Some(Err(play::words::NO_HINT_FOUND.to_owned()))
            }
            _ => return,
        };
        let Some(source) = source else { return };
        self.reasoning = None;
        if table.session.lacks_source().is_some() {
            table.session.hear_source(&*table.game, source);
        }
    }

    /// Returns the level that is played, for tests and the title.
    pub fn playing(&self) -> Option<&Arc<Level>> {
        self.stage.level()
    }

    /// Returns the level on the table with its play session.
    pub fn table(&self) -> Option<&LevelOnTable> {
        match &self.stage {
            Stage::Cover | Stage::List => None,
            Stage::Table(table) => Some(table),
        }
    }

    pub fn progress(&self) -> &PlayerProgress {
        &self.progress.now
    }

    /// Ends cleanly: the level on the table is left. Remaining data is written when the window is dropped.
    pub(crate) fn finish(&mut self, now: f64) {
        // No window is left to report to.
        let _ = self.recording.leaves(now, &self.disk);
    }
}

impl eframe::App for PlayerWindow {
    fn logic(&mut self, context: &egui::Context, _: &mut eframe::Frame) {
        PlayerWindow::logic(self, context);
        if context.input(|input| input.viewport().close_requested()) {
            let now = context.input(|input| input.time);
            self.finish(now);
        }
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        PlayerWindow::ui(self, ui);
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Returns the games, with rules that are read without making the window wait.
fn with_games(context: &egui::Context, games: Games, engine: Option<&EngineCommand>) -> Games {
    let Some(engine) = engine else { return games };
    let wake = context.clone();
    let grounder =
        BackgroundGrounder::new(engine.worker(), foolproof_games::own::RULE_READER, move || {
            wake.request_repaint()
        });
    games.with_library(Library::new(Arc::new(grounder), Library::user_folder()))
}

/// Returns the source of answers for hints, if there is one.
fn hints_from(
    context: &egui::Context,
    games: &Games,
    engine: Option<EngineCommand>,
    engines: Option<Engines>,
) -> Option<Service> {
    let games = games.clone();
    let own = engine.map(|command| -> Engines {
        Arc::new(move || Box::new(EngineProcess::new(command.clone()).with_games(games.clone())))
    });
    let engines = engines.or(own)?;
    let wake = context.clone();
    Some(Service::start_with(|| engines(), Arc::new(move || wake.request_repaint())))
}
