//! A game's folder: its files, and how they are read.
//!
//! Nothing outside the folder is read, links included.

use std::path::{Path, PathBuf};

use foolproof_level::{GameText, file};

/// The manifest, the rules and the sample pack.
pub const MANIFEST: &str = "game.toml";
pub(crate) const RULES: &str = "rules.lp";
pub const SAMPLE: &str = "levels.json";

/// Maximum length of a name and of an identifier in a manifest, in characters.
pub const LONGEST_NAME: usize = 60;
pub const LONGEST_ID: usize = 40;

/// Maximum size of a manifest, rules file or drawing, in bytes.
const LARGEST_TEXT: u64 = 1 << 20;
const LARGEST_DRAWING: u64 = 64 << 10;
/// Maximum number of drawings in a folder.
const MAX_DRAWINGS: usize = 200;

/// The reason why a folder is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FolderError {
    #[error("{}: {why}", path.display())]
    Io { path: PathBuf, why: String },
    #[error("{} is a link; a game has no files outside its folder", .0.display())]
    Link(PathBuf),
    #[error("{} holds more than {MAX_DRAWINGS} drawings", .0.display())]
    TooMany(PathBuf),
    #[error("{} is there already, and not empty", .0.display())]
    Taken(PathBuf),
}

/// Reads all files of a folder that belong to a game.
pub fn read_folder(folder: &Path) -> Result<GameText, FolderError> {
    let mut text = GameText {
        manifest: read(&folder.join(MANIFEST), LARGEST_TEXT)?,
        rules: read(&folder.join(RULES), LARGEST_TEXT)?,
        ..GameText::default()
    };
    let sample = folder.join(SAMPLE);
    if sample.symlink_metadata().is_ok() {
        text.sample = read(&sample, file::LARGEST)?;
    }
    let io =
        |error: std::io::Error| FolderError::Io { path: folder.to_owned(), why: error.to_string() };
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|ending| ending == "svg") {
            if text.drawings.len() == MAX_DRAWINGS {
                return Err(FolderError::TooMany(folder.to_owned()));
            }
            text.drawings.insert(name, read(&path, LARGEST_DRAWING)?);
        }
    }
    Ok(text)
}

fn read(path: &Path, most: u64) -> Result<String, FolderError> {
    let io = |error: std::io::Error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_owned(),
            _ => error.to_string(),
        };
        FolderError::Io { path: path.to_owned(), why }
    };
    // A link may lead anywhere.
    if path.symlink_metadata().map_err(io)?.is_symlink() {
        return Err(FolderError::Link(path.to_owned()));
    }
    file::read_regular(path, most).map(|(text, _)| text).map_err(io)
}

/// Returns a game from the files of its folder, given with their names; `None` without a manifest or rules.
pub fn game_text(files: impl Iterator<Item = (String, String)>) -> Option<GameText> {
    let mut text = GameText::default();
    for (name, content) in files {
        match name.as_str() {
            MANIFEST => text.manifest = content,
            RULES => text.rules = content,
            SAMPLE => text.sample = content,
            _ if name.ends_with(".svg") => _ = text.drawings.insert(name, content),
            _ => {}
        }
    }
    (!text.manifest.is_empty() && !text.rules.is_empty()).then_some(text)
}

/// Returns the identifier that a manifest gives, if it can be read.
pub fn manifest_id(path: &Path) -> Option<String> {
    let text = read(path, LARGEST_TEXT).ok()?;
    let table: toml::Table = text.parse().ok()?;
    Some(table.get("id")?.as_str()?.to_owned())
}
