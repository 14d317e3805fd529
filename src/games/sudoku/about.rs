//! The game as a value, and its description.

use std::borrow::Cow;

use foolproof_game::{About, OutsideClues};
use foolproof_level::{Board, Expect};

/// The game, for the registry.
pub struct Sudoku;

pub(crate) const fn square(side: u16) -> Board {
    Board { cols: side, rows: side, tray: 0 }
}

pub(crate) static ABOUT: About = About {
    id: Cow::Borrowed("sudoku"),
    name: Cow::Borrowed("Sudoku"),
    tagline: Cow::Borrowed("Every digit once in each row, column and box, and a reason for each."),
    rules: Cow::Borrowed(
        "Each row, each column and each box holds every digit once. The clues are given; the \
         player fills all other cells. Constraints that are drawn on the board hold, too.",
    ),
    design: Cow::Borrowed(
        "An argument says why a cell must hold its digit: some \
         filled cells are the evidence, and the empty cell is the conclusion. It is valid when the \
         evidence alone forces that digit, whatever else is on the board. It is optimal when no \
         valid argument for that cell needs fewer cells.\nA puzzle's proof path proves one cell \
         after the other, each time the cell that needs the least evidence. The largest and the \
         average size of its arguments rate the puzzle.",
    ),
    rules_version: 1,
    default_board: square(9),
    smallest: square(4),
    largest: square(16),
    boards: Cow::Borrowed(&[
        square(4),
        square(5),
        square(6),
        square(7),
        square(8),
        square(9),
        square(10),
        square(11),
        square(12),
        square(13),
        square(14),
        square(15),
        square(16),
    ]),
    outside_clues: OutsideClues::NONE,
    numbers: Vec::new(),
    unique: Expect::Yes,
};
