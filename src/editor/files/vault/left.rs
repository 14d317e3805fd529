//! Remains of killed editors: unsaved work, and packs whose opening ended them.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::files::vault::copies::{self, CopyError, DatedCopy};
use crate::files::vault::header::Native;
use crate::files::words;
use crate::text;
use foolproof_kernel::system;
use foolproof_level::file::{self, Fingerprint};

/// Name of the file that an editor holds locked.
pub(super) const LOCK: &str = "lock";
/// Name of the note of a pack that is being opened.
pub(super) const OPENING: &str = "opening";
/// An editor that has been opening a pack for longer than this is taken to hang.
const PATIENCE: Duration = Duration::from_secs(20);

/// Findings of a search through the folder.
#[derive(Debug, Default)]
pub struct FoundWork {
    /// Most recent first.
    pub recoveries: Vec<Recovery>,
    /// Packs whose opening ended an editor, or made it hang.
    pub suspects: Vec<PathBuf>,
}

/// A folder that no other editor holds. This value holds it while it lives, so only one editor offers it.
#[derive(Debug)]
struct Left {
    folder: PathBuf,
    _lock: File,
}

/// Unsaved work of one pack that a killed editor left, in one state or several.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// The file that the pack was opened from.
    pub original: Option<PathBuf>,
    /// Fingerprint of that file when it was last read or written.
    pub known: Option<Fingerprint>,
    /// Most recent first.
    pub states: Vec<DatedCopy>,
    title: String,
    left: Arc<Left>,
}

impl Recovery {
    /// Discards the work.
    pub fn discard(&self) -> Result<(), CopyError> {
        copies::remove_folder(&self.left.folder)
    }

    /// Returns the folder of the pack's file: packs in several folders may have the same name.
    pub fn folder(&self) -> Option<&Path> {
        self.original.as_deref().and_then(Path::parent)
    }

    /// Names the work to recover, and its age.
    pub(crate) fn describe(&self, now: SystemTime) -> String {
        let name = self.original.as_deref().map(text::name_of);
        let written = self.states.first().map_or(now, |newest| newest.written);
        words::recovery(name.as_deref(), &self.title, &text::dated(written, now))
    }
}

/// Searches the folders of all other editors.
pub(super) fn look(root: &Path, own: &Path) -> FoundWork {
    let mut found = FoundWork::default();
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let (folder, name) = (entry.path(), entry.file_name());
        // The type of the entry itself: do not follow links.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && folder != own && name.to_string_lossy().starts_with("editor-") {
            look_into(folder, &mut found);
        }
    }
    found.recoveries.sort_by(|one, other| other.states.first().cmp(&one.states.first()));
    found
}

fn look_into(folder: PathBuf, found: &mut FoundWork) {
    let opening = opening(&folder);
    // An editor that is just starting has neither a lock nor states yet; if there are states, a missing lock
    // must not hide them.
    let lost = !copies::list(&folder).is_empty();
    let options = File::options().read(true).write(true).create(lost).clone();
    let Ok(lock) = options.open(folder.join(LOCK)) else { return };
    if is_held(&lock, &folder) {
        let hangs = |(_, since): &(PathBuf, SystemTime)| {
            since.elapsed().is_ok_and(|elapsed| elapsed > PATIENCE)
        };
        found.suspects.extend(opening.filter(hangs).map(|(path, _)| path));
        return;
    }
    if let Some((path, _)) = opening {
        found.suspects.push(path);
        // Reported once: from here on the settings remember it.
        let _ = std::fs::remove_file(folder.join(OPENING));
    }
    let states = copies::list(&folder);
    if states.is_empty() {
        // The folder holds no work to recover; a failure costs a little room.
        drop(lock);
        let _ = copies::remove_folder(&folder);
        return;
    }
    // From the newest readable state; damaged ones are offered all the same.
    let header = states.iter().find_map(|state| state.parts().ok()).unwrap_or_default().0;
    let (original, known) = (header.original(), header.known());
    let left = Arc::new(Left { folder, _lock: lock });
    found.recoveries.push(Recovery { original, known, states, title: header.title, left });
}

/// True if the editor of a folder still runs; without locks, judged by its process number.
fn is_held(lock: &File, folder: &Path) -> bool {
    match lock.try_lock() {
        Ok(()) => false,
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Error(_)) => runs(folder),
    }
}

fn runs(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let number = name.rsplit('-').next().and_then(|number| number.parse().ok());
    number.is_some_and(system::is_running)
}

/// Returns the pack that an editor was opening, and the time when it began.
fn opening(folder: &Path) -> Option<(PathBuf, SystemTime)> {
    let path = folder.join(OPENING);
    let since = std::fs::metadata(&path).ok()?.modified().ok()?;
    let (text, _) = file::read_regular(&path, file::LARGEST).ok()?;
    let native: Native = serde_json::from_str(&text).ok()?;
    Some((native.into(), since))
}
