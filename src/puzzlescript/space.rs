//! All states of a level, breadth first: what can be reached by pressing keys.
//!
//! A state is a board; its number is its place in the order in which a search
//! with the keys up, left, down, right, action meets it, however many threads
//! take part. Games in real time have a sixth key: to wait. A turn that wins
//! ends a play, so it leads to no state; a key that changes nothing is no turn.
//! What follows from a space is said in `outlook` and `every`.
//!
//! RESTART as a command leads to the level's start. Where a level has turns
//! with CHECKPOINT and turns with RESTART, a board does not tell what a key
//! does, and the search ends with [`SpaceEnd::Checkpoints`].

use super::game::ScriptGame;

use super::space_layer::{Expansion, FRESH, OPEN, STAYS, SpaceWorker, WINS};
use super::state_table::{StateTable, hash_of};
use super::stepper::{ScriptInput, ScriptState, TurnFault};
use crate::space::{SpaceLimits, StopAsk, piece_of, share_out};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpaceEnd {
    /// All states are there.
    Complete,
    /// States or memory ran out.
    Limit,
    /// It was asked to stop.
    Stopped,
    /// A turn has no end.
    Fault {
        /// What is wrong with it.
        fault: TurnFault,
        /// The keys that lead there from the start, the last one being that of the turn.
        way: Vec<ScriptInput>,
    },
    /// Restarting leads to different places, depending on the checkpoint that was reached last.
    Checkpoints,
}

/// Why a level has no space at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum SpaceRefusal {
    /// Turns have no one result.
    #[error("line {line} draws random numbers, so a key does not always do the same")]
    Random {
        /// The line in the source, from 1.
        line: u32,
    },
    /// The level cannot even be started.
    #[error("the level cannot be started: {0}")]
    Start(TurnFault),
}

/// The states of a level and the turns between them.
pub struct ScriptSpace {
    pub(super) game: Arc<ScriptGame>,
    pub(super) level: usize,
    pub(super) packer: super::packing::StatePacker,
    pub(super) table: StateTable,
    pub(super) keys: Vec<ScriptInput>,
    /// For every state and key where the turn leads; shorter than the states if incomplete.
    pub(super) targets: Vec<u32>,
    /// For every number of turns the first state that needs so many, and the end of the last.
    pub(super) layers: Vec<u32>,
    pub(super) end: SpaceEnd,
    /// For every state the turns to the nearest win that is known, or `u32::MAX`.
    pub(super) distances: Vec<u32>,
    pub(super) n_winning_moves: usize,
    /// Turns of the first win.
    pub(super) first_win: Option<usize>,
    /// Whether turns were seen that reach a checkpoint, and that restart.
    jumps: (bool, bool),
}

/// Bytes of the turns of one batch, at most; one state is always allowed.
const BATCH_BYTES: usize = 4 << 20;
const MOST_BATCH_STATES: usize = 4_096;
/// Work below which no thread is started, in nanoseconds.
const WORTH_A_THREAD: u128 = 200_000;
const PIECES_A_THREAD: usize = 4;
const FIRST_CAPACITY: usize = 256;

/// A search that is under way.
struct SpaceSearch<'a> {
    space: ScriptSpace,
    workers: Vec<SpaceWorker>,
    limits: &'a SpaceLimits,
    stop: StopAsk<'a>,
    batch_states: usize,
    nanos_a_state: u128,
    checkpoint: bool,
    restart: bool,
}

impl ScriptSpace {
    /// Explores a level. O(states · keys) turns, and memory as the limits say.
    ///
    /// Asks `stop` before each state, in any of the threads; what is known by then is kept.
    ///
    /// # Errors
    /// [`SpaceRefusal`] if the game is random or the level cannot be started.
    pub fn explore(
        game: &Arc<ScriptGame>,
        level: usize,
        limits: &SpaceLimits,
        stop: StopAsk<'_>,
    ) -> Result<ScriptSpace, SpaceRefusal> {
        if let Some(line) = game.random_line() {
            return Err(SpaceRefusal::Random { line });
        }
        let mut search =
            SpaceSearch::new(game, level, limits, stop).map_err(SpaceRefusal::Start)?;
        let start = search.start().map_err(SpaceRefusal::Start)?;
        search.space.end = search.run(&start);
        Ok(search.finish())
    }

