//! Queues of a best-first search that take turns, as in LAMA (Richter & Westphal, "The LAMA Planner", JAIR
//! 2010).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The queues: by distance, newest first; by novelty for its distance, then distance; by novelty among all,
/// then depth.
const N_QUEUES: usize = 3;
/// The queue that takes the newest states first.
const NEWEST: usize = 0;
/// The queues in the order of their turns.
const ORDER: [usize; 4] = [1, 0, 1, 2];

/// Rank of a state: determines how soon it is expanded.
#[derive(Clone, Copy, Debug)]
pub struct StateRank {
    /// The estimated distance of a win; below 2²⁸.
    pub near: u32,
    /// Its novelty among states with the same estimate ([`crate::NoveltyTable::rate`]).
    pub new: u32,
    /// Its novelty among all states.
    pub first: u32,
    /// Steps from the start.
    pub depth: u32,
}

/// Numbers of states by rank; each queue sorts by another part of the rank.
#[derive(Clone, Debug, Default)]
pub struct SearchQueues {
    queues: [BinaryHeap<Reverse<u64>>; N_QUEUES],
    turn: usize,
}

impl SearchQueues {
    /// Queues that hold only the start, whose number is 0.
    pub fn of_start() -> Self {
        let mut queues = Self::default();
        // With a single state, one queue is enough.
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

    /// The next state that is not expanded yet; `None` if none is left.
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

    fn is_empty(&self) -> bool {
        self.queues.iter().all(BinaryHeap::is_empty)
    }

    /// The number of entries for which there is room.
    pub fn capacity(&self) -> usize {
        self.queues.iter().map(BinaryHeap::capacity).sum()
    }
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
        // The turns: by novelty, the newest of the nearest, by novelty, fewest steps.
        let mut order = Vec::new();
        while let Some(number) = queues.next(|number| order.contains(&number)) {
            order.push(number);
        }
        assert_eq!(order, [1, 3, 2]);
        assert!(queues.is_empty() && queues.next(|_| false).is_none());
    }
}
