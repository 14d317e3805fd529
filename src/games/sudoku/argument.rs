//! Arguments: filled cells and constraints that force the digit of an empty cell, with as few of them as
//! possible.
//!
//! Rows, columns and boxes are given; a constraint counts as much as a filled cell. A filling differs in the
//! constraints that it breaks. Evidence is valid when every filling that agrees with it agrees in the
//! conclusion; so it needs a cell in which each other filling differs from the solution. The smallest
//! arguments are the smallest hitting sets of all those differences. Differences are found as they are
//! needed: the search tries a hitting set of the known ones, and moves the filling that refutes it as close
//! to the solution as possible, which makes the strongest difference. They depend only on the solution and
//! serve all conclusions, whatever else is filled in meanwhile. Source: Smith, "Answer Set Programming in
//! Proofdoku" (2017), "Arguments", and `argument.lp` there; the specification is
//! `encodings/sudoku_argument.lp`.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::candidates::{CellCandidates, Digits};
use crate::engine::Model;
use crate::grid::Grid;
use crate::hitting::{SetBounds, add, hit};
use crate::puzzle::Puzzle;
use crate::sat::Clauses;
use crate::search::{DigitOrder, FillingWalk};
use crate::shape::{CELLS, Cells, GridShape, MAX_CONSTRAINTS, bit, members, set_of};
pub(crate) use foolproof_game::Halted;
use foolproof_game::{GameError, StopCheck};

/// Steps of a walk over choices after which clauses take over.
const STEPS: u64 = 400;
/// Up to this many fillings are simply listed.
const FEW: u32 = 300;
/// Steps spent on a nearer filling: a difference need not be the smallest.
const STEPS_NEARER: u64 = 40;

/// Most subsets of constraints whose rules are cached.
const MAX_MODELS: usize = 2_000;

/// A walk by the rules of the board, or by those with constraints.
fn walk_by<'a>(
    shape: &'static GridShape,
    model: Option<&'a Model>,
    stop: StopCheck<'a>,
) -> FillingWalk<'a> {
    FillingWalk { model, ..FillingWalk::new(shape, stop) }
}

/// Known facts about the arguments of a solution.
pub(crate) struct SudokuCases {
    pub shape: &'static GridShape,
    pub solution: Digits,
    /// The level, if it has constraints.
    puzzle: Option<Arc<Puzzle>>,
    /// The rules with some of the constraints, for walks.
    models: BTreeMap<Cells, Arc<Model>>,
    /// Sets of cells in which other fillings differ from the solution.
    differences: Vec<Cells>,
    /// Sets that evidence for each conclusion has to hit, as far as computed.
    sets: Vec<Sets>,
    clauses: Option<Clauses>,
}

/// The differences that matter to a conclusion, among some filled cells, without needless ones.
#[derive(Clone, Default)]
struct Sets {
    filled: Cells,
    /// Number of differences already examined.
    seen: usize,
    sets: Vec<Cells>,
}

/// Adds the digits of a filling, a bit each.
fn note(seen: &mut [u16; CELLS], filling: &Digits) {
    for (seen, digit) in seen.iter_mut().zip(filling).filter(|(_, digit)| **digit > 0) {
        *seen |= 1 << (digit - 1);
    }
}

/// The arguments of one conclusion, among the filled cells.
#[derive(Clone, Copy)]
pub(crate) struct Matter {
    pub filled: Cells,
    pub conclusion: usize,
}

impl SudokuCases {
    pub(crate) fn new(grid: &Grid, solution: Digits) -> Self {
        let mut cases = Self {
            shape: grid.shape,
            solution,
            puzzle: grid.puzzle.clone(),
            models: BTreeMap::new(),
            differences: Vec::new(),
            sets: Vec::new(),
            clauses: None,
        };
        cases.sets.resize_with(CELLS, Sets::default);
        cases.swap_pairs();
        cases
    }

    /// Cases of a grid; an error if it has more constraints than can be weighed.
    pub(crate) fn weighed(grid: &Grid, solution: Digits) -> Result<Self, GameError> {
        let many = grid.puzzle.as_ref().map_or(0, |puzzle| puzzle.objects.len());
        match many > MAX_CONSTRAINTS {
            true => Err(GameError::Board(format!(
                "arguments weigh up to {MAX_CONSTRAINTS} constraints, and the level has {many}"
            ))),
            false => Ok(Self::new(grid, solution)),
        }
    }

    /// All constraints, as evidence.
    pub(crate) fn constraints(&self) -> Cells {
        let many = self.puzzle.as_ref().map_or(0, |puzzle| puzzle.objects.len());
        set_of((CELLS..CELLS + many).take(MAX_CONSTRAINTS))
    }

    /// All cells and constraints.
    pub(crate) fn everything(&self) -> Cells {
        self.shape.all | self.constraints()
    }

