//! Autosave: an editor that is killed loses seconds of work, not hours.
//!
//! An editor keeps the newest state of its unsaved work, and earlier ones at least a minute apart.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use parking_lot::Mutex;

use crate::files::disk::Disk;
use crate::files::open_file::Stamp;
use crate::files::vault::copies::{self, CopyError, DatedCopy};
use crate::files::vault::header::{Header, Native};
use crate::files::vault::left::{self, FoundWork, LOCK, OPENING, Recovery};
use crate::session::document::Document;
use foolproof_kernel::system;
use foolproof_level::{Pack, file};

/// Time from the last change until it is written. Short, since not every end can be foreseen: without its
/// display the program ends at once, in the middle of a call.
pub const IDLE: Duration = Duration::from_millis(700);
/// Maximum time from the first change until it is written, however many follow.
pub const DELAY: Duration = Duration::from_secs(3);
/// Minimum time between two earlier states.
const APART: Duration = Duration::from_secs(60);

/// Work that is in no file.
#[derive(Clone, Debug)]
struct Work {
    stamp: Stamp,
    pack: Pack,
    header: Header,
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

/// The unsaved work as of the last frame.
#[derive(Debug, Default)]
struct Newest {
    work: Option<Work>,
    pending: Option<Pending>,
    /// The last state that was given to the disk.
    queued: Option<Stamp>,
}

/// The states in the folder: the pack that they belong to, and the last one that was written.
#[derive(Debug, Default)]
struct States {
    document: u64,
    written: Option<Stamp>,
}

/// Keeps the unsaved work of one running editor safe, in a folder of its own.
#[derive(Debug)]
pub struct Autosave {
    folder: PathBuf,
    /// Locked while this editor runs.
    _lock: File,
    newest: Mutex<Newest>,
    /// Held while a state is written.
    states: Mutex<States>,
}

impl Autosave {
    /// Starts to keep work safe in a new folder in `root`; returns the remains of killed editors.
    pub fn start(root: &Path) -> std::io::Result<(Arc<Self>, FoundWork)> {
        copies::create_folders(root)?;
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let folder = root.join(format!("editor-{since}-{}", std::process::id()));
        copies::create_folder(&folder)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let lock = system::private_file(&mut options).open(folder.join(LOCK))?;
        // A file system without locks still stores work; it is then offered twice.
        let _ = lock.try_lock();
        let found = left::look(root, &folder);
        let (newest, states) = (Mutex::default(), Mutex::default());
        Ok((Arc::new(Self { folder, _lock: lock, newest, states }), found))
    }

    /// Checks the open pack in every frame, and writes unsaved work when due. Returns the time until the next
    /// check.
    pub fn watch(
        self: &Arc<Self>,
        disk: &Disk,
        now: Instant,
        document: &Document,
    ) -> Option<Duration> {
        if document.history().is_saved() {
            self.forget(disk);
            return None;
        }
        let (mut newest, stamp) = (self.newest.lock(), document.stamp());
        if newest.work.as_ref().is_none_or(|work| work.stamp != stamp) {
            // Cheap: the levels themselves are shared.
            let pack = document.history().pack().clone();
            newest.work = Some(Work { stamp, pack, header: Header::of(document) });
        }
        if newest.queued == Some(stamp) {
            newest.pending = None;
            return None;
        }
        let pending = newest.pending.get_or_insert(Pending { first: now, last: now, stamp });
        if pending.stamp != stamp {
            (pending.last, pending.stamp) = (now, stamp);
        }
        let wait = pending.due().saturating_duration_since(now);
        if wait > Duration::ZERO {
            return Some(wait);
        }
        newest.pending = None;
        let own = Arc::clone(self);
        // The job waits for the newest work, which is locked here.
        if disk.run(move || own.keep_newest()).is_err() {
            return Some(IDLE);
        }
        newest.queued = Some(stamp);
        None
    }

    /// Takes over recovered work as that of the open pack: its states become this editor's own.
    pub fn adopt(self: &Arc<Self>, disk: &Disk, document: u64, recovery: Recovery) {
        let own = Arc::clone(self);
        // If the queue is full, the work stays here and is offered again.
        let _ = disk.run(move || own.take_over(document, &recovery));
    }

    fn take_over(&self, document: u64, recovery: &Recovery) -> Result<(), CopyError> {
        let mut states = self.states.lock();
        states.document = document;
        recovery.states.iter().try_for_each(|state| state.move_to(&self.folder))?;
        recovery.discard()
    }

    /// Removes the stored work: it is saved, or the designer discarded it.
    fn forget(self: &Arc<Self>, disk: &Disk) {
        if std::mem::take(&mut *self.newest.lock()).work.is_some() {
            let own = Arc::clone(self);
            // With a full queue it stays and is offered again: too much stored is better than too little.
            let _ = disk.run(move || own.clear());
        }
    }

    fn clear(&self) -> Result<(), CopyError> {
        let mut states = self.states.lock();
        states.written = None;
        copies::remove(&copies::list(&self.folder))
    }

    /// Ends cleanly: removes all stored states.
    pub fn finish(self: &Arc<Self>, disk: &Disk) {
        self.forget(disk);
        let own = Arc::clone(self);
        let _ = disk.run(move || own.remove());
    }

    fn remove(&self) -> Result<(), CopyError> {
        let _held = self.states.lock();
        copies::remove_folder(&self.folder)
    }

    /// Writes the newest state, unless it is already written or nothing is unsaved.
    pub(crate) fn keep_newest(&self) -> Result<(), CopyError> {
        let work = self.newest.lock().work.clone();
        let Some(Work { stamp, pack, header }) = work else { return Ok(()) };
        let mut states = self.states.lock();
        if states.written == Some(stamp) {
            return Ok(());
        }
        let mut kept = copies::list(&self.folder);
        let newest = self.write(&header, &pack).map_err(|source| {
            // It is tried again.
            self.newest.lock().queued = None;
            CopyError::NotKept { folder: self.folder.clone(), source }
        })?;
        let surplus = if states.document == stamp.document {
            kept.insert(0, newest);
            copies::take_surplus(&mut kept, APART)
        } else {
            // Another pack was open, and its unsaved work was discarded.
            kept
        };
        *states = States { document: stamp.document, written: Some(stamp) };
        copies::remove(&surplus)
    }

    fn write(&self, header: &Header, pack: &Pack) -> std::io::Result<DatedCopy> {
        let header = serde_json::to_string(header)?;
        copies::write(&self.folder, SystemTime::now(), &[&header, "\n", &pack.to_json()])
    }

    /// Ends because the system asks the program to: unsaved work is stored, and nothing else is left behind.
    pub fn end(&self) -> Result<(), CopyError> {
        let unsaved = self.newest.lock().work.is_some();
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
