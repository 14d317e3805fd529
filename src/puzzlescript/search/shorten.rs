//! Shortens a solution: from each of its states, the nearby states are searched for a later one.
//!
//! The result still need not be shortest.

use crate::space_layer::SpaceWorker;
use crate::stepper::{ScriptInput, ScriptState};
use foolproof_space::{StateTable, StopCheck, hash_of};

/// The most states that are searched from each state of a solution.
const MAX_NEARBY: usize = 300;

/// The data with which a solution is followed and left.
pub(super) struct ShortenTask<'a> {
    pub(super) worker: &'a mut SpaceWorker,
    pub(super) start: &'a ScriptState,
    pub(super) keys: &'a [ScriptInput],
    /// The most states that may be expanded in all.
    pub(super) most_states: usize,
    pub(super) stop: StopCheck<'a>,
}

/// A way that leaves the solution and returns to it, or to the win.
struct Detour {
    way: Vec<usize>,
    /// The number of keys of the solution that it replaces.
    instead: usize,
}

impl ShortenTask<'_> {
    /// A solution that is no longer than this one; both as numbers of keys.
    pub(super) fn shorten(&mut self, way: &[usize]) -> Vec<usize> {
        let Some(path) = self.states_of(way) else { return way.to_vec() };
        let (mut short, mut at) = (Vec::with_capacity(way.len()), 0);
        while at < way.len() {
            let detour = match self.most_states == 0 || (self.stop)() {
                true => None,
                false => self.detour(&path, way, at),
            };
            match detour {
                Some(detour) => {
                    at += detour.instead;
                    short.extend(detour.way);
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
        path.grow(way.len() + 1);
        let mut packed = Vec::new();
        self.worker.to.words.copy_from_slice(&self.start.words);
        for &key in way {
            self.worker.packer.pack(&self.worker.to, &mut packed);
            // A solution in which a state recurs is left as it is.
            let hash = hash_of(&packed);
            if path.find(&packed, hash).is_some() {
                return None;
            }
            path.number(&packed, hash)?;
            let &key = self.keys.get(key)?;
            self.worker.stepper.turn(&mut self.worker.to, key).ok()?;
        }
        Some(path)
    }

    /// The detour from a state of the solution that saves most, among the nearby states. O(keys) turns for each
    /// of them.
    fn detour(&mut self, path: &StateTable, way: &[usize], from: usize) -> Option<Detour> {
        let mut near = StateTable::new(self.worker.packer.n_words());
        near.grow(MAX_NEARBY);
        let first = path.state(from as u32);
        near.number(first, hash_of(first));
        // Parent, key, depth.
        let mut steps = vec![(0, 0, 0)];
        let (mut best, mut saves) = (None, 0);
        let mut packed = Vec::new();
        let mut at = 0;
        while at < near.n_states() && self.most_states > 0 {
            self.most_states -= 1;
            self.worker.stand_on(near.state(at as u32));
            let depth = steps.get(at).map_or(0, |&(_, _, depth)| depth) + 1;
            for (key, &input) in self.keys.iter().enumerate() {
                self.worker.step_back();
                let Ok(turn) = self.worker.stepper.turn(&mut self.worker.to, input) else {
                    continue;
                };
                if turn.won && (way.len() - from).saturating_sub(depth) > saves {
                    saves = way.len() - from - depth;
                    best = Some((way_to(&steps, at, key), way.len() - from));
                }
                if turn.won || !turn.changed || turn.restarted {
                    continue;
                }
                self.worker.packer.pack(&self.worker.to, &mut packed);
                let hash = hash_of(&packed);
                if near.find(&packed, hash).is_some() || near.number(&packed, hash).is_none() {
                    continue;
                }
                steps.push((at, key, depth));
                let Some(place) = path.find(&packed, hash) else { continue };
                if (place as usize).saturating_sub(from + depth) > saves {
                    saves = place as usize - from - depth;
                    best = Some((way_to(&steps, at, key), place as usize - from));
                }
            }
            at += 1;
        }
        best.map(|(way, instead)| Detour { way, instead })
    }
}

/// The keys to a state of a search, and one more.
fn way_to(steps: &[(usize, usize, usize)], mut at: usize, last: usize) -> Vec<usize> {
    let mut way = vec![last];
    while let Some(&(parent, key, _)) = steps.get(at).filter(|_| at != 0) {
        way.push(key);
        at = parent;
    }
    way.reverse();
    way
}
