//! The window itself: carries out the requests of the state, and lays out its parts.
//!
//! `logic` receives the solver's answers and asks it, `ui` paints.

mod keys;

use foolproof_games::{LibraryShelf, library::Library, pack_files::is_address};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{CentralPanel, Frame, Margin, Panel, Ui};

use crate::board::canvas::Canvas;
use crate::files;
use crate::files::dialogs::{Offers, Portal};
use crate::files::disk::Disk;
use crate::files::vault::{Autosave, FoundWork};
use crate::files::watching::{GameNews, GameWatch};
use crate::files::{After, Files, Store};
use crate::kit::painter;
use crate::kit::theme::{Role, Theme};
use crate::kit::toasts::{ToastSource, ToastTone};
use crate::panels::bars;
use crate::panels::form::FormMemory;
use crate::panels::levels::{self, PackBrowser, panel};
use crate::panels::messages;
use crate::panels::palette;
use crate::panels::right;
use crate::panels::sides::{self, WindowParts};
use crate::session::chrome::{PanelSide, WindowEffect};
use crate::session::feature::Features;
use crate::session::keymap::Keymap;
use crate::session::kinds::{BoardMode, FeatureWindow, Listener, SolverClient};
use crate::session::screen::Screen;
use crate::session::settings::{Folders, Settings};
use crate::session::state::State;
use crate::text;
use foolproof_game::Games;
use foolproof_level::{Pack, words};
use foolproof_solver::{
    BackgroundGrounder, EngineCommand, EngineProcess, Engines, Event, Lane, Service,
    WaitingGrounder,
};

/// Options for the start of the window.
pub struct Options {
    /// The pack to open; without it the last one, or else the sample pack.
    pub pack: Option<PathBuf>,
    pub games: Games,
    /// The features of the window.
    pub features: Features,
    /// The command for the solver; without it the editor only edits, and says that it does not solve.
    pub engine: Option<EngineCommand>,
    /// Replaces the separate process of the solver.
    pub engines: Option<Engines>,
    /// Folders of settings and autosaves; without them nothing is stored.
    pub folders: Option<Folders>,
    /// A replacement for the desktop's file dialog.
    pub portal: Option<Portal>,
}

/// The window.
pub struct App {
    pub state: State,
    service: Option<Service>,
    /// Watches the folders of games.
    watch: Option<GameWatch>,
    disk: Disk,
    autosave: Option<Arc<Autosave>>,
    /// Unsaved work of killed editors.
    offers: Offers,
    folders: Option<Folders>,
    stored: Settings,
    files: Files,
    canvas: Canvas,
    browser: PackBrowser,
    /// Memory of the forms of the level and of the pack.
    forms: [FormMemory; 2],
    title: String,
    places: WindowParts,
    screen: Screen,
}

impl App {
    pub fn new(context: &egui::Context, options: Options) -> Self {
        Theme::install(context);
        // Zoom keys belong to the board.
        context.options_mut(|options| options.zoom_with_keyboard = false);
        let mut settings = options.folders.as_ref().map(Settings::load).unwrap_or_default();
        let stored = settings.clone();
        let kept = options.folders.as_ref().map(Folders::autosave);
        let (autosave, found, trouble) = match kept.as_ref().map(|kept| Autosave::start(kept)) {
            Some(Ok((autosave, found))) => (Some(autosave), found, None),
            Some(Err(why)) => (None, FoundWork::default(), kept.map(|kept| (kept, why))),
            None => (None, FoundWork::default(), None),
        };
        settings.suspect(found.suspects);
        let watch = options.engine.as_ref().map(|engine| watch(context, engine, &options.games));
        // If a file turns out to be damaged, the sample is still better than nothing.
        let mut state =
            State::new(sample(&options.games), options.games.clone(), settings, options.features);
        if let Some((kept, why)) = trouble {
            let words = files::words::no_autosave_folder(&kept, &why.to_string());
            state.say_of(ToastSource::PROGRAM, ToastTone::Trouble, words);
        }
        let mut files = Files::new(options.portal, autosave.clone());
        match options.pack.or_else(|| last_pack(&mut state)) {
            Some(path) => open_first(context, &mut state, &mut files, path),
            None => state.chrome.welcomes = state.chrome.settings.first_steps,
        }
        let wake = context.clone();
        let disk = Disk::start(move || wake.request_repaint());
        let wake = context.clone();
        state.findings.test_engine.clone_from(&options.engine);
        let own = options.engine.map(|engine| processes(engine, options.games.clone()));
        let service = own.as_ref().map(|own| {
            let wake = Arc::new(move || wake.request_repaint());
            let engines = options.engines.as_ref().unwrap_or(own);
            Service::start_with(|| engines(), wake)
        });
        state.findings.engines = options.engines.or(own);
        if service.is_none() {
            state.findings.live.on = false;
        }
        let (folders, canvas) = (options.folders, Canvas::default());
        state.chrome.folder = folders.as_ref().map(|folders| folders.data.clone());
        Self {
            state,
            service,
            watch,
            disk,
            autosave,
            offers: Offers::new(found.recoveries),
            folders,
            stored,
            files,
            canvas,
            browser: PackBrowser::default(),
            forms: Default::default(),
            title: String::new(),
            places: WindowParts::default(),
            screen: Screen::default(),
        }
    }

