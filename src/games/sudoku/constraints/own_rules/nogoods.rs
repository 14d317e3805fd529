//! Pruning by rules: tables of incompatible digits, and evaluation on the whole board if tables do not
//! suffice.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::evaluate::{Condition, evaluate};
use super::plan::Program;
use crate::engine::{Automaton, Board, Cost, Model, Propagator};
use crate::puzzle::Puzzle;

/// Most steps for tables, and for a full board; the judge and the search reject a board that takes more.
const MAX_TABLE_STEPS: u64 = 3_000_000;
pub(super) const MAX_BOARD_STEPS: u64 = 20_000_000;

/// Most sets of cells that are evaluated, each once it is filled.
const MAX_LOOKS: usize = 200;

/// Most parts of rows that are looked at to make an automaton of a table.
const MAX_TABLE_PARTS: usize = 2_000_000;

/// The automaton of the rows of digits that are in none of some rows of sets; `None` if it is too large. Its
/// state is the rest of each row of sets that holds what was read.
fn outside<'r>(side: usize, rows: &'r [Vec<u16>]) -> Option<Automaton> {
    let start: Vec<&'r [u16]> = rows.iter().map(Vec::as_slice).collect();
    let left = Cell::new(MAX_TABLE_PARTS);
    let step = |state: &Vec<&'r [u16]>, digit: u8| {
        left.set(left.get().saturating_sub(state.len()));
        let holds = |set: u16| set >> (digit - 1) & 1 == 1;
        let rests = state.iter().filter_map(|row| row.split_first());
        let mut next: Vec<&'r [u16]> =
            rests.filter(|(set, _)| holds(**set)).map(|(_, rest)| rest).collect();
        next.sort_unstable();
        next.dedup();
        (left.get() > 0).then_some(next)
    };
    let automaton = Automaton::explore_some(side, vec![start], &step, &Vec::is_empty);
    // Without its last steps it would allow too little.
    automaton.filter(|_| left.get() > 0)
}

/// Rules that are evaluated once some cells are filled.
struct FilledCells {
    program: Arc<Program>,
    puzzle: Arc<Puzzle>,
    cells: Vec<usize>,
}

impl Propagator for FilledCells {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Dear
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        if !self.cells.iter().all(|cell| board.of(*cell).is_power_of_two()) {
            return true;
        }
        let all = 0..self.puzzle.given.len();
        let held: Vec<u16> = all.map(|cell| board.of(cell)).collect();
        let is_full = held.iter().all(|set| set.is_power_of_two());
        match evaluate(&self.program, &self.puzzle, &held, MAX_BOARD_STEPS) {
            Some(findings) => findings.found.iter().all(|found| !found.when.is_empty()),
            None => !is_full,
        }
    }
}

/// Posts rules.
pub(super) fn post(program: &Arc<Program>, puzzle: &Puzzle, model: &mut Model) {
    let open = vec![model.all(); model.cells()];
    let (found, mut open) = match evaluate(program, puzzle, &open, MAX_TABLE_STEPS) {
        Some(findings) => (findings.found, findings.open),
        None => (Vec::new(), BTreeSet::from([None])),
    };
    let mut tables: BTreeMap<Vec<usize>, Vec<Vec<u16>>> = BTreeMap::new();
    for found in found {
        post_one(&found.when, model, &mut tables);
    }
    for (cells, mut rows) in tables {
        rows.sort_unstable();
        rows.dedup();
        match outside(model.side, &rows) {
            Some(automaton) => model.read(&cells, &automaton),
            None => _ = open.insert(Some(cells.into_iter().collect())),
        }
    }
    let open = if open.len() > MAX_LOOKS { BTreeSet::from([None]) } else { open };
    let puzzle = Arc::new(Puzzle { objects: Vec::new(), ..puzzle.clone() });
    for cells in open {
        let cells = cells.map_or_else(|| (0..model.cells()).collect(), Vec::from_iter);
        let (program, puzzle) = (Arc::clone(program), Arc::clone(&puzzle));
        model.post(FilledCells { program, puzzle, cells });
    }
}

fn post_one(when: &Condition, model: &mut Model, tables: &mut BTreeMap<Vec<usize>, Vec<Vec<u16>>>) {
    let mut cells = when.iter().map(|(cell, set)| (*cell, *set));
    match (cells.next(), cells.next(), cells.next()) {
        (None, _, _) => model.refute(),
        (Some((cell, set)), None, _) => model.allow(cell, !set),
        (Some((a, of_a)), Some((b, of_b)), None) => {
            let has = |set: u16, digit: u8| set >> (digit - 1) & 1 == 1;
            model.pair(a, b, |x, y| !(has(of_a, x) && has(of_b, y)));
        }
        _ => {
            let rows = tables.entry(when.keys().copied().collect()).or_default();
            rows.push(when.values().copied().collect());
        }
    }
}
