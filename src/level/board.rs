//! The lattice of a level: its numbers of columns, rows and tray slots.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::site::{Place, Site};

/// The size of a level, in cells and tray slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    pub cols: u16,
    pub rows: u16,
    /// Slots next to the board that can hold a piece for the player; 0 in games without a tray.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tray: u16,
}

/// Maximum number of constraints of a level: more than a sensible puzzle needs.
pub(crate) const MAX_CONSTRAINTS: u16 = 1000;

fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// Error for a text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a board")]
pub struct BoardTextError(String);

/// Writes `5x4`, or `5x4+3` with a tray of three slots.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)?;
        if self.tray > 0 { write!(f, "+{}", self.tray) } else { Ok(()) }
    }
}

impl FromStr for Board {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<Self, BoardTextError> {
        let (size, tray) = text.split_once('+').unwrap_or((text, "0"));
        let numbers = size.split_once('x').map(|(cols, rows)| [cols, rows, tray].map(str::parse));
        match numbers {
            Some([Ok(cols), Ok(rows), Ok(tray)]) => Ok(Self { cols, rows, tray }),
            _ => Err(BoardTextError(text.to_owned())),
        }
    }
}

impl Board {
    pub fn contains(&self, site: Site) -> bool {
        let Site { place, col, row } = site;
        match place {
            Place::Cell | Place::Under | Place::Over => col < self.cols && row < self.rows,
            Place::HEdge => col < self.cols && row <= self.rows,
            Place::VEdge => col <= self.cols && row < self.rows,
            Place::Vertex => col <= self.cols && row <= self.rows,
            Place::Tray => col < self.tray && row == 0,
            Place::Step => row == 0,
            Place::Constraint => col < MAX_CONSTRAINTS && row == 0,
        }
    }

    /// Returns all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Site> + use<> {
        let Board { cols, rows, .. } = *self;
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Site::cell(col, row)))
    }

    /// Returns all slots of the tray, in order.
    pub fn tray_slots(&self) -> impl Iterator<Item = Site> + use<> {
        (0..self.tray).map(Site::tray)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_as_they_are_written() {
        for (text, tray) in [("5x4", 0), ("5x4+3", 3)] {
            let board = Board { cols: 5, rows: 4, tray };
            assert_eq!((board.to_string().as_str(), text.parse()), (text, Ok(board)));
        }
        for text in ["", "5", "5x", "5x4+", "5x4x3", "5x70000"] {
            assert_eq!(text.parse::<Board>(), Err(BoardTextError(text.to_owned())));
        }
    }
}
