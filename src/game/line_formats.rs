//! Common parts of formats whose texts have a level in each line.

use crate::format::{FormatError, or_none};
use crate::refusals::FormatFault;
use foolproof_level::Level;

impl FormatError {
    /// Creates an error at a line and a column, both from 1.
    pub fn at(line: usize, column: usize, why: impl Into<String>) -> Self {
        Self { line, column, why: why.into() }
    }

    /// Converts an error in JSON, without the position at the end of its message.
    pub fn of_json(line: usize, column: usize, error: &serde_json::Error) -> Self {
        let words = error.to_string();
        Self::at(line, column, words.split(" at line ").next().unwrap_or_default())
    }
}

impl FormatFault {
    /// Adds the line, from 1.
    pub fn at(self, line: usize) -> FormatError {
        FormatError::at(line, 1, self)
    }
}

/// Reads a level from each line that is not empty, given its number and text, and names it by its position in
/// the file: "Panel 1".
pub fn read_lines(
    text: &str,
    noun: &str,
    none: &str,
    read: impl Fn(usize, &str) -> Result<Level, FormatError>,
) -> Vec<Result<Level, FormatError>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    numbered(lines.map(|(at, line)| read(at + 1, line)), noun, none)
}

/// Titles levels by their positions in the file. Fails if the file has no levels.
pub fn numbered(
    read: impl Iterator<Item = Result<Level, FormatError>>,
    noun: &str,
    none: &str,
) -> Vec<Result<Level, FormatError>> {
    let named = read.enumerate().map(|(at, read)| {
        let mut level = read?;
        level.title = format!("{noun} {}", at + 1);
        Ok(level)
    });
    or_none(named.collect(), none)
}

/// Writes a level per line; an error has the number of its level.
pub fn write_lines(
    levels: &[&Level],
    write: impl Fn(&Level) -> Result<String, FormatFault>,
) -> Result<String, FormatError> {
    let mut text = String::new();
    for (at, level) in levels.iter().enumerate() {
        text.push_str(&write(level).map_err(|why| why.at(at + 1))?);
        text.push('\n');
    }
    Ok(text)
}

/// Maximum number of things that a note names.
const MAX_NAMED: usize = 12;

/// Adds a note about the parts of a level that the format has and the level does not keep.
pub fn note_unread(level: &mut Level, what: &[String]) {
    if what.is_empty() {
        return;
    }
    let gap = if level.notes.is_empty() { "" } else { "\n\n" };
    let named = what.iter().take(MAX_NAMED).map(String::as_str);
    let more = what.len().saturating_sub(MAX_NAMED);
    let more = (more > 0).then(|| format!("{more} more"));
    let named: Vec<&str> = named.chain(more.as_deref()).collect();
    level.notes.push_str(&format!("{gap}Not read here: {}.", named.join(", ")));
}
