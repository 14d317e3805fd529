//! Heuristic search for some solution of a level: best-first width search over packed states.
//!
//! Several queues take turns ([`SearchQueues`]). They are ordered by an estimate of the distance to a win
//! (`goal_count`, which counts unmet goals and adds distances in an `abstraction` of the level) and by the
//! novelty of a state (`novelty`). Dead ends that abstractions show (`dead_ends`) are not expanded. A solution
//! that is found is shortened afterwards (`shorten`). If the search finds nothing, that proves nothing.
//!
//! If turns are local and an object has to fill cells, another search comes first: by `changes`.

mod abstraction;
mod changes;
mod corrals;
mod filling;
mod goal_count;
mod luck;
mod novelty;
mod region_walk;
mod regions;
mod shorten;
mod still_objects;
#[cfg(test)]
mod tests;

use crate::dead_ends::{DeadEndWatch, DeadEnds};
use crate::game::ScriptGame;
use crate::machine::BoardShape;
use crate::space_layer::{SpaceWorker, keys_of};
use crate::stepper::{ScriptInput, TurnFault};
use crate::widths::with_tables;
use abstraction::ObjectGroup;
use changes::{ChangeEnd, ChangeSearch};
use foolproof_planning::{SearchQueues, StateRank};
use foolproof_space::{StateTable, StopCheck, hash_of};
use goal_count::{GoalCounter, GoalEstimate};
pub use luck::lucky_search;
use novelty::ObjectNovelty;
use regions::PlayerRegions;
use shorten::ShortenTask;
use std::sync::Arc;
use still_objects::still_objects;

/// Origin of a state.
#[derive(Clone, Copy)]
struct SearchNode {
    parent: u32,
    depth: u32,
    /// The key, combined with the number of its draws if chance takes part.
    key: u8,
    /// Its turns were taken, or are about to be.
    through: bool,
}

/// Initial capacity of table and queues, in states.
const FIRST_STATES: usize = 1 << 12;
/// Maximum bytes of the novelty table.
const NOVELTY_BYTES: usize = 32 << 20;
/// Maximum number of states in one walk of the player.
const MAX_WALK: usize = 1_000;

/// Number of states that may be expanded to shorten a solution, besides a quarter of those of the search.
const MIN_SHORTENING: usize = 5_000;

/// Bytes of a search with this many states and a node of this size for each, if the queued share of states
/// stays the same. Includes the old table, which is copied.
fn grown_bytes(table: &StateTable, states: usize, node: usize, queued: usize) -> usize {
    let queued = queued * states / table.capacity().max(1);
    let old = table.n_states() * table.width() * size_of::<u64>();
    table.bytes_for(states) + old + states * node + queued * SearchQueues::ENTRY_BYTES
}

/// A search in progress.
struct HeuristicSearch<'a> {
    worker: SpaceWorker,
    goals: GoalCounter,
    novelty: ObjectNovelty,
    keys: Vec<ScriptInput>,
    /// Number of draws with which each key is tried in a state; 1 without chance.
    lucks: usize,
    /// `None` if abstractions show no dead ends.
    dead_ends: Option<DeadEndWatch>,
    /// Objects that change and are no players; `None` if the player's walks get no special treatment.
    walks: Option<(BoardShape, Vec<usize>)>,
    table: StateTable,
    steps: Vec<SearchNode>,
    queues: SearchQueues,
    most_bytes: usize,
    stop: StopCheck<'a>,
    packed: Vec<u64>,
    /// `None` if all states on a walk are stored.
    regions: Option<PlayerRegions>,
}

/// Reason why expanding a state ends the search.
enum HeuristicEnd {
    /// These keys win, from the start.
    Won(Vec<usize>),
    /// There is no room or no time left.
    Over,
}

