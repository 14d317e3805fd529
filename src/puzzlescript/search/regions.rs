//! The search for when memory is scarce: of all states between which the player can walk, one is kept.
//!
//! A state stands for the region of the board in which its player walks; regions are distinguished by their
//! least packed states (as normalised player positions in Sokoban solvers). Walks are recomputed when a state
//! is expanded, when a new one is found, and when the keys to a win are written down.

use super::{HeuristicEnd, HeuristicSearch, MAX_WALK, SearchNode};
use foolproof_space::{StateTable, hash_of};
use rustc_hash::FxHashSet;

/// The states to which a player can walk without changing anything else, beginning with the first.
struct PlayerWalk {
    states: StateTable,
    /// The predecessor of each, and the key.
    steps: Vec<(u32, u8)>,
    depths: Vec<u32>,
}

/// Regions that were found, and walks in progress.
pub(super) struct PlayerRegions {
    /// Hashes of the least states of regions: regions with the same hash count as one.
    met: FxHashSet<u64>,
    /// The walk from the state being expanded, and one from a state to which it leads.
    walk: PlayerWalk,
    beyond: PlayerWalk,
}

impl PlayerWalk {
    fn new(n_words: usize) -> PlayerWalk {
        let mut states = StateTable::new(n_words);
        states.grow(MAX_WALK);
        PlayerWalk { states, steps: Vec::new(), depths: Vec::new() }
    }

    fn begin(&mut self, packed: &[u64]) {
        self.states.clear();
        self.steps.clear();
        self.depths.clear();
        self.add(packed, 0, 0);
    }

    fn add(&mut self, packed: &[u64], from: u32, key: usize) {
        let known = self.states.n_states();
        if self.states.number(packed, hash_of(packed)).is_some() && self.states.n_states() > known {
            let depth = self.depths.get(from as usize).map_or(0, |depth| depth + 1);
            self.steps.push((from, key as u8));
            self.depths.push(depth);
        }
    }

    /// The keys to a state of the walk.
    fn way(&self, mut at: u32) -> Vec<usize> {
        let mut keys = Vec::new();
        while let Some(&(from, key)) = self.steps.get(at as usize).filter(|_| at != 0) {
            keys.push(usize::from(key));
            at = from;
        }
        keys.reverse();
        keys
    }
}

impl PlayerRegions {
    pub(super) fn new(n_words: usize) -> PlayerRegions {
        let (walk, beyond) = (PlayerWalk::new(n_words), PlayerWalk::new(n_words));
        PlayerRegions { met: FxHashSet::default(), walk, beyond }
    }

    /// Memory in bytes, roughly.
    pub(super) fn bytes(&self) -> usize {
        2 * self.met.capacity() * size_of::<u64>()
    }
}

