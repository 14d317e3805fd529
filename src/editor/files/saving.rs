//! Saving: one pack after the other, in the order of the requests.
//!
//! "Saved" refers to the disk, and only to the latest request.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use crossbeam_channel::{Receiver, TryRecvError};

use crate::files::After;
use crate::files::disk::Disk;
use crate::files::open_file::Stamp;
use crate::files::store::{self, OwnPack, Refused, Store, Written};
use crate::files::{vault, words};
use crate::kit::toasts::{ToastSource, ToastTone};
use crate::session::document::Document;
use crate::session::state::State;
use foolproof_level::file::{There, WriteOrder};

/// A pack to be written.
#[derive(Clone, Debug)]
pub(crate) struct Save {
    pub path: PathBuf,
    pub mine: OwnPack,
    pub stamp: Stamp,
    /// The expected content of the file; by default, what was last read or written there.
    pub there: Option<There>,
    pub after: After,
}

impl Save {
    pub(crate) fn of(document: &Document, path: PathBuf, after: After) -> Self {
        // Cheap: the levels themselves are shared.
        let mut pack = document.history().pack().clone();
        let levels = pack.levels.iter().map(Arc::as_ref);
        document.games().name_in(&mut pack.games, levels, path.parent());
        let mine = OwnPack { pack, base: document.file.base.clone() };
        Self { path, mine, stamp: document.stamp(), there: None, after }
    }
}

struct Flying {
    save: Save,
    result: Receiver<Written>,
    since: Instant,
}

/// The writer and its pending saves.
pub(crate) struct Saving {
    writer: Disk,
    waiting: VecDeque<Save>,
    flying: Option<Flying>,
    /// A save that waits for the designer's decision.
    pub doubt: Option<(Save, Refused)>,
    /// Protected files that may be overwritten as long as the editor runs.
    allowed: BTreeSet<PathBuf>,
}

impl Saving {
    pub(crate) fn new() -> Self {
        let (waiting, flying) = (VecDeque::new(), None);
        Self { writer: Disk::start(|| {}), waiting, flying, doubt: None, allowed: BTreeSet::new() }
    }

    /// Queues a save; it replaces a waiting one for the same file.
    pub(crate) fn push(&mut self, mut save: Save) {
        let same =
            |old: &&mut Save| old.path == save.path && old.stamp.document == save.stamp.document;
        if let Some(old) = self.waiting.back_mut().filter(same) {
            if save.after == After::Nothing {
                save.after = std::mem::replace(&mut old.after, After::Nothing);
            }
            save.there = save.there.or(old.there.take());
            *old = save;
        } else {
            self.waiting.push_back(save);
        }
    }

    /// Returns the start of the current save, and its path.
    pub(crate) fn since(&self) -> Option<(Instant, &Path)> {
        self.flying.as_ref().map(|flying| (flying.since, flying.save.path.as_path()))
    }

    /// Returns the path of the open pack once everything is written.
    pub(crate) fn target(&self, document: u64) -> Option<&PathBuf> {
        let flying = self.flying.as_ref().map(|flying| &flying.save);
        let of_pack = |save: &&Save| save.stamp.document == document;
        self.waiting.back().or(flying).filter(of_pack).map(|save| &save.path)
    }

    /// Queues other work after all writes.
    pub(crate) fn behind<T: Send + 'static>(
        &self,
        context: &egui::Context,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<Receiver<T>> {
        self.writer.ask(context, job).ok()
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.flying.is_some() || !self.waiting.is_empty()
    }

    /// Lets the disk finish its current write, and drops the rest.
    pub(crate) fn abandon(&mut self) {
        self.waiting.clear();
        self.flying = None;
        self.writer.abandon();
    }

    /// Retries a refused save, ahead of waiting ones.
    pub(crate) fn retry(&mut self, save: Save) {
        self.waiting.push_front(save);
    }

    pub(crate) fn drop_waiting(&mut self) {
        self.waiting.clear();
    }

    /// Allows overwriting the protected file, and retries the save.
    pub(crate) fn allow(&mut self, save: Save) {
        self.allowed.insert(save.path.clone());
        self.retry(save);
    }

