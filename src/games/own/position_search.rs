//! Searches for the positions of a level in a game of moves, and for what is known without all of them: some
//! solution, and proofs that there is none.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::move_rules::MoveRules;
use crate::own_game::OwnGame;
use foolproof_game::StopCheck;
use foolproof_ground::{Explored, Proof, StepState, Unsolvable};
use foolproof_space::{ActionId, ExploreEnd, SpaceLimits};

/// Positions that are searched at most; memory most often ends before.
const MOST_POSITIONS: usize = 200_000_000;
/// Memory of the searches of a level, where nothing else was said.
pub(crate) const MEMORY: usize = 1 << 30;
/// The part of it that the search for some solution may take, and how much that may be.
const BEST_FIRST_SHARE: usize = 4;
const BEST_FIRST_BYTES: usize = 256 << 20;
/// So many times as much may lie on disk as well, for as long as the level is kept.
const DISK_SHARE: usize = 4;
/// Positions of this size are kept of one level alone.
const LARGE: usize = 64 << 20;
/// A level whose positions are searched in this time needs no other search.
const SOON: Duration = Duration::from_millis(300);

/// What is known of the positions of a level.
#[derive(Default)]
pub(crate) struct PositionSearch {
    ended: Mutex<Option<Arc<Explored>>>,
    /// What a search had found that was stopped: the next question goes on from there.
    begun: Mutex<Option<Explored>>,
    /// What was found before all positions were.
    early: Mutex<Option<EarlyFinding>>,
}

/// What is known of a level without all of its positions.
#[derive(Clone, Debug)]
pub(crate) enum EarlyFinding {
    /// A play that wins; it need not be a shortest one.
    Won(Vec<ActionId>),
    Unsolvable(Unsolvable),
}

impl PositionSearch {
    /// Bytes of what searches found. Bytes on disk count for less.
    fn bytes(&self) -> usize {
        let of = |explored: &Explored| {
            explored.space().bytes() + explored.space().disk_bytes() / DISK_SHARE
        };
        let begun = self.begun.try_lock().and_then(|begun| begun.as_ref().map(of));
        let ended = self.ended.try_lock().and_then(|ended| ended.as_deref().map(of));
        begun.unwrap_or(0) + ended.unwrap_or(0)
    }

    fn forget(&self) {
        *self.ended.lock() = None;
        *self.begun.lock() = None;
    }
}

impl MoveRules {
    /// All positions, or those that there was room for; `None` when stopped.
    fn explored(&self, limits: &SpaceLimits, stop: StopCheck<'_>) -> Option<Arc<Explored>> {
        let mut known = self.positions.ended.lock();
        if let Some(explored) = &*known {
            return Some(Arc::clone(explored));
        }
        let begun = self.positions.begun.lock().take();
        let explored = match begun {
            Some(begun) => self.game.resume(begun, limits, stop),
            None => self.game.explore(limits, stop),
        };
        if explored.end() == ExploreEnd::Stopped {
            *self.positions.begun.lock() = Some(explored);
            return None;
        }
        let explored = Arc::new(explored);
        *known = Some(Arc::clone(&explored));
        Some(explored)
    }

    /// Whether some position is known in which the rules put a mark where it is never allowed: they are wrong, and
    /// nothing is said of the level.
    fn is_astray(&self) -> bool {
        let ended = self.positions.ended.lock().clone();
        ended.is_some_and(|explored| explored.astray().is_some())
            || self.so_far(|explored| explored.astray().is_some()) == Some(true)
    }

    /// Reads what a search found that was stopped.
    pub(crate) fn so_far<T>(&self, read: impl FnOnce(&mut Explored) -> T) -> Option<T> {
        self.positions.begun.lock().as_mut().map(read)
    }

    /// All positions, as far as they are searched before enough was seen: `None` then. Whether it is enough is asked
    /// more and more seldom.
    fn explored_until(
        &self,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
        enough: impl Fn(&Explored) -> bool,
    ) -> Option<Arc<Explored>> {
        let mut time = SOON;
        loop {
            let began = Instant::now();
            let all = self.explored(limits, &|| stop() || began.elapsed() > time);
            if all.is_some() || stop() || self.so_far(|explored| enough(explored)) == Some(true) {
                return all;
            }
            time *= 2;
        }
    }
}

/// Whether some win is among the positions.
pub(crate) fn is_won(explored: &Explored) -> bool {
    explored.space().shortest().is_some()
}

