//! The rules of Sudoku as clauses: for the rare proofs on nearly empty boards in which a walk over choices
//! takes too long.
//!
//! The solver's learned clauses follow from the rules alone, so they serve every later question.

use batsat::theory::EmptyTheory;
use batsat::{Lit, Solver, SolverInterface as _, SolverOpts, Var, lbool};

use foolproof_game::StopCheck;
use foolproof_ground::{ConflictBound, SearchEnd, search_model};

use crate::argument::Halted;
use crate::candidates::Digits;
use crate::shape::{CELLS, Cells, GridShape, members};

pub(crate) struct Clauses {
    shape: &'static GridShape,
    solver: Solver<ConflictBound>,
}

impl Clauses {
    pub(crate) fn new(shape: &'static GridShape) -> Self {
        let solver = Solver::new(SolverOpts::default(), ConflictBound::default());
        let mut clauses = Self { shape, solver };
        let n = shape.n;
        for cell in 0..shape.cells() {
            clauses.just_one((0..n).map(|digit| (cell, digit)).collect());
        }
        for unit in shape.units() {
            for digit in 0..n {
                clauses.just_one(members(*unit).map(|cell| (cell, digit)).collect());
            }
        }
        clauses
    }

    fn just_one(&mut self, places: Vec<(usize, usize)>) {
        let mut lits: Vec<Lit> =
            places.iter().map(|(cell, digit)| self.lit(*cell, *digit)).collect();
        for (at, one) in lits.iter().enumerate() {
            for two in &lits[at + 1..] {
                self.solver.add_clause_reuse(&mut vec![!*one, !*two]);
            }
        }
        self.solver.add_clause_reuse(&mut lits);
    }

    fn lit(&mut self, cell: usize, digit: usize) -> Lit {
        let number = u32::try_from(cell * self.shape.n + digit).unwrap_or(0);
        let var: Var = self.solver.var_of_int(number);
        Lit::new(var, true)
    }

    /// A filling with these cells of `solution`, but another digit in the cell `but`.
    pub(crate) fn filling(
        &mut self,
        solution: &Digits,
        cells: Cells,
        but: usize,
        stop: StopCheck<'_>,
    ) -> Result<Option<Digits>, Halted> {
        let digit = |cell: usize| usize::from(solution[cell]) - 1;
        let mut assumed: Vec<Lit> =
            members(cells).map(|cell| self.lit(cell, digit(cell))).collect();
        assumed.push(!self.lit(but, digit(but)));
        let solver = &mut self.solver;
        // Learned clauses are kept for later questions.
        match search_model(solver, &mut EmptyTheory::new(), &assumed, u64::MAX, stop) {
            SearchEnd::Model => {}
            SearchEnd::NoModel => return Ok(None),
            SearchEnd::Limit | SearchEnd::Stopped => return Err(Halted),
        }
        let mut found = [0; CELLS];
        for (cell, place) in found.iter_mut().enumerate().take(self.shape.cells()) {
            let mut holds = |digit: &usize| {
                let var = u32::try_from(cell * self.shape.n + digit).unwrap_or(0);
                let var = self.solver.var_of_int(var);
                self.solver.value_var(var) == lbool::TRUE
            };
            *place = (1u8..).zip(0..self.shape.n).find(|(_, d)| holds(d)).map_or(0, |(n, _)| n);
        }
        Ok(Some(found))
    }
}
