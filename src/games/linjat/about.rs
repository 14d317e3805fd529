//! The game as a value, and its description.

use std::borrow::Cow;

use foolproof_game::{About, OutsideClues};
use foolproof_level::{Board, Expect};

/// The game, for the registry.
pub struct Linjat;

pub(crate) static ABOUT: About = About {
    id: Cow::Borrowed("linjat"),
    name: Cow::Borrowed("Linjat"),
    tagline: Cow::Borrowed("Draw a line through every number so that every dot is covered."),
    rules: Cow::Borrowed(
        "Draw one straight line through every number, across or down, as many cells long as the \
         number says. The number may be anywhere on its line.\nLines never share a cell, and every \
         dot lies on a line.",
    ),
    design: Cow::Borrowed(
        "A good level needs deduction alone: some rule always takes you \
         further, and you never have to guess. A player who trusts that the solution is unique can \
         sometimes skip the thinking. Such a leak is pointed out and counts against the level.",
    ),
    rules_version: 1,
    default_board: Board { cols: 6, rows: 9, tray: 0 },
    smallest: Board { cols: 1, rows: 1, tray: 0 },
    largest: Board { cols: crate::formats::LARGEST, rows: crate::formats::LARGEST, tray: 0 },
    boards: Cow::Borrowed(&[]),
    outside_clues: OutsideClues::NONE,
    numbers: Vec::new(),
    unique: Expect::Yes,
};
