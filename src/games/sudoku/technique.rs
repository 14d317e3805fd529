//! The usual name of an argument's technique, so that a setter reads familiar words.
//!
//! From the evidence alone, the candidates of cells are narrowed by the usual techniques, the easy ones
//! first, until the conclusion is reached; the hardest technique used names the argument.

use crate::candidates::{CellCandidates, Digits};
use crate::shape::{Cells, GridShape, bit, members, set_of};

/// Techniques, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Technique {
    FullHouse,
    HiddenSingle,
    NakedSingle,
    LockedCandidates,
    NakedPair,
    HiddenPair,
    NakedTriple,
    HiddenTriple,
    XWing,
    Swordfish,
    /// Singles one after the other, on other cells first.
    Chain,
}

impl Technique {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FullHouse => "full house",
            Self::HiddenSingle => "hidden single",
            Self::NakedSingle => "naked single",
            Self::LockedCandidates => "locked candidates",
            Self::NakedPair => "naked pair",
            Self::HiddenPair => "hidden pair",
            Self::NakedTriple => "naked triple",
            Self::HiddenTriple => "hidden triple",
            Self::XWing => "X-wing",
            Self::Swordfish => "swordfish",
            Self::Chain => "chain of singles",
        }
    }
}

/// The name of an argument; `None` if no usual technique reaches its conclusion.
pub(crate) fn name(
    shape: &GridShape,
    solution: &Digits,
    evidence: Cells,
    conclusion: usize,
) -> Option<Technique> {
    let mut board = CellCandidates::new(shape);
    for cell in members(evidence) {
        fill(&mut board, shape, usize::from(solution[cell]) - 1, cell);
    }
    board.open &= !evidence;
    let digit = usize::from(solution[conclusion]) - 1;
    let units = || shape.units().iter().filter(|unit| **unit & bit(conclusion) != 0);
    if units().any(|unit| unit & !evidence == bit(conclusion)) {
        return Some(Technique::FullHouse);
    }
    let mut hardest = Technique::HiddenSingle;
    loop {
        if units().any(|unit| board.of[digit] & unit == bit(conclusion)) {
            return Some(hardest);
        }
        if board.digits(conclusion).eq([digit]) {
            return Some(hardest.max(Technique::NakedSingle));
        }
        hardest = hardest.max(narrow(&mut board, shape)?);
    }
}

/// The simplest technique that leads to the wanted result when it is used once, on a board that is not
/// narrowed otherwise; `None` if the board has that already, or if no technique does.
pub(crate) fn one_that(
    shape: &GridShape,
    board: CellCandidates,
    leads: impl Fn(&CellCandidates) -> bool,
) -> Option<Technique> {
    if leads(&board) {
        // The removed digits leave just one.
        return Some(Technique::NakedSingle);
    }
    let used = |(technique, rule): (Technique, NarrowingRule)| {
        let mut narrowed = board;
        rule(&mut narrowed, shape);
        leads(&narrowed).then_some(technique)
    };
    SINGLES.into_iter().chain(NARROWING).find_map(used)
}

/// Techniques that settle cells with several digits left.
pub(crate) const SINGLES: [(Technique, NarrowingRule); 2] = [
    (Technique::FullHouse, |board, shape| hidden_single(board, shape, 1)),
    (Technique::HiddenSingle, |board, shape| hidden_single(board, shape, shape.n as u32)),
];

/// Fills in a digit that has one place left in a unit, if at most `most` cells of the unit are open.
fn hidden_single(board: &mut CellCandidates, shape: &GridShape, most: u32) {
    let before = *board;
    for unit in shape.units().iter().filter(|unit| (*unit & before.open).count_ones() <= most) {
        for digit in 0..shape.n {
            let places = before.of[digit] & unit;
            if places.count_ones() == 1 && places & before.open != 0 {
                board.keep(digit, places.trailing_zeros() as usize);
            }
        }
    }
}

/// Fills a cell, and removes the digit from the cells that see it.
fn fill(board: &mut CellCandidates, shape: &GridShape, digit: usize, cell: usize) {
    board.keep(digit, cell);
    board.of[digit] &= !shape.peers[cell];
    board.open &= !bit(cell);
}

pub(crate) type NarrowingRule = fn(&mut CellCandidates, &GridShape);

