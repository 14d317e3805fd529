//! Completions of a level that are known already, and which of them is best.

use serde::{Deserialize, Serialize};

use super::finding::Finding;
use super::status::Status;
use foolproof_level::{Level, Mark, Site};

/// Completions of a level that are known already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EarlierCompletions {
    /// The marks that each one proposes.
    pub designs: Vec<Vec<(Site, Mark)>>,
    /// Whether another one must be as it should be: one that has a shortcut, or may have one, would
    /// be worse than these.
    pub proved: bool,
}

impl EarlierCompletions {
    /// With another one, which is as it should be or not.
    pub fn and(mut self, level: &Level, proved: bool) -> Self {
        self.designs.push(marks_of(level));
        self.proved |= proved;
        self
    }

    /// Whether a level is not among them.
    pub fn is_new(&self, level: &Level) -> bool {
        self.designs.is_empty() || !self.designs.contains(&marks_of(level))
    }
}

/// Sorts completions: those as they should be first, and of these the one with the fewest changes.
pub fn completion_rank(finding: &Finding) -> (bool, usize) {
    let changed = finding.answer.proposed().map_or(usize::MAX, |made| made.changed.len());
    (finding.status() != Status::Proved, changed)
}

fn marks_of(level: &Level) -> Vec<(Site, Mark)> {
    level.marks().map(|(site, mark)| (site, mark.clone())).collect()
}
