//! Several marks of one site, drawn as one picture: a player's notes, and the marks that are possible.
//!
//! One game implements it; the window and pictures ask for it through this trait, since they know
//! no game.

use foolproof_level::{Board, Mark};
use foolproof_picture::{Rect, Shape};

/// Where a player's notes stand in a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotePlace {
    /// Around the rim: it is one of these sites that holds it.
    Corner,
    /// In the middle: this site holds one of these.
    Centre,
}

/// A game that draws several marks of a site as one picture, not each as it is.
pub trait SeveralMarks: Send + Sync {
    /// The marks that a site's solutions use, with their numbers where they are known, drawn into it.
    fn draw_possible(
        &self,
        board: &Board,
        marks: &[(&Mark, Option<f64>)],
        into: Rect,
    ) -> Vec<Shape>;

    /// A player's notes, as small characters make them, drawn into a site.
    fn draw_notes(&self, notes: &Mark, place: NotePlace, into: Rect) -> Vec<Shape>;
}