    /// Receives the solver's answers, asks it, and carries out the requests of the state.
    pub fn logic(&mut self, context: &egui::Context) {
        let news: Vec<GameNews> =
            self.watch.iter().flat_map(|watch| watch.news.try_iter()).collect();
        self.state.heed_games();
        news.into_iter().for_each(|news| self.state.hear_of_game(news));
        for event in self.service.iter().flat_map(Service::poll).collect::<Vec<_>>() {
            match lane(&event) {
                Lane::Live => self.state.findings.knowledge.hear(event),
                Lane::Glance => self.state.findings.glances.hear(event),
                Lane::Job => self.state.hear_job(event),
                Lane::Argue | Lane::Check | Lane::Suggest => {
                    self.state.each::<dyn SolverClient>(|own, state| own.hear(&event, state))
                }
            }
        }
        self.state.drop_outdated();
        for why in self.disk.troubles() {
            self.state.say(ToastTone::Trouble, why);
        }
        self.ask();
        self.carry_out(context);
        if !self.files.is_open() {
            self.state.each::<dyn Listener>(|own, state| own.take_dropped(context, state));
        }
        self.files.hear(context, &mut self.state);
        self.keep_safe(context);
        self.look(context);
    }

    /// Asks the solver the window's questions.
    fn ask(&mut self) {
        let (state, service) = (&mut self.state, self.service.as_ref());
        if let Some(service) = service {
            state.ask_live(service);
        }
        state.ask_for_job(service);
        state.findings.glances.ask(service);
        let mut halts = false;
        state.each::<dyn SolverClient>(|own, state| halts |= own.halts(state));
        if let Some(service) = service.filter(|_| halts) {
            service.stop(Lane::Argue);
        }
        state.each::<dyn SolverClient>(|own, state| own.ask(state, service));
    }

    fn carry_out(&mut self, context: &egui::Context) {
        for effect in self.state.chrome.take_effects() {
            if self.files.carry_out(context, &mut self.state, &effect) {
                continue;
            }
            match effect {
                WindowEffect::Copy(copied) => {
                    context.copy_text(words::several_lines(&copied).into_owned());
                }
                WindowEffect::CopyPicture(picture) => {
                    context.copy_image(painter::image_of(&picture));
                }
                WindowEffect::Paste => {
                    context.send_viewport_cmd(egui::ViewportCommand::RequestPaste)
                }
                WindowEffect::NextPart => self.go_to_part(context, true),
                WindowEffect::PreviousPart => self.go_to_part(context, false),
                WindowEffect::Stop(lane) => {
                    if let Some(service) = &self.service {
                        service.stop(lane);
                    }
                }
                _ => {}
            }
        }
    }

    fn keep_safe(&mut self, context: &egui::Context) {
        if let Some(autosave) = &self.autosave
            && let Some(wait) = autosave.watch(&self.disk, Instant::now(), &self.state.document)
        {
            context.request_repaint_after(wait);
        }
        if let Some(folders) = &self.folders
            && self.state.chrome.settings != self.stored
            // A line being dragged moves in every frame.
            && !context.input(|input| input.pointer.any_down())
            && self.state.chrome.settings.save(folders, &self.disk).is_ok()
        {
            self.stored = self.state.chrome.settings.clone();
        }
    }

