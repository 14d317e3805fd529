//! Atoms as values: a name and its arguments, each in clingo's canonical text.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A ground atom, such as `play(cell(1,2),bender(w,n))`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Atom {
    pub name: String,
    pub args: Vec<String>,
}

impl Atom {
    pub fn new(name: impl Into<String>, args: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { name: name.into(), args: args.into_iter().map(Into::into).collect() }
    }

    /// An atom without arguments.
    pub fn constant(name: impl Into<String>) -> Self {
        Self { name: name.into(), args: Vec::new() }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.args.is_empty() { Ok(()) } else { write!(f, "({})", self.args.join(",")) }
    }
}
