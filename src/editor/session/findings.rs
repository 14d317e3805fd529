//! The findings about levels, the questions in progress, and who answers.

use crate::session::glances::Glances;
use crate::session::job::Job;
use crate::session::knowledge::{Freshness, Knowledge};
use crate::session::verdicts::Verdicts;
use foolproof_level::{CheckItem, KeptStatus, Level, Staleness};
use foolproof_solver::{EngineCommand, Engines, Limits, StudyCommand, check_topic, kept_status};

/// The solver that runs on its own while the designer edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live {
    pub on: bool,
    pub limits: Limits,
    /// Up to how many solutions are counted.
    pub cap: u32,
}

impl Default for Live {
    fn default() -> Self {
        Self { on: true, limits: Limits::default(), cap: 100 }
    }
}

/// The findings about levels, the questions in progress, and who answers.
#[derive(Default)]
pub struct Findings {
    pub live: Live,
    /// What the solver has said of every level.
    pub knowledge: Knowledge,
    /// Long work, and what it has found.
    pub job: Job,
    /// The questions about the level on view.
    pub glances: Glances,
    /// Which verdicts of checks still hold.
    pub verdicts: Verdicts,
    /// How to start a study.
    pub studies: Option<StudyCommand>,
    /// The command for an engine that tests games, if available.
    pub test_engine: Option<EngineCommand>,
    /// Engines that answer for pictures and booklets.
    pub engines: Option<Engines>,
}

impl Findings {
    /// Forgets what was found of the levels of another pack.
    pub(crate) fn forget_pack(&mut self) {
        self.knowledge.forget();
        self.verdicts.forget();
        self.job.stop();
    }

    /// The state of a property: as the solver said last, else as the last check found.
    pub(crate) fn standing(
        &self,
        level: &Level,
        item: CheckItem,
    ) -> Option<(KeptStatus, Freshness)> {
        if let Some((finding, freshness)) = self.knowledge.finding(level, check_topic(item)) {
            return Some((kept_status(&finding.status()), freshness));
        }
        let (verdict, staleness) = self.verdicts.kept(level)?;
        let freshness = match staleness {
            Staleness::Current => Freshness::Current,
            _ => Freshness::Stale,
        };
        Some((verdict.status(item), freshness))
    }
}
