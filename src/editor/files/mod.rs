//! Files of the window: new, open, save, and the question before anything would be lost.
//!
//! Reading and writing happen on threads of their own.

pub mod dialogs;
pub mod disk;
pub mod filter;
pub(crate) mod incoming;
pub mod open_file;
mod out_tray;
pub mod outgoing;
mod outside;
mod press_run;
mod saving;
mod store;
mod unkept;
pub mod vault;
pub(crate) mod watching;
pub mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

pub use press_run::PressRun;
pub use store::{Incoming, Loaded, OpenError, Opened, Store};

use crate::files::dialogs::{
    Access, DialogAnswer, DialogRequest, FileDialogs, Leaving, Overwriting, Portal,
};
use crate::files::filter::Filter;
use crate::files::open_file::Stamp;
use crate::files::outgoing::Outgoing;
use crate::files::vault::Autosave;
use crate::kit::aside::aside;
use crate::kit::toasts::ToastTone;
use crate::session::chrome::WindowEffect;
use crate::session::state::State;
use crate::text;
use foolproof_game::Games;
use foolproof_level::Pack;
use foolproof_level::file::{There, absolute};
use out_tray::OutTray;
use outside::Outside;
use saving::{Save, Saving};
use store::{OwnPack, Refused};

/// The action to take once nothing can be lost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum After {
    Nothing,
    New(Box<Pack>),
    Open,
    OpenPath(PathBuf),
    /// Opens the levels of several files as one pack.
    OpenSeveral(Vec<PathBuf>),
    OpenSample(String),
    OpenMade(Box<Pack>),
    /// Shows a pack that was read while the open one was changed.
    Show(Box<Loaded>),
    Quit,
}

/// Purpose of a chosen file.
#[derive(Clone, Debug, PartialEq)]
enum Purpose {
    Open,
    /// Adds its levels to the open pack.
    Add,
    Save(After),
    Export(Box<Outgoing>),
    /// For a feature that reads it.
    Choose(&'static str),
}

struct Loading {
    path: PathBuf,
    purpose: Purpose,
    /// The state on screen when loading began: all of that may be discarded.
    stamp: Stamp,
    since: Instant,
    result: Receiver<Result<Loaded, OpenError>>,
}

/// Time after which a slow disk is reported.
const SLOW: Duration = Duration::from_millis(700);
/// Number of frames after which an opened pack has proved harmless.
const FRAMES: u8 = 3;

/// The file operations of the window.
pub(crate) struct Files {
    chooser: FileDialogs<Purpose>,
    /// The action waiting for a decision about work that would be lost.
    asking: Option<After>,
    /// The action waiting until everything is written.
    waiting: Option<After>,
    saving: Saving,
    loading: Option<Loading>,
    outside: Outside,
    outgoing: OutTray,
    store: Store,
    /// Notes a pack that is being opened.
    autosave: Option<Arc<Autosave>>,
    /// Frames until the opened pack has proved harmless.
    proving: Option<u8>,
    /// The window may close.
    pub(crate) quit: bool,
}

impl Files {
    pub(crate) fn new(portal: Option<Portal>, autosave: Option<Arc<Autosave>>) -> Self {
        let chooser = portal.map_or_else(FileDialogs::desktop, FileDialogs::new);
        Self {
            chooser,
            asking: None,
            waiting: None,
            saving: Saving::new(),
            loading: None,
            outside: Outside::default(),
            outgoing: OutTray::default(),
            store: Store::default(),
            autosave,
            proving: None,
            quit: false,
        }
    }

    /// Replaces the disk, for example by a slow one.
    pub(crate) fn set_store(&mut self, store: Store) {
        self.store = store;
    }

