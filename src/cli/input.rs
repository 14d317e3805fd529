//! Input of verbs: packs, levels of a pack, other programs' formats, standard input.
//!
//! Every error is one line that says what to do.

use foolproof_games::{
    Asked, FormatOf, LibraryShelf, called, formats,
    library::{is_game_path, may_hold_game},
    maps,
    pack_files::{is_address, read_source},
};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use super::shown::complain;
use foolproof_level::damaged::UnreadLevel;

use foolproof_game::{Game, Games, Text};
pub use foolproof_games::Contents;
use foolproof_kernel::system;
use foolproof_level::{Level, Site, file};
use foolproof_shipping::exporters;

/// Bad input or usage: the message for the user, on one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

impl Usage {
    pub fn of(why: impl Display) -> Self {
        Self(why.to_string())
    }

    /// Returns what is wrong with a file.
    pub fn of_file(file: &Path, why: impl Display) -> Self {
        Self(format!("{}: {why}", file.display()))
    }

    /// Returns the refusal of a verb for a game, such as "is not played move by move".
    pub fn of_game(game: &dyn Game, what: &str) -> Self {
        Self(format!("{} {what}", game.about().name))
    }
}

/// Standard input for reading, standard output for writing.
pub const STANDARD: &str = "-";

/// A file, and optionally one of its levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelRef {
    pub file: PathBuf,
    /// The level's number, from 1, or its title.
    pub level: Option<String>,
}

/// Put before words such as `-#2` on the command line, which would be options otherwise. No name of a file
/// contains it.
const GUARD: char = '\0';

/// Protects a word of the command line, so that a level from standard input is not taken for an option.
pub(crate) fn guarded(word: OsString) -> OsString {
    if !word.to_string_lossy().starts_with("-#") {
        return word;
    }
    let mut guarded = OsString::from(GUARD.to_string());
    guarded.push(word);
    guarded
}

/// Returns a word as it was typed.
pub fn unguarded(word: &OsStr) -> OsString {
    match word.to_string_lossy().strip_prefix(GUARD) {
        Some(written) => written.into(),
        None => word.to_owned(),
    }
}

/// Returns words of the command line as they were typed, for use in a sentence.
pub(crate) fn unguarded_text(text: &str) -> String {
    text.replace(GUARD, "")
}

/// True if a path is a word such as `-#2`.
pub(crate) fn names_a_level_of_input(path: &Path) -> bool {
    path.to_string_lossy().starts_with(GUARD)
}

impl LevelRef {
    /// Reads `FILE`, `FILE#3` or `FILE#title`; `-#3` reads standard input. A file with a `#` in its name takes
    /// precedence. The address of a puzzle is a file of one level.
    pub fn parse(text: &OsStr) -> Self {
        let text = &unguarded(text);
        let whole = Self { file: text.into(), level: None };
        if Path::new(text).exists() || is_address(Path::new(text)) {
            return whole;
        }
        if let Some(level) = text.to_string_lossy().strip_prefix("-#") {
            return Self { file: STANDARD.into(), level: Some(level.to_owned()) };
        }
        match split_last(text, '#') {
            Some((file, level)) if !file.is_empty() => {
                Self { file: file.into(), level: Some(level) }
            }
            _ => whole,
        }
    }
}

/// Returns the parts before and after the last such sign, which is one byte. The first part may be any name
/// that the system allows.
fn split_last(text: &OsStr, sign: char) -> Option<(OsString, String)> {
    let bytes = text.as_encoded_bytes();
    let at = bytes.iter().rposition(|byte| char::from(*byte) == sign)?;
    let (before, behind) = (bytes.get(..at)?, bytes.get(at + 1..)?);
    Some((system::os_string(before.to_vec()), String::from_utf8_lossy(behind).into_owned()))
}

/// Returns the text of a file; `-` is standard input, and an address is its own text.
pub fn read_text(name: &Path) -> Result<String, Usage> {
    let fail = |error: std::io::Error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_owned(),
            _ => error.to_string(),
        };
        Usage::of_file(name, why)
    };
    if name == Path::new(STANDARD) {
        return file::read_text_from(std::io::stdin().lock(), file::LARGEST).map_err(fail);
    }
    if let Some(address) = name.to_str().filter(|_| is_address(name)) {
        return Ok(address.to_owned());
    }
    file::read_text(name, file::LARGEST).map_err(fail)
}

