//! Codings in which the letter of a clue says, too, how many empty places follow it.

use crate::clue::Clue;
use crate::coding::{Coding, NotWritten};
use crate::letters::{CodingFault, Letters};

/// Numbers from 0 to 4, with up to two empty places behind each.
pub(crate) struct SmallNumbers;

/// Marks of one kind that lie far apart.
pub(crate) struct SparseMarks;

/// Numbers of `SmallNumbers` are smaller than this.
const SMALL: u32 = 5;

impl Coding for SmallNumbers {
    fn name(&self) -> &'static str {
        "numbers-0-to-4"
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let mut clues = Vec::new();
        while clues.len() < places {
            let empty = match letters.peek() {
                None => break,
                Some('.') => {
                    clues.push(Clue::unknown());
                    0
                }
                Some(run @ 'g'..='z') => run as usize - 'g' as usize + 1,
                Some(digit) => {
                    let digit = digit.to_digit(3 * SMALL).ok_or_else(|| letters.unknown())?;
                    clues.push(Clue::number(digit % SMALL));
                    (digit / SMALL) as usize
                }
            };
            letters.take();
            clues.resize(clues.len() + empty, Clue::NOTHING);
        }
        clues.resize(places, Clue::NOTHING);
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let (mut text, mut place) = (String::new(), 0);
        while let Some(clue) = clues.get(place) {
            let empty_from =
                |from: usize| clues.iter().skip(from).take_while(|clue| clue.is_nothing()).count();
            place += match clue.0[..] {
                [] => {
                    let run = empty_from(place).min(20);
                    text.extend(('g'..='z').nth(run - 1));
                    run
                }
                [None] => {
                    text.push('.');
                    1
                }
                [Some(number)] if number < SMALL => {
                    let empty = empty_from(place + 1).min(2);
                    text.extend(char::from_digit(number + SMALL * empty as u32, 3 * SMALL));
                    1 + empty
                }
                _ => return Err(NotWritten(place)),
            };
        }
        Ok(text)
    }
}

/// A letter of `SparseMarks` from this number on is a run of empty places.
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
                // One place more than the letter says.
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
