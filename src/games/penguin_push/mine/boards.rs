//! Very many boards: in memory while they are few, in a temporary file beyond that.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};

use parking_lot::Mutex;

use crate::ice::Penguins;

/// Boards that are kept in memory: 128 MB.
const IN_MEMORY: usize = 16_000_000;
/// Bytes of a board.
const BYTES: usize = 8;

/// A list of boards that only grows.
#[derive(Default)]
pub(crate) struct Boards {
    /// The last boards, in memory.
    recent: Vec<Penguins>,
    /// The boards before them, and their number.
    file: Option<Mutex<File>>,
    spilled: usize,
}

impl Boards {
    pub(crate) fn len(&self) -> usize {
        self.spilled + self.recent.len()
    }

    pub(crate) fn extend(&mut self, boards: &[Penguins]) -> std::io::Result<()> {
        self.recent.extend_from_slice(boards);
        if self.recent.len() > IN_MEMORY {
            self.spill()?;
        }
        Ok(())
    }

    fn spill(&mut self) -> std::io::Result<()> {
        let file = match self.file.take() {
            Some(file) => file,
            None => Mutex::new(tempfile::tempfile()?),
        };
        let mut file = file.into_inner();
        file.seek(SeekFrom::End(0))?;
        let bytes: Vec<u8> = self.recent.iter().flat_map(|board| board.to_le_bytes()).collect();
        file.write_all(&bytes)?;
        self.spilled += self.recent.len();
        self.recent.clear();
        self.file = Some(Mutex::new(file));
        Ok(())
    }

    /// Reads at most `most` boards from a position on; none beyond the last.
    pub(crate) fn read(&self, from: usize, most: usize) -> std::io::Result<Vec<Penguins>> {
        if from >= self.spilled {
            let recent = self.recent.iter().skip(from - self.spilled).take(most);
            return Ok(recent.copied().collect());
        }
        // A part from the file, the rest from memory.
        let count = most.min(self.spilled - from);
        let mut bytes = vec![0; count * BYTES];
        if let Some(file) = &self.file {
            let mut file = file.lock();
            file.seek(SeekFrom::Start((from * BYTES) as u64))?;
            file.read_exact(&mut bytes)?;
        }
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let mut boards: Vec<Penguins> = bytes.chunks(BYTES).map(word).collect();
        boards.extend(self.recent.iter().take(most - count));
        Ok(boards)
    }
}
