//! The generator: numbers first; where the rules stop, a dot on the open cell that most numbers could
//! reach, so that it tells least; and on, until the puzzle is solved or no cell is left.
//!
//! Dots never take a conclusion back, so deduction goes on from where it was. Source: Snellman,
//! "Creating a procedural puzzle generator". Knows the layered solver.

use fastrand::Rng;

use super::deduce::{Deducer, Rules};
use super::marks::Piece;
use super::puzzle::{Number, Puzzle};
use super::ways::{NOBODY, Table, sized};
use crate::games::GameError;
use crate::level::{Hold, Level, Mark};

/// A board with what stays on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub cols: u16,
    pub rows: u16,
    /// Numbers and dots that stay.
    pub numbers: Vec<Number>,
    pub dots: Vec<u16>,
    /// Cells that may hold anything.
    pub open: Vec<u16>,
}

impl Frame {
    /// What a level holds on cells that are to be kept, for which `free` says no.
    pub fn of(level: &Level, free: impl Fn(Hold) -> bool) -> Result<Self, GameError> {
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

    /// The puzzle of what stays and further numbers, without further dots.
    pub fn with(&self, numbers: &[Number]) -> Puzzle {
        let numbers = self.numbers.iter().chain(numbers).copied().collect();
        Puzzle { cols: self.cols, rows: self.rows, numbers, dots: self.dots.clone() }
    }

    /// So many numbers on open cells, or as many as there is room for.
    pub fn random_numbers(
        &self,
        count: usize,
        (least, most): (u8, u8),
        rng: &mut Rng,
    ) -> Vec<Number> {
        let cells = rng.choose_multiple(self.open.iter().copied(), count);
        let number = |cell| Number { cell, length: rng.u8(least..=most.max(least)) };
        cells.into_iter().map(number).collect()
    }
}

/// Adds dots until the rules solve the puzzle; false where they cannot.
pub fn add_dots(puzzle: &mut Puzzle, frame: &Frame, rules: Rules, rng: &mut Rng) -> bool {
    sized!(&*puzzle, add(puzzle, frame, rules, rng)).unwrap_or(false)
}

fn add<const W: usize>(puzzle: &mut Puzzle, frame: &Frame, rules: Rules, rng: &mut Rng) -> bool {
    let table = Table::<W>::new(puzzle);
    dot_until_solved(&table, puzzle, (frame, rules), rng)
}

/// The same with the table of the puzzle's numbers.
pub fn dot_until_solved<const W: usize>(
    table: &Table<W>,
    puzzle: &mut Puzzle,
    (frame, rules): (&Frame, Rules),
    rng: &mut Rng,
) -> bool {
    let mut deducer = Deducer::new(table, &puzzle.dots, rules);
    let mut may_hold = vec![false; usize::from(puzzle.cells())];
    frame.open.iter().for_each(|cell| may_hold[usize::from(*cell)] = true);
    let held = puzzle.numbers.iter().map(|number| number.cell).chain(puzzle.dots.iter().copied());
    held.for_each(|cell| may_hold[usize::from(cell)] = false);
    let mut reach = Reach::default();
    loop {
        for leak in deducer.take_leaks() {
            // A dot that the number can help takes the leak away.
            reach.look(&deducer);
            if let Some(cell) = reach.widest(&deducer, &may_hold, Some(leak), rng) {
                puzzle.dots.push(cell);
                may_hold[usize::from(cell)] = false;
                deducer.state.add_dot(table, cell);
            }
        }
        if deducer.round().is_some() {
            continue;
        }
        if deducer.state.broken || deducer.state.open.is_empty() {
            return deducer.state.is_solved();
        }
        reach.look(&deducer);
        let Some(cell) = reach.widest(&deducer, &may_hold, None, rng) else { return false };
        puzzle.dots.push(cell);
        may_hold[usize::from(cell)] = false;
        deducer.state.add_dot(table, cell);
    }
}

/// How many numbers can reach each cell.
#[derive(Default)]
struct Reach {
    count: Vec<u8>,
    /// The number that counted last, and one that starts at none.
    last: Vec<u16>,
}

impl Reach {
    fn look<const W: usize>(&mut self, deducer: &Deducer<'_, W>) {
        let (table, state) = (deducer.table, &deducer.state);
        self.count.clear();
        self.count.resize(table.at.len(), 0);
        self.last.clear();
        self.last.resize(table.at.len(), NOBODY);
        for number in &state.open {
            for way in state.of(table, *number).iter() {
                for cell in table.ways[way].cells() {
                    if self.last[cell] != *number {
                        self.last[cell] = *number;
                        self.count[cell] = self.count[cell].saturating_add(1);
                    }
                }
            }
        }
    }

    /// One of the cells that most numbers can reach, at the start and now together; of those that
    /// one number can reach, where it is given.
    fn widest<const W: usize>(
        &self,
        deducer: &Deducer<'_, W>,
        may_hold: &[bool],
        by: Option<u16>,
        rng: &mut Rng,
    ) -> Option<u16> {
        let (table, state) = (deducer.table, &deducer.state);
        let own = by.map(|number| state.of(table, number));
        let (mut best, mut score, mut equal) = (None, 0, 0u32);
        for (cell, now) in self.count.iter().enumerate() {
            let fits = *now > 0
                && may_hold[cell]
                && state.is_nobodys(cell)
                && own.is_none_or(|own| own.meets(&table.through[cell]));
            if !fits {
                continue;
            }
            let worth = u32::from(*now) + u32::from(table.reach[cell]);
            if worth > score {
                (best, score, equal) = (Some(cell), worth, 1);
            } else if worth == score {
                equal += 1;
                if rng.u32(0..equal) == 0 {
                    best = Some(cell);
                }
            }
        }
        best.and_then(|cell| u16::try_from(cell).ok())
    }
}

/// The level of a puzzle: what the given level holds where it is kept, and what the puzzle has on the
/// other cells.
pub fn laid(level: &Level, puzzle: &Puzzle, frame: &Frame) -> Level {
    let mut laid = level.clone();
    let mark = |cell: u16| -> Option<Mark> {
        let number = puzzle.number_on(cell).map(|number| Piece::Number(number.length));
        number.or_else(|| puzzle.dots.contains(&cell).then_some(Piece::Dot))?.mark()
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
