//! Bits of words, and sets of numbers as bits.

/// Returns whether a bit is set in a list of words.
pub fn has_bit(words: &[u64], bit: u32) -> bool {
    words.get(bit as usize / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
}

/// The set bits of a word, ascending.
pub fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

const PAGE_WORDS: usize = 32;

/// A set of numbers as bits, in pages. A page is allocated when its first number is added.
#[derive(Clone, Debug, Default)]
pub(crate) struct PagedBits {
    pages: Vec<Option<Box<[u64; PAGE_WORDS]>>>,
}

impl PagedBits {
    /// Bytes of a page.
    pub(crate) const PAGE_BYTES: usize = PAGE_WORDS * size_of::<u64>();
    const PAGE_BITS: usize = PAGE_WORDS * 64;

    /// Adds a number. If it is new, returns the bytes newly allocated for its page.
    pub(crate) fn add(&mut self, number: u32) -> Option<usize> {
        let (page, bit) = (number as usize / Self::PAGE_BITS, number as usize % Self::PAGE_BITS);
        let mut bytes = 0;
        if page >= self.pages.len() {
            bytes += (page + 1 - self.pages.len()) * size_of::<usize>();
            self.pages.resize(page + 1, None);
        }
        let words = self.pages[page].get_or_insert_with(|| {
            bytes += Self::PAGE_BYTES;
            Box::new([0; PAGE_WORDS])
        });
        let word = &mut words[bit / 64];
        let before = *word;
        *word |= 1 << (bit % 64);
        (before != *word).then_some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_added_once() {
        let mut bits = PagedBits::default();
        for number in [0, 63, 64, 5_000, 2_047, 2_048, 100_000] {
            assert!(bits.add(number).is_some());
            assert_eq!(bits.add(number), None);
        }
        assert_eq!(bits.add(1), Some(0));
        assert_eq!(bits_of(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