    /// The rules with only the constraints of some evidence; `None` for those of the bare board.
    fn model(&mut self, evidence: Cells) -> Option<Arc<Model>> {
        let chosen = evidence & !self.shape.all;
        let puzzle = self.puzzle.as_ref().filter(|_| chosen != 0)?;
        if let Some(known) = self.models.get(&chosen) {
            return Some(Arc::clone(known));
        }
        let objects = members(chosen).filter_map(|at| puzzle.objects.get(at - CELLS).cloned());
        let part = Puzzle::new(puzzle.side, puzzle.given.clone(), objects.collect());
        // A constraint may depend on others, such as on the positions of dots; these are kept.
        let model = Arc::new(part.model_within(puzzle));
        if self.models.len() >= MAX_MODELS {
            self.models.clear();
        }
        self.models.insert(chosen, Arc::clone(&model));
        Some(model)
    }

    /// Adds differences in two digits only: cells that hold either one, and may swap them without affecting
    /// others.
    fn swap_pairs(&mut self) {
        let n = u8::try_from(self.shape.n).unwrap_or(0);
        let holding = |digit: u8| {
            let cells = (0..self.shape.cells()).filter(|cell| self.solution[*cell] == digit);
            set_of(cells)
        };
        let mut found = Vec::new();
        for one in 1..=n {
            for two in one + 1..=n {
                let mut left: Cells = holding(one) | holding(two);
                while left != 0 {
                    let mut part = left & left.wrapping_neg();
                    loop {
                        let near = members(part).map(|cell| self.shape.peers[cell]);
                        let wider = part | left & near.fold(0, |set, peers| set | peers);
                        if wider == part {
                            break;
                        }
                        part = wider;
                    }
                    let mut swapped = self.solution;
                    for cell in members(part) {
                        swapped[cell] = if swapped[cell] == one { two } else { one };
                    }
                    found.push(self.difference(&swapped));
                    left &= !part;
                }
            }
        }
        self.differences.extend(found);
    }

    /// The difference from the solution of a filling that agrees with the evidence, but not with the
    /// conclusion: as small among the filled cells as possible. `None` if no such filling exists, so that the
    /// evidence is valid.
    fn refutation(
        &mut self,
        evidence: Cells,
        matter: Matter,
        stop: StopCheck<'_>,
    ) -> Result<Option<Cells>, Halted> {
        let Some(mut least) = self.refuted(evidence, matter.conclusion, stop)? else {
            return Ok(None);
        };
        // Each cell that can agree as well is made to.
        let mut agreed = matter.filled & !least;
        for cell in members(matter.filled & least) {
            if least & bit(cell) == 0 {
                continue;
            }
            let (walk, _) = self.walk(agreed | bit(cell), matter.conclusion, STEPS_NEARER, stop);
            if let Some(nearer) = walk {
                least = self.difference(&nearer);
                agreed = matter.filled & !least;
            }
        }
        Ok(Some(least))
    }

    /// The difference of some filling that agrees with the evidence, but not in the conclusion.
    fn refuted(
        &mut self,
        evidence: Cells,
        conclusion: usize,
        stop: StopCheck<'_>,
    ) -> Result<Option<Cells>, Halted> {
        if stop() {
            return Err(Halted);
        }
        let found = match self.walk(evidence, conclusion, STEPS, stop) {
            (None, true) if stop() => return Err(Halted),
            (None, true) if evidence & !self.shape.all != 0 => {
                let (found, ended) = self.walk(evidence, conclusion, u64::MAX, stop);
                if ended && found.is_none() {
                    return Err(Halted);
                }
                found
            }
            (None, true) => {
                let shape = self.shape;
                let clauses = self.clauses.get_or_insert_with(|| Clauses::new(shape));
                clauses.filling(&self.solution, evidence, conclusion, stop)?
            }
            (found, _) => found,
        };
        Ok(found.map(|filling| self.difference(&filling)))
    }

    /// A filling that agrees with the evidence, but not with the conclusion, as close to the solution as is
    /// easy to find; and whether the walk ended before it could rule one out.
    fn walk(
        &mut self,
        evidence: Cells,
        conclusion: usize,
        steps: u64,
        stop: StopCheck<'_>,
    ) -> (Option<Digits>, bool) {
        let model = self.model(evidence);
        let mut board = self.agreeing(evidence);
        board.drop(usize::from(self.solution[conclusion]) - 1, conclusion);
        let mut walk = walk_by(self.shape, model.as_deref(), stop);
        walk.order = DigitOrder::Near(&self.solution);
        walk.most_steps = steps;
        let found = walk.first(board);
        (found, walk.ended)
    }

    /// The board with only the cells of some evidence filled.
    fn agreeing(&self, evidence: Cells) -> CellCandidates {
        CellCandidates::agreeing(self.shape, &self.solution, evidence & self.shape.all)
    }

