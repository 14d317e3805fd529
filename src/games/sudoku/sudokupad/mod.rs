//! Puzzles of SudokuPad: its JSON, plain or shortened, and addresses and codes that hold it.
//!
//! SudokuPad draws and does not solve: its file lists the given digits, the cells of regions and cages, and
//! some rules of the whole board by name. Lines, arrows, dots and texts are pictures there, whose rules are
//! given in sentences; unread parts are listed in the notes. Its addresses may also hold a code of f-puzzles,
//! and levels are written in that way.

use serde_json::{Map, Value};

use crate::fpuzzles::reading::number;
use crate::fpuzzles::{code, counted, is_empty, lines, read_code, titled};
use crate::laid_level::LaidLevel;
use crate::lzstring;
use crate::puzzle::SIDES;
use foolproof_game::{Format, FormatError, FormatFault, first_link, write_lines};
use foolproof_level::{Level, keys};

mod zipped;

pub(crate) struct SudokuPad;

const HOST: &str = "sudokupad.app/";
/// The former host of its addresses.
const FORMER_HOST: &str = "app.crackingthecryptic.com/";
/// Prefixes of codes that hold a puzzle of their own.
const HEADS: [&str; 2] = ["scl", "ctc"];
/// The prefix of a code of f-puzzles.
const FPUZZLES: &str = "fpuz";
/// Prefixes of the LZString of a text that begins with `{`: two bits of the second sign belong to the next
/// character.
const FIRST: [&str; 4] = ["N4", "N5", "N6", "N7"];

/// Drawn elements of a board, and their short names.
const PICTURES: [(&str, &str); 4] =
    [("lines", "l"), ("arrows", "a"), ("overlays", "o"), ("underlays", "u")];

/// Fields of cells that are read, or concern only their display.
const READ: [&str; 4] = ["value", "v", "given", "hideCandidates"];

/// Fields of a puzzle that are read, or concern only its display.
const PARTS: [&str; 19] = [
    "cells", "ce", "regions", "re", "cages", "ca", "lines", "l", "arrows", "a", "overlays", "o",
    "underlays", "u", "metadata", "cellSize", "cs", "settings", "id",
];
/// Fields of its metadata that are read.
const METADATA: [&str; 7] = ["title", "t", "author", "rules", "solution", "antiknight", "antiking"];

/// Rules of the whole board by their names there.
const RULES: [(&str, &str); 2] = [("antiknight", "anti_knight"), ("antiking", "anti_king")];

/// The part of an address that identifies the puzzle.
fn part_of(line: &str) -> Option<&str> {
    let behind = |host: &str| line.split_once(host).map(|(_, rest)| rest);
    let part = behind(HOST).or_else(|| behind(FORMER_HOST))?;
    let part = part.strip_prefix("sudoku/").unwrap_or(part);
    let part = part.split_once("puzzleid=").map_or(part, |(_, id)| id);
    part.split(['?', '&', '#']).next().filter(|part| !part.is_empty())
}

/// The LZString of a line.
fn packed(line: &str) -> Option<&str> {
    let part = part_of(line).unwrap_or(line);
    let code = HEADS.iter().find_map(|head| part.strip_prefix(head))?;
    FIRST.iter().any(|first| code.starts_with(first)).then_some(code)
}

/// The code of f-puzzles that an address holds.
fn fpuzzles_code(line: &str) -> Option<&str> {
    let code = part_of(line)?.strip_prefix(FPUZZLES)?;
    Some(code.strip_prefix("zles").unwrap_or(code))
}

/// A value by its long or its short name.
fn field<'a>(object: &'a Map<String, Value>, long: &str, short: &str) -> Option<&'a Value> {
    object.get(long).or_else(|| object.get(short)).filter(|value| !value.is_null())
}

impl Format for SudokuPad {
    fn id(&self) -> &'static str {
        "sudokupad"
    }

    fn name(&self) -> &'static str {
        "SudokuPad address or JSON"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["scl"]
    }

    fn is_link(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        let has = |name: &str| keys::has_key(text, name, 1..=1);
        let is_json = has("cells") && (has("regions") || has("cages") || has("cellSize"));
        is_json
            || first_link(text).is_some_and(|line| packed(line).or_else(|| part_of(line)).is_some())
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        if text.trim_start().starts_with('{') {
            return vec![read_json(text).map_err(|why| why.at(1))];
        }
        titled(
            lines(text).map(|(line, word)| read_line(word).map_err(|why| why.at(line))).collect(),
        )
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, |level| Ok(format!("https://{HOST}{FPUZZLES}{}", code(level)?)))
    }
}

