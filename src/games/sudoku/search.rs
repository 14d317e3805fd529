//! Every filling of a puzzle: the fast path beside `encodings/sudoku.lp`.
//!
//! After each choice all that follows is filled in (`candidates.rs`); then a digit is tried in a
//! cell, and after that forbidden there. Puzzles with one solution take microseconds. Where there
//! are too many fillings to count, their number is estimated, and which digits are possible is
//! found by a search for each one not seen yet. Tests hold it against the encoding.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use crate::argument::Halted;
use crate::bands::Bands;
use crate::candidates::{CandidateBoard, CellCandidates, Digits, Next};
use crate::concepts::SudokuTest;
use crate::estimate::estimate;
use crate::grid::{Grid, digit_marks, play_of};
use crate::shape::{CELLS, DIGITS, GridShape, members};
use foolproof_game::{Search, Searched, StopCheck, Wanted};
use foolproof_level::{Level, Mark, Site};

/// The search of this game.
pub(crate) struct Fillings;

/// Fillings that are counted at most; beyond that their number is estimated.
pub(crate) const MOST_COUNTED: u64 = 200_000;
/// The same where nobody wants to know what fillings use: there are many levels to count then.
const FEWER_COUNTED: u64 = 20_000;
/// Steps between two looks at the clock.
const STEPS_A_LOOK: u64 = 1 << 10;

/// In which order digits are tried.
pub(crate) enum DigitOrder<'a> {
    First,
    /// Those of a filling first, so that what is found is near to it.
    Near(&'a Digits),
    Random(&'a mut Rng),
}

/// A board of any size.
#[derive(Clone, Copy)]
struct Small<'a> {
    shape: &'a GridShape,
    board: CellCandidates,
}

impl CandidateBoard for Small<'_> {
    fn settle(&mut self) -> Next {
        self.board.settle(self.shape)
    }

    fn keep(&mut self, digit: usize, cell: usize) {
        self.board.keep(digit, cell);
    }

    fn drop(&mut self, digit: usize, cell: usize) {
        self.board.drop(digit, cell);
    }

    fn has(&self, digit: usize, cell: usize) -> bool {
        self.board.has(digit, cell)
    }

    fn filling(&self) -> Digits {
        self.board.filling()
    }
}

/// A walk over the fillings of a board.
pub(crate) struct FillingWalk<'a> {
    pub shape: &'a GridShape,
    pub order: DigitOrder<'a>,
    /// The walk ends unfinished after so many steps, or when it is asked to stop.
    pub(crate) most_steps: u64,
    pub stop: StopCheck<'a>,
    pub steps: u64,
    /// It ended before all was seen: whoever looked had enough, or a limit came first.
    pub ended: bool,
}

impl<'a> FillingWalk<'a> {
    pub(crate) fn new(shape: &'a GridShape, stop: StopCheck<'a>) -> Self {
        Self { shape, order: DigitOrder::First, most_steps: u64::MAX, stop, steps: 0, ended: false }
    }

    /// Shows every filling to `found`, until that says false.
    pub(crate) fn run(&mut self, board: CellCandidates, found: &mut dyn FnMut(&Digits) -> bool) {
        match self.shape.n {
            9 => self.go(Bands::of(&board), found),
            _ => self.go(Small { shape: self.shape, board }, found),
        }
    }

    fn go<P: CandidateBoard>(&mut self, mut board: P, found: &mut dyn FnMut(&Digits) -> bool) {
        loop {
            self.steps += 1;
            if self.steps > self.most_steps
                || (self.steps.is_multiple_of(STEPS_A_LOOK) && (self.stop)())
            {
                self.ended = true;
                return;
            }
            let (mut digit, cell) = match board.settle() {
                Next::Contradiction => return,
                Next::Full => {
                    self.ended = !found(&board.filling());
                    return;
                }
                Next::Try { digit, cell } => (digit, cell),
            };
            match &mut self.order {
                DigitOrder::First => {}
                DigitOrder::Near(filling) => {
                    let near = usize::from(filling[cell]).wrapping_sub(1);
                    if board.has(near, cell) {
                        digit = near;
                    }
                }
                DigitOrder::Random(rng) => {
                    let digits: Vec<usize> =
                        (0..DIGITS).filter(|digit| board.has(*digit, cell)).collect();
                    digit = rng.choice(&digits).copied().unwrap_or(digit);
                }
            }
            let mut next = board;
            next.keep(digit, cell);
            self.go(next, found);
            if self.ended {
                return;
            }
            board.drop(digit, cell);
        }
    }

    /// The first filling.
    pub(crate) fn first(&mut self, board: CellCandidates) -> Option<Digits> {
        let mut first = None;
        self.run(board, &mut |full| {
            first = Some(*full);
            false
        });
        first
    }
}

/// How many fillings a row of digits has, 0 for an empty cell, up to `most`; `None` where the row has
/// no length of a board's.
pub fn count(row: &[u8], most: u64) -> Option<u64> {
    let shape = GridShape::of_cells(row.len())?;
    let mut digits = [0; CELLS];
    digits.iter_mut().zip(row).for_each(|(digit, given)| *digit = (*given).min(9));
    let mut count = 0;
    FillingWalk::new(shape, &|| false).run(CellCandidates::given(shape, &digits), &mut |_| {
        count += 1;
        count < most
    });
    Some(count)
}

