//! Patterns of terms: `clue(1..9)` is every mark `clue(N)` with a number from 1 to 9.

use std::ops::Range;

use crate::reading::manifest::{ManifestFault, ManifestWord};
use foolproof_game::{Side, list_items, list_of};
use foolproof_level::Mark;

/// Returns the side that a letter stands for.
pub(crate) fn side(text: &str) -> Option<Side> {
    let mut letters = text.chars();
    let first = letters.next()?;
    letters.next().is_none().then(|| Side::from_letter(first))?
}

/// Maximum number of marks of one pattern.
pub(crate) const LARGEST: usize = 2000;

/// The reason why a text is not a valid pattern of terms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PatternError {
    #[error("`{0}` is neither a word in lower case nor a number")]
    NoWord(String),
    #[error("`{0}` is not a number")]
    NoNumber(String),
    #[error("{0}..{1} holds no number")]
    EmptyRange(i32, i32),
    #[error("{0} marks are too many; {LARGEST} are the most")]
    TooMany(usize),
    #[error("`{0}` has no ) at its end")]
    Open(String),
    #[error("`{name}` begins with a capital, so it would be a variable; write `{}`", name.to_lowercase())]
    Variable { name: String },
    #[error("`{0}` is not a name: write lower case letters, digits and _")]
    NoName(String),
}

/// The possible values of a part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TermPart {
    Range(i32, i32),
    /// One of these words or numbers; a single word is a constant.
    Words(Vec<String>),
    /// A list of any length with such items: `list 1..9`.
    List(Box<TermPart>),
    /// One of these; only the first is shown as an example: `rare 9..400|q`.
    Rare(Vec<String>),
}

/// For examples of lists: the number of values of items, and the number of items.
const EXAMPLES: (usize, u32) = (3, 2);
/// Maximum number of items in a list.
const MAX_ITEMS: usize = 60;

impl TermPart {
    fn read(text: &str) -> Result<Self, PatternError> {
        let text = text.trim();
        if let Some(items) = text.strip_prefix("list ") {
            return Self::read(items).map(|items| Self::List(Box::new(items)));
        }
        if let Some(values) = text.strip_prefix("rare ") {
            return Self::read(values).map(|values| Self::Rare(values.values()));
        }
        if let Some(ends) = text.split_once("..").filter(|_| !text.contains('|')) {
            return range(ends.0, ends.1).map(|(least, most)| Self::Range(least, most));
        }
        let mut words: Vec<String> = Vec::new();
        for choice in text.split('|').map(str::trim) {
            let more = match choice.split_once("..") {
                Some((least, most)) => {
                    range(least, most).and_then(|(least, most)| match most.abs_diff(least) {
                        // No more are made than a pattern may have.
                        n if n as usize >= LARGEST => Err(PatternError::TooMany(n as usize + 1)),
                        _ => Ok((least..=most).map(|n| n.to_string()).collect()),
                    })?
                }
                None if choice.parse::<Mark>().is_err() && choice.parse::<i32>().is_err() => {
                    return Err(PatternError::NoWord(choice.to_owned()));
                }
                None => vec![choice.to_owned()],
            };
            for word in more {
                if !words.contains(&word) {
                    words.push(word);
                }
            }
        }
        Ok(Self::Words(words))
    }

    fn count(&self) -> usize {
        match self {
            Self::Range(least, most) => most.abs_diff(*least) as usize + 1,
            Self::Words(words) => words.len(),
            Self::Rare(_) => 1,
            Self::List(_) => self.values().len(),
        }
    }

    pub(crate) fn values(&self) -> Vec<String> {
        match self {
            Self::Range(least, most) => (*least..=*most).map(|n| n.to_string()).collect(),
            Self::Words(words) => words.clone(),
            Self::List(items) => examples(&items.values()),
            Self::Rare(words) => words.iter().take(1).cloned().collect(),
        }
    }

    /// Returns the possible values, in words.
    pub(crate) fn spoken(&self) -> String {
        match self {
            Self::Range(least, most) => format!("numbers from {least} to {most}"),
            Self::Words(words) | Self::Rare(words) => words.join(" or "),
            Self::List(items) => items.spoken(),
        }
    }

    /// True if it is a choice of sides.
    pub(crate) fn is_sides(&self) -> bool {
        let side = |word: &String| side(word).is_some();
        matches!(self, Self::Words(words) if words.len() > 1 && words.iter().all(side))
    }

    pub(crate) fn holds(&self, value: &str) -> bool {
        match self {
            Self::Range(least, most) => {
                value.parse::<i32>().is_ok_and(|n| (*least..=*most).contains(&n))
            }
            Self::Words(words) | Self::Rare(words) => words.iter().any(|word| word == value),
            Self::List(part) => list_items(value).is_some_and(|items| {
                items.len() <= MAX_ITEMS && items.iter().all(|item| part.holds(item))
            }),
        }
    }
}

