//! Several levels of one board at once: possible marks are left open, so that rules which are slow to ground
//! are grounded once for many strokes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::lists::list_facts;
use foolproof_level::{Level, Mark, Site};

/// Marks that may or may not be present on their sites.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    marks: BTreeSet<(Site, Mark)>,
    /// Choices between them, as rules.
    rules: String,
}

impl Opening {
    pub fn new(marks: BTreeSet<(Site, Mark)>) -> Self {
        let mut rules = String::new();
        for (site, mark) in &marks {
            let _ = writeln!(rules, "{{ has({site},{mark}) }}.");
        }
        rules.push_str(&list_facts(marks.iter().map(|(_, mark)| mark)));
        Self { marks, rules }
    }

    /// All possible marks, without their sites.
    pub fn marks(&self) -> BTreeSet<Mark> {
        self.marks.iter().map(|(_, mark)| mark.clone()).collect()
    }

    /// Rules that replace a level's facts about its marks.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// True if a level is one of these.
    pub fn covers(&self, level: &Level) -> bool {
        level.marks().all(|(site, mark)| self.marks.contains(&(site, mark.clone())))
    }

    /// Returns all possible marks, and whether a level has them.
    pub fn of<'a>(&'a self, level: &'a Level) -> impl Iterator<Item = (Site, &'a Mark, bool)> {
        self.marks.iter().map(|(site, mark)| (*site, mark, level.mark(*site) == Some(mark)))
    }
}