/// Some filling of the digits, and whether it is the only one; `None` where there is none.
pub(crate) fn only(
    shape: &GridShape,
    digits: &Digits,
    stop: StopCheck<'_>,
) -> Result<Option<(Digits, bool)>, Halted> {
    let mut found = Vec::new();
    let mut walk = FillingWalk::new(shape, stop);
    walk.run(CellCandidates::given(shape, digits), &mut |full| {
        found.push(*full);
        found.len() < 2
    });
    if walk.ended && found.len() < 2 {
        return Err(Halted);
    }
    Ok(found.first().map(|first| (*first, found.len() == 1)))
}

impl Search for Fillings {
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched> {
        let grid = Grid::of(level).ok()?;
        let test = match wanted.shortcuts {
            true => Some(SudokuTest::of(level, &grid, stop)?),
            false => None,
        };
        let mut tally = FillingTally::new(&grid, wanted, test);
        let mut walk = FillingWalk::new(grid.shape, stop);
        let board = CellCandidates::given(grid.shape, &grid.given);
        walk.run(board, &mut |full| tally.add(full));
        let (exhausted, effort) = (!walk.ended, walk.steps);
        let mut found = Searched { exhausted, effort, ..Searched::default() };
        if wanted.marks && tally.count > 0 {
            found.marks_exact = exhausted || tally.probe_the_rest(board, stop);
            if !exhausted {
                let (estimate, shares) = estimate(grid.shape, board, stop);
                // Walks may all have gone astray; fewer than were counted is no estimate.
                match estimate.value >= tally.count as f64 {
                    true => {
                        tally.scale(&shares, estimate.value);
                        found.estimate = Some(estimate);
                    }
                    false => tally.counts_uses = false,
                }
            }
        }
        Some(tally.into(found))
    }
}

/// What is known of the fillings so far.
struct FillingTally<'a> {
    grid: &'a Grid,
    wanted: Wanted,
    test: Option<SudokuTest>,
    most: u64,
    count: u64,
    plays: Vec<Digits>,
    digest: u64,
    /// Whether it is known how many fillings use a digit, not only whether one does.
    counts_uses: bool,
    /// How many fillings use each digit in each cell.
    uses: [[f64; DIGITS]; CELLS],
}

impl<'a> FillingTally<'a> {
    fn new(grid: &'a Grid, wanted: Wanted, test: Option<SudokuTest>) -> Self {
        let most = wanted.most.min(if wanted.marks { MOST_COUNTED } else { FEWER_COUNTED });
        let uses = [[0.0; DIGITS]; CELLS];
        Self {
            grid,
            wanted,
            test,
            most,
            count: 0,
            plays: Vec::new(),
            digest: 0,
            counts_uses: true,
            uses,
        }
    }

    /// Counts a filling; false when there are enough.
    fn add(&mut self, filling: &Digits) -> bool {
        if self.test.as_ref().is_some_and(|test| test.practises(filling)) {
            return true;
        }
        self.count += 1;
        if self.plays.len() < self.wanted.plays {
            self.plays.push(*filling);
        }
        let mut hash = 0u64;
        for (cell, digit) in filling.iter().enumerate().take(self.grid.shape.cells()) {
            let digit = usize::from(*digit) - 1;
            self.uses[cell][digit] += 1.0;
            hash = (hash ^ (digit as u64 + 1)).wrapping_mul(0x0000_0100_0000_01B3);
            hash = hash.rotate_left(7).wrapping_add(cell as u64);
        }
        self.digest = self.digest.wrapping_add(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        self.count < self.most
    }

    /// Looks for a filling with every digit that none had so far; false where time ran out.
    fn probe_the_rest(&mut self, board: CellCandidates, stop: StopCheck<'_>) -> bool {
        let shape = self.grid.shape;
        for cell in members(self.grid.empty()) {
            for digit in 0..shape.n {
                if self.uses[cell][digit] > 0.0 {
                    continue;
                }
                let mut with = board;
                if !with.has(digit, cell) {
                    continue;
                }
                if stop() {
                    return false;
                }
                with.keep(digit, cell);
                let mut walk = FillingWalk::new(shape, stop);
                match walk.first(with) {
                    Some(filling) => {
                        for (cell, digit) in filling.iter().enumerate().take(shape.cells()) {
                            let seen = &mut self.uses[cell][usize::from(*digit) - 1];
                            *seen = seen.max(1.0);
                        }
                    }
                    None if walk.ended => return false,
                    None => {}
                }
            }
        }
        true
    }

    /// Replaces the counts by shares of an estimated number; what is possible stays so.
    fn scale(&mut self, shares: &[[f64; DIGITS]; CELLS], total: f64) {
        for (uses, shares) in self.uses.iter_mut().flatten().zip(shares.iter().flatten()) {
            if *uses > 0.0 {
                *uses = (shares * total).round().max(1.0);
            }
        }
    }

    fn into(self, found: Searched) -> Searched {
        let shape = self.grid.shape;
        let marks = digit_marks();
        let (mut forced, mut possible) = (BTreeSet::new(), BTreeSet::new());
        let mut uses: BTreeMap<(Site, Mark), f64> = BTreeMap::new();
        if self.wanted.marks {
            for cell in members(self.grid.empty()) {
                let used = || self.uses[cell].iter().zip(&marks).filter(|(n, _)| **n > 0.0);
                let alone = used().count() == 1;
                for (n, mark) in used() {
                    let here = (shape.site(cell), mark.clone());
                    if self.counts_uses {
                        uses.insert(here.clone(), *n);
                    }
                    if alone {
                        forced.insert(here.clone());
                    }
                    possible.insert(here);
                }
            }
        }
        let plays = self.plays.iter().map(|filling| play_of(self.grid, filling)).collect();
        Searched { count: self.count, plays, forced, possible, uses, digest: self.digest, ..found }
    }
}
