//! Compatible pairs of digits: a formula in `a` and `b`, or a table.
//!
//! A table names digits that the second may be behind those of the first: `1:23,2:3`.

use super::{digit_of, formula, letter_of};
use crate::engine::{Automaton, digits_of};

pub(super) fn read(text: &str, side: usize) -> Result<Automaton, String> {
    match text.contains(':') {
        true => table(text, side),
        false => formula::read(text, 2, side),
    }
}

fn table(text: &str, side: usize) -> Result<Automaton, String> {
    let mut partners = vec![0u16; side + 1];
    for row in text.split(',').filter(|row| !row.is_empty()) {
        let fault = || format!("`{row}` is not digits, `:` and digits");
        let (first, seconds) = row.split_once(':').ok_or_else(fault)?;
        let read = |letters: &str| -> Result<u16, String> {
            letters.chars().try_fold(0, |set, letter| {
                let digit = digit_of(letter, side)
                    .ok_or_else(|| format!("`{letter}` is not a digit of this board"))?;
                Ok(set | 1 << (digit - 1))
            })
        };
        let (firsts, seconds) = (read(first)?, read(seconds)?);
        digits_of(firsts).for_each(|digit| partners[usize::from(digit)] |= seconds);
    }
    let step = |state: &TwoDigits, digit: u8| match state {
        TwoDigits::Nothing => Some(TwoDigits::First(partners[usize::from(digit)])),
        TwoDigits::First(seconds) if seconds >> (digit - 1) & 1 == 1 => Some(TwoDigits::Both),
        TwoDigits::First(_) | TwoDigits::Both => None,
    };
    let accepts = |state: &TwoDigits| *state == TwoDigits::Both;
    Automaton::explore_some(side, vec![TwoDigits::Nothing], &step, &accepts)
        .ok_or_else(|| "the table is too large".to_owned())
}

/// The digits read so far, of two.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum TwoDigits {
    Nothing,
    /// The first one is read; these may follow it.
    First(u16),
    Both,
}

/// The table of the digits that may follow each digit.
pub(crate) fn table_of(side: usize, partners: impl Fn(u8) -> u16) -> String {
    let row = |digit: u8| {
        let seconds: String = digits_of(partners(digit)).map(letter_of).collect();
        (!seconds.is_empty()).then(|| format!("{}:{seconds}", letter_of(digit)))
    };
    let rows: Vec<String> = (1..=16u8).take(side).filter_map(row).collect();
    // A table must not be empty even if nothing may follow.
    if rows.is_empty() { "1:".to_owned() } else { rows.join(",") }
}
