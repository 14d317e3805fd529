//! Best-first search for any solution of a game of moves, with walks as single steps.
//!
//! Positions are ordered by an estimate, the minimum matching of marks with places ([`WinEstimate`]), and by
//! novelty (best-first width search, see [`NoveltyTable`]); if a player fills places by pushing, for example,
//! also by features ([`FeatureCells`]). Steps that change only such a player are walks: all positions of a walk
//! are expanded together, and two walks through the same positions are one (as normalised player positions in
//! Sokoban solvers).
//!
//! Dead ends that are recognised from marks are left out. If marks only seem to be stuck, positions come late.
//! A failed search proves nothing.

use super::circuit::Wire;
use super::expansion::{Expanded, Expander, KnownPositions, NewPosition, Outlook};
use super::filling_plan::PlanFeatures;
use super::machine::Machine;
use super::steps::{StepGame, StepState};
use super::walk_flood::FloodWins;
use super::win_estimate::WinEstimate;
use foolproof_planning::{
    CellRank, FeatureCells, NoveltyTable, Origin, SearchQueues, SearchTree, StateRank,
};
use foolproof_space::{ActionId, SpaceLimits, Standing, StopCheck, hash_of, share_out};
use rustc_hash::FxHashSet;

/// Maximum number of positions that are expanded together: as many as a batch holds.
const TOGETHER: usize = 64;
/// Number of those for one worker, if there are walks: these fill a batch soon.
const OF_WORKER: usize = 32;
/// Estimated distance from a win of positions that come after all others.
const LATE: u32 = 1 << 27;

/// The last step to a position, an action after a walk, and the progress so far.
#[derive(Clone, Copy)]
struct LastStep {
    action: ActionId,
    /// The mark that the action added; [`NOTHING`] if there is none.
    mark: u32,
    /// Number of actions so far, without good ones.
    weight: u16,
    features: (u8, u8),
    /// Some of its marks seem to be stuck.
    put_off: bool,
}

/// Stands for no mark.
const NOTHING: u32 = u32::MAX;

/// Order of positions. If they have features, each pair of these has its turn, and every other turn, like all
/// turns without features, is for new and near positions.
struct SearchOrder {
    cells: Option<FeatureCells>,
    queues: SearchQueues,
    novelty: NoveltyTable,
    turn: usize,
}

struct BestFirst<'a> {
    workers: Vec<Expander<'a>>,
    /// Marks whose changes are only walks.
    walkers: &'a [u64],
    has_walks: bool,
    order: SearchOrder,
    tree: SearchTree<LastStep>,
    /// Signatures of expanded walks.
    walks: FxHashSet<u64>,
    /// Hashes of walks of visited positions ([`PlanFeatures::walk`]).
    likely_walks: FxHashSet<u64>,
    most_bytes: usize,
}

impl StepGame {
    /// Searches for a solution of any length from a reachable position; `None` if stopped, if memory runs out,
    /// or if there is none. O(positions · actions) steps. The result does not depend on the number of threads.
    pub fn some_solution(
        &self,
        from: &StepState,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Option<Vec<ActionId>> {
        let machine = Machine::new(self);
        let lost = self.lost_marks(&machine, stop);
        let goals: Vec<Wire> = machine.goals();
        let start = self.kept_words(from);
        let mut estimate = WinEstimate::new(self, &machine, &start, stop);
        let walkers = estimate.walkers.clone();
        let features = estimate.features(&start);
        let order = SearchOrder::new(features, limits.bytes);
        let worker = Expander::new(&machine, lost, &goals, (estimate, &walkers));
        let first = LastStep {
            action: 0,
            mark: NOTHING,
            weight: 0,
            features: features.map(|features| features.cell).unwrap_or_default(),
            put_off: false,
        };
        let mut search = BestFirst {
            workers: vec![worker; limits.threads.max(1)],
            walkers: &walkers,
            has_walks: walkers.iter().any(|word| *word != 0),
            order,
            tree: SearchTree::of_start(&start, first),
            walks: FxHashSet::default(),
            likely_walks: FxHashSet::default(),
            most_bytes: limits.bytes,
        };
        let play = search.run(stop)?;
        self.wins(from, &play).then_some(play)
    }
}

impl SearchOrder {
    /// Creates an order that begins with the start, which has these features.
    fn new(features: Option<PlanFeatures>, bytes: usize) -> Self {
        let cells = features.map(|features| {
            let mut cells = FeatureCells::default();
            cells.push(0, CellRank { cell: Some(features.cell), weight: 0, far: 0 });
            cells
        });
        let novelty = NoveltyTable::new(bytes);
        Self { cells, queues: SearchQueues::of_start(), novelty, turn: 0 }
    }

    fn next(&mut self, is_through: impl Fn(u32) -> bool) -> Option<u32> {
        self.turn += 1;
        let cells = self.cells.as_mut().filter(|_| self.turn.is_multiple_of(2));
        let found = cells.and_then(|cells| cells.next(&is_through));
        found.or_else(|| self.queues.next(is_through))
    }

    /// Queues a position behind all others.
    fn put_off(&mut self, number: u32, depth: u32) {
        self.queues.push(number, StateRank { near: LATE, new: 3, first: 3, depth });
    }

