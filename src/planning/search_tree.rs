//! The states that a search has found, each with the last step of a way to it.

use foolproof_space::{StateTable, hash_of};

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
    /// The last step, and everything else that a search keeps of a state.
    pub data: T,
}

/// Memory of a search, apart from its tree.
#[derive(Clone, Copy, Debug)]
pub struct SearchMemory {
    /// Maximum number of bytes of the whole search.
    pub max_bytes: usize,
    /// Number of entries for which queues have room; it grows with the tree.
    pub queued: usize,
    /// Bytes of everything that does not grow with the tree.
    pub beside: usize,
}

/// Packed states by number, in the order in which they were found. The start has the number 0.
#[derive(Clone, Debug)]
pub struct SearchTree<T> {
    states: StateTable,
    origins: Vec<Origin<T>>,
    /// For each state, true if its steps were taken, or need not be.
    through: Vec<bool>,
}

impl<T: Copy> SearchTree<T> {
    /// Creates an empty tree for so many states of `width` words.
    pub fn new(width: usize, capacity: usize) -> Self {
        let mut states = StateTable::new(width);
        states.grow(capacity);
        Self { states, origins: Vec::new(), through: Vec::new() }
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
        self.through.clear();
        self.add(start, hash_of(start), Origin { parent: 0, depth: 0, data });
    }

    /// Adds a state that is still to be expanded, given its [`hash_of`]. `None` if it is known or if there is
    /// no room.
    pub fn add(&mut self, packed: &[u64], hash: u64, origin: Origin<T>) -> Option<u32> {
        let number = self.states.number(packed, hash)?;
        if (number as usize) < self.origins.len() {
            return None;
        }
        self.origins.push(origin);
        self.through.push(false);
        Some(number)
    }

    /// Returns whether there is no room for another state.
    pub fn is_full(&self) -> bool {
        self.n_states() == self.states.capacity()
    }

    /// Makes room for up to twice the states; false if there is no memory for a quarter more.
    pub fn grow(&mut self, memory: SearchMemory) -> bool {
        let fits = |wanted: usize| self.bytes(wanted, memory) <= memory.max_bytes;
        let Some(wanted) = self.states.larger(fits) else { return false };
        self.states.grow(wanted);
        self.origins.reserve_exact(wanted - self.origins.len());
        self.through.reserve_exact(wanted - self.through.len());
        true
    }

    /// Bytes of a search with so many states, if the queued share of them stays the same. Includes the old
    /// states, which are copied.
    fn bytes(&self, states: usize, memory: SearchMemory) -> usize {
        let queued = memory.queued * states / self.states.capacity().max(1);
        let old = self.n_states() * self.states.width() * size_of::<u64>();
        let origins = states * (size_of::<Origin<T>>() + size_of::<bool>());
        self.states.bytes_for(states) + old + origins + queued * ENTRY_BYTES + memory.beside
    }

    /// Returns the states alone.
    pub fn states(&self) -> &StateTable {
        &self.states
    }

    /// Returns the number of states.
    pub fn n_states(&self) -> usize {
        self.states.n_states()
    }

    /// Returns the words of a state.
    pub fn state(&self, number: u32) -> &[u64] {
        self.states.state(number)
    }

    /// Returns whether a state is known, given its [`hash_of`].
    pub fn has(&self, packed: &[u64], hash: u64) -> bool {
        self.states.find(packed, hash).is_some()
    }

    /// Returns the origin of a state.
    pub fn origin(&self, number: u32) -> Origin<T> {
        self.origins[number as usize]
    }

    /// Returns what is kept of a state, to be changed.
    pub fn data_mut(&mut self, number: u32) -> &mut T {
        &mut self.origins[number as usize].data
    }

    /// Returns whether the steps of a state were taken, or need not be.
    pub fn is_through(&self, number: u32) -> bool {
        self.through[number as usize]
    }

    /// Notes that the steps of a state were taken, or need not be.
    pub fn close(&mut self, number: u32) {
        self.through[number as usize] = true;
    }

    /// Notes that the steps of a state are to be taken once more.
    pub fn reopen(&mut self, number: u32) {
        self.through[number as usize] = false;
    }

    /// Returns the numbers of the states on the way to a state, without the start.
    pub fn way_to(&self, mut number: u32) -> Vec<u32> {
        let mut way = Vec::new();
        while number != 0 {
            way.push(number);
            number = self.origin(number).parent;
        }
        way.reverse();
        way
    }

    /// Returns what is kept of the states on the way to a state, without the start.
    pub fn data_to(&self, number: u32) -> impl Iterator<Item = T> {
        self.way_to(number).into_iter().map(|number| self.origin(number).data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_from_the_start_to_a_state() {
        let mut tree = SearchTree::of_start(&[7], 'a');
        let add = |tree: &mut SearchTree<char>, word: u64, parent: u32, data| {
            let depth = tree.origin(parent).depth + 1;
            tree.add(&[word], hash_of(&[word]), Origin { parent, depth, data })
        };
        assert_eq!(add(&mut tree, 8, 0, 'b'), Some(1));
        assert_eq!(add(&mut tree, 9, 0, 'c'), Some(2));
        assert_eq!(add(&mut tree, 10, 1, 'd'), Some(3));
        assert_eq!(add(&mut tree, 8, 3, 'e'), None);
        assert_eq!((tree.way_to(3), tree.way_to(0)), (vec![1, 3], Vec::new()));
        assert_eq!(tree.data_to(3).collect::<String>(), "bd");
        assert_eq!((tree.origin(3).depth, tree.state(3)), (2, &[10][..]));
        tree.close(2);
        assert!(tree.is_through(2) && !tree.is_through(3));
        tree.begin(&[8], 'x');
        assert_eq!((tree.n_states(), tree.has(&[7], hash_of(&[7]))), (1, false));
    }

    #[test]
    fn a_tree_grows_as_far_as_memory_goes() {
        let mut tree = SearchTree::of_start(&[0], ());
        let memory = SearchMemory { max_bytes: 1 << 20, queued: 0, beside: 0 };
        for word in 1..1 << 16 {
            if tree.is_full() && !tree.grow(memory) {
                break;
            }
            tree.add(&[word], hash_of(&[word]), Origin { parent: 0, depth: 1, data: () });
        }
        assert!(tree.n_states() > FIRST_STATES && tree.n_states() < 1 << 16);
        assert!(tree.is_full());
    }
}