    /// Carries out an effect that concerns files; false for other effects.
    pub(crate) fn carry_out(
        &mut self,
        context: &egui::Context,
        state: &mut State,
        effect: &WindowEffect,
    ) -> bool {
        match effect {
            WindowEffect::New(pack) => self.guard(context, state, After::New(pack.clone())),
            WindowEffect::Open => self.guard(context, state, After::Open),
            WindowEffect::OpenPath(path) => {
                self.guard(context, state, After::OpenPath(path.clone()))
            }
            WindowEffect::Add => self.ask_which(context, state, Purpose::Add),
            WindowEffect::Export(outgoing) => {
                let request = DialogRequest {
                    filters: vec![outgoing.filter()],
                    name: outgoing.proposed(),
                    ..request(state, Access::Save, &outgoing.title)
                };
                self.chooser.ask(context, Purpose::Export(outgoing.clone()), request);
            }
            WindowEffect::Choose(wish) => {
                let request = request(state, Access::Open, &wish.title);
                let request = DialogRequest { filters: wish.filters.clone(), ..request };
                self.chooser.ask(context, Purpose::Choose(wish.what), request);
            }
            WindowEffect::PasteLevels(words) => incoming::paste(state, words),
            WindowEffect::OpenSample(game) => {
                self.guard(context, state, After::OpenSample(game.clone()))
            }
            WindowEffect::OpenMade(pack) => {
                self.guard(context, state, After::OpenMade(pack.clone()))
            }
            WindowEffect::Quit => self.guard(context, state, After::Quit),
            WindowEffect::Save => self.save(context, state, After::Nothing),
            WindowEffect::SaveAs => self.ask_where(context, state, After::Nothing),
            _ => return false,
        }
        true
    }

    /// Performs the action if nothing can be lost; asks first otherwise.
    pub(crate) fn guard(&mut self, context: &egui::Context, state: &mut State, after: After) {
        if after == After::Nothing {
            return;
        }
        state.finish_stroke();
        if self.saving.doubt.is_some() {
            // An open question comes first.
            return;
        }
        if self.saving.is_busy() {
            self.waiting = Some(after);
        } else if state.history().is_saved() && unkept::of(state).is_none() {
            self.go_on(context, state, after);
        } else {
            self.asking = Some(after);
        }
    }

    fn go_on(&mut self, context: &egui::Context, state: &mut State, after: After) {
        match after {
            After::Nothing => {}
            After::New(pack) => state.set_pack(*pack, None),
            After::OpenPath(path) => self.load(context, state, path),
            After::OpenSeveral(paths) => self.read(context, state, paths, Purpose::Open),
            After::OpenSample(game) => state.set_pack(sample_of(state.games(), &game), None),
            After::OpenMade(pack) => {
                state.set_pack(*pack, None);
                state.document.history_mut().mark_unsaved();
            }
            After::Show(loaded) => self.take_in(state, *loaded),
            After::Open => self.ask_which(context, state, Purpose::Open),
            After::Quit => self.close(context),
        }
    }

    fn close(&mut self, context: &egui::Context) {
        self.quit = true;
        context.send_viewport_cmd(egui::ViewportCommand::Close);
    }

    /// Asks for a file to read.
    fn ask_which(&mut self, context: &egui::Context, state: &State, purpose: Purpose) {
        let title = if purpose == Purpose::Add { words::ADD_LEVELS } else { text::OPEN_PACK };
        let filters = incoming::filters(state.games());
        let request = DialogRequest { filters, ..request(state, Access::Open, title) };
        self.chooser.ask(context, purpose, request);
    }

    fn save(&mut self, context: &egui::Context, state: &mut State, after: After) {
        state.finish_stroke();
        let path =
            self.saving.target(state.document.file.document).or(state.document.file.path.as_ref());
        match path.cloned() {
            Some(path) => self.saving.push(Save::of(&state.document, path, after)),
            None => self.ask_where(context, state, after),
        }
    }

    fn ask_where(&mut self, context: &egui::Context, state: &State, after: After) {
        let title = &state.history().pack().title;
        let name = match (&state.document.file.path, title.is_empty()) {
            (Some(path), _) => text::name_of(path),
            (None, false) => format!("{}.json", file_name(title)),
            (None, true) => "pack.json".to_owned(),
        };
        let request = DialogRequest { name, ..request(state, Access::Save, text::SAVE_PACK) };
        self.chooser.ask(context, Purpose::Save(after), request);
    }

