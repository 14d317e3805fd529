//! Marks that are typed.

use foolproof_level::Mark;

/// A game whose marks have characters.
pub trait Typing: Send + Sync {
    /// Returns what a site may hold after a text is typed on it, a character or a longer number, the likeliest
    /// first; a `small` one notes rather than sets. Empty if the text means nothing.
    fn typed(&self, had: Option<&Mark>, text: &str, small: bool) -> Vec<Option<Mark>>;
}
