//! Brushes of the palette: their keys, their pictures and their kinds.

use foolproof_level::{Board, Mark, Site};
use foolproof_picture::{Rect, Shape};

/// A game whose brushes have keys, or look different from their marks.
pub trait Brushes: Send + Sync {
    /// A mark as the palette shows it, if it would be invisible without something beneath it.
    fn draw_brush(&self, mark: &Mark, into: Rect) -> Option<Vec<Shape>> {
        let _ = (mark, into);
        None
    }

    /// Letters that take up a brush, each with its marks: pressed again, the next one.
    fn brush_keys(&self) -> Vec<(char, Vec<Mark>)> {
        Vec::new()
    }

    /// The mark of a brush between two adjacent cells when it is drawn from cell to cell, like a player's
    /// line; `None` for other brushes, and where no line may go.
    fn drawn(&self, board: &Board, brush: &Mark, cells: [Site; 2]) -> Option<(Site, Mark)> {
        let _ = (board, brush, cells);
        None
    }

    /// Whether pictures of brushes fill their squares, so that they may have the colour of what is around them.
    fn fills_squares(&self) -> bool {
        false
    }

    /// What levels are written with for a mark that looks like another one in the palette.
    fn sign_of_brush(&self, mark: &Mark) -> Option<char> {
        let _ = mark;
        None
    }

    /// The letter that takes up a brush.
    fn key_of_brush(&self, mark: &Mark) -> Option<char> {
        let _ = mark;
        None
    }
}
