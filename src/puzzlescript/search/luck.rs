//! Search for a play that wins if chance is favourable.
//!
//! It is the heuristic search over more keys: each key occurs several times, with draws of its own that follow
//! from the board. All of these draws may come up in play, so any play found wins with luck; if none is found,
//! other draws may still win.

use super::HeuristicSearch;
use crate::game::ScriptGame;
use crate::turns::stepper::{ScriptInput, TurnFault, TurnResult};
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
    let keys = &search.worker.keys;
    let play = ways.iter().filter_map(|way| keys.get(way % keys.len()).copied()).collect();
    // Play the supposed win once more.
    Ok(search.wins(&ways).then_some(play))
}

impl HeuristicSearch<'_> {
    /// Takes a turn from the state in which turns begin: a key, with draws if chance takes part.
    pub(super) fn take(&mut self, way: usize, hash: u64) -> Option<TurnResult> {
        if self.lucks > 1 {
            self.worker.stepper.seed(&format!("{hash:x} {way}"));
        }
        self.worker.attempt(way % self.worker.keys.len())
    }

    /// Returns whether turns win from the start, with the last of them.
    fn wins(&mut self, ways: &[usize]) -> bool {
        self.worker.stand_on(self.tree.states().state(0));
        for (at, &way) in ways.iter().enumerate() {
            let worker = &mut self.worker;
            worker.packer.pack(&worker.from, &mut worker.packed);
            let hash = hash_of(&worker.packed);
            match self.take(way, hash) {
                Some(turn) if turn.won => return at + 1 == ways.len(),
                Some(_) => std::mem::swap(&mut self.worker.from, &mut self.worker.to),
                None => return false,
            }
        }
        false
    }
}
