//! Words about the tags and the author of several levels.

pub(crate) const TITLE: &str = "Tags and author";
pub(crate) const ADD_TAGS: &str = "Add tags";
pub(crate) const ADD_HINT: &str = "easy, mirrors";
pub(crate) const REMOVE_TAGS: &str = "Remove tags";
pub(crate) const NO_TAGS: &str = "none of these levels has a tag";
pub(crate) const AUTHOR: &str = "Author";
pub(crate) const SET_AUTHOR: &str = "Change the author";
pub(crate) const COLLECTION: &str = "Collection";
pub(crate) const SET_COLLECTION: &str = "Change the collection";
pub(crate) const COLLECTION_TIP: &str =
    "A collection is a tag such as collection:mirrors. Type tag:collection:mirrors to list it.";
pub(crate) const APPLY: &str = "Change";
pub(crate) const STEP: &str = "Change tags and author";
pub(crate) const COPY: &str = "Copy levels";
pub(crate) const CUT: &str = "Cut levels";
pub(crate) const PASTE: &str = "Paste levels";
pub fn of_levels(count: usize) -> String {
    match count {
        1 => "Changes the chosen level.".to_owned(),
        n => format!("Changes the {n} chosen levels."),
    }
}

/// Formats a tag with the number of levels that have it.
pub fn tag(name: &str, count: usize) -> String {
    format!("{name} ({count})")
}
