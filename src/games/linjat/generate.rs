//! The generator: numbers first. When the rules stop, a dot goes on the open cell that most numbers could
//! reach, since it reveals least; this repeats until the puzzle is solved or no cell is left.
//!
//! Dots never invalidate a conclusion, so deduction continues from its current state. Source: Snellman,
//! "Creating a procedural puzzle generator".

use fastrand::Rng;

use crate::deduce::{Deducer, DeductionRules, DeductionState};
use crate::marks::LinjatClue;
use crate::puzzle::{Number, Puzzle};
use crate::ways::{NOBODY, Table, WaySet, sized};
use foolproof_game::{GameError, Halted};
use foolproof_level::{Hold, Level, Mark};

/// A board with its fixed content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub cols: u16,
    pub rows: u16,
    /// Numbers and dots that stay.
    pub numbers: Vec<Number>,
    pub dots: Vec<u16>,
    /// Cells that may hold anything.
    pub open: Vec<u16>,
}

impl Frame {
    /// The level's marks on cells to keep, those for which `free` returns false.
    pub(crate) fn of(level: &Level, free: impl Fn(Hold) -> bool) -> Result<Self, GameError> {
        let puzzle = Puzzle::of(level)?;
        let is_free = |cell: u16| free(level.hold(puzzle.site(cell)));
        Ok(Self {
            cols: puzzle.cols,
            rows: puzzle.rows,
            numbers: puzzle.numbers.iter().copied().filter(|n| !is_free(n.cell)).collect(),
            dots: puzzle.dots.iter().copied().filter(|dot| !is_free(*dot)).collect(),
            open: (0..puzzle.cells()).filter(|cell| is_free(*cell)).collect(),
        })
    }

    /// The puzzle of the fixed marks and further numbers, without further dots.
    pub(crate) fn with(&self, numbers: &[Number]) -> Puzzle {
        let numbers = self.numbers.iter().chain(numbers).copied().collect();
        Puzzle { cols: self.cols, rows: self.rows, numbers, dots: self.dots.clone() }
    }

    /// Chooses this many numbers on open cells, or as many as there is room for.
    pub(crate) fn random_numbers(
        &self,
        count: usize,
        least: u8,
        most: u8,
        rng: &mut Rng,
    ) -> Vec<Number> {
        let cells = rng.choose_multiple(self.open.iter().copied(), count);
        let number = |cell| Number { cell, length: rng.u8(least..=most.max(least)) };
        cells.into_iter().map(number).collect()
    }
}

/// Adds dots on open cells of a frame until the rules solve the puzzle; false if that fails.
#[derive(Clone, Copy)]
pub(crate) struct DotPlacement<'a> {
    pub frame: &'a Frame,
    pub rules: DeductionRules,
    pub stop: &'a dyn Fn() -> bool,
}

impl DotPlacement<'_> {
    pub(crate) fn place(self, puzzle: &mut Puzzle, rng: &mut Rng) -> Result<bool, Halted> {
        sized!(&*puzzle, sized_place(self, puzzle, rng)).unwrap_or(Ok(false))
    }

    /// Places dots with a given table of the puzzle's numbers.
    pub(crate) fn place_with<const W: usize>(
        self,
        table: &Table<W>,
        puzzle: &mut Puzzle,
        rng: &mut Rng,
    ) -> Result<bool, Halted> {
        let Self { frame, rules, stop } = self;
        let mut deducer = Deducer::new(table, &puzzle.dots, rules);
        let mut reach = DotReach::new(table, frame, puzzle);
        loop {
            if stop() {
                return Err(Halted);
            }
            for leak in deducer.take_leaks() {
                // A dot that the number can help removes the leak.
                if let Some(cell) = reach.take_widest(table, &deducer.state, Some(leak), rng) {
                    puzzle.dots.push(cell);
                    deducer.state.add_dot(table, cell);
                }
            }
            if deducer.round().is_some() {
                continue;
            }
            if deducer.state.broken || deducer.state.open.is_empty() {
                return Ok(deducer.state.is_solved());
            }
            let Some(cell) = reach.take_widest(table, &deducer.state, None, rng) else {
                return Ok(false);
            };
            puzzle.dots.push(cell);
            deducer.state.add_dot(table, cell);
        }
    }
}

