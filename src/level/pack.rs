//! A pack: an ordered set of levels in one versioned JSON file.
//!
//! Reading reports where a file is wrong (line, column, level and field) and never changes anything; writing is
//! atomic. The schema of the file is published as `assets/pack.schema.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::bounds::{self, BoundError, GameListError};
use super::file::write_atomically;
use super::file::{self, Fingerprint, WriteError, WriteOrder};
use super::{
    Board, Combination, Concept, FIRST_RULES, ForPlayers, GameSource, Hold, KeptVerdict, Level,
    LevelId, Made, Mark, PackCourse, PackCourseError, Play, Policy, Site, Spot, source, words,
};

/// Version of the file format that this program writes; it reads this and every older one.
pub const FORMAT: u32 = 1;
/// Largest board side, and largest tray, in a file.
pub const LARGEST_SIDE: u16 = 120;
pub const LARGEST_TRAY: u16 = 60;

/// An ordered set of levels.
///
/// ```
/// use std::sync::Arc;
///
/// use foolproof_level::{Hold, Pack, Site, Spot};
///
/// let text = r#"{ "foolproof": 1, "levels": [
///     { "game": "sudoku", "board": { "cols": 4, "rows": 4 }, "painted": { "cell(0,0)": "1" } }
/// ] }"#;
/// let mut pack = Pack::from_json(text)?;
/// pack.title = "Small ones".to_owned();
/// if let Some(level) = pack.levels.first_mut() {
///     // Other holders of the level keep it as it was.
///     let mark = "4".parse().ok();
///     Arc::make_mut(level).set(Site::cell(3, 0), Spot { mark, hold: Hold::Locked });
/// }
/// let written = pack.to_json();
/// assert!(written.contains(r#""locked": {"#));
/// assert_eq!(Pack::from_json(&written)?, pack);
/// # Ok::<(), foolproof_level::PackError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pack {
    pub title: String,
    pub author: String,
    pub notes: String,
    /// Settings for its players.
    pub play: ForPlayers,
    /// Games of its levels that are not part of the program, without repetitions.
    pub games: Vec<GameSource>,
    /// The concepts that it is to teach, and rules for the order of its levels.
    pub course: PackCourse,
    pub levels: Vec<Arc<Level>>,
}

/// Reason why a pack could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("line {line}, column {column}: {why}{}", field_note(field))]
    Json { line: usize, column: usize, field: String, why: String },
    #[error(
        "this is not a Foolproof pack: the field `foolproof` with the format's version is missing"
    )]
    NotAPack,
    #[error(
        "the pack has format {found}; this program reads up to {FORMAT}. A newer Foolproof can \
         open it"
    )]
    Newer { found: u32 },
    #[error("level {number} ({title}): {why}")]
    Level { number: usize, title: String, why: LevelError },
    #[error(transparent)]
    TooLong(BoundError),
    #[error("games: {0}")]
    Games(GameListError),
    #[error("course: {0}")]
    Course(PackCourseError),
}

/// Reason why a level of a file is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    #[error("a board cannot be {cols}x{rows}; each side is 1 to {LARGEST_SIDE}")]
    Board { cols: u16, rows: u16 },
    #[error("a tray of {0} slots is too long; it has at most {LARGEST_TRAY}")]
    Tray(u16),
    #[error("{site} is not on the board of {}x{}", board.cols, board.rows)]
    OffBoard { site: Site, board: Board },
    #[error("intended solution: {site} is not on the board of {}x{}", board.cols, board.rows)]
    IntendedOffBoard { site: Site, board: Board },
    #[error("{0} is both painted and locked")]
    HeldTwice(Site),
    #[error(transparent)]
    Bound(#[from] BoundError),
    /// In the level from which it was made.
    #[error("made, input: {0}")]
    Input(Box<LevelError>),
}

fn field_note(field: &str) -> String {
    if field.is_empty() || field == "." { String::new() } else { format!(" (in `{field}`)") }
}

/// The file's shape.
#[derive(Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Foolproof pack", example = example_pack())]
struct PackFile {
    /// Version of the file format.
    foolproof: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
    /// For players: which levels open when, whether there are hints, and what they read first.
    #[serde(default, skip_serializing_if = "ForPlayers::is_default")]
    play: ForPlayers,
    /// Games of the levels that are not part of the program: where they lie, and their rules' digest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    games: Vec<GameSource>,
    /// What the pack is to teach, and rules for the order of its levels.
    #[serde(default, skip_serializing_if = "PackCourse::is_empty")]
    course: PackCourse,
    #[serde(deserialize_with = "bounds::levels")]
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
    /// Short notes on sites, for those who work on the level.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "super::play::each_once"
    )]
    site_notes: BTreeMap<Site, String>,
    board: Board,
    /// Numbers that the game's rules ask for, by name.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "bounds::settings"
    )]
    settings: BTreeMap<String, i32>,
    #[serde(default, skip_serializing_if = "is_any")]
    concept: Concept,
    /// What every way to solve it has to combine in some step; the pack's course may have a name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    needs: Option<Combination>,
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
    /// How the program made the level, which may have been changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made: Option<MadeFile>,
    /// What the last check of the pack found, and what that holds for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checked: Option<KeptVerdict>,
}

