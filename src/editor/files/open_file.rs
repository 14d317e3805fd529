//! The file of the open pack: its path, its content when last read or written, and the pack at that time.

use std::path::{Path, PathBuf};

use foolproof_games::script::ScriptFault;
use foolproof_level::file::Fingerprint;
use foolproof_level::{Pack, Revision};

/// A state of an open pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Tells one open pack from the next.
    pub document: u64,
    pub revision: Revision,
}

/// What could not be read when levels came from elsewhere last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unread {
    /// Where, and why.
    pub faults: Vec<(String, String)>,
    /// How many levels could be read.
    pub read: usize,
    /// The files that were read, for as long as they may do harm.
    pub paths: Vec<PathBuf>,
}

/// The file of the open pack, once it has one.
#[derive(Debug, Default)]
pub struct OpenFile {
    pub path: Option<PathBuf>,
    /// What the file was when it was read or written last.
    pub known: Option<Fingerprint>,
    /// The pack as last read or written, if known.
    pub base: Option<Pack>,
    /// Tells one open pack from the next; a save or a load that comes late may be another's.
    pub document: u64,
    /// What could not be read when levels came from elsewhere last.
    pub unread: Unread,
    /// The errors of a source in which nothing can be played yet.
    pub(crate) broken: Vec<ScriptFault>,
}

impl OpenFile {
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    pub(crate) fn known(&self) -> Option<&Fingerprint> {
        self.known.as_ref()
    }

    pub fn base(&self) -> Option<&Pack> {
        self.base.as_ref()
    }

    /// What could not be read when levels came from elsewhere last.
    pub fn unread(&self) -> &Unread {
        &self.unread
    }

    /// The errors of a source in which nothing can be played yet.
    pub fn broken(&self) -> &[ScriptFault] {
        &self.broken
    }

    pub fn document(&self) -> u64 {
        self.document
    }

    /// Another pack is open now.
    pub(crate) fn change(&mut self, path: Option<PathBuf>) {
        *self = Self { path, document: self.document + 1, ..Self::default() };
    }

    /// The pack was recovered: its file was so when its work was lost.
    pub(crate) fn recover(&mut self, known: Option<Fingerprint>) {
        self.known = known;
    }
}
