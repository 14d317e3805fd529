//! The JSON of the Linjat generator and of the game's puzzle collection.
//!
//! A puzzle is `{"puzzle": [rows]}`: a blank is an empty cell, `.` a dot, a digit a number. A
//! collection has lists of puzzles by tier, the generator writes one puzzle a line. What its author
//! says of a puzzle's deduction is kept in the notes, and never taken for ours.

use serde_json::{Value, json};

use super::explain::capital;
use super::marks::{Piece, facts};
use crate::games::{Format, FormatError};
use crate::level::{Board, Level, Site};

/// Puzzles as JSON.
pub struct Rows;

/// How the notes begin that hold what the file said beside the rows.
const SAID: &str = "From the file: ";
/// The tiers of the collection, in its order.
const TIERS: [&str; 5] = ["tutorial", "easy", "medium", "hard", "expert"];

fn fault(line: usize, column: usize, why: impl Into<String>) -> FormatError {
    FormatError { line, column, why: why.into() }
}

/// The largest side of a board.
pub const LARGEST: u16 = 16;

/// A puzzle of a list; `None` where it has none (the end of a tutorial).
fn level_of(value: &Value, at: &str) -> Result<Option<Level>, String> {
    let rows = match value.get("puzzle") {
        None => return Err(format!("{at} has no \"puzzle\"")),
        Some(Value::Null) => return Ok(None),
        Some(Value::Array(rows)) => rows,
        Some(_) => return Err(format!("the \"puzzle\" of {at} is no list of rows")),
    };
    let texts: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    let texts = texts.ok_or_else(|| format!("a row of {at} is no text"))?;
    let cols = texts.first().map_or(0, |row| row.chars().count());
    let side = |length: usize, name: &str| match u16::try_from(length) {
        Ok(length) if (1..=LARGEST).contains(&length) => Ok(length),
        _ => Err(format!("{at} has {length} {name}; a board has 1 to {LARGEST}")),
    };
    let board = Board { cols: side(cols, "columns")?, rows: side(texts.len(), "rows")?, tray: 0 };
    let mut level = Level::open("linjat", board);
    for (row, text) in (0..board.rows).zip(&texts) {
        if text.chars().count() != cols {
            let (count, number) = (text.chars().count(), row + 1);
            return Err(format!("row {number} of {at} has {count} cells, the first has {cols}"));
        }
        for (col, character) in (0..board.cols).zip(text.chars()) {
            let mark = match character {
                ' ' => continue,
                '.' => Piece::Dot.mark(),
                '1'..='9' => character.to_string().parse().ok(),
                other => {
                    return Err(format!(
                        "`{other}` in row {}, column {} of {at} is no blank, `.` or number",
                        row + 1,
                        col + 1
                    ));
                }
            };
            level.paint(Site::cell(col, row), mark);
        }
    }
    level.policy.unique = crate::level::Expect::Yes;
    let mut said = value.clone();
    if let Value::Object(said) = &mut said {
        said.remove("puzzle");
        if !said.is_empty() {
            level.notes = format!("{SAID}{}", Value::Object(said.clone()));
        }
    }
    Ok(Some(level))
}

/// The levels of a list of puzzles, tagged and named by their tier.
fn listed(values: &[Value], tier: Option<&str>, before: usize) -> Result<Vec<Level>, String> {
    let mut levels = Vec::new();
    for (at, value) in values.iter().enumerate().map(|(at, value)| (before + at, value)) {
        let named = match tier {
            Some(tier) => format!("puzzle {} of \"{tier}\"", at + 1),
            None => format!("puzzle {}", at + 1),
        };
        let Some(mut level) = level_of(value, &named)? else { continue };
        level.title = format!("{} {}", capital(tier.unwrap_or("puzzle")), at + 1);
        level.tags = tier.map(str::to_owned).into_iter().collect();
        levels.push(level);
    }
    Ok(levels)
}