    /// Writes to a chosen file; the dialog has already asked about overwriting.
    fn save_to(&mut self, state: &mut State, path: PathBuf, after: After) {
        state.finish_stroke();
        let path = absolute(&path);
        let own = state.document.file.path.as_ref() == Some(&path);
        let save = Save::of(&state.document, path, after);
        // The user has not agreed to overwrite the pack's own file, which another program may have changed.
        let there = (!own).then_some(There::Whatever);
        self.saving.push(Save { there, ..save });
    }

    /// Reads a pack or another program's file; the open pack stays if it cannot be read.
    pub(crate) fn load(&mut self, context: &egui::Context, state: &mut State, path: PathBuf) {
        self.read(context, state, vec![path], Purpose::Open);
    }

    /// Reads a file to be opened, or the levels of files that become one pack or go into the open one.
    fn read(
        &mut self,
        context: &egui::Context,
        state: &mut State,
        paths: Vec<PathBuf>,
        purpose: Purpose,
    ) {
        // Recovered work and the list of recent packs outlive the current folder.
        let paths: Vec<PathBuf> = paths.iter().map(|path| absolute(path)).collect();
        let Some(path) = paths.first().cloned() else { return };
        let (store, games, own) =
            (self.store.clone(), state.games().clone(), self.autosave.clone());
        let opens = purpose == Purpose::Open;
        let read = move || match paths.as_slice() {
            [path] if opens => {
                if let Some(own) = own {
                    own.opening(path);
                }
                store::load(&store, &games, path)
            }
            several => store::load_several(&games, several).map(Loaded::Levels),
        };
        match aside(context, "file", read) {
            Ok(result) => {
                let (stamp, since) = (state.document.stamp(), Instant::now());
                self.loading = Some(Loading { path, purpose, stamp, since, result });
            }
            Err(why) => {
                state.say(ToastTone::Trouble, words::not_opened(&path, &why.to_string()));
            }
        }
    }

    /// Abandons the current reading.
    pub(crate) fn stop_loading(&mut self) {
        if self.loading.take().is_some() {
            self.harmless();
        }
    }

    fn take_in(&mut self, state: &mut State, loaded: Loaded) {
        let opened = match loaded {
            Loaded::Pack(opened) => opened,
            Loaded::Levels(incoming) => {
                incoming::open(state, incoming);
                return self.proving = Some(FRAMES);
            }
            Loaded::Broken(path, broken) => {
                outside::show_broken(state, path, broken);
                return self.proving = Some(FRAMES);
            }
        };
        let Opened { pack, path, known, whole_copy, faults } = opened;
        state.chrome.settings.opened(&path);
        state.set_pack(pack.clone(), Some(path.clone()));
        (state.document.file.known, state.document.file.base) = (Some(known), Some(pack));
        tell_of_games(state);
        faults.into_iter().for_each(|why| state.say(ToastTone::Trouble, why));
        if let Some(copy) = whole_copy {
            state.say(ToastTone::Trouble, words::whole_copy(&copy));
        }
        self.proving = Some(FRAMES);
    }

    fn harmless(&mut self) {
        if let Some(own) = &self.autosave {
            own.opened();
        }
    }

    /// Handles the results of the threads, also while the window is not drawn.
    pub(crate) fn hear(&mut self, context: &egui::Context, state: &mut State) {
        if let Some(after) = incoming::dropped(context, self.is_open()) {
            self.guard(context, state, after);
        }
        if let Some(after) = self.saving.go_on(context, state, &self.store) {
            // Asks again, since the designer may have edited meanwhile.
            self.guard(context, state, after);
        }
        let asks = self.chooser.is_open() || self.saving.doubt.is_some();
        if self.waiting.is_some() && !self.saving.is_busy() && !asks {
            let after = self.waiting.take().unwrap_or(After::Nothing);
            self.guard(context, state, after);
        }
        self.outgoing.hear(state);
        self.loaded(context, state);
        self.outside.watch(context, state, &self.saving, &self.store);
    }

