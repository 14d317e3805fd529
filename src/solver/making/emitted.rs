//! The levels that a generation has made. They are reported one by one.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::ask::Ask;
use crate::engine::step_aims::StepFit;
use crate::making::reproduce;
use crate::questions::design_questions::proposed;
use crate::values::answer::{FoundLevel, ProposedLevel, Truth};
use crate::values::limits::GenerateSettings;
use crate::values::report::reports_found_level;
use crate::values::status::Why;
use crate::values::topic::{Topic, TopicWords};
use foolproof_game::counted;
use foolproof_level::{Level, Mark, Site};

/// Number of levels that are easier than wanted after which the hardest of them will do.
const HARDER_TRIES: usize = 2;

pub const GENERATE: Topic =
    Topic(&TopicWords::new("generate", "Which levels are there?", "new levels").job("Generating"));

/// A new level, or the reason why there are no more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneratedLevel(pub FoundLevel);

reports_found_level!(GeneratedLevel, GENERATE);

/// The levels that were reported already, by their marks, and the settings of the generation.
pub(crate) struct GivenLevels {
    levels: Vec<BTreeSet<(Site, Mark)>>,
    asked: GenerateSettings,
    /// Levels that are easier than wanted, with the number of sentences in their hardest step. They are
    /// reported if there are no harder ones.
    easier: Vec<(u32, EasierLevel)>,
    /// Number of levels whose steps miss the aims.
    missed: usize,
    /// The fault of the last one of them, in words.
    last_miss: String,
}

/// A level that waits for harder ones.
struct EasierLevel {
    level: Level,
    verdict: Truth,
    unique: bool,
}

impl GivenLevels {
    pub(crate) fn of(asked: &GenerateSettings) -> Self {
        let (levels, easier, last_miss) = (Vec::new(), Vec::new(), String::new());
        Self { levels, asked: asked.clone(), easier, missed: 0, last_miss }
    }

    pub(crate) fn len(&self) -> usize {
        self.levels.len()
    }

    /// Reports a level, with the command that reproduces it. Returns whether its steps meet the aims.
    pub(crate) fn give(&mut self, ask: &mut Ask<'_>, level: Level, verdict: Truth) -> bool {
        // If every solution is the intended one, there is only one.
        let unique = verdict.holds() && ask.level.concept.is_intended();
        self.give_if_it_suits(ask, EasierLevel { level, verdict, unique })
    }

    /// Reports a level that was proved to have one solution. Returns whether its steps meet the aims.
    pub(crate) fn give_unique(&mut self, ask: &mut Ask<'_>, level: Level, verdict: Truth) -> bool {
        self.give_if_it_suits(ask, EasierLevel { level, verdict, unique: true })
    }

    fn give_if_it_suits(&mut self, ask: &mut Ask<'_>, found: EasierLevel) -> bool {
        match ask.fit(&found.level) {
            Ok(StepFit::Meets) => self.give_proved(ask, found),
            Ok(StepFit::Easier(hardest)) => {
                self.easier.push((hardest, found));
                if self.easier.len() < HARDER_TRIES {
                    return false;
                }
                return self.give_easier(ask);
            }
            Ok(StepFit::Lacks(miss) | StepFit::Misses(miss)) => {
                (self.missed, self.last_miss) = (self.missed + 1, miss.words().to_owned());
                return false;
            }
            Err(_) => return false,
        }
        true
    }

    /// Reports the hardest of the levels that are easier than wanted. Returns whether there is one.
    pub(crate) fn give_easier(&mut self, ask: &mut Ask<'_>) -> bool {
        // Drop levels that are too near to one reported meanwhile.
        let mut easier = std::mem::take(&mut self.easier);
        easier.retain(|(_, found)| self.is_far(&found.level, self.asked.distance));
        let hardest = easier.iter().enumerate().max_by_key(|(_, (hardest, _))| *hardest);
        let best = hardest.map(|(at, _)| at).map(|at| easier.remove(at));
        self.easier = easier;
        best.map(|(_, found)| self.give_proved(ask, found)).is_some()
    }

    /// Reports the levels that are easier than wanted, then the reason why there are fewer than wanted.
    pub(crate) fn end(&mut self, ask: &mut Ask<'_>, why: Why) {
        while self.len() < self.asked.count as usize && self.give_easier(ask) {}
        if self.len() < self.asked.count as usize {
            let why = ask.goal.nearest.added_to(why);
            ask.report::<GeneratedLevel>(Err(why));
        }
    }

    /// Says how many levels missed the aims for steps so far.
    pub(crate) fn misses(&self) -> String {
        let last = &self.last_miss;
        match self.missed {
            0 => String::new(),
            missed => {
                let levels = counted(missed, "level", "levels");
                format!(", {levels} with other steps (the last one: {last})")
            }
        }
    }

    fn give_proved(&mut self, ask: &mut Ask<'_>, found: EasierLevel) {
        let EasierLevel { mut level, verdict, unique } = found;
        self.levels.push(marks_of(&level).into_iter().collect());
        level.made = Some(Arc::new(reproduce::generated(ask, &self.asked, self.len())));
        let proposed = ProposedLevel { unique, ..proposed(ask.level, level, verdict) };
        ask.report(Ok(GeneratedLevel(FoundLevel::Level(proposed))));
    }

    /// Returns whether a level differs from all of these in at least `distance` marks.
    pub(crate) fn is_far(&self, level: &Level, distance: u32) -> bool {
        self.differs(level, |_| distance)
    }

    /// Returns whether a proposer's level is new: far from the first `around` levels, which the proposer does
    /// not know, and different from its own.
    pub(crate) fn is_new(&self, level: &Level, around: usize, settings: &GenerateSettings) -> bool {
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
