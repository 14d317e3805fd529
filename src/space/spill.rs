//! Data for which memory has no room, in a file without a name: no other process can open it, and it disappears
//! with this process, however that ends.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A file that is appended to and read anywhere.
#[derive(Debug)]
pub(super) struct SpillFile {
    file: Mutex<Option<File>>,
    len: AtomicUsize,
    /// The most bytes it may take.
    most: usize,
    /// A read or write failed, so its contents cannot be trusted.
    failed: AtomicBool,
}

impl SpillFile {
    /// A file of at most this many bytes, created at the first write.
    pub(super) fn new(most: usize) -> Self {
        let (file, len) = (Mutex::default(), AtomicUsize::new(0));
        Self { file, len, most, failed: AtomicBool::new(false) }
    }

    /// The number of bytes written.
    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Returns whether there is room for this many bytes more.
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        !self.has_failed() && self.len() + bytes <= self.most
    }

    /// Returns whether a read or write failed.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Appends bytes. Returns the place of the first, or `None` if there is no room.
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
        // After a partial write, the next one overwrites it.
        open.seek(SeekFrom::Start(at as u64)).and_then(|_| open.write_all(bytes)).ok()?;
        self.len.store(at + bytes.len(), Ordering::Relaxed);
        Some(at)
    }

    /// Reads bytes at a place.
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

/// The default folder for large temporary files: `/tmp` is often held in memory.
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
        // A read beyond the end is reported as a failure.
        file.read(8, &mut read);
        assert!(file.has_failed() && !file.has_room_for(1));
    }
}
