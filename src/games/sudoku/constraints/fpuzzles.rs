//! The form of constraints in f-puzzles: a list of objects under a name.

/// The content of an object in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FPuzzlesKey {
    /// No list: the flag is present or absent.
    Flag,
    /// `cell`.
    Cell,
    /// `cells`, and perhaps a `value`.
    Cells,
    /// `cells`, and a `value` of `X` or `V`.
    Letters,
    /// `lines`, and a `value` in kinds with a number; a missing value means the usual one.
    Lines,
    /// `cells` of the circle or pill, and `lines`.
    Arrow,
    /// `cells`, and the `values` between them.
    Corner,
    /// `cells` and `cloneCells`.
    Clone,
    /// `cell` outside the grid, and a `value`.
    Outside,
    /// `cell` outside the grid, a `direction` and a `value`.
    Slanted,
}