    /// Goes on with a search that was stopped, as if it had not been; any other space stays as it is.
    pub fn resume(self, limits: &SpaceLimits, stop: StopAsk<'_>) -> ScriptSpace {
        if self.end != SpaceEnd::Stopped {
            return self;
        }
        let worker = match SpaceWorker::new(&self.game, self.level) {
            Ok(worker) => worker,
            Err(_) => return self,
        };
        let (checkpoint, restart) = self.jumps;
        let batch_states = batch_states(&self.packer, self.keys.len());
        let mut search = SpaceSearch {
            space: self,
            workers: vec![worker],
            limits,
            stop,
            batch_states,
            nanos_a_state: 0,
            checkpoint,
            restart,
        };
        search.space.end = search.go_on();
        search.finish()
    }

    /// How the search ended.
    pub fn end(&self) -> &SpaceEnd {
        &self.end
    }

    /// Whether all states are there.
    pub fn is_complete(&self) -> bool {
        self.end == SpaceEnd::Complete
    }

    /// Bytes that it takes; never more than the limits allow.
    pub fn bytes(&self) -> usize {
        let numbers = self.targets.capacity() + self.layers.capacity() + self.distances.capacity();
        self.table.bytes() + numbers * size_of::<u32>()
    }

    /// The game.
    pub fn game(&self) -> &Arc<ScriptGame> {
        &self.game
    }

    /// The entry of the levels.
    pub fn level(&self) -> usize {
        self.level
    }

    /// The keys that turns are taken with, in order.
    pub fn keys(&self) -> &[ScriptInput] {
        &self.keys
    }

    /// States that are known, the start included.
    pub fn n_states(&self) -> usize {
        self.table.len()
    }

    /// Turns that win, from all states whose turns were taken.
    pub fn n_winning_moves(&self) -> usize {
        self.n_winning_moves
    }

    /// Numbers of turns after which a new state was met, the start's 0 included.
    pub fn n_layers(&self) -> usize {
        self.layers.len().saturating_sub(1)
    }

    /// The states that need exactly so many turns from the start.
    pub fn layer(&self, turns: usize) -> Range<u32> {
        match (self.layers.get(turns), self.layers.get(turns + 1)) {
            (Some(&first), Some(&end)) => first..end,
            _ => 0..0,
        }
    }

    /// The number of a state, if it is in the space. O(restless objects · cells / 64).
    pub fn number_of(&self, state: &ScriptState) -> Option<u32> {
        let mut packed = Vec::new();
        self.packer.pack(state, &mut packed);
        let number = self.table.find(&packed, hash_of(&packed))?;
        // Packing leaves out what no turn changes; a foreign board may differ there.
        let mut known = self.packer.blank();
        self.packer.unpack(&packed, &mut known);
        (known == *state).then_some(number)
    }

    /// The state with a number.
    pub fn state(&self, number: u32) -> Option<ScriptState> {
        if number as usize >= self.n_states() {
            return None;
        }
        let mut state = self.packer.blank();
        self.packer.unpack(self.table.state(number), &mut state);
        Some(state)
    }

    /// Where the keys of a state lead, in the order of the keys; empty if that is not known.
    pub(super) fn row(&self, number: u32) -> &[u32] {
        let first = number as usize * self.keys.len();
        self.targets.get(first..first + self.keys.len()).unwrap_or(&[])
    }

    /// States whose turns were all taken.
    pub(super) fn n_expanded(&self) -> usize {
        let whole = self.targets.len() / self.keys.len().max(1);
        let last = whole.saturating_sub(1);
        let torn = whole > 0 && self.row(last as u32).contains(&OPEN);
        whole - usize::from(torn)
    }

    /// The keys of a shortest way from the start to a state. O(states · keys).
    pub fn way_to(&self, number: u32) -> Option<Vec<ScriptInput>> {
        if number as usize >= self.n_states() {
            return None;
        }
        // States are numbered as they are met, so the turns that met them are in their order.
        let mut met_by = vec![0; self.n_states()];
        let mut next = 1;
        for (place, &target) in self.targets.iter().enumerate() {
            if target == next {
                met_by[next as usize] = place;
                next += 1;
            }
        }
        let mut way = Vec::new();
        let mut at = number as usize;
        while at != 0 {
            way.push(self.keys[met_by[at] % self.keys.len()]);
            at = met_by[at] / self.keys.len();
        }
        way.reverse();
        Some(way)
    }
}

/// The keys that a game listens to.
pub(super) fn keys_of(game: &ScriptGame) -> Vec<ScriptInput> {
    let mut keys = ScriptInput::KEYS.to_vec();
    if game.settings.without_action {
        keys.pop();
    }
    if game.settings.realtime_interval.is_some() {
        keys.push(ScriptInput::Wait);
    }
    keys
}

