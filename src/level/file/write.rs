//! Writes a file whole or not at all, and never overwrites what is to be kept.
//!
//! The content first goes to a file next to the target, whose name is a dot and the target's name; it is locked
//! and as private as the target. Then it replaces the target. Only a file with a second name, or with an owner
//! that a new one could not have, is overwritten in place, while a whole copy is kept next to it.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Error, ErrorKind, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use foolproof_kernel::system;
use tempfile::NamedTempFile;

use super::{Fingerprint, LARGEST, refuse_other_kinds, regular};

/// Suffix of unfinished files.
const TEMPORARY: &str = "tmp";
/// Suffix of whole copies, which are never removed automatically.
const WHOLE: &str = "whole";
/// Part of both kinds of names, after the target's name.
const OURS: &str = ".foolproof-";
/// Number of random letters in both kinds of names.
const LETTERS: usize = 8;
/// Time that a writer waits for another one and for readers, and the interval between two attempts.
const PATIENCE: Duration = Duration::from_secs(5);
const READING: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(10);
/// A temporary file that is older than this and not locked is left over from a killed save: of the saved file,
/// and of others. Only a moment passes between its creation and its lock.
const OLD: Duration = Duration::from_secs(10);
const OLD_OF_OTHERS: Duration = Duration::from_secs(600);

/// The expected content of a destination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum There {
    #[default]
    Whatever,
    /// No file, or the very bytes that are to be written.
    Nothing,
    /// The content last read or written there, if any.
    Same(Fingerprint),
}

/// Conditions for writing a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOrder {
    pub there: There,
    /// Overwrites a protected file, too.
    pub even_if_protected: bool,
}

/// Reason why a file may not be overwritten without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Guard {
    #[error("the file is read-only")]
    ReadOnly,
    #[error("the file belongs to somebody else")]
    OfAnother,
}

/// Reason why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("another program has saved the file")]
    Changed,
    #[error("{0}; it was not overwritten")]
    Protected(Guard),
    #[error(transparent)]
    Io(#[from] Error),
}

/// Writes a whole file or nothing, replacing an existing one unless it is protected. Links are followed, and an
/// old file's owner and permissions stay.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match write(path, bytes, &WriteOrder::default()) {
        Ok(_) => Ok(()),
        Err(WriteError::Io(why)) => Err(why),
        Err(why) => Err(Error::new(ErrorKind::PermissionDenied, why.to_string())),
    }
}

/// Writes a file as ordered; it is on the disk when this returns. If several write to it, each checks the
/// existing file and writes in turn.
pub fn write(path: &Path, bytes: &[u8], order: &WriteOrder) -> Result<Fingerprint, WriteError> {
    let target = target(path)?;
    let _held = hold(&target);
    let old = old_file(&target)?;
    if let Some(guard) = old.as_ref().and_then(guard).filter(|_| !order.even_if_protected) {
        return Err(WriteError::Protected(guard));
    }
    let mut beside = beside(&target, old.as_ref())?;
    // Locked while it is written; without locks, its age shows that it is in use.
    let _ = beside.as_file().try_lock();
    beside.write_all(bytes)?;
    let as_owned =
        old.as_ref().map_or(Ok(true), |old| system::take_owner(beside.as_file(), old))?;
    beside.as_file().sync_all()?;
    // Where locks keep readers out, the new file must not be locked any more.
    let _ = beside.as_file().unlock();
    agrees(&target, bytes, &order.there)?;
    match old.as_ref().and_then(|old| in_place(&target, old, as_owned)) {
        Some(file) => overwrite(file, bytes, beside)?,
        // Another process may create the file at this moment.
        None if old.is_none() && order.there == There::Nothing => {
            match beside.persist_noclobber(&target).map_err(|error| error.error) {
                Err(why) if why.kind() == ErrorKind::AlreadyExists => {
                    agrees(&target, bytes, &order.there)?;
                }
                made => drop(made?),
            }
        }
        None => replace(beside, &target)?,
    }
    sync_folder(folder_of(&target));
    Ok(Fingerprint::of(bytes, &target, &std::fs::metadata(&target)?))
}

/// Waits for other writers of an existing file; `None` if there is no file or no turn to be had.
fn hold(target: &Path) -> Option<impl Sized> {
    refuse_other_kinds(&std::fs::metadata(target).ok()?).ok()?;
    system::wait_for_turn(target, PATIENCE)
}

/// Replaces the target, which other programs may be reading.
fn replace(mut beside: NamedTempFile, target: &Path) -> io::Result<()> {
    let started = Instant::now();
    while let Err(error) = beside.persist(target) {
        if started.elapsed() > READING || !system::may_be_replaced(target, &error.error) {
            return Err(error.error);
        }
        std::thread::sleep(PAUSE);
        beside = error.file;
    }
    Ok(())
}

/// Says why a file can be neither overwritten in place nor replaced by another one, even if that is requested.
pub fn obstacle(path: &Path) -> Option<Error> {
    let old = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
    let why = OpenOptions::new().write(true).open(path).err()?;
    let folder = target(path).and_then(|target| std::fs::metadata(folder_of(&target))).ok();
    system::is_fixed(&old, folder.as_ref(), &why).then_some(why)
}

/// Follows all links to the file itself.
fn target(path: &Path) -> io::Result<PathBuf> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => std::fs::canonicalize(path).map_err(|why| {
            let to = std::fs::read_link(path).unwrap_or_default();
            let to = folder_of(path).join(to);
            let why = match why.kind() {
                ErrorKind::NotFound => {
                    format!("it is a link to “{}”, which does not exist", to.display())
                }
                _ => format!("it is a link to “{}”, which leads nowhere: {why}", to.display()),
            };
            Error::new(ErrorKind::InvalidInput, why)
        }),
        _ => Ok(path.to_owned()),
    }
}

