//! Words about the tags and the author of several levels.

pub const TITLE: &str = "Tags and author";
pub const ADD_TAGS: &str = "Add tags";
pub const ADD_HINT: &str = "easy, mirrors";
pub const REMOVE_TAGS: &str = "Remove tags";
pub const NO_TAGS: &str = "none of these levels has a tag";
pub const AUTHOR: &str = "Author";
pub const SET_AUTHOR: &str = "Change the author";
pub const COLLECTION: &str = "Collection";
pub const SET_COLLECTION: &str = "Change the collection";
pub const COLLECTION_TIP: &str =
    "A collection is a tag such as collection:mirrors. Type tag:collection:mirrors to list it.";
pub const APPLY: &str = "Change";
pub const STEP: &str = "Change tags and author";
pub const COPY: &str = "Copy levels";
pub const CUT: &str = "Cut levels";
pub const PASTE: &str = "Paste levels";
pub const DELETE: &str = "Delete the chosen levels";

pub fn of_levels(count: usize) -> String {
    match count {
        1 => "Changes the chosen level.".to_owned(),
        n => format!("Changes the {n} chosen levels."),
    }
}

/// A tag and how many of the levels have it.
pub fn tag(name: &str, count: usize) -> String {
    format!("{name} ({count})")
}