/// The levels of a value that follows so many puzzles.
fn all_of(value: &Value, before: usize) -> Result<Vec<Level>, String> {
    match value {
        Value::Array(values) => listed(values, None, before),
        Value::Object(fields) if fields.contains_key("puzzle") => {
            listed(std::slice::from_ref(value), None, before)
        }
        Value::Object(fields) => {
            // In the collection's order, whatever that of the text.
            let place = |name: &String| TIERS.iter().position(|tier| *tier == name);
            let mut tiers: Vec<(&String, &Value)> = fields.iter().collect();
            tiers.sort_by_key(|(name, _)| (place(name).unwrap_or(TIERS.len()), (*name).clone()));
            let mut levels = Vec::new();
            for (name, list) in tiers {
                let Value::Array(values) = list else {
                    return Err(format!("\"{name}\" is no list of puzzles"));
                };
                levels.extend(listed(values, Some(name), 0)?);
            }
            Ok(levels)
        }
        _ => Err("there is no puzzle".to_owned()),
    }
}

fn rows_of(level: &Level) -> Vec<String> {
    let board = level.board;
    let cell = |site: Site| match level.mark(site).and_then(|mark| Piece::read(mark).ok()) {
        Some(Piece::Number(number)) => number.to_string(),
        Some(Piece::Dot) => ".".to_owned(),
        None => " ".to_owned(),
    };
    (0..board.rows)
        .map(|row| (0..board.cols).map(|col| cell(Site::cell(col, row))).collect())
        .collect()
}

impl Format for Rows {
    fn id(&self) -> &'static str {
        "linjat-json"
    }

    fn name(&self) -> &'static str {
        "Linjat puzzles"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json", "jsonl"]
    }

    fn recognises(&self, text: &str) -> bool {
        let is_key = |rest: &str| rest.trim_start().starts_with(':');
        text.trim_start().starts_with(['{', '['])
            && !text.contains("\"foolproof\"")
            && text.split("\"puzzle\"").skip(1).any(is_key)
    }

    fn read(&self, text: &str) -> Result<Vec<Level>, FormatError> {
        let mut levels = Vec::new();
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        // One puzzle a line, or one value altogether; a value's faults are told where it begins.
        loop {
            let offset = stream.byte_offset();
            let Some(value) = stream.next() else { break };
            let value = value
                .map_err(|error| fault(error.line(), error.column().max(1), error.to_string()))?;
            let gap = text.get(offset..).unwrap_or_default();
            let begin = offset + gap.len() - gap.trim_start().len();
            let before = text.get(..begin).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1;
            levels.extend(all_of(&value, levels.len()).map_err(|why| fault(line, column, why))?);
        }
        match levels.is_empty() {
            true => Err(fault(1, 1, "there is no puzzle")),
            false => Ok(levels),
        }
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        let mut tiers: Vec<(&str, Vec<Value>)> = Vec::new();
        for (at, level) in levels.iter().enumerate() {
            facts(level).map_err(|error| fault(at + 1, 1, error.to_string()))?;
            let mut puzzle = json!({ "puzzle": rows_of(level) });
            let said = level.notes.strip_prefix(SAID).and_then(|said| {
                // What the designer wrote behind it is hers.
                serde_json::Deserializer::from_str(said).into_iter::<Value>().next()?.ok()
            });
            if let (Some(Value::Object(said)), Value::Object(puzzle)) = (said, &mut puzzle) {
                puzzle.extend(said);
            }
            let known = |tag: &&String| TIERS.contains(&tag.as_str());
            let tier = level.tags.iter().find(known).map_or("puzzles", String::as_str);
            match tiers.iter_mut().find(|(name, _)| *name == tier) {
                Some((_, list)) => list.push(puzzle),
                None => tiers.push((tier, vec![puzzle])),
            }
        }
        let document: serde_json::Map<String, Value> =
            tiers.into_iter().map(|(name, list)| (name.to_owned(), list.into())).collect();
        Ok(format!("{:#}\n", Value::Object(document)))
    }
}
