//! Files named by time of writing: states of unsaved work, and copies of saves. Only their user can read
//! them.
//!
//! A file is written under an unused name, made durable and renamed, so that it is either complete or
//! absent.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use foolproof_kernel::system;

/// Endings of the names of complete and of incomplete files.
const WHOLE: &str = "json";
const PART: &str = "part";

/// A file and the time when it was written. The older one is less.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DatedFile {
    pub written: SystemTime,
    pub path: PathBuf,
}

pub(crate) fn path_at(folder: &Path, time: SystemTime) -> PathBuf {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    folder.join(format!("{:025}.{WHOLE}", since.as_nanos()))
}

/// Writes these texts, one after the other, as the file of this time.
pub(crate) fn write(
    folder: &Path,
    written: SystemTime,
    texts: &[&str],
) -> std::io::Result<DatedFile> {
    let path = path_at(folder, written);
    let part = path.with_extension(PART);
    let mut file = private_file(&part)?;
    let mut write = || {
        texts.iter().try_for_each(|text| file.write_all(text.as_bytes()))?;
        file.sync_data()?;
        std::fs::rename(&part, &path)
    };
    if let Err(why) = write() {
        // Half a file is worthless, and takes the room that is missing.
        let _ = std::fs::remove_file(&part);
        return Err(why);
    }
    Ok(DatedFile { written, path })
}

/// Returns the files of a folder, most recent first.
pub(crate) fn list(folder: &Path) -> Vec<DatedFile> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<DatedFile> = entries.filter_map(|entry| dated(entry.path())).collect();
    files.sort();
    files.reverse();
    files
}

fn dated(path: PathBuf) -> Option<DatedFile> {
    let is_whole = path.extension().is_some_and(|ending| ending == WHOLE);
    let name = path.file_stem().filter(|_| is_whole)?.to_str()?;
    let nanos: u64 = name.parse().ok()?;
    let written = SystemTime::UNIX_EPOCH.checked_add(Duration::from_nanos(nanos))?;
    Some(DatedFile { written, path })
}

pub(crate) fn private_folders(recursive: bool) -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(recursive);
    system::private_folder(&mut builder);
    builder
}

/// Creates a new file under an unused name; it follows no link.
pub(crate) fn private_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    system::private_file(&mut options).open(path)
}
