//! The game as a value, and its description.

use std::borrow::Cow;

use foolproof_game::{About, OutsideClues};
use foolproof_level::{Board, Expect};

/// The game, for the registry.
pub struct PenguinPush;

pub(crate) static ABOUT: About = About {
    id: Cow::Borrowed("penguin_push"),
    name: Cow::Borrowed("Penguin Push"),
    tagline: Cow::Borrowed("Push penguins into each other until one is left on the ice."),
    rules: Cow::Borrowed(
        "A push slides a penguin in one of four directions. It must hit another penguin, with at \
         least one empty cell between them, and stops next to it. The penguin that was hit slides \
         on in the same direction, and from then on neighbours pass the motion along; the last one \
         in the line leaves the ice. So every push removes exactly one penguin.\nThe level is \
         solved when one penguin is left.",
    ),
    design: Cow::Borrowed(
        "A solution is unique when on every board along the way \
         only one push leads on. Two pushes that leave the same board count as two solutions; \
         Fling! counts them as one, and you see both counts. With two penguins left you may push \
         either at the other; that does not count as another solution.",
    ),
    rules_version: 1,
    default_board: Board { cols: 7, rows: 8, tray: 0 },
    smallest: Board { cols: 1, rows: 1, tray: 0 },
    largest: Board { cols: 8, rows: 8, tray: 0 },
    boards: Cow::Borrowed(&[]),
    outside_clues: OutsideClues::NONE,
    numbers: Vec::new(),
    unique: Expect::Any,
};
