//! The packed states of a space by number: a plain table, or trees if that would take too much memory.

use super::spill::SpillFile;
use super::table::{StateTable, hash_of};
use super::trees::{RecentParts, TreeStore};
use foolproof_kernel::StopCheck;
use std::ops::Range;
use std::sync::Arc;

/// States between two checks for a stop.
const STOP_EVERY: u32 = 1 << 16;

/// States as machine words, each once, numbered in the order of arrival.
#[derive(Clone, Debug)]
pub struct StateStore {
    kept: KeptStates,
    width: usize,
}

#[derive(Clone, Debug)]
enum KeptStates {
    Plain(StateTable),
    Trees(TreeStore),
}

impl StateStore {
    /// An empty store for states of `width` words.
    pub(super) fn new(width: usize) -> Self {
        Self { kept: KeptStates::Plain(StateTable::new(width)), width }
    }

    /// The number of words of a state.
    pub fn width(&self) -> usize {
        self.width
    }

    pub fn n_states(&self) -> usize {
        match &self.kept {
            KeptStates::Plain(table) => table.n_states(),
            KeptStates::Trees(trees) => trees.n_states(),
        }
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        match &self.kept {
            KeptStates::Plain(table) => table.bytes(),
            KeptStates::Trees(trees) => trees.bytes(),
        }
    }

    /// The plain table; `None` once states are trees.
    pub(super) fn plain(&self) -> Option<&StateTable> {
        match &self.kept {
            KeptStates::Plain(table) => Some(table),
            KeptStates::Trees(_) => None,
        }
    }

    /// Makes room for this many states in a plain table.
    pub(super) fn grow(&mut self, capacity: usize) {
        if let KeptStates::Plain(table) = &mut self.kept {
            table.grow(capacity);
        }
    }

    /// Turns the states into trees, if they are plain, and if words and trees together fit into this many
    /// bytes. Numbers stay the same; keys change.
    pub(super) fn plant(&mut self, bytes: usize, stop: StopCheck<'_>) -> bool {
        let KeptStates::Plain(table) = &mut self.kept else { return false };
        table.forget_slots();
        let mut trees = TreeStore::new(self.width);
        let limits = (usize::MAX, bytes.saturating_sub(table.bytes()));
        let mut recent = RecentParts::default();
        let fits = (0..table.n_states() as u32).all(|number| {
            let packed = table.state(number);
            let key = trees.key_of(packed, &mut recent);
            let is_stopped = number.is_multiple_of(STOP_EVERY) && stop();
            !is_stopped && trees.number(packed, key, limits) == Some(number)
        });
        match fits {
            true => self.kept = KeptStates::Trees(trees),
            false => {
                drop(trees);
                table.grow(table.capacity());
            }
        }
        fits
    }

    /// Moves the oldest trees into a file, up to this many bytes. Returns the bytes freed.
    pub(super) fn spill(&mut self, file: &Arc<SpillFile>, bytes: usize) -> usize {
        match &mut self.kept {
            KeptStates::Plain(_) => 0,
            KeptStates::Trees(trees) => trees.spill(file, bytes),
        }
    }

    /// The key by which a state is looked up.
    pub(super) fn key_of(&self, packed: &[u64], recent: &mut RecentParts) -> u64 {
        match &self.kept {
            KeptStates::Plain(_) => hash_of(packed),
            KeptStates::Trees(trees) => trees.key_of(packed, recent),
        }
    }

    /// Reads everything that looking up these keys needs. This brings it into the cache, with all the reads
    /// waiting for memory at the same time.
    pub(super) fn touch(&self, keys: &[u64]) {
        let seen = match &self.kept {
            KeptStates::Plain(table) => table.touch(keys),
            KeptStates::Trees(trees) => trees.touch(keys),
        };
        // Keeps the compiler from removing the reads.
        std::hint::black_box(seen);
    }

    /// The number of a known state, given its key.
    pub(super) fn find_key(&self, packed: &[u64], key: u64) -> Option<u32> {
        match &self.kept {
            KeptStates::Plain(table) => table.find(packed, key),
            KeptStates::Trees(trees) => trees.find_key(key),
        }
    }

    /// The number of a known state.
    pub fn find(&self, packed: &[u64]) -> Option<u32> {
        self.find_key(packed, self.key_of(packed, &mut RecentParts::default()))
    }

    /// The number of a state, which is added if it is new and there is room: in a plain table up to its
    /// capacity, in trees up to this many states and bytes.
    pub(super) fn number(
        &mut self,
        packed: &[u64],
        key: u64,
        limits: (usize, usize),
    ) -> Option<u32> {
        match &mut self.kept {
            KeptStates::Plain(table) => table.number(packed, key),
            KeptStates::Trees(trees) => trees.number(packed, key, limits),
        }
    }

    /// The words of a state. They are written into `room` if they are not contiguous.
    pub fn state<'a>(&'a self, number: u32, room: &'a mut Vec<u64>) -> &'a [u64] {
        self.states(number as usize..number as usize + 1, room)
    }

    /// The words of some states, concatenated, as [`Self::state`] returns them.
    pub fn states<'a>(&'a self, numbers: Range<usize>, room: &'a mut Vec<u64>) -> &'a [u64] {
        match &self.kept {
            KeptStates::Plain(table) => table.states(numbers),
            KeptStates::Trees(trees) => {
                room.clear();
                numbers.for_each(|number| trees.append(number as u32, room));
                room
            }
        }
    }
}
