//! How a site's possible marks are drawn together.
//!
//! Knows `level` and `picture`.

use crate::level::{Board, Mark};
use crate::picture::{Rect, Shape};

/// A game that draws the possible marks of a site as one picture, not each as it is.
pub trait Possibilities: Send + Sync {
    /// The marks that a site's solutions use, with their numbers where they are known, drawn into it.
    fn draw_possible(
        &self,
        board: &Board,
        marks: &[(&Mark, Option<f64>)],
        into: Rect,
    ) -> Vec<Shape>;
}
