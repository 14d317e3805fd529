//! Polyominoes: squares of a grid, and their text in marks.
//!
//! `p0013` has sixteen squares of a 4x4 grid, row by row from the lowest bit; larger ones name their grid,
//! such as `p5x1_1f`.

use std::collections::BTreeSet;
use std::fmt;

use foolproof_game::{MeaningError, Turn};

/// Squares of a grid, bit `x + 11*y`, pushed into its top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Polyomino(u128);

/// Columns of that grid, and rows.
pub(crate) const GRID: u8 = 11;
/// Columns of the grid of polyominoes that are written in four digits.
const SMALL: u8 = 4;

impl Polyomino {
    /// The polyomino of these squares; `None` if there are none.
    pub(crate) fn of(cells: impl IntoIterator<Item = (u8, u8)>) -> Option<Self> {
        let cells: Vec<(u8, u8)> = cells.into_iter().collect();
        let left = cells.iter().map(|(x, _)| *x).min()?;
        let top = cells.iter().map(|(_, y)| *y).min()?;
        let mut bits = 0;
        for (x, y) in cells {
            let (x, y) = (x - left, y - top);
            if x >= GRID || y >= GRID {
                return None;
            }
            bits |= 1 << (x + GRID * y);
        }
        Some(Self(bits))
    }

    pub(crate) fn cells(self) -> impl Iterator<Item = (u8, u8)> {
        let squares = (0..GRID * GRID).filter(move |bit| self.0 >> bit & 1 == 1);
        squares.map(|bit| (bit % GRID, bit / GRID))
    }

    fn has(self, x: u8, y: u8) -> bool {
        self.0 >> (x + GRID * y) & 1 == 1
    }

    /// The squares of a grid with `width` squares per row, from the lowest bit; those beyond are left out.
    fn of_bits(bits: u128, width: u8) -> Option<Self> {
        let squares = (0..128u8).filter(|bit| bits >> bit & 1 == 1);
        Self::of(squares.map(|bit| (bit % width, bit / width)))
    }

    fn bits(self, width: u8) -> u128 {
        self.cells().fold(0, |bits, (x, y)| bits | 1 << (x + width * y))
    }

    pub(crate) fn is_small(self) -> bool {
        self.width().max(self.height()) <= SMALL
    }

    pub(crate) fn area(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) fn width(self) -> u8 {
        self.cells().map(|(x, _)| x + 1).max().unwrap_or(0)
    }

    pub(crate) fn height(self) -> u8 {
        self.cells().map(|(_, y)| y + 1).max().unwrap_or(0)
    }

    /// Its usual letter, for any orientation: those of up to four squares have one.
    pub(crate) fn letter(self) -> Option<char> {
        let known = [
            ('I', 0x0001),
            ('I', 0x0003),
            ('I', 0x0007),
            ('I', 0x000f),
            ('V', 0x0013),
            ('O', 0x0033),
            ('T', 0x0027),
            ('S', 0x0036),
            ('Z', 0x0063),
            ('L', 0x0017),
            ('J', 0x0047),
        ];
        let lies = self.orientations(true);
        let is = |bits| Self::of_bits(bits, SMALL).is_some_and(|known| lies.contains(&known));
        known.into_iter().find(|(_, bits)| is(*bits)).map(|(letter, _)| letter)
    }

    /// Its squares row by row, so that different orientations have different names.
    pub(crate) fn rows(self) -> String {
        let row = |y: u8| -> String {
            let square = |x: u8| if self.has(x, y) { 'x' } else { '-' };
            (0..self.width()).map(square).collect()
        };
        (0..self.height()).map(row).collect::<Vec<_>>().join(" over ")
    }

    pub(crate) fn turned(self, turn: Turn) -> Self {
        let (w, h) = (self.width(), self.height());
        let cells = self.cells().map(|(x, y)| match turn {
            Turn::MirrorColumns => (w - 1 - x, y),
            Turn::MirrorRows => (x, h - 1 - y),
            Turn::Clockwise => (h - 1 - y, x),
        });
        Self::of(cells).unwrap_or(self)
    }

    /// Its orientations: all quarter turns if it may be turned.
    pub(crate) fn orientations(self, free: bool) -> Vec<Self> {
        let mut all = BTreeSet::from([self]);
        if free {
            let mut next = self;
            for _ in 0..3 {
                next = next.turned(Turn::Clockwise);
                all.insert(next);
            }
        }
        all.into_iter().collect()
    }

    pub(crate) fn read(text: &str) -> Result<Self, MeaningError> {
        let wrong = || {
            MeaningError::Part(format!("`{text}` is not a polyomino; write its squares like p0013"))
        };
        let number = |hex: &str| u128::from_str_radix(hex, 16).ok();
        let read = match text.strip_prefix('p').map(|rest| (rest, rest.split_once('_'))) {
            Some((_, Some((size, hex)))) => {
                let width = size.split_once('x').and_then(|(width, _)| width.parse().ok());
                let width = width.filter(|width| (1..=GRID).contains(width)).ok_or_else(wrong)?;
                Self::of_bits(number(hex).ok_or_else(wrong)?, width)
            }
            Some((hex, None)) if hex.len() == 4 => {
                Self::of_bits(number(hex).ok_or_else(wrong)?, SMALL)
            }
            _ => return Err(wrong()),
        };
        read.filter(|read| read.to_string() == text).ok_or_else(|| {
            MeaningError::Part(format!(
                "`{text}`: a polyomino has squares, and touches all sides of its grid; what fits \
                 into 4x4 is written like p0013, from the left and the top"
            ))
        })
    }
}

impl fmt::Display for Polyomino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_small() {
            return write!(f, "p{:04x}", self.bits(SMALL));
        }
        write!(f, "p{}x{}_{:x}", self.width(), self.height(), self.bits(self.width()))
    }
}