/// Reads a pack, or another program's file, whose format is named or recognised. A damaged level does not
/// affect the others.
pub fn read_contents(games: &Games, file: &Path, format: Option<&str>) -> Result<Contents, Usage> {
    let name = file.display();
    let format = format.filter(|format| *format != "auto");
    let source = if format.is_none() { read_source(file) } else { None };
    let contents = match source {
        Some(read) => read.map_err(|why| Usage(format!("{name}, {why}")))?,
        None if format.is_none() && maps::is_map(file) => {
            maps::read_map(file).map_err(|why| Usage(format!("{name}: {why}")))?
        }
        None => {
            let text = read_text(file)?;
            let ending = file.extension().unwrap_or_default().to_string_lossy();
            let asked = match format {
                None => Asked::Recognised,
                Some("foolproof") => Asked::Pack,
                Some(name) => Asked::Format(format_named(games, name, &text)?),
            };
            foolproof_games::read_contents(games, &text, &ending, asked)
                .map_err(|why| Usage(format!("{name}: {why}")))?
        }
    };
    for why in &contents.faults {
        complain(&format!("{name}, {why}"));
    }
    for why in games.load_for(&contents.readable(), Some(file)) {
        complain(&why.to_string());
    }
    let of_games: BTreeSet<&str> =
        contents.levels.iter().flatten().map(|level| level.game.as_str()).collect();
    for game in of_games.into_iter().filter_map(|id| games.by_id(id)) {
        tell_of_slips(&*game);
    }
    Ok(contents)
}

/// Warns on standard error about likely slips in the rules of a designer's own game.
fn tell_of_slips(game: &dyn Game) {
    for slip in &game.assets().slips {
        complain(&format!("{}: {slip}", game.about().id));
    }
}

/// Returns the format of another program with this name; if formats of several games have it, the one that
/// reads the text, or that of the game named after a colon.
pub(crate) fn format_named(games: &Games, name: &str, text: &str) -> Result<FormatOf, Usage> {
    foolproof_games::load_linked(games, text);
    let (id, game) = match name.split_once(':') {
        Some((id, game)) => (id, Some(game)),
        None => (name, None),
    };
    if let Some((library, game)) = games.library().zip(game.filter(|id| games.by_id(id).is_none()))
    {
        library.load_named(games, game).transpose().map_err(Usage::of)?;
    }
    let known = formats(games);
    let is_of = |of: &&FormatOf| game.is_none_or(|game| of.game.about().id == game);
    let named = || known.iter().filter(|of| of.format.id() == id).filter(is_of);
    let found = named().find(|of| of.format.recognises(text)).or_else(|| named().next());
    found.cloned().ok_or_else(|| no_format(games, name))
}

/// Returns the error for an unknown format.
pub fn no_format(games: &Games, name: &str) -> Usage {
    let all = exporters(games);
    let names: Vec<&str> = all.iter().map(|exporter| exporter.id()).collect();
    Usage(format!("there is no format `{name}`; formats are {}", names.join(", ")))
}

/// A named level with its index.
pub struct Picked {
    pub level: Arc<Level>,
    pub game: Arc<dyn Game>,
    pub file: PathBuf,
    /// Its index in the file.
    pub at: usize,
    pub contents: Contents,
}

/// Reads one level to ask about it, with its index.
pub fn pick_level(games: &Games, text: &OsStr) -> Result<Picked, Usage> {
    let wanted = LevelRef::parse(text);
    let contents = read_contents(games, &wanted.file, None)?;
    pick_from(games, wanted, contents)
}

/// Takes one level of a file that has been read.
pub fn pick_from(games: &Games, wanted: LevelRef, contents: Contents) -> Result<Picked, Usage> {
    let picked = pick(games, wanted, contents)?;
    tell_of_rules(&picked.file, [picked.level.as_ref()]);
    Ok(picked)
}

fn pick(games: &Games, wanted: LevelRef, contents: Contents) -> Result<Picked, Usage> {
    let (at, level) = choose(&contents.clone().with_too_large(), &wanted)?;
    let game = game_of(games, &level)?;
    Ok(Picked { level, game, file: wanted.file, at, contents })
}

/// Reads one level to ask about it.
pub fn read_level(games: &Games, text: &OsStr) -> Result<(Arc<Level>, Arc<dyn Game>), Usage> {
    pick_level(games, text).map(|picked| (picked.level, picked.game))
}

/// Reads one level to draw it, without running rules.
pub fn read_level_to_show(
    games: &Games,
    text: &OsStr,
) -> Result<(Arc<Level>, Arc<dyn Game>), Usage> {
    let wanted = LevelRef::parse(text);
    let contents = read_contents(games, &wanted.file, None)?;
    pick(games, wanted, contents).map(|picked| (picked.level, picked.game))
}

/// Warns on standard error that levels bring rules of their own, before they run: their author decides what the
/// solver says.
pub fn tell_of_rules<'a>(file: &Path, levels: impl IntoIterator<Item = &'a Level>) {
    let with_rules = |level: &&Level| !level.concept.own_rules().is_empty();
    let told = match levels.into_iter().filter(with_rules).count() {
        0 => return,
        1 => "a level has rules of its own, asp(\"…\"), and the answers depend on them".to_owned(),
        n => format!(
            "{n} levels have rules of their own, asp(\"…\"), and the answers depend on them"
        ),
    };
    complain(&format!("{}: {told}", file.display()));
}

