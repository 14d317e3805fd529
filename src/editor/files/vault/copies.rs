//! Copies of packs, named by the time of writing; only their user can read them.
//!
//! A copy is written under another name, made durable and renamed, so that it is either complete or absent.

use std::fs::DirBuilder;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::files::vault::header::Header;
use crate::files::words::{self, of_file};
use foolproof_kernel::system;
use foolproof_level::{Pack, PackError, file};

/// Number of copies of a pack that are kept.
pub(super) const KEPT: usize = 5;
/// Endings of the names of complete and of incomplete copies.
const WHOLE: &str = "json";
const PART: &str = ".part";

/// Reasons why a copy could not be written, read or removed.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A copy's file, or a folder of copies.
    #[error("{}", of_file(path, &source.to_string()))]
    File { path: PathBuf, source: std::io::Error },
    /// The file of a copy is not a valid pack.
    #[error("{}", of_file(path, &source.to_string()))]
    Pack { path: PathBuf, source: PackError },
    /// The newest unsaved work was not written.
    #[error("{}", words::no_autosave(folder, &source.to_string()))]
    NotKept { folder: PathBuf, source: std::io::Error },
}

impl CopyError {
    fn file(path: &Path, source: std::io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }
}

/// A copy of a pack. The older one is less.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DatedCopy {
    pub written: SystemTime,
    pub(super) path: PathBuf,
}

impl DatedCopy {
    /// Reads the pack, and what was noted about it.
    pub fn read(&self) -> Result<(Header, Pack), CopyError> {
        let (header, text) = self.parts()?;
        let pack = Pack::from_json(&text)
            .map_err(|source| CopyError::Pack { path: self.path.clone(), source })?;
        Ok((header, pack))
    }

    /// Reads the header and the text of the pack, which may still turn out to be damaged. A pack without a header
    /// is still fully valuable.
    pub(super) fn parts(&self) -> Result<(Header, String), CopyError> {
        let read = file::read_regular(&self.path, file::LARGEST_KEPT);
        let (text, _) = read.map_err(|source| CopyError::file(&self.path, source))?;
        let (header, pack) = text.split_once('\n').unwrap_or_default();
        match serde_json::from_str(header) {
            Ok(header) if !pack.is_empty() => Ok((header, pack.to_owned())),
            _ => Ok((Header::default(), text)),
        }
    }

    /// Moves it to another folder.
    pub(super) fn move_to(&self, folder: &Path) -> Result<(), CopyError> {
        std::fs::rename(&self.path, path_at(folder, self.written))
            .map_err(|source| CopyError::file(&self.path, source))
    }
}

/// Writes these texts, one after the other, as a copy of this time.
pub(super) fn write(
    folder: &Path,
    written: SystemTime,
    texts: &[&str],
) -> std::io::Result<DatedCopy> {
    let path = path_at(folder, written);
    // Half a file is worthless: it is removed if writing fails.
    let mut part = tempfile::Builder::new().suffix(PART).tempfile_in(folder)?;
    texts.iter().try_for_each(|text| part.write_all(text.as_bytes()))?;
    part.as_file().sync_data()?;
    part.persist(&path).map_err(|error| error.error)?;
    Ok(DatedCopy { written, path })
}

/// Returns the copies in a folder, most recent first.
pub(super) fn list(folder: &Path) -> Vec<DatedCopy> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut copies: Vec<DatedCopy> = entries.filter_map(|entry| dated(entry.path())).collect();
    copies.sort();
    copies.reverse();
    copies
}

/// Takes the copies to be removed out of a list, most recent first: those between the newest and the last one that
/// was written so long before it, and the oldest ones. The list then has at most [`KEPT`].
pub(super) fn take_surplus(copies: &mut Vec<DatedCopy>, apart: Duration) -> Vec<DatedCopy> {
    let mut surplus = Vec::new();
    while let [_, last, before, ..] = copies.as_slice()
        && last.written.duration_since(before.written).unwrap_or_default() < apart
    {
        surplus.push(copies.remove(1));
    }
    surplus.extend(copies.drain(KEPT.min(copies.len())..));
    surplus
}

/// Removes copies; one that does not exist counts as removed.
pub(super) fn remove(copies: &[DatedCopy]) -> Result<(), CopyError> {
    copies.iter().try_for_each(|copy| gone(&copy.path, std::fs::remove_file(&copy.path)))
}

/// Removes a folder with all copies in it.
pub(super) fn remove_folder(folder: &Path) -> Result<(), CopyError> {
    match std::fs::remove_dir_all(folder) {
        // Its open lock can keep the folder, which the next start removes.
        Err(why) if why.kind() == ErrorKind::DirectoryNotEmpty && list(folder).is_empty() => Ok(()),
        removed => gone(folder, removed),
    }
}

fn gone(path: &Path, removed: std::io::Result<()>) -> Result<(), CopyError> {
    match removed {
        Err(source) if source.kind() != ErrorKind::NotFound => Err(CopyError::file(path, source)),
        _ => Ok(()),
    }
}

/// Creates a new folder that only its user can read.
pub(super) fn create_folder(folder: &Path) -> std::io::Result<()> {
    system::private_folder(&mut DirBuilder::new()).create(folder)
}

/// Creates a folder and its parents as far as they are missing, for their user alone.
pub(super) fn create_folders(folder: &Path) -> std::io::Result<()> {
    system::private_folder(DirBuilder::new().recursive(true)).create(folder)
}

fn path_at(folder: &Path, time: SystemTime) -> PathBuf {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    folder.join(format!("{:025}.{WHOLE}", since.as_nanos()))
}

fn dated(path: PathBuf) -> Option<DatedCopy> {
    let is_whole = path.extension().is_some_and(|ending| ending == WHOLE);
    let name = path.file_stem().filter(|_| is_whole)?.to_str()?;
    let nanos: u64 = name.parse().ok()?;
    let written = SystemTime::UNIX_EPOCH.checked_add(Duration::from_nanos(nanos))?;
    Some(DatedCopy { written, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_kept_a_minute_apart_and_five_of_them() {
        let mut copies: Vec<DatedCopy> = Vec::new();
        let at = |seconds: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let mut kept = |seconds: u64| {
            let path = PathBuf::from("/nowhere/copy.json");
            copies.insert(0, DatedCopy { written: at(seconds), path });
            take_surplus(&mut copies, Duration::from_secs(60));
            let since = |copy: &DatedCopy| {
                copy.written.duration_since(at(0)).map(|since| since.as_secs()).unwrap_or_default()
            };
            copies.iter().rev().map(since).collect::<Vec<_>>()
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
