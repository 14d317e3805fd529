//! Queues of a best-first search that take turns, as in LAMA (Richter & Westphal, "The LAMA Planner", JAIR 2010).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Queues: the newest of the nearest; what shows something new for its distance, then the nearest; what
/// shows something new at all, then the fewest steps.
const N_QUEUES: usize = 3;
/// The queue whose states are the newest first.
const NEWEST: usize = 0;
/// Which queue's turn it is.
const ORDER: [usize; 4] = [1, 0, 1, 2];

/// What decides how soon a state's steps are taken.
#[derive(Clone, Copy, Debug)]
pub struct StateRank {
    /// How far a win may be; below 2 to the power of 28.
    pub near: u32,
    /// Its novelty among states that are as far ([`crate::NoveltyTable::rate`]).
    pub new: u32,
    /// Its novelty among all states.
    pub first: u32,
    /// Steps from the start.
    pub depth: u32,
}

/// Numbers of states by rank, in each queue by another part of it.
#[derive(Clone, Debug, Default)]
pub struct SearchQueues {
    queues: [BinaryHeap<Reverse<u64>>; N_QUEUES],
    turn: usize,
}

impl SearchQueues {
    /// Queues that know the start alone, whose number is 0.
    pub fn of_start() -> Self {
        let mut queues = Self::default();
        // There is but one state yet, so that no other queue needs to know it.
        if let Some(queue) = queues.queues.last_mut() {
            queue.push(Reverse(0));
        }
        queues
    }

    /// Adds a state.
    pub fn push(&mut self, number: u32, rank: StateRank) {
        let StateRank { near, new, first, depth } = rank;
        let (newest, oldest) = (u64::from(!number), u64::from(number));
        let entries = [
            (u64::from(near) << 32) | newest,
            (u64::from(new) << 60) | (u64::from(near) << 32) | oldest,
            (u64::from(first) << 60) | (u64::from(depth) << 32) | oldest,
        ];
        for (queue, entry) in self.queues.iter_mut().zip(entries) {
            queue.push(Reverse(entry));
        }
    }

    /// The next state whose steps were not taken; `None` if nothing is left.
    pub fn next(&mut self, is_through: impl Fn(u32) -> bool) -> Option<u32> {
        while !self.is_empty() {
            let queue = ORDER[self.turn % ORDER.len()];
            self.turn += 1;
            while let Some(Reverse(entry)) = self.queues[queue].pop() {
                let number = if queue == NEWEST { !(entry as u32) } else { entry as u32 };
                if !is_through(number) {
                    return Some(number);
                }
            }
        }
        None
    }

    pub fn is_empty(&self) -> bool {
        self.queues.iter().all(BinaryHeap::is_empty)
    }

    /// Entries that there is room for.
    pub fn capacity(&self) -> usize {
        self.queues.iter().map(BinaryHeap::capacity).sum()
    }

    /// Bytes of an entry.
    pub const ENTRY_BYTES: usize = size_of::<Reverse<u64>>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_take_turns() {
        let mut queues = SearchQueues::of_start();
        assert_eq!(queues.next(|_| false), Some(0));
        let rank = |near, new, depth| StateRank { near, new, first: 0, depth };
        queues.push(1, rank(9, 0, 3));
        queues.push(2, rank(1, 2, 4));
        queues.push(3, rank(1, 2, 1));
        // What is new, the newest of the nearest, what is new, the fewest steps.
        let mut order = Vec::new();
        while let Some(number) = queues.next(|number| order.contains(&number)) {
            order.push(number);
        }
        assert_eq!(order, [1, 3, 2]);
        assert!(queues.is_empty() && queues.next(|_| false).is_none());
    }
}
