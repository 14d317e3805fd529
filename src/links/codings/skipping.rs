//! Codings in which the letter of a clue also gives the number of empty places after it.

use super::gapped::Gaps;
use crate::clue::Clue;
use crate::coding::{Coding, NotWritten};
use crate::letters::{CodingFault, Letters};

/// Runs of empty places.
const RUNS: Gaps = Gaps::From('g');

/// Small numbers, each with the number of empty places after it. A letter from `g` on is a run of empty places.
pub(crate) struct Skipping {
    name: &'static str,
    /// The smallest number, and the number of values.
    first: u32,
    base: u32,
    /// Maximum number of empty places after a number.
    most_after: usize,
    /// A full stop is a question mark.
    has_unknown: bool,
}

/// All codings of this kind.
pub(crate) const ALL: &[Skipping] = &[
    Skipping { name: "numbers-0-to-4", first: 0, base: 5, most_after: 2, has_unknown: true },
    // White (1) and black (2) dots on cells, edges and corners.
    Skipping { name: "dots", first: 1, base: 2, most_after: 7, has_unknown: false },
];

/// Marks of one kind that lie far apart.
pub(crate) struct SparseMarks;

impl Skipping {
    /// Returns the base for a number together with the empty places after it.
    fn radix(&self) -> u32 {
        self.base * (self.most_after as u32 + 1)
    }
}

impl Coding for Skipping {
    fn name(&self) -> &'static str {
        self.name
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let mut clues = Vec::new();
        while let Some(letter) = letters.peek().filter(|_| clues.len() < places) {
            let empty = match (letter, RUNS.of(letter)) {
                (_, Some(run)) => run,
                ('.', None) if self.has_unknown => {
                    clues.push(Clue::unknown());
                    0
                }
                _ => {
                    let digit = letter.to_digit(self.radix()).ok_or_else(|| letters.unknown())?;
                    clues.push(Clue::number(digit % self.base + self.first));
                    (digit / self.base) as usize
                }
            };
            letters.take();
            clues.resize(clues.len() + empty, Clue::NOTHING);
        }
        clues.resize(places, Clue::NOTHING);
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let numbers = self.first..self.first + self.base;
        let (mut text, mut place) = (String::new(), 0);
        while let Some(clue) = clues.get(place) {
            let empty_from =
                |from: usize| clues.iter().skip(from).take_while(|clue| clue.is_nothing()).count();
            place += match clue.0[..] {
                [] => {
                    let run = empty_from(place);
                    text += &RUNS.written(run);
                    run
                }
                [None] if self.has_unknown => {
                    text.push('.');
                    1
                }
                [Some(number)] if numbers.contains(&number) => {
                    let empty = empty_from(place + 1).min(self.most_after);
                    let digit = number - self.first + self.base * empty as u32;
                    text.extend(char::from_digit(digit, self.radix()));
                    1 + empty
                }
                _ => return Err(NotWritten(place)),
            };
        }
        Ok(text)
    }
}

/// Letters of `SparseMarks` from this value on are runs of empty places.
const EMPTY_RUN: u32 = 18;

impl Coding for SparseMarks {
    fn name(&self) -> &'static str {
        "sparse-marks"
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let mut clues = Vec::new();
        while clues.len() < places && !letters.is_done() {
            let number = letters.digit(36).map_err(|_| letters.unknown())?;
            let empty = if number < EMPTY_RUN {
                clues.push(Clue::number(1));
                number
            } else {
                // One place more than the value of the letter.
                number - EMPTY_RUN + 1
            };
            clues.resize(clues.len() + empty as usize, Clue::NOTHING);
        }
        clues.resize(places, Clue::NOTHING);
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let (mut text, mut place) = (String::new(), 0);
        while let Some(clue) = clues.get(place) {
            let marked = match clue.single() {
                Some(1) => 1,
                None if clue.is_nothing() => 0,
                _ => return Err(NotWritten(place)),
            };
            let most = EMPTY_RUN as usize - marked;
            let following = clues.iter().skip(place + marked);
            let empty = following.take_while(|clue| clue.is_nothing()).count().min(most);
            let number = if marked == 1 { empty as u32 } else { EMPTY_RUN + empty as u32 - 1 };
            text.extend(char::from_digit(number, 36));
            place += marked + empty;
        }
        Ok(text)
    }
}