/// Techniques that narrow candidates, the easy ones first.
pub(crate) const NARROWING: [(Technique, NarrowingRule); 7] = [
    (Technique::LockedCandidates, locked),
    (Technique::NakedPair, |board, shape| naked(board, shape, 2)),
    (Technique::HiddenPair, |board, shape| hidden(board, shape, 2)),
    (Technique::NakedTriple, |board, shape| naked(board, shape, 3)),
    (Technique::HiddenTriple, |board, shape| hidden(board, shape, 3)),
    (Technique::XWing, |board, shape| fish(board, shape, 2)),
    (Technique::Swordfish, |board, shape| fish(board, shape, 3)),
];

/// One step of the easiest technique that narrows anything.
fn narrow(board: &mut CellCandidates, shape: &GridShape) -> Option<Technique> {
    let before = board.of;
    for (technique, rule) in NARROWING {
        rule(board, shape);
        if board.of != before {
            return Some(technique);
        }
    }
    single(board, shape).then_some(Technique::Chain)
}

/// Fills one cell that has one digit left, or is the one place of a digit in a unit.
fn single(board: &mut CellCandidates, shape: &GridShape) -> bool {
    for cell in members(board.open) {
        let digits: Vec<usize> = board.digits(cell).collect();
        if let [digit] = digits[..] {
            fill(board, shape, digit, cell);
            return true;
        }
    }
    for digit in 0..shape.n {
        for unit in shape.units() {
            let places = board.of[digit] & unit;
            if places.count_ones() == 1 && places & board.open != 0 {
                fill(board, shape, digit, places.trailing_zeros() as usize);
                return true;
            }
        }
    }
    false
}

/// Removes a digit whose places in one unit are all in another from the rest of that.
fn locked(board: &mut CellCandidates, shape: &GridShape) {
    for digit in 0..shape.n {
        for one in shape.units() {
            for two in shape.units() {
                let places = board.of[digit] & one;
                if one != two && places != 0 && places & !two == 0 {
                    board.of[digit] &= !(two & !one);
                }
            }
        }
    }
}

/// `size` cells of a unit with as many digits together: the other cells of the unit lose those.
fn naked(board: &mut CellCandidates, shape: &GridShape, size: usize) {
    for unit in shape.units() {
        let cells: Vec<usize> = members(unit & board.open).collect();
        for chosen in choices(cells.len(), size) {
            let set = set_of(chosen.iter().map(|at| cells[*at]));
            let digits: Vec<usize> = (0..shape.n).filter(|d| board.of[*d] & set != 0).collect();
            if digits.len() == size {
                digits.iter().for_each(|digit| board.of[*digit] &= !(unit & !set));
            }
        }
    }
}

/// `size` digits that have as many places in a unit: those cells lose other digits.
fn hidden(board: &mut CellCandidates, shape: &GridShape, size: usize) {
    for unit in shape.units() {
        for chosen in choices(shape.n, size) {
            let places = chosen.iter().map(|digit| board.of[*digit] & unit);
            let places: Cells = places.fold(0, |set, places| set | places);
            let known = chosen.iter().any(|digit| (board.of[*digit] & unit).count_ones() < 2);
            if places.count_ones() as usize == size && !known {
                for digit in (0..shape.n).filter(|digit| !chosen.contains(digit)) {
                    board.of[digit] &= !places;
                }
            }
        }
    }
}

/// Removes a digit whose places in `size` rows are in as many columns from the rest of those; and vice versa.
fn fish(board: &mut CellCandidates, shape: &GridShape, size: usize) {
    for (bases, covers) in [(shape.rows(), shape.columns()), (shape.columns(), shape.rows())] {
        for digit in 0..shape.n {
            for chosen in choices(shape.n, size) {
                let lines = chosen.iter().map(|at| bases[*at]);
                let base = lines.fold(0, |set, line| set | line);
                let places = board.of[digit] & base;
                let thin = |at: &usize| (board.of[digit] & bases[*at]).count_ones() < 2;
                let cover: Vec<&Cells> = covers.iter().filter(|c| *c & places != 0).collect();
                if cover.len() == size && !chosen.iter().any(thin) {
                    let all = cover.into_iter().fold(0, |set, line| set | line);
                    board.of[digit] &= !(all & !base);
                }
            }
        }
    }
}

/// All ways to choose `size` (2 or 3) of `n`.
fn choices(n: usize, size: usize) -> Vec<Vec<usize>> {
    let pairs = (0..n).flat_map(|one| (one + 1..n).map(move |two| vec![one, two]));
    match size {
        2 => pairs.collect(),
        _ => pairs
            .flat_map(|pair| (pair[1] + 1..n).map(move |three| vec![pair[0], pair[1], three]))
            .collect(),
    }
}