    fn loaded(&mut self, context: &egui::Context, state: &mut State) {
        // One question at a time, and none during a stroke.
        if self.is_open() || self.waiting.is_some() || state.board.is_drawn_on() {
            return;
        }
        let Some(loading) = &self.loading else { return };
        let Ok(result) = loading.result.try_recv() else { return };
        let Some(Loading { path, purpose, stamp, .. }) = self.loading.take() else { return };
        match result {
            Ok(Loaded::Levels(more)) if purpose == Purpose::Add => {
                incoming::add(state, words::ADD_LEVELS, more)
            }
            Ok(opened) if stamp == state.document.stamp() => {
                self.take_in(state, opened);
            }
            // Protects edits made while it was read.
            Ok(opened) => self.guard(context, state, After::Show(Box::new(opened))),
            Err(why) => {
                self.harmless();
                state.say(ToastTone::Trouble, words::not_opened(&path, &why.to_string()));
            }
        }
    }

    /// Shows the open question, if any.
    pub(crate) fn show(&mut self, context: &egui::Context, state: &mut State) {
        self.prove(context, state);
        match self.chooser.show(context) {
            Some((Purpose::Open, DialogAnswer::Picked(path))) => self.load(context, state, path),
            Some((Purpose::Add, DialogAnswer::Picked(path))) => {
                self.read(context, state, vec![path], Purpose::Add);
            }
            Some((Purpose::Save(after), DialogAnswer::Picked(path))) => {
                self.save_to(state, path, after);
            }
            Some((Purpose::Export(out), DialogAnswer::Picked(path))) => {
                self.outgoing.send(context, state, &out, &path, &self.saving);
            }
            Some((Purpose::Choose(what), DialogAnswer::Picked(path))) => {
                state.chrome.choose_file(what, path);
            }
            Some((_, DialogAnswer::Cancelled)) | None => {}
        }
        self.outgoing.ask(context, state, &self.saving);
        self.slow(context);
        if !self.chooser.is_open() {
            self.doubt(context, state);
        }
        self.ask_before_loss(context, state);
    }

    /// Asks about work that would be lost with the pack.
    fn ask_before_loss(&mut self, context: &egui::Context, state: &mut State) {
        let Some(after) = self.asking.take() else { return };
        let unkept = unkept::of(state);
        let answer = match &unkept {
            Some(work) => dialogs::unkept(context, work),
            // That work has ended meanwhile.
            None if state.history().is_saved() => return self.guard(context, state, after),
            None => {
                let title = &state.history().pack().title;
                dialogs::unsaved(context, &text::pack_name(title, state.document.file.path()))
            }
        };
        match answer {
            None => self.asking = Some(after),
            Some(Leaving::Cancel) => {
                if matches!(after, After::Show(_)) {
                    self.harmless();
                }
            }
            Some(answer) if unkept.is_some() => {
                unkept::settle(state, answer);
                self.guard(context, state, after);
            }
            Some(Leaving::Keep) => self.save(context, state, after),
            Some(Leaving::Lose) => self.go_on(context, state, after),
        }
    }

    /// Counts down the frames after which a pack has proved harmless.
    fn prove(&mut self, context: &egui::Context, state: &mut State) {
        let Some(frames) = self.proving else { return };
        self.proving = frames.checked_sub(1).filter(|frames| *frames > 0);
        if self.proving.is_some() {
            context.request_repaint();
            return;
        }
        self.harmless();
        let read = state.document.file.unread.paths.clone();
        for path in state.document.file.path.clone().into_iter().chain(read) {
            state.chrome.settings.clear_of_suspicion(&path);
        }
    }