/// States whose turns are taken before they are added.
fn batch_states(packer: &super::packing::StatePacker, n_keys: usize) -> usize {
    let bytes_a_turn = (packer.n_words() + 3) * size_of::<u64>();
    (BATCH_BYTES / (bytes_a_turn * n_keys)).clamp(1, MOST_BATCH_STATES)
}

impl<'a> SpaceSearch<'a> {
    fn new(
        game: &Arc<ScriptGame>,
        level: usize,
        limits: &'a SpaceLimits,
        stop: StopAsk<'a>,
    ) -> Result<SpaceSearch<'a>, TurnFault> {
        let worker = SpaceWorker::new(game, level)?;
        let packer = super::packing::StatePacker::new(game, level);
        let packer = packer.ok_or(TurnFault::NoBoard(level))?;
        let keys = keys_of(game);
        let batch_states = batch_states(&packer, keys.len());
        let space = ScriptSpace {
            game: Arc::clone(game),
            level,
            table: StateTable::new(packer.n_words()),
            packer,
            keys,
            targets: Vec::new(),
            layers: vec![0],
            end: SpaceEnd::Stopped,
            distances: Vec::new(),
            n_winning_moves: 0,
            first_win: None,
            jumps: (false, false),
        };
        Ok(SpaceSearch {
            space,
            workers: vec![worker],
            limits,
            stop,
            batch_states,
            nanos_a_state: 0,
            checkpoint: false,
            restart: false,
        })
    }

    /// The packed start of the level.
    fn start(&mut self) -> Result<Vec<u64>, TurnFault> {
        let level = self.space.level;
        let mut packed = Vec::new();
        if let Some(worker) = self.workers.first_mut() {
            let start = worker.stepper.start(level)?;
            worker.packer.pack(&start, &mut packed);
        }
        Ok(packed)
    }

    fn run(&mut self, start: &[u64]) -> SpaceEnd {
        if self.add(start, hash_of(start)).is_none() {
            return SpaceEnd::Limit;
        }
        self.layers(0..1, 0)
    }

    /// Goes on where a stop came.
    fn go_on(&mut self) -> SpaceEnd {
        let done = self.space.n_expanded();
        if done >= self.space.n_states() {
            return SpaceEnd::Complete;
        }
        let layers = &self.space.layers;
        let at = layers.iter().rposition(|first| *first as usize <= done).unwrap_or(0);
        let first = layers.get(at).map_or(0, |first| *first as usize);
        let end = layers.get(at + 1).map_or(self.space.n_states(), |end| *end as usize);
        // What of the next layer was met already goes into it again.
        self.space.layers.truncate(at + 1);
        self.layers(first..end, done)
    }

    /// Layer after layer from this one on, whose states before `done` are through.
    fn layers(&mut self, mut layer: Range<usize>, mut done: usize) -> SpaceEnd {
        loop {
            self.space.layers.push(layer.end as u32);
            let end = self.layer(done.max(layer.start)..layer.end);
            let next = layer.end..self.space.n_states();
            if let Some(end) = end {
                if !next.is_empty() {
                    self.space.layers.push(next.end as u32);
                }
                return end;
            }
            if next.is_empty() {
                return SpaceEnd::Complete;
            }
            (layer, done) = (next, 0);
        }
    }

    /// The space with its distances.
    fn finish(self) -> ScriptSpace {
        let (mut space, stop) = (self.space, self.stop);
        space.jumps = (self.checkpoint, self.restart);
        if !space.find_distances(stop) {
            space.end = SpaceEnd::Stopped;
        }
        space
    }

    /// Takes the turns of a layer; gives the end if that is it.
    fn layer(&mut self, layer: Range<usize>) -> Option<SpaceEnd> {
        let mut at = layer.start;
        while at < layer.end {
            let batch = at..layer.end.min(at + self.batch_states);
            at = batch.end;
            let began = Instant::now();
            let made = self.expand(&batch);
            self.nanos_a_state = began.elapsed().as_nanos() / batch.len().max(1) as u128;
            for expansion in made {
                if let Some(end) = self.merge(&expansion) {
                    return Some(end);
                }
            }
        }
        None
    }

    /// Takes the turns of a batch, with threads if they are worth it.
    fn expand(&mut self, batch: &Range<usize>) -> Vec<Expansion> {
        let worth = self.nanos_a_state * batch.len() as u128 > WORTH_A_THREAD;
        let (table, keys, stop) = (&self.space.table, &self.space.keys, self.stop);
        if !worth || self.limits.threads < 2 {
            let worker = self.workers.first_mut();
            return worker
                .map(|w| w.expand(table, batch.clone(), keys, stop))
                .into_iter()
                .collect();
        }
        while self.workers.len() < self.limits.threads {
            match SpaceWorker::new(&self.space.game, self.space.level) {
                Ok(worker) => self.workers.push(worker),
                Err(_) => break,
            }
        }
        let piece_len = batch.len().div_ceil(self.workers.len() * PIECES_A_THREAD).max(1);
        share_out(&mut self.workers, batch.len().div_ceil(piece_len), |worker, piece| {
            worker.expand(table, piece_of(batch, piece_len, piece), keys, stop)
        })
    }

    /// Adds what a piece has found, turn by turn.
    fn merge(&mut self, made: &Expansion) -> Option<SpaceEnd> {
        let n_words = self.space.packer.n_words();
        let mut fresh = made.hashes.iter().zip(made.fresh.chunks_exact(n_words));
        for (turn, &target) in made.targets.iter().enumerate() {
            self.checkpoint |= made.checkpoint == Some(turn);
            self.restart |= made.restart == Some(turn);
            if self.checkpoint && self.restart {
                return Some(self.torn(SpaceEnd::Checkpoints));
            }
            let target = match target {
                FRESH => match fresh.next().and_then(|(&hash, packed)| self.add(packed, hash)) {
                    Some(number) => number,
                    None => return Some(self.torn(SpaceEnd::Limit)),
                },
                WINS => {
                    self.space.n_winning_moves += 1;
                    self.space.first_win.get_or_insert(self.space.layers.len() - 1);
                    WINS
                }
                known => known,
            };
            self.space.targets.push(target);
        }
        if let Some(fault) = made.fault {
            let (from, key) = {
                let n_keys = self.space.keys.len();
                (self.space.targets.len() / n_keys, self.space.targets.len() % n_keys)
            };
            let mut way = self.space.way_to(from as u32).unwrap_or_default();
            way.extend(self.space.keys.get(key));
            return Some(self.torn(SpaceEnd::Fault { fault, way }));
        }
        made.stopped.then_some(SpaceEnd::Stopped)
    }

    /// Marks the turns of the last state that were not taken.
    fn torn(&mut self, end: SpaceEnd) -> SpaceEnd {
        let n_keys = self.space.keys.len();
        let missing = self.space.targets.len().next_multiple_of(n_keys);
        self.space.targets.resize(missing, OPEN);
        end
    }

    /// The number of a state, added if need be; none if there is no more room.
    fn add(&mut self, packed: &[u64], hash: u64) -> Option<u32> {
        if let Some(known) = self.space.table.find(packed, hash) {
            return Some(known);
        }
        if self.space.table.len() == self.space.table.capacity() && !self.grow() {
            return None;
        }
        self.space.table.add(packed, hash)
    }

    /// Bytes of a state besides the table: its turns, there and back, its distance, its layer.
    fn bytes_a_state(&self) -> usize {
        (2 * self.space.keys.len() + 4) * size_of::<u32>()
    }

    /// Bytes at most while the memory grows to so many states: the old is copied into the new.
    fn bytes_for(&self, capacity: usize) -> usize {
        let table = &self.space.table;
        let n_keys = self.space.keys.len();
        let a_copy = self.space.packer.n_words() * size_of::<u64>() + n_keys * size_of::<u32>();
        table
            .bytes_for(capacity)
            .saturating_add(capacity.saturating_mul(self.bytes_a_state()))
            .saturating_add(table.len() * a_copy)
            .saturating_add(BATCH_BYTES)
    }

    /// Makes room for more states, as far as the limits allow.
    fn grow(&mut self) -> bool {
        let now = self.space.table.capacity();
        // Numbers stay below the reserved values.
        let most = self.limits.states.min(FRESH as usize);
        let mut wanted = (now * 2).max(FIRST_CAPACITY).min(most);
        while wanted > now && self.bytes_for(wanted) > self.limits.bytes {
            wanted = now + (wanted - now) / 2;
        }
        if wanted <= now {
            return false;
        }
        self.space.table.grow(wanted);
        let n_targets = wanted * self.space.keys.len();
        let missing = n_targets.saturating_sub(self.space.targets.len());
        self.space.targets.reserve_exact(missing);
        true
    }
}

/// Whether a turn leads to a state, and to which.
pub(super) fn leads_to(target: u32) -> Option<u32> {
    (!matches!(target, STAYS | WINS | OPEN)).then_some(target)
}
