//! A set of keys of some machine words each, numbered in the order in which they came.
//!
//! Open addressing with a slice of the hash beside each number, so that a stranger's key is seldom
//! looked at; no memory is asked for a key alone. Knows nobody.

/// The keys, and where they are.
#[derive(Clone, Debug)]
pub struct PackedSet {
    width: usize,
    words: Vec<u64>,
    len: u32,
    /// 0 where free; else the key's number plus one, and above it the upper half of its hash.
    slots: Vec<u64>,
}

const NUMBER: u64 = u32::MAX as u64;

impl PackedSet {
    /// A set of keys of this many words.
    pub fn new(width: usize) -> Self {
        Self { width, words: Vec::new(), len: 0, slots: vec![0; 1024] }
    }

    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn bytes(&self) -> usize {
        (self.words.capacity() + self.slots.capacity()) * size_of::<u64>()
    }

    /// A key by its number.
    pub fn key(&self, number: u32) -> &[u64] {
        let from = number as usize * self.width;
        self.words.get(from..from + self.width).unwrap_or_default()
    }

    /// Keys by their numbers, one behind the other.
    pub fn keys(&self, numbers: std::ops::Range<usize>) -> &[u64] {
        self.words.get(numbers.start * self.width..numbers.end * self.width).unwrap_or_default()
    }

    pub fn find(&self, key: &[u64]) -> Option<u32> {
        self.look(key, hash(key)).ok()
    }

    /// The number of a key, which joins the set if it is new and there are fewer than `most`.
    pub fn insert(&mut self, key: &[u64], most: usize) -> Option<u32> {
        self.insert_hashed(key, hash(key), most)
    }

    /// What lies where a key with this hash belongs. Looking there early brings the memory near,
    /// and many looks wait for it together.
    pub fn touch(&self, hash: u64) -> u64 {
        self.slots[hash as usize & (self.slots.len() - 1)]
    }

    /// The same as `insert` for a key whose `hash` is known.
    pub fn insert_hashed(&mut self, key: &[u64], hash: u64, most: usize) -> Option<u32> {
        let free = match self.look(key, hash) {
            Ok(number) => return Some(number),
            Err(free) => free,
        };
        if self.len() >= most.min(NUMBER as usize - 1) {
            return None;
        }
        self.words.extend_from_slice(key);
        self.len += 1;
        self.slots[free] = hash & !NUMBER | u64::from(self.len);
        if self.len() * 2 > self.slots.len() {
            self.grow();
        }
        Some(self.len - 1)
    }

    /// The number of a key, or where it would go.
    fn look(&self, key: &[u64], hash: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(at);
            }
            let number = (slot & NUMBER) as u32 - 1;
            // Keys have a word or two, for which comparing memory is too much ado.
            let same = || self.key(number).iter().zip(key).all(|(one, other)| one == other);
            if (slot ^ hash) & !NUMBER == 0 && same() {
                return Ok(number);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for number in 0..self.len {
            let hash = hash(self.key(number));
            let mut at = hash as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = hash & !NUMBER | u64::from(number + 1);
        }
    }
}

/// Multiplies into twice the width and folds, as wyhash does: fast, and good in all bits.
pub fn hash(key: &[u64]) -> u64 {
    let mix = |one: u64, other: u64| {
        let product = u128::from(one) * u128::from(other);
        product as u64 ^ (product >> 64) as u64
    };
    let start = 0x9E37_79B9_7F4A_7C15;
    let all = key.iter().fold(start, |hash, word| mix(hash ^ word, 0xA076_1D64_78BD_642F));
    mix(all ^ start, 0xE703_7ED1_A0B4_28DB)
}

/// A bit for each of some numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionBits(Vec<u64>);

impl PositionBits {
    pub fn has(&self, at: u32) -> bool {
        self.0.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Whether it was not there yet.
    pub fn add(&mut self, at: u32) -> bool {
        let word = at as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let before = self.0[word];
        self.0[word] |= 1 << (at % 64);
        before != self.0[word]
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_numbers() {
        let mut rng = fastrand::Rng::with_seed(3);
        for width in [0, 1, 3] {
            let mut set = PackedSet::new(width);
            let mut known: std::collections::HashMap<Vec<u64>, u32> = Default::default();
            for _ in 0..20_000 {
                let key: Vec<u64> = (0..width).map(|_| rng.u64(0..40) << 50).collect();
                let next = known.len() as u32;
                let expected = *known.entry(key.clone()).or_insert(next);
                assert_eq!(set.find(&key), (expected < next).then_some(expected));
                assert_eq!(set.insert(&key, usize::MAX), Some(expected));
                assert_eq!(set.key(expected), key);
            }
            assert_eq!(set.len(), known.len());
            assert_eq!(set.insert(&vec![1; width], known.len()).is_none(), width > 0);
        }
    }
}