fn read_line(line: &str) -> Result<Level, FormatFault> {
    if let Some(code) = fpuzzles_code(line) {
        return read_code(code);
    }
    let Some(code) = packed(line) else {
        return Err(
            "this address names a puzzle that lies on the site; open it there and export it, \
                    or take an address that holds the puzzle"
                .into(),
        );
    };
    read_json(&lzstring::text_of(code)?)
}

fn read_json(text: &str) -> Result<Level, FormatFault> {
    let json = zipped::unzipped(text);
    let value: Map<String, Value> =
        serde_json::from_str(&json).map_err(|why| format!("the puzzle: {why}"))?;
    read(&value)
}

fn read(puzzle: &Map<String, Value>) -> Result<Level, FormatFault> {
    let rows = field(puzzle, "cells", "ce").and_then(Value::as_array).ok_or("it has no cells")?;
    let side = rows.len();
    if !SIDES.contains(&side) {
        return Err(format!("boards are 4x4 to 16x16, not of {side} rows").into());
    }
    let mut laid = LaidLevel::new(side);
    for (row, cells) in rows.iter().enumerate() {
        let cells = cells.as_array().map_or(&[][..], Vec::as_slice);
        if cells.len() != side {
            return Err(format!("row {} has {} cells, not {side}", row + 1, cells.len()).into());
        }
        for (col, cell) in cells.iter().enumerate() {
            let value = cell.as_object().and_then(|cell| field(cell, "value", "v"));
            laid.cell(row * side + col, number(value)?, &[])?;
        }
    }
    let mut left_out = regions(puzzle, &mut laid)?;
    left_out.extend(cages(puzzle, &mut laid)?);
    let cells = rows.iter().flat_map(|row| row.as_array().into_iter().flatten());
    let fields = cells.filter_map(Value::as_object).flatten();
    let fields = fields.filter(|(name, value)| !READ.contains(&name.as_str()) && !is_empty(value));
    left_out.extend(counted(fields.map(|(name, _)| name.as_str())));
    let metadata = puzzle.get("metadata").and_then(Value::as_object);
    let said = said_in_cages(puzzle);
    let text = |name: &str, short: &str| {
        let value = metadata.and_then(|metadata| field(metadata, name, short));
        let in_cage = || said.iter().find(|(of, _)| *of == name).map(|(_, text)| *text);
        value.and_then(Value::as_str).or_else(in_cage).unwrap_or_default().to_owned()
    };
    left_out.extend(unread(puzzle, &said));
    for (name, id) in RULES {
        let rule = metadata.and_then(|metadata| metadata.get(name)).and_then(Value::as_bool);
        if rule == Some(true) {
            laid.put_known(id, Vec::new(), Vec::new())?;
        }
    }
    for (name, short) in PICTURES {
        let drawn = field(puzzle, name, short).and_then(Value::as_array).map_or(0, Vec::len);
        left_out.extend(many(drawn, name.trim_end_matches('s')));
    }
    let solution = text("solution", "solution");
    let solution = solution.chars().filter_map(|digit| digit.to_digit(36));
    left_out.extend(laid.solve(&solution.map(Value::from).collect::<Vec<_>>()));
    let mut level = laid.level;
    (level.title, level.author) = (text("title", "t"), text("author", "author"));
    level.notes = text("rules", "rules");
    if !left_out.is_empty() {
        let gap = if level.notes.is_empty() { "" } else { "\n\n" };
        let what = left_out.join(", ");
        level.notes.push_str(&format!(
            "{gap}Not read here: {what}. Lines and other pictures have no rules there: draw them with the constraint tool."
        ));
    }
    Ok(level)
}

/// Names of unknown fields: they may be rules.
fn unread(puzzle: &Map<String, Value>, said: &[(&str, &str)]) -> Vec<String> {
    let metadata = puzzle.get("metadata").and_then(Value::as_object);
    let fields = metadata.into_iter().flatten().map(|field| (field, &METADATA[..]));
    let fields = fields.chain(puzzle.iter().map(|part| (part, &PARTS[..])));
    let names =
        fields.filter(|((name, value), known)| !known.contains(&name.as_str()) && !is_empty(value));
    let names = names.map(|((name, _), _)| name.as_str());
    let others = said.iter().map(|(name, _)| *name).filter(|name| !METADATA.contains(name));
    names.chain(others).map(|name| format!("`{name}`")).collect()
}

/// A place of a list, from 0: `[row, column]`.
fn place(value: &Value, side: usize) -> Result<usize, FormatFault> {
    let part = |at: usize| {
        let part =
            value.get(at).and_then(Value::as_u64).and_then(|part| usize::try_from(part).ok());
        part.filter(|part| *part < side)
    };
    match (part(0), part(1)) {
        (Some(row), Some(col)) => Ok(row * side + col),
        _ => Err(format!("{value} is not a cell of this board").into()),
    }
}

