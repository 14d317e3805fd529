//! Lines of a pzprv3 file, taken one by one.

use std::collections::VecDeque;

use super::answers::Answer;
use foolproof_links::FileFault;

/// The remaining lines of a file during reading.
pub(super) struct FileLines {
    pub(super) lines: VecDeque<(usize, String)>,
    /// The number of the line that was read last.
    pub(super) at: usize,
    /// The answers among and after the clues.
    pub(super) answer: Answer,
}

impl FileLines {
    /// Takes the next line; empty after the last one.
    pub(super) fn next(&mut self) -> String {
        let (at, line) = self.lines.pop_front().unwrap_or((self.at, String::new()));
        self.at = at;
        line.trim().to_owned()
    }

    /// Returns the lines of a bank of pieces, as links write it.
    pub(super) fn bank(&mut self) -> String {
        let head = self.next();
        match head.parse::<usize>() {
            Ok(pieces) => {
                let pieces = pieces.min(self.lines.len());
                let pieces: Vec<String> = (0..pieces).map(|_| self.next()).collect();
                [vec![head], pieces].concat().join("/")
            }
            Err(_) => format!("/{head}"),
        }
    }

    /// Returns the next line, if it is a single letter.
    pub(super) fn letter(&self) -> Option<char> {
        let (_, line) = self.lines.front()?;
        let mut letters = line.trim().chars();
        letters.next().filter(|letter| letter.is_ascii_lowercase() && letters.next().is_none())
    }

    /// Reads the entries of this many lines. Missing entries are empty.
    pub(super) fn entries(
        &mut self,
        rows: usize,
        places: usize,
        is_spaced: bool,
    ) -> Result<Vec<String>, FileFault> {
        let mut entries: Vec<String> = Vec::new();
        for _ in 0..rows {
            let line = self.next();
            match is_spaced {
                true => entries.extend(line.split_whitespace().map(str::to_owned)),
                false => entries.extend(line.chars().map(String::from)),
            }
            if entries.len() > places {
                return Err(self.fault(format!("there are {places} places here at the most")));
            }
        }
        entries.resize(places, String::new());
        Ok(entries)
    }

    pub(super) fn fault(&self, why: impl Into<String>) -> FileFault {
        FileFault { line: self.at.max(1), why: why.into() }
    }
}
