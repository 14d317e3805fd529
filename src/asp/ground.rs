//! A ground program as the grounder hands it to the solver: its rules, and what no rule expresses.
//!
//! Knows symbols and ground programs.

use std::ops::{Deref, DerefMut};

use super::ffi::Symbol;
use crate::ground::GroundProgram;
pub use crate::ground::{AtomNumber, RecordedRule};

/// The positive literal of an atom.
pub fn literal(atom: AtomNumber) -> i32 {
    i32::try_from(atom).unwrap_or(i32::MAX)
}

/// Rules in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Record {
    rules: GroundProgram,
    /// What the program uses that no rule can express.
    refused: Vec<&'static str>,
    /// Symbols that the program shows, each with the literals that must all hold.
    pub shown: Vec<(Symbol, Vec<i32>)>,
}

impl Deref for Record {
    type Target = GroundProgram;

    fn deref(&self) -> &GroundProgram {
        &self.rules
    }
}

impl DerefMut for Record {
    fn deref_mut(&mut self) -> &mut GroundProgram {
        &mut self.rules
    }
}

impl Record {
    /// Notes that the program uses something that no rule can express.
    pub fn refuse(&mut self, what: &'static str) {
        if !self.refused.contains(&what) {
            self.refused.push(what);
        }
    }

    pub fn refused(&self) -> &[&'static str] {
        &self.refused
    }

    /// The rules alone.
    pub fn into_rules(self) -> GroundProgram {
        self.rules
    }
}
