//! A SAT solver with the gates of a circuit, added as they are needed.
//!
//! Gates become clauses as in G. S. Tseitin, *On the complexity of derivation in propositional calculus*
//! (1968). A search ends after a number of conflicts, so its result does not depend on the machine's load.

use batsat::{Lit, Solver, SolverInterface as _, SolverOpts, Var, lbool};

use super::bounded_search::ConflictBound;
use super::circuit::{Circuit, Wire};

/// A solver with the clauses of gates, and further clauses.
pub(crate) struct GateSolver {
    solver: Solver<ConflictBound>,
    /// For each node of the circuit, its variable, and true if the clauses of its gate were added.
    vars: Vec<Option<(Var, bool)>>,
}

impl GateSolver {
    /// Creates a solver; `conflicts` is the limit for all searches together.
    pub(crate) fn new(conflicts: u64) -> Self {
        let bound = ConflictBound { left: conflicts };
        Self { solver: Solver::new(SolverOpts::default(), bound), vars: Vec::new() }
    }

    /// Work so far, as the number of literals that became true.
    pub(crate) fn work(&self) -> u64 {
        self.solver.num_propagations()
    }

    /// Creates a literal that belongs to no wire.
    pub(crate) fn new_lit(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// Returns the literal of a wire. O(gates on which it depends that have no clauses yet).
    pub(crate) fn lit(&mut self, circuit: &Circuit, wire: Wire) -> Lit {
        let mut open = vec![wire.node().0];
        while let Some(node) = open.pop() {
            self.add_gate(circuit, node, &mut open);
        }
        self.lit_of(wire)
    }

    /// Adds the clauses of all gates.
    pub(crate) fn add_all(&mut self, circuit: &Circuit) {
        for node in self.vars.len()..circuit.n_gates() {
            self.lit(circuit, Wire::of_node(node));
        }
    }

    /// Adds the clauses of a node's gate, and lists its inputs as open.
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

    /// Adds a clause: at least one of these must hold from now on.
    pub(crate) fn clause(&mut self, lits: &[Lit]) {
        self.solver.add_clause_reuse(&mut lits.to_vec());
    }

    /// Sets the limit of conflicts for the next searches.
    pub(crate) fn allow(&mut self, conflicts: u64) {
        self.solver.cb_mut().left = conflicts;
    }

    /// Returns whether all of these can hold; `None` if the limit was reached.
    pub(crate) fn solve(&mut self, assumed: &[Lit]) -> Option<bool> {
        match self.solver.solve_limited(assumed) {
            found if found == lbool::TRUE => Some(true),
            found if found == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    /// True if a literal holds in the last model.
    pub(crate) fn holds(&self, lit: Lit) -> bool {
        self.solver.value_lit(lit) == lbool::TRUE
    }

    /// True if a wire is on in the last model; false for wires without clauses.
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

    /// True if the last search without a model used this assumption.
    pub(crate) fn needed(&self, assumed: Lit) -> bool {
        self.solver.unsat_core_contains_var(assumed.var())
    }
}
