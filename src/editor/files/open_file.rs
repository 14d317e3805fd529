//! The file of the open pack: its path, its content when last read or written, and the pack at that time.

use std::path::{Path, PathBuf};

use foolproof_games::script::ScriptFault;
use foolproof_level::file::Fingerprint;
use foolproof_level::{Pack, Revision};

/// Identifies a state of an open pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Number of the open pack.
    pub document: u64,
    pub revision: Revision,
}

/// Unreadable parts of the levels that last came from elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unread {
    /// Place and reason of each fault.
    pub faults: Vec<(String, String)>,
    /// Number of readable levels.
    pub read: usize,
    /// The files that were read, as long as they may do harm.
    pub paths: Vec<PathBuf>,
}

/// The file of the open pack, once it has one.
#[derive(Debug, Default)]
pub struct OpenFile {
    pub path: Option<PathBuf>,
    /// Fingerprint of the file when it was last read or written.
    pub known: Option<Fingerprint>,
    /// The pack as last read or written, if known.
    pub base: Option<Pack>,
    /// Number of the open pack; a save or a load that ends late may belong to another one.
    pub document: u64,
    /// Unreadable parts of the levels that last came from elsewhere.
    pub unread: Unread,
    /// The errors of a source with nothing playable yet.
    pub broken: Vec<ScriptFault>,
}

impl OpenFile {
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Starts anew for another pack.
    pub(crate) fn change(&mut self, path: Option<PathBuf>) {
        *self = Self { path, document: self.document + 1, ..Self::default() };
    }
}
