//! Locates the parts of a source, and writes levels back into it.
//!
//! Every byte outside the rows of changed levels stays as it is: comments, line endings, odd spacing.

use crate::reading::parsed::{LevelText, ParsedScript, RowText};
use crate::reading::reader::ScriptReader;
use crate::reading::stream::is_space;
use crate::reading::words::SECTIONS;
use std::ops::Range;

/// Bytes of a source.
pub(crate) type SourceRange = Range<usize>;

/// The place of an entry of the levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelPlace {
    /// A message: its line from 1, and the bytes of that line without its ending.
    Message {
        /// The line, from 1.
        line: u32,
        /// The whole line.
        range: SourceRange,
    },
    /// A board: the bytes of each row, without surrounding spaces and comments.
    Rows(Vec<SourceRange>),
}

/// A change of the levels. Numbers refer to the unchanged source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptLevelEdit {
    /// New rows for a level, of any size.
    Replace {
        /// The number of the entry.
        level: usize,
        /// Its new rows.
        rows: Vec<String>,
    },
    /// A new level after an entry, or before all entries.
    InsertAfter {
        /// The entry before it; `None` puts it first.
        level: Option<usize>,
        rows: Vec<String>,
    },
    /// Removes an entry.
    Delete {
        /// The number of the entry.
        level: usize,
    },
}

/// Error when writing a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptLevelEditError {
    /// There is no such entry, or it is a message where a board is needed.
    #[error("entry {0} of the levels cannot be changed: it is not a board")]
    NoSuchLevel(usize),
    /// The row would be read back differently.
    #[error("row {row:?} cannot be written: {why}")]
    UnwritableRow {
        row: String,
        /// The reason.
        why: &'static str,
    },
}

/// A source and the places of its parts.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    text: String,
    /// The bytes of each line, without its ending.
    lines: Vec<SourceRange>,
    /// Entries of the levels, in order.
    pub levels: Vec<LevelPlace>,
    /// Each section's name and bytes, heading included.
    pub sections: Vec<(&'static str, SourceRange)>,
    /// Each object's name and the bytes of its lines.
    pub objects: Vec<(String, SourceRange)>,
    /// Each name of the legend and the bytes of its line.
    pub legend: Vec<(String, SourceRange)>,
}

impl ScriptSource {
    /// Reads a source. Works for sources with errors too. O(bytes).
    pub fn new(text: &str) -> ScriptSource {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split('\n') {
            lines.push(start..start + line.strip_suffix('\r').unwrap_or(line).len());
            start += line.len() + 1;
        }
        let parsed = ScriptReader::read_on(text);
        let mut source = ScriptSource {
            text: text.to_string(),
            lines,
            levels: Vec::new(),
            sections: Vec::new(),
            objects: Vec::new(),
            legend: Vec::new(),
        };
        source.place(&parsed);
        source
    }

    /// The unchanged source.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of a line (from 1) without its ending.
    pub(crate) fn line(&self, line: u32) -> SourceRange {
        let end = self.text.len();
        self.lines.get((line as usize).wrapping_sub(1)).cloned().unwrap_or(end..end)
    }

    fn place(&mut self, parsed: &ParsedScript) {
        let places = parsed.levels.iter().filter_map(|level| match level {
            LevelText::Message { line, .. } => {
                Some(LevelPlace::Message { line: *line, range: self.line(*line) })
            }
            LevelText::Rows(rows) if rows.is_empty() => None,
            LevelText::Rows(rows) => {
                Some(LevelPlace::Rows(rows.iter().map(|row| self.row(row)).collect()))
            }
        });
        self.levels = places.collect();
        let starts = parsed.headings.iter().map(|&(_, line)| self.line(line).start);
        let ends: Vec<usize> = starts.skip(1).chain([self.text.len()]).collect();
        let sections = parsed.headings.iter().zip(ends).map(|(&(section, line), end)| {
            (SECTIONS.get(section).copied().unwrap_or(""), self.line(line).start..end)
        });
        self.sections = sections.collect();
        let lines = |first: u32, last: u32| self.line(first).start..self.line(last).end;
        let objects =
            parsed.objects.iter().map(|o| (o.name.clone(), lines(o.line, o.last_line))).collect();
        let mut names: Vec<_> =
            parsed.legend_lines.iter().map(|(name, &(_, _, line))| (line, name.clone())).collect();
        names.sort();
        let legend = names.into_iter().map(|(line, name)| (name, lines(line, line))).collect();
        self.objects = objects;
        self.legend = legend;
    }