/// Looks for a solution of any length; `None` when stopped, when there is no room left, or when there is no
/// solution. O(states · keys) turns.
///
/// # Errors
/// [`TurnFault`] if the level cannot be started.
pub fn heuristic_search(
    game: &Arc<ScriptGame>,
    level: usize,
    most_bytes: usize,
    stop: StopCheck<'_>,
) -> Result<Option<Vec<ScriptInput>>, TurnFault> {
    if let Some(mut search) = ChangeSearch::new(game, level, most_bytes, stop)? {
        match search.run() {
            ChangeEnd::Won(way) => return Ok(Some(way)),
            // Corrals are only a hint, and a search that ran out of room may have been misled.
            ChangeEnd::Through | ChangeEnd::Odd | ChangeEnd::Over if !stop() => {}
            ChangeEnd::Through | ChangeEnd::Odd | ChangeEnd::Over => return Ok(None),
        }
    }
    let mut search = HeuristicSearch::new(game, level, most_bytes, stop)?;
    let found = search.run();
    let walks = search.walks.is_some();
    if found.is_some() || !walks || search.is_through() || stop() {
        return Ok(found);
    }
    // There was no room: search again, with fewer states and more work for each.
    drop(search);
    search_regions(game, level, most_bytes, stop)
}

/// Searches with one state for each region in which the player walks.
fn search_regions(
    game: &Arc<ScriptGame>,
    level: usize,
    most_bytes: usize,
    stop: StopCheck<'_>,
) -> Result<Option<Vec<ScriptInput>>, TurnFault> {
    let mut search = HeuristicSearch::new(game, level, most_bytes, stop)?;
    search.regions = Some(PlayerRegions::new(search.worker.packer.n_words()));
    Ok(search.run())
}

