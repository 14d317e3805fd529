//! A pack with some damaged levels: the others are still read. Nothing is written into such a pack, since that
//! would lose the damaged ones.
//!
//! Finds each level in the text and reads it alone, so that errors have positions in the file.

use std::ops::Range;
use std::sync::Arc;

use serde::de::{DeserializeOwned, IgnoredAny};

use super::pack::FORMAT;
use super::{Level, Pack, PackError, bounds};

/// Reason why a level of a file cannot be read, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnreadLevel(pub String);

/// Levels in order, each with an error if it cannot be read.
type ReadLevels = Vec<Result<Arc<Level>, UnreadLevel>>;

/// Reads the pack without its levels, and each level, or the reason why it cannot be read; `None` if the pack
/// is damaged outside its levels.
pub fn read(text: &str) -> Option<(Pack, ReadLevels)> {
    let (list, levels) = places(text)?;
    bounds::count(levels.len()).ok()?;
    let without = [text.get(..list.start)?, "[]", text.get(list.end..)?].concat();
    let head = Pack::from_json(&without).ok()?;
    let levels = levels.into_iter().enumerate().map(|(at, place)| read_level(text, place, at));
    Some((head, levels.collect()))
}

/// Reads one level; errors have their lines and columns in the file.
fn read_level(text: &str, place: Range<usize>, at: usize) -> Result<Arc<Level>, UnreadLevel> {
    let level = text.get(place.clone()).unwrap_or_default();
    let first = |pack: Pack| pack.levels.into_iter().next();
    if let Some(level) = Pack::from_json(&alone("", level)).ok().and_then(first) {
        return Ok(level);
    }
    // As long as the text before it in the file.
    let before = text.get(..place.start).unwrap_or_default();
    let gap = match before.rsplit_once('\n') {
        Some((above, line)) => {
            "\n".repeat(above.matches('\n').count() + 1) + &" ".repeat(line.len())
        }
        None => " ".repeat(before.len().saturating_sub(alone("", "").len() - END.len())),
    };
    let why = match Pack::from_json(&alone(&gap, level)).map(first) {
        Ok(Some(level)) => return Ok(level),
        Ok(None) => "the level is missing".to_owned(),
        Err(PackError::Level { why, .. }) => why.to_string(),
        Err(error) => error.to_string().replace("levels[0]", &format!("levels[{at}]")),
    };
    Err(UnreadLevel(why))
}

const END: &str = "]}";

/// Builds a pack of one level, after a gap.
fn alone(gap: &str, level: &str) -> String {
    format!("{{\"foolproof\":{FORMAT},\"levels\":[{gap}{level}{END}")
}

/// Finds the list of levels in a pack's text, and each level in it.
fn places(text: &str) -> Option<(Range<usize>, Vec<Range<usize>>)> {
    let mut reader = LevelScanner { text, at: 0 };
    reader.take('{')?;
    loop {
        let key: String = reader.value()?;
        reader.take(':')?;
        if key == "levels" {
            break;
        }
        reader.value::<IgnoredAny>()?;
        reader.take(',')?;
    }
    reader.take('[')?;
    let (start, mut levels) = (reader.at - 1, Vec::new());
    while reader.take(']').is_none() {
        if !levels.is_empty() {
            reader.take(',')?;
        }
        reader.skip_blanks();
        let from = reader.at;
        reader.value::<IgnoredAny>()?;
        levels.push(from..reader.at);
    }
    Some((start..reader.at, levels))
}

struct LevelScanner<'a> {
    text: &'a str,
    at: usize,
}

impl LevelScanner<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: char) -> Option<()> {
        self.skip_blanks();
        self.rest().strip_prefix(sign)?;
        self.at += sign.len_utf8();
        Some(())
    }

    fn value<T: DeserializeOwned>(&mut self) -> Option<T> {
        let mut values = serde_json::Deserializer::from_str(self.rest()).into_iter();
        let value = values.next()?.ok()?;
        let read = values.byte_offset();
        self.at += read;
        Some(value)
    }
}
