//! Marks that are typed.

use foolproof_level::Mark;

/// A game whose marks have characters.
pub trait Typing: Send + Sync {
    /// The mark of a site after a character is typed on it; a `small` one notes rather than sets. `None`
    /// if the character means nothing.
    fn typed(&self, had: Option<&Mark>, character: char, small: bool) -> Option<Option<Mark>>;
}
