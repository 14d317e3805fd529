//! A ground program as clauses: their models are the plays with all that follows from them.
//!
//! Every atom is a variable. A true atom needs a rule whose body holds (K. L. Clark, *Negation as failure*,
//! 1978), and a cycle of atoms needs support from outside it (`founded.rs`).

use batsat::{Lit, Solver, SolverInterface as _, SolverOpts, Var, lbool};
use rustc_hash::FxHashMap;

use foolproof_ground::{
    AtomNumber, ConflictBound, Evaluator, GroundOutcome, GroundProgram, SearchEnd, Unevaluable,
    search_model,
};
use foolproof_kernel::StopCheck;

use crate::founded::Founded;
use crate::knots::Knots;
use crate::propagation::Propagation;
use crate::step::{Halted, NoSteps};
use crate::thresholds::Thresholds;

/// The cost of a question, in literals set.
const PER_QUESTION: u64 = 2_000;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// There is a model; `holds` tells its atoms.
    Yes,
    /// There is none, because of these assumptions.
    No(Vec<Lit>),
    /// The limit of conflicts was reached.
    Unknown,
}

/// The clauses of a program, and an incremental solver for them.
pub(crate) struct Clauses {
    solver: Solver<ConflictBound>,
    /// The same clauses, for unit propagation alone.
    pub(crate) propagation: Propagation,
    always: Lit,
    founded: Founded,
    /// Derives the consequences of choices by the rules themselves.
    evaluator: Evaluator,
    /// The consequences of the choices in the last model.
    outcome: GroundOutcome,
    pub(crate) n_asked: u64,
}

/// A set of clauses under construction.
pub(crate) struct Writer {
    solver: Solver<ConflictBound>,
    propagation: Propagation,
    always: Lit,
    /// The literals that stand for conjunctions.
    whole: FxHashMap<Vec<i32>, Lit>,
}

impl Writer {
    /// The solver branches on choices only; everything else follows from them. `prefers` gives the value that
    /// it tries first.
    fn new(program: &GroundProgram, prefers: &dyn Fn(AtomNumber) -> Option<bool>) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), ConflictBound::default());
        let inputs = program.inputs();
        for atom in 0..=program.last_atom() {
            let value = match prefers(atom) {
                Some(true) => lbool::TRUE,
                Some(false) => lbool::FALSE,
                None => lbool::UNDEF,
            };
            solver.new_var(value, inputs.binary_search(&atom).is_ok());
        }
        // Number 0 belongs to no atom.
        let always = Lit::new(solver.var_of_int(0), true);
        let (propagation, whole) = (Propagation::default(), FxHashMap::default());
        let mut writer = Self { solver, propagation, always, whole };
        writer.clause([always]);
        writer
    }

    pub(crate) fn always(&self) -> Lit {
        self.always
    }

    pub(crate) fn clause(&mut self, lits: impl IntoIterator<Item = Lit>) {
        let mut lits: Vec<Lit> = lits.into_iter().collect();
        self.propagation.add(&lits);
        self.solver.add_clause_reuse(&mut lits);
    }

    pub(crate) fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var(lbool::UNDEF, false), true)
    }

    pub(crate) fn lit(&mut self, literal: i32) -> Lit {
        let var: Var = self.solver.var_of_int(literal.unsigned_abs());
        Lit::new(var, literal > 0)
    }

    /// A literal that is true exactly if all literals of the body are.
    fn conjunction(&mut self, body: &[i32]) -> Lit {
        match body {
            [] => return self.always,
            [one] => return self.lit(*one),
            _ => {}
        }
        let mut sorted = body.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if let Some(known) = self.whole.get(&sorted) {
            return *known;
        }
        let all = self.fresh();
        let lits: Vec<Lit> = sorted.iter().map(|literal| self.lit(*literal)).collect();
        for lit in &lits {
            self.clause([!all, *lit]);
        }
        self.clause(lits.iter().map(|lit| !*lit).chain([all]));
        self.whole.insert(sorted, all);
        all
    }
}

