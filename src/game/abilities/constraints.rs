//! Constraints: what a level asks of several cells at once, drawn as one object.

use foolproof_level::{Board, Level, Mark, Site};

/// How the cells of a kind of constraint lie, and so how a designer draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintForm {
    /// It speaks of the whole board: it is there or not.
    Whole,
    /// Cells in no order.
    Area,
    /// Cells one after the other.
    Line,
    /// Two cells side by side.
    Pair,
    /// The four cells around a corner.
    Corner,
    /// A row or column, seen from the edge at which the drawing begins.
    Straight,
    /// The same of a diagonal.
    Slanted,
    /// A circle of cells, and a line from it.
    Circle,
    /// Several groups of cells.
    Groups,
}

/// A kind of constraint, as a palette offers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintKind {
    /// The functor of its marks.
    pub id: &'static str,
    pub name: &'static str,
    pub rule: &'static str,
    pub form: ConstraintForm,
    /// Its numbers: the fewest and the most of them, and from where to where each goes.
    pub numbers: (usize, usize),
    pub bounds: (i32, i32),
    /// The default number.
    pub usual: Option<i32>,
    /// An example of its text, where a designer writes one.
    pub text: Option<&'static str>,
}

/// What a designer gives a constraint besides its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConstraintText<'a> {
    pub numbers: &'a [i32],
    /// A pattern or formula, in kinds that have one; else empty.
    pub text: &'a str,
}

/// A game whose levels have constraints, on sites of their own.
pub trait Constraints: Send + Sync {
    /// All kinds, in the order of the palette.
    fn kinds(&self) -> Vec<ConstraintKind>;

    /// The mark of a constraint with this number or text and these groups of cells; or why there is none.
    fn drawn(
        &self,
        board: &Board,
        kind: &str,
        said: &ConstraintText<'_>,
        groups: &[Vec<Site>],
    ) -> Result<Mark, String>;

    /// What a constraint is called: "the 15-cage at R1C1".
    fn title(&self, board: &Board, mark: &Mark) -> String;

    /// How many cells of room the first constraint of a kind takes on every side of the board.
    fn room_outside(&self, level: &Level, kind: &str) -> f32 {
        let _ = (level, kind);
        0.0
    }

    /// The cells that a constraint speaks of.
    fn cells(&self, board: &Board, mark: &Mark) -> Vec<Site>;

    /// Each constraint that is malformed, or that no digits can satisfy next to the clues, with the reason.
    fn faults(&self, level: &Level) -> Vec<(Site, String)>;

    /// The rules of a level's constraints, in sentences for players; each once.
    fn rules_of(&self, level: &Level) -> Vec<String>;
}