    fn row(&self, row: &RowText) -> SourceRange {
        let line = self.line(row.line);
        let text = self.text.get(line.clone()).unwrap_or("");
        let byte =
            |column: usize| text.char_indices().nth(column).map_or(text.len(), |(byte, _)| byte);
        line.start + byte(row.column)..line.start + byte(row.column + row.glyphs.len())
    }

    /// The source with its levels changed and every other byte as it was.
    ///
    /// # Errors
    /// [`ScriptLevelEditError`] if an entry is missing or a row would not be read back.
    pub fn with_levels(&self, edits: &[ScriptLevelEdit]) -> Result<String, ScriptLevelEditError> {
        let rows = edits.iter().flat_map(|edit| match edit {
            ScriptLevelEdit::Replace { rows, .. } | ScriptLevelEdit::InsertAfter { rows, .. } => {
                rows.as_slice()
            }
            ScriptLevelEdit::Delete { .. } => &[],
        });
        rows.into_iter().try_for_each(|row| check_row(row))?;
        // From the last entry to the first, so that places stay valid; insertions after an entry before changes
        // of the entry itself.
        let mut ordered: Vec<&ScriptLevelEdit> = edits.iter().collect();
        ordered.sort_by_key(|edit| match edit {
            ScriptLevelEdit::InsertAfter { level: None, .. } => (usize::MAX, 0),
            ScriptLevelEdit::InsertAfter { level: Some(level), .. } => (usize::MAX - 1 - level, 0),
            ScriptLevelEdit::Replace { level, .. } => (usize::MAX - 1 - level, 1),
            ScriptLevelEdit::Delete { level } => (usize::MAX - 1 - level, 2),
        });
        let mut text = self.text.clone();
        for edit in ordered {
            text = ScriptSource::new(&text).apply(edit)?;
        }
        Ok(text)
    }

    fn apply(&self, edit: &ScriptLevelEdit) -> Result<String, ScriptLevelEditError> {
        let changes = match edit {
            ScriptLevelEdit::Replace { level, rows } => match self.levels.get(*level) {
                Some(LevelPlace::Rows(old)) => self.replace_rows(old, rows),
                _ => return Err(ScriptLevelEditError::NoSuchLevel(*level)),
            },
            ScriptLevelEdit::Delete { level } => match self.levels.get(*level) {
                Some(LevelPlace::Rows(old)) => {
                    old.iter().map(|row| (self.removal(row), String::new())).collect()
                }
                Some(LevelPlace::Message { range, .. }) => {
                    vec![(self.with_ending(range), String::new())]
                }
                None => return Err(ScriptLevelEditError::NoSuchLevel(*level)),
            },
            ScriptLevelEdit::InsertAfter { level, rows } => vec![self.insertion(*level, rows)?],
        };
        let mut text = self.text.clone();
        for (range, new) in changes.into_iter().rev() {
            text.replace_range(range, &new);
        }
        Ok(text)
    }

