//! Autosave and recovery: a killed editor loses seconds of work, not hours.
//!
//! Changes are written beside the pack's file (or in the data folder, for a pack that has no
//! file) a few seconds after they are made. Each running editor holds a locked note in the data
//! folder that says where its autosave is; a note that nobody holds any more was left by a killed
//! editor, and is offered at the next start. Knows packs and files. Must never know egui.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::disk::Disk;
use super::text;
use crate::level::pack::write_atomically;
use crate::level::{Pack, PackError, Revision};

/// How long after a change it is written.
pub const DELAY: Duration = Duration::from_secs(3);

/// What a note says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    autosave: Option<PathBuf>,
    /// The file that the pack was opened from.
    original: Option<PathBuf>,
}

/// The work that is to be kept safe, as it stands in this frame.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    pub pack: &'a Pack,
    pub revision: Revision,
    /// The pack's file, if it has one.
    pub file: Option<&'a Path>,
    pub state: Saved,
}

/// Whether the file holds what is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    Yes,
    No,
}

/// Unsaved work that a killed editor left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    pub original: Option<PathBuf>,
    pub written: SystemTime,
    autosave: PathBuf,
    note: PathBuf,
}

impl Recovery {
    pub fn read(&self) -> Result<Pack, PackError> {
        Pack::load(&self.autosave)
    }

    /// Throws the work away.
    pub fn discard(&self) -> Result<(), String> {
        remove(&self.autosave)?;
        remove(&self.note)
    }

    /// What there is to recover, and since when.
    pub fn describe(&self, now: SystemTime) -> String {
        let name = self.original.as_deref().map(text::name_of);
        text::recovery(name.as_deref(), &text::date(self.written), &text::ago(self.written, now))
    }
}

/// Keeps one open pack safe.
pub struct Autosave {
    folder: PathBuf,
    note_path: PathBuf,
    /// Locked as long as this editor runs.
    note: Arc<Mutex<File>>,
    written: Option<(PathBuf, Revision)>,
    pending: Option<(Revision, Instant)>,
    adopted: Option<Recovery>,
}

impl Autosave {
    /// Begins to keep work safe; gives what killed editors left, the newest first.
    pub fn start(folder: &Path) -> std::io::Result<(Self, Vec<Recovery>)> {
        std::fs::create_dir_all(folder)?;
        let recoveries = recoveries(folder);
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let note_path = folder.join(format!("session-{since}-{}.json", std::process::id()));
        let note = OpenOptions::new().read(true).write(true).create_new(true).open(&note_path)?;
        // A file system without locks still autosaves; recovery then offers the work twice.
        let _ = note.try_lock();
        let autosave = Self {
            folder: folder.to_owned(),
            note_path,
            note: Arc::new(Mutex::new(note)),
            written: None,
            pending: None,
            adopted: None,
        };
        Ok((autosave, recoveries))
    }

    /// Looks at the work in every frame, and writes it when it is time. Gives how long to wait
    /// until it wants to look again.
    pub fn watch(&mut self, disk: &Disk, now: Instant, work: Work<'_>) -> Option<Duration> {
        if work.state == Saved::Yes {
            if self.written.is_some() || self.adopted.is_some() {
                self.forget(disk);
            }
            self.pending = None;
            return None;
        }
        let target = self.place(work.file);
        if self.written.as_ref() == Some(&(target.clone(), work.revision)) {
            return None;
        }
        let since = match self.pending {
            Some((revision, since)) if revision == work.revision => since,
            // Counted from the first change, so that steady painting is written all the same.
            Some((_, since)) => since,
            None => now,
        };
        self.pending = Some((work.revision, since));
        let waited = now.saturating_duration_since(since);
        if waited < DELAY {
            return Some(DELAY - waited);
        }
        self.write(disk, target, work);
        None
    }

    fn place(&self, file: Option<&Path>) -> PathBuf {
        let beside = file.and_then(|file| {
            let name = file.file_name()?.to_string_lossy();
            Some(file.parent()?.join(format!(".{name}.autosave.json")))
        });
        beside.unwrap_or_else(|| self.in_data_folder())
    }

    /// Where the work goes that has no file, or whose folder cannot be written.
    fn in_data_folder(&self) -> PathBuf {
        let stem = self.note_path.file_stem().unwrap_or_default().to_string_lossy();
        self.folder.join(format!("{stem}.autosave.json"))
    }

