//! Files: read up to a limit, written whole or not at all.
//!
//! A caller that overwrites a file can state its expected content, so that changes by others are not lost.

mod write;

use std::fs::{File, Metadata};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use foolproof_kernel::system;
use serde::{Deserialize, Serialize};

pub use foolproof_kernel::system::{on_one_device, takes_a_stream};
pub use write::{
    Guard, There, WriteError, WriteOrder, guard_of, obstacle, sweep, whole_copy, write,
    write_atomically,
};

/// Longest text that is read, in bytes.
pub const LARGEST: u64 = 64 << 20;
/// Longest file of this program's own that is read, in bytes: the state of a long study.
pub const LARGEST_KEPT: u64 = 16 << 30;

/// Identity of a file's content when it was last read or written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    length: u64,
    hash: u64,
    modified: Option<SystemTime>,
    inode: u64,
}

impl Fingerprint {
    fn of(bytes: &[u8], path: &Path, file: &Metadata) -> Self {
        Self {
            length: bytes.len() as u64,
            hash: hash(bytes),
            modified: file.modified().ok(),
            inode: inode(path, file),
        }
    }

    /// True if the content was these bytes, whenever they were written.
    pub(crate) fn is_of(&self, bytes: &[u8]) -> bool {
        self.length == bytes.len() as u64 && self.hash == hash(bytes)
    }

    /// True if both files had the same bytes.
    pub fn same_bytes(&self, other: &Self) -> bool {
        (self.length, self.hash) == (other.length, other.hash)
    }

    /// True if nothing about the file hints at a change; its content is not read.
    pub fn looks_the_same(&self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|file| {
            (file.len(), file.modified().ok(), inode(path, &file))
                == (self.length, self.modified, self.inode)
        })
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

fn inode(path: &Path, file: &Metadata) -> u64 {
    system::file_id(path, file).map_or(0, |id| id.number)
}

/// Returns a path that means the same from any working directory; the target need not exist.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Reads the text of anything that can be opened, such as a pipe, if it ends within `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    read_text_from(File::open(path)?, most)
}

/// Reads the text of a reader if it ends within `most` bytes.
pub fn read_text_from(reader: impl Read, most: u64) -> Result<String> {
    text(bytes(reader, most)?)
}

/// Reads a regular file; a pipe or a device, which may never end or never begin, is refused.
pub fn read_regular(path: &Path, most: u64) -> Result<(String, Fingerprint)> {
    let (bytes, file) = regular(path, most)?;
    let known = Fingerprint::of(&bytes, path, &file);
    Ok((text(bytes)?, known))
}

fn regular(path: &Path, most: u64) -> Result<(Vec<u8>, Metadata)> {
    // Checked before it is opened, since opening alone has effects on some devices.
    refuse_other_kinds(&std::fs::metadata(path)?)?;
    // A pipe that has replaced the file in this moment must not block the thread.
    let file = system::open_without_waiting(path)?;
    let metadata = file.metadata()?;
    refuse_other_kinds(&metadata)?;
    if metadata.len() > most {
        return Err(too_long(most));
    }
    Ok((bytes(file, most)?, metadata))
}

fn bytes(reader: impl Read, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
}

fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| Error::new(ErrorKind::InvalidData, "this is not a text file"))
}

fn too_long(most: u64) -> Error {
    let why = format!("it is longer than the limit of {} MB", most >> 20);
    Error::new(ErrorKind::FileTooLarge, why)
}

/// Refuses anything but a regular file, naming its kind.
fn refuse_other_kinds(file: &Metadata) -> Result<()> {
    let kind = file.file_type();
    if kind.is_file() {
        return Ok(());
    }
    let name = if kind.is_dir() { "a folder" } else { system::special_kind(kind) };
    Err(Error::new(ErrorKind::InvalidInput, format!("it is {name}, not a file")))
}

#[cfg(test)]
mod tests;
