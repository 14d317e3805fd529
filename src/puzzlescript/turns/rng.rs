//! The random numbers of a game: RC4 seeded by a text, so that a seed gives the same play everywhere.

/// A stream of random numbers determined by a text.
#[derive(Clone)]
pub(crate) struct ScriptRandom {
    table: [u8; 256],
    i: u8,
    j: u8,
}

impl ScriptRandom {
    /// The stream for a seed.
    pub(crate) fn new(seed: &str) -> ScriptRandom {
        let mut table: [u8; 256] = std::array::from_fn(|i| i as u8);
        let bytes: Vec<u8> = seed
            .encode_utf16()
            .flat_map(|unit| {
                let [high, low] = unit.to_be_bytes();
                std::iter::once(high).filter(|&high| high != 0).chain([low])
            })
            .collect();
        if !bytes.is_empty() {
            let mut j: u8 = 0;
            for i in 0..256 {
                j = j.wrapping_add(table[i]).wrapping_add(bytes[i % bytes.len()]);
                table.swap(i, j as usize);
            }
        }
        ScriptRandom { table, i: 0, j: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        self.j = self.j.wrapping_add(self.table[self.i as usize]);
        self.table.swap(self.i as usize, self.j as usize);
        let sum = self.table[self.i as usize].wrapping_add(self.table[self.j as usize]);
        self.table[sum as usize]
    }

    /// A number from 0 to 1, of seven bytes. The rounding of the last byte is part of the stream.
    fn uniform(&mut self) -> f64 {
        let mut output = 0.0;
        for _ in 0..7 {
            output = output * 256.0 + f64::from(self.byte());
        }
        output / (2f64.powi(56) - 1.0)
    }

    /// A number below `bound`, 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let choice = (self.uniform() * bound as f64).floor() as u64;
        choice.min(bound.saturating_sub(1))
    }
}

/// The source of a rule's draws: a seeded stream, or choices that are enumerated.
pub(crate) enum ChanceSource {
    Seeded(Box<ScriptRandom>),
    Given(GivenChoices),
}

impl ChanceSource {
    /// A number below `bound`, 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        match self {
            ChanceSource::Seeded(random) => random.below(bound),
            ChanceSource::Given(choices) => choices.below(bound),
        }
    }
}

/// The choices of a turn, and the number of options of each. A seeded stream takes all combinations equally
/// often, up to rounding: less than one in 2^50.
#[derive(Clone, Debug, Default)]
pub(crate) struct GivenChoices {
    choices: Vec<(u64, u64)>,
    at: usize,
}

impl GivenChoices {
    fn below(&mut self, bound: u64) -> u64 {
        if bound < 2 {
            return 0;
        }
        if self.at == self.choices.len() {
            self.choices.push((0, bound));
        }
        self.at += 1;
        self.choices.get(self.at - 1).map_or(0, |(choice, _)| *choice)
    }

    /// Advances to the next combination, to be drawn from the beginning; false after the last.
    pub(crate) fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((choice, bound)) = self.choices.pop() {
            if choice + 1 < bound {
                self.choices.push((choice + 1, bound));
                return true;
            }
        }
        false
    }

    /// The chance of this combination, as one in n turns; `None` if n is too large.
    pub(crate) fn one_in(&self) -> Option<u64> {
        self.choices.iter().try_fold(1_u64, |all, (_, bound)| all.checked_mul(*bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rc4_gives_the_published_key_stream() {
        // Key "Key", first bytes EB 9F 77 81 B7 34 CA 72 (widely published test vector).
        let mut random = ScriptRandom::new("Key");
        let bytes: Vec<u8> = (0..8).map(|_| random.byte()).collect();
        assert_eq!(bytes, [0xeb, 0x9f, 0x77, 0x81, 0xb7, 0x34, 0xca, 0x72]);
    }

    #[test]
    fn all_choices_are_gone_through() {
        let mut given = GivenChoices::default();
        let (mut seen, mut sum) = (Vec::new(), 0.0);
        loop {
            let first = given.below(3);
            // The second choice depends on the first.
            let second = given.below(first + 1);
            seen.push((first, second));
            sum += 1.0 / given.one_in().unwrap() as f64;
            if !given.advance() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]);
        assert!((sum - 1.0_f64).abs() < 1e-12);
    }

    #[test]
    fn choices_stay_in_bounds() {
        let mut random = ScriptRandom::new("seed");
        assert!((0..1_000).all(|_| random.below(3) < 3));
        assert_eq!(random.below(0), 0);
    }
}
