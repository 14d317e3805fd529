//! Sets of objects and of movements as machine words.
//!
//! An object's bit is its number. A movement's bits are five to a layer (up,
//! down, left, right, action), twelve layers to a word, so that no layer
//! straddles two words.

pub(crate) use foolproof_space::bits_of;

/// Layers whose movements share a word.
pub(crate) const LAYERS_PER_WORD: usize = 12;
/// Movement bits of a layer.
pub(crate) const MOVEMENTS: usize = 5;
/// All movement bits of a layer, unshifted.
pub(crate) const ANY_MOVEMENT: u64 = 0b11111;

/// The place of the movement bits of a layer: word and shift.
pub(crate) fn movement_place(layer: usize) -> (usize, u32) {
    (layer / LAYERS_PER_WORD, ((layer % LAYERS_PER_WORD) * MOVEMENTS) as u32)
}

/// A set of small numbers of any size: objects, layers or movement bits while compiling.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct WideMask(Vec<u64>);

impl WideMask {
    pub(crate) fn one(bit: usize) -> WideMask {
        let mut mask = WideMask::default();
        mask.insert(bit);
        mask
    }

    /// All numbers below a bound.
    pub(crate) fn all_below(bound: usize) -> WideMask {
        let mut mask = WideMask::default();
        (0..bound).for_each(|bit| mask.insert(bit));
        mask
    }

    fn word_mut(&mut self, word: usize) -> &mut u64 {
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        &mut self.0[word]
    }

    pub(crate) fn insert(&mut self, bit: usize) {
        *self.word_mut(bit / 64) |= 1 << (bit % 64);
    }

    /// Puts movement bits on a layer.
    pub(crate) fn insert_movement(&mut self, layer: usize, bits: u64) {
        let (word, shift) = movement_place(layer);
        *self.word_mut(word) |= bits << shift;
    }

    pub(crate) fn word(&self, word: usize) -> u64 {
        self.0.get(word).copied().unwrap_or(0)
    }

    pub(crate) fn contains(&self, bit: usize) -> bool {
        self.word(bit / 64) >> (bit % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn add_all(&mut self, other: &WideMask) {
        for (index, &bits) in other.0.iter().enumerate() {
            *self.word_mut(index) |= bits;
        }
    }

    pub(crate) fn remove_all(&mut self, other: &WideMask) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= !theirs;
        }
    }

    pub(crate) fn meets(&self, other: &WideMask) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(crate) fn is_within(&self, other: &WideMask) -> bool {
        self.0.iter().enumerate().all(|(index, &bits)| bits & !other.word(index) == 0)
    }

    /// The members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(index, &word)| bits_of(word).map(move |bit| index * 64 + bit))
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The set as a fixed number of words; members beyond are lost.
    pub(crate) fn fixed<const S: usize>(&self) -> [u64; S] {
        std::array::from_fn(|index| self.word(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_sets() {
        let mut mask = WideMask::one(70);
        mask.insert(3);
        assert_eq!(mask.iter().collect::<Vec<_>>(), [3, 70]);
        assert!(WideMask::one(3).is_within(&mask) && !mask.is_within(&WideMask::one(3)));
        mask.remove_all(&WideMask::one(3));
        assert_eq!((mask.count(), mask.contains(70)), (1, true));
    }

    #[test]
    fn a_layer_never_straddles_words() {
        for layer in 0..100 {
            let (_, shift) = movement_place(layer);
            assert!(shift + 5 <= 64);
        }
    }
}