fn sized_place<const W: usize>(
    placement: DotPlacement<'_>,
    puzzle: &mut Puzzle,
    rng: &mut Rng,
) -> Result<bool, Halted> {
    placement.place_with(&Table::<W>::new(puzzle), puzzle, rng)
}

/// The cells that may hold a dot, starting with those that most numbers could reach at the start.
struct DotReach {
    order: Vec<u16>,
}

impl DotReach {
    fn new<const W: usize>(table: &Table<W>, frame: &Frame, puzzle: &Puzzle) -> Self {
        let mut free = vec![false; table.at.len()];
        frame.open.iter().for_each(|cell| free[usize::from(*cell)] = true);
        puzzle.numbers.iter().for_each(|number| free[usize::from(number.cell)] = false);
        puzzle.dots.iter().for_each(|dot| free[usize::from(*dot)] = false);
        let reach = |cell: &u16| table.reach[usize::from(*cell)];
        let mut order: Vec<u16> = (0..puzzle.cells())
            .filter(|cell| free[usize::from(*cell)] && reach(cell) > 0)
            .collect();
        order.sort_by_key(|cell| std::cmp::Reverse(reach(cell)));
        Self { order }
    }

    /// Takes one of the cells that most numbers can reach, at the start and now added up; if a number is
    /// given, one of those that it can reach.
    fn take_widest<const W: usize>(
        &mut self,
        table: &Table<W>,
        state: &DeductionState<W>,
        by: Option<u16>,
        rng: &mut Rng,
    ) -> Option<u16> {
        let own = by.map(|number| state.of(table, number));
        let (mut best, mut score, mut equal) = (None, 0, 0u32);
        for (at, cell) in self.order.iter().enumerate() {
            let reach = u32::from(table.reach[usize::from(*cell)]);
            // No more numbers reach a cell now than at the start.
            if 2 * reach < score {
                break;
            }
            let ways = state.through(table, *cell);
            let fits = state.is_nobodys(usize::from(*cell))
                && !ways.is_empty()
                && own.is_none_or(|own| own.meets(&ways));
            if !fits {
                continue;
            }
            let worth = reach + numbers_of(table, ways);
            if worth > score {
                (best, score, equal) = (Some(at), worth, 1);
            } else if worth == score {
                equal += 1;
                if rng.u32(0..equal) == 0 {
                    best = Some(at);
                }
            }
        }
        best.map(|at| self.order.remove(at))
    }
}

/// Counts the numbers that have any of these ways.
fn numbers_of<const W: usize>(table: &Table<W>, ways: WaySet<W>) -> u32 {
    let (mut count, mut last) = (0, NOBODY);
    for way in ways.iter() {
        let number = table.number_of(way);
        count += u32::from(number != last);
        last = number;
    }
    count
}

/// The level of a puzzle: the given level's content on kept cells, and the puzzle's on the other cells.
pub(crate) fn laid(level: &Level, puzzle: &Puzzle, frame: &Frame) -> Level {
    let mut laid = level.clone();
    let mark = |cell: u16| -> Option<Mark> {
        let number = puzzle.number_on(cell).map(|number| LinjatClue::Number(number.length));
        number.or_else(|| puzzle.dots.contains(&cell).then_some(LinjatClue::Dot))?.mark()
    };
    for cell in &frame.open {
        let site = puzzle.site(*cell);
        match mark(*cell) {
            Some(mark) => laid.paint(site, Some(mark)),
            None => laid.set(site, Default::default()),
        }
    }
    laid
}
