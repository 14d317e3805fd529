//! Heuristic search for some solution of a level: best-first width search over packed states.
//!
//! Several queues take turns ([`SearchQueues`]). They are ordered by an estimate of the distance to a win
//! (`goal_count`, which counts unmet goals and adds distances in an `abstraction` of the level) and by the
//! novelty of a state ([`NoveltyTable`]). Dead ends that abstractions show (`dead_ends`) are not expanded. A
//! solution that is found is shortened afterwards (`shorten`). If the search finds nothing, that proves nothing.
//!
//! If turns are local and an object has to fill cells, another search comes first: by `changes`.

mod abstraction;
mod changes;
mod corrals;
mod goal_count;
mod luck;
mod region_walk;
mod regions;
mod shorten;
mod still_objects;
#[cfg(test)]
mod tests;

use crate::compiling::widths::with_tables;
use crate::dead_ends::{DeadEndWatch, DeadEnds};
use crate::game::ScriptGame;
use crate::states::space_layer::SpaceWorker;
use crate::turns::stepper::{ScriptInput, TurnFault};
use abstraction::ObjectGroup;
use changes::{ChangeEnd, ChangeSearch};
use foolproof_planning::{NoveltyTable, Origin, SearchQueues, SearchTree, StateRank};
use foolproof_space::{StopCheck, hash_of};
use goal_count::{GoalCounter, GoalEstimate};
pub use luck::lucky_search;
use regions::PlayerRegions;
use shorten::ShortenTask;
use std::ops::Range;
use std::sync::Arc;
use still_objects::still_objects;

/// Maximum number of states in one walk of the player.
const MAX_WALK: usize = 1_000;

/// A search in progress.
struct HeuristicSearch<'a> {
    worker: SpaceWorker,
    goals: GoalCounter,
    novelty: NoveltyTable,
    /// The planes of the objects whose places are features of a state.
    planes: Vec<Range<usize>>,
    /// Number of draws with which each key is tried in a state; 1 without chance.
    lucks: usize,
    /// `None` if abstractions show no dead ends.
    dead_ends: Option<DeadEndWatch>,
    /// The planes of objects that change and are no players; `None` if walks get no special treatment.
    walks: Option<Vec<Range<usize>>>,
    /// The states, each with its last key, combined with the number of its draws if chance takes part.
    tree: SearchTree<u8>,
    queues: SearchQueues,
    most_bytes: usize,
    stop: StopCheck<'a>,
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
        let still = still_objects(game, &mut worker, &start, stop);
        let goals = GoalCounter::new(game, shape, &start, &still, stop)?;
        let players = game.players();
        let dynamic: Vec<usize> =
            with_tables!(&*game.tables, tables => tables.dynamic.iter().collect());
        let planes = |objects: &mut dyn Iterator<Item = &usize>| -> Vec<Range<usize>> {
            objects.map(|object| object * shape.n_words..(object + 1) * shape.n_words).collect()
        };
        let others = planes(&mut dynamic.iter().filter(|object| !players.contains(object)));
        let mut cells = Vec::new();
        ObjectGroup { planes: players, together: false }.cells(shape, &start, &mut cells);
        let alone = cells.len() == 1;
        let shows_others = alone && !others.is_empty();
        let planes = if shows_others { others.clone() } else { planes(&mut dynamic.iter()) };
        worker.packer.pack(&start, &mut worker.packed);
        Ok(HeuristicSearch {
            tree: SearchTree::of_start(&worker.packed, 0),
            worker,
            goals,
            novelty: NoveltyTable::new(most_bytes),
            planes,
            lucks: 1,
            dead_ends: DeadEnds::of(game, level).map(|ends| DeadEndWatch::new(Arc::new(ends))),
            walks: alone.then_some(others),
            queues: SearchQueues::of_start(),
            most_bytes,
            stop,
            regions: None,
        })
    }

    /// Searches until a win, until nothing is left, or until room or time runs out.
    fn run(&mut self) -> Option<Vec<ScriptInput>> {
        self.won().map(|way| self.shortened(&way))
    }

    /// The keys that win, from the start.
    fn won(&mut self) -> Option<Vec<usize>> {
        while let Some(number) = self.queues.next(|number| self.tree[number].is_through) {
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
    fn is_through(&mut self) -> bool {
        self.queues.next(|_| false).is_none()
    }

    /// Takes the turns of a state and of those to which the player walks from there.
    fn expand(&mut self, number: u32) -> Option<HeuristicEnd> {
        let mut walk = vec![number];
        self.tree[number].is_through = true;
        let mut at = 0;
        while let Some(&number) = walk.get(at) {
            at += 1;
            if (self.stop)() {
                return Some(HeuristicEnd::Over);
            }
            let state = self.tree.states().state(number);
            self.worker.stand_on(state);
            let hash = hash_of(state);
            for key in 0..self.worker.keys.len() * self.lucks {
                match self.take(key, hash) {
                    None => continue,
                    Some(turn) if turn.won => {
                        let way = self.tree.data_to(number).map(usize::from);
                        return Some(HeuristicEnd::Won(way.chain([key]).collect()));
                    }
                    Some(_) => {}
                }
                let hash = hash_of(&self.worker.packed);
                if self.tree.states().find(&self.worker.packed, hash).is_some() {
                    continue;
                }
                let depth = self.tree[number].depth + 1;
                let is_walk = walk.len() < MAX_WALK && self.only_walked();
                let is_through = is_walk || self.is_dead_end();
                let origin = Origin { parent: number, depth, is_through, data: key as u8 };
                let Some(fresh) = self.add(hash, origin) else {
                    return Some(HeuristicEnd::Over);
                };
                if is_walk {
                    walk.push(fresh);
                } else if !is_through {
                    self.queue(fresh, depth);
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
        let Some(others) = &self.walks else { return false };
        let (from, to) = (&self.worker.from.words, &self.worker.to.words);
        others.iter().all(|plane| from.get(plane.clone()) == to.get(plane.clone()))
    }

    /// Puts the state to which the last turn led into the queues.
    fn queue(&mut self, fresh: u32, depth: u32) {
        let GoalEstimate { far, unmet, walk } = self.goals.estimate(&self.worker.to);
        let class = u64::from(far) << 32 | u64::from(unmet);
        let (from, to) = (&self.worker.from.words, &self.worker.to.words);
        let words = self.planes.iter().cloned().flatten().map(|word| (from[word], to[word]));
        let (new, first) = self.novelty.rate(words, class);
        let near = (far * 8 + walk.min(7)).min(1 << 28);
        self.queues.push(fresh, StateRank { near, new, first, depth });
    }

    /// Adds the packed state, which is new; `None` if there is no room.
    fn add(&mut self, hash: u64, origin: Origin<u8>) -> Option<u32> {
        let beside = || (self.queues.capacity(), self.novelty.bytes());
        if !self.tree.has_room(self.most_bytes, beside) {
            return None;
        }
        self.tree.add(&self.worker.packed, hash, origin)
    }

    /// A solution, shortened with little work beside that of the search.
    fn shortened(&mut self, found: &[usize]) -> Vec<ScriptInput> {
        let mut start = self.worker.packer.blank();
        self.worker.packer.unpack(self.tree.states().state(0), &mut start);
        let n_found = self.tree.states().n_states();
        let found = ShortenTask::new(&mut self.worker, &start, n_found, self.stop).shorten(found);
        found.iter().filter_map(|&key| self.worker.keys.get(key).copied()).collect()
    }
}
