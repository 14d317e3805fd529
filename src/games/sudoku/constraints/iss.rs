//! The form of constraints in the Interactive Sudoku Solver: `.Name~part~part`.

/// The part after the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Iss {
    Flag,
    Cells,
    /// A number, then cells.
    Number,
    /// A number, then cells; a missing number means the usual one of the kind.
    NumberOrUsual,
    /// Cells: each two adjacent ones are a constraint, with this number, 0 for none.
    Neighbours(i32),
    /// The cell of a circle, then a line.
    Circle,
    /// The number of cells in a pill, then these cells, then a line.
    Pill,
    /// The first of four cells, then digits.
    Corner,
    /// 1 for the diagonal that rises to the right, -1 for the other.
    Diagonal,
    /// The number of sets, then their cells.
    Clones,
    /// Cells, with `-` between groups.
    Segments,
    /// A number, then a row or column.
    OneSide,
    /// A row or column, then numbers at its first and its last cell.
    BothSides,
    /// A number, then the first cell of a diagonal.
    Slanted,
    /// A regular expression in base64, then cells.
    Pattern,
    /// An automaton in base64, then cells.
    States,
    /// A table of two digits, six of its bits a character, then cells.
    Relation,
}