    /// Number of entries for which the queues have room.
    fn capacity(&self) -> usize {
        self.queues.capacity() + self.cells.as_ref().map_or(0, FeatureCells::capacity)
    }
}

impl BestFirst<'_> {
    fn run(&mut self, stop: StopCheck<'_>) -> Option<Vec<ActionId>> {
        loop {
            let from = self.next();
            if from.is_empty() || stop() {
                return None;
            }
            let of_worker = if self.has_walks { OF_WORKER } else { TOGETHER };
            let tree = &self.tree;
            let states = tree.states();
            let known = KnownPositions { table: states, walks: &self.walks };
            let made =
                share_out(&mut self.workers, from.len().div_ceil(of_worker), |worker, piece| {
                    let numbers = &from[piece * of_worker..from.len().min((piece + 1) * of_worker)];
                    let words: Vec<u64> =
                        numbers.iter().flat_map(|number| states.state(*number)).copied().collect();
                    let anyway: Vec<bool> =
                        numbers.iter().map(|number| tree[*number].data.put_off).collect();
                    worker.expand(&words, &anyway, known)
                });
            for (made, from) in made.into_iter().zip(from.chunks(of_worker)) {
                if let Some(won) = made.won {
                    return self.way_to(from[won]);
                }
                if let Some(won) = self.add(from, &made)? {
                    return self.way_to(won);
                }
            }
        }
    }

    /// Takes the most promising positions whose steps were not taken.
    fn next(&mut self) -> Vec<u32> {
        let mut found = Vec::new();
        while found.len() < TOGETHER {
            let next = self.order.next(|number| self.tree[number].is_through);
            let Some(number) = next else { break };
            self.tree[number].is_through = true;
            found.push(number);
        }
        found
    }

    /// Adds the successors of some positions. Returns a won one, if there is any; `None` if memory runs out.
    fn add(&mut self, from: &[u32], made: &Expanded) -> Option<Option<u32>> {
        let mut is_open = vec![false; from.len()];
        for ((outlook, number), is_open) in made.outlooks.iter().zip(from).zip(&mut is_open) {
            match outlook {
                Outlook::Open(Some(signature)) => *is_open = self.walks.insert(*signature),
                Outlook::Open(None) => *is_open = true,
                Outlook::Known => {}
                Outlook::Stuck => self.put_off(*number),
            }
        }
        let found = made.found.iter().zip(made.words.chunks_exact(self.tree.states().width()));
        for (found, words) in found.filter(|(found, _)| is_open[found.parent]) {
            let hash = hash_of(words);
            if self.tree.states().find(words, hash).is_some() {
                continue;
            }
            let beside = || {
                let walks = self.walks.capacity() + self.likely_walks.capacity();
                let bytes = self.order.novelty.bytes() + 2 * walks * size_of::<u64>();
                (self.order.capacity(), bytes)
            };
            if !self.tree.has_room(self.most_bytes, beside) {
                return None;
            }
            let origin = self.origin(from[found.parent], found);
            let number = self.tree.add(words, hash, origin)?;
            match found.standing {
                Standing::Won => return Some(Some(number)),
                Standing::Open => self.queue(number, found),
                Standing::Lost | Standing::DeadEnd => {}
            }
        }
        Some(None)
    }

    fn origin(&self, parent: u32, found: &NewPosition) -> Origin<LastStep> {
        let Origin { depth, data: before, .. } = self.tree[parent];
        let (gone, come) = found.moved;
        let features = found.features.map(|features| features.cell).unwrap_or_default();
        // Moving the same mark again costs nothing, and progress in the features is kept.
        let is_good = features.0 > before.features.0 || features.1 < before.features.1;
        let goes_on = gone.is_some_and(|mark| mark == before.mark);
        let data = LastStep {
            action: found.action,
            mark: come.unwrap_or(NOTHING),
            weight: before.weight.saturating_add(u16::from(!goes_on && !is_good)),
            features,
            put_off: false,
        };
        Origin { parent, depth: depth + 1, is_through: found.standing != Standing::Open, data }
    }

    /// Queues a position behind all others.
    fn put_off(&mut self, number: u32) {
        let origin = &mut self.tree[number];
        (origin.is_through, origin.data.put_off) = (false, true);
        self.order.put_off(number, origin.depth);
    }

    fn queue(&mut self, number: u32, found: &NewPosition) {
        let Origin { parent, depth, data: LastStep { weight, .. }, .. } = self.tree[number];
        let SearchOrder { cells, queues, novelty, .. } = &mut self.order;
        if let Some(features) = found.features {
            // The walk may have been visited before.
            if features.walk.is_some_and(|walk| !self.likely_walks.insert(walk)) {
                return self.order.put_off(number, depth);
            }
            let cell = (!WinEstimate::is_hopeless(found.far)).then_some(features.cell);
            if let Some(cells) = cells {
                cells.push(number, CellRank { cell, weight, far: found.far });
            }
        }
        let states = self.tree.states();
        let words = states.state(parent).iter().zip(states.state(number));
        let words =
            words.zip(self.walkers).map(|((before, now), walk)| (before & !walk, now & !walk));
        let near = found.far + 2 * found.unmet;
        let (new, first) = novelty.rate(words, found.unmet.into());
        queues.push(number, StateRank { near, new, first, depth });
    }

    /// Returns the actions from the start to a position, and on to a win if a walk leads there. Walks are
    /// recomputed.
    fn way_to(&mut self, last: u32) -> Option<Vec<ActionId>> {
        let flood = &mut self.workers.first_mut()?.flood;
        let (states, mut way) = (self.tree.states(), Vec::new());
        for at in self.tree.way_to(last) {
            let Origin { parent, data: LastStep { action, .. }, .. } = self.tree[at];
            let to = states.state(at);
            let mut end = None;
            flood.run(states.state(parent), FloodWins::End, |step| {
                if end.is_none() && step.action == action && step.to == to {
                    end = Some(step.at);
                }
            });
            way.extend(flood.way_to(end?));
            way.push(action);
        }
        let won = flood.run(states.state(last), FloodWins::End, |_| {});
        way.extend(won.map(|won| flood.way_to(won)).unwrap_or_default());
        Some(way)
    }
}
