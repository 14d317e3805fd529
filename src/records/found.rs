//! The solutions that players found: whether each practises the concept, and whether it was known.
//!
//! The rules judge each again, whatever the record says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::plays::Visit;
use foolproof_game::{Game, Verdict};
use foolproof_level::{Level, Play};
use foolproof_solver::{CheckIntended, Finding, IntendedVerdict, Question, Topic, Truth};

/// Relation of a solution to the concept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayPractice {
    Shortcut,
    Practises,
    /// The rules in Rust cannot decide, and the solver was not asked.
    Unknown,
}

/// Prior knowledge of a found solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KnownBefore {
    /// It is the intended solution.
    Intended,
    /// The solver has shown it as a shortcut.
    Shortcut,
    /// The solver has listed it as a solution.
    Solution,
    New,
}

impl KnownBefore {
    pub fn words(self) -> &'static str {
        match self {
            Self::Intended => "the intended one",
            Self::Shortcut => "the solver shows it too",
            Self::Solution => "the solver lists it too",
            Self::New => "new",
        }
    }
}

/// A solution that players found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPlay {
    pub play: Play,
    /// Number of testers who found it, or one that differs only in irrelevant ways.
    pub testers: usize,
    /// The visit in which it was first found, and the number of its steps until then.
    pub visit: usize,
    pub step: usize,
    pub practice: PlayPractice,
    pub known: KnownBefore,
}

impl FoundPlay {
    /// Returns the solutions of some visits, shortcuts first and then by the number of testers, highest first.
    pub fn all(game: &dyn Game, level: &Level, visits: &[Visit], known: &[Finding]) -> Vec<Self> {
        let mut found: BTreeMap<Play, (Self, BTreeSet<usize>)> = BTreeMap::new();
        for (number, visit) in visits.iter().enumerate() {
            for steps in &visit.solved {
                let play = visit.play_after(*steps);
                let canonical = game.canonical(level, &play);
                if let Some((_, testers)) = found.get_mut(&canonical) {
                    testers.insert(visit.record);
                    continue;
                }
                if game.judge(level, &play) != Verdict::Solved {
                    continue;
                }
                let known = known_before(game, level, &play, known);
                let practice = practice_of(game, level, &play);
                let (visit_at, step) = (number, *steps);
                let one = Self { play, testers: 1, visit: visit_at, step, practice, known };
                found.insert(canonical, (one, BTreeSet::from([visit.record])));
            }
        }
        let counted =
            |(found, testers): (Self, BTreeSet<usize>)| Self { testers: testers.len(), ..found };
        let mut all: Vec<Self> = found.into_values().map(counted).collect();
        all.sort_by_key(|one| (one.practice, std::cmp::Reverse(one.testers)));
        all
    }

    /// Returns the question whether it practises the concept, for cases that the rules in Rust cannot decide,
    /// and its level.
    pub fn question(&self, level: &Level) -> (Arc<Level>, Question) {
        let mut asked = level.clone();
        asked.intended = Some(self.play.clone());
        asked.intended_locked.clear();
        (Arc::new(asked), Question::from(CheckIntended))
    }

    /// Takes in the answer.
    pub fn hear(&mut self, finding: &Finding) {
        match finding.report() {
            Some(IntendedVerdict(Truth::Holds(()))) => self.practice = PlayPractice::Practises,
            // It was judged before that it solves the level.
            Some(IntendedVerdict(Truth::Fails(_))) => self.practice = PlayPractice::Shortcut,
            _ => {}
        }
    }
}

fn practice_of(game: &dyn Game, level: &Level, play: &Play) -> PlayPractice {
    match level.concept.evaluate(&mut |property| game.practises(level, play, property)) {
        Some(true) => PlayPractice::Practises,
        Some(false) => PlayPractice::Shortcut,
        None => PlayPractice::Unknown,
    }
}

fn known_before(game: &dyn Game, level: &Level, play: &Play, known: &[Finding]) -> KnownBefore {
    let canonical = game.canonical(level, play);
    let same = |other: &Play| game.canonical(level, other) == canonical;
    if level.intended.as_ref().is_some_and(same) {
        return KnownBefore::Intended;
    }
    let shown = |finding: &Finding| {
        finding.topic() == Topic::SHORTCUT_FREE && finding.answer.play().is_some_and(same)
    };
    match () {
        () if known.iter().any(shown) => KnownBefore::Shortcut,
        () if known_plays(known).any(same) => KnownBefore::Solution,
        () => KnownBefore::New,
    }
}

/// Returns the solutions in findings.
pub(crate) fn known_plays(known: &[Finding]) -> impl Iterator<Item = &Play> {
    known.iter().flat_map(|finding| {
        let many = finding.answer.plays().unwrap_or_default();
        many.iter().chain(finding.answer.play())
    })
}
