//! Autosave and recovery: an editor that is killed loses seconds of work, not hours.
//!
//! Each running editor has a folder of its own in the user's data folder, which it holds by a lock. Changes are
//! written there as soon as the designer pauses, at the latest after a few seconds, and at once when the system
//! asks the program to end; each state is a self-describing file. A folder that no editor holds was left by a
//! killed one, and is offered at the next start.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::files::disk::Disk;
use crate::files::open_file::Stamp;
use crate::files::vault::folder::KeptWork;
pub use crate::files::vault::folder::Vault;
use crate::files::vault::left;
pub use crate::files::vault::left::{FoundWork, Recovery};
use crate::files::words::{self, of_file};
use crate::session::strangers::Strangers;
use foolproof_level::file::Fingerprint;
use foolproof_level::{Pack, PackError};

/// Reasons why work could not be stored or recovered.
#[derive(Debug, thiserror::Error)]
pub enum AutosaveError {
    #[error("{}", words::NO_SUCH_STATE)]
    NoSuchState,
    /// A state's file, or a folder of states.
    #[error("{}", of_file(path, &source.to_string()))]
    File { path: PathBuf, source: std::io::Error },
    /// The file of a state is not a valid pack.
    #[error("{}", of_file(path, &source.to_string()))]
    Pack { path: PathBuf, source: PackError },
    /// The newest state was not written.
    #[error("{}", words::no_autosave(folder, &source.to_string()))]
    NotKept { folder: PathBuf, source: std::io::Error },
}

/// Time from the last change until it is written. Short, since not every end can be foreseen: without its
/// display the program ends at once, in the middle of a call.
pub const IDLE: Duration = Duration::from_millis(700);
/// Maximum time from the first change until it is written, however many follow.
pub const DELAY: Duration = Duration::from_secs(3);

/// The work to be stored, in this frame.
#[derive(Clone, Copy, Debug)]
pub struct WorkAtHand<'a> {
    pub pack: &'a Pack,
    pub stamp: Stamp,
    /// The pack's file, if it has one.
    pub file: Option<&'a Path>,
    /// Fingerprint of its file when it was last read or written.
    pub known: Option<&'a Fingerprint>,
    /// Rules of the pack that wait for permission to run.
    pub strangers: &'a Strangers,
    pub state: Saved,
}

/// State of the file compared with the pack on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    Yes,
    No,
}

/// Changes that are not on the disk yet.
#[derive(Clone, Copy, Debug)]
struct Pending {
    first: Instant,
    last: Instant,
    /// State of the pack after the last change.
    stamp: Stamp,
}

impl Pending {
    /// Returns the time at which to write.
    fn due(&self) -> Instant {
        (self.last + IDLE).min(self.first + DELAY)
    }
}

/// Keeps the unsaved work of one open pack safe.
pub struct Autosave {
    vault: Arc<Vault>,
    /// The last state given to the disk.
    written: Option<Stamp>,
    pending: Option<Pending>,
    /// The vault holds states, or may hold some.
    holds: bool,
}

impl Autosave {
    /// Starts to keep work safe; returns the remains of killed editors.
    pub fn start(folder: &Path) -> std::io::Result<(Self, FoundWork)> {
        let vault = Arc::new(Vault::create(folder)?);
        let found = left::look(folder, vault.folder());
        Ok((Self { vault, written: None, pending: None, holds: false }, found))
    }

    pub fn vault(&self) -> Arc<Vault> {
        Arc::clone(&self.vault)
    }

    /// Checks the work in every frame, and writes it when due. Returns the time until the next check.
    pub fn watch(&mut self, disk: &Disk, now: Instant, work: WorkAtHand<'_>) -> Option<Duration> {
        if work.state == Saved::Yes {
            self.forget(disk);
            return None;
        }
        let stamp = work.stamp;
        if !self.vault.has_newest(stamp) {
            self.vault.set_newest(Some(KeptWork {
                stamp,
                // Cheap: the levels themselves are shared.
                pack: work.pack.clone(),
                original: work.file.map(Path::to_owned),
                known: work.known.cloned(),
                waiting: work.strangers.clone(),
            }));
        }
        if self.vault.takes_failure() {
            self.written = None;
        }
        if self.written == Some(stamp) {
            self.pending = None;
            return None;
        }
        let pending = self.pending.get_or_insert(Pending { first: now, last: now, stamp });
        if pending.stamp != stamp {
            (pending.last, pending.stamp) = (now, stamp);
        }
        let wait = pending.due().saturating_duration_since(now);
        if wait > Duration::ZERO {
            return Some(wait);
        }
        self.pending = None;
        self.holds = true;
        let vault = self.vault();
        if disk.run(move || vault.keep_newest()).is_err() {
            return Some(IDLE);
        }
        self.written = Some(stamp);
        None
    }

    /// Takes over recovered work as that of the open pack: its states become this editor's own.
    pub fn adopt(&mut self, disk: &Disk, document: u64, recovery: Recovery) {
        self.holds = true;
        let vault = self.vault();
        // If the queue is full, the work stays here and is offered again.
        let _ = disk.run(move || recovery.give_to(&vault, document));
    }

    /// Removes the stored work: it is saved, or the designer discarded it.
    pub(crate) fn forget(&mut self, disk: &Disk) {
        self.vault.set_newest(None);
        self.written = None;
        self.pending = None;
        if std::mem::take(&mut self.holds) {
            let vault = self.vault();
            // With a full queue it stays and is offered again: too much stored is better than too little.
            let _ = disk.run(move || vault.clear());
        }
    }

    /// Ends cleanly: removes all stored states.
    pub fn finish(mut self, disk: &Disk) {
        self.forget(disk);
        let vault = self.vault();
        let _ = disk.run(move || vault.remove());
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        // A panic of the window: the work goes with it unless it is written now.
        if std::thread::panicking() {
            let _ = self.vault.keep_newest();
        }
    }
}

/// Removes a file or a folder; one that does not exist counts as removed.
pub(super) fn remove(
    path: &Path,
    how: fn(&PathBuf) -> std::io::Result<()>,
) -> Result<(), AutosaveError> {
    match how(&path.to_owned()) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            Err(AutosaveError::File { path: path.to_owned(), source })
        }
        _ => Ok(()),
    }
}
