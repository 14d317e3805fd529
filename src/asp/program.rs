//! Programs: named sources, joined for clingo so that every message finds its way back to the
//! source and line it speaks of.
//!
//! Refuses by name what an untrusted program must not do: `#include` reads any file, `#script`
//! runs code, `@f(x)` silently has no value. Knows nobody.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::Located;

/// A named text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    pub name: String,
    pub text: Arc<str>,
}

/// Texts that make one program together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Program {
    pub sources: Vec<Source>,
}

impl Program {
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        self.sources.push(Source { name: name.into(), text: text.into() });
        self
    }

    /// All sources in one text, as clingo reads it; each starts on a line of its own.
    pub fn joined(&self) -> String {
        let mut joined = String::new();
        for source in &self.sources {
            joined.push_str(&source.text);
            if !source.text.ends_with('\n') {
                joined.push('\n');
            }
        }
        joined
    }

    /// The source and its line that a line of the joined text (from 1) came from.
    fn origin(&self, line: usize) -> Option<(&Source, usize)> {
        let mut first = 1;
        for source in &self.sources {
            let n_lines = source.text.lines().count().max(1);
            if line < first + n_lines {
                return Some((source, line - first + 1));
            }
            first += n_lines;
        }
        let last = self.sources.last()?;
        Some((last, last.text.lines().count().max(1)))
    }

    /// A message at a line of the joined text, as a message at a line of its source.
    pub(super) fn locate(&self, line: usize, column: usize, text: &str) -> Located {
        match self.origin(line) {
            Some((source, line)) => Located {
                source: source.name.clone(),
                line,
                column,
                text: text.trim().to_owned(),
                excerpt: source.text.lines().nth(line - 1).unwrap_or_default().to_owned(),
            },
            None => Located {
                source: String::new(),
                line: 0,
                column: 0,
                text: text.trim().to_owned(),
                excerpt: String::new(),
            },
        }
    }

    /// Reads a message of clingo's log, whose first line begins `<block>:3:5-6:`.
    pub(super) fn read_message(&self, message: &str) -> Located {
        let place = message.strip_prefix("<block>:").and_then(|rest| {
            let (line, rest) = rest.split_once(':')?;
            let (columns, text) = rest.split_once(": ")?;
            let column = columns.split(['-', ':']).next()?;
            Some((line.split('-').next()?.parse().ok()?, column.parse().ok()?, text))
        });
        match place {
            Some((line, column, text)) => {
                let text = text.trim().trim_start_matches("error: ").trim_start_matches("info: ");
                let text = text.replace("<block>:", "line ").replace('\n', " ");
                self.locate(line, column, &text)
            }
            None => Located {
                source: String::new(),
                line: 0,
                column: 0,
                text: message.trim().replace('\n', " "),
                excerpt: String::new(),
            },
        }
    }

    /// Whether a word stands in the code of any source, comments and strings left out.
    pub(super) fn mentions(&self, word: &str) -> bool {
        self.sources.iter().any(|source| without_comments(&source.text).contains(word))
    }

    /// Refuses `#include`, `#script` and `@` calls outside comments and strings.
    pub fn check(&self) -> Result<(), Vec<Located>> {
        let found: Vec<Located> = self.sources.iter().flat_map(forbidden).collect();
        if found.is_empty() { Ok(()) } else { Err(found) }
    }
}

/// What a program must not contain, and why.
const FORBIDDEN: [(&str, &str); 4] = [
    ("#include", "#include is not allowed: it reads any file"),
    ("#script", "#script is not allowed: it runs code"),
    ("#external", "#external is not allowed: the solver would take it as false without a word"),
    ("#program", "#program is not allowed: only the part `base` is solved"),
];

fn forbidden(source: &Source) -> Vec<Located> {
    let mut found = Vec::new();
    let code = without_comments(&source.text);
    for (n, line) in code.lines().enumerate() {
        for (word, why) in FORBIDDEN {
            if let Some(at) = line.find(word) {
                found.push(Located {
                    source: source.name.clone(),
                    line: n + 1,
                    column: at + 1,
                    text: why.to_owned(),
                    excerpt: source.text.lines().nth(n).unwrap_or_default().to_owned(),
                });
            }
        }
        if let Some(at) = call_at(line) {
            found.push(Located {
                source: source.name.clone(),
                line: n + 1,
                column: at + 1,
                text: "a call with @ is not allowed: it has no value here".to_owned(),
                excerpt: source.text.lines().nth(n).unwrap_or_default().to_owned(),
            });
        }
    }
    if let Some(at) = code.find('\0') {
        let line = code.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
        found.push(Located {
            source: source.name.clone(),
            line,
            column: 1,
            text: "a NUL character is not allowed".to_owned(),
            excerpt: String::new(),
        });
    }
    found
}

/// Where a line calls an external function. The `@` of a weight's priority follows a term.
fn call_at(line: &str) -> Option<usize> {
    line.match_indices('@').map(|(at, _)| at).find(|at| {
        let before = line.get(..*at).unwrap_or_default().trim_end();
        !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | '\''))
    })
}

/// The text with comments and strings blanked out, byte for byte, lines kept.
fn without_comments(text: &str) -> String {
    #[derive(PartialEq)]
    enum State {
        Code,
        Line,
        Block,
        Text,
    }
    let (mut state, mut out) = (State::Code, Vec::with_capacity(text.len()));
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied();
        let mut width = 1;
        let keep = match (&state, byte, next) {
            (_, b'\n', _) => {
                if state == State::Line {
                    state = State::Code;
                }
                true
            }
            (State::Code, b'%', Some(b'*')) => {
                (state, width) = (State::Block, 2);
                false
            }
            (State::Block, b'*', Some(b'%')) => {
                (state, width) = (State::Code, 2);
                false
            }
            (State::Code, b'%', _) => {
                state = State::Line;
                false
            }
            (State::Code, b'"', _) => {
                state = State::Text;
                false
            }
            (State::Text, b'\\', Some(_)) => {
                width = 2;
                false
            }
            (State::Text, b'"', _) => {
                state = State::Code;
                false
            }
            (State::Code, ..) => byte.is_ascii(),
            _ => false,
        };
        if keep {
            out.push(byte);
        } else {
            out.extend(std::iter::repeat_n(b' ', width));
        }
        at += width;
    }
    String::from_utf8(out).unwrap_or_default()
}
