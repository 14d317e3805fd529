//! Every filling of a puzzle: the fast alternative to `encodings/sudoku.lp`.
//!
//! After each choice all consequences are filled in (`candidates.rs`); then a digit is tried in a cell, and
//! after that forbidden there. Puzzles with one solution take microseconds. If there are too many fillings to
//! count, their number is estimated, and possible digits are found by a search for each one not seen yet.
//! Tests compare it with the encoding.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use crate::argument::Halted;
use crate::bands::Bands;
use crate::candidates::{CandidateBoard, CellCandidates, Digits, Next};
use crate::concepts::SudokuTest;
use crate::engine::{Model, Walk};
use crate::estimate::estimate;
use crate::filling_rules::{Ended, FillingRules};
use crate::grid::{Grid, MAX_DIGITS, digit_marks};
use crate::shape::{CELLS, DIGITS, GridShape};
use foolproof_game::{Search, Searched, StopCheck, Wanted};
use foolproof_level::{Level, Mark, Site};

/// The search of this game.
pub(crate) struct Fillings;

/// Most fillings to count; beyond that their number is estimated.
pub(crate) const MAX_COUNTED: u64 = 200_000;
/// Most fillings to count if the digits that they use are not wanted: then many levels are counted.
const FEWER_COUNTED: u64 = 20_000;
/// Steps between two checks of the clock.
const STEPS_A_LOOK: u64 = 1 << 10;

/// The order in which digits are tried.
pub(crate) enum DigitOrder<'a> {
    First,
    /// Those of a filling first, so that results are close to it.
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
    /// The constraints' requirements in addition to the board's own rules, if there are any.
    pub(crate) model: Option<&'a Model>,
    pub order: DigitOrder<'a>,
    /// The walk ends unfinished after this many steps, or when asked to stop.
    pub(crate) most_steps: u64,
    pub stop: StopCheck<'a>,
    pub steps: u64,
    /// The walk ended early: the caller had seen enough, or a limit was hit.
    pub ended: bool,
}

impl<'a> FillingWalk<'a> {
    pub(crate) fn new(shape: &'a GridShape, stop: StopCheck<'a>) -> Self {
        let order = DigitOrder::First;
        Self { shape, model: None, order, most_steps: u64::MAX, stop, steps: 0, ended: false }
    }

    /// Calls `found` with every filling, until it returns false.
    pub(crate) fn run(&mut self, board: CellCandidates, found: &mut dyn FnMut(&Digits) -> bool) {
        if let Some(model) = self.model {
            return self.run_model(model, &board, found);
        }
        match self.shape.n {
            9 => self.go(Bands::of(&board), found),
            _ => self.go(Small { shape: self.shape, board }, found),
        }
    }