impl<'a> HeuristicSearch<'a> {
    fn new(
        game: &Arc<ScriptGame>,
        level: usize,
        most_bytes: usize,
        stop: StopCheck<'a>,
    ) -> Result<HeuristicSearch<'a>, TurnFault> {
        let mut worker = SpaceWorker::new(game, level)?;
        let board = game.board(level).ok_or(TurnFault::NoBoard(level))?;
        let shape = game.shape(board);
        let start = worker.stepper.start(level)?;
        let keys = keys_of(game);
        let still = still_objects(game, &mut worker, &start, &keys, stop);
        let goals = GoalCounter::new(game, shape, &start, &still, stop)?;
        let players = game.players();
        let dynamic: Vec<usize> =
            with_tables!(&*game.tables, tables => tables.dynamic.iter().collect());
        let others: Vec<usize> =
            dynamic.iter().filter(|object| !players.contains(object)).copied().collect();
        let mut cells = Vec::new();
        ObjectGroup { planes: players, together: false }.cells(shape, &start, &mut cells);
        let alone = cells.len() == 1;
        let shown = if alone && !others.is_empty() { others.clone() } else { dynamic };
        let novelty = ObjectNovelty::new(shape, shown, NOVELTY_BYTES.min(most_bytes / 8));
        let mut search = HeuristicSearch {
            table: StateTable::new(worker.packer.n_words()),
            worker,
            goals,
            novelty,
            keys,
            lucks: 1,
            dead_ends: DeadEnds::of(game, level).map(|ends| DeadEndWatch::new(Arc::new(ends))),
            walks: alone.then_some((shape, others)),
            steps: Vec::new(),
            queues: SearchQueues::of_start(),
            most_bytes,
            stop,
            packed: Vec::new(),
            regions: None,
        };
        search.table.grow(FIRST_STATES);
        search.worker.packer.pack(&start, &mut search.packed);
        search.table.number(&search.packed, hash_of(&search.packed));
        search.steps.push(SearchNode { parent: 0, depth: 0, key: 0, through: false });
        Ok(search)
    }

    /// Searches until a win, until nothing is left, or until room or time runs out.
    fn run(&mut self) -> Option<Vec<ScriptInput>> {
        self.won().map(|way| self.shortened(&way))
    }

    /// The keys that win, from the start.
    fn won(&mut self) -> Option<Vec<usize>> {
        while let Some(number) = self.next() {
            let end = match self.regions.take() {
                None => self.expand(number),
                Some(mut regions) => {
                    let end = self.expand_region(&mut regions, number);
                    self.regions = Some(regions);
                    end
                }
            };
            match end {
                None => {}
                Some(HeuristicEnd::Won(way)) => return Some(way),
                Some(HeuristicEnd::Over) => return None,
            }
        }
        None
    }

    /// Returns whether all states that were met are expanded.
    fn is_through(&self) -> bool {
        self.queues.is_empty()
    }

    /// The most promising state whose turns were not taken.
    fn next(&mut self) -> Option<u32> {
        let steps = &self.steps;
        self.queues.next(|number| steps.get(number as usize).is_none_or(|step| step.through))
    }

    /// Takes the turns of a state and of those to which the player walks from there.
    fn expand(&mut self, number: u32) -> Option<HeuristicEnd> {
        let mut walk = vec![number];
        self.steps[number as usize].through = true;
        let mut at = 0;
        while let Some(&number) = walk.get(at) {
            at += 1;
            if (self.stop)() {
                return Some(HeuristicEnd::Over);
            }
            self.worker.stand_on(self.table.state(number));
            let hash = hash_of(self.table.state(number));
            for key in 0..self.keys.len() * self.lucks {
                self.worker.step_back();
                // An endless turn leads nowhere.
                let Ok(turn) = self.take(key, hash) else { continue };
                if turn.won {
                    return Some(HeuristicEnd::Won(self.way_to(number, key)));
                }
                if !turn.changed || turn.restarted {
                    continue;
                }
                self.worker.packer.pack(&self.worker.to, &mut self.packed);
                let hash = hash_of(&self.packed);
                if self.table.find(&self.packed, hash).is_some() {
                    continue;
                }
                if self.table.n_states() == self.table.capacity() && !self.grow() {
                    return Some(HeuristicEnd::Over);
                }
                let Some(fresh) = self.table.number(&self.packed, hash) else {
                    return Some(HeuristicEnd::Over);
                };
                let depth = self.steps[number as usize].depth + 1;
                let through = walk.len() < MAX_WALK && self.only_walked();
                self.steps.push(SearchNode { parent: number, depth, key: key as u8, through });
                match through {
                    true => walk.push(fresh),
                    false if self.is_dead_end() => self.steps[fresh as usize].through = true,
                    false => self.queue(fresh, depth),
                }
            }
        }
        None
    }

    /// Returns whether abstractions show that the last turn led to a dead end.
    fn is_dead_end(&mut self) -> bool {
        self.dead_ends.as_mut().is_some_and(|ends| ends.is_dead_end(&self.worker.to))
    }

    /// Returns whether the last turn changed nothing but players.
    fn only_walked(&self) -> bool {
        let Some((shape, others)) = &self.walks else { return false };
        let (from, to) = (&self.worker.from.words, &self.worker.to.words);
        others.iter().all(|object| {
            let plane = object * shape.n_words..(object + 1) * shape.n_words;
            from.get(plane.clone()) == to.get(plane)
        })
    }

    /// Puts the state to which the last turn led into the queues.
    fn queue(&mut self, fresh: u32, depth: u32) {
        let GoalEstimate { far, unmet, walk } = self.goals.estimate(&self.worker.to);
        let class = u64::from(far) << 32 | u64::from(unmet);
        let new = self.novelty.rate(&self.worker.from, &self.worker.to, class);
        let first = self.novelty.rate(&self.worker.from, &self.worker.to, u64::MAX);
        let near = (far * 8 + walk.min(7)).min(1 << 28);
        self.queues.push(fresh, StateRank { near, new, first, depth });
    }

    /// Makes room for up to twice the states; false if there is no room for a quarter more.
    fn grow(&mut self) -> bool {
        let fits = |wanted: usize| self.bytes_for(wanted) <= self.most_bytes;
        let Some(wanted) = self.table.larger(fits) else { return false };
        self.table.grow(wanted);
        self.steps.reserve_exact(wanted - self.steps.len());
        true
    }

    /// Bytes with this many states.
    fn bytes_for(&self, states: usize) -> usize {
        let queued = self.queues.capacity();
        grown_bytes(&self.table, states, size_of::<SearchNode>(), queued) + self.novelty.bytes()
    }

    /// The keys to a state, and one more.
    fn way_to(&self, mut at: u32, last: usize) -> Vec<usize> {
        let mut found = vec![last];
        while at != 0 {
            found.push(usize::from(self.steps[at as usize].key));
            at = self.steps[at as usize].parent;
        }
        found.reverse();
        found
    }

    /// A solution, shortened with little work beside that of the search.
    fn shortened(&mut self, found: &[usize]) -> Vec<ScriptInput> {
        let mut start = self.worker.packer.blank();
        self.worker.packer.unpack(self.table.state(0), &mut start);
        let mut task = ShortenTask {
            worker: &mut self.worker,
            start: &start,
            keys: &self.keys,
            most_states: self.table.n_states() / 4 + MIN_SHORTENING,
            stop: self.stop,
        };
        let found = task.shorten(found);
        found.iter().filter_map(|&key| self.keys.get(key).copied()).collect()
    }
}