/// Returns a few short lists of these values.
fn examples(values: &[String]) -> Vec<String> {
    let (most_values, most_items) = EXAMPLES;
    let values = values.get(..most_values.min(values.len())).unwrap_or_default();
    let (mut lists, mut last) = (Vec::new(), vec![Vec::new()]);
    for _ in 0..most_items {
        last = last
            .iter()
            .flat_map(|list: &Vec<&String>| {
                values.iter().map(move |value| list.iter().copied().chain([value]).collect())
            })
            .collect();
        lists.extend(last.iter().map(|items| list_of(items)));
    }
    lists
}

/// Returns the ends of a range of numbers, such as `1..9`.
fn range(least: &str, most: &str) -> Result<(i32, i32), PatternError> {
    let number = |text: &str| {
        let text = text.trim();
        text.parse::<i32>().map_err(|_| PatternError::NoNumber(text.to_owned()))
    };
    match (number(least)?, number(most)?) {
        (least, most) if least > most => Err(PatternError::EmptyRange(least, most)),
        ends => Ok(ends),
    }
}

/// A pattern of marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// Empty for a pattern of numbers alone: `1..9`.
    pub functor: String,
    pub parts: Vec<TermPart>,
}

/// Returns the functor of a term and the texts of its arguments.
pub(crate) fn split(text: &str) -> Result<(&str, Vec<&str>), PatternError> {
    let text = text.trim();
    let (functor, inner) = match text.split_once('(') {
        None => (text, None),
        Some((functor, rest)) => {
            let open = || PatternError::Open(text.to_owned());
            let inner = rest.strip_suffix(')').ok_or_else(open)?;
            (functor, Some(inner))
        }
    };
    let first = functor.chars().next().unwrap_or(' ');
    if first.is_ascii_uppercase() {
        return Err(PatternError::Variable { name: functor.to_owned() });
    }
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !first.is_ascii_lowercase() || !functor.chars().all(is_letter) {
        return Err(PatternError::NoName(functor.to_owned()));
    }
    Ok((functor, inner.map(|inner| inner.split(',').collect()).unwrap_or_default()))
}

impl Pattern {
    pub(crate) fn read(word: &ManifestWord) -> Result<Self, ManifestFault> {
        let read = || {
            let text = word.get_ref();
            if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                return Ok(Self { functor: String::new(), parts: vec![TermPart::read(text)?] });
            }
            let (functor, parts) = split(text)?;
            let parts = parts.into_iter().map(TermPart::read).collect::<Result<Vec<_>, _>>()?;
            let pattern = Self { functor: functor.to_owned(), parts };
            match pattern.parts.iter().map(TermPart::count).product::<usize>() {
                n if n > LARGEST => Err(PatternError::TooMany(n)),
                _ => Ok(pattern),
            }
        };
        read().map_err(|why: PatternError| ManifestFault::of(word, why.to_string()))
    }

    /// Returns all marks of the pattern, in order.
    pub(crate) fn marks(&self) -> Vec<Mark> {
        let mut rows: Vec<Vec<String>> = vec![Vec::new()];
        for part in &self.parts {
            let values = part.values();
            rows = rows
                .into_iter()
                .flat_map(|row| {
                    values.iter().map(move |value| {
                        let mut row = row.clone();
                        row.push(value.clone());
                        row
                    })
                })
                .collect();
        }
        let mark = |row: Vec<String>| match self.functor.is_empty() {
            true => row.first()?.parse().ok(),
            false => term(&self.functor, &row).parse().ok(),
        };
        rows.into_iter().filter_map(mark).collect()
    }

    /// Returns the arguments of a mark; for a number, the number itself.
    pub(crate) fn args<'a>(&self, mark: &'a Mark) -> Vec<&'a str> {
        if self.functor.is_empty() { vec![mark.as_str()] } else { mark.args() }
    }

    pub(crate) fn matches(&self, mark: &Mark) -> bool {
        let args = self.args(mark);
        (self.functor.is_empty() || mark.functor() == self.functor)
            && args.len() == self.parts.len()
            && self.parts.iter().zip(&args).all(|(part, arg)| part.holds(arg))
    }
}

/// Returns a term from a functor and its arguments.
pub(crate) fn term(functor: &str, args: &[String]) -> String {
    if args.is_empty() { functor.to_owned() } else { format!("{functor}({})", args.join(",")) }
}

/// Returns a text with `{1}` replaced by the first argument, and so on.
pub(crate) fn filled<A: AsRef<str>>(text: &str, args: &[A]) -> String {
    let mut filled = text.to_owned();
    for (n, arg) in args.iter().enumerate() {
        filled = filled.replace(&format!("{{{}}}", n + 1), arg.as_ref());
    }
    filled
}

/// Returns the line and column, from 1, of a byte of a text.
pub(crate) fn line_and_column(text: &str, at: &Range<usize>) -> (usize, usize) {
    let before = text.get(..at.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let begins = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before.get(begins..).unwrap_or_default().chars().count() + 1)
}
