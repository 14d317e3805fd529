//! The game as a value, and its description.

use std::borrow::Cow;

use foolproof_game::{About, OutsideClues};
use foolproof_level::{Board, Expect};

/// The game, for the registry.
pub struct Refraction;

pub(crate) static ABOUT: About = About {
    id: Cow::Borrowed("refraction"),
    name: Cow::Borrowed("Refraction"),
    tagline: Cow::Borrowed(
        "Split, bend and combine beams until every target gets exactly its fraction.",
    ),
    rules: Cow::Borrowed(
        "Beams leave the sources, run straight and end at the first piece or at the rim. They \
         cross each other freely.\nA bender turns a beam by a right angle. A splitter shares its \
         power equally among two or three outputs. A combiner adds two or three beams, and gives \
         nothing until all of them are lit.\nA beam enters a piece only through an input port; any \
         other side absorbs it.\nSources, targets and blockers stay where they are. The other \
         pieces lie in the tray: the player puts them on free cells, cannot turn them, and may \
         leave some in the tray.\nThe level is solved when every target gets exactly its power. \
         Not every source has to be used.",
    ),
    design: Cow::Borrowed(""),
    rules_version: 1,
    default_board: Board { cols: 10, rows: 10, tray: 10 },
    smallest: Board { cols: 2, rows: 2, tray: 0 },
    largest: Board { cols: 16, rows: 16, tray: 40 },
    boards: Cow::Borrowed(&[]),
    outside_clues: OutsideClues::NONE,
    numbers: Vec::new(),
    unique: Expect::Any,
};
