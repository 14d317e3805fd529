//! The tools and the actions of their strokes.

use std::collections::BTreeSet;

use crate::board::lines::BrushLine;
use foolproof_level::{Hold, Mark, Site};
use foolproof_picture::Point;

/// A tool of the pointer on the board; its name is shown in the status bar. The list is open, like that of
/// commands.
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

/// Action of a running stroke.
#[derive(Clone, Debug, PartialEq)]
pub enum StrokeDeed {
    Paint(Option<Mark>),
    Erase,
    /// Gives all sites of the stroke the hold of its first site.
    Hold(Hold),
    /// Paints the brush on every site of a rectangle or of a line, once the button is released.
    Fill {
        from: Point,
        to: Point,
        shape: FillShape,
        brush: Option<Mark>,
    },
    /// Selects a rectangle from here; the previous selection stays selected.
    Area {
        from: Point,
        to: Point,
        kept: BTreeSet<Site>,
    },
    /// Draws the brush from cell to cell.
    Line(BrushLine),
    /// The action of the feature that owns the tool.
    Own,
    /// Carries the selection from one site to another.
    Move {
        from: Site,
        to: Site,
    },
}

/// Shape that a filling stroke covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillShape {
    Rectangle,
    Line,
}

/// A press of the pointer that has not been released.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolStroke {
    pub deed: StrokeDeed,
    /// Number of steps in the history before the stroke.
    pub before: usize,
    /// Sites that the stroke has been over.
    pub over: BTreeSet<Site>,
}
