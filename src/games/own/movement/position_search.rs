//! Searches for the positions of a level in a game of moves, and for findings that do not need all positions:
//! some solution, and proofs that there is none.

use std::ops::ControlFlow;
use std::sync::{Arc, Weak};
use std::time::Instant;

use parking_lot::Mutex;

use crate::movement::board_symmetry::ClassSearch;
use crate::movement::move_rules::MoveRules;
use crate::own_game::OwnGame;
use foolproof_game::{
    StopCheck,
    kept_search::KeptSearch,
    level_search::{SOON, kept_bytes, searched_beside, searched_until},
};
use foolproof_ground::{Explored, Proof, StepState, Unsolvable};
use foolproof_space::{ActionId, ExploreEnd, SpaceLimits, StateSpace};

/// Positions that take at least this many bytes are kept only for the latest such level.
const LARGE: usize = 64 << 20;

/// The results of searching the positions of a level.
#[derive(Default)]
pub(crate) struct PositionSearch {
    all: KeptSearch<Explored>,
    /// A finding made before all positions were known.
    early: Mutex<Option<EarlyFinding>>,
    pub(crate) classes: ClassSearch,
}

/// A finding about a level that does not need all positions.
#[derive(Clone, Debug)]
pub(crate) enum EarlyFinding {
    /// A winning play; not necessarily a shortest one.
    Won(Vec<ActionId>),
    Unsolvable(Unsolvable),
}

impl PositionSearch {
    /// Returns the number of bytes that search results take. Bytes on disk count for less.
    fn bytes(&self) -> usize {
        let of = |explored: &Explored| kept_bytes(explored.space());
        self.all.bytes(of, |all| of(all)) + self.classes.bytes()
    }

    fn forget(&self) {
        self.all.forget();
        self.classes.forget();
    }
}

impl MoveRules {
    /// Explores all positions, within the memory limit; `None` when stopped.
    fn explored(&self, limits: &SpaceLimits, stop: StopCheck<'_>) -> Option<Arc<Explored>> {
        let search = |begun: Option<Explored>| {
            let explored = match begun {
                Some(begun) => self.game.resume(begun, limits, stop),
                None => self.game.explore(limits, stop),
            };
            match explored.end() {
                ExploreEnd::Stopped => ControlFlow::Continue(explored),
                _ => ControlFlow::Break(Arc::new(explored)),
            }
        };
        self.positions.all.go_on(|_| true, search)
    }

    /// True if the rules put a mark where it is never allowed in some known position. Then the rules are wrong,
    /// and nothing is said about the level.
    fn is_astray(&self) -> bool {
        let ended = self.positions.all.ended();
        ended.is_some_and(|explored| explored.astray().is_some())
            || self.so_far(|explored| explored.astray().is_some()) == Some(true)
    }

    /// Reads the results of a search that was stopped.
    pub(crate) fn so_far<T>(&self, read: impl FnOnce(&mut Explored) -> T) -> Option<T> {
        self.positions.all.so_far(read)
    }

    /// Returns the length of a shortest solution, and the number of shortest solutions, as far as unfinished
    /// searches or searches of position classes tell.
    pub(crate) fn shortest_so_far(&self) -> Option<(u32, Option<u64>)> {
        let told = |space: &StateSpace| Some((space.shortest()?, space.n_shortest()));
        let begun = self.so_far(|explored| told(explored.space())).flatten();
        begun.or_else(|| self.positions.classes.known(told).flatten())
    }

    /// True if a stopped search found a win.
    fn is_won_so_far(&self) -> bool {
        self.so_far(|explored| is_won(explored)) == Some(true)
    }
}

/// True if some position is won.
pub(crate) fn is_won(explored: &Explored) -> bool {
    explored.space().shortest().is_some()
}

impl OwnGame {
    /// Explores all positions of a level, within the memory limit; `None` when stopped.
    pub(crate) fn explored(
        &self,
        rules: &Arc<MoveRules>,
        stop: StopCheck<'_>,
    ) -> Option<Arc<Explored>> {
        let explored = rules.explored(&self.search_memory.limits(), stop);
        self.keep_large(rules);
        explored
    }

    /// Forgets the positions of the previous level that took much memory, if this one takes much.
    fn keep_large(&self, rules: &Arc<MoveRules>) {
        if rules.positions.bytes() < LARGE {
            return;
        }
        let before = std::mem::replace(&mut *self.large.lock(), Arc::downgrade(rules));
        if let Some(before) = Weak::upgrade(&before).filter(|before| !Arc::ptr_eq(before, rules)) {
            before.positions.forget();
        }
    }

    /// Looks for a finding about a level that does not need all positions. Unless these are known soon, two
    /// searches compete: one for all positions, and [`MoveRules::search_beside`].
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
        let limits = self.search_memory.limits();
        let beside_limits = SpaceLimits { bytes: self.search_memory.beside(), ..limits };
        let began = Instant::now();
        let soon = || stop() || began.elapsed() > SOON;
        // From another position than the start, a nearer win may exist than those found so far.
        let is_seen = match rules.explored(&limits, &soon) {
            Some(explored) => explored.is_complete() || is_start && is_won(&explored),
            None => is_start && rules.is_won_so_far(),
        };
        if is_seen || rules.is_astray() || stop() {
            return None;
        }
        if let Some(play) = rules.play_by_flips(from, stop) {
            return Some(EarlyFinding::Won(play));
        }
        if let Some(why) = rules.game.why_lost(from, stop) {
            return Some(EarlyFinding::Unsolvable(why));
        }
        if !is_start {
            return rules.search_beside(from, &beside_limits, stop);
        }
        let all = |stop: StopCheck<'_>| {
            if self.all_classes(rules, &|| rules.is_won_so_far(), stop).is_some() {
                return true;
            }
            let all = |stop: StopCheck<'_>| rules.explored(&limits, stop);
            match searched_until(stop, all, || rules.is_won_so_far()) {
                Some(explored) => explored.is_complete() || is_won(&explored),
                None => rules.is_won_so_far(),
            }
        };
        let beside = |stop: StopCheck<'_>| rules.search_beside(from, &beside_limits, stop);
        let found = searched_beside(stop, beside, all);
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
