//! Best-first search for some solution of a game of moves: by unmet conditions of the win, and by what
//! positions show for the first time (best-first width search, see [`NoveltyTable`]).
//!
//! Up to 64 positions are gone on from at a time. Dead ends that are seen from marks are left out. The search
//! proves nothing where it finds nothing.

use super::circuit::Wire;
use super::lost_marks::LostMarks;
use super::machine::{Batch, Machine};
use super::steps::{StepGame, StepState};
use foolproof_space::{
    ActionId, NoveltyTable, SearchQueues, Standing, StateRank, StateTable, StopCheck, bits_of,
    hash_of,
};

/// Positions that are gone on from together.
const TOGETHER: usize = 64;
/// Positions that there is room for to begin with.
const FIRST_POSITIONS: usize = 1 << 12;
/// Bytes of what was seen, at most.
const NOVELTY_BYTES: usize = 32 << 20;

/// Where a position came from.
#[derive(Clone, Copy)]
struct SearchNode {
    parent: u32,
    depth: u32,
    action: ActionId,
    /// Its steps were taken, or need not be.
    through: bool,
}

struct BestFirst<'a> {
    machine: &'a Machine,
    lost: Option<&'a LostMarks>,
    goals: Vec<Wire>,
    batch: Batch<1>,
    novelty: NoveltyTable,
    table: StateTable,
    nodes: Vec<SearchNode>,
    queues: SearchQueues,
    most_bytes: usize,
    fresh: Vec<u64>,
    shown: Vec<u64>,
}

impl StepGame {
    /// Looks for some solution of any length from a position that can be reached; `None` when stopped, when there
    /// is no room left, or when there is none. O(positions · actions) steps.
    pub fn some_solution(
        &self,
        from: &StepState,
        most_bytes: usize,
        stop: StopCheck<'_>,
    ) -> Option<Vec<ActionId>> {
        let machine = Machine::new(self);
        let mut search = BestFirst {
            machine: &machine,
            lost: self.lost_marks(&machine, stop),
            goals: machine.goals(),
            batch: Batch::new(&machine),
            novelty: NoveltyTable::new(NOVELTY_BYTES.min(most_bytes / 8)),
            table: StateTable::new(machine.width),
            nodes: vec![SearchNode { parent: 0, depth: 0, action: 0, through: false }],
            queues: SearchQueues::of_start(),
            most_bytes,
            fresh: Vec::new(),
            shown: Vec::new(),
        };
        search.table.grow(FIRST_POSITIONS);
        search.table.number(&from.0, hash_of(&from.0));
        let play = search.run(stop)?;
        self.wins(from, &play).then_some(play)
    }
}

impl BestFirst<'_> {
    fn run(&mut self, stop: StopCheck<'_>) -> Option<Vec<ActionId>> {
        let mut words = Vec::new();
        loop {
            let from = self.next();
            if from.is_empty() || stop() {
                return None;
            }
            words.clear();
            from.iter().for_each(|number| words.extend_from_slice(self.table.state(*number)));
            self.batch.judge(self.machine, &words);
            if let Some(won) = (0..from.len()).find(|at| self.batch.standing(*at) == Standing::Won)
            {
                return Some(self.way_to(from[won]));
            }
            self.batch.act(self.machine, from.len());
            let first = self.table.n_states();
            self.add_steps(&from)?;
            if let Some(won) = self.rate(first) {
                return Some(self.way_to(won));
            }
        }
    }

    /// The most promising positions whose steps were not taken.
    fn next(&mut self) -> Vec<u32> {
        let mut found = Vec::new();
        while found.len() < TOGETHER {
            let nodes = &self.nodes;
            let next = self.queues.next(|number| nodes[number as usize].through);
            let Some(number) = next else { break };
            self.nodes[number as usize].through = true;
            found.push(number);
        }
        found
    }

    /// Adds the positions to which steps lead; `None` if there is no more room.
    fn add_steps(&mut self, from: &[u32]) -> Option<()> {
        for (at, parent) in from.iter().enumerate() {
            let depth = self.nodes[*parent as usize].depth + 1;
            for action in 0..self.machine.actions.len() {
                if !self.batch.is_legal(action, at) {
                    continue;
                }
                let next = self.batch.next(self.machine, action, at);
                let hash = hash_of(next);
                if self.table.find(next, hash).is_some() {
                    continue;
                }
                if self.table.n_states() == self.table.capacity() {
                    let fits = |wanted: usize| self.bytes_for(wanted) <= self.most_bytes;
                    let wanted = self.table.larger(fits)?;
                    self.table.grow(wanted);
                }
                let next = self.batch.next(self.machine, action, at);
                self.table.number(next, hash)?;
                let through = self.lost.is_some_and(|lost| lost.is_dead_end(next));
                let action = action as ActionId;
                self.nodes.push(SearchNode { parent: *parent, depth, action, through });
            }
        }
        Some(())
    }

    /// Bytes with so many positions; the old ones are copied.
    fn bytes_for(&self, positions: usize) -> usize {
        let queued = self.queues.capacity() * positions / self.table.capacity().max(1);
        let old = self.table.n_states() * self.table.width() * size_of::<u64>();
        self.table.bytes_for(positions)
            + old
            + positions * size_of::<SearchNode>()
            + queued * SearchQueues::ENTRY_BYTES
            + self.novelty.bytes()
    }

    /// Puts new positions into the queues, from a number on; one that is won, if there is any.
    fn rate(&mut self, first: usize) -> Option<u32> {
        let mut from = first;
        while from < self.table.n_states() {
            let to = self.table.n_states().min(from + TOGETHER);
            self.batch.judge(self.machine, self.table.states(from..to));
            for number in from as u32..to as u32 {
                let at = number as usize - from;
                match self.batch.standing(at) {
                    Standing::Won => return Some(number),
                    Standing::Open if !self.nodes[number as usize].through => {
                        let rank = self.rank(number, at);
                        self.queues.push(number, rank);
                    }
                    Standing::Open | Standing::Lost | Standing::DeadEnd => {}
                }
            }
            from = to;
        }
        None
    }

    fn rank(&mut self, number: u32, at: usize) -> StateRank {
        let SearchNode { parent, depth, .. } = self.nodes[number as usize];
        let unmet = self.goals.iter().filter(|goal| !self.batch.is_on(**goal, at)).count();
        self.fresh.clear();
        self.shown.clear();
        let words = self.table.state(number).iter().zip(self.table.state(parent)).enumerate();
        for (word, (now, before)) in words {
            let atom = |bit: usize| (word * 64 + bit) as u64 + 1;
            self.shown.extend(bits_of(*now).map(atom));
            self.fresh.extend(bits_of(now & !before).map(atom));
        }
        let (near, class) = (unmet as u32, unmet as u64);
        let new = self.novelty.rate(&self.fresh, &self.shown, class);
        let first = self.novelty.rate(&self.fresh, &self.shown, u64::MAX);
        StateRank { near, new, first, depth }
    }

    /// The actions from the start to a position.
    fn way_to(&self, mut at: u32) -> Vec<ActionId> {
        let mut way = Vec::new();
        while at != 0 {
            let node = self.nodes[at as usize];
            way.push(node.action);
            at = node.parent;
        }
        way.reverse();
        way
    }
}
