//! Novelty of states: whether a state is the first to show some feature, or a pair of features.
//!
//! As in width-based planning (Lipovetzky & Geffner, "Width and Serialization of Classical Planning Problems",
//! ECAI 2012, and "Best-First Width Search", AAAI 2017), novelty is measured separately for each value of the
//! goal estimate. Features seen so far are hashed into a table of bits, so that memory does not grow; a
//! collision counts as seen.

/// The most pairs of one state that are tested.
const MAX_PAIRS: usize = 4_000;

/// The features and pairs seen so far.
#[derive(Clone, Debug)]
pub struct NoveltyTable {
    /// Bits; the number of words is a power of two.
    seen: Vec<u64>,
}

/// A mixing function, as in the finaliser of SplitMix64.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl NoveltyTable {
    /// A table of at most this many bytes (and a small minimum).
    pub fn new(most_bytes: usize) -> NoveltyTable {
        let n_words = (most_bytes / 8 / 2 + 1).next_power_of_two().max(16);
        NoveltyTable { seen: vec![0; n_words] }
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

    /// 0 if a state shows a new feature for its class, 1 if a new pair, 2 if neither. `shown` lists its
    /// features, numbered from 1, and `fresh` those added by the last step. O(fresh · shown).
    pub fn rate(&mut self, fresh: &[u64], shown: &[u64], class: u64) -> u32 {
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
    fn what_was_seen_is_not_new() {
        let mut table = NoveltyTable::new(1 << 12);
        assert_eq!(table.rate(&[1], &[1], 0), 0);
        assert_eq!(table.rate(&[1], &[1], 0), 2);
        assert_eq!(table.rate(&[2], &[2], 0), 0);
        assert_eq!(table.rate(&[1, 2], &[1, 2], 0), 1);
        assert_eq!(table.rate(&[1, 2], &[1, 2], 0), 2);
        assert_eq!(table.rate(&[1, 2], &[1, 2], 9), 0);
    }
}
