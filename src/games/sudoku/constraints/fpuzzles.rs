//! How f-puzzles writes constraints: a list of objects under a name.

/// What an object of the list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FPuzzlesKey {
    /// No list: it is there or not.
    Flag,
    /// `cell`.
    Cell,
    /// `cells`, and perhaps a `value`.
    Cells,
    /// `cells`, and a `value` of `X` or `V`.
    Letters,
    /// `lines`, and a `value` in kinds with a number; without it the usual one is meant.
    Lines,
    /// `cells` of the circle or pill, and `lines`.
    Arrow,
    /// `cells`, and the `values` between them.
    Corner,
    /// `cells` and `cloneCells`.
    Clone,
    /// `cell` outside the grid, and a `value`.
    Outside,
    /// The same with a `direction`.
    Slanted,
}
