//! Files of the window: new, open, save, and the question before anything would be lost.
//!
//! Reading and writing happen on threads of their own. Knows the state, dialogs and packs.

use std::path::{Path, PathBuf};

use crossbeam_channel::{Receiver, bounded};

use super::dialogs::{self, Access, Answer, FileDialogs, Filter, Portal, Request, Unsaved};
use super::state::{Effect, State};
use super::text;
use super::toasts::Tone;
use crate::level::{Pack, Revision};

/// What is to happen once nothing can be lost.
#[derive(Clone, Debug, PartialEq)]
pub enum After {
    Nothing,
    New,
    Open,
    OpenPath(PathBuf),
    OpenSample(&'static str),
    OpenMade(Box<Pack>),
    Quit,
}

/// What a file is chosen for.
#[derive(Clone, Debug, PartialEq)]
enum Purpose {
    Open,
    Save(After),
}

struct Saving {
    path: PathBuf,
    revision: Revision,
    after: After,
    result: Receiver<Result<(), String>>,
}

struct Loading {
    path: PathBuf,
    result: Receiver<Result<Pack, String>>,
}

/// The window's desk for files.
pub struct Files {
    chooser: FileDialogs<Purpose>,
    /// What waits for the answer whether to save.
    asking: Option<After>,
    saving: Option<Saving>,
    loading: Option<Loading>,
    /// The window may close.
    pub quit: bool,
}

impl Files {
    pub fn new(portal: Option<Portal>) -> Self {
        let chooser = portal.map_or_else(FileDialogs::desktop, FileDialogs::new);
        Self { chooser, asking: None, saving: None, loading: None, quit: false }
    }

    /// Carries out an effect that is about files; false if it is not.
    pub fn carry_out(
        &mut self,
        context: &egui::Context,
        state: &mut State,
        effect: &Effect,
    ) -> bool {
        match effect {
            Effect::New => self.guard(context, state, After::New),
            Effect::Open => self.guard(context, state, After::Open),
            Effect::OpenPath(path) => self.guard(context, state, After::OpenPath(path.clone())),
            Effect::OpenSample(game) => self.guard(context, state, After::OpenSample(game)),
            Effect::OpenMade(pack) => self.guard(context, state, After::OpenMade(pack.clone())),
            Effect::Quit => self.guard(context, state, After::Quit),
            Effect::Save => self.save(context, state, After::Nothing),
            Effect::SaveAs => self.ask_where(context, state, After::Nothing),
            _ => return false,
        }
        true
    }

    /// Goes on if nothing can be lost; asks first otherwise.
    pub fn guard(&mut self, context: &egui::Context, state: &mut State, after: After) {
        state.finish_stroke();
        if state.history.is_saved() {
            self.go_on(context, state, after);
        } else {
            self.asking = Some(after);
        }
    }

