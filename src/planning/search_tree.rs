//! The states that a search has found, each with the last step of a way to it.

use foolproof_space::{StateTable, hash_of};
use std::ops::{Index, IndexMut};

/// Number of states for which a search has room at first.
const FIRST_STATES: usize = 1 << 12;
/// Bytes of an entry of a queue.
const ENTRY_BYTES: usize = size_of::<u64>();

/// Origin of a state.
#[derive(Clone, Copy, Debug)]
pub struct Origin<T> {
    /// The state from which a step leads to it; for the start, the start itself.
    pub parent: u32,
    /// Number of steps from the start.
    pub depth: u32,
    /// The steps from the state were taken, or need not be.
    pub is_through: bool,
    /// The last step, and everything else that a search keeps of a state.
    pub data: T,
}

/// Packed states by number, in the order in which they were found. The start has the number 0.
#[derive(Clone, Debug)]
pub struct SearchTree<T> {
    states: StateTable,
    origins: Vec<Origin<T>>,
}

impl<T: Copy> SearchTree<T> {
    /// Creates an empty tree for so many states of `width` words.
    pub fn new(width: usize, capacity: usize) -> Self {
        let mut states = StateTable::new(width);
        states.grow(capacity);
        Self { states, origins: Vec::new() }
    }

    /// Creates a tree that begins with a state, and can grow.
    pub fn of_start(start: &[u64], data: T) -> Self {
        let mut tree = Self::new(start.len(), FIRST_STATES);
        tree.begin(start, data);
        tree
    }

    /// Replaces all states by a new start.
    pub fn begin(&mut self, start: &[u64], data: T) {
        self.states.clear();
        self.origins.clear();
        self.add(start, hash_of(start), Origin { parent: 0, depth: 0, is_through: false, data });
    }

    /// Adds a state, given its [`hash_of`]. `None` if it is known or if there is no room.
    pub fn add(&mut self, packed: &[u64], hash: u64, origin: Origin<T>) -> Option<u32> {
        let number = self.states.number(packed, hash)?;
        if (number as usize) < self.origins.len() {
            return None;
        }
        self.origins.push(origin);
        Some(number)
    }

    /// Makes room for another state, or for up to twice the states. Returns false if there is no memory for a
    /// quarter more. `others` counts the entries for which queues have room, and the bytes of everything else.
    pub fn has_room(&mut self, max_bytes: usize, others: impl FnOnce() -> (usize, usize)) -> bool {
        if self.states.n_states() < self.states.capacity() {
            return true;
        }
        let (queued, beside) = others();
        let fits = |wanted: usize| self.bytes(wanted, queued) + beside <= max_bytes;
        let Some(wanted) = self.states.larger(fits) else { return false };
        self.states.grow(wanted);
        self.origins.reserve_exact(wanted - self.origins.len());
        true
    }

    /// Bytes of so many states and of queues, if the queued share of states stays the same. Includes the old
    /// states, which are copied.
    fn bytes(&self, states: usize, queued: usize) -> usize {
        let queued = queued * states / self.states.capacity().max(1);
        let old = self.states.n_states() * self.states.width() * size_of::<u64>();
        let origins = states * size_of::<Origin<T>>();
        self.states.bytes_for(states) + old + origins + queued * ENTRY_BYTES
    }

    /// Returns the states alone.
    pub fn states(&self) -> &StateTable {
        &self.states
    }

    /// Returns the numbers of the states on the way to a state, without the start.
    pub fn way_to(&self, mut number: u32) -> Vec<u32> {
        let mut way = Vec::new();
        while number != 0 {
            way.push(number);
            number = self[number].parent;
        }
        way.reverse();
        way
    }

    /// Returns what is kept of the states on the way to a state, without the start.
    pub fn data_to(&self, number: u32) -> impl Iterator<Item = T> {
        self.way_to(number).into_iter().map(|number| self[number].data)
    }
}

impl<T> Index<u32> for SearchTree<T> {
    type Output = Origin<T>;

    fn index(&self, number: u32) -> &Origin<T> {
        &self.origins[number as usize]
    }
}

impl<T> IndexMut<u32> for SearchTree<T> {
    fn index_mut(&mut self, number: u32) -> &mut Origin<T> {
        &mut self.origins[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_from_the_start_to_a_state() {
        let mut tree = SearchTree::of_start(&[7], 'a');
        let add = |tree: &mut SearchTree<char>, word: u64, parent: u32, data| {
            let depth = tree[parent].depth + 1;
            tree.add(&[word], hash_of(&[word]), Origin { parent, depth, is_through: false, data })
        };
        assert_eq!(add(&mut tree, 8, 0, 'b'), Some(1));
        assert_eq!(add(&mut tree, 9, 0, 'c'), Some(2));
        assert_eq!(add(&mut tree, 10, 1, 'd'), Some(3));
        assert_eq!(add(&mut tree, 8, 3, 'e'), None);
        assert_eq!((tree.way_to(3), tree.way_to(0)), (vec![1, 3], Vec::new()));
        assert_eq!(tree.data_to(3).collect::<String>(), "bd");
        assert_eq!((tree[3].depth, tree.states().state(3)), (2, &[10][..]));
        tree.begin(&[8], 'x');
        assert_eq!(tree.states().n_states(), 1);
        assert_eq!(tree.states().find(&[7], hash_of(&[7])), None);
    }

    #[test]
    fn a_tree_grows_as_far_as_memory_goes() {
        let mut tree = SearchTree::of_start(&[0], ());
        for word in 1..1 << 16 {
            if !tree.has_room(1 << 20, || (0, 0)) {
                break;
            }
            tree.add(
                &[word],
                hash_of(&[word]),
                Origin { parent: 0, depth: 1, is_through: false, data: () },
            );
        }
        assert!((FIRST_STATES + 1..1 << 16).contains(&tree.states().n_states()));
    }
}
