//! The folder in which one running editor keeps unsaved work; only its user can read it.
//!
//! Several states are kept: the newest, and earlier ones at least a minute apart.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::files::open_file::Stamp;
use crate::files::vault::autosave::{AutosaveError, remove};
use crate::files::vault::copies::{self, DatedFile, private_file, private_folders};
use crate::files::vault::header::Native;
use crate::session::strangers::Strangers;
use foolproof_level::Pack;
use foolproof_level::file::{self, Fingerprint};

/// Number of states kept.
const STATES: usize = 5;
/// Minimum time between two earlier states.
const APART: Duration = Duration::from_secs(60);
/// Name of the file that the editor holds locked.
pub(crate) const LOCK: &str = "lock";
/// Name of the note of a pack that is being opened.
pub(crate) const OPENING: &str = "opening";

/// Work that is in no file.
#[derive(Clone, Debug)]
pub(crate) struct KeptWork {
    pub stamp: Stamp,
    pub pack: Pack,
    pub original: Option<PathBuf>,
    pub known: Option<Fingerprint>,
    /// Rules that wait for permission to run.
    pub waiting: Strangers,
}

/// The first line of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StateHeader {
    title: String,
    original: Option<Native>,
    known: Option<Fingerprint>,
    /// Rules that waited for permission to run; the designer wrote or allowed the others.
    #[serde(default)]
    waiting: Option<Strangers>,
}

