//! The first line of a copy of unsaved work: what the pack's text does not say.

use std::path::{Path, PathBuf};

use foolproof_kernel::system;
use serde::{Deserialize, Serialize};

use crate::session::document::Document;
use crate::session::strangers::Strangers;
use foolproof_level::file::Fingerprint;

/// Notes about a pack.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Header {
    pub(super) title: String,
    original: Option<Native>,
    known: Option<Fingerprint>,
    /// Rules that waited for permission to run, if known; the designer wrote or allowed the others.
    #[serde(default)]
    pub waiting: Option<Strangers>,
}

impl Header {
    pub(super) fn of(document: &Document) -> Self {
        Self {
            title: document.history().pack().title.clone(),
            original: document.file.path().map(Native::from),
            known: document.file.known.clone(),
            waiting: Some(document.strangers.clone()),
        }
    }

    /// Returns the file that the pack was opened from. Relative paths are ignored: their folder is unknown.
    pub(crate) fn original(&self) -> Option<PathBuf> {
        self.original.clone().map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// Returns the fingerprint of that file when it was last read or written.
    pub(crate) fn known(&self) -> Option<Fingerprint> {
        self.known.clone().filter(|_| self.original().is_some())
    }
}

/// A path in JSON: as text, or, since a system's names need not be text, as its bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Native {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<&Path> for Native {
    fn from(path: &Path) -> Self {
        match path.to_str() {
            Some(text) => Native::Text(text.to_owned()),
            None => Native::Bytes(path.as_os_str().as_encoded_bytes().to_vec()),
        }
    }
}

impl From<Native> for PathBuf {
    fn from(native: Native) -> Self {
        match native {
            Native::Text(text) => text.into(),
            Native::Bytes(bytes) => system::os_string(bytes).into(),
        }
    }
}