    /// Checks the writer and gives it the next save; returns the action to take once everything is written.
    pub(crate) fn go_on(
        &mut self,
        context: &egui::Context,
        state: &mut State,
        store: &Store,
    ) -> Option<After> {
        let mut next = None;
        for why in self.writer.troubles() {
            state.say(ToastTone::Note, words::no_backup(&why));
        }
        let answer = self.flying.as_ref().map(|flying| flying.result.try_recv());
        if let Some(answer) = answer.filter(|answer| *answer != Err(TryRecvError::Empty))
            && let Some(flying) = self.flying.take()
        {
            // A writer that has crashed gives no answer.
            let fell = |_| Written::Failed(words::WRITER_FELL.to_owned());
            next = self.hear(state, flying.save, answer.unwrap_or_else(fell));
        }
        if self.flying.is_none()
            && self.doubt.is_none()
            && let Some(save) = self.waiting.pop_front()
        {
            self.launch(context, state, store, save);
        }
        next
    }

    /// Queues a copy of the saved pack after all writes.
    fn keep_backup(&self, state: &mut State, save: &Save) {
        let Some(root) = state.chrome.folder.clone() else { return };
        let (path, pack) = (save.path.clone(), save.mine.pack.clone());
        let keep = move || vault::keep_save(&root, &path, &pack, SystemTime::now());
        if let Err(why) = self.writer.run(keep) {
            state.say(ToastTone::Note, words::no_backup(&why.to_string()));
        }
    }

    fn launch(&mut self, context: &egui::Context, state: &mut State, store: &Store, save: Save) {
        let store = store.clone();
        let there = save.there.clone().unwrap_or_else(|| known(&state.document, &save));
        let order = WriteOrder { there, even_if_protected: self.allowed.contains(&save.path) };
        let (mine, path) = (save.mine.clone(), save.path.clone());
        let write = move || store::write(&store, &mine, &path, &order);
        match self.writer.ask(context, write) {
            Ok(result) => self.flying = Some(Flying { save, result, since: Instant::now() }),
            Err(why) => state.say_of(
                ToastSource::SAVING,
                ToastTone::Trouble,
                words::not_saved(&why.to_string()),
            ),
        }
    }

    fn hear(&mut self, state: &mut State, save: Save, answer: Written) -> Option<After> {
        let known = match answer {
            Written::Done(known) => known,
            Written::Refused(why) => {
                self.doubt = Some((save, why));
                return None;
            }
            Written::Failed(why) => {
                state.say_of(ToastSource::SAVING, ToastTone::Trouble, words::not_saved(&why));
                return None;
            }
        };
        state.chrome.settings.opened(&save.path);
        self.keep_backup(state, &save);
        if state.document.file.document == save.stamp.document {
            if state.history().revision() == save.stamp.revision {
                state.document.history_mut().name_games(save.mine.pack.games.clone());
                state.document.history_mut().mark_saved();
            }
            state.document.file.path = Some(save.path.clone());
            state.document.file.known = Some(known);
            state.document.file.base = Some(save.mine.pack.clone());
            let pack = state.history().pack().clone();
            state.document.strangers.remember_own(&pack, &mut state.chrome.settings);
        }
        match self.waiting.back_mut() {
            // Only the newest request is reported.
            Some(last) if last.after == After::Nothing => {
                last.after = save.after;
                None
            }
            Some(_) => None,
            None => {
                // Changes by another program are part of the file now, or were asked about.
                state.chrome.toasts.forget_of(ToastSource::OUTSIDE);
                state.say_of(ToastSource::SAVING, ToastTone::Good, words::saved(&save.path));
                Some(save.after)
            }
        }
    }
}

/// Returns the expected content of a file to be written.
fn known(document: &Document, save: &Save) -> There {
    let own = document.file.document == save.stamp.document
        && document.file.path.as_ref() == Some(&save.path);
    match document.file.known.clone().filter(|_| own) {
        Some(known) => There::Same(known),
        None => There::Nothing,
    }
}
