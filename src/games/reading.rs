//! Reads a text from any program: a pack, or levels of another program.
//!
//! This is the only reader, used by the command line and the window. The content decides the format of a text;
//! the file's ending only helps if that leaves several. Links and codes are also found within other words. An
//! unreadable level is named in its place, without affecting others.

use crate::LibraryShelf;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::exporting::{FormatOf, formats, recognised};
use crate::other_links::{OtherLink, PENPA};
use crate::shelf;
use foolproof_game::{FormatError, GameError, Games, Text};
use foolproof_level::bounds::{self, BoundError};
use foolproof_level::damaged::{self, UnreadLevel};
use foolproof_level::{Level, Pack, PackError, keys};
use foolproof_links::{Address, Drawing, PuzzleFile};
use foolproof_script as script;
use script::{LeftOut, ScriptFault};

/// The contents of a text.
#[derive(Clone, Default)]
pub struct Contents {
    /// Title, author, notes and games of a pack.
    head: Pack,
    /// The levels in order; for an unreadable one, its place and the reason.
    pub levels: Vec<Result<Arc<Level>, UnreadLevel>>,
    /// Levels too large for any pack, by index. They count as unreadable, but can be asked about.
    too_large: BTreeMap<usize, Arc<Level>>,
    /// True for a pack, false for another program's file.
    pub is_pack: bool,
    /// The name of the format; empty for a pack.
    pub format: Text,
    /// Errors in the file as a whole; levels may still be readable.
    pub faults: Vec<String>,
    /// Parts of a source that work, but probably not as meant.
    pub warnings: Vec<ScriptFault>,
    /// Unreadable levels stay in the file when others are written into it.
    keeps_unread: bool,
}

impl Contents {
    /// Returns a pack with the file's title, author, notes and games.
    pub fn pack_of(&self, levels: Vec<Arc<Level>>) -> Pack {
        Pack { levels, ..self.head.clone() }
    }

    /// Returns a pack of all readable levels.
    pub fn readable(&self) -> Pack {
        self.pack_of(self.levels.iter().flatten().cloned().collect())
    }

    /// Returns the numbers of the unreadable levels, from 1, with the reasons.
    pub fn unreadable(&self) -> impl Iterator<Item = (usize, &str)> {
        let levels = self.levels.iter().enumerate();
        levels.filter_map(|(at, level)| Some((at + 1, level.as_ref().err()?.0.as_str())))
    }

    /// Returns the number of the first unreadable level, and the reason.
    pub fn damage(&self) -> Option<(usize, &str)> {
        self.unreadable().next()
    }

    /// Returns the reason why nothing of the file can be read, if that is so.
    pub fn hopeless(&self) -> Option<&str> {
        let readable = self.levels.iter().any(Result::is_ok);
        self.levels
            .first()
            .filter(|_| !readable)?
            .as_ref()
            .err()
            .map(|UnreadLevel(why)| why.as_str())
    }

    /// Adds errors in the file as a whole.
    pub(crate) fn with_faults(self, faults: Vec<String>) -> Self {
        Self { faults, ..self }
    }

    pub(crate) fn with_warnings(self, warnings: Vec<ScriptFault>) -> Self {
        Self { warnings, ..self }
    }

    /// Adds the levels of a source that do not fit in a pack.
    pub(crate) fn leaving_out(mut self, left_out: Vec<LeftOut>) -> Self {
        for LeftOut { number, why, level } in left_out {
            let at = number.saturating_sub(1).min(self.levels.len());
            self.levels.insert(at, Err(UnreadLevel(why)));
            self.too_large.extend(level.map(|level| (at, level)));
        }
        self
    }

    /// Includes levels too large for a pack. Do not make a pack of the result.
    pub fn with_too_large(mut self) -> Self {
        for (at, level) in std::mem::take(&mut self.too_large) {
            if let Some(slot) = self.levels.get_mut(at) {
                *slot = Ok(level);
            }
        }
        self
    }

    /// Marks the contents as another program's file, in this format.
    pub(crate) fn of_program(self, format: &'static str) -> Self {
        Self { is_pack: false, format: format.into(), ..self }
    }

    /// Lets unreadable levels stay in the file when others are written into it.
    pub(crate) fn keeping_unread(self) -> Self {
        Self { keeps_unread: true, ..self }
    }

    /// Returns the number of the first level that would be lost if the file were rewritten, and the reason.
    pub fn loss(&self) -> Option<(usize, &str)> {
        self.damage().filter(|_| !self.keeps_unread)
    }

