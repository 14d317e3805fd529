//! What the tools are, and what a stroke of one of them does.

use std::collections::BTreeSet;

use crate::board::lines::BrushLine;
use foolproof_level::{Hold, Mark, Site};
use foolproof_picture::Point;

/// What the pointer does on the board; its name is shown at the foot. The list is open, as that of
/// commands is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tool(pub &'static str);

impl Tool {
    pub const SELECT: Tool = Tool("Select");
    pub(crate) const PAINT: Tool = Tool("Paint");
    pub(crate) const ERASE: Tool = Tool("Erase");
    pub(crate) const LOCK: Tool = Tool("Lock");
    pub(crate) const PICK: Tool = Tool("Pick");

    pub(crate) fn name(self) -> &'static str {
        self.0
    }
}

/// What a running stroke does.
#[derive(Clone, Debug, PartialEq)]
pub enum StrokeDeed {
    Paint(Option<Mark>),
    Erase,
    /// Gives all sites of the stroke the hold that its first site got.
    Hold(Hold),
    /// Paints the brush on every site of a rectangle or of a line once it is let go.
    Fill {
        from: Point,
        to: Point,
        shape: FillShape,
        brush: Option<Mark>,
    },
    /// A rectangle from here; what was selected before stays selected.
    Area {
        from: Point,
        to: Point,
        kept: BTreeSet<Site>,
    },
    /// Draws the brush from cell to cell.
    Line(BrushLine),
    /// What the capability of the tool does with it.
    Own,
    /// Carries what is selected from one site to another.
    Move {
        from: Site,
        to: Site,
    },
}

/// What a filling stroke covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillShape {
    Rectangle,
    Line,
}

/// A press of the pointer that has not been released.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolStroke {
    pub deed: StrokeDeed,
    /// Steps in the history before the stroke.
    pub before: usize,
    /// Sites that the stroke has been over.
    pub over: BTreeSet<Site>,
}
