//! Packed states in one flat arena, numbered as they come, and looked up by an open hash.
//!
//! Knows words, not what they mean. Memory grows only when the owner says so.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A slot of the hash without a number.
const EMPTY: u32 = u32::MAX;

/// States as words, each once.
#[derive(Debug)]
pub(super) struct StateTable {
    /// Words of a state.
    n_words: usize,
    words: Vec<u64>,
    /// Numbers of states; a power of two of them.
    slots: Vec<u32>,
    n_states: usize,
    capacity: usize,
}

/// The hash of a packed state.
pub(super) fn hash_of(packed: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    packed.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}

/// Slots for so many states: at most three of four are taken.
fn n_slots(capacity: usize) -> usize {
    (capacity + capacity / 3 + 1).next_power_of_two().max(16)
}

impl StateTable {
    /// An empty table for states of so many words.
    pub(super) fn new(n_words: usize) -> StateTable {
        StateTable { n_words, words: Vec::new(), slots: Vec::new(), n_states: 0, capacity: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.n_states
    }

    /// States for which there is memory.
    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Bytes that a table of so many states takes.
    pub(super) fn bytes_for(&self, capacity: usize) -> usize {
        let arena = capacity.saturating_mul(self.n_words * size_of::<u64>());
        arena.saturating_add(n_slots(capacity) * size_of::<u32>())
    }

    /// Bytes that it takes now.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.slots.capacity() * size_of::<u32>()
    }

    /// Makes room for so many states in all. O(states).
    pub(super) fn grow(&mut self, capacity: usize) {
        let wanted = capacity * self.n_words;
        self.words.reserve_exact(wanted.saturating_sub(self.words.len()));
        // The old slots go before the new ones come.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; n_slots(capacity)];
        self.capacity = capacity;
        for number in 0..self.n_states {
            let slot = self.free_slot(hash_of(self.state(number as u32)));
            self.slots[slot] = number as u32;
        }
    }

    /// The words of a state; none for a number that is not given yet.
    pub(super) fn state(&self, number: u32) -> &[u64] {
        let first = number as usize * self.n_words;
        self.words.get(first..first + self.n_words).unwrap_or(&[])
    }

    fn free_slot(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of a state that is known. O(1) expected.
    pub(super) fn find(&self, packed: &[u64], hash: u64) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = hash as usize & mask;
        loop {
            let number = self.slots[slot];
            if number == EMPTY {
                return None;
            }
            if self.state(number) == packed {
                return Some(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds a state that is not known; none if there is no room.
    pub(super) fn add(&mut self, packed: &[u64], hash: u64) -> Option<u32> {
        if self.n_states >= self.capacity || packed.len() != self.n_words {
            return None;
        }
        let number = self.n_states as u32;
        let slot = self.free_slot(hash);
        self.slots[slot] = number;
        self.words.extend_from_slice(packed);
        self.n_states += 1;
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_keep_their_numbers_while_the_table_grows() {
        let mut table = StateTable::new(2);
        let state = |n: u64| [n * 3, n % 5];
        assert_eq!(table.find(&state(1), hash_of(&state(1))), None);
        for n in 0..1_000 {
            if table.len() == table.capacity() {
                table.grow(table.capacity() * 2 + 1);
            }
            assert_eq!(table.add(&state(n), hash_of(&state(n))), Some(n as u32));
        }
        for n in 0..1_000 {
            assert_eq!(table.find(&state(n), hash_of(&state(n))), Some(n as u32));
        }
        assert_eq!(table.find(&[1, 1], hash_of(&[1, 1])), None);
    }
}