    /// Returns the index of a level in the pack of all readable levels.
    pub fn readable_place(&self, at: usize) -> usize {
        self.levels.iter().take(at).flatten().count()
    }

    fn of_format(of: &FormatOf, levels: Vec<Result<Level, FormatError>>) -> Self {
        let bounded = |level: Result<Level, FormatError>| {
            let level = level.map_err(|error| UnreadLevel(error.to_string()))?.with_clean_words();
            bounds::level(&level).map_err(|why| UnreadLevel(why.to_string()))?;
            // Parts that the game does not know could not be read again.
            if let Err(why @ GameError::Mark { .. }) = of.game.makes_sense_of(&level) {
                return Err(UnreadLevel(why.to_string()));
            }
            Ok(Arc::new(level))
        };
        let levels = levels.into_iter().map(bounded).collect();
        let format = Text::Owned(of.format.name().to_owned());
        Self { levels, format, ..Self::default() }
    }
}

impl From<Pack> for Contents {
    fn from(pack: Pack) -> Self {
        let levels = pack.levels.iter().map(|level| Ok(Arc::clone(level))).collect();
        let head = Pack { levels: Vec::new(), ..pack };
        Self { head, levels, is_pack: true, ..Self::default() }
    }
}

/// The requested format of a text.
#[derive(Clone)]
pub enum Asked {
    /// The format is recognised from the text.
    Recognised,
    Pack,
    Format(FormatOf),
}

/// The reason why a text cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Holds the names of readable formats.
    #[error(
        "this is not a file that Foolproof knows; it reads packs, PuzzleScript sources and {0}"
    )]
    Unknown(String),
    #[error("{0}")]
    OtherLink(OtherLink),
    #[error(transparent)]
    TooMany(#[from] BoundError),
    #[error(transparent)]
    Pack(#[from] PackError),
}

/// A mark that some programs write before a text; not part of the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a text. `ending` is that of its file, if it has one.
pub fn read_contents(
    games: &Games,
    text: &str,
    ending: &str,
    asked: Asked,
) -> Result<Contents, ReadError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let any = matches!(asked, Asked::Recognised);
    load_linked(games, text);
    let found = match asked {
        // A list may contain links of several games.
        Asked::Recognised => recognised(games, text, ending).filter(|of| {
            !of.format.is_link() || text.starts_with(['{', '[']) || is_all(games, of, text)
        }),
        Asked::Pack => None,
        Asked::Format(of) => Some(of),
    };
    if let Some(of) = found {
        let levels = of.format.read_each(text);
        bounds::count(levels.len())?;
        return Ok(Contents::of_format(&of, levels));
    }
    let is_pack = keys::is_pack(text);
    if !is_pack && script::looks_like_script(text) {
        let (pack, left_out) = script::carried(text)?;
        return Ok(Contents::from(pack).leaving_out(left_out));
    }
    if !text.trim_start().starts_with('{') {
        return if any { among_words(games, text) } else { Err(ReadError::Unknown(names(games))) };
    }
    // A text that ends before its first field is complete, or lacks that field, may still be a pack.
    let may_be = is_pack || keys::has_key(text, "levels", 1..=1) || is_cut_off(text);
    if any && !may_be {
        return Err(ReadError::Unknown(names(games)));
    }
    match Pack::from_json(text) {
        Ok(pack) => Ok(pack.into()),
        Err(error) => match damaged::read(text) {
            Some((head, levels)) => {
                Ok(Contents { head, levels, is_pack: true, ..Contents::default() })
            }
            None => Err(error.into()),
        },
    }
}

/// True if all lines of a text can be read by this format: none is a link of another program or format.
fn is_all(games: &Games, of: &FormatOf, text: &str) -> bool {
    let known = formats(games);
    let others = known.iter().filter(|other| other.format.is_link());
    let is_other = |line: &str| {
        let other = OtherLink::of(line).is_some();
        other || others.clone().any(|other| other.format.recognises(line))
    };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.all(|line| of.format.recognises(line) || !is_other(line))
}

