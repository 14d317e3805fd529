//! Novelty of states: whether a state is the first to show some feature, or a pair of features.
//!
//! As in width-based planning (Lipovetzky & Geffner, "Width and Serialization of Classical Planning Problems",
//! ECAI 2012, and "Best-First Width Search", AAAI 2017), novelty is measured separately for each value of the
//! goal estimate. Features seen so far are hashed into a table of bits, so that memory does not grow; a
//! collision counts as seen.

use foolproof_space::bits_of;

/// Maximum number of pairs of one state that are tested.
const MAX_PAIRS: usize = 4_000;
/// Maximum bytes of the table.
const MAX_BYTES: usize = 32 << 20;

/// The features and pairs seen so far. The features of a state are the bits of its words.
#[derive(Clone, Debug)]
pub struct NoveltyTable {
    /// Bits; the number of words is a power of two.
    seen: Vec<u64>,
    /// Features of the state in question, numbered from 1: all of them, and those added by the last step.
    shown: Vec<u64>,
    fresh: Vec<u64>,
}

/// The class of all states.
const ALL_CLASSES: u64 = u64::MAX;

/// A mixing function, as in the finaliser of SplitMix64.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl NoveltyTable {
    /// Creates a table for a search with this much memory, in bytes; it takes at most an eighth of them, and a
    /// small minimum.
    pub fn new(search_bytes: usize) -> NoveltyTable {
        let most_bytes = MAX_BYTES.min(search_bytes / 8);
        let n_words = (most_bytes / 8 / 2 + 1).next_power_of_two().max(16);
        NoveltyTable { seen: vec![0; n_words], shown: Vec::new(), fresh: Vec::new() }
    }

    /// Memory in bytes, roughly.
    pub fn bytes(&self) -> usize {
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

    /// Rates a state among those of its class, and among all: 0 if it shows a new feature, 1 if a new pair, 2
    /// if neither. `words` has each word of the state before and of the state. O(fresh · shown).
    pub fn rate(&mut self, words: impl Iterator<Item = (u64, u64)>, class: u64) -> (u32, u32) {
        self.fresh.clear();
        self.shown.clear();
        for (word, (before, now)) in words.enumerate() {
            let atom = |bit: usize| (word * 64 + bit) as u64 + 1;
            self.shown.extend(bits_of(now).map(atom));
            self.fresh.extend(bits_of(now & !before).map(atom));
        }
        let shown = std::mem::take(&mut self.shown);
        let fresh = std::mem::take(&mut self.fresh);
        let rates =
            (self.rate_in(class, &fresh, &shown), self.rate_in(ALL_CLASSES, &fresh, &shown));
        (self.shown, self.fresh) = (shown, fresh);
        rates
    }

    fn rate_in(&mut self, class: u64, fresh: &[u64], shown: &[u64]) -> u32 {
        let class = mixed(class.wrapping_add(0x9e37_79b9_7f4a_7c15));
        let mut rate = 2;
        for atom in fresh {
            if self.note(class ^ atom) {
                rate = 0;
            }
        }
        let most = MAX_PAIRS / shown.len().max(1) + 1;
        for atom in fresh.iter().take(most) {
            for other in shown {
                let pair = (atom.min(other) << 24) | (atom.max(other) << 44);
                if self.note(class ^ pair) {
                    rate = rate.min(1);
                }
            }
        }
        rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_is_new_once_in_each_class() {
        let mut table = NoveltyTable::new(1 << 15);
        let mut rate = |first: u64, second: u64, class: u64| {
            table.rate([(0, first), (0, second)].into_iter(), class)
        };
        assert_eq!(rate(1, 0, 0), (0, 0));
        assert_eq!(rate(1, 0, 0), (2, 2));
        assert_eq!(rate(0, 2, 0), (0, 0));
        assert_eq!(rate(1, 2, 0), (1, 1));
        assert_eq!(rate(1, 2, 0), (2, 2));
        assert_eq!(rate(1, 2, 9), (0, 2));
    }
}
