//! Errors of programs, with source, line and column.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A message about a place in a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Located {
    /// Name of the source, such as `refraction.lp` or `concept`.
    pub source: String,
    /// Line from 1; 0 if clingo names no place.
    pub line: usize,
    pub column: usize,
    pub text: String,
    /// Text of the line.
    pub excerpt: String,
}

impl Located {
    /// Creates a message that belongs to no line.
    pub fn nowhere(text: String) -> Self {
        Self { source: String::new(), line: 0, column: 0, text, excerpt: String::new() }
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return f.write_str(&self.text);
        }
        write!(f, "{}, line {}, column {}: {}", self.source, self.line, self.column, self.text)?;
        if self.excerpt.is_empty() { Ok(()) } else { write!(f, " — `{}`", self.excerpt.trim()) }
    }
}

/// Reason why a program or a session fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum AspError {
    #[error("{}", list(.0))]
    Program(Vec<Located>),
    /// Heads that depend on themselves, which the search for shortcut-free levels cannot copy: such rules are
    /// how a program itself says "for all".
    #[error("{}", list(.0))]
    Circular(Vec<Located>),
    #[error("the solver ran out of memory")]
    OutOfMemory,
    /// More ground rules than were allowed; the number is that at the end.
    #[error("the rules unfold into more than {0} ground rules")]
    TooManyRules(usize),
    /// Grounding took more processor time than was allowed; the number is that of the ground rules so far.
    #[error("time ran out at {0} ground rules")]
    LongGrounding(usize),
    #[error("the solver failed: {0}")]
    Internal(String),
    #[error("an earlier error ended this session")]
    Poisoned,
    #[error("there is no session {0}")]
    NoSession(u32),
    #[error("a constraint can only be added to a session made extendable")]
    NotExtendable,
}

fn list(messages: &[Located]) -> String {
    messages.iter().map(Located::to_string).collect::<Vec<_>>().join("; ")
}