    /// The cells where a filling differs from the solution, and the constraints that it breaks.
    fn difference(&self, filling: &Digits) -> Cells {
        let n_cells = self.shape.cells();
        let differs = |cell: &usize| filling[*cell] != self.solution[*cell];
        let cells = set_of((0..n_cells).filter(differs));
        let Some(puzzle) = &self.puzzle else { return cells };
        let numbered = puzzle.objects.iter().enumerate().take(MAX_CONSTRAINTS);
        let broken = numbered.filter(|(_, object)| {
            object.kind.broken(object, puzzle, &filling[..n_cells]).is_some()
        });
        cells | set_of(broken.map(|(number, _)| CELLS + number))
    }

    /// The digits, a bit each, that every cell may hold in fillings that agree with the evidence.
    pub(crate) fn possible(
        &mut self,
        evidence: Cells,
        stop: StopCheck<'_>,
    ) -> Result<[u16; CELLS], Halted> {
        let mut seen = [0u16; CELLS];
        let model = self.model(evidence);
        let mut base = self.agreeing(evidence);
        // Immediate consequences need no search.
        base.settle(self.shape);
        note(&mut seen, &self.solution);
        // Few fillings are quickly listed.
        let mut walk = walk_by(self.shape, model.as_deref(), stop);
        let mut left = FEW;
        walk.most_steps = 20 * STEPS;
        walk.run(base, &mut |filling| {
            note(&mut seen, filling);
            left -= 1;
            left > 0
        });
        if !walk.ended {
            return Ok(seen);
        }
        let mut rng = fastrand::Rng::with_seed(81);
        for cell in 0..self.shape.cells() {
            for digit in 0..self.shape.n {
                if seen[cell] >> digit & 1 == 1 || !base.has(digit, cell) {
                    continue;
                }
                if stop() {
                    return Err(Halted);
                }
                let mut board = base;
                board.keep(digit, cell);
                let mut walk = walk_by(self.shape, model.as_deref(), stop);
                walk.order = DigitOrder::Random(&mut rng);
                walk.most_steps = 20 * STEPS;
                let found = walk.first(board);
                let ended = walk.ended;
                match found {
                    Some(filling) => note(&mut seen, &filling),
                    None if ended => {
                        // Hardly ever: a whole walk, which may take a while.
                        let mut walk = walk_by(self.shape, model.as_deref(), stop);
                        if let Some(filling) = walk.first(board) {
                            note(&mut seen, &filling);
                        } else if walk.ended {
                            return Err(Halted);
                        }
                    }
                    None => {}
                }
            }
        }
        Ok(seen)
    }

    /// A smallest valid argument within these bounds; `None` if there is none. The caller knows that none
    /// has fewer cells than the least.
    pub(crate) fn smallest(
        &mut self,
        matter: Matter,
        mut bounds: SetBounds,
        stop: StopCheck<'_>,
    ) -> Result<Option<Cells>, Halted> {
        loop {
            if stop() {
                return Err(Halted);
            }
            let found = hit(self.sets(matter), bounds, stop)?;
            let Some(found) = found else { return Ok(None) };
            bounds.least = found.count_ones();
            // A larger valid one meets further differences on its way.
            let mut wider = found;
            while let Some(difference) = self.refutation(wider, matter, stop)? {
                self.differences.push(difference);
                let hits = difference & matter.filled;
                if hits == 0 {
                    // Not even all filled cells prove it.
                    return Ok(None);
                }
                wider |= hits & hits.wrapping_neg();
            }
            if wider == found {
                return Ok(Some(found));
            }
        }
    }

    /// Sets that evidence for the conclusion has to hit, as far as known.
    fn sets(&mut self, Matter { filled, conclusion }: Matter) -> &[Cells] {
        let known = &mut self.sets[conclusion];
        if known.filled != filled {
            *known = Sets { filled, ..Sets::default() };
        }
        for difference in &self.differences[known.seen..] {
            if difference & bit(conclusion) != 0 {
                add(&mut known.sets, difference & filled);
            }
        }
        known.seen = self.differences.len();
        &known.sets
    }

    /// Cells in all smallest arguments and cells in none, both among the filled ones.
    pub(crate) fn in_all_and_none(
        &mut self,
        matter: Matter,
        smallest: Cells,
        stop: StopCheck<'_>,
    ) -> Result<(Cells, Cells), Halted> {
        let size = smallest.count_ones();
        let bounds = SetBounds::of_size(size, size);
        let (mut all, mut some) = (smallest, smallest);
        for cell in members(smallest) {
            // A cell that some smallest argument lacks is not in all.
            if all & bit(cell) != 0
                && let Some(other) =
                    self.smallest(matter, SetBounds { without: bit(cell), ..bounds }, stop)?
            {
                all &= other;
                some |= other;
            }
        }
        for cell in members(matter.filled) {
            if some & bit(cell) == 0
                && let Some(other) =
                    self.smallest(matter, SetBounds { with: bit(cell), ..bounds }, stop)?
            {
                some |= other;
            }
        }
        Ok((all, matter.filled & !some))
    }
}

#[cfg(test)]
#[path = "argument_tests.rs"]
mod tests;
