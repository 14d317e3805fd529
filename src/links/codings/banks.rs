//! Banks: pieces to be placed somewhere on a board.

use crate::clue::Clue;
use crate::coding::{Coding, NotWritten};
use crate::letters::{CodingFault, Letters};

/// A list of pieces, or the letter of a list that the sites know. The clue of a piece is its width, its height
/// and its cells: row by row, the bits of a binary number. The sites use one of the eight orientations of a
/// piece for all.
pub(crate) struct Bank {
    name: &'static str,
    /// That orientation is the widest, not the narrowest.
    across: bool,
    known: &'static [(char, &'static [&'static str])],
}

const PENTOMINOES: (char, &[&str]) = (
    'p',
    &[
        "337k", "15v", "24as", "24bo", "23fg", "337i", "23rg", "334u", "335s", "33bk", "24bk",
        "337o",
    ],
);
const TETROMINOES: (char, &[&str]) = ('t', &["14u", "23bg", "22u", "23f", "23eg"]);
const TETROMINOES_TWICE: (char, &[&str]) =
    ('d', &["14u", "14u", "23bg", "23bg", "22u", "22u", "23f", "23f", "23eg", "23eg"]);
const NOTHING: (char, &[&str]) = ('z', &[]);
/// Ships from one cell up, with one ship fewer of each size than of the size before.
const UP_TO_3: (char, &[&str]) = ('c', &["11g", "11g", "11g", "21o", "21o", "31s"]);
const UP_TO_4: (char, &[&str]) =
    ('d', &["11g", "11g", "11g", "11g", "21o", "21o", "21o", "31s", "31s", "41u"]);
const UP_TO_5: (char, &[&str]) = (
    'e',
    &[
        "11g", "11g", "11g", "11g", "11g", "21o", "21o", "21o", "21o", "31s", "31s", "31s", "41u",
        "41u", "51v",
    ],
);

pub(crate) const ALL: &[Bank] = &[
    Bank {
        name: "pieces",
        across: false,
        known: &[PENTOMINOES, TETROMINOES, TETROMINOES_TWICE, NOTHING],
    },
    Bank {
        name: "fleet",
        across: true,
        known: &[UP_TO_3, UP_TO_4, UP_TO_5, TETROMINOES, PENTOMINOES, NOTHING],
    },
];

/// A piece with its orientation.
#[derive(Clone, Debug)]
struct Piece {
    width: usize,
    height: usize,
    /// Cells of the rectangle, row by row; true if they belong to the piece.
    cells: Vec<bool>,
}

/// Maximum number of cells in the rectangle around a piece: the number of bits in a number of a clue.
const MAX_CELLS: usize = 32;

impl Piece {
    fn read(letters: &mut Letters<'_>) -> Result<Self, CodingFault> {
        let (width, height) = (letters.digit(36)? as usize, letters.digit(36)? as usize);
        if !(1..=MAX_CELLS).contains(&(width * height)) {
            return Err(letters.fault(format!("pieces have {MAX_CELLS} cells at the most")));
        }
        let mut cells = Vec::new();
        while letters.peek().is_some_and(|letter| letter != '/') {
            let five = letters.digit(32)?;
            cells.extend((0..5).rev().map(|bit| five >> bit & 1 == 1));
        }
        cells.resize(width * height, false);
        Ok(Self { width, height, cells })
    }

    /// Returns the piece of a clue.
    fn of(clue: &Clue) -> Option<Self> {
        let [Some(width), Some(height), Some(bits)] = clue.0[..] else { return None };
        let (width, height) = (width as usize, height as usize);
        let length = width.checked_mul(height).filter(|length| (1..=MAX_CELLS).contains(length))?;
        let cells = (0..length).rev().map(|bit| bits >> bit & 1 == 1).collect();
        Some(Self { width, height, cells })
    }

    fn clue(&self) -> Clue {
        let bits = self.cells.iter().fold(0, |bits, cell| bits << 1 | u32::from(*cell));
        Clue(vec![Some(self.width as u32), Some(self.height as u32), Some(bits)])
    }

    fn written(&self) -> String {
        let digit = |number: usize| char::from_digit(number as u32, 36).unwrap_or_default();
        let bit = |at: usize, cell: &bool| u32::from(*cell) << (4 - at);
        let five = |cells: &[bool]| cells.iter().enumerate().map(|(at, cell)| bit(at, cell)).sum();
        let cells = self.cells.chunks(5).filter_map(|cells| char::from_digit(five(cells), 32));
        let text: String =
            [digit(self.width), digit(self.height)].into_iter().chain(cells).collect();
        text.trim_end_matches('0').to_owned()
    }

    /// Returns the piece after a quarter turn to the right.
    fn turned(&self) -> Self {
        let columns =
            (0..self.width).flat_map(|col| (0..self.height).rev().map(move |row| (col, row)));
        let cell = |(col, row): (usize, usize)| self.cells.get(row * self.width + col).copied();
        let cells = columns.filter_map(cell).collect();
        Self { width: self.height, height: self.width, cells }
    }

    fn mirrored(&self) -> Self {
        let rows = self.cells.chunks(self.width);
        let cells = rows.flat_map(|row| row.iter().rev().copied()).collect();
        Self { cells, ..*self }
    }

    /// Returns the eight orientations.
    fn ways(&self) -> impl Iterator<Item = Self> {
        let turns = |piece: Self| std::iter::successors(Some(piece), |piece| Some(piece.turned()));
        turns(self.mirrored()).take(4).chain(turns(self.clone()).take(4))
    }
}

impl Bank {
    /// Reads the clue of a piece.
    fn clue(&self, letters: &mut Letters<'_>) -> Result<Clue, CodingFault> {
        let piece = Piece::read(letters)?;
        let width = |piece: &Piece| if self.across { piece.height } else { piece.width };
        let first = piece.ways().min_by_key(|piece| (width(piece), piece.cells.clone()));
        Ok(first.unwrap_or(piece).clue())
    }

    /// Returns the clues of a list that the sites know.
    fn clues(&self, pieces: &[&str]) -> Result<Vec<Clue>, CodingFault> {
        pieces.iter().map(|text| self.clue(&mut Letters::new(text))).collect()
    }
}

impl Coding for Bank {
    fn name(&self) -> &'static str {
        self.name
    }

    fn begins_with_slash(&self) -> bool {
        true
    }

    /// `places` is the maximum number of pieces.
    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let start = letters.clone();
        let mut clues = Vec::new();
        if letters.takes('/') {
            let known = |(letter, _): &&(char, _)| Some(*letter) == letters.peek();
            let (_, pieces) = self.known.iter().find(known).ok_or_else(|| letters.unknown())?;
            clues = self.clues(pieces)?;
            letters.take();
        } else {
            for _ in 0..letters.decimal() {
                if !letters.takes('/') {
                    return Err(letters.unknown());
                }
                clues.push(self.clue(letters)?);
            }
        }
        if clues.len() > places {
            return Err(start.fault(format!("there are {places} pieces at the most")));
        }
        clues.resize(places, Clue::NOTHING);
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let (mut pieces, mut texts) = (Vec::new(), Vec::new());
        for (place, clue) in clues.iter().enumerate().filter(|(_, clue)| !clue.is_nothing()) {
            texts.push(Piece::of(clue).ok_or(NotWritten(place))?.written());
            pieces.push(clue.clone());
        }
        let known = self.known.iter().find(|(_, known)| self.clues(known).as_ref() == Ok(&pieces));
        Ok(match known {
            Some((letter, _)) => format!("/{letter}"),
            None => [vec![texts.len().to_string()], texts].concat().join("/"),
        })
    }
}
