//! What verbs read: packs, levels of a pack, other programs' formats, standard input.
//!
//! Knows `level` and the games. Every error is one line that says what to do.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use crate::games::{self, Format, Game};
use crate::level::{Level, Pack};

/// Bad input or usage: what the user is told, on one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// A file, and which of its levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelRef {
    pub file: String,
    /// A number from 1, or a title.
    pub level: Option<String>,
}

impl LevelRef {
    /// `FILE`, `FILE#3` or `FILE#title`. A file whose name has a `#` is found first.
    pub fn parse(text: &str) -> Self {
        let whole = Self { file: text.to_owned(), level: None };
        if Path::new(text).exists() {
            return whole;
        }
        match text.rsplit_once('#') {
            Some((file, level)) if !file.is_empty() => {
                Self { file: file.to_owned(), level: Some(level.to_owned()) }
            }
            _ => whole,
        }
    }
}

/// The text of a file; `-` is standard input.
pub fn read_text(file: &str) -> Result<String, Usage> {
    let fail = |error: std::io::Error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::InvalidData => "it is no UTF-8 text".to_owned(),
            _ => error.to_string(),
        };
        Usage(format!("{file}: {why}"))
    };
    if file == "-" {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text).map_err(fail)?;
        return Ok(text);
    }
    std::fs::read_to_string(file).map_err(fail)
}

/// Every format of every game, with the game.
pub fn formats() -> Vec<(&'static dyn Game, &'static dyn Format)> {
    games::all()
        .iter()
        .flat_map(|game| game.formats().iter().map(|format| (*game, *format)))
        .collect()
}

/// Reads a pack, or another program's file, whose format is named or recognised.
pub fn read_pack(file: &str, format: Option<&str>) -> Result<Pack, Usage> {
    let text = read_text(file)?;
    let known = formats();
    let found = match format {
        None | Some("auto") => known.iter().find(|(_, format)| format.recognises(&text)),
        Some("foolproof") => None,
        Some(name) => {
            Some(known.iter().find(|(_, format)| format.id() == name).ok_or_else(|| {
                Usage(format!("there is no format `{name}`; known are {}", format_names()))
            })?)
        }
    };
    match found {
        Some((_, format)) => {
            let levels = format.read(&text).map_err(|error| Usage(format!("{file}: {error}")))?;
            Ok(Pack { levels: levels.into_iter().map(Arc::new).collect(), ..Pack::default() })
        }
        None if !text.trim_start().starts_with('{') => {
            let names: Vec<&str> = known.iter().map(|(_, format)| format.id()).collect();
            Err(Usage(format!("{file}: this is neither a pack nor one of {}", names.join(", "))))
        }
        None => Pack::from_json(&text).map_err(|error| Usage(format!("{file}: {error}"))),
    }
}

fn format_names() -> String {
    let mut names = vec!["foolproof".to_owned()];
    names.extend(formats().iter().map(|(_, format)| format.id().to_owned()));
    names.join(", ")
}

/// Reads one level.
pub fn read_level(text: &str) -> Result<(Arc<Level>, &'static dyn Game), Usage> {
    let wanted = LevelRef::parse(text);
    let pack = read_pack(&wanted.file, None)?;
    let level = choose(&pack, &wanted)?;
    let game = game_of(&level)?;
    Ok((level, game))
}

fn choose(pack: &Pack, wanted: &LevelRef) -> Result<Arc<Level>, Usage> {
    let file = &wanted.file;
    let Some(name) = &wanted.level else {
        return match pack.levels.as_slice() {
            [] => Err(Usage(format!("{file}: the pack has no level"))),
            [only] => Ok(Arc::clone(only)),
            several => Err(Usage(format!(
                "{file} has {} levels; name one, such as {file}#1 ({})",
                several.len(),
                titles(pack)
            ))),
        };
    };
    let by_number = name.parse::<usize>().ok().and_then(|n| pack.levels.get(n.checked_sub(1)?));
    let by_title = || pack.levels.iter().find(|level| level.title == *name);
    by_number
        .or_else(by_title)
        .map(Arc::clone)
        .ok_or_else(|| Usage(format!("{file} has no level `{name}`; it has {}", titles(pack))))
}

fn titles(pack: &Pack) -> String {
    let all: Vec<String> = pack
        .levels
        .iter()
        .enumerate()
        .take(12)
        .map(|(n, level)| format!("{}: {}", n + 1, level.title))
        .collect();
    let more = if pack.levels.len() > all.len() { ", …" } else { "" };
    format!("{}{more}", all.join(", "))
}

/// The game of a level.
pub fn game_of(level: &Level) -> Result<&'static dyn Game, Usage> {
    find_game(&level.game)
}

pub fn find_game(id: &str) -> Result<&'static dyn Game, Usage> {
    games::by_id(id).ok_or_else(|| {
        let known: Vec<&str> = games::all().iter().map(|game| game.about().id).collect();
        Usage(format!("there is no game `{id}`; there are {}", known.join(", ")))
    })
}

/// Columns and rows of `--size`.
pub fn read_size(size: &str) -> Result<(u16, u16), Usage> {
    let sides = size.split_once(['x', 'X']).map(|(c, r)| (c.trim().parse(), r.trim().parse()));
    match sides {
        Some((Ok(cols), Ok(rows))) => Ok((cols, rows)),
        _ => Err(Usage(format!("--size wants columns x rows such as 8x8, not `{size}`"))),
    }
}
