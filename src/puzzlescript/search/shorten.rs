//! Shortens a solution: from each of its states, the nearby states are searched for a later one.
//!
//! The result still need not be shortest.

use crate::states::space_layer::SpaceWorker;
use crate::turns::stepper::ScriptState;
use foolproof_planning::{Origin, SearchTree};
use foolproof_space::{StateTable, StopCheck, hash_of};

/// Maximum number of states that are searched from each state of a solution.
const MAX_NEARBY: usize = 300;
/// Number of states that may be expanded in all, besides a quarter of those of the search.
const MIN_EXPANDED: usize = 5_000;

/// The data with which a solution is followed and left.
pub(super) struct ShortenTask<'a> {
    worker: &'a mut SpaceWorker,
    start: &'a ScriptState,
    /// Number of states that may still be expanded.
    n_left: usize,
    stop: StopCheck<'a>,
}

impl<'a> ShortenTask<'a> {
    /// A task for a solution from this start, after a search that found so many states.
    pub(super) fn new(
        worker: &'a mut SpaceWorker,
        start: &'a ScriptState,
        n_found: usize,
        stop: StopCheck<'a>,
    ) -> ShortenTask<'a> {
        ShortenTask { worker, start, n_left: n_found / 4 + MIN_EXPANDED, stop }
    }

    /// A solution that is no longer than this one; both as numbers of keys.
    pub(super) fn shorten(&mut self, way: &[usize]) -> Vec<usize> {
        let Some(path) = self.states_of(way) else { return way.to_vec() };
        let (mut short, mut at) = (Vec::with_capacity(way.len()), 0);
        while at < way.len() {
            let detour = match self.n_left == 0 || (self.stop)() {
                true => None,
                false => self.detour(&path, way, at),
            };
            match detour {
                Some((detour, to)) => {
                    at = to;
                    short.extend(detour);
                }
                None => {
                    short.extend(way.get(at));
                    at += 1;
                }
            }
        }
        short
    }

    /// The states of a solution, from the start to the one before the win; `None` if it is no solution.
    fn states_of(&mut self, way: &[usize]) -> Option<StateTable> {
        let mut path = StateTable::new(self.worker.packer.n_words());
        let mut packed = Vec::new();
        self.worker.to.words.copy_from_slice(&self.start.words);
        for &key in way {
            self.worker.packer.pack(&self.worker.to, &mut packed);
            // A solution in which a state recurs is left as it is.
            if !path.add(&packed).1 {
                return None;
            }
            let &key = self.worker.keys.get(key)?;
            self.worker.stepper.turn(&mut self.worker.to, key).ok()?;
        }
        Some(path)
    }

    /// The detour from a state of the solution to a later one, or to the win, that saves most, with the number
    /// of the state to which it leads. O(keys) turns for each of the nearby states.
    fn detour(
        &mut self,
        path: &StateTable,
        way: &[usize],
        from: usize,
    ) -> Option<(Vec<usize>, usize)> {
        let mut near: SearchTree<u8> = SearchTree::new(path.width(), MAX_NEARBY);
        near.begin(path.state(from as u32), 0);
        let (mut best, mut saves) = (None, 0);
        let mut at = 0;
        while (at as usize) < near.states().n_states() && self.n_left > 0 {
            self.n_left -= 1;
            self.worker.stand_on(near.states().state(at));
            let depth = near[at].depth + 1;
            for key in 0..self.worker.keys.len() {
                let later = match self.worker.attempt(key) {
                    None => continue,
                    Some(turn) if turn.won => Some(way.len()),
                    Some(_) => {
                        let packed = &self.worker.packed;
                        let hash = hash_of(packed);
                        let origin =
                            Origin { parent: at, depth, is_through: true, data: key as u8 };
                        if near.add(packed, hash, origin).is_none() {
                            continue;
                        }
                        path.find(packed, hash).map(|later| later as usize)
                    }
                };
                let saved = later.unwrap_or(0).saturating_sub(from + depth as usize);
                if let Some(later) = later.filter(|_| saved > saves) {
                    saves = saved;
                    best = Some((at, key, later));
                }
            }
            at += 1;
        }
        let keys = |at: u32, key: usize| near.data_to(at).map(usize::from).chain([key]).collect();
        best.map(|(at, key, later)| (keys(at, key), later))
    }
}