    /// Reports a slow disk, and offers to stop waiting.
    fn slow(&mut self, context: &egui::Context) {
        let loading = self.loading.as_ref().map(|loading| (loading.since, &loading.path));
        if let Some((since, path)) = loading {
            let opening = words::opening(path);
            if dialogs::slow(context, since, SLOW, &opening, text::CANCEL) {
                self.stop_loading();
            }
        }
        let Some((since, path)) = self.saving.since() else { return };
        // With no action waiting for it, there is nothing to abandon.
        let way_out = match self.waiting {
            Some(After::Quit) => words::QUIT_ANYWAY,
            Some(_) => text::CANCEL,
            None => "",
        };
        let saving = words::saving(path);
        if dialogs::slow(context, since, SLOW, &saving, way_out)
            && self.waiting.take() == Some(After::Quit)
        {
            self.saving.abandon();
            self.close(context);
        }
    }

    /// Asks about a refused save.
    fn doubt(&mut self, context: &egui::Context, state: &mut State) {
        let Some((save, why)) = self.saving.doubt.take() else { return };
        let Some(answer) = dialogs::refused(context, &save.path, &why) else {
            self.saving.doubt = Some((save, why));
            return;
        };
        match (answer, why) {
            (Overwriting::Mine, Refused::Protected(_)) => self.saving.allow(save),
            (Overwriting::Mine, Refused::Changed(theirs)) => {
                // The state on view may be discarded, but no later one.
                let (there, base) = match theirs.opened {
                    Ok(Opened { pack, known, .. }) => (There::Same(known), Some(pack)),
                    Err(_) => (There::Whatever, save.mine.base),
                };
                let mine = OwnPack { base, ..save.mine };
                self.saving.retry(Save { there: Some(there), mine, ..save });
            }
            (Overwriting::Theirs, Refused::Changed(theirs)) => {
                let Ok(opened) = theirs.opened else { return };
                self.saving.drop_waiting();
                outside::take(state, opened);
                self.guard(context, state, save.after);
            }
            (Overwriting::SaveAs, _) => self.ask_where(context, state, save.after),
            (Overwriting::Theirs, Refused::Protected(_)) | (Overwriting::Cancel, _) => {
                self.waiting = None;
            }
        }
    }

    /// True if a dialog about files is open.
    pub(crate) fn is_open(&self) -> bool {
        let asks = self.asking.is_some() || self.saving.doubt.is_some();
        asks || self.outgoing.asks() || self.chooser.is_open()
    }
}

/// Reports what the open pack says about its games that does not apply here, and the levels of earlier versions
/// that expect nothing about their solutions.
pub(crate) fn tell_of_games(state: &mut State) {
    for mismatch in foolproof_games::mismatches(state.games(), state.history().pack()) {
        state.say(ToastTone::Note, mismatch.to_string());
    }
    let levels = state.history().pack().levels.iter().map(Arc::as_ref);
    if let Some(note) = state.games().lax_note(levels) {
        state.say(ToastTone::Note, words::lax(&note));
    }
}

/// Returns a request for a pack's file, next to the open one or the last one.
fn request(state: &State, access: Access, title: &str) -> DialogRequest {
    let recent = state.chrome.settings.recent.first().map(PathBuf::as_path);
    let folder = state.document.file.path().or(recent).and_then(Path::parent).map(Path::to_owned);
    let (title, filters) = (title.to_owned(), vec![Filter::packs()]);
    DialogRequest { title, access, filters, folder, name: String::new() }
}

/// Turns a title into the name of a file: letters and digits, the rest as dashes.
pub fn file_name(title: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = title.chars().take(80).map(plain).collect();
    name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// Returns the sample pack of a game; its author's tests read it.
pub(crate) fn sample_of(games: &Games, game: &str) -> Pack {
    let game = games.by_id(game);
    let text = game.as_ref().map(|game| game.sample()).unwrap_or_default();
    Pack::from_json(&text).unwrap_or_default()
}
