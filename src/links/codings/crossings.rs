//! Marks between cells.

use crate::clue::Clue;
use crate::coding::{Coding, NotWritten};
use crate::letters::{CodingFault, Letters};

/// Marks of one kind: each letter is the number of empty places before the next mark.
pub(crate) struct CrossMarks {
    name: &'static str,
    /// A letter for a run of this many empty places.
    long_run: (char, u32),
    /// The empty places after the last mark are also written.
    to_the_end: bool,
}

/// All codings of this kind.
pub(crate) const ALL: &[CrossMarks] = &[
    CrossMarks { name: "cross-marks", long_run: ('.', 36), to_the_end: true },
    CrossMarks { name: "blocks", long_run: ('.', 36), to_the_end: false },
    // Marks on edges.
    CrossMarks { name: "edge-marks", long_run: ('z', 35), to_the_end: true },
];

impl Coding for CrossMarks {
    fn name(&self) -> &'static str {
        self.name
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let mut clues = Vec::new();
        // The letter after the last place also belongs to this coding, if it gives the number of empty places.
        while clues.len() < places && !letters.is_done() {
            let (long, run) = self.long_run;
            if letters.takes(long) {
                clues.resize(clues.len() + run as usize, Clue::NOTHING);
                continue;
            }
            let empty = letters.digit(36).map_err(|_| letters.unknown())? as usize;
            clues.resize(clues.len() + empty, Clue::NOTHING);
            clues.push(Clue::number(1));
        }
        clues.resize(places, Clue::NOTHING);
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let (mut text, mut empty) = (String::new(), 0);
        for (place, clue) in clues.iter().enumerate() {
            match clue.single() {
                Some(1) => text.extend(char::from_digit(std::mem::take(&mut empty), 36)),
                None if clue.is_nothing() => empty += 1,
                _ => return Err(NotWritten(place)),
            }
            if empty == self.long_run.1 {
                text.push(self.long_run.0);
                empty = 0;
            }
        }
        if self.to_the_end && (empty > 0 || text.is_empty()) {
            text.extend(char::from_digit(empty, 36));
        }
        Ok(text)
    }
}
