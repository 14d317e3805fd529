//! Brushes of the palette: their keys, their pictures and their kinds.

use crate::game::{Brush, Game};
use crate::turn::Turn;
use foolproof_level::Mark;
use foolproof_picture::{Rect, Shape};

/// A game whose brushes have keys, or look different from their marks.
pub trait Brushes: Send + Sync {
    /// A mark as the palette shows it, where it would be lost without what it lies on.
    fn draw_brush(&self, mark: &Mark, into: Rect) -> Option<Vec<Shape>> {
        let _ = (mark, into);
        None
    }

    /// Letters that take up a brush, each with its marks: pressed again, the next one.
    fn brush_keys(&self) -> Vec<(char, Vec<Mark>)> {
        Vec::new()
    }

    /// The letter that takes up a brush.
    fn key_of_brush(&self, mark: &Mark) -> Option<char> {
        let _ = mark;
        None
    }
}

impl dyn Game + '_ {
    /// A mark as the palette shows it.
    pub fn draw_brush(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        let drawn = self.brushes().and_then(|brushes| brushes.draw_brush(mark, into));
        drawn.unwrap_or_else(|| self.draw_mark(mark, into))
    }

    /// Brushes by kind, in their order: those of one kind are quarter turns of one another.
    pub fn kinds(&self, brushes: &[Brush]) -> Vec<Vec<Brush>> {
        let mut kinds: Vec<Vec<Brush>> = Vec::new();
        for brush in brushes {
            if kinds.iter().flatten().any(|known| known.mark == brush.mark) {
                continue;
            }
            let mut kind = vec![brush.clone()];
            let mut turned = self.turned(&brush.mark, Turn::Clockwise);
            while let Some(next) = brushes.iter().find(|brush| brush.mark == turned)
                && kind.len() < 4
                && kind.iter().all(|known| known.mark != turned)
            {
                kind.push(next.clone());
                turned = self.turned(&turned, Turn::Clockwise);
            }
            kinds.push(kind);
        }
        kinds
    }
}
