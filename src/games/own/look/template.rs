//! Words of a style, with `{1}`, `{2}` and so on for the arguments of the mark.

use serde::Deserialize;

use super::inks::{self, Tone, shown};
use super::style_error::StyleError;
use foolproof_game::list_items;
use foolproof_level::Mark;
use foolproof_picture::Ink;

/// The separator between the items of a list: a line break if they are stacked.
pub(super) const ITEMS_APART: char = '\u{1f}';

/// Returns an argument as it is drawn. A list becomes its items.
fn listed(arg: &str) -> String {
    match list_items(arg) {
        Some(items) => items.join(&ITEMS_APART.to_string()),
        None => arg.to_owned(),
    }
}

/// Words with arguments in them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct StyleWords(String);

/// Maximum number of letters of a text on the board.
const MAX_LETTERS: usize = 60;

impl TryFrom<String> for StyleWords {
    type Error = StyleError;

    fn try_from(text: String) -> Result<Self, StyleError> {
        if text.chars().count() > MAX_LETTERS {
            return Err(StyleError::new(format!(
                "\"{}\" is too long for a board: at most {MAX_LETTERS} letters",
                shown(&text)
            )));
        }
        if text.chars().any(char::is_control) {
            return Err(StyleError::new("a text of a mark is one line without tabs"));
        }
        let words = Self(text);
        words.put(&|_| Some("1"))?;
        Ok(words)
    }
}

impl StyleWords {
    fn has_arguments(&self) -> bool {
        self.0.contains('{')
    }

    /// Returns the words with the arguments filled in.
    fn put<'a>(&self, argument: &dyn Fn(usize) -> Option<&'a str>) -> Result<String, StyleError> {
        let mut out = String::with_capacity(self.0.len());
        let mut rest = self.0.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (number, behind) = after.split_once('}').unwrap_or(("", after));
            let place = number.parse::<usize>().ok().filter(|place| (1..=9).contains(place));
            let Some(place) = place else {
                return Err(StyleError::new(format!(
                    "\"{}\" has a brace that holds no number; write {{1}} for the first argument",
                    shown(&self.0)
                )));
            };
            let Some(words) = argument(place) else {
                return Err(StyleError::new(format!("there is no argument {{{place}}}")));
            };
            out.push_str(words);
            rest = behind;
        }
        out.push_str(rest);
        Ok(out)
    }

    pub(super) fn of(&self, mark: &Mark) -> Result<String, StyleError> {
        if !self.has_arguments() {
            return Ok(self.0.clone());
        }
        // A number is its own argument.
        let args = match mark.as_str().parse::<i64>() {
            Ok(_) => vec![mark.as_str()],
            Err(_) => mark.args(),
        };
        let spoken: Vec<String> = args.iter().map(|arg| listed(arg)).collect();
        self.put(&|place| spoken.get(place - 1).map(String::as_str)).map_err(|error| {
            StyleError::new(match args.len() {
                0 => format!("{error}: {mark} has none"),
                1 => format!("{error}: {mark} has one argument"),
                count => format!("{error}: {mark} has {count} arguments"),
            })
        })
    }
}

/// An ink in words, which may hold arguments; otherwise it is known at once.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum InkWords {
    Known(Ink),
    ByMark(StyleWords, Tone),
}

impl InkWords {
    pub(super) fn read(text: String, tone: Tone) -> Result<Self, StyleError> {
        let words = StyleWords::try_from(text)?;
        match words.has_arguments() {
            true => Ok(Self::ByMark(words, tone)),
            false => inks::ink(&words.0, tone).map(Self::Known),
        }
    }

    pub(super) fn of(&self, mark: &Mark) -> Result<Ink, StyleError> {
        match self {
            Self::Known(ink) => Ok(*ink),
            Self::ByMark(words, tone) => inks::ink(&words.of(mark)?, *tone),
        }
    }
}
