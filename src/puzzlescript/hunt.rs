//! A search for some solution of a level, the most promising states first.
//!
//! What is promising is read off the win conditions: how far what they speak of lies from where it has to
//! be, and how far the player is from that. It proves nothing where it finds nothing. Knows books, steppers
//! and packed states.

use super::book::WinPlanes;
use super::checks::Quantifier;
use super::game::ScriptGame;
use super::machine::BoardShape;
use super::masks::bits_of;
use super::space::keys_of;
use super::space_layer::{SpaceWorker, StopQuestion};
use super::state_table::{StateTable, hash_of};
use super::stepper::{ScriptInput, ScriptState, TurnFault};
use super::widths::with_book;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// What a win condition asks for, as planes of objects.
struct HuntGoal {
    quantifier: Quantifier,
    first: HuntSide,
    /// None: any cell will do.
    second: Option<HuntSide>,
}

struct HuntSide {
    planes: Vec<usize>,
    /// All of the objects in one cell, not any of them.
    together: bool,
}

/// Where a state came from.
#[derive(Clone, Copy)]
struct HuntStep {
    parent: u32,
    key: u8,
    depth: u32,
}

/// The weights of what is far from where it has to be, of the player's way there, and of turns made.
const FAR: u32 = 8;
const WALK: u32 = 1;
const TURN: u32 = 1;
/// States that the table has room for to begin with.
const FIRST_STATES: usize = 1 << 12;
/// Bytes of a state besides its words.
const BYTES_A_STATE: usize = size_of::<HuntStep>() + 2 * size_of::<(Reverse<(u32, u32)>,)>();

/// Looks for a solution of any length; none when stopped, when there is no room left, or when there is
/// none. O(states · keys) turns.
///
/// # Errors
/// [`TurnFault`] if the level cannot be started or a turn does not end.
pub fn hunt(
    game: &Arc<ScriptGame>,
    level: usize,
    most_bytes: usize,
    stop: StopQuestion<'_>,
) -> Result<Option<Vec<ScriptInput>>, TurnFault> {
    let mut worker = SpaceWorker::new(game, level)?;
    let board = game.board(level).ok_or(TurnFault::NoBoard(level))?;
    let (shape, goals, keys) = (game.shape(board), goals(game), keys_of(game));
    let players = game.players();
    let start = worker.stepper.start(level)?;
    let mut packed = Vec::new();
    worker.packer.pack(&start, &mut packed);
    let mut table = StateTable::new(worker.packer.n_words());
    table.grow(FIRST_STATES);
    table.add(&packed, hash_of(&packed));
    let mut steps = vec![HuntStep { parent: 0, key: 0, depth: 0 }];
    // The nearest first; of those as near, the newest.
    let mut open = BinaryHeap::from([(Reverse((0, 0)), 0_u32)]);
    while let Some((_, number)) = open.pop() {
        if stop() {
            return Ok(None);
        }
        let depth = steps[number as usize].depth + 1;
        worker.stand_on(table.state(number));
        for (key, &input) in keys.iter().enumerate() {
            worker.step_back();
            let turn = worker.stepper.turn(&mut worker.to, input)?;
            if turn.won {
                return Ok(Some(way(&steps, &keys, number, key)));
            }
            if !turn.changed || turn.restarted {
                continue;
            }
            worker.packer.pack(&worker.to, &mut packed);
            let hash = hash_of(&packed);
            if table.find(&packed, hash).is_some() {
                continue;
            }
            if table.len() == table.capacity() {
                let wanted = table.capacity() * 2;
                if table.bytes_for(wanted) + wanted * BYTES_A_STATE > most_bytes {
                    return Ok(None);
                }
                table.grow(wanted);
            }
            let Some(fresh) = table.add(&packed, hash) else { return Ok(None) };
            steps.push(HuntStep { parent: number, key: key as u8, depth });
            let far = distance(&goals, &players, shape, &worker.to);
            open.push((Reverse((far + TURN * depth, u32::MAX - fresh)), fresh));
        }
    }
    Ok(None)
}

/// The keys to a state, and one more.
fn way(steps: &[HuntStep], keys: &[ScriptInput], mut at: u32, last: usize) -> Vec<ScriptInput> {
    let mut found = vec![last];
    while at != 0 {
        found.push(usize::from(steps[at as usize].key));
        at = steps[at as usize].parent;
    }
    found.iter().rev().filter_map(|&key| keys.get(key).copied()).collect()
}

fn goals(game: &ScriptGame) -> Vec<HuntGoal> {
    let side = |side: &WinPlanes| HuntSide {
        planes: side.planes.iter().map(|&plane| plane as usize).collect(),
        together: side.together,
    };
    with_book!(&*game.book, book => book.wins.iter().map(|win| HuntGoal {
        quantifier: win.quantifier,
        first: side(&win.first),
        second: win.second.as_ref().map(side),
    }).collect())
}

/// The cells that have what a side names.
fn cells(side: &HuntSide, shape: BoardShape, state: &ScriptState) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    for word in 0..shape.n_words {
        let mut planes = side
            .planes
            .iter()
            .map(|plane| state.words.get(plane * shape.n_words + word).copied().unwrap_or(0));
        let bits = match side.together {
            true => planes.reduce(|all, plane| all & plane).unwrap_or(0),
            false => planes.by_ref().fold(0, |all, plane| all | plane),
        };
        for bit in bits_of(bits) {
            let cell = word * 64 + bit;
            found.push(((cell / shape.height) as i32, (cell % shape.height) as i32));
        }
    }
    found
}

fn between(one: (i32, i32), other: (i32, i32)) -> u32 {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1)
}

/// How far a state is from winning, about.
fn distance(goals: &[HuntGoal], players: &[usize], shape: BoardShape, state: &ScriptState) -> u32 {
    let everywhere = (shape.width + shape.height) as u32;
    let mut far = 0;
    // Where something is amiss.
    let mut amiss: Vec<(i32, i32)> = Vec::new();
    for goal in goals {
        let first = cells(&goal.first, shape, state);
        let second = goal.second.as_ref().map(|side| cells(side, shape, state));
        match (goal.quantifier, second) {
            (Quantifier::No, None) => {
                far += first.len() as u32 * 2;
                amiss.extend(first);
            }
            (Quantifier::No, Some(second)) => {
                let both = first.iter().filter(|cell| second.contains(cell));
                let both: Vec<(i32, i32)> = both.copied().collect();
                far += both.len() as u32 * 2;
                amiss.extend(both);
            }
            (Quantifier::Some, None) => far += if first.is_empty() { everywhere } else { 0 },
            (Quantifier::Some, Some(second)) => {
                let pairs = first.iter().flat_map(|one| second.iter().map(|to| between(*one, *to)));
                let nearest = pairs.min().unwrap_or(everywhere);
                far += nearest;
                if nearest > 0 {
                    amiss.extend(&first);
                }
            }
            (Quantifier::All, None) => {}
            (Quantifier::All, Some(second)) => {
                let free: Vec<(i32, i32)> =
                    second.iter().filter(|cell| !first.contains(cell)).copied().collect();
                for cell in first.iter().filter(|cell| !second.contains(cell)) {
                    let nearest = free.iter().map(|to| between(*cell, *to)).min();
                    far += nearest.unwrap_or(everywhere).max(1);
                    amiss.push(*cell);
                }
            }
        }
    }
    let side = HuntSide { planes: players.to_vec(), together: false };
    let walk = cells(&side, shape, state)
        .into_iter()
        .flat_map(|player| amiss.iter().map(move |cell| between(player, *cell)))
        .min()
        .unwrap_or(0);
    FAR * far + WALK * walk
}
