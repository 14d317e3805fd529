//! Constraints that a designer writes: a pattern, a table of states, a formula, a rule for two digits.
//!
//! Each is turned into a finite automaton that reads the digits of its cells one after the other. So the
//! search prunes all of them in one way, and the judge and the encoding run the same automaton.

mod formula;
mod kinds;
mod language;
mod pattern;
mod relation;
mod states;

use crate::engine::Automaton;

pub(super) use kinds::{EACH_TWO, FORMULA, NEIGHBOURS, PATTERN, STATES};

/// The language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Pattern,
    States,
    Formula,
    /// A formula or a table of two digits.
    Relation,
    /// Rules in the language of the encoding.
    Rules,
}

impl Language {
    /// An initial text.
    pub(crate) fn example(self) -> &'static str {
        match self {
            Self::Pattern => "[1-4].*",
            Self::States => "!12>1,34>2;!34>2;!12>1",
            Self::Formula => "sum%2==0",
            Self::Relation => "abs(a-b)>=3",
            Self::Rules => {
                "wrong(\"two 5s side by side\",S) :- value(S,5), value(T,5), beside(S,T)."
            }
        }
    }

    /// A text in the form that a mark holds.
    pub(crate) fn compact(self, text: &str) -> String {
        match self {
            Self::Rules => super::own_rules::compact(text),
            _ => text.split_whitespace().collect(),
        }
    }
}

/// Longest text; the mark that holds it has room for the cells, too.
const LONGEST: usize = 3000;

/// Reads a text for this many cells of a board with digits up to `side`.
pub(crate) fn read(
    language: Language,
    text: &str,
    cells: usize,
    side: usize,
) -> Result<Automaton, String> {
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\');
    if let Some(other) = text.chars().find(|c| !plain(*c)) {
        return Err(format!("`{other}` cannot be part of it"));
    }
    if text.is_empty() {
        return Err("nothing is written".to_owned());
    }
    if text.len() > LONGEST {
        return Err(format!("it has more than {LONGEST} characters"));
    }
    match language {
        Language::Pattern => pattern::read(text, side),
        Language::States => states::read(text, side),
        Language::Formula => formula::read(text, cells, side),
        Language::Relation => relation::read(text, side),
        Language::Rules => Err("rules are no automaton".to_owned()),
    }
}

/// The digit that a character writes: `1` to `9`, then letters from `A`.
pub(crate) fn digit_of(letter: char, side: usize) -> Option<u8> {
    let digit = letter.to_digit(17)? as usize;
    (1..=side).contains(&digit).then_some(digit as u8)
}

/// The character that writes a digit.
pub(crate) fn letter_of(digit: u8) -> char {
    char::from_digit(u32::from(digit), 17).map_or('?', |letter| letter.to_ascii_uppercase())
}

pub(crate) use relation::table_of;
pub(crate) use states::text_of as states_text;

#[cfg(test)]
mod tests;
