//! Writes a record line by line, so that a crash costs the last line at most.
//!
//! An existing record is continued; any other file is left alone.

use std::fs::{File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::entry::RecordEntry;
use super::read::{LARGEST_RECORD, PlayRecord, RecordError};

/// Reasons why nothing is written.
#[derive(Debug, thiserror::Error)]
pub enum WriterError {
    #[error("{}: {why}", path.display())]
    Io { path: PathBuf, why: std::io::Error },
    /// The file exists and is not a record.
    #[error("{}: {why}; name another file with --record", path.display())]
    Occupied { path: PathBuf, why: RecordError },
    #[error("{}: the record is full", path.display())]
    Full { path: PathBuf },
}

/// Returns the default path of a pack's record.
pub fn record_beside(pack: &Path) -> PathBuf {
    let mut name = pack.file_stem().unwrap_or_default().to_owned();
    name.push(".record.jsonl");
    pack.with_file_name(name)
}

/// Writes lines at the end of a record.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: File,
    length: u64,
}

impl RecordWriter {
    /// Begins a record, or continues the existing one.
    pub fn open(path: &Path) -> Result<Self, WriterError> {
        let io = |why| WriterError::Io { path: path.to_owned(), why };
        let there = path.exists();
        let whole = if there { whole_length(path)? } else { 0 };
        let mut options = OpenOptions::new();
        options.write(true);
        // A new one is readable only by its player, until they give it away.
        foolproof_kernel::system::private_file(&mut options);
        // A file that was created meanwhile is kept.
        if there {
            options.create(false)
        } else {
            options.create_new(true)
        };
        let mut file = options.open(path).map_err(io)?;
        file.set_len(whole).map_err(io)?;
        let length = file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Self { path: path.to_owned(), file, length })
    }

    pub fn append(&mut self, entry: &RecordEntry) -> Result<(), WriterError> {
        let line = entry.line();
        let length = self.length + line.len() as u64;
        if length > LARGEST_RECORD {
            return Err(WriterError::Full { path: self.path.clone() });
        }
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|why| WriterError::Io { path: self.path.clone(), why })?;
        self.length = length;
        Ok(())
    }
}

/// Returns the length of the record without a last line that was cut short, in bytes.
fn whole_length(path: &Path) -> Result<u64, WriterError> {
    let occupied = |why| WriterError::Occupied { path: path.to_owned(), why };
    let (text, _) = foolproof_level::file::read_regular(path, LARGEST_RECORD)
        .map_err(|why| occupied(RecordError::Io(why)))?;
    if text.is_empty() {
        return Ok(0);
    }
    PlayRecord::read(&text).map_err(occupied)?;
    Ok(text.rfind('\n').map_or(0, |at| at as u64 + 1))
}
