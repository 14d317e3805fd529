//! Writes files that leave the editor.
//!
//! No file is overwritten without a question.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError};

use crate::files::dialogs::{self, Confirm, ConfirmTone};
use crate::files::outgoing::Outgoing;
use crate::files::saving::Saving;
use crate::files::words;
use crate::kit::toasts::{ToastSource, ToastTone};
use crate::session::state::State;
use crate::text;
use foolproof_level::file::{self, There, WriteError, WriteOrder};

type OutPlaces = Vec<(PathBuf, Arc<Vec<u8>>)>;

/// Files waiting to be written, and those being written.
#[derive(Default)]
pub(crate) struct OutTray {
    /// Files to write, if some of them already exist.
    replacing: Option<OutPlaces>,
    writing: Option<Writing>,
}

/// The first of the files being written, their number, and the pending result.
type Writing = (PathBuf, usize, Receiver<Result<(), ExportError>>);

/// Reasons why a file was not written.
#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error("{}", words::of_file(path, &source.to_string()))]
    File { path: PathBuf, source: WriteError },
    #[error("{}", words::WRITER_FELL)]
    WriterFell,
}

impl OutTray {
    /// Writes to a chosen place, whose dialog has already asked about overwriting one file.
    pub(crate) fn send(
        &mut self,
        context: &egui::Context,
        state: &mut State,
        outgoing: &Outgoing,
        path: &Path,
        saving: &Saving,
    ) {
        let path = file::absolute(path);
        let places = outgoing.places(&path);
        if places.iter().any(|(place, _)| Some(place.as_path()) == state.document.file.path()) {
            return state.say_of(ToastSource::EXPORT, ToastTone::Trouble, words::OWN_FILE);
        }
        let there = |(place, _): &(PathBuf, _)| place.exists();
        // An ending was added to the name, so the dialog did not ask about this file.
        let other = places.first().is_some_and(|(place, _)| *place != path);
        if other && places.iter().any(there) {
            self.replacing = Some(places);
        } else {
            self.write(context, state, places, saving);
        }
    }

    fn write(
        &mut self,
        context: &egui::Context,
        state: &mut State,
        places: OutPlaces,
        saving: &Saving,
    ) {
        let (count, first) = (places.len(), places.first().map(|(place, _)| place.clone()));
        let job = move || {
            let order = WriteOrder { there: There::Whatever, even_if_protected: false };
            for (place, bytes) in places {
                file::write(&place, &bytes, &order)
                    .map_err(|source| ExportError::File { path: place.clone(), source })?;
            }
            Ok(())
        };
        match (saving.behind(context, job), first) {
            (Some(result), Some(first)) => self.writing = Some((first, count, result)),
            _ => state.say_of(ToastSource::EXPORT, ToastTone::Trouble, words::WRITER_FELL),
        }
    }

    /// Handles the result.
    pub(crate) fn hear(&mut self, state: &mut State) {
        let Some((path, count, result)) = &self.writing else { return };
        let answer = match result.try_recv() {
            Err(TryRecvError::Empty) => return,
            answer => answer.unwrap_or(Err(ExportError::WriterFell)),
        };
        match answer {
            Ok(()) => {
                state.say_of(ToastSource::EXPORT, ToastTone::Good, words::exported(path, *count))
            }
            Err(why) => state.say_of(
                ToastSource::EXPORT,
                ToastTone::Trouble,
                words::not_exported(&why.to_string()),
            ),
        }
        self.writing = None;
    }

    /// Asks whether files may be overwritten.
    pub(crate) fn ask(&mut self, context: &egui::Context, state: &mut State, saving: &Saving) {
        let Some(places) = self.replacing.take() else { return };
        let there: Vec<String> = places
            .iter()
            .filter(|(place, _)| place.exists())
            .map(|(place, _)| text::name_of(place))
            .collect();
        let question = Confirm {
            title: words::replace_several(there.len()),
            body: words::replaced_files(&there),
            proceed: text::REPLACE.to_owned(),
            tone: ConfirmTone::Destructive,
        };
        match dialogs::confirm(context, &question) {
            None => self.replacing = Some(places),
            Some(true) => self.write(context, state, places, saving),
            Some(false) => {}
        }
    }

    pub(crate) fn asks(&self) -> bool {
        self.replacing.is_some()
    }
}
