//! The question whether every solution of a level practises its concept.
//!
//! `play_questions` finds the answer.

use crate::engine::play_questions::look_for_shortcut;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::ask::Ask;
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::values::answer::Truth;
use crate::values::report::{LevelReport, ReportKind};
use crate::values::status::Status;
use crate::values::topic::{Topic, TopicWords};
use foolproof_asp::Program;
use foolproof_level::Play;

pub(crate) const SLICE: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<ProveShortcutFree>()], &[ReportKind::of::<ShortcutFreedom>()]);

impl Topic {
    pub const SHORTCUT_FREE: Self = Self(
        &TopicWords::new("shortcut_free", "Does every solution use the concept?", "shortcuts")
            .proved("no shortcut")
            .refuted("shortcut"),
    );
}

/// Asks whether every solution practises the concept; if not, finds one that does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ProveShortcutFree;

/// Tells whether all solutions practise the concept; if not, has a shortcut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortcutFreedom(pub Truth<(), Play>);

impl Query for ProveShortcutFree {
    fn topic() -> Topic {
        Topic::SHORTCUT_FREE
    }

    fn answer(&self, ask: &mut Ask<'_>, program: &Program) {
        let found = look_for_shortcut(ask, program);
        ask.report(found.known().map(ShortcutFreedom));
    }

    fn asks_for_concept(&self) -> bool {
        true
    }
}

impl LevelReport for ShortcutFreedom {
    fn topic() -> Topic {
        Topic::SHORTCUT_FREE
    }

    fn status(&self) -> Status {
        self.0.status()
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("play", json!(self.play()?)))
    }

    fn play(&self) -> Option<&Play> {
        match &self.0 {
            Truth::Fails(play) => Some(play),
            _ => None,
        }
    }
}
