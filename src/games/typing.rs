//! Marks that are typed.
//!
//! Knows `level`.

use crate::level::Mark;

/// A game whose marks have characters.
pub trait Typing: Send + Sync {
    /// What a character that is typed makes of a site's mark; a `small` one notes rather than sets.
    /// `None` where the character means nothing.
    fn typed(&self, had: Option<&Mark>, character: char, small: bool) -> Option<Option<Mark>>;
}
