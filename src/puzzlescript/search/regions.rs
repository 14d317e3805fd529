//! The search for when memory is scarce: of all states between which the player can walk, one is kept.
//!
//! A state stands for the region of the board in which its player walks; regions are distinguished by their
//! least packed states (as normalised player positions in Sokoban solvers). Walks are recomputed when a state
//! is expanded, when a new one is found, and when the keys to a win are written down.

use super::{HeuristicEnd, HeuristicSearch, MAX_WALK};
use crate::space_layer::TurnEnd;
use foolproof_planning::{Origin, SearchTree};
use foolproof_space::hash_of;
use rustc_hash::FxHashSet;

/// The states to which a player can walk without changing anything else, with the last key to each.
type PlayerWalk = SearchTree<u8>;

/// The walk from the state being expanded, and the regions that were found.
pub(super) struct PlayerRegions {
    walk: PlayerWalk,
    met: MetRegions,
}

struct MetRegions {
    /// Hashes of the least states of regions: regions with the same hash count as one.
    least: FxHashSet<u64>,
    /// A walk through one of them.
    walk: PlayerWalk,
}

impl PlayerRegions {
    pub(super) fn new(n_words: usize) -> PlayerRegions {
        let walk = || PlayerWalk::new(n_words, MAX_WALK);
        PlayerRegions {
            walk: walk(),
            met: MetRegions { least: FxHashSet::default(), walk: walk() },
        }
    }
}

impl MetRegions {
    /// Memory in bytes, roughly.
    fn bytes(&self) -> usize {
        2 * self.least.capacity() * size_of::<u64>()
    }
}

impl HeuristicSearch<'_> {
    /// Takes the turns of a state and of those to which the player can walk from there.
    pub(super) fn expand_region(
        &mut self,
        regions: &mut PlayerRegions,
        number: u32,
    ) -> Option<HeuristicEnd> {
        self.tree.close(number);
        let PlayerRegions { walk, met } = regions;
        walk.begin(self.tree.state(number), 0);
        self.walk(walk, |search, walk, at, key, end| {
            if end == TurnEnd::Won {
                let mut way = search.way_by_regions(&mut met.walk, number);
                way.extend(walk.data_to(at).map(usize::from).chain([key]));
                return Some(HeuristicEnd::Won(way));
            }
            let depth = search.tree.origin(number).depth + walk.origin(at).depth + 1;
            let origin = Origin { parent: number, depth, data: key as u8 };
            let goes_on = !(search.stop)() && search.meet(met, walk.state(at), origin);
            (!goes_on).then_some(HeuristicEnd::Over)
        })
    }

    /// Walks as far as nothing else changes. The turns that change more, or win, are visited with the number of
    /// their state in the walk and the key; the first result of a visit ends the walk.
    fn walk<R>(
        &mut self,
        walk: &mut PlayerWalk,
        mut visit: impl FnMut(&mut Self, &PlayerWalk, u32, usize, TurnEnd) -> Option<R>,
    ) -> Option<R> {
        let mut at = 0;
        while (at as usize) < walk.n_states() {
            self.worker.stand_on(walk.state(at));
            for key in 0..self.worker.keys.len() {
                let Some(end) = self.worker.attempt(key) else { continue };
                if end == TurnEnd::Changed && self.only_walked() {
                    let depth = walk.origin(at).depth + 1;
                    let packed = &self.worker.packed;
                    let origin = Origin { parent: at, depth, data: key as u8 };
                    walk.add(packed, hash_of(packed), origin);
                } else if let Some(found) = visit(self, walk, at, key, end) {
                    return Some(found);
                }
            }
            at += 1;
        }
        None
    }

    /// Adds the state to which the last turn led from a state, if its region is new; false if there is no room.
    fn meet(&mut self, met: &mut MetRegions, from: &[u64], origin: Origin<u8>) -> bool {
        let packed = self.worker.packed.clone();
        let hash = hash_of(&packed);
        if self.tree.has(&packed, hash) || self.is_dead_end() {
            return true;
        }
        met.walk.begin(&packed, 0);
        self.walk::<()>(&mut met.walk, |_, _, _, _, _| None);
        let least = (0..met.walk.n_states() as u32).map(|at| met.walk.state(at)).min();
        let is_new = met.least.insert(hash_of(least.unwrap_or_default()));
        // Return to the state of the turn.
        self.worker.stand_on(from);
        if !is_new {
            return true;
        }
        self.worker.packer.unpack(&packed, &mut self.worker.to);
        self.worker.packed = packed;
        if self.tree.is_full() && met.bytes() > self.most_bytes / 4 {
            return false;
        }
        let Some(fresh) = self.add(hash, origin) else { return false };
        self.queue(fresh, origin.depth);
        true
    }

    /// The keys from the start to a state.
    fn way_by_regions(&mut self, walk: &mut PlayerWalk, to: u32) -> Vec<usize> {
        let legs = self.tree.way_to(to);
        legs.into_iter().flat_map(|child| self.leg_to(walk, child)).collect()
    }

    /// The keys to a state from the one on whose walk it was found.
    fn leg_to(&mut self, walk: &mut PlayerWalk, child: u32) -> Vec<usize> {
        let Origin { parent, data: last, .. } = self.tree.origin(child);
        let last = usize::from(last);
        walk.begin(self.tree.state(parent), 0);
        let end = self.walk(walk, |search, _, at, key, end| {
            let is_child = || search.worker.packed == search.tree.state(child);
            (end == TurnEnd::Changed && key == last && is_child()).then_some(at)
        });
        let keys = |at: u32| walk.data_to(at).map(usize::from).chain([last]).collect();
        end.map(keys).unwrap_or_default()
    }
}
