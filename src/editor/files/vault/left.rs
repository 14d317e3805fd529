//! Remains of killed editors: unsaved work, and packs whose opening ended them.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::files::vault::autosave::{AutosaveError, remove};
use crate::files::vault::copies::{self, DatedFile};
use crate::files::vault::folder::{LOCK, OPENING, StateHeader, Vault};
use crate::files::vault::header::Native;
use crate::files::words;
use crate::session::strangers::Strangers;
use crate::text;
use foolproof_kernel::system;
use foolproof_level::Pack;
use foolproof_level::file::{self, Fingerprint};

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

/// A folder that no other editor holds. This value holds it as long as it lives, so that only one editor offers
/// it.
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
    title: String,
    /// Most recent first.
    states: Vec<DatedFile>,
    left: Arc<Left>,
}

impl Recovery {
    /// Returns the time of writing of each state, most recent first.
    pub fn written(&self) -> impl Iterator<Item = SystemTime> {
        self.states.iter().map(|state| state.written)
    }

    /// Reads a state, 0 being the newest.
    pub fn read(&self, state: usize) -> Result<Pack, AutosaveError> {
        self.open(state).map(|(pack, _)| pack)
    }

    /// Reads a state, with the rules that waited in it, if known.
    pub fn open(&self, state: usize) -> Result<(Pack, Option<Strangers>), AutosaveError> {
        let DatedFile { path, .. } = self.states.get(state).ok_or(AutosaveError::NoSuchState)?;
        let (header, pack) = StateHeader::read(path)?;
        let pack = Pack::from_json(&pack)
            .map_err(|source| AutosaveError::Pack { path: path.clone(), source })?;
        Ok((pack, header.waiting()))
    }

    /// Discards the work.
    pub fn discard(&self) -> Result<(), AutosaveError> {
        remove(&self.left.folder, |folder| std::fs::remove_dir_all(folder))
    }

    /// Hands the work over to another editor.
    pub(crate) fn give_to(&self, vault: &Vault, document: u64) -> Result<(), AutosaveError> {
        vault.take_over(document, &self.states)?;
        self.discard()
    }

    /// Returns the folder of the pack's file: packs in several folders may have the same name.
    pub fn folder(&self) -> Option<&Path> {
        self.original.as_deref().and_then(Path::parent)
    }

    /// Names the work to recover, and its age.
    pub(crate) fn describe(&self, now: SystemTime) -> String {
        let name = self.original.as_deref().map(text::name_of);
        let written = self.written().next().unwrap_or(now);
        let (date, ago) = (text::date(written), text::ago(written, now));
        words::recovery(name.as_deref(), &self.title, &format!("{date} ({ago})"))
    }
}

/// Searches the folders of all other editors.
pub(crate) fn look(root: &Path, own: &Path) -> FoundWork {
    let mut found = FoundWork::default();
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let (folder, name) = (entry.path(), entry.file_name());
        // The type of the entry itself: do not follow links.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && folder != own && name.to_string_lossy().starts_with("editor-") {
            look_into(folder, &mut found);
        }
    }
    found.recoveries.sort_by_key(|recovery| std::cmp::Reverse(recovery.written().next()));
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
    let left = Arc::new(Left { folder, _lock: lock });
    if let Some((path, _)) = opening {
        found.suspects.push(path);
        // Reported once: from here on the settings remember it.
        let _ = std::fs::remove_file(left.folder.join(OPENING));
    }
    match recovery(&left) {
        Some(recovery) => found.recoveries.push(recovery),
        None => {
            // The folder holds no work to recover; a failure costs a little room.
            let _ = std::fs::remove_dir_all(&left.folder);
        }
    }
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

fn recovery(left: &Arc<Left>) -> Option<Recovery> {
    let states = copies::list(&left.folder);
    // From the newest readable state; damaged ones are offered all the same.
    let headers = || states.iter().filter_map(|state| StateHeader::read(&state.path).ok());
    let header = headers().map(|(header, _)| header).next().unwrap_or_default();
    (!states.is_empty()).then(|| Recovery {
        original: header.original(),
        known: header.known().filter(|_| header.original().is_some()),
        title: header.title().to_owned(),
        states,
        left: Arc::clone(left),
    })
}
