//! The known verdicts on every level of the pack: the solver's findings since the pack was opened, or else
//! those of the last check, as long as they apply.
//!
//! The staleness of a kept verdict is determined once for each state of the level.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::session::document::Document;
use foolproof_level::{KeptVerdict, Level, LevelId, Staleness};
use foolproof_solver::checked_for;

/// Maximum number of verdicts examined in a frame.
const A_FRAME: usize = 200;

/// The kept verdicts that still hold.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    edition: u64,
    known: BTreeMap<LevelId, (Arc<Level>, Staleness)>,
    /// Progress of a running check of the pack: levels done, and their total.
    pub progress: Option<(usize, usize)>,
}

impl Verdicts {
    /// Forgets everything, for another pack.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Determines which verdicts of a pack still hold; false while there are more to be examined.
    pub fn look(&mut self, document: &Document) -> bool {
        let games = document.games();
        if self.edition != games.edition() {
            self.known.clear();
            self.edition = games.edition();
        }
        let mut left = A_FRAME;
        let levels = &document.history().pack().levels;
        for level in levels.iter().filter(|level| level.checked.is_some()) {
            let known = self.known.get(&level.id);
            if known.is_some_and(|(known, _)| Arc::ptr_eq(known, level)) {
                continue;
            }
            let Some(rest) = left.checked_sub(1) else { return false };
            left = rest;
            let staleness = match (&level.checked, games.by_id(&level.game)) {
                (Some(verdict), Some(game)) => verdict.staleness(&checked_for(&*game, level)),
                _ => Staleness::OtherRules,
            };
            self.known.insert(level.id, (Arc::clone(level), staleness));
        }
        true
    }

    /// Returns the last check's verdict on a level, and whether it still holds.
    pub fn kept<'a>(&self, level: &'a Level) -> Option<(&'a KeptVerdict, Staleness)> {
        let (_, staleness) = self.known.get(&level.id)?;
        Some((level.checked.as_deref()?, *staleness))
    }
}
