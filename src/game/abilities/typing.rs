//! Marks that are typed.

use foolproof_level::Mark;

/// A game whose marks have characters.
pub trait Typing: Send + Sync {
    /// Returns the mark of a site after a text is typed on it, a character or a longer number; a `small` one
    /// notes rather than sets. `None` if the text means nothing.
    fn typed(&self, had: Option<&Mark>, text: &str, small: bool) -> Option<Option<Mark>>;
}
