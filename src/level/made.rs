//! The command by which the program made a level, so that it can be run again.
//!
//! A level may be changed afterwards; the command stays that of the first version.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Level;

/// The command that made a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The program and its version.
    pub by: String,
    /// The program's arguments.
    pub command: Vec<String>,
    /// Number of the level among those of the command, from 1.
    pub number: u32,
    /// The level that the command reads from standard input, if its arguments have a `-`.
    pub input: Option<Arc<Level>>,
}

impl Made {
    /// Records this program with these arguments.
    pub fn now(command: Vec<String>, number: usize) -> Self {
        let by = concat!("Foolproof ", env!("CARGO_PKG_VERSION")).to_owned();
        Self { by, command, number: u32::try_from(number).unwrap_or(u32::MAX), input: None }
    }

    /// Adds the input level. The command that made the input is not kept.
    pub fn from(self, level: &Level) -> Self {
        let mut input = level.clone();
        input.made = None;
        Self { input: Some(Arc::new(input)), ..self }
    }

    /// The command as typed in a shell.
    pub fn line(&self) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:".contains(c);
        let quoted = |word: &String| match !word.is_empty() && word.chars().all(plain) {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', r"'\''")),
        };
        let words: Vec<String> = self.command.iter().map(quoted).collect();
        format!("foolproof {}", words.join(" "))
    }
}

impl Level {
    /// True if nothing but its board and its concept describes it.
    pub fn is_bare(&self) -> bool {
        let open = Self::open(&*self.game, self.board);
        self.same_puzzle(&Self { rules: self.rules, concept: self.concept.clone(), ..open })
    }
}
