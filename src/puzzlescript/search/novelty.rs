//! Novelty of states: whether a state is the first to show an object in a cell, or a pair of these.
//!
//! As in width-based planning (Lipovetzky & Geffner, "Width and Serialization of Classical Planning
//! Problems", ECAI 2012, and "Best-First Width Search", AAAI 2017), novelty is measured separately for
//! each value of the goal estimate. What was seen is hashed into a table of bits, so that memory does not
//! grow; a collision counts as seen.

use crate::machine::BoardShape;
use crate::masks::bits_of;
use crate::stepper::ScriptState;

/// Pairs of a state that are looked at, at most.
const MOST_PAIRS: usize = 4_000;

/// What was seen so far.
#[derive(Debug)]
pub(super) struct NoveltyTable {
    shape: BoardShape,
    /// Objects that may change.
    objects: Vec<usize>,
    /// A power of two of words.
    seen: Vec<u64>,
    fresh: Vec<u64>,
    shown: Vec<u64>,
}

/// Mixes numbers, as in the finaliser of SplitMix64.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl NoveltyTable {
    /// A table about these objects, in so many bytes at most (and a few at least).
    pub(super) fn new(shape: BoardShape, objects: Vec<usize>, most_bytes: usize) -> NoveltyTable {
        let n_words = (most_bytes / 8 / 2 + 1).next_power_of_two().max(16);
        NoveltyTable {
            shape,
            objects,
            seen: vec![0; n_words],
            fresh: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// Bytes that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        self.seen.len() * size_of::<u64>()
    }

    /// Notes a key; true if it was not known.
    fn note(&mut self, key: u64) -> bool {
        let hash = mixed(key);
        let at = (hash >> 6) as usize & (self.seen.len() - 1);
        let bit = 1 << (hash & 63);
        match self.seen.get_mut(at) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                true
            }
            _ => false,
        }
    }

    /// 0 if a state shows something new for its class, 1 if a new pair, 2 if nothing. Looks at what the
    /// turn from `from` has brought. O(what is new · what there is).
    pub(super) fn rate(&mut self, from: &ScriptState, to: &ScriptState, class: u64) -> u32 {
        self.fresh.clear();
        self.shown.clear();
        let n_words = self.shape.n_words;
        let word_of = |state: &ScriptState, at: usize| state.words.get(at).copied().unwrap_or(0);
        for (n, &object) in self.objects.iter().enumerate() {
            for word in 0..n_words {
                let at = object * n_words + word;
                let (old, new) = (word_of(from, at), word_of(to, at));
                let atom = |bit: usize| ((n * n_words + word) * 64 + bit) as u64 + 1;
                self.shown.extend(bits_of(new).map(atom));
                self.fresh.extend(bits_of(new & !old).map(atom));
            }
        }
        let class = mixed(class.wrapping_add(0x9e37_79b9_7f4a_7c15));
        let (fresh, shown) = (std::mem::take(&mut self.fresh), std::mem::take(&mut self.shown));
        let mut rate = 2;
        for &atom in &fresh {
            if self.note(class ^ atom) {
                rate = 0;
            }
        }
        let most = MOST_PAIRS / shown.len().max(1) + 1;
        for &atom in fresh.iter().take(most) {
            for &other in &shown {
                let pair = (atom.min(other) << 24) | (atom.max(other) << 44);
                if self.note(class ^ pair) {
                    rate = rate.min(1);
                }
            }
        }
        (self.fresh, self.shown) = (fresh, shown);
        rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_not_new() {
        let shape = BoardShape::new(4, 1, 2, 1);
        let mut table = NoveltyTable::new(shape, vec![0, 1], 1 << 12);
        let state = |first: u64, second: u64| {
            let mut words = vec![0; shape.state_words()];
            (words[0], words[1]) = (first, second);
            ScriptState { words: words.into() }
        };
        let nothing = state(0, 0);
        assert_eq!(table.rate(&nothing, &state(1, 0), 0), 0);
        assert_eq!(table.rate(&nothing, &state(1, 0), 0), 2);
        assert_eq!(table.rate(&nothing, &state(0, 2), 0), 0);
        assert_eq!(table.rate(&nothing, &state(1, 2), 0), 1);
        assert_eq!(table.rate(&nothing, &state(1, 2), 0), 2);
        assert_eq!(table.rate(&nothing, &state(1, 2), 9), 0);
    }
}
