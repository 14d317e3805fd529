//! The order in which places should be filled, so that those filled early do not bar the way to the others.
//!
//! As packing orders in Sokoban solvers, from the end backwards: with all other places filled for good, a mover
//! must be able to get to the last one; and so on with one place fewer. Filled places count as walls, and all
//! movers but one are gone, so the order is a hint and no proof.

use crate::local_turns::{LocalKind, LocalTurns};
use foolproof_space::{StateTable, hash_of};

/// The most states explored for one place.
const MAX_STATES: usize = 20_000;
/// The most states explored in all.
const MAX_WORK: usize = 2_000_000;

/// An order of places.
#[derive(Debug, Default)]
pub(super) struct FillingOrder {
    pub(super) places: Vec<u32>,
    /// The places sorted by number.
    pub(super) sorted: Vec<u32>,
}

/// The input for finding an order: packed states without the player.
pub(super) struct FillingTask<'a> {
    pub(super) turns: &'a mut LocalTurns,
    /// The level without movers.
    pub(super) emptied: &'a [u64],
    /// The player's place at the start.
    pub(super) place: u32,
    /// The object that fills places, and its cells at the start.
    pub(super) mover: usize,
    pub(super) starts: Vec<u32>,
    pub(super) places: Vec<u32>,
}

impl FillingTask<'_> {
    /// The order, without places at its end for which none is known.
    pub(super) fn order(&mut self) -> FillingOrder {
        let mut left = self.places.clone();
        let (mut last_first, mut work) = (Vec::new(), 0);
        while !left.is_empty() && work < MAX_WORK {
            // The nearest place that can be filled last.
            let mut best: Option<(u32, usize)> = None;
            for at in 0..left.len() {
                let (far, looked) = self.way_to(&left, at);
                work += looked;
                if let Some(far) = far.filter(|far| best.is_none_or(|(least, _)| *far < least)) {
                    best = Some((far, at));
                }
            }
            let Some((_, at)) = best else { break };
            last_first.push(left.remove(at));
        }
        // Places that no mover can reach come first: they are hardest.
        let places: Vec<u32> = left.into_iter().chain(last_first.into_iter().rev()).collect();
        let mut sorted = places.clone();
        sorted.sort_unstable();
        FillingOrder { places, sorted }
    }

    /// The number of changes until a mover is in one place while the others are filled; and the work.
    fn way_to(&mut self, filled: &[u32], place: usize) -> (Option<u32>, usize) {
        let target = filled[place];
        let mut walls = self.emptied.to_vec();
        for &cell in filled.iter().filter(|cell| **cell != target) {
            self.turns.flip_object(self.mover, cell, &mut walls);
        }
        if !self.turns.is_free(&walls, self.place) {
            return (None, 1);
        }
        let mut table = StateTable::new(walls.len());
        table.grow(MAX_STATES);
        // For each state, the mover's cell and the changes so far.
        let mut known: Vec<(u32, u32)> = Vec::new();
        let mut packed = Vec::new();
        let starts: Vec<u32> =
            self.starts.iter().filter(|cell| !filled.contains(cell)).copied().collect();
        let starts = if starts.is_empty() { self.starts.clone() } else { starts };
        for from in starts {
            packed.clone_from(&walls);
            self.turns.flip_object(self.mover, from, &mut packed);
            if self.turns.is_free(&packed, self.place) {
                self.turns.flip_player(self.place, &mut packed);
                table.number(&packed, hash_of(&packed));
                known.resize(table.n_states(), (from, 0));
            }
        }
        let mut at = 0;
        while at < table.n_states() {
            let (cell, far) = known[at];
            if cell == target {
                return (Some(far), at);
            }
            packed.clear();
            packed.extend_from_slice(table.state(at as u32));
            at += 1;
            let Some(player) = self.turns.place_in(&packed) else { continue };
            self.turns.flip_player(player, &mut packed);
            for key in 0..self.turns.n_keys() {
                let turn = self.turns.turn(&packed, player, key);
                let after = match (turn.kind, turn.moved) {
                    (LocalKind::Walk, _) => (cell, far),
                    (LocalKind::Change, Some((from, to))) if from == cell => (to, far + 1),
                    _ => continue,
                };
                let mut next = packed.clone();
                self.turns.apply(&turn, &mut next);
                self.turns.flip_player(turn.to, &mut next);
                if table.number(&next, hash_of(&next)).is_some() {
                    known.resize(table.n_states(), after);
                }
            }
        }
        (None, at)
    }
}