/// Returns the wanted level with its index in the file.
pub fn choose(contents: &Contents, wanted: &LevelRef) -> Result<(usize, Arc<Level>), Usage> {
    let file = wanted.file.display();
    let levels = &contents.levels;
    let at = match (&wanted.level, levels.as_slice()) {
        (_, []) => return Err(Usage(format!("{file}: the pack has no level"))),
        (None, [_]) => Some(0),
        (None, several) => {
            return Err(Usage(format!(
                "{file} has {} levels; name one, such as {file}#1 ({})",
                several.len(),
                titles(contents)
            )));
        }
        (Some(name), _) => {
            let number = name.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let titled = |level: &Result<Arc<Level>, UnreadLevel>| {
                level.as_ref().is_ok_and(|level| level.title == *name)
            };
            number.filter(|at| *at < levels.len()).or_else(|| levels.iter().position(titled))
        }
    };
    let name = wanted.level.as_deref().unwrap_or_default();
    match at.and_then(|at| Some((at, levels.get(at)?))) {
        Some((at, Ok(level))) => Ok((at, Arc::clone(level))),
        Some((_, Err(why))) => Err(Usage(format!("{file}: {why}"))),
        None => Err(Usage(format!("{file} has no level `{name}`; it has {}", titles(contents)))),
    }
}

fn titles(contents: &Contents) -> String {
    let title = |level: &Result<Arc<Level>, UnreadLevel>| match level {
        Ok(level) => level.title.clone(),
        Err(_) => "cannot be read".to_owned(),
    };
    let all = contents.levels.iter().enumerate().take(12);
    let all: Vec<String> = all.map(|(n, level)| format!("{}: {}", n + 1, title(level))).collect();
    let more = if contents.levels.len() > all.len() { ", …" } else { "" };
    format!("{}{more}", all.join(", "))
}

/// Returns the game of a level.
pub fn game_of(games: &Games, level: &Level) -> Result<Arc<dyn Game>, Usage> {
    // Games next to the pack, at the path that it names, or among the user's games were loaded with it.
    games.by_id(&level.game).ok_or_else(|| unknown(games, &level.game))
}

/// Returns the error for an unknown game; if the game could not be loaded, with the reason, unless that was
/// printed already.
fn unknown(games: &Games, id: &str) -> Usage {
    if let Some(why) = games.why_missing(id) {
        return Usage(why);
    }
    let known: Vec<Text> = games.all().iter().map(|game| game.about().id.clone()).collect();
    Usage(format!("there is no game {}; games are {}", called(id), known.join(", ")))
}

pub fn find_game(games: &Games, id: &str) -> Result<Arc<dyn Game>, Usage> {
    if let Some(game) = games.by_id(id) {
        tell_of_slips(&*game);
        return Ok(game);
    }
    // A folder, a PuzzleScript source, or the user's own game of this name.
    if let Some(library) = games.library() {
        let loaded = match may_hold_game(Path::new(id)) {
            true => Some(library.load(games, Path::new(id))),
            false => library.load_named(games, id),
        };
        let id = loaded.transpose().map_err(Usage::of)?;
        if let Some(game) = id.and_then(|id| games.by_id(&id)) {
            tell_of_slips(&*game);
            return Ok(game);
        }
    }
    // A path that leads nowhere is not meant as a name.
    let is_path = id.contains(['/', '\\']) || is_game_path(Path::new(id));
    if is_path && games.by_id(id).is_none() {
        let why = match Path::new(id).exists() {
            true => "this is neither a game's folder nor a PuzzleScript source",
            false => "no such file or folder",
        };
        return Err(Usage(format!("{id}: {why}")));
    }
    games.by_id(id).ok_or_else(|| unknown(games, id))
}

/// Returns the named level, or all readable ones, with their indices in the file.
pub fn chosen_levels(
    contents: &Contents,
    wanted: &LevelRef,
) -> Result<Vec<(usize, Arc<Level>)>, Usage> {
    if wanted.level.is_some() {
        return Ok(vec![choose(contents, wanted)?]);
    }
    if let Some(why) = contents.hopeless() {
        return Err(Usage::of_file(&wanted.file, why));
    }
    let all = contents.levels.iter().enumerate();
    Ok(all.filter_map(|(at, level)| Some((at, Arc::clone(level.as_ref().ok()?)))).collect())
}

/// Parses the value of an option: a mark, a paper size.
pub fn parsed<T: FromStr<Err: Display>>(option: &str, text: &str) -> Result<T, Usage> {
    text.parse().map_err(|why| Usage(format!("{option}: {why}")))
}

/// Reads the site that an option names: `R3C5`, or `cell(4,2)` as in files.
pub fn read_site(option: &str, text: &str) -> Result<Site, Usage> {
    Site::from_name(text).map_or_else(|| parsed(option, text), Ok)
}

/// Reads the columns and rows of `--size`.
pub fn read_size(size: &str) -> Result<(u16, u16), Usage> {
    let sides = size.split_once(['x', 'X']).map(|(c, r)| (c.trim().parse(), r.trim().parse()));
    match sides {
        Some((Ok(cols), Ok(rows))) => Ok((cols, rows)),
        _ => Err(Usage(format!("--size: write columns x rows, such as 8x8, not `{size}`"))),
    }
}
