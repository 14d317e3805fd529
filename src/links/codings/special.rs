//! Codings that combine others, or locate a single mark.

use super::gapped::{NUMBERS_10, NUMBERS_16, number_16, written_16};
use crate::clue::Clue;
use crate::coding::{Coding, NotWritten};
use crate::letters::{CodingFault, Letters};

/// Digits if possible, and larger numbers after a hyphen.
pub(crate) struct NumbersTenOrSixteen;

/// Two numbers for each place, its column and row, counted from 1. Here a place is an item of a list, and its
/// clue the two numbers.
pub(crate) struct Positions;

/// The index of the only place with a mark, from 0.
pub(crate) struct Index;

impl Coding for NumbersTenOrSixteen {
    fn name(&self) -> &'static str {
        "numbers-10-or-16"
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        match letters.takes('-') {
            true => NUMBERS_16.read(letters, places),
            false => NUMBERS_10.read(letters, places),
        }
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let longer = |_| Ok(format!("-{}", NUMBERS_16.write(clues)?));
        NUMBERS_10.write(clues).or_else(longer)
    }
}

impl Coding for Positions {
    fn name(&self) -> &'static str {
        "positions"
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let mut clues = Vec::new();
        for _ in 0..places {
            let Clue(mut parts) = number_16(letters)?;
            parts.extend(number_16(letters)?.0);
            clues.push(Clue(parts));
        }
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let mut text = String::new();
        for (place, clue) in clues.iter().enumerate() {
            let parts = clue.0.iter().map(|part| written_16(*part)).collect::<Option<String>>();
            text += &parts.filter(|_| clue.0.len() == 2).ok_or(NotWritten(place))?;
        }
        Ok(text)
    }
}

impl Coding for Index {
    fn name(&self) -> &'static str {
        "index"
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let start = letters.clone();
        let mut clues = vec![Clue::NOTHING; places];
        // A link that ends here means the first place.
        let place = letters.decimal() as usize;
        match clues.get_mut(place) {
            Some(clue) => *clue = Clue::number(1),
            None if places == 0 => {}
            None => return Err(start.fault(format!("there is no place {place}"))),
        }
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let mut marked = clues.iter().enumerate().filter(|(_, clue)| !clue.is_nothing());
        match (marked.next(), marked.next()) {
            (Some((place, clue)), None) if clue.single() == Some(1) => Ok(place.to_string()),
            (None, _) if clues.is_empty() => Ok(String::new()),
            (found, other) => {
                Err(NotWritten(other.or(found).map(|(place, _)| place).unwrap_or_default()))
            }
        }
    }
}
