//! A link's information about one place of a puzzle.

use std::fmt;

/// The numbers at a place, in the coding's order: a clue, a side and a number, a kind of symbol.
/// `None` is a question mark. Without numbers, the place is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clue(pub Vec<Option<u32>>);

impl Clue {
    pub const NOTHING: Clue = Clue(Vec::new());

    pub fn number(number: u32) -> Self {
        Self(vec![Some(number)])
    }

    /// Returns a question mark.
    pub fn unknown() -> Self {
        Self(vec![None])
    }

    pub fn is_nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of a clue that consists of one known number.
    pub(crate) fn single(&self) -> Option<u32> {
        match self.0[..] {
            [Some(number)] => Some(number),
            _ => None,
        }
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: &Option<u32>| part.map_or("?".to_owned(), |number| number.to_string());
        f.write_str(&self.0.iter().map(part).collect::<Vec<_>>().join(" "))
    }
}