#[derive(Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct MadeFile {
    /// The program and its version.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    by: String,
    /// The arguments of the command that makes it again.
    command: Vec<String>,
    /// Which of the command's levels it is, from 1.
    #[serde(default = "first_rules")]
    number: u32,
    /// A pack with the level that the command reads from standard input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input: Option<Box<PackFile>>,
}

/// A small pack that shows the features of the format.
fn example_pack() -> serde_json::Value {
    serde_json::from_str(include_str!("../../assets/pack.example.json")).unwrap_or_default()
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
        let PackFile { foolproof: _, title, author, notes, play, games, course, levels } = file;
        bounds::words_of_pack(&title, &author, &notes).map_err(PackError::TooLong)?;
        bounds::for_players(&play).map_err(PackError::TooLong)?;
        bounds::games(&games).map_err(PackError::Games)?;
        course.check().map_err(PackError::Course)?;
        let levels = levels
            .into_iter()
            .enumerate()
            .map(|(n, level)| {
                let title = bounds::quoted(&level.title);
                let level = level.into_level().map(Level::with_clean_words).map(Arc::new);
                level.map_err(|why| PackError::Level { number: n + 1, title, why })
            })
            .collect::<Result<_, _>>()?;
        let mut pack = Pack { title, author, notes, play, games, course, levels };
        pack.clean_words();
        Ok(pack)
    }

    /// Removes control characters from its own words; levels do this themselves.
    pub(crate) fn clean_words(&mut self) {
        let lines = [&mut self.title, &mut self.author, &mut self.play.language];
        lines.into_iter().for_each(words::clean_line);
        [&mut self.notes, &mut self.play.about].into_iter().for_each(words::clean_lines);
    }

    /// Writes a pack as text that reads back to the same pack.
    pub fn to_json(&self) -> String {
        let Pack { title, author, notes, play, games, course, levels: _ } = self.without_levels();
        let levels = self.levels.iter().map(|level| LevelFile::of(level)).collect();
        let file =
            PackFile { foolproof: FORMAT, title, author, notes, play, games, course, levels };
        // Maps with string keys and plain values only: writing them cannot fail.
        let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a pack from a regular file.
    pub fn load(path: &Path) -> Result<Self, PackError> {
        Self::load_known(path).map(|(pack, _)| pack)
    }

    /// Reads a pack with the fingerprint of its file, which identifies it when it is written again.
    pub fn load_known(path: &Path) -> Result<(Self, Fingerprint), PackError> {
        let io = |source| PackError::Io { path: path.to_owned(), source };
        let (text, known) = file::read_regular(path, file::LARGEST).map_err(io)?;
        Ok((Self::from_json(&text)?, known))
    }

    /// Saves to a separate file and renames it, so a crash leaves the old file or the new one.
    pub fn save(&self, path: &Path) -> Result<(), PackError> {
        bounds::pack(self).map_err(PackError::TooLong)?;
        write_atomically(path, self.to_json().as_bytes())
            .map_err(|source| PackError::Io { path: path.to_owned(), source })
    }

    /// Saves as ordered, and removes files that killed saves have left beside it.
    pub fn save_as_ordered(
        &self,
        path: &Path,
        order: &WriteOrder,
    ) -> Result<Fingerprint, WriteError> {
        bounds::pack(self).map_err(std::io::Error::other)?;
        let known = file::write(path, self.to_json().as_bytes(), order)?;
        file::sweep(path, std::time::SystemTime::now());
        Ok(known)
    }

    /// Returns everything except its levels.
    pub(super) fn without_levels(&self) -> Self {
        let Self { title, author, notes, play, games, course, levels: _ } = self;
        let (title, author, notes) = (title.clone(), author.clone(), notes.clone());
        let (play, games, course) = (play.clone(), games.clone(), course.clone());
        Self { title, author, notes, play, games, course, levels: Vec::new() }
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
    let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
    // Both quote the file, whose words may be megabytes long.
    let (why, field) = match error.is_eof() {
        true => ("the file ends too early".to_owned(), String::new()),
        false => (bounds::error(why), bounds::field(&field)),
    };
    PackError::Json { line: error.line(), column: error.column(), field, why }
}

impl MadeFile {
    fn of(made: &Made) -> Self {
        let Made { by, command, number, input } = made.clone();
        let input = input.map(|level| {
            let levels = vec![LevelFile::of(&level)];
            let (title, author, notes, play, games, course) = Default::default();
            let foolproof = FORMAT;
            Box::new(PackFile { foolproof, title, author, notes, play, games, course, levels })
        });
        Self { by, command, number, input }
    }

    fn into_made(self) -> Result<Made, LevelError> {
        let Self { by, command, number, input } = self;
        bounds::words_of_made(&by, &command)?;
        if let Some(PackFile { title, author, notes, play, .. }) = input.as_deref() {
            bounds::words_of_pack(title, author, notes)
                .and_then(|()| bounds::for_players(play))
                .map_err(|why| LevelError::Input(Box::new(why.into())))?;
        }
        let level = input.and_then(|pack| pack.levels.into_iter().next());
        let level = level.map(LevelFile::into_level).transpose();
        let level = level.map(|level| level.map(Level::with_clean_words));
        let input = level.map_err(|why| LevelError::Input(Box::new(why)))?.map(Arc::new);
        Ok(Made { by, command, number, input })
    }
}

/// Builds a level, or its form in files, from the other and from the fields in which they differ.
macro_rules! with_common_fields {
    ($from:ident, $into:ident { $($own:ident: $value:expr),* $(,)? }) => {
        $into {
            game: $from.game,
            rules: $from.rules,
            title: $from.title,
            author: $from.author,
            tags: $from.tags,
            notes: $from.notes,
            site_notes: $from.site_notes,
            board: $from.board,
            settings: $from.settings,
            concept: $from.concept,
            needs: $from.needs,
            policy: $from.policy,
            intended: $from.intended,
            intended_locked: $from.intended_locked,
            $($own: $value,)*
        }
    };
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
        let level = level.without_spots();
        with_common_fields!(
            level,
            LevelFile {
                painted: held(Hold::Painted),
                locked: held(Hold::Locked),
                made: level.made.as_deref().map(MadeFile::of),
                checked: level.checked.as_deref().cloned(),
            }
        )
    }

    fn into_level(self) -> Result<Level, LevelError> {
        check_board(self.board)?;
        bounds::words_of_level(&self.title, &self.author, &self.notes, &self.tags)?;
        bounds::game(&self.game)?;
        bounds::site_notes(self.site_notes.values())?;
        let board = self.board;
        let spots = spots(board, self.painted, self.locked)?;
        let off = |site: &Site| !board.contains(*site);
        if let Some(site) =
            self.intended.iter().flat_map(Play::iter).map(|(site, _)| site).find(off)
        {
            return Err(LevelError::IntendedOffBoard { site, board });
        }
        if let Some(site) = self.site_notes.keys().copied().find(off) {
            return Err(LevelError::OffBoard { site, board });
        }
        let made = self.made.map(MadeFile::into_made).transpose()?.map(Arc::new);
        self.checked.as_ref().map_or(Ok(()), bounds::words_of_check)?;
        let checked = self.checked.map(Arc::new);
        Ok(with_common_fields!(
            self,
            Level { id: LevelId::default(), spots: spots, made: made, checked: checked }
        ))
    }
}