    fn write(&mut self, disk: &Disk, target: PathBuf, work: Work<'_>) {
        self.pending = None;
        let old = self.written.take().map(|(path, _)| path).filter(|path| *path != target);
        self.written = Some((target.clone(), work.revision));
        // Cheap: the levels themselves are shared.
        let pack = work.pack.clone();
        let original = work.file.map(Path::to_owned);
        let (note, spare) = (Arc::clone(&self.note), self.in_data_folder());
        let adopted = self.adopted.take();
        let job = move || {
            let json = pack.to_json();
            let mut place = target;
            // The note first: an autosave that no note names would never be found.
            set_note(&note, &Note { autosave: Some(place.clone()), original: original.clone() })?;
            if write_atomically(&place, json.as_bytes()).is_err() {
                place = spare;
                set_note(&note, &Note { autosave: Some(place.clone()), original })?;
                write_atomically(&place, json.as_bytes())
                    .map_err(|why| text::no_autosave(&place, &why.to_string()))?;
            }
            for stale in old.into_iter().filter(|stale| *stale != place) {
                remove(&stale)?;
            }
            adopted.map_or(Ok(()), |recovery| drop_adopted(&recovery, Some(&place)))
        };
        if disk.run(job).is_err() {
            // The next frame tries again.
            self.written = None;
        }
    }

    /// Takes over recovered work: what the killed editor left goes when it is safe elsewhere.
    pub fn adopt(&mut self, recovery: Recovery) {
        self.adopted = Some(recovery);
    }

    /// Removes the autosave: the work is saved, or the designer gave it up.
    pub fn forget(&mut self, disk: &Disk) {
        let spare = self.in_data_folder();
        let written = self.written.take().map(|(path, _)| path);
        self.pending = None;
        let (note, adopted) = (Arc::clone(&self.note), self.adopted.take());
        let job = move || {
            set_note(&note, &Note::default())?;
            for path in written.iter().chain([&spare]) {
                remove(path)?;
            }
            adopted.map_or(Ok(()), |recovery| drop_adopted(&recovery, None))
        };
        // With a full queue the autosave stays and is offered again: too much kept, not too little.
        let _ = disk.run(job);
    }

    /// A clean end: nothing is left behind. Not done by `Drop`, which runs in a crash too.
    pub fn finish(mut self, disk: &Disk) {
        self.forget(disk);
        let path = self.note_path.clone();
        let _ = disk.run(move || remove(&path));
    }
}

fn drop_adopted(recovery: &Recovery, kept: Option<&Path>) -> Result<(), String> {
    if kept != Some(recovery.autosave.as_path()) {
        remove(&recovery.autosave)?;
    }
    remove(&recovery.note)
}

fn set_note(note: &Mutex<File>, value: &Note) -> Result<(), String> {
    let mut file = note.lock();
    let text = serde_json::to_string(value).unwrap_or_default();
    // In place: a new file under the same name would not be the locked one.
    let write = |file: &mut File| {
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(text.as_bytes())?;
        file.sync_data()
    };
    write(&mut file).map_err(|why| text::no_autosave(Path::new("autosave"), &why.to_string()))
}

fn remove(path: &Path) -> Result<(), String> {
    match std::fs::remove_file(path) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {why}", path.display()))
        }
        _ => Ok(()),
    }
}

/// What the notes that nobody holds point at.
fn recoveries(folder: &Path) -> Vec<Recovery> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<Recovery> = files
        .map(|entry| entry.path())
        .filter(|path| is_note(path))
        .filter_map(|path| orphan(&path))
        .collect();
    found.sort_by_key(|recovery| std::cmp::Reverse(recovery.written));
    found
}

fn is_note(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("session-") && name.ends_with(".json") && !name.ends_with(".autosave.json")
}

/// What a note says whose editor is gone; a note that says nothing is removed.
fn orphan(path: &Path) -> Option<Recovery> {
    let mut file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    file.try_lock().ok()?;
    let mut json = String::new();
    file.read_to_string(&mut json).ok()?;
    let note: Note = serde_json::from_str(&json).unwrap_or_default();
    let written = note
        .autosave
        .as_deref()
        .and_then(|autosave| std::fs::metadata(autosave).ok()?.modified().ok());
    let (Some(autosave), Some(written)) = (note.autosave, written) else {
        // Nobody holds it and it leads nowhere.
        let _ = remove(path);
        return None;
    };
    Some(Recovery { original: note.original, written, autosave, note: path.to_owned() })
}