    fn go_on(&mut self, context: &egui::Context, state: &mut State, after: After) {
        match after {
            After::Nothing => {}
            After::New => state.set_pack(new_pack(state), None),
            After::OpenPath(path) => self.load(context, path),
            After::OpenSample(game) => state.set_pack(sample_of(game), None),
            After::OpenMade(pack) => {
                state.set_pack(*pack, None);
                state.history.mark_unsaved();
            }
            After::Open => {
                let request = Request {
                    title: text::OPEN_PACK.to_owned(),
                    access: Access::Open,
                    filters: vec![Filter::packs()],
                    folder: folder(state),
                    name: String::new(),
                };
                self.chooser.ask(context, Purpose::Open, request);
            }
            After::Quit => {
                self.quit = true;
                context.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    fn save(&mut self, context: &egui::Context, state: &mut State, after: After) {
        state.finish_stroke();
        match state.file.clone() {
            Some(path) => self.write(context, state, (path, after)),
            None => self.ask_where(context, state, after),
        }
    }

    fn ask_where(&mut self, context: &egui::Context, state: &State, after: After) {
        let title = &state.history.pack().title;
        let name = match (&state.file, title.is_empty()) {
            (Some(path), _) => text::name_of(path),
            (None, false) => format!("{}.json", file_name(title)),
            (None, true) => "pack.json".to_owned(),
        };
        let request = Request {
            title: text::SAVE_PACK.to_owned(),
            access: Access::Save,
            filters: vec![Filter::packs()],
            folder: folder(state),
            name,
        };
        self.chooser.ask(context, Purpose::Save(after), request);
    }

    fn write(&mut self, context: &egui::Context, state: &State, (path, after): (PathBuf, After)) {
        let (pack, target) = (state.history.pack().clone(), path.clone());
        let result = thread(context, move || pack.save(&target).map_err(|why| why.to_string()));
        let revision = state.history.revision();
        self.saving = Some(Saving { path, revision, after, result });
    }

    /// Reads a pack; the open one stays if it cannot be read.
    pub fn load(&mut self, context: &egui::Context, path: PathBuf) {
        let source = path.clone();
        let result = thread(context, move || Pack::load(&source).map_err(|why| why.to_string()));
        self.loading = Some(Loading { path, result });
    }

    /// Shows what there is to ask, and takes in what the threads have done.
    pub fn show(&mut self, context: &egui::Context, state: &mut State) {
        self.saved(context, state);
        self.loaded(state);
        match self.chooser.show(context) {
            Some((Purpose::Open, Answer::Picked(path))) => self.load(context, path),
            Some((Purpose::Save(after), Answer::Picked(path))) => {
                self.write(context, state, (path, after));
            }
            Some((_, Answer::Cancelled)) | None => {}
        }
        if self.asking.is_none() {
            return;
        }
        let title = text::pack_name(&state.history.pack().title, state.file.as_deref());
        match dialogs::unsaved(context, &title) {
            None => {}
            Some(Unsaved::Cancel) => self.asking = None,
            Some(Unsaved::Discard) => {
                let after = self.asking.take().unwrap_or(After::Nothing);
                self.go_on(context, state, after);
            }
            Some(Unsaved::Save) => {
                let after = self.asking.take().unwrap_or(After::Nothing);
                self.save(context, state, after);
            }
        }
    }

    fn saved(&mut self, context: &egui::Context, state: &mut State) {
        let Some(saving) = &self.saving else { return };
        let Ok(result) = saving.result.try_recv() else { return };
        let Some(Saving { path, revision, after, .. }) = self.saving.take() else { return };
        match result {
            Ok(()) => {
                if state.history.revision() == revision {
                    state.history.mark_saved();
                }
                state.settings.opened(&path);
                state.say(Tone::Good, text::saved(&path));
                state.file = Some(path);
                self.go_on(context, state, after);
            }
            Err(why) => state.say(Tone::Trouble, text::not_saved(&why)),
        }
    }

    fn loaded(&mut self, state: &mut State) {
        let Some(loading) = &self.loading else { return };
        let Ok(result) = loading.result.try_recv() else { return };
        let Some(Loading { path, .. }) = self.loading.take() else { return };
        match result {
            Ok(pack) => {
                state.settings.opened(&path);
                state.set_pack(pack, Some(path));
            }
            Err(why) => state.say(Tone::Trouble, text::not_opened(&path, &why)),
        }
    }

    /// Whether a dialog about files stands.
    pub fn is_open(&self) -> bool {
        self.chooser.is_open() || self.asking.is_some()
    }
}

/// Does something on a thread; the window is woken when it is done.
fn thread<T: Send + 'static>(
    context: &egui::Context,
    job: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Receiver<Result<T, String>> {
    let (send, result) = bounded(1);
    let (wake, spare) = (context.clone(), send.clone());
    let work = move || {
        // Nobody waits any more if the window has closed.
        let _ = send.send(job());
        wake.request_repaint();
    };
    if let Err(why) = std::thread::Builder::new().name("file".to_owned()).spawn(work) {
        let _ = spare.send(Err(why.to_string()));
    }
    result
}

fn folder(state: &State) -> Option<PathBuf> {
    let recent = state.settings.recent.first().map(PathBuf::as_path);
    state.file.as_deref().or(recent).and_then(Path::parent).map(Path::to_owned)
}

/// A title as the name of a file: letters and digits, the rest as dashes.
fn file_name(title: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = title.chars().map(plain).collect();
    name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// The sample pack of a game; its author's tests read it.
pub fn sample_of(game: &str) -> Pack {
    let text = crate::games::by_id(game).map(|game| game.sample()).unwrap_or_default();
    Pack::from_json(text).unwrap_or_default()
}

/// A pack with one empty level of the game that was open, else of the first one.
fn new_pack(state: &State) -> Pack {
    let game = state.game().or_else(|| crate::games::all().first().copied());
    let levels = game.map(|game| {
        let about = game.about();
        std::sync::Arc::new(crate::level::Level::open(about.id, about.default_board))
    });
    Pack { levels: levels.into_iter().collect(), ..Pack::default() }
}
