//! A pack: an ordered set of levels in one versioned JSON file.
//!
//! Reading says where a file is wrong (line, column, level and field) and never changes anything;
//! writing is atomic. The file's shape is published as `assets/pack.schema.json`. Knows nobody:
//! whether a game exists and a mark has a meaning is for the rooms above to say.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Board, Concept, FIRST_RULES, Hold, Level, LevelId, Mark, Play, Policy, Site, Spot};

/// The version of the file format that this program writes; it reads this and every older one.
pub const FORMAT: u32 = 1;
/// Largest board side and tray that a file may ask for.
pub const LARGEST_SIDE: u16 = 60;
pub const LARGEST_TRAY: u16 = 60;
/// Largest file that is read, in bytes.
const LARGEST_FILE: u64 = 64 << 20;

/// An ordered set of levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pack {
    pub title: String,
    pub author: String,
    pub notes: String,
    pub levels: Vec<Arc<Level>>,
}

/// Why a pack could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("the file is {bytes} bytes long, more than the {} that a pack may have", LARGEST_FILE)]
    TooLarge { bytes: u64 },
    #[error("line {line}, column {column}: {why}{}", field_note(field))]
    Json { line: usize, column: usize, field: String, why: String },
    #[error(
        "this is not a Foolproof pack: the field `foolproof` with the format's version is missing"
    )]
    NotAPack,
    #[error(
        "the pack has format {found}; this program reads up to {FORMAT}. A newer Foolproof can open it"
    )]
    Newer { found: u32 },
    #[error("level {number} ({title}): {why}")]
    Level { number: usize, title: String, why: String },
}

fn field_note(field: &str) -> String {
    if field.is_empty() || field == "." { String::new() } else { format!(" (in `{field}`)") }
}

/// The file's shape.
#[derive(Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Foolproof pack")]
struct PackFile {
    /// Version of the file format.
    foolproof: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
    levels: Vec<LevelFile>,
}

#[derive(Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct LevelFile {
    /// The game's identifier, such as `refraction`.
    game: String,
    /// The version of the game's rules that the level was made under.
    #[serde(default = "first_rules")]
    rules: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
    board: Board,
    #[serde(default, skip_serializing_if = "is_any")]
    concept: Concept,
    #[serde(default)]
    policy: Policy,
    /// Sites that hold a mark (or, with null, stay empty) unless a completion has to change them.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "super::play::each_once"
    )]
    painted: BTreeMap<Site, Option<Mark>>,
    /// Sites that nothing but the designer changes.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "super::play::each_once"
    )]
    locked: BTreeMap<Site, Option<Mark>>,
    /// The play that the designer has in mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    intended: Option<Play>,
    /// Sites of the intended solution that a completion keeps.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    intended_locked: BTreeSet<Site>,
}

fn first_rules() -> u32 {
    FIRST_RULES
}

fn is_any(concept: &Concept) -> bool {
    *concept == Concept::Any
}

#[derive(Deserialize)]
struct Header {
    foolproof: Option<u32>,
}