/// The cells of a region or cage: a list of places, or names such as `r1c1-r1c3,r2c1`.
fn cells_of(value: Option<&Value>, side: usize) -> Result<Vec<usize>, FormatFault> {
    match value {
        Some(Value::Array(places)) => places.iter().map(|at| place(at, side)).collect(),
        Some(Value::String(names)) => {
            let parts = names.split([',', ' ']).filter(|part| !part.is_empty());
            let found: Result<Vec<Vec<usize>>, _> = parts.map(|part| named(part, side)).collect();
            Ok(found?.concat())
        }
        _ => Ok(Vec::new()),
    }
}

/// A cell by its name, or all from one to another.
fn named(text: &str, side: usize) -> Result<Vec<usize>, FormatFault> {
    let at = |name: &str| {
        let (row, col) = name.trim().strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
        let part = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let (row, col) = (part(row)?, part(col)?);
        (row < side && col < side).then_some((row, col))
    };
    let fault = || FormatFault::from(format!("`{text}` is not a cell of this board"));
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (at(first).ok_or_else(fault)?, at(last).ok_or_else(fault)?);
    let rows = first.0.min(last.0)..=first.0.max(last.0);
    let cols = first.1.min(last.1)..=first.1.max(last.1);
    Ok(rows.flat_map(|row| cols.clone().map(move |col| row * side + col)).collect())
}

/// Reads regions in place of boxes. Returns a note about others.
fn regions(puzzle: &Map<String, Value>, laid: &mut LaidLevel) -> Result<Vec<String>, FormatFault> {
    let side = laid.side;
    let listed = field(puzzle, "regions", "re").and_then(Value::as_array);
    let mut others = 0;
    let mut by_cell: Vec<Option<i64>> = vec![None; side * side];
    for (number, region) in (0..).zip(listed.into_iter().flatten()) {
        // Extra regions have other sizes, and their rules are elsewhere.
        let cells = cells_of(Some(region), side)?;
        match cells.len() == side {
            true => cells.into_iter().for_each(|cell| by_cell[cell] = Some(number)),
            false => others += usize::from(!cells.is_empty()),
        }
    }
    match by_cell.iter().all(Option::is_none) {
        // Only rows and columns are drawn.
        true => laid.put_known("no_boxes", Vec::new(), Vec::new())?,
        false => laid.regions(&by_cell)?,
    }
    Ok(many(others, "region").into_iter().collect())
}

/// The number of things of a kind in words, if there are any.
fn many(number: usize, name: &str) -> Option<String> {
    (number > 0).then(|| format!("{number} {name}{}", if number == 1 { "" } else { "s" }))
}

/// Words in cages without cells: `title: …`, `author: …` and so on.
fn said_in_cages(puzzle: &Map<String, Value>) -> Vec<(&str, &str)> {
    let cages = field(puzzle, "cages", "ca").and_then(Value::as_array);
    let cages = cages.into_iter().flatten().filter_map(Value::as_object);
    let bare = cages.filter(|cage| field(cage, "cells", "ce").is_none_or(is_empty));
    let words = bare.filter_map(|cage| field(cage, "value", "v")?.as_str()?.split_once(':'));
    words.map(|(name, text)| (name.trim(), text.trim())).collect()
}

/// Reads cages with a sum, or with different digits. Returns a note about others.
fn cages(puzzle: &Map<String, Value>, laid: &mut LaidLevel) -> Result<Vec<String>, FormatFault> {
    let listed = field(puzzle, "cages", "ca").and_then(Value::as_array);
    let mut others = 0;
    for cage in listed.into_iter().flatten().filter_map(Value::as_object) {
        let cells = cells_of(cage.get("cells").or_else(|| cage.get("ce")), laid.side)?;
        // Titles and rules are in cages without cells; rows and columns are there for checking.
        let is_house = cage.get("type").and_then(Value::as_str) == Some("rowcol");
        if cells.is_empty() || is_house {
            continue;
        }
        let shown = cage.get("sum").or_else(|| field(cage, "value", "v"));
        let unique = cage.get("unique").and_then(Value::as_bool);
        match (number(shown), unique) {
            (Ok(Some(sum)), Some(false)) => {
                laid.put_known("sum", vec![sum], vec![cells])?;
            }
            (Ok(Some(sum)), _) => laid.put_known("cage", vec![sum], vec![cells])?,
            (Ok(None), Some(true)) => laid.put_known("cage", Vec::new(), vec![cells])?,
            _ => others += 1,
        }
    }
    Ok(many(others, "cage").into_iter().collect())
}

#[cfg(test)]
mod tests;
