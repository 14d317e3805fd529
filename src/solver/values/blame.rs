//! Minimal sets of sites and rules that rule out every acceptable level.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::values::searched::SearchedLevels;
use crate::values::status::{Status, Why};
use foolproof_game::{Extent, Game, capital, concept_clause, listed};
use foolproof_level::{Concept, Level, Site};

/// Maximum number of sites to name. More are only counted.
const NAMED: usize = 3;
/// Maximum number of kinds of marks that a sentence names.
const MAX_KINDS: usize = 5;

const LOCKED_PART: &str = "the locked part of the intended solution";

/// Sites and parts of the concept that cannot all stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    pub sites: Vec<Site>,
    /// The parts of the concept that contribute to the conflict.
    pub concept: Vec<Concept>,
    /// The locked part of the intended solution contributes to the conflict.
    pub intended: bool,
    /// A minimal set of the rules' sentences that rules out every play. Empty if the rules have no sentences,
    /// or these are not known.
    pub sentences: Vec<String>,
    /// The property that no level with all of these has.
    pub lacking: Lacking,
    /// Without any one of these, the rest could stay.
    pub minimal: bool,
    /// The levels that were searched.
    pub among: Among,
    /// Description of these levels, with the marks that they may have.
    pub searched: SearchedLevels,
    /// For a conflict of the level as it stands: whether the open cells leave room for an acceptable level,
    /// if known.
    pub room: Option<bool>,
}

/// The property that every level lacks that keeps the blamed sites and parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lacking {
    /// A solution that practises the concept.
    Solution,
    /// Such a solution, and the absence of shortcuts.
    ShortcutFreedom,
}

/// The levels that a conflict is about: all that keep what is to blame and ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Among {
    /// ... have anything on the other cells; what is to blame is locked.
    Locks,
    /// ... have nothing else than the asked level has, or less.
    Fewer,
    /// ... have anything on the other cells.
    Any,
}

impl Blame {
    /// Returns the conflict and its remedy, in a line: "R1C1 and R2C1 rule out every solution. One of them
    /// has to change." `complete` is the name of the command for completing.
    pub fn sentence(&self, game: &dyn Game, complete: &str) -> String {
        let lacks = self.ruled_out(game);
        format!("{lacks}{}.{}", self.scope(), self.next_step(complete))
    }

    /// Returns the sentence with the marks, if only a few marks are to blame: "No solution has all of these:
    /// three triangles (R1C1 and R2C1)."
    pub fn sentence_of_marks(
        &self,
        game: &dyn Game,
        level: &Level,
        complete: &str,
    ) -> Option<String> {
        let others = !self.concept.is_empty() || self.intended;
        if others || self.sites.is_empty() || self.lacking != Lacking::Solution {
            return None;
        }
        let mut by_words: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for site in &self.sites {
            let words = game.describe(level.mark(*site)?);
            by_words.entry(words).or_default().push(site.name());
        }
        if by_words.len() > MAX_KINDS {
            return None;
        }
        let these = if self.sites.len() == 1 { "this" } else { "all of these" };
        let each = by_words.iter().map(|(words, sites)| format!("{words} ({})", sites.join(", ")));
        let each = each.collect::<Vec<_>>().join("; ");
        let (scope, next) = (self.scope(), self.next_step(complete));
        Some(format!("No solution has {these}{scope}: {each}.{next}"))
    }

    /// Returns the levels that the sentence is about, with a space before them.
    fn scope(&self) -> &str {
        match (self.among, self.searched.extent) {
            (Among::Fewer, _) | (_, Extent::Nothing | Extent::Some) => &self.searched.short,
            // Whatever is put anywhere: the sentence has no bounds to name.
            _ => "",
        }
    }

    fn ruled_out(&self, game: &dyn Game) -> String {
        let only_intended = self.asks_for_intended();
        let parts = [
            self.named_sites(),
            if only_intended { String::new() } else { self.named_concept(game) },
            if self.intended { LOCKED_PART.to_owned() } else { String::new() },
        ];
        let parts: Vec<&str> =
            parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        let all = listed(&parts, "and");
        let several = self.sites.len() + parts.len() > 2 || self.sites.len() > 1 || parts.len() > 1;
        match (self.lacking, only_intended) {
            (_, true) if all.is_empty() => {
                "The intended solution cannot be the only one".to_owned()
            }
            (_, true) => format!("With {all}, the intended solution cannot be the only one"),
            (Lacking::Solution, _) if all.is_empty() => "There is no solution".to_owned(),
            (Lacking::Solution, _) if self.sites.is_empty() && !self.intended => {
                format!("No solution has {all}")
            }
            (Lacking::Solution, _) => {
                let out = if several { "rule" } else { "rules" };
                capital(&format!("{all} {out} out every solution"))
            }
            (Lacking::ShortcutFreedom, _) if all.is_empty() => {
                "There is always a shortcut, or no solution".to_owned()
            }
            (Lacking::ShortcutFreedom, _) => {
                format!("With {all}, there is always a shortcut, or no solution")
            }
        }
    }

    fn asks_for_intended(&self) -> bool {
        !self.concept.is_empty() && self.concept.iter().all(Concept::is_intended)
    }

    fn named_sites(&self) -> String {
        let locked = self.among == Among::Locks;
        let names: Vec<String> = self.sites.iter().map(|site| site.name()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match (names.len(), locked) {
            (0, _) => String::new(),
            (1..=NAMED, false) => listed(&names, "and"),
            (1, true) => format!("what is locked on {}", listed(&names, "and")),
            (2..=NAMED, true) => format!("the locked cells {}", listed(&names, "and")),
            (n, false) => format!("these {n} cells"),
            (n, true) => format!("these {n} locked cells"),
        }
    }

    fn named_concept(&self, game: &dyn Game) -> String {
        let said: Vec<String> =
            self.concept.iter().map(|part| format!("“{}”", concept_clause(game, part))).collect();
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        match said.is_empty() {
            true => String::new(),
            false => format!("the concept {}", listed(&said, "and")),
        }
    }

    /// Returns the remedy, with a space before it.
    fn next_step(&self, complete: &str) -> String {
        let number = self.sites.len() + self.concept.len() + usize::from(self.intended);
        let one_goes = match (number, self.sites.len()) {
            (0, _) => String::new(),
            (1, 1) => " Change it.".to_owned(),
            (1, _) => " Change the concept.".to_owned(),
            _ => " One of them has to change.".to_owned(),
        };
        match (self.among, self.room) {
            (Among::Fewer, Some(true)) if self.sites.is_empty() => {
                format!(" {complete} can fill them.")
            }
            (Among::Fewer, Some(true)) => {
                format!(" {complete} can fill them; else one of these has to go.")
            }
            (Among::Fewer, _) => " Whether other marks would help is not known.".to_owned(),
            _ if self.minimal || number <= 1 => one_goes,
            _ => format!("{one_goes} Perhaps fewer are to blame."),
        }
    }

    /// Returns the rules' sentences against every play, in words.
    pub fn said(&self) -> Option<String> {
        let quoted: Vec<String> = self.sentences.iter().map(|text| format!("“{text}”")).collect();
        let said = quoted.join(" or ");
        (!said.is_empty()).then(|| format!("Whatever is played, the rules say {said}."))
    }

    /// Returns *unknown* if other marks may help: then it is not known what is to blame, only what is in the
    /// way.
    pub fn status(&self) -> Status {
        if self.among == Among::Fewer && self.room.is_none() {
            let why = "whether other marks would help is not known".to_owned();
            return Status::Unknown(Why::Undecided(why));
        }
        Status::Proved
    }
}
