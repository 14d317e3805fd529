//! Problems of a source, as a list of located sentences.
//!
//! A repeated diagnostic (same line, same words) is dropped, so the reader need not avoid repetitions.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Something is ignored or cannot work as written.
    Error,
    /// It works, but probably not as meant.
    Warning,
}

/// A problem of a source, with its place and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The line, from 1. A diagnostic about the whole game is on the line of the section it is about.
    pub line: u32,
    /// The column in characters, from 1; 1 if it is not known.
    pub column: u32,
    /// The problem and its remedy, in words for a game designer.
    pub text: String,
}

/// Reading stops after this many diagnostics.
const MAX_COMPLAINTS: usize = 100;

/// The diagnostics so far, without repetitions.
#[derive(Default)]
pub(crate) struct DiagnosticLog {
    list: Vec<Diagnostic>,
    words: Vec<Option<String>>,
    seen: FxHashSet<(u32, bool, String)>,
    n_errors: usize,
}

impl DiagnosticLog {
    /// Adds an error on a line; the column will point at `word`.
    pub(crate) fn error(&mut self, line: u32, word: &str, text: String) {
        self.add(Severity::Error, line, word, text);
    }

    /// Adds a warning on a line; the column will point at `word`.
    pub(crate) fn warn(&mut self, line: u32, word: &str, text: String) {
        self.add(Severity::Warning, line, word, text);
    }

    /// Adds an error that is reported for its first place only.
    pub(crate) fn error_once(&mut self, line: u32, word: &str, text: &str) {
        if self.seen.insert((0, true, text.to_string())) {
            self.error(line, word, text.to_string());
        }
    }

    fn add(&mut self, severity: Severity, line: u32, word: &str, text: String) {
        if self.is_full() || !self.seen.insert((line, severity == Severity::Error, text.clone())) {
            return;
        }
        self.n_errors += usize::from(severity == Severity::Error);
        self.words.push((!word.is_empty()).then(|| word.to_lowercase()));
        self.list.push(Diagnostic { severity, line: line.max(1), column: 1, text });
    }

    pub(crate) fn n_errors(&self) -> usize {
        self.n_errors
    }

    pub(crate) fn is_full(&self) -> bool {
        self.list.len() > MAX_COMPLAINTS
    }

    /// The diagnostics in order, with columns found in the source.
    pub(crate) fn finish(mut self, source: &str) -> Vec<Diagnostic> {
        let lines: Vec<&str> = source.split('\n').collect();
        for (diagnostic, word) in self.list.iter_mut().zip(&self.words) {
            let line = lines.get(diagnostic.line as usize - 1).copied().unwrap_or("");
            diagnostic.column = column_of(line, word.as_deref());
        }
        // Further errors about a word on a line follow from the first one.
        let mut wrong: FxHashSet<(u32, String)> = FxHashSet::default();
        let told = self.list.into_iter().zip(self.words).filter(|(told, word)| {
            // A word or a glyph, but no sign of a rule.
            let is_word = |word: &&String| {
                word.chars().all(|c| c.is_alphanumeric() || c == '_')
                    || word.chars().count() == 1 && !"[]|+".contains(word.as_str())
            };
            told.severity != Severity::Error
                || word
                    .as_ref()
                    .filter(is_word)
                    .is_none_or(|word| wrong.insert((told.line, word.clone())))
        });
        told.map(|(told, _)| told).collect()
    }

    /// Returns whether the last diagnostic is an error on this line.
    pub(crate) fn has_error_on(&self, line: u32) -> bool {
        let is_there = |last: &Diagnostic| (last.line, last.severity) == (line, Severity::Error);
        self.list.last().is_some_and(is_there)
    }
}

/// Returns the column (from 1) of a word in a line, preferably as a whole word, or of the line's text.
fn column_of(line: &str, word: Option<&str>) -> u32 {
    let lower = line.to_lowercase();
    let byte = word
        .and_then(|word| whole_word(&lower, word).or_else(|| lower.find(word)))
        .unwrap_or_else(|| lower.len() - lower.trim_start().len());
    let before = lower.get(..byte).unwrap_or("");
    u32::try_from(before.chars().count()).unwrap_or(0) + 1
}

/// Returns the place of a word that is not part of another one.
fn whole_word(line: &str, word: &str) -> Option<usize> {
    let parts = |c: char| c.is_whitespace() || "[]|=,()".contains(c);
    let is_whole = |at: &usize| {
        let (before, after) = (line.get(..*at), line.get(at + word.len()..));
        before.is_some_and(|before| before.is_empty() || before.ends_with(parts))
            && after.is_some_and(|after| after.is_empty() || after.starts_with(parts))
    };
    line.match_indices(word).map(|(at, _)| at).find(is_whole)
}

/// The known word that is nearest to a misspelt one, if one is near enough.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if !(2..=40).contains(&length) {
        return None;
    }
    let limit = 1 + length / 4;
    known
        .filter(|other| other.len().abs_diff(word.len()) <= limit * 2 && other.chars().count() > 1)
        .take(2_000)
        .map(|other| (edit_distance(word, other), other))
        .filter(|&(distance, _)| distance <= limit && distance > 0)
        .min()
        .map(|(_, other)| other)
}

/// ` Did you mean X?`, or nothing.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    match nearest(word, known) {
        Some(other) => format!(" Did you mean {}?", other.to_uppercase()),
        None => String::new(),
    }
}

/// Letters to insert, delete or replace (Levenshtein), O(a·b).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(&b) {
            let above = *cell;
            left = (diagonal + usize::from(x != *y)).min(above + 1).min(left + 1);
            diagonal = above;
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_and_far_ones_are_not() {
        assert_eq!(nearest("crat", ["wall", "crate", "cart"].into_iter()), Some("crate"));
        assert_eq!(nearest("zebra", ["wall", "crate"].into_iter()), None);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }

    #[test]
    fn a_complaint_is_made_once_and_points_at_its_word() {
        let mut log = DiagnosticLog::default();
        log.error(2, "Bork", "what is bork".into());
        log.error(2, "Bork", "what is bork".into());
        let list = log.finish("a\n  x BORK");
        assert_eq!(list.len(), 1);
        assert_eq!((list[0].line, list[0].column), (2, 5));
    }

    #[test]
    fn a_column_is_that_of_the_word_alone_and_what_follows_from_it_is_not_said() {
        let mut log = DiagnosticLog::default();
        log.error(1, "crat", "no crat".into());
        log.error(1, "crat", "a cell holds no crat".into());
        log.error(2, "x", "no x".into());
        let list = log.finish("[ > Player | Crate ] -> [ > Player | > Crat ]\n##x#");
        let places: Vec<(u32, u32)> = list.iter().map(|told| (told.line, told.column)).collect();
        assert_eq!(places, [(1, 40), (2, 3)]);
    }
}
