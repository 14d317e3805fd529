//! Packed states in one flat list, numbered in the order of arrival, and found by a hash.
//!
//! Open addressing. A slot holds a part of the hash beside the number, so that unequal states are rarely
//! compared. Memory grows only when the owner asks for it, or adds states with [`StateTable::add`].

use std::ops::Range;

/// States as machine words, each once.
#[derive(Clone, Debug)]
pub struct StateTable {
    /// The number of words of a state.
    width: usize,
    words: Vec<u64>,
    len: u32,
    capacity: usize,
    /// 0 if free; otherwise the state's number plus one, and above it the upper half of its hash. The number of
    /// slots is a power of two.
    slots: Vec<u64>,
}

const NUMBER: u64 = u32::MAX as u64;
/// Room for the first states of a table that grows by itself.
const FIRST_CAPACITY: usize = 256;

/// The number of slots for this many states: at most three of four are taken.
fn n_slots(capacity: usize) -> usize {
    (capacity + capacity / 3 + 1).next_power_of_two().max(16)
}

impl StateTable {
    /// An empty table for states of `width` words, without capacity.
    pub fn new(width: usize) -> Self {
        Self { width, words: Vec::new(), len: 0, capacity: 0, slots: vec![0; 16] }
    }

    pub fn n_states(&self) -> usize {
        self.len as usize
    }

    /// The number of words of a state.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Removes all states but keeps the capacity.
    pub fn clear(&mut self) {
        self.words.clear();
        self.slots.fill(0);
        self.len = 0;
    }

    /// The number of states for which there is room.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The bytes of a table with this capacity.
    pub fn bytes_for(&self, capacity: usize) -> usize {
        let words = capacity.saturating_mul(self.width).saturating_add(n_slots(capacity));
        words.saturating_mul(size_of::<u64>())
    }

    /// A larger capacity that fits: at most twice, and at least a quarter larger.
    pub fn larger(&self, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let now = self.capacity;
        [now * 2, now + now / 2, now + now / 4].into_iter().find(|wanted| fits(*wanted))
    }

    pub fn bytes(&self) -> usize {
        (self.words.capacity() + self.slots.capacity()) * size_of::<u64>()
    }

    /// Makes room for this many states in all. O(states).
    pub fn grow(&mut self, capacity: usize) {
        let missing = (capacity * self.width).saturating_sub(self.words.len());
        self.words.reserve_exact(missing);
        self.capacity = capacity;
        let size = n_slots(capacity);
        if size == self.slots.len() {
            return;
        }
        // Free the old slots before the new ones are allocated.
        self.slots = Vec::new();
        self.slots = vec![0; size];
        for number in 0..self.len {
            let hash = hash_of(self.state(number));
            let mut at = hash as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = hash & !NUMBER | u64::from(number + 1);
        }
    }

    /// Frees the slots. States cannot be found until the table grows again.
    pub(crate) fn forget_slots(&mut self) {
        self.slots = Vec::new();
    }

    /// The words of a state; empty if no state has this number.
    pub fn state(&self, number: u32) -> &[u64] {
        let from = number as usize * self.width;
        self.words.get(from..from + self.width).unwrap_or_default()
    }

    /// The words of some states, concatenated.
    pub fn states(&self, numbers: Range<usize>) -> &[u64] {
        self.words.get(numbers.start * self.width..numbers.end * self.width).unwrap_or_default()
    }

    /// Reads the slots where states with these hashes belong, and then the states there.
    pub(crate) fn touch(&self, hashes: &[u64]) -> u64 {
        let mask = self.slots.len() - 1;
        let slots = || hashes.iter().map(|hash| self.slots[*hash as usize & mask]);
        let seen = std::hint::black_box(slots().fold(0, |seen, slot| seen ^ slot));
        let number = |slot: u64| (slot & NUMBER) as usize;
        let words =
            slots().filter_map(|slot| self.words.get(number(slot).checked_sub(1)? * self.width));
        words.fold(seen, |seen, word| seen ^ word)
    }

    /// The number of a known state, given its [`hash_of`].
    pub fn find(&self, packed: &[u64], hash: u64) -> Option<u32> {
        self.look(packed, hash).ok()
    }

    /// The number of a state, which is added if it is new; `None` if there is no room.
    pub fn number(&mut self, packed: &[u64], hash: u64) -> Option<u32> {
        let free = match self.look(packed, hash) {
            Ok(number) => return Some(number),
            Err(free) => free,
        };
        if self.n_states() >= self.capacity || packed.len() != self.width {
            return None;
        }
        self.words.extend_from_slice(packed);
        self.len += 1;
        self.slots[free] = hash & !NUMBER | u64::from(self.len);
        Some(self.len - 1)
    }

    /// The number of a state, and whether it is new; room is made for it. O(1) amortised.
    pub fn add(&mut self, packed: &[u64]) -> (u32, bool) {
        let known = self.n_states();
        if known == self.capacity {
            self.grow((2 * known).max(FIRST_CAPACITY));
        }
        let number = self.number(packed, hash_of(packed)).unwrap_or(0);
        (number, self.n_states() > known)
    }

    /// The number of a state, or its free slot.
    fn look(&self, packed: &[u64], hash: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(at);
            }
            let number = (slot & NUMBER) as u32 - 1;
            // A state has only a few words, so a call to compare memory would take longer.
            let same = || self.state(number).iter().zip(packed).all(|(one, other)| one == other);
            if (slot ^ hash) & !NUMBER == 0 && same() {
                return Ok(number);
            }
            at = (at + 1) & mask;
        }
    }
}

/// The hash of a packed state: multiplies to twice the width and folds, as wyhash does.
pub fn hash_of(packed: &[u64]) -> u64 {
    let mix = |one: u64, other: u64| {
        let product = u128::from(one) * u128::from(other);
        product as u64 ^ (product >> 64) as u64
    };
    let start = 0x9E37_79B9_7F4A_7C15;
    let all = packed.iter().fold(start, |hash, word| mix(hash ^ word, 0xA076_1D64_78BD_642F));
    mix(all ^ start, 0xE703_7ED1_A0B4_28DB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_keep_their_numbers_while_the_table_grows() {
        let mut rng = fastrand::Rng::with_seed(3);
        for width in [1, 3] {
            let mut table = StateTable::new(width);
            let mut known: std::collections::HashMap<Vec<u64>, u32> = Default::default();
            for _ in 0..20_000 {
                let key: Vec<u64> = (0..width).map(|_| rng.u64(0..40) << 50).collect();
                let next = known.len() as u32;
                let expected = *known.entry(key.clone()).or_insert(next);
                assert_eq!(table.find(&key, hash_of(&key)), (expected < next).then_some(expected));
                if expected == next && table.n_states() == table.capacity() {
                    assert_eq!(table.number(&key, hash_of(&key)), None);
                    table.grow(table.capacity() * 2 + 1);
                }
                assert_eq!(table.number(&key, hash_of(&key)), Some(expected));
                assert_eq!(table.state(expected), key);
            }
            assert_eq!(table.n_states(), known.len());
        }
    }
}
