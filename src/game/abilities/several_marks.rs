//! Several marks of one site, drawn as one picture: the marks that are possible.
//!
//! One game implements it; the window and pictures ask for it through this trait, since they know
//! no game.

use foolproof_level::{Board, Mark};
use foolproof_picture::{Rect, Shape};

/// A game that draws several marks of a site as one picture instead of separately.
pub trait SeveralMarks: Send + Sync {
    /// Draws the marks that solutions use on a site, with their counts if known.
    fn draw_possible(
        &self,
        board: &Board,
        marks: &[(&Mark, Option<f64>)],
        into: Rect,
    ) -> Vec<Shape>;
}
