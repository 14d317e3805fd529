//! Completions of a level that are known already, and which of them is best.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::values::finding::Finding;
use crate::values::status::Status;
use foolproof_level::{Level, Mark, Site};

/// What to try first if a level has more than one solution, or steps that miss the aims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CompletionWay {
    /// Whatever is likely to be quick: usually more clues.
    #[default]
    Fill,
    /// Changes of one or two marks.
    Repair,
}

/// Completions of a level that are known already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EarlierCompletions {
    pub designs: Vec<EarlierDesign>,
    /// Whether another one must be as it should be: one that has a shortcut, or may have one, would
    /// be worse than these.
    pub proved: bool,
}

/// What one of them proposes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EarlierDesign {
    pub marks: Vec<(Site, Mark)>,
    /// The sites that it changes, if further changes to these would be of no use.
    pub enough: Vec<Site>,
}

impl EarlierDesign {
    /// Whether a site tells it from levels that are new beside it.
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
    /// With another one, which is as it should be or not.
    pub fn and(mut self, level: &Level, proved: bool) -> Self {
        self.designs.push(EarlierDesign { marks: marks_of(level), enough: Vec::new() });
        self.proved |= proved;
        self
    }

    /// With another one of the asked level, found in this way. A repair that is as it should be is enough:
    /// what makes further changes is no other repair.
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

    /// Whether a level is not among them, nor a repair among them with needless changes.
    pub fn is_new(&self, level: &Level) -> bool {
        !self.designs.iter().any(|design| design.is_in(level))
    }

    /// What is left to be searched beside them, in words.
    pub(crate) fn others(&self) -> &'static str {
        match self.designs.iter().all(|design| design.enough.is_empty()) {
            true => "other than these",
            false => "other than these, with or without further changes",
        }
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
        // Fillings are all there are, and what has a shortcut may need more.
        for others in [earlier(CompletionWay::Fill, true), earlier(CompletionWay::Repair, false)] {
            assert!(!others.is_new(&found) && others.is_new(&more));
        }
    }
}
