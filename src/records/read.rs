//! Reads records: completely, or not at all, with the line and the reason.
//!
//! They come from strangers, so their size is bounded before anything is stored. A crash may have cut short the
//! last line, and only that one may be damaged.

use std::io::Read as _;
use std::path::Path;

use super::entry::{RECORD_VERSION, RecordEntry};
use foolproof_level::bounds::{LONGEST_TITLE, error};
use foolproof_level::file;

/// Maximum size of a record and of a line of it, in bytes, and maximum number of lines.
pub(crate) const LARGEST_RECORD: u64 = 16 << 20;
pub(crate) const LONGEST_LINE: usize = 64 << 10;
pub(crate) const MAX_LINES: usize = 200_000;
/// Maximum length of the first line, which begins a run, in bytes.
const LONGEST_START: u64 = 4096;
/// Maximum number of steps of one visit of a level.
const MAX_STEPS: usize = 5_000;
/// Maximum length of a player's comment, in letters.
pub(crate) const LONGEST_WORDS: usize = 4000;
/// An impossible time of play in milliseconds: more than a year.
const LONGEST_TIME: u64 = 40_000_000_000;

/// The contents of a record's file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayRecord {
    pub entries: Vec<RecordEntry>,
    /// The last line was cut short, and is left out.
    pub is_torn: bool,
}

/// Reasons why a record is refused. Lines are counted from 1.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("this is not a play record: its first line does not begin a run")]
    NotARecord,
    #[error(
        "line {line}: the record has format {found}; this program reads up to {RECORD_VERSION}. A \
         newer Foolproof can open it"
    )]
    Newer { line: usize, found: u32 },
    #[error("line {line}: {why}")]
    Line { line: usize, why: String },
    #[error("the record has more than {MAX_LINES} lines")]
    TooMany,
}

impl PlayRecord {
    /// Reads a record from a regular file.
    pub fn load(path: &Path) -> Result<Self, RecordError> {
        let (text, _) = file::read_regular(path, LARGEST_RECORD)?;
        Self::read(&text)
    }

    /// True if a file begins like a record. Reads only its first line, and only regular files.
    pub fn is_begun(path: &Path) -> bool {
        let begins = || -> std::io::Result<bool> {
            if !std::fs::metadata(path)?.is_file() {
                return Ok(false);
            }
            let mut first = Vec::new();
            std::fs::File::open(path)?.take(LONGEST_START).read_to_end(&mut first)?;
            let line = first.split(|byte| *byte == b'\n').next().unwrap_or_default();
            Ok(matches!(serde_json::from_slice(line), Ok(RecordEntry::Run { .. })))
        };
        begins().unwrap_or(false)
    }

    /// Reads a record from its text.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let mut reading = RecordReading::default();
        let (whole, rest) = match text.rsplit_once('\n') {
            Some((whole, rest)) => (Some(whole), rest),
            None => (None, text),
        };
        let lines = whole.into_iter().flat_map(|whole| whole.split('\n'));
        for (at, line) in lines.enumerate() {
            reading.take(at + 1, line.strip_suffix('\r').unwrap_or(line))?;
        }
        let mut is_torn = false;
        if !rest.trim().is_empty() {
            let line = whole.map_or(0, |whole| whole.split('\n').count()) + 1;
            match reading.take(line, rest) {
                // A crash leaves half a line; if it is the only one, the file is damaged.
                Err(RecordError::Line { .. }) if !reading.entries.is_empty() => is_torn = true,
                result => result?,
            }
        }
        match reading.entries.is_empty() {
            true => Err(RecordError::NotARecord),
            false => Ok(Self { entries: reading.entries, is_torn }),
        }
    }

    /// Returns the text that reads back to the same record.
    pub fn to_text(&self) -> String {
        self.entries.iter().map(RecordEntry::line).collect()
    }
}

/// The part read so far.
#[derive(Default)]
struct RecordReading {
    entries: Vec<RecordEntry>,
    /// A run, and in it a level, has begun.
    runs: bool,
    visits: bool,
    steps: usize,
}

impl RecordReading {
    fn take(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        if text.trim().is_empty() {
            return Ok(());
        }
        let refuse = |why: String| Err(RecordError::Line { line, why });
        if self.entries.len() == MAX_LINES {
            return Err(RecordError::TooMany);
        }
        if text.len() > LONGEST_LINE {
            return refuse(format!("it has {} bytes; at most {LONGEST_LINE}", text.len()));
        }
        let entry: RecordEntry = match serde_json::from_str(text) {
            Ok(entry) => entry,
            Err(_) if !self.runs => return Err(RecordError::NotARecord),
            Err(why) => {
                // The line is already given; serde counts from 1 within it.
                let words = why.to_string();
                let words = words.rsplit_once(" at line ").map_or(&*words, |(words, _)| words);
                let column = why.column();
                let place = if column > 0 { format!("column {column}: ") } else { String::new() };
                return refuse(format!("{place}{}", error(words)));
            }
        };
        self.check(line, &entry)?;
        self.entries.push(entry);
        Ok(())
    }

    fn check(&mut self, line: usize, entry: &RecordEntry) -> Result<(), RecordError> {
        let refuse = |why: String| Err(RecordError::Line { line, why });
        let (at, active) = entry.times();
        if at.max(active) > LONGEST_TIME {
            return refuse(format!("{} ms is no time of a play", at.max(active)));
        }
        match entry {
            RecordEntry::Run { record, pack, by, date } => {
                if *record > RECORD_VERSION {
                    return Err(RecordError::Newer { line, found: *record });
                }
                if [pack, by, date].into_iter().any(|words| words.chars().count() > LONGEST_TITLE) {
                    return refuse(format!("a word has more than {LONGEST_TITLE} letters"));
                }
                (self.runs, self.visits) = (true, false);
            }
            _ if !self.runs => return Err(RecordError::NotARecord),
            RecordEntry::Level { title, game, puzzle, rules, .. } => {
                let words = [title, game, puzzle, rules];
                if words.into_iter().any(|words| words.chars().count() > LONGEST_TITLE) {
                    return refuse(format!("a word has more than {LONGEST_TITLE} letters"));
                }
                (self.visits, self.steps) = (true, 0);
            }
            _ if !self.visits => return refuse("no level was begun before".to_owned()),
            RecordEntry::Step { .. } => {
                self.steps += 1;
                if self.steps > MAX_STEPS {
                    return refuse(format!("a level has more than {MAX_STEPS} steps"));
                }
            }
            RecordEntry::Said { words, .. } if words.chars().count() > LONGEST_WORDS => {
                return refuse(format!("a comment has more than {LONGEST_WORDS} letters"));
            }
            RecordEntry::Said { .. } => {}
            RecordEntry::Hint { .. } | RecordEntry::Solved { .. } | RecordEntry::Left { .. } => {}
        }
        Ok(())
    }
}
