//! Levels that a generation has made, which are given one by one.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::again;
use super::answer::{FoundLevel, ProposedLevel, Truth};
use super::ask::Ask;
use super::design_questions::proposed;
use super::question::GenerateSettings;
use super::report::reports_found_level;
use super::topic::{Topic, TopicWords};
use foolproof_level::{Level, Mark, Site};

pub const GENERATE: Topic =
    Topic(&TopicWords::new("generate", "Which levels are there?", "new levels").job("Generating"));

/// A new level, or how generating ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneratedLevel(pub FoundLevel);

reports_found_level!(GeneratedLevel, GENERATE);

/// The levels that were given already, by their marks, and what they were made by.
pub(super) struct GivenLevels {
    levels: Vec<BTreeSet<(Site, Mark)>>,
    asked: GenerateSettings,
}

impl GivenLevels {
    pub(super) fn of(asked: &GenerateSettings) -> Self {
        Self { levels: Vec::new(), asked: asked.clone() }
    }

    pub(super) fn len(&self) -> usize {
        self.levels.len()
    }

    /// Gives a level, with how it can be made again.
    pub(super) fn give(&mut self, ask: &mut Ask<'_>, level: Level, verdict: Truth) {
        // Where every solution is the intended one, there is one.
        let unique = verdict.holds() && ask.level.concept.is_intended();
        self.give_proved(ask, level, verdict, unique);
    }

    /// Gives a level that was proved to have one solution.
    pub(super) fn give_unique(&mut self, ask: &mut Ask<'_>, level: Level, verdict: Truth) {
        self.give_proved(ask, level, verdict, true);
    }

    fn give_proved(&mut self, ask: &mut Ask<'_>, mut level: Level, verdict: Truth, unique: bool) {
        self.levels.push(marks_of(&level).into_iter().collect());
        level.made = Some(Arc::new(again::generated(ask, &self.asked, self.len())));
        let proposed = ProposedLevel { unique, ..proposed(ask.level, level, verdict) };
        ask.report(Ok(GeneratedLevel(FoundLevel::Level(proposed))));
    }

    /// Whether a level differs from all of them in so many marks.
    pub(super) fn is_far(&self, level: &Level, distance: u32) -> bool {
        self.differs(level, |_| distance)
    }

    /// Whether a level of Elise's is new: far from the first ones, which she does not know of, and
    /// another one than hers.
    pub(super) fn is_new(&self, level: &Level, around: usize, settings: &GenerateSettings) -> bool {
        self.differs(level, |at| if at < around { settings.distance } else { 1 })
    }

    fn differs(&self, level: &Level, by: impl Fn(usize) -> u32) -> bool {
        let marks: BTreeSet<(Site, Mark)> = marks_of(level).into_iter().collect();
        self.levels
            .iter()
            .enumerate()
            .all(|(at, old)| old.symmetric_difference(&marks).count() >= by(at).max(1) as usize)
    }
}

fn marks_of(level: &Level) -> Vec<(Site, Mark)> {
    level.marks().map(|(site, mark)| (site, mark.clone())).collect()
}
