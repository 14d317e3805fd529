//! Packed states by number, as trees of their words: smaller and slower than a plain table.
//!
//! Each word of a state is numbered among the words at its place; the numbers of two neighbours form a new
//! word, and so on up to one word a state. States share their common parts, so that with many states each one
//! takes little more than its last word (Blom, Lisser, van de Pol & Weber, "A Database Approach to Distributed
//! State Space Generation", 2009; Laarman, van de Pol & Weber, "Parallel Recursive State Compression for Free",
//! SPIN 2011). This is exact: equal trees are equal states.

use super::keys::KeyTable;
use super::spill::SpillFile;
use std::sync::Arc;

/// States as machine words, each once, numbered in the order of arrival.
#[derive(Clone, Debug)]
pub(super) struct TreeStore {
    /// The number of words of a state.
    width: usize,
    /// The tables of words, one for each place, then those of pairs: the n-th table of pairs joins tables 2n
    /// and 2n + 1. The last one holds the states.
    tables: Vec<KeyTable>,
    bytes: usize,
}

/// The numbers of the parts of the state looked up last. The next state shares most of them.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentParts {
    words: Vec<u64>,
    /// By table; [`UNKNOWN`] for a part without a number.
    parts: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;
/// Stands for the key of a state with a new part.
pub(super) const NO_KEY: u64 = u64::MAX;

fn pair(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

impl TreeStore {
    /// An empty store for states of `width` words.
    pub(super) fn new(width: usize) -> Self {
        let width = width.max(1);
        let tables = vec![KeyTable::default(); 2 * width - 1];
        let bytes = tables.iter().map(KeyTable::bytes).sum();
        Self { width, tables, bytes }
    }

    /// The number of the table of the states.
    fn root(&self) -> usize {
        self.tables.len() - 1
    }

    pub(super) fn n_states(&self) -> usize {
        self.tables.last().map_or(0, KeyTable::len)
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Moves the oldest states into a file, up to this many bytes. Returns the bytes freed.
    pub(super) fn spill(&mut self, file: &Arc<SpillFile>, bytes: usize) -> usize {
        let free = self.tables.last_mut().map_or(0, |states| states.spill(file, bytes));
        self.bytes -= free;
        free
    }

    /// The two tables that a table of pairs joins.
    fn children(&self, table: usize) -> (usize, usize) {
        let first = 2 * (table - self.width);
        (first, first + 1)
    }

    /// The key of a state in the last table, or [`NO_KEY`] if a part of the state is new.
    pub(super) fn key_of(&self, packed: &[u64], recent: &mut RecentParts) -> u64 {
        if packed.len() != self.width {
            return NO_KEY;
        }
        if recent.words.len() != self.width {
            recent.words = packed.to_vec();
            recent.parts = vec![UNKNOWN; self.root()];
        }
        let mut changed = 0_u128;
        let is_changed = |changed: u128, table: usize| changed >> (table % 128) & 1 == 1;
        for (table, keys) in self.tables.iter().enumerate().take(self.root()) {
            let (is_new, key) = match packed.get(table) {
                Some(word) => (recent.words[table] != *word, *word),
                None => {
                    let (one, other) = self.children(table);
                    let is_new = is_changed(changed, one) || is_changed(changed, other);
                    (is_new, pair(recent.parts[one], recent.parts[other]))
                }
            };
            // If a state has so many words that two share a mark, some parts are looked up needlessly.
            if !is_new && recent.parts[table] != UNKNOWN {
                continue;
            }
            changed |= 1 << (table % 128);
            let part = keys.find(key);
            recent.parts[table] = part.unwrap_or(UNKNOWN);
            if part.is_none() {
                // The remaining parts were not looked up.
                recent.parts[table..].fill(UNKNOWN);
                recent.words.copy_from_slice(packed);
                return NO_KEY;
            }
        }
        recent.words.copy_from_slice(packed);
        match self.width {
            1 => packed[0],
            _ => {
                let (one, other) = self.children(self.root());
                pair(recent.parts[one], recent.parts[other])
            }
        }
    }

    /// Reads everything that looking up these keys needs.
    pub(super) fn touch(&self, keys: &[u64]) -> u64 {
        self.tables.last().map_or(0, |states| states.touch(keys))
    }

    /// The number of the state with a key.
    pub(super) fn find_key(&self, key: u64) -> Option<u32> {
        if key == NO_KEY && self.width > 1 {
            return None;
        }
        self.tables.last()?.find(key)
    }

    /// The number of a state, which is added if it is new; `None` if that would exceed this many bytes or
    /// states. The key may be [`NO_KEY`].
    pub(super) fn number(
        &mut self,
        packed: &[u64],
        key: u64,
        (states, bytes): (usize, usize),
    ) -> Option<u32> {
        if let Some(number) = self.find_key(key) {
            return Some(number);
        }
        if packed.len() != self.width {
            return None;
        }
        let key = match key {
            NO_KEY => self.add_parts(packed, bytes)?,
            key => key,
        };
        if self.n_states() >= states && self.find_key(key).is_none() {
            return None;
        }
        self.add(self.root(), key, bytes)
    }

    /// Numbers all parts of a state, and returns its key.
    fn add_parts(&mut self, packed: &[u64], bytes: usize) -> Option<u64> {
        let mut parts = Vec::with_capacity(self.tables.len());
        for table in 0..self.tables.len() {
            let key = match packed.get(table) {
                Some(word) => *word,
                None => {
                    let (one, other) = self.children(table);
                    pair(parts[one], parts[other])
                }
            };
            if table == self.root() {
                return Some(key);
            }
            parts.push(self.add(table, key, bytes)?);
        }
        None
    }

    fn add(&mut self, table: usize, key: u64, bytes: usize) -> Option<u32> {
        let all = self.bytes;
        let keys = self.tables.get_mut(table)?;
        let before = keys.bytes();
        let number = keys.number(key, |more| all + more <= bytes);
        self.bytes += keys.bytes() - before;
        number
    }

    /// Appends the words of a state to `out`. O(words).
    pub(super) fn append(&self, number: u32, out: &mut Vec<u64>) {
        let from = out.len();
        // The numbers of parts are first written where their words will be.
        out.resize(from + self.tables.len(), 0);
        let parts = out.get_mut(from..).unwrap_or_default();
        parts[self.root()] = u64::from(number);
        for table in (0..self.tables.len()).rev() {
            let key = self.tables[table].key(parts[table] as u32);
            if table < self.width {
                parts[table] = key;
            } else {
                let (one, other) = self.children(table);
                (parts[one], parts[other]) = (key >> 32, key & u64::from(u32::MAX));
            }
        }
        out.truncate(from + self.width);
    }
}
