//! Search for a play that wins if chance is favourable.
//!
//! It is the heuristic search over more keys: each key occurs several times, with draws of its own that follow
//! from the board. All of these draws may come up in play, so any play found wins with luck; if none is found,
//! other draws may still win.

use super::HeuristicSearch;
use crate::game::ScriptGame;
use crate::stepper::{ScriptInput, TurnFault, TurnResult};
use foolproof_space::{StopCheck, hash_of};
use std::sync::Arc;

/// The number of draws tried for each key on a board.
const LUCKS: usize = 4;

/// Looks for a play that wins if chance helps. `None` if stopped, if there is no room left, or if the draws
/// that were tried win nothing. O(states · keys) turns.
///
/// # Errors
/// [`TurnFault`] if the level cannot be started.
pub fn lucky_search(
    game: &Arc<ScriptGame>,
    level: usize,
    most_bytes: usize,
    stop: StopCheck<'_>,
) -> Result<Option<Vec<ScriptInput>>, TurnFault> {
    let mut search = HeuristicSearch::new(game, level, most_bytes, stop)?;
    search.lucks = LUCKS;
    let Some(ways) = search.won() else { return Ok(None) };
    let n_keys = search.keys.len();
    let play = ways.iter().filter_map(|way| search.keys.get(way % n_keys).copied()).collect();
    // Play the supposed win once more.
    Ok(search.wins(&ways)?.then_some(play))
}

impl HeuristicSearch<'_> {
    /// Takes a turn from the state in which turns begin: a key, with draws if chance takes part.
    pub(super) fn take(&mut self, way: usize, hash: u64) -> Result<TurnResult, TurnFault> {
        if self.lucks > 1 {
            self.worker.stepper.seed(&format!("{hash:x} {way}"));
        }
        let key = self.keys[way % self.keys.len()];
        self.worker.stepper.turn(&mut self.worker.to, key)
    }

    /// Returns whether turns win from the start, with the last of them.
    fn wins(&mut self, ways: &[usize]) -> Result<bool, TurnFault> {
        self.worker.packer.unpack(self.table.state(0), &mut self.worker.to);
        for (at, &way) in ways.iter().enumerate() {
            self.worker.packer.pack(&self.worker.to, &mut self.packed);
            let hash = hash_of(&self.packed);
            if self.take(way, hash)?.won {
                return Ok(at + 1 == ways.len());
            }
        }
        Ok(false)
    }
}
