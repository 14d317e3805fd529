//! The JSON of the Linjat generator and of the game's puzzle collection.
//!
//! A puzzle is `{"puzzle": [rows]}`: a blank is an empty cell, `.` a dot, a digit a number. A collection has
//! lists of puzzles by tier, the generator writes one puzzle a line. The author's statements about a puzzle's
//! deduction are kept in the notes, and never taken for our own results.

use serde_json::{Value, json};

use crate::marks::{LinjatClue, facts};
use foolproof_game::{Format, FormatError, FormatFault, capital, or_none};
use foolproof_level::{Board, Level, Site, keys};

/// Puzzles as JSON.
pub(crate) struct Rows;

/// The prefix of notes with the file's information besides the rows.
const SAID: &str = "From the file: ";
/// The name of the list of puzzles without a tier.
const UNTAGGED: &str = "puzzles";
/// The tiers of the collection, in its order.
const TIERS: [&str; 5] = ["tutorial", "easy", "medium", "hard", "expert"];

/// The largest side of a board.
pub(crate) const LARGEST: u16 = 16;

/// A puzzle of a list; `None` if the entry has none (the end of a tutorial).
fn level_of(value: &Value, at: &str) -> Result<Option<Level>, FormatFault> {
    let rows = match value.get("puzzle") {
        None => return Err(format!("{at} has no \"puzzle\"").into()),
        Some(Value::Null) => return Ok(None),
        Some(Value::Array(rows)) => rows,
        Some(_) => return Err(format!("the \"puzzle\" of {at} is not a list of rows").into()),
    };
    let texts: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    let texts = texts.ok_or_else(|| format!("a row of {at} is not text"))?;
    let cols = texts.first().map_or(0, |row| row.chars().count());
    let side = |length: usize, name: &str| -> Result<u16, FormatFault> {
        match u16::try_from(length) {
            Ok(length) if (1..=LARGEST).contains(&length) => Ok(length),
            _ => Err(format!("{at} has {length} {name}; a board has 1 to {LARGEST}").into()),
        }
    };
    let board = Board { cols: side(cols, "columns")?, rows: side(texts.len(), "rows")?, tray: 0 };
    let mut level = Level::open("linjat", board);
    for (row, text) in (0..board.rows).zip(&texts) {
        if text.chars().count() != cols {
            let (count, number) = (text.chars().count(), row + 1);
            return Err(
                format!("row {number} of {at} has {count} cells, the first has {cols}").into()
            );
        }
        for (col, character) in (0..board.cols).zip(text.chars()) {
            let mark = match character {
                ' ' => continue,
                '.' => LinjatClue::Dot.mark(),
                '1'..='9' => character.to_string().parse().ok(),
                other => {
                    return Err(format!(
                        "`{other}` in row {}, column {} of {at} is not a blank, `.` or a number",
                        row + 1,
                        col + 1
                    )
                    .into());
                }
            };
            level.paint(Site::cell(col, row), mark);
        }
    }
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
fn listed(values: &[Value], tier: Option<&str>, before: usize) -> Vec<Result<Level, FormatFault>> {
    let mut levels = Vec::new();
    for (at, value) in values.iter().enumerate().map(|(at, value)| (before + at, value)) {
        let named = match tier {
            Some(tier) => format!("puzzle {} of \"{tier}\"", at + 1),
            None => format!("puzzle {}", at + 1),
        };
        levels.extend(level_of(value, &named).transpose().map(|level| {
            let mut level = level?;
            level.title = format!("{} {}", capital(tier.unwrap_or("puzzle")), at + 1);
            level.tags = tier.map(str::to_owned).into_iter().collect();
            Ok(level)
        }));
    }
    levels
}

/// The levels of a value, where `before` is the number of puzzles before it.
fn all_of(value: &Value, before: usize) -> Vec<Result<Level, FormatFault>> {
    match value {
        Value::Array(values) => listed(values, None, before),
        Value::Object(fields) if fields.contains_key("puzzle") => {
            listed(std::slice::from_ref(value), None, before)
        }
        Value::Object(fields) => {
            // In the collection's order, regardless of the text's.
            let place = |name: &String| TIERS.iter().position(|tier| *tier == name);
            let mut tiers: Vec<(&String, &Value)> = fields.iter().collect();
            tiers.sort_by_key(|(name, _)| (place(name).unwrap_or(TIERS.len()), (*name).clone()));
            let mut levels = Vec::new();
            for (name, list) in tiers {
                let Value::Array(values) = list else {
                    levels.push(Err(format!("\"{name}\" is not a list of puzzles").into()));
                    continue;
                };
                let tier = Some(name.as_str()).filter(|name| *name != UNTAGGED);
                levels.extend(listed(values, tier, 0));
            }
            levels
        }
        _ => vec![Err("there is no puzzle".into())],
    }
}

fn rows_of(level: &Level) -> Vec<String> {
    let board = level.board;
    let cell = |site: Site| match level.mark(site).and_then(|mark| LinjatClue::read(mark).ok()) {
        Some(LinjatClue::Number(number)) => number.to_string(),
        Some(LinjatClue::Dot) => ".".to_owned(),
        None => " ".to_owned(),
    };
    (0..board.rows)
        .map(|row| (0..board.cols).map(|col| cell(Site::cell(col, row))).collect())
        .collect()
}

/// Continues reading at the beginning of a line: one puzzle per line, or one value for the whole text. Errors
/// in a value name the line where it begins; a broken value returns the line at which to continue.
fn read_from(
    text: &str,
    from: usize,
    levels: &mut Vec<Result<Level, FormatError>>,
) -> Option<usize> {
    let rest = text.get(from..).unwrap_or_default();
    let lines_before = text.get(..from).unwrap_or_default().matches('\n').count();
    let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    loop {
        let gap = rest.get(stream.byte_offset()..).unwrap_or_default();
        let begin = rest.len() - gap.trim_start().len();
        match stream.next()? {
            Ok(value) => {
                let before = rest.get(..begin).unwrap_or_default();
                let line = lines_before + before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1;
                let read = all_of(&value, levels.len()).into_iter();
                levels.extend(
                    read.map(|level| level.map_err(|why| FormatError::at(line, column, why))),
                );
            }
            Err(error) => {
                let (line, column) = (lines_before + error.line(), error.column().max(1));
                levels.push(Err(FormatError::of_json(line, column, &error)));
                let broken = rest.get(begin..).unwrap_or_default();
                let next = ["\n{", "\n["].iter().filter_map(|start| broken.find(start)).min()?;
                return Some(from + begin + next + 1);
            }
        }
    }
}

impl Format for Rows {
    fn id(&self) -> &'static str {
        "linjat-json"
    }

    fn name(&self) -> &'static str {
        "Linjat puzzles"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["json", "jsonl"]
    }

    fn recognises(&self, text: &str) -> bool {
        // Alone, in a list, or in a list of a tier.
        keys::has_key(text, "puzzle", 1..=3)
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        let (mut levels, mut next) = (Vec::new(), Some(0));
        while let Some(from) = next {
            next = read_from(text, from, &mut levels);
        }
        or_none(levels, "there is no puzzle")
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        let mut tiers: Vec<(&str, Vec<Value>)> = Vec::new();
        for (at, level) in levels.iter().enumerate() {
            facts(level).map_err(|error| FormatError::at(at + 1, 1, error.to_string()))?;
            let mut puzzle = json!({ "puzzle": rows_of(level) });
            let said = level.notes.strip_prefix(SAID).and_then(|said| {
                // Text that follows was added by the designer.
                serde_json::Deserializer::from_str(said).into_iter::<Value>().next()?.ok()
            });
            if let (Some(Value::Object(said)), Value::Object(puzzle)) = (said, &mut puzzle) {
                puzzle.extend(said);
            }
            let known = |tag: &&String| TIERS.contains(&tag.as_str());
            let tier = level.tags.iter().find(known).map_or(UNTAGGED, String::as_str);
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
