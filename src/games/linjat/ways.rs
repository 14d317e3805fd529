//! Ways to place lines, and sets of them as machine words.
//!
//! A way is one of the at most 2n placements of a number n. Bit sets hold the ways that conflict with a way,
//! run through a cell, or belong to a number, so that a rule of the layered solver and a step of the exact
//! search are a few operations on words.

use std::cell::OnceCell;
use std::ops::{BitAnd, BitOr, Sub};

use crate::marks::Line;
use crate::puzzle::{Number, Puzzle};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct WaySet<const W: usize>([u64; W]);

impl<const W: usize> WaySet<W> {
    pub(crate) const EMPTY: Self = Self([0; W]);

    pub(crate) fn of(way: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(way);
        set
    }

    pub(crate) fn insert(&mut self, way: usize) {
        self.0[way / 64] |= 1 << (way % 64);
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, two)| one & two != 0)
    }

    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, two)| one & !two == 0)
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }

    pub(crate) fn last(&self) -> Option<usize> {
        let at = self.0.iter().rposition(|word| *word != 0)?;
        Some(at * 64 + 63 - self.0[at].leading_zeros() as usize)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

impl<const W: usize> BitAnd for WaySet<W> {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word &= more);
        self
    }
}

impl<const W: usize> BitOr for WaySet<W> {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self.add(&other);
        self
    }
}

impl<const W: usize> Sub for WaySet<W> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, less)| *word &= !less);
        self
    }
}

/// A way to place the line of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub number: u16,
    pub line: Line,
    start: u16,
    step: u16,
}

impl Way {
    pub(crate) fn cells(self) -> impl Iterator<Item = usize> {
        let step = usize::from(self.step.max(1));
        (usize::from(self.start)..).step_by(step).take(usize::from(self.line.length()))
    }
}

/// Owner of a cell that belongs to no number.
pub(crate) const NOBODY: u16 = u16::MAX;

/// Words for sets of this many ways, in the sizes of tables; `None` for more than 2,560 ways. Typical boards
/// have a few hundred.
pub(crate) fn words(ways: usize) -> Option<usize> {
    let words = ways.div_ceil(64);
    [1, 2, 3, 4, 8, 40].into_iter().find(|size| words <= *size)
}

/// Calls a function that is generic over the size of sets with the size that a puzzle needs; `None` if no
/// size suffices.
macro_rules! sized {
    ($puzzle:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $crate::ways::words($crate::ways::count($puzzle)) {
            Some(1) => Some($function::<1>($($argument),*)),
            Some(2) => Some($function::<2>($($argument),*)),
            Some(3) => Some($function::<3>($($argument),*)),
            Some(4) => Some($function::<4>($($argument),*)),
            Some(8) => Some($function::<8>($($argument),*)),
            Some(40) => Some($function::<40>($($argument),*)),
            _ => None,
        }
    };
}
pub(super) use sized;

/// Counts the cells without a number on each side of one: left, right, above, below, at most as many as its
/// line can use.
fn room(puzzle: &Puzzle, at: &[u16], number: Number) -> [u8; 4] {
    let (cols, rows) = (puzzle.cols, puzzle.rows);
    let (col, row) = (number.cell % cols, number.cell / cols);
    let most = u16::from(number.length) - 1;
    let run = |most: u16, cell: &dyn Fn(u16) -> u16| {
        let free = (1..=most).take_while(|far| at[usize::from(cell(*far))] == NOBODY).count();
        // At most eight cells.
        free as u8
    };
    [
        run(most.min(col), &|far| number.cell - far),
        run(most.min(cols - 1 - col), &|far| number.cell + far),
        run(most.min(row), &|far| number.cell - far * cols),
        run(most.min(rows - 1 - row), &|far| number.cell + far * cols),
    ]
}

fn numbers_by_cell(puzzle: &Puzzle) -> Vec<u16> {
    let mut at = vec![NOBODY; usize::from(puzzle.cells())];
    for (number, held) in (0..).zip(&puzzle.numbers) {
        at[usize::from(held.cell)] = number;
    }
    at
}

/// The lines of a number that fit between the rims and other numbers.
fn lines(length: u8, [left, right, up, down]: [u8; 4]) -> impl Iterator<Item = Line> {
    let sides = [(true, left, right), (false, up, down)];
    sides.into_iter().flat_map(move |(across, before, after)| {
        // A line of one cell is listed once.
        let beside = if length > 1 || across { Some(length - 1) } else { None };
        let least = beside.map_or(1, |beside| beside.saturating_sub(after));
        let most = beside.map_or(0, |beside| beside.min(before));
        (least..=most).map(move |before| Line::new(across, before, length - 1 - before))
    })
}

