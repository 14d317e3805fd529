//! The search for when memory is scarce: of all states between which the player can walk, one is kept.
//!
//! A state stands for the region of the board in which its player walks; regions are distinguished by their
//! least packed states (as normalised player positions in Sokoban solvers). Walks are recomputed when a state
//! is expanded, when a new one is found, and when the keys to a win are written down.

use super::{HeuristicEnd, HeuristicSearch, MAX_WALK};
use crate::turns::stepper::TurnResult;
use foolproof_planning::{Origin, SearchTree};
use foolproof_space::hash_of;
use rustc_hash::FxHashSet;

/// Regions that were found, and walks in progress. A walk has the states to which a player can get without
/// changing anything else, with the last key to each.
pub(super) struct PlayerRegions {
    /// Hashes of the least states of regions: regions with the same hash count as one.
    met: FxHashSet<u64>,
    /// The walk from the state being expanded, and one from a state to which it leads.
    walk: SearchTree<u8>,
    beyond: SearchTree<u8>,
}

impl PlayerRegions {
    pub(super) fn new(n_words: usize) -> PlayerRegions {
        let walk = || SearchTree::new(n_words, MAX_WALK);
        PlayerRegions { met: FxHashSet::default(), walk: walk(), beyond: walk() }
    }
}

impl HeuristicSearch<'_> {
    /// Takes the turns of a state and of those to which the player can walk from there.
    pub(super) fn expand_region(
        &mut self,
        regions: &mut PlayerRegions,
        number: u32,
    ) -> Option<HeuristicEnd> {
        self.tree[number].is_through = true;
        let PlayerRegions { met, walk, beyond } = regions;
        walk.begin(self.tree.states().state(number), 0);
        self.walk(walk, |search, walk, at, key, turn| {
            if turn.won {
                let mut way = search.way_by_regions(beyond, number);
                way.extend(walk.data_to(at).map(usize::from).chain([key]));
                return Some(HeuristicEnd::Won(way));
            }
            let depth = search.tree[number].depth + walk[at].depth + 1;
            let origin = Origin { parent: number, depth, is_through: false, data: key as u8 };
            let from = walk.states().state(at);
            let goes_on = !(search.stop)() && search.meet(met, beyond, from, origin);
            (!goes_on).then_some(HeuristicEnd::Over)
        })
    }

    /// Walks as far as nothing else changes. The turns that change more, or win, are visited with the number of
    /// their state in the walk and the key; the first result of a visit ends the walk.
    fn walk<R>(
        &mut self,
        walk: &mut SearchTree<u8>,
        mut visit: impl FnMut(&mut Self, &SearchTree<u8>, u32, usize, TurnResult) -> Option<R>,
    ) -> Option<R> {
        let mut at = 0;
        while (at as usize) < walk.states().n_states() {
            self.worker.stand_on(walk.states().state(at));
            for key in 0..self.worker.keys.len() {
                let Some(turn) = self.worker.attempt(key) else { continue };
                if !turn.won && self.only_walked() {
                    let depth = walk[at].depth + 1;
                    let packed = &self.worker.packed;
                    let origin = Origin { parent: at, depth, is_through: true, data: key as u8 };
                    walk.add(packed, hash_of(packed), origin);
                } else if let Some(found) = visit(self, walk, at, key, turn) {
                    return Some(found);
                }
            }
            at += 1;
        }
        None
    }

    /// Adds the state to which the last turn led from a state, if its region is new; false if there is no room.
    fn meet(
        &mut self,
        met: &mut FxHashSet<u64>,
        beyond: &mut SearchTree<u8>,
        from: &[u64],
        origin: Origin<u8>,
    ) -> bool {
        let packed = self.worker.packed.clone();
        let hash = hash_of(&packed);
        if self.tree.states().find(&packed, hash).is_some() || self.is_dead_end() {
            return true;
        }
        beyond.begin(&packed, 0);
        self.walk::<()>(beyond, |_, _, _, _, _| None);
        let states = beyond.states();
        let least = (0..states.n_states() as u32).map(|at| states.state(at)).min();
        let is_new = met.insert(hash_of(least.unwrap_or_default()));
        // Return to the state of the turn.
        self.worker.stand_on(from);
        if !is_new {
            return true;
        }
        self.worker.packer.unpack(&packed, &mut self.worker.to);
        self.worker.packed = packed;
        let met_bytes = 2 * met.capacity() * size_of::<u64>();
        let known = self.tree.states();
        if known.n_states() == known.capacity() && met_bytes > self.most_bytes / 4 {
            return false;
        }
        let Some(fresh) = self.add(hash, origin) else { return false };
        self.queue(fresh, origin.depth);
        true
    }

    /// The keys from the start to a state.
    fn way_by_regions(&mut self, walk: &mut SearchTree<u8>, to: u32) -> Vec<usize> {
        let legs = self.tree.way_to(to);
        legs.into_iter().flat_map(|child| self.leg_to(walk, child)).collect()
    }

    /// The keys to a state from the one on whose walk it was found.
    fn leg_to(&mut self, walk: &mut SearchTree<u8>, child: u32) -> Vec<usize> {
        let Origin { parent, data: last, .. } = self.tree[child];
        let last = usize::from(last);
        walk.begin(self.tree.states().state(parent), 0);
        let end = self.walk(walk, |search, _, at, key, turn| {
            let is_child = || search.worker.packed == search.tree.states().state(child);
            (!turn.won && key == last && is_child()).then_some(at)
        });
        let keys = |at: u32| walk.data_to(at).map(usize::from).chain([last]).collect();
        end.map(keys).unwrap_or_default()
    }
}