impl StateHeader {
    /// Returns the file that the pack was opened from. Relative paths are ignored: the folder they started from
    /// is unknown.
    pub(crate) fn original(&self) -> Option<PathBuf> {
        self.original.clone().map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// Returns the rules that waited; `None` if unknown.
    pub(crate) fn waiting(&self) -> Option<Strangers> {
        self.waiting.clone()
    }

    pub(crate) fn known(&self) -> Option<Fingerprint> {
        self.known.clone()
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// Reads a state's file; the text of the pack may still turn out to be damaged.
    pub(crate) fn read(path: &Path) -> Result<(Self, String), AutosaveError> {
        let read = file::read_regular(path, file::LARGEST_KEPT);
        let (text, _) =
            read.map_err(|source| AutosaveError::File { path: path.to_owned(), source })?;
        let (header, pack) = text.split_once('\n').unwrap_or_default();
        // A pack without its header is still fully valuable.
        match serde_json::from_str(header) {
            Ok(header) => Ok((header, pack.to_owned())),
            Err(_) => Ok((Self::default(), text)),
        }
    }
}

/// The states of the open pack by time of writing, oldest first.
#[derive(Debug, Default)]
struct States {
    document: u64,
    written: Option<Stamp>,
    files: Vec<DatedFile>,
}

/// One running editor's folder.
#[derive(Debug)]
pub struct Vault {
    folder: PathBuf,
    /// Locked while this editor runs.
    _lock: File,
    newest: Mutex<Option<KeptWork>>,
    /// Held while a state is written.
    states: Mutex<States>,
    failed: AtomicBool,
}

impl Vault {
    /// Creates a new folder in `root`.
    pub(crate) fn create(root: &Path) -> std::io::Result<Self> {
        private_folders(true).create(root)?;
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let folder = root.join(format!("editor-{since}-{}", std::process::id()));
        private_folders(false).create(&folder)?;
        let lock = private_file(&folder.join(LOCK))?;
        // A file system without locks still stores work; it is then offered twice.
        let _ = lock.try_lock();
        let (newest, states) = (Mutex::default(), Mutex::default());
        Ok(Self { folder, _lock: lock, newest, states, failed: AtomicBool::new(false) })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn set_newest(&self, newest: Option<KeptWork>) {
        *self.newest.lock() = newest;
    }

    pub(crate) fn has_newest(&self, stamp: Stamp) -> bool {
        self.newest.lock().as_ref().is_some_and(|newest| newest.stamp == stamp)
    }

    /// Returns whether the last state could not be written, once.
    pub(crate) fn takes_failure(&self) -> bool {
        self.failed.swap(false, Ordering::Relaxed)
    }

    /// Writes the newest state, unless it is already written or nothing is unsaved.
    pub(crate) fn keep_newest(&self) -> Result<(), AutosaveError> {
        let Some(kept) = self.newest.lock().clone() else { return Ok(()) };
        let mut states = self.states.lock();
        if states.written == Some(kept.stamp) {
            return Ok(());
        }
        let kept_at = self.write(&kept).map_err(|source| {
            self.failed.store(true, Ordering::Relaxed);
            AutosaveError::NotKept { folder: self.folder.clone(), source }
        })?;
        if states.document != kept.stamp.document {
            // Another pack was open, and its unsaved work was discarded.
            for file in std::mem::take(&mut states.files) {
                remove(&file.path, |path| std::fs::remove_file(path))?;
            }
            states.document = kept.stamp.document;
        }
        states.written = Some(kept.stamp);
        states.files.push(kept_at);
        states.thin()
    }

    /// Writes a state next to the others.
    fn write(&self, kept: &KeptWork) -> std::io::Result<DatedFile> {
        let header = StateHeader {
            title: kept.pack.title.clone(),
            original: kept.original.as_deref().map(Native::from),
            known: kept.known.clone(),
            waiting: Some(kept.waiting.clone()),
        };
        let header = serde_json::to_string(&header)?;
        let texts = [&header, "\n", &kept.pack.to_json()];
        copies::write(&self.folder, SystemTime::now(), &texts)
    }

    /// Takes over states that another editor left, as earlier ones of this pack.
    pub(crate) fn take_over(&self, document: u64, left: &[DatedFile]) -> Result<(), AutosaveError> {
        let mut states = self.states.lock();
        for DatedFile { written, path } in left {
            let own = copies::path_at(&self.folder, *written);
            std::fs::rename(path, &own)
                .map_err(|source| AutosaveError::File { path: path.clone(), source })?;
            states.files.push(DatedFile { written: *written, path: own });
        }
        states.document = document;
        states.files.sort();
        Ok(())
    }

    /// Removes all states.
    pub(crate) fn clear(&self) -> Result<(), AutosaveError> {
        let mut states = self.states.lock();
        states.written = None;
        for file in std::mem::take(&mut states.files) {
            remove(&file.path, |path| std::fs::remove_file(path))?;
        }
        Ok(())
    }

    /// Removes the folder with all its contents.
    pub(crate) fn remove(&self) -> Result<(), AutosaveError> {
        let _held = self.states.lock();
        remove(&self.folder, |folder| std::fs::remove_dir_all(folder))
    }

    /// Ends because the system asks the program to: unsaved work is stored, and nothing else is left behind.
    pub fn end(&self) -> Result<(), AutosaveError> {
        let unsaved = self.newest.lock().is_some();
        if unsaved { self.keep_newest() } else { self.remove() }
    }

    /// Notes that a pack is being opened: if that ends the program, the next start knows.
    pub fn opening(&self, path: &Path) {
        let path = file::absolute(path);
        let text = serde_json::to_string(&Native::from(path.as_path())).unwrap_or_default();
        // Without the note a pack may be reopened when it should not: no reason to refuse it.
        let _ = file::write_atomically(&self.folder.join(OPENING), text.as_bytes());
    }

    /// Notes that the pack is on the screen, or was refused.
    pub fn opened(&self) {
        let _ = std::fs::remove_file(self.folder.join(OPENING));
    }
}

impl States {
    /// Removes the states between the newest one and one that is a minute older.
    fn thin(&mut self) -> Result<(), AutosaveError> {
        while let [.., before, last, _] = self.files.as_slice()
            && last.written.duration_since(before.written).unwrap_or_default() < APART
        {
            let at = self.files.len() - 2;
            let file = self.files.remove(at);
            remove(&file.path, |path| std::fs::remove_file(path))?;
        }
        while self.files.len() > STATES {
            let file = self.files.remove(0);
            remove(&file.path, |path| std::fs::remove_file(path))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_kept_a_minute_apart_and_five_of_them() {
        let mut states = States::default();
        let at = |seconds: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let mut kept = |seconds: u64| {
            let path = PathBuf::from("/nowhere/state.json");
            states.files.push(DatedFile { written: at(seconds), path });
            states.thin().expect("what is not there is removed");
            let since = |file: &DatedFile| {
                file.written.duration_since(at(0)).map(|since| since.as_secs()).unwrap_or_default()
            };
            states.files.iter().map(since).collect::<Vec<_>>()
        };
        assert_eq!(kept(0), [0]);
        assert_eq!(kept(3), [0, 3]);
        assert_eq!(kept(6), [0, 6]);
        assert_eq!(kept(61), [0, 61]);
        assert_eq!(kept(64), [0, 61, 64]);
        assert_eq!(kept(130), [0, 61, 130]);
        for seconds in (200..2000).step_by(70) {
            kept(seconds);
        }
        assert_eq!(kept(2000), [1740, 1810, 1880, 1950, 2000]);
    }
}
