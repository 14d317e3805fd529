//! Walks of the player through all places in reach without changing anything else.

use crate::local_turns::{LocalKind, LocalTurn, LocalTurns};

/// A walk of the player through their region.
pub(super) struct RegionWalk {
    /// For each place, the last walk that reached it.
    pub(super) met: Vec<u32>,
    pub(super) number: u32,
    /// Places in the order in which they were reached, each with its predecessor in this list and the key.
    pub(super) places: Vec<(u32, u32, u8)>,
    /// Other effects of turns from these places: the place's number here, the key, the turn.
    pub(super) changes: Vec<(u32, u8, LocalTurn)>,
    /// Some turn has an effect that only the rules can compute.
    pub(super) is_odd: bool,
}

impl RegionWalk {
    /// A walk on a board with this many places.
    pub(super) fn new(n_places: usize) -> RegionWalk {
        let met = vec![0; n_places];
        RegionWalk { met, number: 0, places: Vec::new(), changes: Vec::new(), is_odd: false }
    }

    /// Walks from a place as far as nothing else changes, in a packed state without the player. Returns the
    /// least place reached. `keeps`: changes are stored.
    pub(super) fn go(
        &mut self,
        turns: &mut LocalTurns,
        alone: &[u64],
        from: u32,
        keeps: bool,
    ) -> u32 {
        self.number += 1;
        self.places.clear();
        self.changes.clear();
        self.flood(turns, alone, from, keeps)
    }

    /// Counts the regions of the player's floor, after a walk through one of them.
    pub(super) fn regions(&mut self, turns: &mut LocalTurns, alone: &[u64], floor: &[u32]) -> u8 {
        let mut found = 1;
        for &place in floor {
            if self.met.get(place as usize) != Some(&self.number) && turns.is_free(alone, place) {
                found += 1;
                self.flood(turns, alone, place, false);
            }
        }
        found.min(usize::from(u8::MAX)) as u8
    }

    fn flood(&mut self, turns: &mut LocalTurns, alone: &[u64], from: u32, keeps: bool) -> u32 {
        let mut at = self.places.len();
        self.meet(from, 0, 0);
        let mut least = from;
        while let Some(&(place, ..)) = self.places.get(at) {
            least = least.min(place);
            for key in 0..turns.n_keys() {
                let turn = turns.turn(alone, place, key);
                match turn.kind {
                    LocalKind::Still => {}
                    LocalKind::Walk => self.meet(turn.to, at as u32, key as u8),
                    LocalKind::Change if keeps => self.changes.push((at as u32, key as u8, turn)),
                    LocalKind::Change => {}
                    LocalKind::Odd => self.is_odd = true,
                }
            }
            at += 1;
        }
        least
    }

    fn meet(&mut self, place: u32, from: u32, key: u8) {
        if let Some(met) = self.met.get_mut(place as usize)
            && *met != self.number
        {
            *met = self.number;
            self.places.push((place, from, key));
        }
    }

    /// The keys to a place of the walk, given its number.
    pub(super) fn way(&self, mut at: u32) -> Vec<usize> {
        let mut keys = Vec::new();
        while let Some(&(_, from, key)) = self.places.get(at as usize).filter(|_| at != 0) {
            keys.push(usize::from(key));
            at = from;
        }
        keys.reverse();
        keys
    }

    /// The keys to a place of the walk, and the key that is pressed there.
    pub(super) fn way_by(&self, place: u32, key: u8) -> Vec<usize> {
        let at = self.places.iter().position(|(one, ..)| *one == place);
        let mut keys = self.way(at.unwrap_or(0) as u32);
        keys.push(usize::from(key));
        keys
    }
}
