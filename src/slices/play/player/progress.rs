//! A player's progress in a pack, stored in the user's data folder.
//!
//! Puzzles are recorded as solved, not positions in the list: a level that moves stays solved, and
//! one that changes does not.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::words;
use foolproof_editor::files::disk::Disk;
use foolproof_editor::files::words::of_file;
use foolproof_editor::session::settings::Folders;
use foolproof_level::Pack;
use foolproof_level::file::{self, absolute, write_atomically};

/// The version of the file.
const PROGRESS: u32 = 1;
/// Maximum size of the file in bytes, and maximum number of puzzles in it.
const LARGEST: u64 = 8 << 20;

/// The saved progress.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerProgress {
    #[serde(default)]
    progress: u32,
    /// Digests of the puzzles that were solved.
    #[serde(default)]
    pub solved: BTreeSet<String>,
    /// The puzzle that was played last.
    #[serde(default)]
    pub last: Option<String>,
    /// True if a record is to be kept; `None` if undecided.
    #[serde(default)]
    pub(crate) recording: Option<bool>,
}

/// The progress of one pack, and its file.
#[derive(Debug)]
pub(crate) struct ProgressFile {
    pub now: PlayerProgress,
    /// `None` if nothing is saved.
    path: Option<PathBuf>,
}

impl ProgressFile {
    /// Reads the file. A damaged file is reported and set aside.
    pub(crate) fn open(
        folders: Option<&Folders>,
        pack: &Pack,
        file: &Path,
    ) -> (Self, Option<String>) {
        let path = folders.map(|folders| {
            folders.data.join("progress").join(format!("{}.json", identity(pack, file)))
        });
        let Some(there) = path.as_ref().filter(|path| path.exists()) else {
            return (Self { now: PlayerProgress::default(), path }, None);
        };
        match read(there) {
            Ok(now) => (Self { now, path }, None),
            Err(why) => {
                let aside = there.with_extension("damaged.json");
                // If it cannot be moved it is overwritten, so that the game continues.
                let _ = std::fs::rename(there, &aside);
                let why = words::damaged_progress(&why.to_string(), &aside);
                (Self { now: PlayerProgress::default(), path }, Some(why))
            }
        }
    }

    /// Changes the progress, and queues it to be written.
    pub(crate) fn change(&mut self, disk: &Disk, change: impl FnOnce(&mut PlayerProgress)) {
        let before = self.now.clone();
        change(&mut self.now);
        self.now.progress = PROGRESS;
        let Some(path) = self.path.clone().filter(|_| self.now != before) else { return };
        let now = self.now.clone();
        // If the disk cannot keep up, the next change writes everything.
        let _ = disk.run(move || write(&path, now).map_err(|why| of_file(&path, &why.to_string())));
    }
}

/// Reason why the file cannot be read.
#[derive(Debug, Error)]
enum ProgressError {
    #[error(transparent)]
    File(#[from] std::io::Error),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("it has format {0}")]
    Newer(u32),
}

fn read(path: &Path) -> Result<PlayerProgress, ProgressError> {
    let (text, _) = file::read_regular(path, LARGEST)?;
    let progress: PlayerProgress = serde_json::from_str(&text)?;
    match progress.progress > PROGRESS {
        true => Err(ProgressError::Newer(progress.progress)),
        false => Ok(progress),
    }
}

/// Writes the progress, merged with the puzzles that another window has solved meanwhile.
fn write(path: &Path, mut progress: PlayerProgress) -> std::io::Result<()> {
    if let Ok(there) = read(path) {
        progress.solved.extend(there.solved);
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    write_atomically(path, serde_json::to_string_pretty(&progress)?.as_bytes())
}

/// Returns the identity of a pack, independent of its path and later changes: its title and its author;
/// without either, its path.
fn identity(pack: &Pack, file: &Path) -> String {
    let nameless = pack.title.is_empty() && pack.author.is_empty();
    let place = if nameless { absolute(file) } else { PathBuf::new() };
    let mut digest = Sha256::new();
    for part in
        [pack.title.as_bytes(), pack.author.as_bytes(), place.as_os_str().as_encoded_bytes()]
    {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    digest.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn folders(folder: &Path) -> Folders {
        Folders { config: folder.join("config"), data: folder.join("data") }
    }

    #[test]
    fn progress_is_read_again_and_goes_with_the_pack() {
        let folder = tempfile::tempdir().expect("a folder");
        let folders = folders(folder.path());
        let pack = Pack { title: "One".to_owned(), ..Pack::default() };
        let open = |pack: &Pack, file: &str| {
            ProgressFile::open(Some(&folders), pack, Path::new(file)).0.now
        };
        let (mut kept, trouble) =
            ProgressFile::open(Some(&folders), &pack, Path::new("/a/one.json"));
        assert!(trouble.is_none() && kept.now == PlayerProgress::default());
        let disk = Disk::start(|| {});
        kept.change(&disk, |progress| _ = progress.solved.insert("sha256:1".to_owned()));
        kept.change(&disk, |progress| progress.recording = Some(false));
        drop(disk);
        assert_eq!(open(&pack, "/elsewhere/one.json"), kept.now);
        let other = Pack { title: "Two".to_owned(), ..Pack::default() };
        assert_eq!(open(&other, "/a/one.json"), PlayerProgress::default());
    }

    #[test]
    fn a_damaged_file_is_told_of_and_kept_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let folders = folders(folder.path());
        let (pack, file) = (Pack::default(), Path::new("/a/one.json"));
        let at = folders.data.join("progress");
        std::fs::create_dir_all(&at).expect("a folder");
        let path = at.join(format!("{}.json", identity(&pack, file)));
        std::fs::write(&path, "{ not json").expect("written");
        let (kept, trouble) = ProgressFile::open(Some(&folders), &pack, file);
        assert_eq!(kept.now, PlayerProgress::default());
        assert!(trouble.is_some_and(|why| why.contains("line 1")));
        let aside = std::fs::read_to_string(path.with_extension("damaged.json"));
        assert_eq!(aside.expect("kept"), "{ not json");
    }
}
