//! Brushes of the palette: their keys, their pictures and their kinds.

use foolproof_level::{Board, Mark, Site};
use foolproof_picture::{Rect, Shape};

/// A game whose brushes have keys, or look different from their marks.
pub trait Brushes: Send + Sync {
    /// Draws a mark for the palette if its own drawing would be invisible or hard to read there.
    fn draw_brush(&self, mark: &Mark, into: Rect) -> Option<Vec<Shape>> {
        let _ = (mark, into);
        None
    }

    /// Letters that select a brush, each with its marks; pressing the letter again selects the next mark.
    fn brush_keys(&self) -> Vec<(char, Vec<Mark>)> {
        Vec::new()
    }

    /// Returns the mark of a brush between two adjacent cells if it is drawn from cell to cell, like a player's
    /// line; `None` for other brushes, and where no line may go.
    fn drawn(&self, board: &Board, brush: &Mark, cells: [Site; 2]) -> Option<(Site, Mark)> {
        let _ = (board, brush, cells);
        None
    }

    /// True if pictures of brushes fill their squares, so they may have the colour of their surroundings.
    fn fills_squares(&self) -> bool {
        false
    }

    /// Character that stands for a mark in written levels if the palette shows it like another mark.
    fn sign_of_brush(&self, mark: &Mark) -> Option<char> {
        let _ = mark;
        None
    }

    /// Letter that selects the brush.
    fn key_of_brush(&self, mark: &Mark) -> Option<char> {
        let _ = mark;
        None
    }
}