/// Loads the games of the shelf for which a text has links or a file. If a game cannot be loaded, its link is
/// refused later, by the game's name.
pub fn load_linked(games: &Games, text: &str) {
    let Some(library) = games.library() else { return };
    let load = |id: Option<String>| {
        if let Some(id) = id.filter(|id| games.by_id(id).is_none()) {
            _ = library.load_named(games, &id);
        }
    };
    if text.contains(FILE) {
        let files = PuzzleFile::parts(text).into_iter().map(|(_, file)| file);
        let kinds = files.chain(words(text).map(|(.., word)| word)).filter_map(PuzzleFile::kind_of);
        kinds.for_each(|kind| load(shelf::of_link(&kind)));
    }
    if text.contains(PENPA) {
        for drawing in words(text).filter_map(|(.., word)| Drawing::read(word)).flatten() {
            load(shelf::of_names(&drawing.names()));
        }
    }
    // A pack has many words, but rarely a link.
    if !["/p?", "/p.html?"].iter().any(|page| text.contains(page)) {
        return;
    }
    for (.., word) in words(text) {
        if let Some(kind) = Address::kind_of(word) {
            load(shelf::of_link(&kind));
        }
    }
}

/// A word in every file of the puzzle sites.
const FILE: &str = "pzprv3";

/// True if a JSON text is cut off.
fn is_cut_off(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_err_and(|error| error.is_eof())
}

/// Returns the names of the available formats.
fn names(games: &Games) -> String {
    let known = formats(games);
    known.iter().map(|of| of.format.id()).collect::<Vec<_>>().join(", ")
}

/// Minimum length of a text that may be a level, in bytes.
const MIN_BYTES: usize = 8;
/// Minimum length of a word that may be a level of another program, in bytes.
const SHORTEST: usize = 14;

/// Reads a copied text.
pub fn read_pasted(games: &Games, text: &str) -> Result<Contents, ReadError> {
    // An `o` could be a board, but is meant as a letter.
    match text.trim().len() < MIN_BYTES {
        true => Err(ReadError::Unknown(names(games))),
        false => read_contents(games, text, "", Asked::Recognised),
    }
}

/// Reads links and codes within other text, for example in a mail.
fn among_words(games: &Games, text: &str) -> Result<Contents, ReadError> {
    let known = formats(games);
    let (mut levels, mut called, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for (line, column, word) in words(text) {
        let Some(of) = known.iter().find(|of| of.format.recognises(word)) else {
            others.extend(OtherLink::of(word).map(|other| (levels.len(), other)));
            continue;
        };
        // The position in the copied text.
        let placed = |error: FormatError| FormatError {
            line: error.line.saturating_sub(1) + line,
            column: error.column.saturating_sub(1) + column,
            ..error
        };
        let read = of.format.read_each(word).into_iter().map(|level| level.map_err(placed));
        let read = Contents::of_format(of, read.collect()).levels;
        for level in read {
            let number = levels.len() + 1;
            levels.push(level.map(|level| renumbered(level, number)));
        }
        if called.iter().all(|name| name != of.format.name()) {
            called.push(of.format.name().to_owned());
        }
        bounds::count(levels.len())?;
    }
    if levels.is_empty() {
        let other = others.into_iter().next().map(|(_, other)| other);
        return Err(other.map_or_else(|| ReadError::Unknown(names(games)), ReadError::OtherLink));
    }
    // From the end, so that the indices of the others stay valid.
    for (place, other) in others.into_iter().rev() {
        levels.insert(place, Err(UnreadLevel(other.to_string())));
    }
    let format = Text::Owned(called.join(", "));
    Ok(Contents { levels, format, ..Contents::default() })
}

/// Returns the words that may be levels, with their lines and columns from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.lines().enumerate().flat_map(|(at, line)| {
        // A whole file in one line contains spaces.
        let is_file = line.contains(FILE) && PuzzleFile::kind_of(line).is_some();
        let parts: Vec<&str> = match is_file {
            true => vec![line.trim()],
            false => line.split_whitespace().collect(),
        };
        parts.into_iter().filter_map(move |word| {
            // Brackets and stops around a link belong to the sentence.
            let begins = word.trim_start_matches(|c: char| "(<[\"'„“".contains(c));
            let closes = |c: char| ")>]\"',;:!”".contains(c);
            let word = begins.trim_end_matches('.');
            // A stop after a bracket belongs to the sentence; otherwise it may be a cell.
            let word = if word.ends_with(closes) { word } else { begins };
            let word = word.trim_end_matches(closes);
            let before = line.len() - line.split_once(word).map_or(line, |(_, rest)| rest).len();
            let column = line.get(..before.saturating_sub(word.len()))?.chars().count() + 1;
            (word.len() >= SHORTEST).then_some((at + 1, column, word))
        })
    })
}

/// A level that was read alone has number 1 in its title. Replaces that by its number here.
fn renumbered(level: Arc<Level>, number: usize) -> Arc<Level> {
    let Some(name) = level.title.strip_suffix(" 1") else { return level };
    let mut level = (*level).clone();
    level.title = format!("{name} {number}");
    Arc::new(level)
}