impl Level {
    /// Removes control characters from its words.
    pub fn with_clean_words(mut self) -> Self {
        let Self { title, author, tags, notes, site_notes, .. } = &mut self;
        [title, author].into_iter().chain(tags).for_each(words::clean_line);
        std::iter::once(notes).chain(site_notes.values_mut()).for_each(words::clean_lines);
        self
    }

    /// Digest of everything that the solver sees, for verdicts. Words do not affect it.
    pub fn digest(&self) -> String {
        let (title, author, notes, tags) = Default::default();
        let (made, checked) = (None, None);
        let policy = Policy::default();
        let puzzle = Self { title, author, notes, tags, policy, made, checked, ..self.clone() };
        // Its form in the file; writing that cannot fail.
        let text = serde_json::to_string(&LevelFile::of(&puzzle)).unwrap_or_default();
        let digits = Sha256::digest(text);
        let digits: String = digits.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}{digits}", source::DIGEST)
    }
}

/// Refuses boards that no level can have.
fn check_board(Board { cols, rows, tray }: Board) -> Result<(), LevelError> {
    if cols == 0 || rows == 0 || cols > LARGEST_SIDE || rows > LARGEST_SIDE {
        return Err(LevelError::Board { cols, rows });
    }
    if tray > LARGEST_TRAY {
        return Err(LevelError::Tray(tray));
    }
    Ok(())
}

/// The content of sites.
fn spots(
    board: Board,
    painted: BTreeMap<Site, Option<Mark>>,
    locked: BTreeMap<Site, Option<Mark>>,
) -> Result<BTreeMap<Site, Spot>, LevelError> {
    let mut spots = BTreeMap::new();
    for (hold, marks) in [(Hold::Painted, painted), (Hold::Locked, locked)] {
        for (site, mark) in marks {
            if !board.contains(site) {
                return Err(LevelError::OffBoard { site, board });
            }
            if spots.insert(site, Spot { mark, hold }).is_some() {
                return Err(LevelError::HeldTwice(site));
            }
        }
    }
    Ok(spots)
}
