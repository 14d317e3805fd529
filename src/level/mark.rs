//! A mark: the content of a site, as a ground term in text (`source(e,1,2)`, `blocker`, `7`).
//!
//! The level keeps marks without knowing what they mean; each game reads its own. The text is
//! canonical (no blanks), so two marks are equal when their texts are.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Site;

/// The content of a site.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(Arc<str>);

/// Error for a text that is not a mark, with the byte at which reading failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a mark: {why} at character {at}", at = at + 1)]
pub struct MarkError {
    pub text: String,
    pub at: usize,
    pub why: &'static str,
}

/// Longest text of a mark, in bytes: a line through all cells of a large board needs most. A file with longer
/// ones is damaged or malicious.
const LONGEST: usize = 4000;
/// Maximum nesting depth of a mark's arguments.
const DEEPEST: usize = 8;

impl Mark {
    /// The canonical text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The functor, or the whole text of a constant or number.
    pub fn functor(&self) -> &str {
        self.0.split('(').next().unwrap_or_default()
    }

    /// The arguments at the top level, as texts; empty for a constant.
    pub fn args(&self) -> Vec<&str> {
        foolproof_kernel::split(&self.0).1
    }

    /// Moves each site that the mark names; `None` if one has no destination.
    pub fn with_sites_at(&self, to: &dyn Fn(Site) -> Option<Site>) -> Option<Self> {
        Some(Self(with_sites_at(&self.0, to)?.into()))
    }
}

fn with_sites_at(term: &str, to: &dyn Fn(Site) -> Option<Site>) -> Option<String> {
    if let Ok(site) = term.parse::<Site>() {
        return Some(to(site)?.to_string());
    }
    match foolproof_kernel::split(term) {
        (_, args) if args.is_empty() => Some(term.to_owned()),
        (functor, args) => {
            let args: Option<Vec<String>> =
                args.into_iter().map(|arg| with_sites_at(arg, to)).collect();
            Some(format!("{functor}({})", args?.join(",")))
        }
    }
}

/// Reads `constant`, `number`, `"text"` or `functor(term,…)` at `at`. Returns the position behind it.
fn term(bytes: &[u8], at: usize, depth: usize) -> Result<usize, (usize, &'static str)> {
    if depth > DEEPEST {
        return Err((at, "too many parentheses"));
    }
    let word = |from: usize, ok: fn(u8) -> bool| {
        bytes.iter().skip(from).take_while(|byte| ok(**byte)).count() + from
    };
    match bytes.get(at) {
        Some(b'-' | b'0'..=b'9') => {
            let from = at + usize::from(bytes.get(at) == Some(&b'-'));
            let end = word(from, |byte| byte.is_ascii_digit());
            if end == from { Err((end, "a digit is missing")) } else { Ok(end) }
        }
        Some(byte) if byte.is_ascii_lowercase() => {
            let end = word(at, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if bytes.get(end) != Some(&b'(') {
                return Ok(end);
            }
            let mut next = end;
            loop {
                next = term(bytes, next + 1, depth + 1)?;
                match bytes.get(next) {
                    Some(b',') => {}
                    Some(b')') => return Ok(next + 1),
                    _ => return Err((next, "`,` or `)` is missing")),
                }
            }
        }
        Some(b'"') => {
            let end = word(at + 1, |byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'));
            match bytes.get(end) {
                Some(b'"') => Ok(end + 1),
                Some(_) => Err((end, "this cannot stand in quotes")),
                None => Err((end, "a closing quote is missing")),
            }
        }
        _ => Err((at, "a lower-case word or a number is missing")),
    }
}

impl FromStr for Mark {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Self, MarkError> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let fail = |at, why| MarkError { text: text.chars().take(80).collect(), at, why };
        if compact.len() > LONGEST {
            return Err(fail(LONGEST, "too long"));
        }
        match term(compact.as_bytes(), 0, 0) {
            Ok(end) if end == compact.len() => Ok(Mark(compact.into())),
            Ok(end) => Err(fail(end, "there is something after its end")),
            Err((at, why)) => Err(fail(at, why)),
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Mark {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl schemars::JsonSchema for Mark {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Mark".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "What a site holds, as a ground term: a word, a number, or \
                            word(term,…), such as source(e,1,2)."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, usize>) {
        let got = text.parse::<Mark>();
        match expected {
            Ok(canonical) => assert_eq!(got.map(|mark| mark.to_string()), Ok(canonical.into())),
            Err(at) => assert_eq!(got.map_err(|error| error.at), Err(at)),
        }
    }

    #[test]
    fn reads_terms_and_says_where_they_break() {
        check("blocker", Ok("blocker"));
        check(" source( e, 1 ,2 ) ", Ok("source(e,1,2)"));
        check("poly(sq(0,-1))", Ok("poly(sq(0,-1))"));
        check("", Err(0));
        check("Source", Err(0));
        check("source(e", Err(8));
        check("source(e,)", Err(9));
        check("a(1))", Err(4));
        check("a).b", Err(1));
        check(&"a(".repeat(100), Err(18));
    }

    #[test]
    fn splits_arguments_at_the_top_level_only() {
        let mark: Mark = "f(g(1,2),x)".parse().expect("a mark");
        assert_eq!((mark.functor(), mark.args()), ("f", vec!["g(1,2)", "x"]));
    }
}