impl HeuristicSearch<'_> {
    /// Takes the turns of a state and of those to which the player can walk from there.
    pub(super) fn expand_region(
        &mut self,
        regions: &mut PlayerRegions,
        number: u32,
    ) -> Option<HeuristicEnd> {
        self.steps[number as usize].through = true;
        regions.walk.begin(self.table.state(number));
        let mut at = 0;
        while at < regions.walk.states.n_states() {
            if (self.stop)() {
                return Some(HeuristicEnd::Over);
            }
            self.worker.stand_on(regions.walk.states.state(at as u32));
            for key in 0..self.keys.len() {
                self.worker.step_back();
                // An endless turn leads nowhere.
                let Ok(turn) = self.worker.stepper.turn(&mut self.worker.to, self.keys[key]) else {
                    continue;
                };
                if turn.won {
                    let mut way = self.way_by_regions(regions, number, at as u32);
                    way.push(key);
                    return Some(HeuristicEnd::Won(way));
                }
                if !turn.changed || turn.restarted {
                    continue;
                }
                self.worker.packer.pack(&self.worker.to, &mut self.packed);
                if self.only_walked() {
                    regions.walk.add(&self.packed, at as u32, key);
                } else if !self.meet(regions, number, at as u32, key) {
                    return Some(HeuristicEnd::Over);
                }
            }
            at += 1;
        }
        None
    }

    /// Adds the state to which the last turn led, if its region is new; false if there is no room.
    fn meet(&mut self, regions: &mut PlayerRegions, from: u32, at: u32, key: usize) -> bool {
        let hash = hash_of(&self.packed);
        if self.table.find(&self.packed, hash).is_some() || self.is_dead_end() {
            return true;
        }
        let packed = self.packed.clone();
        let is_new = self.enter_region(regions);
        // Return to the state of the turn.
        self.worker.stand_on(regions.walk.states.state(at));
        if !is_new {
            return true;
        }
        self.packed.clone_from(&packed);
        self.worker.packer.unpack(&packed, &mut self.worker.to);
        let is_full = self.table.n_states() == self.table.capacity();
        if is_full && (regions.bytes() > self.most_bytes / 4 || !self.grow()) {
            return false;
        }
        let Some(fresh) = self.table.number(&packed, hash) else { return false };
        let walked = regions.walk.depths.get(at as usize).copied().unwrap_or(0);
        let depth = self.steps[from as usize].depth + walked + 1;
        self.steps.push(SearchNode { parent: from, depth, key: key as u8, through: false });
        self.queue(fresh, depth);
        true
    }

    /// Walks through the region of the state to which the last turn led. Returns whether the region is new.
    fn enter_region(&mut self, regions: &mut PlayerRegions) -> bool {
        let walk = &mut regions.beyond;
        walk.begin(&self.packed);
        let mut least = 0;
        let mut at = 0;
        while at < walk.states.n_states() {
            if walk.states.state(at as u32) < walk.states.state(least) {
                least = at as u32;
            }
            self.worker.stand_on(walk.states.state(at as u32));
            for &key in &self.keys {
                self.worker.step_back();
                let turn = self.worker.stepper.turn(&mut self.worker.to, key);
                let is_step = turn.is_ok_and(|turn| turn.changed && !turn.won && !turn.restarted);
                if is_step && self.only_walked() {
                    self.worker.packer.pack(&self.worker.to, &mut self.packed);
                    walk.add(&self.packed, at as u32, 0);
                }
            }
            at += 1;
        }
        regions.met.insert(hash_of(walk.states.state(least)))
    }

    /// The keys from the start to a state of the walk in progress from a state.
    fn way_by_regions(&mut self, regions: &mut PlayerRegions, from: u32, at: u32) -> Vec<usize> {
        let mut parts = vec![regions.walk.way(at)];
        let mut child = from;
        while child != 0 {
            let SearchNode { parent, key, .. } = self.steps[child as usize];
            parts.push(self.way_between(&mut regions.walk, parent, child, usize::from(key)));
            child = parent;
        }
        parts.reverse();
        parts.concat()
    }

    /// The keys from a state to one that was found on the walk from there, with this key last.
    fn way_between(
        &mut self,
        walk: &mut PlayerWalk,
        parent: u32,
        child: u32,
        last: usize,
    ) -> Vec<usize> {
        walk.begin(self.table.state(parent));
        let mut at = 0;
        while at < walk.states.n_states() {
            self.worker.stand_on(walk.states.state(at as u32));
            for key in 0..self.keys.len() {
                self.worker.step_back();
                let turn = self.worker.stepper.turn(&mut self.worker.to, self.keys[key]);
                if !turn.is_ok_and(|turn| turn.changed && !turn.won && !turn.restarted) {
                    continue;
                }
                self.worker.packer.pack(&self.worker.to, &mut self.packed);
                if self.only_walked() {
                    walk.add(&self.packed, at as u32, key);
                } else if key == last && self.packed == self.table.state(child) {
                    let mut way = walk.way(at as u32);
                    way.push(key);
                    return way;
                }
            }
            at += 1;
        }
        Vec::new()
    }
}
