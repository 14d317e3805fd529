//! A ground program as the grounder passes it to the solver: its rules, and statements that are no rules.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::ffi::Symbol;
use foolproof_ground::GroundProgram;
pub(crate) use foolproof_ground::{AtomNumber, RecordedRule};

/// Returns the positive literal of an atom.
pub(crate) fn literal(atom: AtomNumber) -> i32 {
    i32::try_from(atom).unwrap_or(i32::MAX)
}

/// Maximum number of rules of a record, with a counter that other threads can read.
#[derive(Clone, Debug)]
pub(crate) struct RecordBound {
    pub most: usize,
    pub so_far: Arc<AtomicUsize>,
}

impl RecordBound {
    /// Number of rules if it exceeded the maximum.
    pub(crate) fn exceeded(&self) -> Option<usize> {
        let n = self.so_far.load(Ordering::Relaxed);
        (n > self.most).then_some(n)
    }
}

/// Rules in order of arrival.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    rules: GroundProgram,
    bound: Option<RecordBound>,
    /// Statements of the program that no rule can express.
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
    pub(crate) fn within(bound: Option<RecordBound>) -> Self {
        Self { bound, ..Self::default() }
    }

    /// True if it has more rules than the bound allows; also updates the shared counter.
    pub(crate) fn is_full(&self) -> bool {
        self.bound.as_ref().is_some_and(|bound| {
            bound.so_far.store(self.rules.n_rules(), Ordering::Relaxed);
            self.rules.n_rules() > bound.most
        })
    }

    /// Notes that the program uses something that no rule can express.
    pub(crate) fn refuse(&mut self, what: &'static str) {
        if !self.refused.contains(&what) {
            self.refused.push(what);
        }
    }

    pub(crate) fn refused(&self) -> &[&'static str] {
        &self.refused
    }

    /// Returns only the rules.
    pub(crate) fn into_rules(self) -> GroundProgram {
        self.rules
    }
}