    fn look(&mut self, context: &egui::Context) {
        self.screen.keep(context, &mut self.state.chrome.settings);
        Keymap::install(context, &self.state.chrome.settings.keys, self.state.commands());
        self.state.chrome.settings.look.apply(context);
        let pack = self.state.history().pack();
        let name = text::pack_name(&pack.title, self.state.document.file.path());
        let dot = if self.state.history().is_saved() { "" } else { "• " };
        let title = format!("{dot}{name} – Foolproof");
        if title != self.title {
            let shown = words::window_title(&title);
            context.send_viewport_cmd(egui::ViewportCommand::Title(shown));
            self.title = title;
        }
        if context.input(|input| input.viewport().close_requested()) && !self.files.quit {
            context.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.files.guard(context, &mut self.state, After::Quit);
        }
    }

    /// Paints the window and handles keys and pointer.
    pub fn ui(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.keys(&context);
        self.panels(ui);
        self.state.each::<dyn FeatureWindow>(|own, state| own.windows(&context, state));
        self.files.show(&context, &mut self.state);
        self.offer_recovery(&context);
    }

    fn panels(&mut self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        let state = &mut self.state;
        let bar = |margin| Frame::NONE.fill(theme.role(Role::Panel)).inner_margin(margin);
        Panel::top("top bar").frame(bar(Margin::symmetric(8, 4))).show(ui, |ui| {
            bars::top(ui, state);
        });
        Panel::bottom("status bar")
            .frame(bar(Margin::symmetric(10, 2)))
            .exact_size(messages::BAR)
            .show(ui, |ui| bars::status(ui, state));
        let shown = |side, state: &State| state.chrome.side(side) && !state.chrome.is_playing();
        let shown = [PanelSide::Left, PanelSide::Right].map(|side| shown(side, state));
        let whole = ui.available_rect_before_wrap();
        let [left, right] = sides::widths(state.chrome.settings.sizes, shown, whole.width());
        let (browser, forms) = (&mut self.browser, &mut self.forms);
        let panel =
            |panel: Panel, width| panel.frame(theme.panel()).resizable(false).exact_size(width);
        let left = left.map(|width| {
            let left = panel(Panel::left("left"), width);
            left.show(ui, |ui| sides::hold(ui, |ui| left_side(ui, state, browser))).response.rect
        });
        let right = right.map(|width| {
            let right = panel(Panel::right("right"), width);
            right.show(ui, |ui| sides::hold(ui, |ui| right::show(ui, state, forms))).response.rect
        });
        let (canvas, room) = (&mut self.canvas, ui.available_rect_before_wrap());
        CentralPanel::no_frame().show(ui, |ui| {
            messages::show(ui, state);
            if !state.any::<dyn BoardMode>(|mode, state| mode.stage(ui, state)) {
                canvas.show(ui, state, room);
            }
        });
        sides::handles(ui, &mut state.chrome.settings.sizes, whole, left, right);
        self.places = WindowParts { left, right, room };
    }

    fn offer_recovery(&mut self, context: &egui::Context) {
        let Some((recovery, copy)) = self.offers.show(context, &mut self.state) else { return };
        match copy.read() {
            Ok((header, pack)) => {
                // A pack still being opened must not replace it.
                self.files.stop_loading();
                self.state.set_pack(pack, recovery.original.clone());
                let document = &mut self.state.document;
                document.file.known.clone_from(&recovery.known);
                if let Some(waiting) = header.waiting {
                    document.strangers.keep_only(&waiting);
                }
                document.history_mut().mark_unsaved();
                if let Some(autosave) = &self.autosave {
                    autosave.adopt(&self.disk, document.file.document, recovery);
                }
                self.offers.clear();
            }
            // It is still offered: an earlier state may be undamaged.
            Err(why) => self.state.say(ToastTone::Trouble, why.to_string()),
        }
    }

    /// Writes the newest work when the system asks the program to end.
    pub fn heed_signals(&mut self) {
        let Some(autosave) = self.autosave.clone() else { return };
        let keep = move || autosave.end().map_err(|why| why.to_string());
        if let Err(why) = foolproof_kernel::system::on_end_signal(keep) {
            let words = files::words::no_signals(&why.to_string());
            self.state.say_of(ToastSource::PROGRAM, ToastTone::Trouble, words);
        }
    }

    /// Returns the positions of the window's parts when it was last painted.
    pub fn places(&self) -> WindowParts {
        self.places
    }

