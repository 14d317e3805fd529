//! Takes every turn from a piece of a layer: the part of a search that threads share.
//!
//! Reads the table of known states and writes none; what it has not found there goes
//! into the piece's [`Expansion`], which the search merges in the order of states and keys.

use super::game::ScriptGame;
use super::packing::StatePacker;
use super::state_table::{StateTable, hash_of};
use super::stepper::{ScriptInput, ScriptState, Stepper, TurnFault};
use crate::space::StopAsk;
use std::ops::Range;
use std::sync::Arc;

/// A turn that changes nothing.
pub(super) const STAYS: u32 = u32::MAX;
/// A turn that wins.
pub(super) const WINS: u32 = u32::MAX - 1;
/// A turn that was not taken, because the search ended before.
pub(super) const OPEN: u32 = u32::MAX - 2;
/// In an expansion: a state that was not known.
pub(super) const FRESH: u32 = u32::MAX - 3;

/// What a thread needs to take turns on packed states.
pub(super) struct SpaceWorker {
    pub(super) stepper: Stepper,
    pub(super) packer: StatePacker,
    /// The state that turns start from.
    pub(super) from: ScriptState,
    /// The state that they lead to.
    pub(super) to: ScriptState,
    packed: Vec<u64>,
}

/// The turns of a piece of a layer, five (or fewer) a state.
#[derive(Debug, Default)]
pub(super) struct Expansion {
    /// For every state and key where it leads: a number of a state, or a reserved value.
    pub(super) targets: Vec<u32>,
    /// The words of the states that are [`FRESH`], one after the other.
    pub(super) fresh: Vec<u64>,
    pub(super) hashes: Vec<u64>,
    /// The turn that failed; it has no target, and none was taken after it.
    pub(super) fault: Option<TurnFault>,
    /// The first turn that reached a checkpoint, and the first that restarted the level.
    pub(super) checkpoint: Option<usize>,
    pub(super) restart: Option<usize>,
    pub(super) stopped: bool,
}

impl SpaceWorker {
    /// A worker for a level.
    ///
    /// # Errors
    /// [`TurnFault::NoBoard`] if the entry is no board.
    pub(super) fn new(game: &Arc<ScriptGame>, level: usize) -> Result<SpaceWorker, TurnFault> {
        let packer = StatePacker::new(game, level).ok_or(TurnFault::NoBoard(level))?;
        let mut stepper = Stepper::new(Arc::clone(game));
        let from = stepper.prepare(level)?;
        let to = from.clone();
        Ok(SpaceWorker { stepper, packer, from, to, packed: Vec::new() })
    }

    /// Makes a packed state the one that turns start from.
    pub(super) fn stand_on(&mut self, packed: &[u64]) {
        self.packer.unpack(packed, &mut self.from);
    }

    /// Back to where turns start from.
    pub(super) fn step_back(&mut self) {
        self.to.words.copy_from_slice(&self.from.words);
    }

    /// Takes all turns from a range of states.
    pub(super) fn expand(
        &mut self,
        table: &StateTable,
        states: Range<usize>,
        keys: &[ScriptInput],
        stop: StopAsk<'_>,
    ) -> Expansion {
        let mut made = Expansion::default();
        made.targets.reserve_exact(states.len() * keys.len());
        for state in states {
            if stop() {
                made.stopped = true;
                return made;
            }
            self.stand_on(table.state(state as u32));
            for &key in keys {
                match self.turn(table, key, &mut made) {
                    Ok(target) => made.targets.push(target),
                    Err(fault) => {
                        made.fault = Some(fault);
                        return made;
                    }
                }
            }
        }
        made
    }

    fn turn(
        &mut self,
        table: &StateTable,
        key: ScriptInput,
        made: &mut Expansion,
    ) -> Result<u32, TurnFault> {
        self.step_back();
        let turn = self.stepper.turn(&mut self.to, key)?;
        if turn.checkpoint {
            made.checkpoint.get_or_insert(made.targets.len());
        }
        if turn.restarted {
            made.restart.get_or_insert(made.targets.len());
        }
        if turn.won {
            return Ok(WINS);
        }
        if !turn.changed {
            return Ok(STAYS);
        }
        self.packer.pack(&self.to, &mut self.packed);
        let hash = hash_of(&self.packed);
        if let Some(known) = table.find(&self.packed, hash) {
            return Ok(known);
        }
        made.fresh.extend_from_slice(&self.packed);
        made.hashes.push(hash);
        Ok(FRESH)
    }
}
