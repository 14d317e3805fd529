//! The window's words: every sentence, and every word that two places use.
//!
//! Plain English for people who make puzzles. Knows nobody.

use std::path::Path;

pub const OK: &str = "OK";
pub const CANCEL: &str = "Cancel";
pub const CLOSE: &str = "Close";
pub const OPEN: &str = "Open";
pub const SAVE: &str = "Save";
pub const DISCARD: &str = "Discard changes";
pub const DELETE: &str = "Delete";
pub const PATH: &str = "Path";
pub const PACK_FILES: &str = "Puzzle packs";
pub const PARENT_FOLDER: &str = "../   (the folder above)";
pub const FOLDER_UNREAD: &str = "This folder could not be read.";
pub const TYPE_PATH: &str = "Type a path instead";
pub const NO_FILE_DIALOG: &str = "This desktop offers no file dialog; type a path instead.";
pub const FILE_DIALOG_WAITS: &str = "Choose a file in the desktop's own dialog.";
pub const REPLACE: &str = "Replace";
pub const REPLACE_BODY: &str = "A file of this name is there already. What it holds will be lost.";
pub const SAVE_CHANGES_BODY: &str = "Changes that are not saved will be lost.";

pub fn save_changes(what: &str) -> String {
    format!("Save the changes to “{what}”?")
}

pub fn replace_file(path: &Path) -> String {
    format!("Replace “{}”?", name_of(path))
}

pub fn no_such_file(path: &Path) -> String {
    format!("There is no file {}.", path.display())
}

pub fn no_such_folder(path: &Path) -> String {
    let folder = path.parent().unwrap_or(path);
    format!("There is no folder {}.", folder.display())
}

/// A file's name without its folder.
pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
