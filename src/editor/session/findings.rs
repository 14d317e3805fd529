//! The findings about levels, the questions in progress, and the engines that answer.

use crate::session::glances::Glances;
use crate::session::job::Job;
use crate::session::knowledge::{Freshness, Knowledge};
use crate::session::verdicts::Verdicts;
use foolproof_level::{CheckItem, KeptStatus, Level, Staleness};
use foolproof_solver::{EngineCommand, Engines, Limits, check_topic, kept_status};

/// Settings of the solver that runs on its own while the designer edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live {
    pub on: bool,
    pub limits: Limits,
    /// Maximum number of solutions counted.
    pub cap: u32,
}

impl Default for Live {
    fn default() -> Self {
        Self { on: true, limits: Limits::default(), cap: 100 }
    }
}

/// The findings about levels, the questions in progress, and the engines that answer.
#[derive(Default)]
pub struct Findings {
    pub live: Live,
    /// The solver's answers about every level.
    pub knowledge: Knowledge,
    /// Long work and its results.
    pub job: Job,
    /// The questions about the level on view.
    pub glances: Glances,
    /// The verdicts of checks that still hold.
    pub verdicts: Verdicts,
    /// The command for an engine that tests games, if available.
    pub test_engine: Option<EngineCommand>,
    /// Engines that answer for pictures and booklets.
    pub engines: Option<Engines>,
}

impl Findings {
    /// Forgets the findings about the levels of another pack.
    pub(crate) fn forget_pack(&mut self) {
        self.knowledge.forget();
        self.verdicts.forget();
        self.job.stop();
    }

    /// True if the state of every property that arises is known.
    pub fn is_checked(&self, level: &Level) -> bool {
        let is_current = |known: Option<(KeptStatus, Freshness)>| {
            known.is_some_and(|(_, freshness)| freshness == Freshness::Current)
        };
        let mut items = CheckItem::ALL.into_iter().filter(|item| item.applies(level));
        items.all(|item| is_current(self.standing(level, item)))
    }

    /// Returns the state of a property: from the solver's last answer, or else from the last check or watch.
    pub fn standing(&self, level: &Level, item: CheckItem) -> Option<(KeptStatus, Freshness)> {
        let live = check_topic(item).and_then(|topic| self.knowledge.finding(level, topic));
        let live = live.map(|(finding, freshness)| (kept_status(&finding.status()), freshness));
        let kept = self.verdicts.last(level).map(|(verdict, staleness)| match staleness {
            Staleness::Current => (verdict.status(item), Freshness::Current),
            _ => (verdict.status(item), Freshness::Stale),
        });
        // An older answer must not hide that the level was checked since: the watch would never end.
        let is_current = |known: &(KeptStatus, Freshness)| known.1 == Freshness::Current;
        live.filter(is_current).or(kept.filter(is_current)).or(live).or(kept)
    }
}
