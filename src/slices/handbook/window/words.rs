//! Words of the manual's window.

pub(crate) const MANUAL: &str = "Manual";
pub(crate) const LICENCES: &str = "Licences";
pub(crate) const FIND_IN_MANUAL: &str = "Find in the manual";
pub(crate) const NOT_IN_MANUAL: &str = "No page has these words.";
pub(crate) const BACK: &str = "Back";
pub(crate) const FIND_PART: &str = "Find a part";
pub(crate) const MADE_OF: &str = "What the program is made of. Click a part to read its licence.";
/// The page about games that are not built in.
pub(crate) const OWN_GAMES_PAGE: &str = "own-games.md";
pub(crate) const BOOK_WIDTH: f32 = 1000.0;
pub(crate) const LIST_WIDTH: f32 = 720.0;

pub fn next(title: &str) -> String {
    format!("Next: {title}")
}
