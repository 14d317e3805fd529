//! Marks that are typed.
//!
//! Knows `level` and `picture`.

use crate::level::Mark;
use crate::picture::{Rect, Shape};

/// Where a player's notes stand in a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotePlace {
    /// Around the rim: it is one of these sites that holds it.
    Corner,
    /// In the middle: this site holds one of these.
    Centre,
}

/// A game whose marks have characters.
pub trait Typing: Send + Sync {
    /// What a character that is typed makes of a site's mark; a `small` one notes rather than sets.
    /// `None` where the character means nothing.
    fn typed(&self, had: Option<&Mark>, character: char, small: bool) -> Option<Option<Mark>>;

    /// A player's notes, as small characters make them, drawn into a site; nothing in a game without
    /// notes.
    fn draw_notes(&self, notes: &Mark, place: NotePlace, into: Rect) -> Vec<Shape> {
        let _ = (notes, place, into);
        Vec::new()
    }
}
