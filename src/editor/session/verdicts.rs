//! The known verdicts on every level of the pack: the solver's findings since the pack was opened, or else
//! those of the last check, as long as they apply.
//!
//! The staleness of a kept verdict is determined once for each state of the level.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::session::document::Document;
use foolproof_level::{Expected, KeptVerdict, Level, LevelId, Staleness};
use foolproof_solver::checked_for;

/// Maximum number of verdicts examined in a frame.
const A_FRAME: usize = 200;

/// A verdict of the watch over the pack: of this session, not kept with the level.
#[derive(Clone, Debug)]
struct WatchedLevel {
    level: Arc<Level>,
    edition: u64,
    verdict: Arc<KeptVerdict>,
    /// The earlier verdict, if this one is worse.
    better: Option<Arc<KeptVerdict>>,
}

/// The kept verdicts that still hold, and those of the watch.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    edition: u64,
    known: BTreeMap<LevelId, (Arc<Level>, Staleness)>,
    watched: BTreeMap<LevelId, WatchedLevel>,
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

    /// Stores a verdict of the watch.
    pub fn watch(&mut self, level: Arc<Level>, verdict: Arc<KeptVerdict>, expected: Expected) {
        // Once worse, it is compared with the good verdict until it is as good again.
        let was = match self.watched.remove(&level.id) {
            Some(before) => Some(before.better.unwrap_or(before.verdict)),
            None => level.checked.clone(),
        };
        let better = was.filter(|was| verdict.is_worse_than(was, expected));
        let edition = self.edition;
        self.watched.insert(level.id, WatchedLevel { level, edition, verdict, better });
    }

    fn watched(&self, level: &Level) -> Option<&WatchedLevel> {
        let watched = self.watched.get(&level.id).filter(|it| it.edition == self.edition)?;
        // Asked in every frame: nearly always it is the very level.
        let same = std::ptr::eq(&*watched.level, level) || watched.level.same_puzzle(level);
        same.then_some(watched)
    }

    /// True if the watch found the level worse than before.
    pub fn is_worse(&self, level: &Level) -> bool {
        self.watched(level).is_some_and(|watched| watched.better.is_some())
    }

    /// Returns the last verdict on a level, of a check or else of the watch, and whether it still holds.
    pub fn last<'a>(&'a self, level: &'a Level) -> Option<(&'a KeptVerdict, Staleness)> {
        let kept = self.kept(level);
        if kept.is_some_and(|(_, staleness)| staleness == Staleness::Current) {
            return kept;
        }
        let watched = self.watched(level).map(|it| (&*it.verdict, Staleness::Current));
        watched.or(kept)
    }

    /// Returns the last check's verdict on a level, and whether it still holds.
    pub fn kept<'a>(&self, level: &'a Level) -> Option<(&'a KeptVerdict, Staleness)> {
        let (_, staleness) = self.known.get(&level.id)?;
        Some((level.checked.as_deref()?, *staleness))
    }
}
