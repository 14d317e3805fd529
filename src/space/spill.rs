//! What memory has no room for, in a file without a name: no other process can open it, and it goes away with
//! this one, however that ends.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A file that grows at its end and is read anywhere.
#[derive(Debug)]
pub(super) struct SpillFile {
    file: Mutex<Option<File>>,
    len: AtomicUsize,
    /// Bytes that it may take.
    most: usize,
    /// Something could not be read or written, so that nothing more is sure of what it holds.
    failed: AtomicBool,
}

impl SpillFile {
    /// A file of so many bytes at most, which is made once there is something to write.
    pub(super) fn new(most: usize) -> Self {
        let (file, len) = (Mutex::default(), AtomicUsize::new(0));
        Self { file, len, most, failed: AtomicBool::new(false) }
    }

    /// Bytes that were written.
    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Whether it takes so many bytes more.
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        !self.has_failed() && self.len() + bytes <= self.most
    }

    /// Whether something was lost.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Writes at the end; the place of the first byte, or `None` if there is no room.
    pub(super) fn append(&self, bytes: &[u8]) -> Option<usize> {
        let mut file = self.file.lock().ok()?;
        if !self.has_room_for(bytes.len()) {
            return None;
        }
        if file.is_none() {
            *file = tempfile::tempfile_in(folder()).ok();
        }
        let at = self.len();
        let open = file.as_mut()?;
        // What was written in part is written over.
        open.seek(SeekFrom::Start(at as u64)).and_then(|_| open.write_all(bytes)).ok()?;
        self.len.store(at + bytes.len(), Ordering::Relaxed);
        Some(at)
    }

    /// Reads what was written at a place.
    pub(super) fn read(&self, at: usize, out: &mut [u8]) {
        let mut read = || {
            let mut file = self.file.lock().ok()?;
            let open = file.as_mut()?;
            open.seek(SeekFrom::Start(at as u64)).and_then(|_| open.read_exact(out)).ok()
        };
        if read().is_none() {
            self.failed.store(true, Ordering::Relaxed);
        }
    }
}

/// Where large files go for a while, if nothing else was said: `/tmp` often lies in memory.
fn folder() -> PathBuf {
    let large = Path::new("/var/tmp");
    match std::env::var_os("TMPDIR") {
        None if large.is_dir() => large.to_owned(),
        _ => std::env::temp_dir(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_anywhere() {
        let file = SpillFile::new(100);
        assert_eq!(
            (file.append(b"abcdef"), file.append(b"ghi"), file.len()),
            (Some(0), Some(6), 9)
        );
        let mut read = [0; 4];
        file.read(4, &mut read);
        assert_eq!((&read, file.append(b"j")), (b"efgh", Some(9)));
        assert_eq!((file.append(&[0; 91]), file.len()), (None, 10));
        assert!(!file.has_failed());
        // What is not there is told.
        file.read(8, &mut read);
        assert!(file.has_failed() && !file.has_room_for(1));
    }
}
