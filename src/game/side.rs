//! Sides of a cell, for games whose marks have a direction.
//!
//! In terms a side is its letter: n, e, s, w.

use serde::{Deserialize, Serialize};

use crate::turn::Turn;

/// A side of a cell, and the direction to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    North,
    East,
    South,
    West,
}

impl Side {
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    pub fn letter(self) -> char {
        match self {
            Side::North => 'n',
            Side::East => 'e',
            Side::South => 's',
            Side::West => 'w',
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::North => "north",
            Side::East => "east",
            Side::South => "south",
            Side::West => "west",
        }
    }

    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.letter() == letter)
    }

    pub fn opposite(self) -> Self {
        match self {
            Side::North => Side::South,
            Side::East => Side::West,
            Side::South => Side::North,
            Side::West => Side::East,
        }
    }

    pub fn clockwise(self) -> Self {
        match self {
            Side::North => Side::East,
            Side::East => Side::South,
            Side::South => Side::West,
            Side::West => Side::North,
        }
    }

    /// The step to the neighbour on this side: columns rightwards, rows downwards.
    pub fn step(self) -> (i32, i32) {
        match self {
            Side::North => (0, -1),
            Side::East => (1, 0),
            Side::South => (0, 1),
            Side::West => (-1, 0),
        }
    }

    /// The step in the units of pictures.
    pub fn direction(self) -> (f32, f32) {
        match self {
            Side::North => (0.0, -1.0),
            Side::East => (1.0, 0.0),
            Side::South => (0.0, 1.0),
            Side::West => (-1.0, 0.0),
        }
    }

    pub fn turned(self, turn: Turn) -> Self {
        match (turn, self) {
            (Turn::Clockwise, side) => side.clockwise(),
            (Turn::MirrorColumns, Side::East | Side::West) => self.opposite(),
            (Turn::MirrorRows, Side::North | Side::South) => self.opposite(),
            _ => self,
        }
    }
}
