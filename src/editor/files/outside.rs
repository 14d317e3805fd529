//! Changes by other programs to the file of the open pack, noticed when the window comes back.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use crate::files::open_file::OpenFile;
use crate::files::saving::Saving;
use crate::files::store::{self, Opened, OwnPack, Store, Theirs};
use crate::files::words;
use crate::kit::toasts::{ToastSource, ToastTone};
use crate::session::chrome::WindowEffect;
use crate::session::document::Document;
use crate::session::state::State;
use crate::text;
use foolproof_games::pack_files::{self, BrokenSource};
use foolproof_level::file::Fingerprint;
use foolproof_level::{Pack, bounds};

/// Time between two checks of a source.
const PACE: Duration = Duration::from_millis(800);

/// Result of a check of the file.
#[derive(Clone, Debug, PartialEq)]
enum SeenFile {
    Same,
    Gone,
    Other(Box<Theirs>),
    /// It was and is a source with nothing playable.
    StillBroken(BrokenSource),
    /// It was such a source, and is now playable.
    Mended,
}

impl SeenFile {
    fn is_trouble(&self) -> bool {
        match self {
            SeenFile::Same | SeenFile::StillBroken(_) | SeenFile::Mended => false,
            SeenFile::Gone => true,
            SeenFile::Other(theirs) => theirs.opened.is_err(),
        }
    }
}

/// Checks the file of the open pack now and then.
#[derive(Default)]
pub(crate) struct Outside {
    /// The window was in front in the last frame.
    in_front: Option<bool>,
    looking: Option<(u64, Fingerprint, Receiver<SeenFile>)>,
    looked: Option<Instant>,
    /// The last change reported, to report each only once.
    told: Option<(u64, SeenFile)>,
}

impl Outside {
    /// Checks the file when the window comes to the front, and reports the result.
    pub(crate) fn watch(
        &mut self,
        context: &egui::Context,
        state: &mut State,
        saving: &Saving,
        store: &Store,
    ) {
        let in_front = context.input(|input| input.focused);
        let comes = self.in_front.replace(in_front) == Some(false) && in_front;
        // A source is also open in its author's editor: its saved changes should be visible at once.
        let path = state.document.file.path.as_deref();
        let source = path.is_some_and(pack_files::is_named_as_source);
        let due = source && self.looked.is_none_or(|looked| looked.elapsed() > PACE);
        if source {
            context.request_repaint_after(PACE);
        }
        if (comes || due) && !saving.is_busy() && self.looking.is_none() {
            self.looked = Some(Instant::now());
            self.look(context, &state.document, saving, store);
        }
        let Some((document, known, seen)) = &self.looking else { return };
        let Ok(seen) = seen.try_recv() else { return };
        // Another pack was opened meanwhile, or this one was written.
        let is_current = state.document.file.document == *document
            && state.document.file.known.as_ref() == Some(known);
        self.looking = None;
        if is_current && !saving.is_busy() {
            self.tell(state, seen);
        }
    }

    fn look(
        &mut self,
        context: &egui::Context,
        document: &Document,
        saving: &Saving,
        store: &Store,
    ) {
        let OpenFile { path, known, base, document: open, .. } = &document.file;
        let (Some(path), Some(known), open) = (path.clone(), known.clone(), *open) else { return };
        let (store, expected) = (store.clone(), known.clone());
        let mine = OwnPack { pack: document.history().pack().clone(), base: base.clone() };
        let was_broken = !document.file.broken.is_empty();
        let look = move || {
            if expected.looks_the_same(&path) {
                return SeenFile::Same;
            }
            if !path.exists() {
                return SeenFile::Gone;
            }
            let theirs = store::theirs(&store, &mine, &path);
            if was_broken && let Some(broken) = pack_files::broken_source(&path) {
                return SeenFile::StillBroken(broken);
            }
            match &theirs.opened {
                Ok(_) if was_broken => SeenFile::Mended,
                Ok(opened) if opened.known.same_bytes(&expected) => SeenFile::Same,
                _ => SeenFile::Other(Box::new(theirs)),
            }
        };
        self.looking = saving.behind(context, look).map(|seen| (open, known, seen));
    }

    fn tell(&mut self, state: &mut State, seen: SeenFile) {
        if seen == SeenFile::Same {
            // It is as it was before the trouble.
            if self.told.take().is_some_and(|(_, told)| told.is_trouble()) {
                state.chrome.toasts.forget_of(ToastSource::OUTSIDE);
            }
            return;
        }
        if self.told.as_ref() == Some(&(state.document.file.document, seen.clone())) {
            return;
        }
        let name = state.document.file.path.as_deref().map(text::name_of).unwrap_or_default();
        match &seen {
            SeenFile::Same => {}
            SeenFile::StillBroken(BrokenSource { known, faults }) => {
                state.document.file.known = Some(known.clone());
                state.document.file.broken.clone_from(faults);
            }
            // As if it had just been opened: there is no earlier state to go back to.
            SeenFile::Mended => {
                let path = state.document.file.path.clone();
                path.into_iter()
                    .for_each(|path| state.chrome.request(WindowEffect::OpenPath(path)));
            }
            SeenFile::Gone => {
                // It is in no file now.
                state.document.history_mut().mark_unsaved();
                say(state, ToastTone::Trouble, words::file_gone(&name));
            }
            SeenFile::Other(theirs) => match &theirs.opened {
                Ok(opened) if is_idle(state) => take(state, opened.clone()),
                Ok(_) => say(state, ToastTone::Note, words::changed_outside(&name)),
                Err(why) => {
                    let words = words::damaged_outside(&name, &why.to_string());
                    say(state, ToastTone::Trouble, words);
                }
            },
        }
        self.told = Some((state.document.file.document, seen));
    }
}

/// Shows a source with nothing playable: an empty pack, until its author has repaired it.
pub(crate) fn show_broken(state: &mut State, path: PathBuf, broken: BrokenSource) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let title = bounds::shortened(&stem, bounds::LONGEST_OWN_TITLE);
    state.chrome.settings.opened(&path);
    state.set_pack(Pack { title, ..Pack::default() }, Some(path));
    let BrokenSource { known, faults } = broken;
    (state.document.file.known, state.document.file.broken) = (Some(known), faults);
}

/// True if another state of the pack would neither lose nor disturb anything.
fn is_idle(state: &State) -> bool {
    let at_work =
        state.board.is_drawn_on() || state.chrome.is_playing() || state.chrome.window().is_some();
    state.history().is_saved() && !at_work
}

/// Takes over the content of the file, as an undoable step.
pub(crate) fn take(state: &mut State, opened: Opened) {
    let Opened { pack, path, known, .. } = opened;
    let name = text::name_of(&path);
    state.finish_stroke();
    state.document.strangers.meet(&pack, &state.chrome.settings);
    state.document.file.base = Some(pack.clone());
    state.edit_pack(words::TAKE_THEIRS, |mine| *mine = pack);
    state.document.history_mut().mark_saved();
    state.document.file.known = Some(known);
    crate::files::tell_of_games(state);
    say(state, ToastTone::Note, words::read_again(&name));
}

/// Reports the state of the file, replacing the previous report.
fn say(state: &mut State, tone: ToastTone, words: String) {
    state.say_of(ToastSource::OUTSIDE, tone, words);
}
