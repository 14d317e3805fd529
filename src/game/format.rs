//! File formats of other programs.

use foolproof_level::Level;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {why}")]
pub struct FormatError {
    pub line: usize,
    pub column: usize,
    pub why: String,
}

/// A file format of another program.
pub trait Format: Send + Sync {
    /// Name for `--format`, such as `infinite-refraction`.
    fn id(&self) -> &str;
    fn name(&self) -> &str;
    fn extensions(&self) -> Vec<&str>;
    /// True if only this format looks like the text; used when no format is named. At most one format
    /// recognises a text.
    fn recognises(&self, text: &str) -> bool;
    /// Reads every level of a text in order, or says where and why one cannot be read. A text without levels is
    /// an error, so there is always one entry.
    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>>;
    /// Reads all levels of a text, or returns its first fault.
    fn read(&self, text: &str) -> Result<Vec<Level>, FormatError> {
        self.read_each(text).into_iter().collect()
    }
    /// True if a file of the program that owns the format holds several levels.
    fn holds_many(&self) -> bool {
        true
    }
    /// True if levels can be written in it, not only read.
    fn is_written(&self) -> bool {
        true
    }
    /// True if it writes addresses that a browser opens, one for each level.
    fn is_link(&self) -> bool {
        false
    }
    /// Says how the program that owns the format reads this level differently, if it does.
    fn reads_otherwise(&self, level: &Level) -> Option<String> {
        let _ = level;
        None
    }
    /// Writes levels; an error names what the format cannot express, and its line is the number of the level.
    fn write(&self, levels: &[&Level]) -> Result<String, FormatError>;
}

/// True if files of the format have this extension, in small letters or capitals.
pub fn has_ending(format: &dyn Format, ending: &str) -> bool {
    format.extensions().iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// Returns the first line with content if it is an address or a code: one word, and no JSON.
pub fn first_link(text: &str) -> Option<&str> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let begins = first.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '?');
    (begins && !first.contains(char::is_whitespace)).then_some(first)
}

/// Returns the levels that were read, or an error if the file has no levels.
pub fn or_none(
    read: Vec<Result<Level, FormatError>>,
    none: &str,
) -> Vec<Result<Level, FormatError>> {
    match read.is_empty() {
        true => vec![Err(FormatError { line: 1, column: 1, why: none.to_owned() })],
        false => read,
    }
}