impl OwnGame {
    /// How far a search for positions goes.
    pub(crate) fn space_limits(&self) -> SpaceLimits {
        let bytes = self.memory().saturating_sub(self.best_first_bytes());
        SpaceLimits {
            states: MOST_POSITIONS,
            bytes,
            disk: bytes.saturating_mul(DISK_SHARE),
            threads: foolproof_game::threads(),
        }
    }

    fn memory(&self) -> usize {
        self.search_memory.load(Ordering::Relaxed)
    }

    fn best_first_bytes(&self) -> usize {
        (self.memory() / BEST_FIRST_SHARE).min(BEST_FIRST_BYTES)
    }

    /// How far the search for some solution goes.
    fn best_first_limits(&self) -> SpaceLimits {
        SpaceLimits { bytes: self.best_first_bytes(), ..self.space_limits() }
    }

    /// All positions of a level, or those that there was room for; `None` when stopped.
    pub(crate) fn explored(
        &self,
        rules: &Arc<MoveRules>,
        stop: StopCheck<'_>,
    ) -> Option<Arc<Explored>> {
        let explored = rules.explored(&self.space_limits(), stop);
        self.keep_large(rules);
        explored
    }

    /// Forgets the positions of the level that took much memory before, if this one takes much.
    fn keep_large(&self, rules: &Arc<MoveRules>) {
        if rules.positions.bytes() < LARGE {
            return;
        }
        let before = std::mem::replace(&mut *self.large.lock(), Arc::downgrade(rules));
        if let Some(before) = Weak::upgrade(&before).filter(|before| !Arc::ptr_eq(before, rules)) {
            before.positions.forget();
        }
    }

    /// What is known of a level before all of its positions are: where they are not seen soon, whichever of
    /// two searches finds something first, that of all positions or those of [`MoveRules::search_beside`].
    pub(crate) fn early_finding(
        &self,
        rules: &Arc<MoveRules>,
        from: &StepState,
        stop: StopCheck<'_>,
    ) -> Option<EarlyFinding> {
        let is_start = *from == rules.game.start();
        if let Some(found) = rules.positions.early.lock().as_ref().filter(|_| is_start) {
            return Some(found.clone());
        }
        let limits = self.space_limits();
        let began = Instant::now();
        let soon = || stop() || began.elapsed() > SOON;
        // From elsewhere than the start, a win may be nearer than those that were met.
        let is_seen = match rules.explored(&limits, &soon) {
            Some(explored) => explored.is_complete() || is_start && is_won(&explored),
            None => is_start && rules.so_far(|explored| is_won(explored)) == Some(true),
        };
        if is_seen || rules.is_astray() || stop() {
            return None;
        }
        if let Some(why) = rules.game.why_lost(from, stop) {
            return Some(EarlyFinding::Unsolvable(why));
        }
        if !is_start {
            return rules.search_beside(from, &self.best_first_limits(), stop);
        }
        let (caught, over) = (AtomicBool::new(false), AtomicBool::new(false));
        let beside_limits = self.best_first_limits();
        let found = std::thread::scope(|scope| {
            let beside = scope.spawn(|| {
                let ended = || stop() || over.load(Ordering::Relaxed);
                let found = rules.search_beside(from, &beside_limits, &ended);
                caught.store(found.is_some(), Ordering::Relaxed);
                found
            });
            let caught = || stop() || caught.load(Ordering::Relaxed);
            let is_seen = match rules.explored_until(&limits, &caught, is_won) {
                Some(explored) => explored.is_complete() || is_won(&explored),
                None => rules.so_far(|explored| is_won(explored)) == Some(true),
            };
            // Where there was no room for all positions, the other search goes on.
            over.store(is_seen, Ordering::Relaxed);
            beside.join().ok().flatten()
        });
        self.keep_large(rules);
        let found = found.filter(|_| !rules.is_astray());
        rules.positions.early.lock().clone_from(&found);
        found
    }
}

impl MoveRules {
    /// Looks for some solution from a position, and then for a proof that there is none.
    fn search_beside(
        &self,
        from: &StepState,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Option<EarlyFinding> {
        if let Some(play) = self.game.some_solution(from, limits, stop) {
            return Some(EarlyFinding::Won(play));
        }
        match self.game.prove_unsolvable(from, stop) {
            Proof::Unsolvable(why) => Some(EarlyFinding::Unsolvable(why)),
            Proof::Won(play) => Some(EarlyFinding::Won(play)),
            Proof::Unknown => None,
        }
    }
}
