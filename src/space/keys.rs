//! Numbers for words: each word once, in the order of arrival.
//!
//! Open addressing in buckets of one cache line. A slot holds the number of a word and eight bits of its hash.
//! The word itself is compared, so two words are never confused.

use super::chunks::{CHUNK, Chunks};
use super::spill::SpillFile;
use super::table::hash_of;
use std::sync::Arc;

/// Slots of a bucket.
const SLOTS: usize = 12;
/// The table grows when [`FULL`] of this many slots are taken, and is full at [`FULLEST`].
const OF: usize = 16;
const FULL: usize = 14;
const FULLEST: usize = 15;
/// Full chunks of words that stay in memory: the newest words are read most.
const KEPT: usize = 2;

/// A bucket. Its slots are filled from the first one on.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket {
    /// The number of a word plus one, or 0 if the slot is free.
    numbers: [u32; SLOTS],
    tags: [u8; SLOTS],
}

/// Words with their numbers.
#[derive(Clone, Debug)]
pub(super) struct KeyTable {
    keys: Chunks<u64>,
    buckets: Vec<Bucket>,
    /// The places of the first chunks in the file.
    spilled: Vec<usize>,
    file: Option<Arc<SpillFile>>,
}

/// The most words for this many buckets, of whose slots `full` sixteenths may be taken.
fn most_keys(n_buckets: usize, full: usize) -> usize {
    n_buckets * SLOTS * full / OF
}

impl Default for KeyTable {
    fn default() -> Self {
        Self {
            keys: Chunks::default(),
            buckets: vec![Bucket::default()],
            spilled: Vec::new(),
            file: None,
        }
    }
}

impl KeyTable {
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The word with a number; 0 if no word has it.
    pub(super) fn key(&self, number: u32) -> u64 {
        let number = number as usize;
        match self.spilled.get(number / CHUNK).zip(self.file.as_ref()) {
            Some((from, file)) => {
                let mut word = [0; size_of::<u64>()];
                file.read(from + number % CHUNK * word.len(), &mut word);
                u64::from_le_bytes(word)
            }
            None => self.keys.get(number).unwrap_or(0),
        }
    }

