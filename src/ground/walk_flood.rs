//! Explores the positions that differ from others by walks alone: steps that change nothing but a walker, such
//! as a player.
//!
//! Positions of several walks are evaluated together.

use super::machine::{Batch, Machine};
use foolproof_space::{ActionId, Standing, StateTable, hash_of};

/// Maximum number of positions of one walk.
const MAX_WALK: u32 = 1_000;

/// Search for walks from several positions.
#[derive(Clone, Debug)]
pub(crate) struct WalkFlood<'a> {
    machine: &'a Machine,
    /// Marks whose changes are only walks.
    walkers: &'a [u64],
    pub(crate) batch: Batch<1>,
    /// Visited positions, each after the number of its walk.
    table: StateTable,
    /// Previous position and action of each.
    came: Vec<(u32, ActionId)>,
    /// Number of positions of each walk.
    counts: Vec<u32>,
    /// Buffer for positions.
    words: Vec<u64>,
}

/// A step that is not a walk, or that exceeds the limit of its walk.
pub(crate) struct FloodStep<'a> {
    /// Number of the position from which it leads.
    pub(crate) at: u32,
    pub(crate) walk: usize,
    pub(crate) from: &'a [u64],
    pub(crate) action: ActionId,
    pub(crate) to: &'a [u64],
}

/// Treatment of won positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloodWins {
    /// The first one ends the search.
    End,
    /// They are treated like any other.
    Ignored,
}

impl<'a> WalkFlood<'a> {
    pub(crate) fn new(machine: &'a Machine, walkers: &'a [u64]) -> Self {
        let table = StateTable::new(machine.width + 1);
        let batch = Batch::new(machine);
        let (came, counts, words) = (Vec::new(), Vec::new(), Vec::new());
        Self { machine, walkers, batch, table, came, counts, words }
    }

    /// Walks from positions, given their words concatenated, and visits all other steps. Returns the number of
    /// a won position, if that ends the search. O(positions · actions).
    pub(crate) fn run(
        &mut self,
        starts: &[u64],
        wins: FloodWins,
        mut visit: impl FnMut(FloodStep<'_>),
    ) -> Option<u32> {
        let (machine, width) = (self.machine, self.machine.width);
        self.table.clear();
        self.came.clear();
        self.counts.clear();
        let mut key = Vec::with_capacity(width + 1);
        for (walk, start) in starts.chunks_exact(width).enumerate() {
            key.clear();
            key.push(walk as u64);
            key.extend_from_slice(start);
            self.counts.push(0);
            self.add(&key, (0, 0));
        }
        let mut first = 0;
        while first < self.table.n_states() {
            let last = self.table.n_states().min(first + 64);
            self.words.clear();
            let keys = self.table.states(first..last).chunks_exact(width + 1);
            keys.for_each(|key| self.words.extend_from_slice(&key[1..]));
            self.batch.judge(machine, &self.words);
            match wins {
                FloodWins::Ignored => self.batch.forget_wins(),
                FloodWins::End => {
                    let is_won = |lane: &usize| self.batch.standing(*lane) == Standing::Won;
                    if let Some(won) = (0..last - first).find(is_won) {
                        return Some((first + won) as u32);
                    }
                }
            }
            self.batch.act(machine, last - first);
            for at in first..last {
                let lane = at - first;
                let walk = self.table.state(at as u32)[0];
                for action in 0..machine.actions.len() {
                    if !self.batch.is_legal(action, lane) {
                        continue;
                    }
                    let came = (at as u32, action as ActionId);
                    let from = &self.words[lane * width..][..width];
                    let to = self.batch.next(machine, action, lane);
                    key.clear();
                    key.push(walk);
                    key.extend_from_slice(to);
                    if is_walk(self.walkers, from, to) && self.add(&key, came) {
                        continue;
                    }
                    let (from, to) = (&self.words[lane * width..][..width], &key[1..]);
                    let (at, action) = came;
                    visit(FloodStep { at, walk: walk as usize, from, action, to });
                }
            }
            first = last;
        }
        None
    }

    /// Adds a position. Returns whether it is known now; if not, its walk has reached the limit.
    fn add(&mut self, key: &[u64], came: (u32, ActionId)) -> bool {
        if self.table.find(key, hash_of(key)).is_some() {
            return true;
        }
        let count = &mut self.counts[key[0] as usize];
        if *count >= MAX_WALK {
            return false;
        }
        *count += 1;
        self.table.add(key);
        self.came.push(came);
        true
    }

    /// Returns for each walk of the last run a number that identifies the set of its positions; `None` if it
    /// was too long. Two walks with one number count as one.
    pub(crate) fn signatures(&self) -> Vec<Option<u64>> {
        let mut sums = vec![0_u64; self.counts.len()];
        for key in self.table.states(0..self.table.n_states()).chunks_exact(self.table.width()) {
            let sum = &mut sums[key[0] as usize];
            *sum = sum.wrapping_add(hash_of(&key[1..]));
        }
        let of = |(sum, count): (u64, &u32)| (*count < MAX_WALK).then_some(sum);
        sums.into_iter().zip(&self.counts).map(of).collect()
    }

    /// Returns the walk of the last run to which a position belongs.
    pub(crate) fn walk_of(&self, at: u32) -> usize {
        self.table.state(at).first().map_or(0, |walk| *walk as usize)
    }

    /// Returns the steps of the last run to a position, by its number.
    pub(crate) fn way_to(&self, mut at: u32) -> Vec<ActionId> {
        let mut way = Vec::new();
        // The first positions are the starts of walks.
        while at as usize >= self.counts.len() {
            let (from, action) = self.came[at as usize];
            way.push(action);
            at = from;
        }
        way.reverse();
        way
    }
}

/// True if a step changes nothing but walkers.
fn is_walk(walkers: &[u64], from: &[u64], to: &[u64]) -> bool {
    from.iter().zip(to).zip(walkers).all(|((from, to), walkers)| (from ^ to) & !walkers == 0)
}
