//! Linear equations over two elements: sums of vectors of bits, and smallest sets of them.

use foolproof_space::{StopCheck, bits_of};

/// Maximum dimension for examining all solutions: some millions.
const MAX_DIMENSION: usize = 22;
/// Maximum dimension for examining all reasons why there is none.
const MAX_REASONS: usize = 14;
/// Number of solutions examined between two checks of the stop signal.
const BETWEEN_STOPS: u64 = 1 << 14;

/// Vector of bits; addition is without carry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Vector(Vec<u64>);

impl Vector {
    pub(crate) fn new(n_bits: usize) -> Self {
        Self(vec![0; n_bits.div_ceil(64)])
    }

    pub(crate) fn of_words(words: Vec<u64>) -> Self {
        Self(words)
    }

    pub(crate) fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    pub(crate) fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Returns the indices of set bits, in rising order.
    pub(crate) fn ones(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(word, bits)| bits_of(*bits).map(move |bit| 64 * word + bit))
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one ^ other).collect())
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one ^= other);
    }

    fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }

    /// Number of set bits.
    fn weight(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// True if an odd number of bits is set in both.
    fn meets_oddly(&self, other: &Self) -> bool {
        self.and(other).weight() % 2 == 1
    }
}

/// A sum of some of the vectors.
#[derive(Clone, Debug)]
struct Row {
    sum: Vector,
    /// Set of the vectors in the sum.
    of: Vector,
    /// A bit that no other row has in its sum.
    pivot: usize,
}

/// Candidate vectors for a subset that adds up to a given sum.
#[derive(Clone, Debug)]
pub(crate) struct Equations {
    vectors: Vec<Vector>,
    rows: Vec<Row>,
    /// Independent choices whose sum is zero.
    idle: Vec<Vector>,
}

/// The smallest choices with a given sum.
#[derive(Clone, Debug)]
pub(crate) struct FewestVectors {
    /// Number of these; `None` if not all choices were examined, and this is just one.
    pub(crate) n_sets: Option<u64>,
    /// The first of them.
    pub(crate) sets: Vec<Vector>,
    /// Union of their vectors.
    pub(crate) used: Vector,
}

impl Equations {
    /// Reduces the vectors. O(vectors² · words).
    pub(crate) fn of(vectors: Vec<Vector>) -> Self {
        let (mut rows, mut idle): (Vec<Row>, Vec<Vector>) = (Vec::new(), Vec::new());
        for (at, vector) in vectors.iter().enumerate() {
            let mut of = Vector::new(vectors.len());
            of.set(at);
            let (sum, of) = reduced(&rows, vector.clone(), of);
            let Some(pivot) = sum.ones().next() else {
                idle.push(of);
                continue;
            };
            for row in rows.iter_mut().filter(|row| row.sum.has(pivot)) {
                row.sum.add(&sum);
                row.of.add(&of);
            }
            rows.push(Row { sum, of, pivot });
        }
        Self { vectors, rows, idle }
    }

    pub(crate) fn rank(&self) -> usize {
        self.rows.len()
    }

    /// Returns the remainder of a wanted sum, and the choice for the rest.
    fn choice(&self, wanted: &Vector) -> (Vector, Vector) {
        reduced(&self.rows, wanted.clone(), Vector::new(self.vectors.len()))
    }

    pub(crate) fn is_solvable(&self, wanted: &Vector) -> bool {
        self.choice(wanted).0.weight() == 0
    }

    /// Returns the smallest choices with this sum, at most `most` of them listed; `None` inside if no choice
    /// has it, outside if stopped. O(2^dimension) with the dimension of the choices whose sum is zero.
    pub(crate) fn fewest(
        &self,
        wanted: &Vector,
        most: usize,
        stop: StopCheck<'_>,
    ) -> Option<Option<FewestVectors>> {
        let (left, mut choice) = self.choice(wanted);
        if left.weight() > 0 {
            return Some(None);
        }
        if self.idle.len() > MAX_DIMENSION {
            let used = choice.clone();
            return Some(Some(FewestVectors { n_sets: None, sets: vec![choice], used }));
        }
        let mut found =
            FewestVectors { n_sets: Some(1), sets: vec![choice.clone()], used: choice.clone() };
        let (mut least, mut n_sets) = (choice.weight(), 1_u64);
        // Two neighbours in this order differ in one idle choice (F. Gray, 1953).
        for number in 1..1_u64 << self.idle.len() {
            choice.add(&self.idle[number.trailing_zeros() as usize]);
            let weight = choice.weight();
            if weight < least {
                (least, n_sets) = (weight, 0);
                found.sets.clear();
                found.used = choice.clone();
            }
            if weight == least {
                n_sets += 1;
                found.used.join(&choice);
                if found.sets.len() < most {
                    found.sets.push(choice.clone());
                }
            }
            if number % BETWEEN_STOPS == 0 && stop() {
                return None;
            }
        }
        found.n_sets = Some(n_sets);
        Some(Some(found))
    }

    /// Returns bits that prove a sum unreachable: every vector has an even number of them, the sum an odd number.
    /// They are the fewest, unless there are too many candidates. Empty if the sum is reachable.
    pub(crate) fn refutation(&self, wanted: &Vector) -> Vector {
        let n_bits = 64 * wanted.0.len();
        let is_pivot = |bit: usize| self.rows.iter().any(|row| row.pivot == bit);
        let even = (0..n_bits).filter(|bit| !is_pivot(*bit)).map(|bit| {
            let mut bits = Vector::new(n_bits);
            bits.set(bit);
            self.rows.iter().filter(|row| row.sum.has(bit)).for_each(|row| bits.set(row.pivot));
            bits
        });
        // Bits that neither a vector nor the sum has are no information.
        let touched = |bits: &Vector| {
            bits.weight() > 1 || self.vectors.iter().chain([wanted]).any(|of| of.and(bits) == *bits)
        };
        let even: Vec<Vector> = even.filter(touched).collect();
        let (odd, rest): (Vec<Vector>, Vec<Vector>) =
            even.into_iter().partition(|bits| bits.meets_oddly(wanted));
        let Some((first, others)) = odd.split_first() else { return Vector::new(n_bits) };
        // Two that meet it oddly differ by one that does not.
        let idle: Vec<Vector> = others.iter().map(|bits| bits.plus(first)).chain(rest).collect();
        let mut least = odd.iter().min_by_key(|bits| bits.weight()).unwrap_or(first).clone();
        if idle.len() <= MAX_REASONS {
            let mut bits = first.clone();
            for number in 1..1_u32 << idle.len() {
                bits.add(&idle[number.trailing_zeros() as usize]);
                if bits.weight() < least.weight() {
                    least.clone_from(&bits);
                }
            }
        }
        least
    }
}

/// Subtracts the rows whose pivots a sum has. Returns the remainder and the choice.
fn reduced(rows: &[Row], mut sum: Vector, mut of: Vector) -> (Vector, Vector) {
    for row in rows {
        if sum.has(row.pivot) {
            sum.add(&row.sum);
            of.add(&row.of);
        }
    }
    (sum, of)
}
