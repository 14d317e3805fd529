//! Objects that never change in a level, judging by its first states: a sample, not a proof.
//!
//! Walls that rules paint in the first turn count as still after it.

use crate::compiling::widths::with_tables;
use crate::game::ScriptGame;
use crate::states::space_layer::SpaceWorker;
use crate::turns::stepper::ScriptState;
use foolproof_space::{StateTable, StopCheck, hash_of};

/// The number of states in the sample.
const MAX_STATES: usize = 400;

/// Returns for each object whether no rule makes, destroys or moves it in the first states. O(keys) turns for
/// each of a few hundred states.
pub(super) fn still_objects(
    game: &ScriptGame,
    worker: &mut SpaceWorker,
    start: &ScriptState,
    stop: StopCheck<'_>,
) -> Vec<bool> {
    let n_objects = game.objects.len();
    let ruled: Vec<bool> = with_tables!(&*game.tables, tables => {
        (0..n_objects).map(|object| !tables.dynamic.contains(object)).collect()
    });
    let mut table = StateTable::new(worker.packer.n_words());
    table.grow(MAX_STATES);
    worker.packer.pack(start, &mut worker.packed);
    table.number(&worker.packed, hash_of(&worker.packed));
    let mut at = 0;
    while at < table.n_states() && table.n_states() < MAX_STATES {
        if stop() {
            return ruled;
        }
        worker.stand_on(table.state(at as u32));
        at += 1;
        for key in 0..worker.keys.len() {
            let is_step = worker.attempt(key).is_some();
            let packed = &worker.packed;
            if is_step && table.number(packed, hash_of(packed)).is_none() {
                break;
            }
        }
    }
    if table.n_states() < 3 {
        return ruled;
    }
    // The second state is the first after which rules have run.
    let mut still = vec![true; n_objects];
    worker.stand_on(table.state(1));
    let n_words = start.words.len();
    let shape_words =
        game.board(worker.stepper.level()).map_or(n_words, |board| game.shape(board).n_words);
    for number in 2..table.n_states() {
        worker.packer.unpack(table.state(number as u32), &mut worker.to);
        for (object, still) in still.iter_mut().enumerate() {
            let plane = object * shape_words..(object + 1) * shape_words;
            *still &= worker.from.words.get(plane.clone()) == worker.to.words.get(plane);
        }
    }
    still
}