fn old_file(target: &Path) -> io::Result<Option<Metadata>> {
    match std::fs::symlink_metadata(target) {
        Ok(old) => refuse_other_kinds(&old).map(|()| Some(old)),
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
        Err(why) => Err(why),
    }
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the protection of a file, after following all links; `None` if there is none.
pub fn guard_of(path: &Path) -> Option<Guard> {
    std::fs::metadata(path).ok().as_ref().and_then(guard)
}

fn guard(old: &Metadata) -> Option<Guard> {
    if system::is_of_another(old) {
        return Some(Guard::OfAnother);
    }
    // Decided by the permissions alone: an administrator could write it anyway.
    old.permissions().readonly().then_some(Guard::ReadOnly)
}

/// Creates a file next to the target, with the target's permissions if that exists.
pub(super) fn beside(target: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let (prefix, suffix) = (prefix(target), format!(".{TEMPORARY}"));
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(&suffix).rand_bytes(LETTERS);
    if let (None, Some(permissions)) = (old, system::NEW_FILE) {
        builder.permissions(permissions());
    }
    let folder = folder_of(target);
    builder.tempfile_in(folder).map_err(|error| not_made(folder, &error))
}

/// Says why no file can be created in a folder. The name of the attempted file would mean nothing to users.
fn not_made(folder: &Path, error: &Error) -> Error {
    let folder = folder.display();
    let why = match error.kind() {
        ErrorKind::NotFound => format!("there is no folder {folder}"),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            format!("no files can be written to the folder {folder}")
        }
        _ => match error.get_ref().and_then(|inner| inner.source()) {
            Some(why) => why.to_string(),
            None => error.to_string(),
        },
    };
    Error::new(error.kind(), why)
}

/// Checks that the file may be replaced: it has the expected content, or already the new one.
fn agrees(target: &Path, bytes: &[u8], there: &There) -> Result<(), WriteError> {
    if *there == There::Whatever {
        return Ok(());
    }
    let found = match regular(target, LARGEST) {
        Ok((found, _)) => found,
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(()),
        Err(why) if why.kind() == ErrorKind::FileTooLarge => return Err(WriteError::Changed),
        Err(why) => return Err(why.into()),
    };
    let known = matches!(there, There::Same(known) if known.is_of(&found));
    if known || found == bytes { Ok(()) } else { Err(WriteError::Changed) }
}

/// Opens the old file if replacing it would break one of its names or change its owner.
fn in_place(target: &Path, old: &Metadata, as_owned: bool) -> Option<File> {
    if !system::has_more_names(target, old) && as_owned {
        return None;
    }
    OpenOptions::new().write(true).open(target).ok()
}

/// Overwrites a file in place; the whole copy is removed afterwards.
fn overwrite(mut file: File, bytes: &[u8], beside: NamedTempFile) -> io::Result<()> {
    let (_, temporary) = beside.keep().map_err(|error| error.error)?;
    let whole = temporary.with_extension(WHOLE);
    std::fs::rename(&temporary, &whole)?;
    sync_folder(folder_of(&whole));
    let mut write = || {
        file.rewind()?;
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)?;
        file.sync_all()
    };
    write().map_err(|why| {
        let words = format!("{why}; everything was saved in {} instead", whole.display());
        Error::new(why.kind(), words)
    })?;
    std::fs::remove_file(&whole)
}

/// Returns the complete copy of the content whose writer was killed while it overwrote this file.
pub fn whole_copy(path: &Path) -> Option<PathBuf> {
    let target = target(path).ok()?;
    let start = prefix(&target);
    let entries = std::fs::read_dir(folder_of(&target)).ok()?.flatten();
    let is_copy = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&start) && path.extension().is_some_and(|ending| ending == WHOLE)
    };
    entries.map(|entry| entry.path()).find(is_copy)
}

/// Prefix of names of files next to a target.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    // Shortened, since a name with more than 255 bytes could not be created.
    format!(".{}{OURS}", name.chars().take(48).collect::<String>())
}

/// Makes a new name durable: a rename is not on the disk before its folder is.
fn sync_folder(folder: &Path) {
    // Not every system supports this; the file itself is on the disk.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Removes files that killed saves of this file have left beside it, and old ones of its neighbours: files with
/// this program's names that no process holds locked.
pub fn sweep(path: &Path, now: SystemTime) {
    let Ok(target) = target(path) else { return };
    let own = prefix(&target);
    for entry in std::fs::read_dir(folder_of(&target)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| is_temporary(name)) else { continue };
        let old = if name.starts_with(&own) { OLD } else { OLD_OF_OTHERS };
        if is_left(&entry, now, old) {
            // A failure costs only a little space.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// True if [`beside`] gives such names to files that are renamed in the end.
fn is_temporary(name: &str) -> bool {
    let letters = name
        .strip_prefix('.')
        .and_then(|name| name.strip_suffix(TEMPORARY)?.strip_suffix('.'))
        .and_then(|name| name.rsplit_once(OURS))
        .map(|(_, letters)| letters);
    letters.is_some_and(|letters| {
        letters.len() == LETTERS && letters.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

fn is_left(entry: &std::fs::DirEntry, now: SystemTime, old: Duration) -> bool {
    // Metadata of the entry itself; do not follow links.
    let Ok(file) = entry.metadata() else { return false };
    let age = file.modified().ok().and_then(|then| now.duration_since(then).ok());
    file.is_file()
        && age.is_some_and(|age| age > old)
        && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
}
