//! Codings in which every letter holds the small numbers of several places, whether empty or not.

use crate::clue::Clue;
use crate::coding::{Coding, NotWritten};
use crate::letters::{CodingFault, Letters};

/// A coding of small numbers, several to a letter; 0 is nothing.
pub(crate) struct Packed {
    name: &'static str,
    /// Numbers are smaller than this.
    base: u32,
    /// Numbers per letter.
    in_letter: u32,
    parts_directions: bool,
}

pub(super) const BITS: Packed =
    Packed { name: "bits", base: 2, in_letter: 5, parts_directions: false };

/// All codings of this kind.
pub(crate) const ALL: &[Packed] = &[
    BITS,
    // Walls on edges.
    Packed { name: "borders", base: 2, in_letter: 5, parts_directions: true },
    // Circles: 1 white, 2 black.
    Packed { name: "circles", base: 3, in_letter: 3, parts_directions: false },
];

impl Packed {
    /// Returns the weights of the places of a letter.
    fn weights(&self) -> impl Iterator<Item = u32> {
        (0..self.in_letter).rev().map(|place| self.base.pow(place))
    }

    /// Returns the base of the letters as digits.
    fn radix(&self) -> u32 {
        self.base.pow(self.in_letter)
    }
}

impl Coding for Packed {
    fn name(&self) -> &'static str {
        self.name
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let mut clues = Vec::new();
        while clues.len() < places && !letters.is_done() {
            let packed = letters.digit(self.radix()).map_err(|_| letters.unknown())?;
            let numbers = self.weights().map(|weight| packed / weight % self.base);
            clues.extend(numbers.map(|number| match number {
                0 => Clue::NOTHING,
                number => Clue::number(number),
            }));
        }
        clues.resize(places, Clue::NOTHING);
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let mut text = String::new();
        for (letter, chunk) in clues.chunks(self.in_letter as usize).enumerate() {
            let mut packed = 0;
            for (place, (clue, weight)) in chunk.iter().zip(self.weights()).enumerate() {
                let number = if clue.is_nothing() { Some(0) } else { clue.single() };
                let number = number.filter(|number| *number < self.base);
                let place = letter * self.in_letter as usize + place;
                packed += weight * number.ok_or(NotWritten(place))?;
            }
            text.extend(char::from_digit(packed, self.radix()));
        }
        Ok(text)
    }

    fn parts_directions(&self) -> bool {
        self.parts_directions
    }
}
