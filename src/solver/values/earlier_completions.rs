//! Completions of a level that are known already, and their order of quality.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::values::finding::Finding;
use crate::values::status::Status;
use foolproof_level::{Level, Mark, Site};

/// The way to try first if a level has more than one solution, or steps that miss the aims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CompletionWay {
    /// The way that is likely to be quick: usually more clues.
    #[default]
    Fill,
    /// Changes of one or two marks.
    Repair,
}

/// Completions of a level that are known already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EarlierCompletions {
    pub designs: Vec<EarlierDesign>,
    /// A further completion must meet all requirements: one that has a shortcut, or may have one, would be
    /// worse than these.
    pub proved: bool,
}

/// The marks of one completion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EarlierDesign {
    pub marks: Vec<(Site, Mark)>,
    /// The sites that it changes, if further changes to these would be of no use.
    pub enough: Vec<Site>,
}

impl EarlierDesign {
    /// Returns whether a site counts when a level is compared with this one.
    pub(crate) fn counts(&self, site: Site) -> bool {
        self.enough.is_empty() || self.enough.contains(&site)
    }

    fn is_in(&self, level: &Level) -> bool {
        let mark = |site: &Site| self.marks.iter().find(|(at, _)| at == site).map(|(_, mark)| mark);
        match self.enough.is_empty() {
            true => self.marks == marks_of(level),
            false => self.enough.iter().all(|site| level.mark(*site) == mark(site)),
        }
    }
}

impl EarlierCompletions {
    /// Adds a completion, which meets all requirements (`proved`) or not.
    pub fn and(mut self, level: &Level, proved: bool) -> Self {
        self.designs.push(EarlierDesign { marks: marks_of(level), enough: Vec::new() });
        self.proved |= proved;
        self
    }

    /// Adds a completion of the asked level, found in this way. A repair that meets all requirements is
    /// enough: the same repair with further changes is not new.
    pub fn and_found(
        mut self,
        way: CompletionWay,
        asked: &Level,
        level: &Level,
        proved: bool,
    ) -> Self {
        self = self.and(level, proved);
        if let (true, CompletionWay::Repair, Some(last)) = (proved, way, self.designs.last_mut()) {
            let sites: BTreeSet<Site> =
                asked.marks().chain(level.marks()).map(|(site, _)| site).collect();
            let is_changed = |site: &Site| asked.mark(*site) != level.mark(*site);
            last.enough = sites.into_iter().filter(is_changed).collect();
        }
        self
    }

    /// Returns whether a level is none of these, nor one of these repairs with further changes.
    pub fn is_new(&self, level: &Level) -> bool {
        !self.designs.iter().any(|design| design.is_in(level))
    }

    /// Returns words for the levels that are left to be searched.
    pub(crate) fn others(&self) -> &'static str {
        match self.designs.iter().all(|design| design.enough.is_empty()) {
            true => "other than these",
            false => "other than these, with or without further changes",
        }
    }
}

/// Sort key of completions: those that meet all requirements first, and of these the one with the fewest
/// changes.
pub fn completion_rank(finding: &Finding) -> (bool, usize) {
    let changed = finding.answer.proposed().map_or(usize::MAX, |made| made.changed.len());
    (finding.status() != Status::Proved, changed)
}

fn marks_of(level: &Level) -> Vec<(Site, Mark)> {
    level.marks().map(|(site, mark)| (site, mark.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;

    fn level(marks: &[(u16, &str)]) -> Level {
        let mut level = Level::open("toy", Board { cols: 3, rows: 1, tray: 0 });
        for (col, mark) in marks {
            level.paint(Site::cell(*col, 0), mark.parse().ok());
        }
        level
    }

    #[test]
    fn a_repair_with_further_changes_is_no_other_repair() {
        let asked = level(&[(0, "wall")]);
        let (found, more) = (level(&[(1, "box")]), level(&[(1, "box"), (2, "wall")]));
        let earlier =
            |way, proved| EarlierCompletions::default().and_found(way, &asked, &found, proved);
        let repairs = earlier(CompletionWay::Repair, true);
        assert!(!repairs.is_new(&found) && !repairs.is_new(&more));
        // The wall that was removed stays here, and there is another mark there.
        assert!(repairs.is_new(&level(&[(0, "wall"), (1, "box")])));
        assert!(repairs.is_new(&level(&[(1, "wall")])));
        // A filling blocks only itself, and a repair with a shortcut may need more.
        for others in [earlier(CompletionWay::Fill, true), earlier(CompletionWay::Repair, false)] {
            assert!(!others.is_new(&found) && others.is_new(&more));
        }
    }
}