    /// True if the window is about to close.
    pub fn quits(&self) -> bool {
        self.files.quit
    }

    /// Replaces the disk, for example by a slow one.
    pub fn set_store(&mut self, store: Store) {
        self.files.set_store(store);
    }

    /// Ends cleanly: the autosaved states are no longer needed.
    pub(crate) fn finish(&mut self) {
        let Some(autosave) = self.autosave.take() else { return };
        if self.files.quit || self.state.history().is_saved() {
            autosave.finish(&self.disk);
        } else {
            // The window ends without a question: because the desktop has gone, for example.
            let _ = self.disk.run(move || autosave.end());
        }
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // A panic of the window: unsaved work goes with it unless it is written now.
        if std::thread::panicking()
            && let Some(autosave) = &self.autosave
        {
            let _ = autosave.keep_newest();
        }
    }
}

/// Starts engines as processes of their own.
fn processes(command: EngineCommand, games: Games) -> Engines {
    Arc::new(move || Box::new(EngineProcess::new(command.clone()).with_games(games.clone())))
}

/// Loads games without making the window wait for their rules, and watches their folders.
fn watch(context: &egui::Context, engine: &EngineCommand, games: &Games) -> GameWatch {
    let wake = context.clone();
    let grounder =
        BackgroundGrounder::new(engine.worker(), foolproof_games::own::RULE_READER, move || {
            wake.request_repaint()
        });
    let games =
        games.clone().with_library(Library::new(Arc::new(grounder), Library::user_folder()));
    let wake = context.clone();
    let tried_by =
        Arc::new(WaitingGrounder::new(engine.worker(), foolproof_games::own::RULE_READER));
    GameWatch::start(games, tried_by, Arc::new(move || wake.request_repaint()))
}

/// Shows the levels above and the palette below.
fn left_side(ui: &mut Ui, state: &mut State, browser: &mut PackBrowser) {
    let theme = Theme::of(ui);
    let frame = Frame::NONE.fill(theme.role(Role::Panel));
    let whole = ui.available_rect_before_wrap();
    let levels = levels::height(state.history().pack().levels.len());
    let id = ui.scope_id().with("height of the palette");
    let palette = ui.data(|data| data.get_temp::<f32>(id));
    let wanted = [levels, palette.unwrap_or(0.0)];
    let height = sides::height_of_levels(state.chrome.settings.sizes, whole.height(), wanted);
    Panel::top("levels")
        .frame(frame.inner_margin(Margin { bottom: 8, ..Margin::ZERO }))
        .resizable(false)
        .exact_size(height)
        .show(ui, |ui| sides::hold(ui, |ui| panel::show(ui, state, browser)));
    let now = CentralPanel::no_frame().show(ui, |ui| palette::show(ui, state)).inner;
    if palette != Some(now) {
        ui.data_mut(|data| data.insert_temp(id, now));
        ui.ctx().request_discard("the palette has another height");
    }
    sides::split(ui, &mut state.chrome.settings.sizes, whole, height);
}

fn lane(event: &Event) -> Lane {
    match event {
        Event::Started { lane, .. }
        | Event::Found { lane, .. }
        | Event::Note { lane, .. }
        | Event::Finished { lane, .. } => *lane,
    }
}

/// Returns the pack that was open last, unless the editor ended while it opened it.
fn last_pack(state: &mut State) -> Option<PathBuf> {
    let last = state.chrome.settings.recent.first().filter(|path| path.is_file()).cloned()?;
    if state.chrome.settings.is_suspect(&last) {
        state.say(ToastTone::Trouble, files::words::not_opened_by_itself(&last));
        return None;
    }
    Some(last)
}

/// Opens the pack named at the start of the editor.
fn open_first(context: &egui::Context, state: &mut State, files: &mut Files, path: PathBuf) {
    match is_address(&path) {
        true => files::incoming::paste(state, &path.to_string_lossy()),
        false => files.load(context, state, path),
    }
}

/// Returns the pack of a first start.
fn sample(games: &Games) -> Pack {
    let id = games.welcome().map(|game| game.about().id.clone()).unwrap_or_default();
    files::sample_of(games, &id)
}

impl eframe::App for App {
    fn logic(&mut self, context: &egui::Context, _: &mut eframe::Frame) {
        App::logic(self, context);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        App::ui(self, ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.finish();
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}
