//! Searches for the positions of a level in a game of moves, and for what is known without all of them: some
//! solution, and proofs that there is none.

use std::ops::ControlFlow;
use std::sync::{Arc, Weak};
use std::time::Instant;

use parking_lot::Mutex;

use crate::board_symmetry::ClassSearch;
use crate::move_rules::MoveRules;
use crate::own_game::OwnGame;
use foolproof_game::StopCheck;
use foolproof_game::kept_search::KeptSearch;
use foolproof_game::level_search::{SOON, kept_bytes, searched_beside, searched_until};
use foolproof_ground::{Explored, Proof, StepState, Unsolvable};
use foolproof_space::{ActionId, ExploreEnd, SpaceLimits, StateSpace};

/// Positions of this size are kept of one level alone.
const LARGE: usize = 64 << 20;

/// What is known of the positions of a level.
#[derive(Default)]
pub(crate) struct PositionSearch {
    all: KeptSearch<Explored>,
    /// What was found before all positions were.
    early: Mutex<Option<EarlyFinding>>,
    pub(crate) classes: ClassSearch,
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
        let of = |explored: &Explored| kept_bytes(explored.space());
        self.all.bytes(of, |all| of(all)) + self.classes.bytes()
    }

    fn forget(&self) {
        self.all.forget();
        self.classes.forget();
    }
}

impl MoveRules {
    /// All positions, or those that there was room for; `None` when stopped.
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

    /// Whether some position is known in which the rules put a mark where it is never allowed: they are wrong, and
    /// nothing is said of the level.
    fn is_astray(&self) -> bool {
        let ended = self.positions.all.ended();
        ended.is_some_and(|explored| explored.astray().is_some())
            || self.so_far(|explored| explored.astray().is_some()) == Some(true)
    }

    /// Reads what a search found that was stopped.
    pub(crate) fn so_far<T>(&self, read: impl FnOnce(&mut Explored) -> T) -> Option<T> {
        self.positions.all.so_far(read)
    }

    /// How many steps a shortest solution has, and how many there are, as far as searches that ended early or
    /// kept one position of each class tell.
    pub(crate) fn shortest_so_far(&self) -> Option<(u32, Option<u64>)> {
        let told = |space: &StateSpace| Some((space.shortest()?, space.n_shortest()));
        let begun = self.so_far(|explored| told(explored.space())).flatten();
        begun.or_else(|| self.positions.classes.known(told).flatten())
    }

    /// Whether some win was met by a search that was stopped.
    fn is_won_so_far(&self) -> bool {
        self.so_far(|explored| is_won(explored)) == Some(true)
    }
}

/// Whether some win is among the positions.
pub(crate) fn is_won(explored: &Explored) -> bool {
    explored.space().shortest().is_some()
}

impl OwnGame {
    /// All positions of a level, or those that there was room for; `None` when stopped.
    pub(crate) fn explored(
        &self,
        rules: &Arc<MoveRules>,
        stop: StopCheck<'_>,
    ) -> Option<Arc<Explored>> {
        let explored = rules.explored(&self.search_memory.limits(), stop);
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
        let limits = self.search_memory.limits();
        let beside_limits = SpaceLimits { bytes: self.search_memory.beside(), ..limits };
        let began = Instant::now();
        let soon = || stop() || began.elapsed() > SOON;
        // From elsewhere than the start, a win may be nearer than those that were met.
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
