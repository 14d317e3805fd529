//! A SAT solver that knows the gates of a circuit, as far as they were asked about.
//!
//! Gates become clauses as in G. S. Tseitin, *On the complexity of derivation in propositional calculus*
//! (1968). A search ends after so many conflicts, however busy the machine is.

use batsat::{Callbacks, Lit, Solver, SolverInterface as _, SolverOpts, Var, clause, lbool};

use super::circuit::{Circuit, Wire};

/// Ends a search after so many conflicts.
struct ConflictBound {
    left: u64,
}

impl Callbacks for ConflictBound {
    fn on_new_clause(&mut self, _: &[Lit], kind: clause::Kind) {
        if kind == clause::Kind::Learnt {
            self.left = self.left.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.left == 0
    }
}

/// Clauses of gates, and what else has to hold.
pub(crate) struct GateSolver {
    solver: Solver<ConflictBound>,
    /// By nodes of the circuit: the variable, and whether its gate has its clauses.
    vars: Vec<Option<(Var, bool)>>,
}

impl GateSolver {
    /// `conflicts` is for all searches together.
    pub(crate) fn new(conflicts: u64) -> Self {
        let bound = ConflictBound { left: conflicts };
        Self { solver: Solver::new(SolverOpts::default(), bound), vars: Vec::new() }
    }

    /// Work that was done so far: literals that became true.
    pub(crate) fn work(&self) -> u64 {
        self.solver.num_propagations()
    }

    /// A literal that belongs to no wire.
    pub(crate) fn new_lit(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// The literal of a wire. O(gates that it depends on and that have no clauses yet).
    pub(crate) fn lit(&mut self, circuit: &Circuit, wire: Wire) -> Lit {
        let mut open = vec![wire.node().0];
        while let Some(node) = open.pop() {
            self.add_gate(circuit, node, &mut open);
        }
        self.lit_of(wire)
    }

    /// Makes clauses of all gates that there are.
    pub(crate) fn add_all(&mut self, circuit: &Circuit) {
        for node in self.vars.len()..circuit.n_gates() {
            self.lit(circuit, Wire::of_node(node));
        }
    }

    /// Makes the clauses of a node, and notes what has to have them as well.
    fn add_gate(&mut self, circuit: &Circuit, node: usize, open: &mut Vec<usize>) {
        let var = self.var(node);
        match self.vars.get_mut(node) {
            Some(Some((_, has_clauses))) if !*has_clauses => *has_clauses = true,
            _ => return,
        }
        let lit = Lit::new(var, true);
        match circuit.gate(node) {
            Some((one, other)) => {
                open.extend([one.node().0, other.node().0]);
                let (one, other) = (self.lit_of(one), self.lit_of(other));
                for clause in [&[!lit, one][..], &[!lit, other], &[lit, !one, !other]] {
                    self.clause(clause);
                }
            }
            None if node == 0 => self.clause(&[!lit]),
            None => {}
        }
    }

    fn var(&mut self, node: usize) -> Var {
        if self.vars.len() <= node {
            self.vars.resize(node + 1, None);
        }
        if let Some((var, _)) = self.vars[node] {
            return var;
        }
        let var = self.solver.new_var_default();
        self.vars[node] = Some((var, false));
        var
    }

    fn lit_of(&mut self, wire: Wire) -> Lit {
        let (node, inverted) = wire.node();
        Lit::new(self.var(node), !inverted)
    }

    /// One of these has to hold from now on.
    pub(crate) fn clause(&mut self, lits: &[Lit]) {
        self.solver.add_clause_reuse(&mut lits.to_vec());
    }

    /// Lets the next searches have so many conflicts.
    pub(crate) fn allow(&mut self, conflicts: u64) {
        self.solver.cb_mut().left = conflicts;
    }

    /// Whether all of these can hold; `None` if work runs out.
    pub(crate) fn solve(&mut self, assumed: &[Lit]) -> Option<bool> {
        match self.solver.solve_limited(assumed) {
            found if found == lbool::TRUE => Some(true),
            found if found == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    /// Whether a literal holds in the last model.
    pub(crate) fn holds(&self, lit: Lit) -> bool {
        self.solver.value_lit(lit) == lbool::TRUE
    }

    /// Whether a wire is on in the last model; false of wires that were never asked about.
    pub(crate) fn is_on(&self, wire: Wire) -> bool {
        match wire {
            Wire::FALSE => false,
            Wire::TRUE => true,
            wire => {
                let (node, inverted) = wire.node();
                let var = self.vars.get(node).copied().flatten();
                var.is_some_and(|(var, _)| (self.solver.value_var(var) == lbool::TRUE) != inverted)
            }
        }
    }

    /// Whether the last search that found nothing needed this assumption.
    pub(crate) fn needed(&self, assumed: Lit) -> bool {
        self.solver.unsat_core_contains_var(assumed.var())
    }
}
