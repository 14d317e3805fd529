//! Constraints: requirements on several cells at once, each drawn as one object.

use foolproof_level::{Board, Level, Mark, Site};

/// Arrangement of the cells of a kind of constraint, which decides how a designer draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintForm {
    /// The whole board; the constraint is there or not.
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
    /// A diagonal, seen from the edge at which the drawing begins.
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
    /// Least and greatest count of its numbers; `bounds` is the range of each.
    pub numbers: (usize, usize),
    pub bounds: (i32, i32),
    /// The default number.
    pub usual: Option<i32>,
    /// An example of its text, where a designer writes one.
    pub text: Option<&'static str>,
}

/// A designer's input for a constraint besides its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConstraintText<'a> {
    pub numbers: &'a [i32],
    /// A pattern or formula, for kinds that have one; otherwise empty.
    pub text: &'a str,
}

/// A game whose levels have constraints, on sites of their own.
pub trait Constraints: Send + Sync {
    /// All kinds, in the order of the palette.
    fn kinds(&self) -> Vec<ConstraintKind>;

    /// Returns the mark of a constraint with this number or text and these groups of cells, or says why there
    /// is none.
    fn drawn(
        &self,
        board: &Board,
        kind: &str,
        said: &ConstraintText<'_>,
        groups: &[Vec<Site>],
    ) -> Result<Mark, String>;

    /// Names a constraint: "the 15-cage at R1C1".
    fn title(&self, board: &Board, mark: &Mark) -> String;

    /// Room in cells that the first constraint of a kind needs on every side of the board.
    fn room_outside(&self, level: &Level, kind: &str) -> f32 {
        let _ = (level, kind);
        0.0
    }

    /// The cells that a constraint covers.
    fn cells(&self, board: &Board, mark: &Mark) -> Vec<Site>;

    /// Each constraint that is malformed, or that no digits can satisfy next to the clues, with the reason.
    fn faults(&self, level: &Level) -> Vec<(Site, String)>;

    /// The rules of a level's constraints as sentences for players, without repetitions.
    fn rules_of(&self, level: &Level) -> Vec<String>;
}
