//! Goes through all positions of a game of moves, breadth first.
//!
//! Positions are numbered as they are found, in an order that depends on nothing but the program.
//! Many are evaluated at once, whatever their depth. Knows games of moves.

use std::sync::Arc;

use super::graph::{ExploreEnd, Explored, Labels};
use super::machine::{Batch, Machine};
use super::packed::{PackedSet, hash};
use super::steps::StepGame;
use crate::space::{SpaceLimits, StopAsk};

/// Blocks of positions at once, where there are many.
const WIDE: usize = 4;

struct Exploration<'a> {
    machine: &'a Machine,
    limits: SpaceLimits,
    found: Explored,
    label_set: PackedSet,
    /// The label that each action had last, which is most often the next one too.
    last_labels: Vec<Option<u32>>,
    label_key: Vec<u64>,
    /// The hashes of the positions that a batch leads to, in their order.
    hashes: Vec<u64>,
}

impl StepGame {
    /// Goes through all positions, up to the limits.
    pub fn explore(&self, limits: &SpaceLimits, stop: StopAsk<'_>) -> Explored {
        let machine = Machine::new(self);
        let mut search = Exploration {
            limits: *limits,
            found: Explored::new(machine.width, Arc::clone(&self.words)),
            label_set: PackedSet::new(1 + machine.event_width),
            last_labels: vec![None; machine.actions.len()],
            label_key: Vec::new(),
            hashes: Vec::new(),
            machine: &machine,
        };
        search.found.positions.insert(&self.start().0, usize::MAX);
        search.run(stop);
        search.finish(stop)
    }
}

impl Exploration<'_> {
    fn run(&mut self, stop: StopAsk<'_>) {
        let mut narrow = Batch::<1>::new(self.machine);
        // Games with very many actions would need much room for what each of them does.
        let roomy = Batch::<WIDE>::bytes(self.machine) < self.limits.bytes / 8;
        let mut wide: Option<Box<Batch<WIDE>>> = None;
        loop {
            let left = self.found.positions.len() - self.found.n_expanded();
            if left == 0 {
                self.found.end = match self.found.astray {
                    None => ExploreEnd::Complete,
                    Some((position, action)) => ExploreEnd::Astray { position, action },
                };
                return;
            }
            if stop() {
                self.found.end = ExploreEnd::Stopped;
                return;
            }
            let fits = self.found.bytes() + self.label_set.bytes() < self.limits.bytes;
            let went_on = fits
                && match left {
                    ..=64 => self.expand(&mut narrow),
                    _ if !roomy => self.expand(&mut narrow),
                    _ => {
                        let new = || Box::new(Batch::new(self.machine));
                        self.expand(wide.get_or_insert_with(new).as_mut())
                    }
                };
            if !went_on {
                self.found.end = ExploreEnd::Limit;
                return self.judge_rest(&mut narrow, stop);
            }
        }
    }

    /// Takes the next positions; says whether there was room for all that follow.
    fn expand<const W: usize>(&mut self, batch: &mut Batch<W>) -> bool {
        let from = self.found.n_expanded();
        let n = (self.found.positions.len() - from).min(64 * W);
        batch.judge(self.machine, self.found.positions.keys(from..from + n));
        batch.act(self.machine, n);
        self.look_ahead(batch, n);
        let mut at = 0;
        for position in 0..n {
            self.found.enter_level(from + position);
            self.note_end(batch, from, position);
            if batch.any_astray && self.found.astray.is_none() {
                let action = batch.astray(position).and_then(|action| action.try_into().ok());
                let position = (from + position) as u32;
                self.found.astray = action.map(|action| (position, action));
            }
            for action in 0..self.machine.actions.len() {
                if !batch.is_legal(action, position) {
                    continue;
                }
                let hash = self.hashes[at];
                at += 1;
                if !self.follow(batch, (action, position), hash) {
                    self.found.drop_steps();
                    return false;
                }
            }
            self.found.end_steps();
        }
        true
    }

    /// Hashes all positions that follow, and looks where they belong.
    fn look_ahead<const W: usize>(&mut self, batch: &Batch<W>, n_positions: usize) {
        self.hashes.clear();
        let mut seen = 0;
        for position in 0..n_positions {
            for action in 0..self.machine.actions.len() {
                if batch.is_legal(action, position) {
                    let hash = hash(batch.next(self.machine, action, position));
                    seen ^= self.found.positions.touch(hash);
                    self.hashes.push(hash);
                }
            }
        }
        // Otherwise nobody would look.
        std::hint::black_box(seen);
    }

    fn note_end<const W: usize>(&mut self, batch: &Batch<W>, from: usize, position: usize) {
        let bit = |bits: &[u64; W]| bits[position / 64] >> (position % 64) & 1 == 1;
        if bit(&batch.won) {
            self.found.won.add((from + position) as u32);
        }
        self.found.n_lost += usize::from(bit(&batch.lost));
    }

    fn follow<const W: usize>(
        &mut self,
        batch: &Batch<W>,
        (action, position): (usize, usize),
        hash: u64,
    ) -> bool {
        let next = batch.next(self.machine, action, position);
        let target = self.found.positions.insert_hashed(next, hash, self.limits.states);
        let events = batch.events(self.machine, action, position);
        let label = self.label(action, events);
        match (target, label) {
            (Some(target), Some(label)) => {
                self.found.add_step(target, label);
                true
            }
            _ => false,
        }
    }

    /// The number of an action together with its events.
    fn label(&mut self, action: usize, events: &[u64]) -> Option<u32> {
        if let Some(last) = self.last_labels[action]
            && self.label_set.key(last).get(1..) == Some(events)
        {
            return Some(last);
        }
        self.label_key.clear();
        self.label_key.push(action as u64);
        self.label_key.extend_from_slice(events);
        self.last_labels[action] = self.label_set.insert(&self.label_key, usize::MAX);
        self.last_labels[action]
    }

    /// Finds won positions among those that were found and not gone on from.
    fn judge_rest(&mut self, batch: &mut Batch<1>, stop: StopAsk<'_>) {
        let mut from = self.found.n_expanded();
        while from < self.found.positions.len() && !stop() {
            let n = (self.found.positions.len() - from).min(64);
            batch.judge(self.machine, self.found.positions.keys(from..from + n));
            (0..n).for_each(|position| self.note_end(batch, from, position));
            from += n;
        }
    }

    fn finish(mut self, stop: StopAsk<'_>) -> Explored {
        self.found.labels = Labels::of(&self.label_set);
        if self.found.end != ExploreEnd::Stopped && !self.found.look_back(stop) {
            self.found.end = ExploreEnd::Stopped;
        }
        self.found
    }
}