    /// Runs by a model of all constraints.
    fn run_model(
        &mut self,
        model: &Model,
        board: &CellCandidates,
        found: &mut dyn FnMut(&Digits) -> bool,
    ) {
        let mut candidates = model.start();
        for (cell, candidates) in candidates.iter_mut().enumerate() {
            *candidates &= board.digits(cell).fold(0, |set, digit| set | 1 << digit);
        }
        let mut walk = Walk::new(model, self.stop);
        walk.most_steps = self.most_steps.saturating_sub(self.steps);
        match &mut self.order {
            DigitOrder::First => {}
            DigitOrder::Near(filling) => walk.near = Some(filling.to_vec()),
            DigitOrder::Random(rng) => walk.rng = Some(rng.fork()),
        }
        walk.run(candidates, &mut |filling| found(&digits_of(filling)));
        self.steps += walk.steps;
        self.ended = walk.ended;
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

/// Digits of at most 81 cells, row by row.
pub(crate) fn digits_of(row: &[u8]) -> Digits {
    let mut digits = [0; CELLS];
    digits.iter_mut().zip(row).for_each(|(digit, held)| *digit = *held);
    digits
}

/// Counts the fillings of a row of digits, 0 for an empty cell, up to `most`; `None` if no board has the
/// row's length.
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

/// Some filling of the digits, and whether it is the only one; `None` if there is none.
pub(crate) fn only(
    grid: &Grid,
    digits: &Digits,
    stop: StopCheck<'_>,
) -> Result<Option<(Digits, bool)>, Halted> {
    let mut found = Vec::new();
    let mut walk = grid.walk(stop);
    walk.run(CellCandidates::given(grid.shape, digits), &mut |full| {
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
        let rules = FillingRules::of(level).ok()?;
        let test = match wanted.shortcuts {
            true => Some(SudokuTest::of(level, &rules.puzzle, stop)?),
            false => None,
        };
        let mut tally = FillingTally::new(&rules, wanted, test);
        let start = rules.start(&rules.puzzle.given);
        let Ended { whole, steps } = rules.run(&start, None, stop, &mut |full| tally.add(full));
        let mut found = Searched { exhausted: whole, effort: steps, ..Searched::default() };
        if wanted.marks && tally.count > 0 {
            found.marks_exact = whole || tally.probe_the_rest(&start, stop);
            if !whole {
                let (estimate, shares) = estimate(&rules, &start, stop);
                // All walks may have failed; a value below the number counted is not an estimate.
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

/// Facts about the fillings so far.
struct FillingTally<'a> {
    rules: &'a FillingRules,
    wanted: Wanted,
    test: Option<SudokuTest>,
    most: u64,
    count: u64,
    plays: Vec<Vec<u8>>,
    digest: u64,
    /// The number of fillings that use a digit is known, not only whether one does.
    counts_uses: bool,
    /// Number of fillings that use each digit, cell by cell.
    uses: Vec<[f64; MAX_DIGITS as usize]>,
}

impl<'a> FillingTally<'a> {
    fn new(rules: &'a FillingRules, wanted: Wanted, test: Option<SudokuTest>) -> Self {
        let many = if wanted.marks && rules.is_plain() { MAX_COUNTED } else { FEWER_COUNTED };
        let uses = vec![[0.0; MAX_DIGITS as usize]; rules.puzzle.given.len()];
        Self {
            rules,
            wanted,
            test,
            most: wanted.most.min(many),
            count: 0,
            plays: Vec::new(),
            digest: 0,
            counts_uses: true,
            uses,
        }
    }

    /// Counts a filling. Returns false when there are enough.
    fn add(&mut self, filling: &[u8]) -> bool {
        if self.test.as_ref().is_some_and(|test| test.practises(filling)) {
            return true;
        }
        self.count += 1;
        if self.plays.len() < self.wanted.plays {
            self.plays.push(filling.to_vec());
        }
        let mut hash = 0u64;
        for (cell, digit) in filling.iter().enumerate() {
            let digit = usize::from(*digit) - 1;
            self.uses[cell][digit] += 1.0;
            hash = (hash ^ (digit as u64 + 1)).wrapping_mul(0x0000_0100_0000_01B3);
            hash = hash.rotate_left(7).wrapping_add(cell as u64);
        }
        self.digest = self.digest.wrapping_add(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        self.count < self.most
    }

    /// Looks for a filling with every digit that none had so far; false if time ran out.
    fn probe_the_rest(&mut self, start: &[u16], stop: StopCheck<'_>) -> bool {
        let mut base = start.to_vec();
        if !self.rules.settle(&mut base) {
            return true;
        }
        for cell in 0..base.len() {
            for digit in 0..self.rules.puzzle.side {
                if self.uses[cell][digit] > 0.0 || base[cell] >> digit & 1 == 0 {
                    continue;
                }
                let mut with = base.clone();
                with[cell] = 1 << digit;
                let uses = &mut self.uses;
                let mut any = false;
                let ended = self.rules.run(&with, None, stop, &mut |filling| {
                    for (cell, digit) in filling.iter().enumerate() {
                        let seen = &mut uses[cell][usize::from(*digit) - 1];
                        *seen = seen.max(1.0);
                    }
                    any = true;
                    false
                });
                if stop() || !any && !ended.whole {
                    return false;
                }
                if !any {
                    // Excludes a digit that no filling has.
                    base[cell] &= !(1 << digit);
                }
            }
        }
        true
    }

    /// Replaces the counts by shares of an estimated number; possible digits stay possible.
    fn scale(&mut self, shares: &[[f64; MAX_DIGITS as usize]], total: f64) {
        for (uses, shares) in self.uses.iter_mut().flatten().zip(shares.iter().flatten()) {
            if *uses > 0.0 {
                *uses = (shares * total).round().max(1.0);
            }
        }
    }

    fn into(self, found: Searched) -> Searched {
        let puzzle = &self.rules.puzzle;
        let marks: Vec<Mark> = digit_marks(puzzle.side);
        let (mut forced, mut possible) = (BTreeSet::new(), BTreeSet::new());
        let mut uses: BTreeMap<(Site, Mark), f64> = BTreeMap::new();
        let open = puzzle.given.iter().enumerate().filter(|(_, digit)| **digit == 0);
        for (cell, _) in open.filter(|_| self.wanted.marks) {
            let used = || self.uses[cell].iter().zip(&marks).filter(|(n, _)| **n > 0.0);
            let alone = used().count() == 1;
            for (n, mark) in used() {
                let here = (puzzle.site(cell), mark.clone());
                if self.counts_uses {
                    uses.insert(here.clone(), *n);
                }
                if alone {
                    forced.insert(here.clone());
                }
                possible.insert(here);
            }
        }
        let plays = self.plays.iter().map(|filling| self.rules.play(filling)).collect();
        Searched { count: self.count, plays, forced, possible, uses, digest: self.digest, ..found }
    }
}