    /// The line ending used around a byte.
    fn ending(&self, byte: usize) -> &'static str {
        let rest = self.text.get(byte..).unwrap_or("");
        let here = rest.find('\n').map(|at| rest[..at].ends_with('\r'));
        let crlf = here.unwrap_or_else(|| self.text.contains("\r\n"));
        if crlf { "\r\n" } else { "\n" }
    }

    /// A line with its ending; the last line takes the ending before it instead.
    fn with_ending(&self, line: &SourceRange) -> SourceRange {
        let rest = self.text.get(line.end..).unwrap_or("");
        match rest.find('\n') {
            Some(at) => line.start..line.end + at + 1,
            None => line.clone(),
        }
    }

    /// The bytes to remove with a row: its whole line, if nothing else is on it.
    fn removal(&self, row: &SourceRange) -> SourceRange {
        let line = self.lines.iter().find(|line| line.start <= row.start && row.end <= line.end);
        let Some(line) = line else { return row.clone() };
        let outside = [line.start..row.start, row.end..line.end];
        let alone = outside
            .iter()
            .all(|part| self.text.get(part.clone()).is_some_and(|t| t.chars().all(is_space)));
        if alone { self.with_ending(line) } else { row.clone() }
    }

    fn replace_rows(&self, old: &[SourceRange], new: &[String]) -> Vec<(SourceRange, String)> {
        let mut changes = Vec::new();
        for (index, row) in old.iter().enumerate() {
            let is_last = index + 1 == old.len();
            match new.get(index) {
                // Rows beyond the old ones go where the last old row was: before its comment, which may
                // continue over further lines.
                Some(_) if is_last => {
                    changes.push((row.clone(), new[index..].join(self.ending(row.end))));
                }
                Some(text) => changes.push((row.clone(), text.clone())),
                None => changes.push((self.removal(row), String::new())),
            }
        }
        changes
    }

    fn insertion(
        &self,
        after: Option<usize>,
        rows: &[String],
    ) -> Result<(SourceRange, String), ScriptLevelEditError> {
        let joined = |at: usize| rows.join(self.ending(at));
        let Some(level) = after else {
            let first = match self.levels.first() {
                Some(LevelPlace::Message { range, .. }) => range.start,
                Some(LevelPlace::Rows(rows)) => {
                    rows.first().map_or(self.text.len(), |row| row.start)
                }
                None => {
                    let (at, ending) = (self.text.len(), self.ending(self.text.len()));
                    return Ok((at..at, format!("{ending}{ending}{}{ending}", joined(at))));
                }
            };
            let ending = self.ending(first);
            return Ok((first..first, format!("{}{ending}{ending}", joined(first))));
        };
        let (row_end, line_end) = match self.levels.get(level) {
            Some(LevelPlace::Message { range, .. }) => (range.end, range.end),
            Some(LevelPlace::Rows(rows)) => {
                let end = rows.last().map_or(0, |row| row.end);
                let line = self.lines.iter().find(|line| line.start <= end && end <= line.end);
                (end, line.map_or(end, |line| line.end))
            }
            None => return Err(ScriptLevelEditError::NoSuchLevel(level)),
        };
        // A comment that continues beyond the line would swallow the new level.
        let tail = self.text.get(row_end..line_end).unwrap_or("");
        let depth = tail.chars().fold(0i32, |depth, c| match c {
            '(' => depth + 1,
            ')' => (depth - 1).max(0),
            _ => depth,
        });
        let at = if depth == 0 { line_end } else { row_end };
        let ending = self.ending(at);
        let next = self.text.get(line_end..).unwrap_or("").split('\n').nth(1);
        let close = if at == line_end && next.is_some_and(|line| !line.chars().all(is_space)) {
            ending
        } else {
            ""
        };
        Ok((at..at, format!("{ending}{ending}{}{close}", joined(at))))
    }
}

/// Refuses rows that would be read as something else.
fn check_row(row: &str) -> Result<(), ScriptLevelEditError> {
    let why = if row.is_empty() {
        "it is empty"
    } else if row.contains(['(', ')', '\n', '\r']) {
        "it holds a bracket or a line's end"
    } else if row.chars().any(is_space) {
        "it holds a space"
    } else if row.to_lowercase().starts_with("message") {
        "it would be read as a message"
    } else if row.chars().all(|c| c == '=') {
        "a line of equals signs is decoration"
    } else {
        return Ok(());
    };
    Err(ScriptLevelEditError::UnwritableRow { row: row.to_string(), why })
}
