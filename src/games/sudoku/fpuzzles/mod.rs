//! Puzzles of f-puzzles.com: plain JSON, or JSON packed with LZString, in base64.
//!
//! Constraints are read and written by the names that their kinds define; an unknown one is rejected by name,
//! and decoration goes into the notes.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::lzstring;
use crate::puzzle::SIDES;
use foolproof_game::{
    Format, FormatError, FormatFault, first_link, note_unread, or_none, write_lines,
};
use foolproof_level::{Level, keys};

pub(crate) mod reading;
mod writing;

use reading::LevelReader;
use writing::written;

pub(crate) struct FPuzzles;

const ADDRESS: &str = "https://www.f-puzzles.com/?load=";
/// The host of the site, however its address begins.
const HOST: &str = "f-puzzles.com/";
/// Prefix of the LZString of a text that begins with `{"`.
const FIRST: &str = "N4Ig";

/// A puzzle's information besides its rules.
const PLAIN: [&str; 9] = [
    "size", "title", "author", "ruleset", "grid", "highlightConflicts", "disabledlogic",
    "truecandidatesoptions", "nonconsecutive",
];

/// Drawn elements without a rule.
const DECORATION: [&str; 6] = ["line", "rectangle", "circle", "text", "cage", "successMessage"];

#[derive(Deserialize)]
#[serde(rename = "Puzzle")]
struct FPuzzle {
    size: usize,
    #[serde(default, deserialize_with = "or_default")]
    title: String,
    #[serde(default, deserialize_with = "or_default")]
    author: String,
    #[serde(default, deserialize_with = "or_default")]
    ruleset: String,
    #[serde(default, deserialize_with = "or_default")]
    solution: Vec<Value>,
    grid: Vec<Vec<Cell>>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Clone, Deserialize)]
struct Cell {
    #[serde(default)]
    value: Option<i32>,
    #[serde(default, deserialize_with = "or_default")]
    given: bool,
    /// The digits that it may hold, if the puzzle lists them.
    #[serde(default, rename = "givenPencilMarks", deserialize_with = "or_default")]
    choices: Vec<i32>,
    /// A region other than its box.
    #[serde(default)]
    region: Option<i64>,
    /// Pencil marks and colours of a player.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A value, or the default where a program has written `null`.
fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Returns whether a value has no content.
pub(crate) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Null | Value::Bool(false) => true,
        _ => false,
    }
}

/// Number of cells that have each of these fields, in words.
pub(crate) fn counted<'a>(fields: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut many = BTreeMap::<&str, usize>::new();
    fields.for_each(|field| *many.entry(field).or_default() += 1);
    many.into_iter().map(|(field, many)| format!("{many} x {field}")).collect()
}

/// Lines with content, with their numbers.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty())
}

/// The code of a line: the part after `load=`, or all of it.
fn code_of(line: &str) -> Option<&str> {
    match line.split_once("load=") {
        Some((_, code)) => code.split('&').next(),
        None => {
            let base64 = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
            (line.starts_with(FIRST) && line.chars().all(base64)).then_some(line)
        }
    }
}

/// Returns whether a word is an address or a code of this site.
fn is_code(word: &str) -> bool {
    code_of(word).is_some_and(|code| {
        code.starts_with(FIRST) || word.contains(HOST) || word.starts_with("?load=")
    })
}

fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// Returns whether a text is a puzzle as JSON, or a list of them: with a size, and a grid whose cells have no
/// type, unlike those of other programs' grids.
fn is_puzzle(text: &str) -> bool {
    let has = |name: &str| keys::has_key(text, name, 1..=2);
    has("size")
        && has("grid")
        && !keys::has_key(text, "type", 4..=5)
        && !keys::has_key(text, "puzzle", 1..=3)
}

impl Format for FPuzzles {
    fn id(&self) -> &'static str {
        "f-puzzles"
    }

    fn name(&self) -> &'static str {
        "f-puzzles code, address or JSON"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["fpuzzles", "json"]
    }

    fn is_link(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        if is_json(text) { is_puzzle(text) } else { first_link(text).is_some_and(is_code) }
    }

    /// The site opens one code at a time, so each has its own line.
    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        let read = if is_json(text) { read_json(text) } else { read_lines(text) };
        titled(read)
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, |level| Ok(format!("{ADDRESS}{}", code(level)?)))
    }
}