impl Pack {
    /// Reads a pack from its text.
    pub fn from_json(text: &str) -> Result<Self, PackError> {
        let header: Header = read_json(text)?;
        match header.foolproof {
            None => return Err(PackError::NotAPack),
            Some(found) if found > FORMAT => return Err(PackError::Newer { found }),
            Some(_) => {}
        }
        let file: PackFile = read_json(text)?;
        let levels = file
            .levels
            .into_iter()
            .enumerate()
            .map(|(n, level)| {
                let title = level.title.clone();
                level.into_level().map(Arc::new).map_err(|why| PackError::Level {
                    number: n + 1,
                    title,
                    why,
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Pack { title: file.title, author: file.author, notes: file.notes, levels })
    }

    /// Writes a pack as text that reads back to the same pack.
    pub fn to_json(&self) -> String {
        let file = PackFile {
            foolproof: FORMAT,
            title: self.title.clone(),
            author: self.author.clone(),
            notes: self.notes.clone(),
            levels: self.levels.iter().map(|level| LevelFile::of(level)).collect(),
        };
        // Maps with string keys and plain values only: writing them cannot fail.
        let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
        text.push('\n');
        text
    }

    pub fn load(path: &Path) -> Result<Self, PackError> {
        let io = |source| PackError::Io { path: path.to_owned(), source };
        let bytes = std::fs::metadata(path).map_err(io)?.len();
        if bytes > LARGEST_FILE {
            return Err(PackError::TooLarge { bytes });
        }
        Self::from_json(&std::fs::read_to_string(path).map_err(io)?)
    }

    /// Saves beside the file and renames, so that a crash leaves the old file or the new one.
    pub fn save(&self, path: &Path) -> Result<(), PackError> {
        write_atomically(path, self.to_json().as_bytes())
            .map_err(|source| PackError::Io { path: path.to_owned(), source })
    }

    pub fn level(&self, id: LevelId) -> Option<&Arc<Level>> {
        self.levels.iter().find(|level| level.id == id)
    }

    /// The published schema of the file, as JSON text.
    pub fn schema() -> String {
        let schema = schemars::schema_for!(PackFile);
        let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// Writes a whole file or nothing. What a link points to is written, an old file's permissions
/// stay, and a new file has those of any other new file.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The default would be readable by its owner only; the system's umask still applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    if let Ok(old) = std::fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}

fn read_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, PackError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = error.path().to_string();
        json_error(error.inner(), field)
    })?;
    reader.end().map_err(|error| json_error(&error, String::new()))?;
    Ok(value)
}

fn json_error(error: &serde_json::Error, field: String) -> PackError {
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default().to_owned();
    PackError::Json { line: error.line(), column: error.column(), field, why }
}

impl LevelFile {
    fn of(level: &Level) -> Self {
        let held = |hold: Hold| {
            level
                .spots()
                .filter(|(_, spot)| spot.hold == hold)
                .map(|(site, spot)| (site, spot.mark.clone()))
                .collect()
        };
        LevelFile {
            game: level.game.clone(),
            rules: level.rules,
            title: level.title.clone(),
            author: level.author.clone(),
            tags: level.tags.clone(),
            notes: level.notes.clone(),
            board: level.board,
            concept: level.concept.clone(),
            policy: level.policy,
            painted: held(Hold::Painted),
            locked: held(Hold::Locked),
            intended: level.intended.clone(),
            intended_locked: level.intended_locked.clone(),
        }
    }

    fn into_level(self) -> Result<Level, String> {
        let Board { cols, rows, tray } = self.board;
        if cols == 0 || rows == 0 || cols > LARGEST_SIDE || rows > LARGEST_SIDE {
            return Err(format!(
                "a board of {cols}x{rows} is not possible; each side is 1 to {LARGEST_SIDE}"
            ));
        }
        if tray > LARGEST_TRAY {
            return Err(format!("a tray of {tray} slots is too long; at most {LARGEST_TRAY}"));
        }
        let on_board = |site: Site| match self.board.contains(site) {
            true => Ok(site),
            false => Err(format!("{site} is not on the board of {cols}x{rows}")),
        };
        let mut level = Level::open(self.game, self.board);
        for (hold, spots) in [(Hold::Painted, self.painted), (Hold::Locked, self.locked)] {
            for (site, mark) in spots {
                if level.hold(on_board(site)?) != Hold::Open {
                    return Err(format!("{site} is both painted and locked"));
                }
                level.set(site, Spot { mark, hold });
            }
        }
        if let Some(play) = &self.intended {
            for (site, _) in play.iter() {
                on_board(site).map_err(|why| format!("intended solution: {why}"))?;
            }
        }
        level.rules = self.rules;
        level.title = self.title;
        level.author = self.author;
        level.tags = self.tags;
        level.notes = self.notes;
        level.concept = self.concept;
        level.policy = self.policy;
        level.intended = self.intended;
        level.intended_locked = self.intended_locked;
        Ok(level)
    }
}
