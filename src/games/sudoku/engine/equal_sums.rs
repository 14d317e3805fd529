//! Groups of cells with the same sum.

use super::combinations::{least, most};
use super::digits_of;
use super::layers::{CellSight, Layers, Told};
use super::propagator::{Board, Cost, Propagator};
use super::sum_of;

/// A set of digits and its sum.
pub(super) struct Summed {
    set: u16,
    sum: usize,
}

/// A group of cells: few are pruned exactly, more that all see one another by sets of digits, others by bounds.
pub(super) struct SumGroup {
    cells: Vec<usize>,
    by: Method,
}

enum Method {
    Exact,
    /// The sets that the cells may hold.
    Sets(Vec<Summed>),
    Bounds,
}

/// The most cells for which all sums are tried.
const FEW_CELLS: usize = 3;

pub(super) struct EqualSums {
    pub(super) cells: Vec<usize>,
    pub(super) groups: Vec<SumGroup>,
}

/// The possible sums, a bit each.
#[derive(Clone, Copy)]
struct Sums([u64; 8]);

/// Largest sum of cells.
const MAX_SUM: usize = 511;

impl Sums {
    fn range(low: usize, high: usize) -> Self {
        let mut sums = Self([0; 8]);
        (low..=high.min(MAX_SUM)).for_each(|sum| sums.insert(sum));
        sums
    }

    fn insert(&mut self, sum: usize) {
        self.0[sum >> 6] |= 1 << (sum & 63);
    }

    fn has(&self, sum: usize) -> bool {
        self.0[sum >> 6] >> (sum & 63) & 1 == 1
    }

    fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    fn bounds(&self) -> Option<(usize, usize)> {
        let mut words = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        let (first, low) = words.next()?;
        let (last, high) = words.next_back().unwrap_or((first, low));
        let low = first * 64 + low.trailing_zeros() as usize;
        Some((low, last * 64 + 63 - high.leading_zeros() as usize))
    }
}

/// The sums of a digit of each set, a bit each; different digits if the cells see each other.
fn pair_sums(a: u16, b: u16, see: bool) -> u64 {
    digits_of(a).fold(0, |sums, x| {
        let others = if see { b & !(1 << (x - 1)) } else { b };
        sums | u64::from(others) << 1 << x
    })
}

/// The rest of two sets if a digit of each adds up to one of these sums.
fn keep_sums([a, b]: [u16; 2], see: bool, sums: u64) -> [u16; 2] {
    let mut kept = [0; 2];
    for x in digits_of(a) {
        let here = 1u16 << (x - 1);
        let others = (sums >> x >> 1) as u16 & if see { b & !here } else { b };
        if others != 0 {
            kept[0] |= here;
            kept[1] |= others;
        }
    }
    kept
}

impl SumGroup {
    pub(super) fn few(cells: &[usize]) -> Option<Self> {
        let few = (1..=FEW_CELLS).contains(&cells.len());
        few.then(|| Self { cells: cells.to_vec(), by: Method::Exact })
    }

    /// Cells that all see one another.
    pub(super) fn by_sets(cells: &[usize], sets: Vec<u16>) -> Self {
        let summed = |set: u16| Summed { set, sum: sum_of(set) as usize };
        let sets = sets.into_iter().map(summed).collect();
        Self { cells: cells.to_vec(), by: Method::Sets(sets) }
    }

    pub(super) fn by_bounds(cells: &[usize]) -> Self {
        Self { cells: cells.to_vec(), by: Method::Bounds }
    }

    /// The least and the largest sum, whether or not digits repeat.
    fn bounds(&self, board: &Board<'_>) -> (i32, i32) {
        let candidates = || self.cells.iter().map(|cell| board.of(*cell));
        (candidates().map(least).sum(), candidates().map(most).sum())
    }

    fn sums(&self, board: &Board<'_>) -> Sums {
        match &self.by {
            Method::Exact => Sums([self.few_sums(board), 0, 0, 0, 0, 0, 0, 0]),
            Method::Sets(sets) => {
                let (union, fixed) = (board.union(&self.cells), board.fixed(&self.cells));
                let mut sums = Sums([0; 8]);
                let fits = |of: &&Summed| of.set & !union == 0 && fixed & !of.set == 0;
                sets.iter().filter(fits).for_each(|of| sums.insert(of.sum));
                sums
            }
            Method::Bounds => {
                let (low, high) = self.bounds(board);
                Sums::range(low as usize, high as usize)
            }
        }
    }

    fn few_sums(&self, board: &Board<'_>) -> u64 {
        match self.cells[..] {
            [a] => u64::from(board.of(a)) << 1,
            [a, b] => pair_sums(board.of(a), board.of(b), board.see(a, b)),
            [a, b, c] => digits_of(board.of(a)).fold(0, |sums, x| {
                let without = self.beside(board, x);
                sums | pair_sums(without[0], without[1], board.see(b, c)) << x
            }),
            _ => 0,
        }
    }

    /// The candidates of the second and the third cell, given a digit of the first.
    fn beside(&self, board: &Board<'_>, digit: u8) -> [u16; 2] {
        let [first, second, third] = self.cells[..] else { return [0; 2] };
        let digit = 1u16 << (digit - 1);
        [second, third].map(|cell| {
            let set = board.of(cell);
            if board.see(first, cell) { set & !digit } else { set }
        })
    }

    fn keep_few(&self, board: &mut Board<'_>, sums: u64) -> bool {
        match self.cells[..] {
            [a] => board.keep(a, (sums >> 1) as u16),
            [a, b] => {
                let sets = [board.of(a), board.of(b)];
                let [first, second] = keep_sums(sets, board.see(a, b), sums);
                board.keep(a, first) && board.keep(b, second)
            }
            [a, b, c] => {
                let (see, mut kept) = (board.see(b, c), [0u16; 3]);
                for x in digits_of(board.of(a)) {
                    let [second, third] = keep_sums(self.beside(board, x), see, sums >> x);
                    if second != 0 {
                        kept[0] |= 1 << (x - 1);
                        kept[1] |= second;
                        kept[2] |= third;
                    }
                }
                board.keep(a, kept[0]) && board.keep(b, kept[1]) && board.keep(c, kept[2])
            }
            _ => true,
        }
    }

    fn keep(&self, board: &mut Board<'_>, sums: &Sums, low: usize, high: usize) -> bool {
        match &self.by {
            Method::Exact => self.keep_few(board, sums.0[0]),
            Method::Sets(sets) => {
                let sets = sets.iter().filter(|of| sums.has(of.sum)).map(|of| of.set);
                board.keep_sets(&self.cells, sets)
            }
            Method::Bounds => {
                let (sum_least, sum_most) = self.bounds(board);
                self.cells.iter().all(|cell| {
                    let from = low as i32 - (sum_most - most(board.of(*cell)));
                    let to = high as i32 - (sum_least - least(board.of(*cell)));
                    let fits = |digit: &i32| (from..=to).contains(digit);
                    let digits = (1..=16).filter(fits);
                    board.keep(*cell, digits.fold(0u16, |set, digit| set | 1 << (digit - 1)))
                })
            }
        }
    }
}

impl Propagator for EqualSums {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Dear
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let mut groups = self.groups.iter().map(|group| group.sums(board));
        let Some(first) = groups.next() else { return true };
        let sums = groups.fold(first, Sums::and);
        let Some((low, high)) = sums.bounds() else { return false };
        self.groups.iter().all(|group| group.keep(board, &sums, low, high))
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let groups = self.groups.iter().map(|group| Layers::any_sum(frame, &group.cells));
        groups.collect::<Option<_>>().map(Told::Same)
    }
}
