//! Searches of a SAT solver that end after a number of conflicts, so that their results do not depend on the
//! machine's load.

use batsat::theory::Theory;
use batsat::{Callbacks, Lit, Solver, SolverInterface as _, clause, lbool};

use foolproof_kernel::StopCheck;

/// Maximum number of conflicts between two checks for a stop.
const PAUSE: u64 = 500;

/// The number of conflicts that a solver may still have.
#[derive(Debug, Default)]
pub struct ConflictBound {
    pub left: u64,
}

impl Callbacks for ConflictBound {
    fn on_new_clause(&mut self, _: &[Lit], _: clause::Kind) {
        self.left = self.left.saturating_sub(1);
    }

    fn stop(&self) -> bool {
        self.left == 0
    }
}

/// End of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    Model,
    NoModel,
    /// The limit of conflicts was reached.
    Limit,
    Stopped,
}

/// Searches for a model in which all of these hold, with at most this many conflicts.
pub fn search_model(
    solver: &mut Solver<ConflictBound>,
    theory: &mut impl Theory,
    assumed: &[Lit],
    mut conflicts: u64,
    stop: StopCheck<'_>,
) -> SearchEnd {
    loop {
        // Most questions are answered at once, so each one checks for a stop.
        if stop() {
            return SearchEnd::Stopped;
        }
        let pause = conflicts.clamp(1, PAUSE);
        solver.cb_mut().left = pause;
        match solver.solve_limited_th(theory, assumed) {
            found if found == lbool::TRUE => return SearchEnd::Model,
            found if found == lbool::FALSE => return SearchEnd::NoModel,
            _ => conflicts = conflicts.saturating_sub(pause),
        }
        if conflicts == 0 {
            return SearchEnd::Limit;
        }
    }
}