/// Puzzles, with their positions as missing titles; an error if there is none.
pub(crate) fn titled(read: Vec<Result<Level, FormatError>>) -> Vec<Result<Level, FormatError>> {
    let levels = read.into_iter().enumerate().map(|(at, level)| {
        let mut level = level?;
        if level.title.is_empty() {
            level.title = format!("Puzzle {}", at + 1);
        }
        Ok(level)
    });
    or_none(levels.collect(), "there is no puzzle")
}

pub(crate) fn code(level: &Level) -> Result<String, FormatFault> {
    Ok(lz_str::compress_to_base64(written(level)?.to_string().as_str()))
}

/// Reads codes and addresses, one a line.
fn read_lines(text: &str) -> Vec<Result<Level, FormatError>> {
    lines(text).map(|(line, code)| read_line(code).map_err(|why| why.at(line))).collect()
}

/// Reads puzzles as JSON: one, a list of them, or several in sequence. Errors name the line where the
/// puzzle's text begins.
fn read_json(text: &str) -> Vec<Result<Level, FormatError>> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut levels = Vec::new();
    loop {
        let before = text.get(..stream.byte_offset()).unwrap_or_default();
        let gap = text.get(before.len()..).unwrap_or_default();
        let blank = gap.len() - gap.trim_start().len();
        let above = text.get(..before.len() + blank).unwrap_or_default();
        let line = above.matches('\n').count() + 1;
        match stream.next() {
            None => return levels,
            Some(Err(error)) => {
                let (line, column) = (error.line(), error.column().max(1));
                levels.push(Err(match error.is_eof() {
                    true => FormatError::at(line, column, "the file ends too early"),
                    false => FormatError::of_json(line, column, &error),
                }));
                return levels;
            }
            Some(Ok(value)) => {
                let puzzles = match value {
                    Value::Array(all) => all,
                    one => vec![one],
                };
                let level_of = |puzzle| read_value(puzzle).map_err(|why| why.at(line));
                levels.extend(puzzles.into_iter().map(level_of));
            }
        }
    }
}

fn read_line(line: &str) -> Result<Level, FormatFault> {
    read_code(code_of(line).ok_or("this is not a code of f-puzzles")?)
}

pub(crate) fn read_code(code: &str) -> Result<Level, FormatFault> {
    let json = lzstring::text_of(code)?;
    let puzzle =
        serde_json::from_str(&json).map_err(|error| format!("the puzzle in the code: {error}"))?;
    read_value(puzzle)
}

/// The level of a puzzle; an error names the field.
fn read_value(puzzle: Value) -> Result<Level, FormatFault> {
    let puzzle: Result<FPuzzle, _> = serde_path_to_error::deserialize(puzzle);
    read(puzzle.map_err(|error| match error.path().to_string().as_str() {
        "." => error.inner().to_string(),
        field => format!("{} (in `{field}`)", error.inner()),
    })?)
}

fn read(puzzle: FPuzzle) -> Result<Level, FormatFault> {
    let side = puzzle.size;
    if puzzle.grid.len() != side {
        return Err(format!("the grid has {} rows, not {side}", puzzle.grid.len()).into());
    }
    if !SIDES.contains(&side) {
        return Err(format!("boards are 4x4 to 16x16, not {side}x{side}").into());
    }
    let mut reader = LevelReader::new(side);
    for (row, cells) in puzzle.grid.iter().enumerate() {
        if cells.len() != side {
            return Err(format!("row {} has {} cells, not {side}", row + 1, cells.len()).into());
        }
        for (col, cell) in cells.iter().enumerate() {
            reader.laid.cell(row * side + col, cell.value.filter(|_| cell.given), &cell.choices)?;
        }
    }
    reader
        .laid
        .regions(&puzzle.grid.concat().iter().map(|cell| cell.region).collect::<Vec<_>>())?;
    let mut left_out = reader.constraints(&puzzle.rest)?;
    let cells = puzzle.grid.iter().flatten();
    let fields = cells.clone().flat_map(|cell| &cell.rest);
    left_out.extend(counted(
        fields.filter(|(_, value)| !is_empty(value)).map(|(name, _)| name.as_str()),
    ));
    let entered = cells.filter(|cell| cell.value.is_some_and(|value| value > 0) && !cell.given);
    left_out.extend(counted(entered.map(|_| "entered digit")));
    left_out.extend(reader.laid.solve(&puzzle.solution));
    let mut level = reader.laid.level;
    level.title = puzzle.title;
    level.author = puzzle.author;
    level.notes = puzzle.ruleset;
    note_unread(&mut level, &left_out);
    Ok(level)
}

#[cfg(test)]
mod tests;