/// Counts the ways of a puzzle.
pub(crate) fn count(puzzle: &Puzzle) -> usize {
    let at = numbers_by_cell(puzzle);
    let ways = |number: &Number| lines(number.length, room(puzzle, &at, *number)).count();
    puzzle.numbers.iter().map(ways).sum()
}

/// All ways of a puzzle's numbers, regardless of the dots. A line over another number is not a way.
pub(crate) struct Table<const W: usize> {
    pub cols: u16,
    pub numbers: Vec<Number>,
    pub ways: Vec<Way>,
    pub all: WaySet<W>,
    /// The ways of each number, which are consecutive.
    pub of: Vec<WaySet<W>>,
    /// The ways through each cell.
    pub through: Vec<WaySet<W>>,
    /// The ways of all numbers that can reach each cell.
    pub near: Vec<WaySet<W>>,
    /// Number of numbers that can reach each cell.
    pub reach: Vec<u8>,
    /// The ways that conflict with each way: those that cross it, and others of its number.
    pub(crate) odds: Vec<WaySet<W>>,
    /// The number on each cell.
    pub at: Vec<u16>,
    /// Two numbers in a line and a cell between them that both can reach, computed on first use.
    pub(crate) contests: OnceCell<Vec<(u16, u16, u16)>>,
}

impl<const W: usize> Table<W> {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let at = numbers_by_cell(puzzle);
        let cells = at.len();
        let mut table = Self {
            cols: puzzle.cols,
            numbers: puzzle.numbers.clone(),
            ways: Vec::with_capacity(W * 64),
            all: WaySet::EMPTY,
            of: vec![WaySet::EMPTY; puzzle.numbers.len()],
            through: vec![WaySet::EMPTY; cells],
            near: vec![WaySet::EMPTY; cells],
            reach: vec![0; cells],
            odds: Vec::new(),
            at,
            contests: OnceCell::new(),
        };
        for (number, held) in (0..).zip(&puzzle.numbers) {
            table.add_number(number, *held, room(puzzle, &table.at, *held));
        }
        table.odds = (0..table.ways.len()).map(|way| table.odds_of(way)).collect();
        table
    }

    fn add_number(&mut self, number: u16, held: Number, room: [u8; 4]) {
        let first = self.ways.len();
        for line in lines(held.length, room) {
            let step = if line.across { 1 } else { self.cols };
            let start = held.cell - u16::from(line.before) * step;
            let (way, index) = (Way { number, line, start, step }, self.ways.len());
            way.cells().for_each(|cell| self.through[cell].insert(index));
            self.of[usize::from(number)].insert(index);
            self.ways.push(way);
        }
        let own = self.of[usize::from(number)];
        self.all.add(&own);
        for way in &self.ways[first..] {
            for cell in way.cells() {
                if !self.near[cell].meets(&own) {
                    self.near[cell].add(&own);
                    self.reach[cell] = self.reach[cell].saturating_add(1);
                }
            }
        }
    }

    fn odds_of(&self, index: usize) -> WaySet<W> {
        let way = self.ways[index];
        let mut odds = self.of[usize::from(way.number)];
        way.cells().for_each(|cell| odds.add(&self.through[cell]));
        odds - WaySet::of(index)
    }

    pub(crate) fn number_of(&self, way: usize) -> u16 {
        self.ways[way].number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::puzzle;

    #[test]
    fn a_number_alone_has_a_way_for_each_place_of_its_line() {
        for (length, ways) in [(1, 1), (2, 4), (3, 6), (5, 10)] {
            let rows = vec!["         "; 9];
            let mut puzzle = puzzle(&rows);
            puzzle.numbers.push(Number { cell: 40, length });
            assert_eq!(count(&puzzle), ways, "a {length}");
            assert_eq!(Table::<4>::new(&puzzle).ways.len(), ways);
        }
    }

    #[test]
    fn lines_end_at_rims_and_other_numbers() {
        let table = Table::<4>::new(&puzzle(&["3 2", "   ", "   "]));
        let marks: Vec<String> = table
            .ways
            .iter()
            .map(|way| format!("{}:{}", way.number, way.line.mark().unwrap()))
            .collect();
        assert_eq!(marks, ["0:down(0,2)", "1:across(1,0)", "1:down(0,1)"]);
        assert_eq!(table.reach, [1, 1, 1, 1, 0, 1, 1, 0, 0]);
        assert!(table.odds[1].meets(&WaySet::of(2)), "two ways of one number are at odds");
        assert!(!table.odds[0].meets(&WaySet::of(1)));
    }
}