    /// Moves the oldest words into a file, up to this many bytes, but keeps the last chunks. Returns the bytes
    /// freed.
    pub(super) fn spill(&mut self, file: &Arc<SpillFile>, bytes: usize) -> usize {
        let (before, mut written) = (self.bytes(), Vec::new());
        while before - self.bytes() < bytes && self.spilled.len() + KEPT < self.keys.n_full() {
            let chunk = self.spilled.len();
            written.clear();
            written.extend(self.keys.chunk(chunk).iter().flat_map(|word| word.to_le_bytes()));
            let Some(at) = file.append(&written) else { break };
            self.file.get_or_insert_with(|| Arc::clone(file));
            self.spilled.push(at);
            self.keys.take(chunk);
        }
        before - self.bytes()
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.keys.bytes() + self.buckets.capacity() * size_of::<Bucket>()
    }

    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Reads the buckets of words, and then the words there that are probably equal.
    pub(super) fn touch(&self, keys: &[u64]) -> u64 {
        let homes = || keys.iter().map(|key| hash_of(&[*key])).map(|hash| (hash, self.home(hash)));
        let first = homes().fold(0, |seen, (_, home)| seen ^ self.buckets[home].numbers[0]);
        let alike = |(hash, home): (u64, usize)| {
            let bucket = &self.buckets[home];
            let slot = bucket.tags.iter().position(|tag| *tag == hash as u8)?;
            self.keys.get(bucket.numbers[slot].checked_sub(1)? as usize)
        };
        let seen = u64::from(std::hint::black_box(first));
        homes().filter_map(alike).fold(seen, |seen, word| seen ^ word)
    }

    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.look(key).ok()
    }

    /// The number of a word, or the place of the free slot for it.
    fn look(&self, key: u64) -> Result<u32, (usize, usize)> {
        let hash = hash_of(&[key]);
        let (mut at, tag) = (self.home(hash), hash as u8);
        loop {
            let bucket = &self.buckets[at];
            let alike = bucket.tags.iter().enumerate();
            let alike = alike.fold(0_u32, |bits, (slot, of)| bits | u32::from(*of == tag) << slot);
            for slot in super::bits::bits_of(u64::from(alike)) {
                let number = bucket.numbers[slot];
                if number != 0 && self.key(number - 1) == key {
                    return Ok(number - 1);
                }
            }
            if bucket.numbers[SLOTS - 1] == 0 {
                let free = bucket.numbers.iter().position(|number| *number == 0);
                return Err((at, free.unwrap_or(SLOTS - 1)));
            }
            at = if at + 1 < self.buckets.len() { at + 1 } else { 0 };
        }
    }

    /// The number of a word, which is added if it is new; `None` if `fits` refuses the bytes to be allocated.
    pub(super) fn number(&mut self, key: u64, fits: impl Fn(usize) -> bool) -> Option<u32> {
        let mut free = match self.look(key) {
            Ok(number) => return Some(number),
            Err(free) => free,
        };
        if self.len() >= u32::MAX as usize - 2 {
            return None;
        }
        let more = self.keys.bytes_of_next();
        let is_full = |table: &Self, full| table.len() >= most_keys(table.buckets.len(), full);
        if is_full(self, FULL) && self.grow(|bytes| fits(bytes + more)) {
            free = self.look(key).err()?;
        } else if is_full(self, FULLEST) || more > 0 && !fits(more) {
            return None;
        }
        self.put(free, key, self.len() as u32);
        self.keys.push(key);
        Some(self.len() as u32 - 1)
    }

    fn put(&mut self, (bucket, slot): (usize, usize), key: u64, number: u32) {
        let bucket = &mut self.buckets[bucket];
        bucket.numbers[slot] = number + 1;
        bucket.tags[slot] = hash_of(&[key]) as u8;
    }

    /// Makes room for more words: up to twice as many, and at least a sixteenth more. False if that does not
    /// fit. O(words).
    fn grow(&mut self, fits: impl Fn(usize) -> bool) -> bool {
        let now = self.buckets.len();
        let mut larger = (1..=OF).rev().map(|more| now + now * more / OF);
        let fitting = |size: &usize| *size > now && fits((size - now) * size_of::<Bucket>());
        let Some(size) = larger.find(fitting) else { return false };
        // Free the old buckets before the new ones are allocated.
        self.buckets = Vec::new();
        self.buckets = vec![Bucket::default(); size];
        let mut words = Vec::new();
        for first in (0..self.len()).step_by(CHUNK) {
            self.read_chunk(first / CHUNK, &mut words);
            for (number, key) in (first as u32..).zip(&words) {
                let mut at = self.home(hash_of(&[*key]));
                while self.buckets[at].numbers[SLOTS - 1] != 0 {
                    at = if at + 1 < size { at + 1 } else { 0 };
                }
                let free = self.buckets[at].numbers.iter().position(|number| *number == 0);
                self.put((at, free.unwrap_or(0)), *key, number);
            }
        }
        true
    }

    fn read_chunk(&self, chunk: usize, words: &mut Vec<u64>) {
        words.clear();
        match self.spilled.get(chunk).zip(self.file.as_ref()) {
            Some((from, file)) => {
                let mut read = vec![0; CHUNK * size_of::<u64>()];
                file.read(*from, &mut read);
                let (parts, _) = read.as_chunks();
                words.extend(parts.iter().map(|word| u64::from_le_bytes(*word)));
            }
            None => words.extend(self.keys.chunk(chunk)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn words_keep_their_numbers_while_the_table_grows() {
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut table, mut known) = (KeyTable::default(), HashMap::new());
        for _ in 0..200_000 {
            let key = rng.u64(0..60_000) << (rng.u32(0..2) * 40);
            let next = known.len() as u32;
            let expected = *known.entry(key).or_insert(next);
            assert_eq!(table.find(key), (expected < next).then_some(expected));
            assert_eq!(table.number(key, |_| true), Some(expected));
            assert_eq!(table.key(expected), key);
        }
        assert_eq!(table.len(), known.len());
        assert!(table.bytes() < 26 * known.len() + (1 << 19));
    }

    #[test]
    fn words_in_a_file_are_found() {
        let mut rng = fastrand::Rng::with_seed(8);
        let words: Vec<u64> = (0..8 * CHUNK).map(|_| rng.u64(..)).collect();
        let file = Arc::new(SpillFile::new(3 * CHUNK * size_of::<u64>()));
        let mut table = KeyTable::default();
        for (number, word) in words.iter().enumerate() {
            assert_eq!(table.number(*word, |_| true), Some(number as u32));
            if number % 50_000 == 0 {
                let (before, free) = (table.bytes(), table.spill(&file, 1));
                assert_eq!(table.bytes(), before - free);
            }
        }
        // There was room for three chunks in the file.
        assert_eq!((table.spilled.len(), file.len()), (3, 3 * CHUNK * size_of::<u64>()));
        for (number, word) in words.iter().enumerate() {
            assert_eq!((table.find(*word), table.key(number as u32)), (Some(number as u32), *word));
        }
        assert!((0..1_000).all(|_| table.find(rng.u64(..)).is_none()));
        assert!(!file.has_failed());
    }

    #[test]
    fn a_table_without_room_keeps_what_it_has() {
        let mut table = KeyTable::default();
        let (mut key, most) = (0, 20_000);
        while table.number(key * 7, |more| more <= most).is_some() {
            key += 1;
        }
        assert!(key > 100);
        assert!((0..key).all(|key| table.find(key * 7) == Some(key as u32)));
        assert_eq!((table.find(key * 7), table.len()), (None, key as usize));
    }
}
