//! Codings that go through a list of places twice.

use super::gapped::{BLACK_ARROWS_16, GATES, NUMBERS_16};
use super::packed::BITS;
use crate::clue::Clue;
use crate::coding::{Coding, NotWritten};
use crate::letters::{CodingFault, Letters};

/// Two codings, one after the other. A clue is the number from the first, or 0 for nothing, and the numbers of
/// the second.
pub(crate) struct Joined {
    name: &'static str,
    first: &'static dyn Coding,
    second: &'static dyn Coding,
    /// The second goes only through the places with this number.
    only: Option<u32>,
}

/// All codings of this kind.
pub(crate) const ALL: &[Joined] = &[
    // A flag for dark places, and a number.
    Joined { name: "bits-numbers-16", first: &BITS, second: &NUMBERS_16, only: None },
    // Black cells (1) with a side and a number, and gates that are vertical (2) or horizontal (3).
    Joined { name: "gates-arrows-16", first: &GATES, second: &BLACK_ARROWS_16, only: Some(1) },
    // `gates-arrows-16` in older links, whose numbers have no side.
    Joined { name: "gates-numbers-16", first: &GATES, second: &NUMBERS_16, only: Some(1) },
];

impl Joined {
    /// Returns the places that the second coding goes through.
    fn again(&self, first: &[Clue]) -> Vec<usize> {
        let is_one = |clue: &Clue| self.only.is_none_or(|only| clue.single() == Some(only));
        let places = first.iter().enumerate().filter(|(_, clue)| is_one(clue));
        places.map(|(place, _)| place).collect()
    }
}

impl Coding for Joined {
    fn name(&self) -> &'static str {
        self.name
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let mut clues = self.first.read(letters, places)?;
        let again = self.again(&clues);
        for (place, Clue(said)) in again.iter().zip(self.second.read(letters, again.len())?) {
            let Some(clue) = clues.get_mut(*place).filter(|_| !said.is_empty()) else { continue };
            if clue.is_nothing() {
                *clue = Clue::number(0);
            }
            clue.0.extend(said);
        }
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let first = |clue: &Clue| match clue.0.first() {
            None | Some(Some(0)) => Clue::NOTHING,
            Some(part) => Clue(vec![*part]),
        };
        let first: Vec<Clue> = clues.iter().map(first).collect();
        let again = self.again(&first);
        let rest = |clue: &Clue| Clue(clue.0.iter().skip(1).copied().collect());
        let left_out = |place: &usize| again.binary_search(place).is_err();
        let lost = clues.iter().enumerate().find(|(at, clue)| clue.0.len() > 1 && left_out(at));
        if let Some((place, _)) = lost {
            return Err(NotWritten(place));
        }
        let second: Vec<Clue> = again.iter().filter_map(|at| clues.get(*at)).map(rest).collect();
        let named = |NotWritten(n)| NotWritten(again.get(n).copied().unwrap_or_default());
        Ok(self.first.write(&first)? + &self.second.write(&second).map_err(named)?)
    }
}