impl Clauses {
    /// The clauses of a program for questions about these marks. An atom that a question leaves open takes the
    /// value it `prefers`.
    ///
    /// Refuses a program in which an atom depends on its own negation or on a count of itself, and names it.
    pub(crate) fn of(
        program: &GroundProgram,
        marks: &[AtomNumber],
        prefers: &dyn Fn(AtomNumber) -> Option<bool>,
    ) -> Result<Self, NoSteps> {
        let evaluator = Evaluator::new(program).map_err(NoSteps::Unreadable)?;
        let mut writer = Writer::new(program, prefers);
        let mut thresholds = Thresholds::default();
        let mut bodies = Vec::with_capacity(program.n_rules());
        let mut supports: Vec<Vec<Lit>> = vec![Vec::new(); program.last_atom() as usize + 1];
        for rule in program.rules() {
            let body = match rule.bound {
                None => writer.conjunction(rule.body),
                Some(bound) => thresholds.reached(&mut writer, &rule, i64::from(bound)),
            };
            bodies.push(body);
            if rule.heads.is_empty() && !rule.choice {
                writer.clause([!body]);
            }
            for head in rule.heads {
                let head_lit = writer.lit(i32::try_from(*head).unwrap_or(i32::MAX));
                if !rule.choice {
                    writer.clause([!body, head_lit]);
                }
                if let Some(supports) = supports.get_mut(*head as usize) {
                    supports.push(body);
                }
            }
        }
        for (atom, supports) in supports.into_iter().enumerate().skip(1) {
            let atom = writer.lit(i32::try_from(atom).unwrap_or(i32::MAX));
            if supports.as_slice() != [atom] {
                writer.clause(supports.into_iter().chain([!atom]));
            }
        }
        let knots = Knots::of(program, &bodies, marks).map_err(|atom| {
            let atom = program.term(atom).unwrap_or_default().to_owned();
            NoSteps::Unreadable(Unevaluable::OwnCount { atom, through: Vec::new() })
        })?;
        let Writer { solver, mut propagation, always, .. } = writer;
        propagation.settle([]);
        let (founded, outcome) = (Founded::new(knots), GroundOutcome::default());
        Ok(Self { solver, propagation, always, founded, evaluator, outcome, n_asked: 0 })
    }

    /// The literal of an atom. Facts have no number; theirs is always true.
    pub(crate) fn lit(&mut self, atom: AtomNumber, on: bool) -> Lit {
        let lit =
            if atom == 0 { self.always } else { Lit::new(self.solver.var_of_int(atom), true) };
        if on { lit } else { !lit }
    }

    /// A new literal, for clauses that hold only while it is assumed.
    pub(crate) fn switch(&mut self) -> Lit {
        Lit::new(self.solver.new_var(lbool::FALSE, true), true)
    }

    pub(crate) fn add(&mut self, lits: impl IntoIterator<Item = Lit>) {
        self.solver.add_clause_reuse(&mut lits.into_iter().collect());
    }

    /// Sets literals permanently.
    pub(crate) fn decide(&mut self, lits: impl IntoIterator<Item = Lit>) {
        let lits: Vec<Lit> = lits.into_iter().collect();
        self.propagation.settle(lits.iter().copied());
        lits.into_iter().for_each(|lit| self.add([lit]));
        self.solver.simplify();
    }

    /// The number of literals set so far: the cost of searching, independent of the machine's load.
    pub(crate) fn effort(&self) -> u64 {
        self.solver.num_propagations() + self.n_asked * PER_QUESTION
    }

    /// Asks whether all these literals can hold together, with the absent atoms false; unknown once the limit
    /// of conflicts is reached.
    pub(crate) fn ask(
        &mut self,
        assumed: &[Lit],
        absent: &[AtomNumber],
        conflicts: u64,
        stop: StopCheck<'_>,
    ) -> Result<Asked, Halted> {
        self.n_asked += 1;
        let knots = self.founded.knots.beneath(absent);
        self.founded.ask_about(&knots);
        Ok(match search_model(&mut self.solver, &mut self.founded, assumed, conflicts, stop) {
            SearchEnd::Model => {
                self.read_outcome();
                debug_assert!(self.outcome.is_answer_set());
                debug_assert!(!absent.iter().any(|atom| self.outcome.holds(*atom)));
                Asked::Yes
            }
            SearchEnd::NoModel => {
                let blamed = |lit: &&Lit| self.solver.unsat_core_contains_var(lit.var());
                Asked::No(assumed.iter().filter(blamed).copied().collect())
            }
            SearchEnd::Limit => Asked::Unknown,
            SearchEnd::Stopped => return Err(Halted),
        })
    }

    /// Derives the consequences of the choices in the last model.
    fn read_outcome(&mut self) {
        let solver = &self.solver;
        let holds =
            |atom: &AtomNumber| solver.value_var(Var::unsafe_from_idx(*atom)) == lbool::TRUE;
        let chosen = self.evaluator.inputs().iter().copied().filter(holds);
        self.outcome = self.evaluator.evaluate(&chosen.collect::<Vec<_>>());
    }

    /// Returns whether an atom holds in the last model.
    pub(crate) fn holds(&self, atom: AtomNumber) -> bool {
        atom == 0 || self.outcome.holds(atom)
    }
}
