//! The game as a value, and its description.

use std::borrow::Cow;
use std::sync::LazyLock;

use foolproof_game::{About, OutsideClues};
use foolproof_level::{Board, Expect};

/// The game, for the registry.
pub struct Witness;

pub(crate) static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    id: Cow::Borrowed("witness"),
    name: Cow::Borrowed("The Witness"),
    tagline: Cow::Borrowed("Draw one line whose regions satisfy every symbol in them."),
    rules: Cow::Borrowed(
        "The line runs along the grid from a start to an end and never visits a corner twice. \
         Without a start it begins at the bottom left, without an end it ends at the top right. It \
         must pass every dot and cannot cross a broken edge, nor go where the grid is missing. Where a start says so, a second line \
         is its image; the two never meet. Either may pass a black dot; blue dots belong to one of the \
         lines and yellow dots to the other.\nIt cuts the cells into regions. All \
         squares of a region have one colour. A star has exactly one other symbol of its colour in \
         its region, of any type. A triangle counts the edges of its cell that the line follows. \
         The polyominoes of a region fill it exactly; those drawn at a slant may be turned. A hollow \
         one takes its squares away again: laid anywhere on the panel, all of them together cover \
         every cell of the region once and no other cell; where they have as many squares as the \
         others, they cancel. An eraser takes away one thing of its region that is wrong: a symbol or \
         a missed dot. In the game it vanishes with what it takes, and two that are left take each \
         other; in Windmill there must be just as many erasers as errors, and everything still \
         counts. The level says whose rules it follows.\nA \
         symbol with a rule counts symbols in its region, itself included: those that share its \
         type, its colour, both, or neither, as it says.",
    ),
    design: Cow::Borrowed(
        "Rules of your own are symbols, too: choose what each counts, and how many it wants.",
    ),
    rules_version: 1,
    default_board: Board { cols: 4, rows: 4, tray: 0 },
    smallest: Board { cols: 1, rows: 1, tray: 0 },
    largest: Board { cols: 10, rows: 10, tray: 0 },
    boards: Cow::Borrowed(&[]),
    outside_clues: OutsideClues::NONE,
    numbers: vec![crate::reading::PanelReading::level_number()],
    // As on the game's panels: any line that keeps the rules will do.
    unique: Expect::Any,
});
