//! Choices that no player makes: a pairing, an order or a path that only has to exist.
//!
//! When level and play are given, the rules that depend on such helpers become clauses (K. L. Clark, *Negation
//! as failure*, 1978), and a SAT solver searches for helpers without violations. Atoms of a model that only
//! support each other are excluded by a loop formula (F. Lin, Y. Zhao, *ASSAT*, 2004). If all helpers violate
//! something, the search returns those with the fewest violations. It stops after a number of conflicts,
//! regardless of time.
//!
//! Helpers found here need not be trusted: the caller evaluates the program with them.

use super::circuit::{Circuit, Wire};
use super::evaluate::GroundOutcome;
use super::gate_solver::GateSolver;
use super::lower::Lowering;
use super::program::{AtomNumber, GroundProgram, RecordedRule};
use super::strata::{Strata, Unevaluable};

/// Limit of conflicts of one search: far more than the helpers of a board need.
const CONFLICTS: u64 = 20_000;

/// The part of a program that depends on helpers, used to search them for many plays.
#[derive(Clone, Debug)]
pub struct HelperSearch {
    strata: Strata,
    helpers: Vec<AtomNumber>,
    /// For each atom, true if it depends on helpers. Helpers depend on themselves.
    depends: Vec<bool>,
    /// Numbers of the rules whose heads depend on helpers; `constraints` has those whose bodies do.
    rules: Vec<usize>,
    constraints: Vec<usize>,
    /// The search minimises the number of these that hold; violated constraints count, too, if some are
    /// unavoidable.
    breaks: Vec<AtomNumber>,
}

impl HelperSearch {
    /// Prepares a search. `helpers` must be heads of choices; none of `breaks` should hold.
    pub fn new(
        program: &GroundProgram,
        mut helpers: Vec<AtomNumber>,
        breaks: impl IntoIterator<Item = AtomNumber>,
    ) -> Result<Self, Unevaluable> {
        let strata = Strata::of(program)?;
        helpers.sort_unstable();
        helpers.dedup();
        let depends = depending(program, &helpers);
        let is_in = |atom: &AtomNumber| depends.get(*atom as usize) == Some(&true);
        let (mut rules, mut constraints) = (Vec::new(), Vec::new());
        for (at, rule) in program.rules().enumerate() {
            if rule.heads.iter().any(is_in) {
                rules.push(at);
            } else if rule.is_constraint()
                && rule.body.iter().any(|literal| is_in(&literal.unsigned_abs()))
            {
                constraints.push(at);
            }
        }
        let mut breaks: Vec<AtomNumber> = breaks.into_iter().filter(is_in).collect();
        breaks.sort_unstable();
        breaks.dedup();
        Ok(Self { strata, helpers, depends, rules, constraints, breaks })
    }

    /// Returns helpers without violations, otherwise the best ones found; `without` is the outcome without any
    /// helpers. `None` if the limit was reached before that was decided.
    pub fn best(
        &self,
        program: &GroundProgram,
        without: &GroundOutcome,
    ) -> Option<Vec<AtomNumber>> {
        let mut clauses = HelperClauses::new(self, program, without);
        let (broken, violated) = (clauses.broken.clone(), clauses.violated.clone());
        let none_of =
            |wires: &[Wire]| -> Vec<Wire> { wires.iter().map(|wire| wire.inverted()).collect() };
        let (allowed, mut all) = (none_of(&violated), none_of(&broken));
        all.extend(&allowed);
        let right = clauses.solve(&all)?;
        if right {
            return Some(clauses.chosen());
        }
        // Constraints are strict as long as some helpers satisfy them.
        if clauses.solve(&allowed) == Some(true) {
            return Some(clauses.fewest(&broken, &allowed));
        }
        let both: Vec<Wire> = broken.into_iter().chain(violated).collect();
        match clauses.solve(&[]) {
            Some(true) => Some(clauses.fewest(&both, &[])),
            _ => Some(Vec::new()),
        }
    }
}

/// For each atom, true if it depends on these atoms or is one of them.
fn depending(program: &GroundProgram, helpers: &[AtomNumber]) -> Vec<bool> {
    let mut depends = vec![false; program.last_atom() as usize + 1];
    helpers.iter().for_each(|helper| depends[*helper as usize] = true);
    loop {
        let mut grows = false;
        for rule in program.rules() {
            if rule.body.iter().any(|literal| depends[literal.unsigned_abs() as usize]) {
                for head in rule.heads {
                    grows |= !std::mem::replace(&mut depends[*head as usize], true);
                }
            }
        }
        if !grows {
            return depends;
        }
    }
}

/// The clauses for one play.
struct HelperClauses<'a> {
    search: &'a HelperSearch,
    program: &'a GroundProgram,
    gates: Lowering<'a>,
    /// The wire of each atom.
    wires: Vec<Wire>,
    broken: Vec<Wire>,
    violated: Vec<Wire>,
    solver: GateSolver,
    /// For each atom, true if it holds in the last model.
    model: Vec<bool>,
}

impl<'a> HelperClauses<'a> {
    fn new(search: &'a HelperSearch, program: &'a GroundProgram, without: &GroundOutcome) -> Self {
        let known = (0..).zip(&search.depends).map(|(atom, _)| Wire::constant(without.holds(atom)));
        let mut wires: Vec<Wire> = known.collect();
        // Helpers are open, and so are atoms in positive cycles: the clauses of their rules decide them.
        let mut open = search.helpers.clone();
        for component in 0..search.strata.components.len() {
            let atoms = search.strata.components.nodes(component);
            if search.depends_any(atoms) && search.strata.is_knot(program, component) {
                open.extend(
                    atoms.iter().filter(|atom| search.helpers.binary_search(atom).is_err()),
                );
            }
        }
        let is_open = {
            let mut is_open = vec![false; wires.len()];
            for (at, atom) in open.iter().enumerate() {
                wires[*atom as usize] = Circuit::input(at);
                is_open[*atom as usize] = true;
            }
            is_open
        };
        let mut clauses = Self {
            search,
            program,
            gates: Lowering::new(program, &search.strata, open.len(), []),
            wires,
            broken: Vec::new(),
            violated: Vec::new(),
            solver: GateSolver::new(CONFLICTS),
            model: Vec::new(),
        };
        clauses.complete(&is_open);
        clauses
    }

    /// Adds the clauses for everything that depends on helpers, and for the constraints on the chosen ones.
    fn complete(&mut self, is_open: &[bool]) {
        let search = self.search;
        for component in 0..search.strata.components.len() {
            for atom in search.strata.components.nodes(component) {
                let at = *atom as usize;
                if search.depends[at] && !is_open[at] {
                    self.wires[at] = self.any_body(search.strata.rules.get(*atom), &[]);
                }
            }
        }
        let mut bodies: Vec<Vec<u32>> = vec![Vec::new(); self.wires.len()];
        for rule in &search.rules {
            let heads = self.program.rule(*rule).heads;
            heads.iter().for_each(|head| bodies[*head as usize].push(*rule as u32));
        }
        for (at, open) in is_open.iter().enumerate().filter(|(_, open)| **open) {
            debug_assert!(open);
            let derived = self.any_body(search.strata.rules.get(at as AtomNumber), &[]);
            let allowed = self.any_body(&bodies[at], &[]);
            let wire = self.wires[at];
            self.clause(&[wire, derived.inverted()]);
            self.clause(&[wire.inverted(), allowed]);
        }
        let breaks: Vec<Wire> = search.breaks.iter().map(|of| self.wires[*of as usize]).collect();
        self.broken = open_ones(breaks);
        let violated = search.constraints.iter().map(|at| self.gates.body(*at, &self.wires));
        self.violated = open_ones(violated.collect());
    }

    /// Returns a wire that is on if one of these rules has its body without using the `without` atoms.
    fn any_body(&mut self, rules: &[u32], without: &[AtomNumber]) -> Wire {
        let before: Vec<Wire> = without
            .iter()
            .map(|atom| std::mem::replace(&mut self.wires[*atom as usize], Wire::FALSE))
            .collect();
        let mut any = Wire::FALSE;
        for rule in rules {
            let body = self.gates.body(*rule as usize, &self.wires);
            any = self.gates.circuit.or(any, body);
        }
        for (atom, wire) in without.iter().zip(before) {
            self.wires[*atom as usize] = wire;
        }
        any
    }

    fn clause(&mut self, wires: &[Wire]) {
        self.solver.add_all(&self.gates.circuit);
        let circuit = &self.gates.circuit;
        let lits: Vec<_> = wires.iter().map(|wire| self.solver.lit(circuit, *wire)).collect();
        self.solver.clause(&lits);
    }

    /// Returns whether some helpers make all of these true; `None` if the limit was reached.
    fn solve(&mut self, wanted: &[Wire]) -> Option<bool> {
        self.solver.add_all(&self.gates.circuit);
        let circuit = &self.gates.circuit;
        let wanted: Vec<_> = wanted.iter().map(|wire| self.solver.lit(circuit, *wire)).collect();
        loop {
            if !self.solver.solve(&wanted)? {
                return Some(false);
            }
            self.model = self.wires.iter().map(|wire| self.solver.is_on(*wire)).collect();
            let loops = self.unfounded();
            if loops.is_empty() {
                return Some(true);
            }
            self.forbid_loop(&loops);
        }
    }

    /// Returns atoms of the model that only support each other.
    fn unfounded(&self) -> Vec<AtomNumber> {
        let depends = &self.search.depends;
        let mut founded: Vec<bool> =
            self.model.iter().zip(depends).map(|(holds, depends)| *holds && !depends).collect();
        loop {
            let mut grows = false;
            for rule in self.search.rules.iter().map(|at| self.program.rule(*at)) {
                let new = |head: &&AtomNumber| {
                    let head = **head as usize;
                    depends[head] && self.model[head] && !founded[head]
                };
                let holds = |literal: i32| {
                    let atom = literal.unsigned_abs() as usize;
                    if literal > 0 { founded[atom] } else { !self.model[atom] }
                };
                if rule.heads.iter().any(|head| new(&head)) && rule.body_holds(holds) {
                    let heads: Vec<AtomNumber> = rule.heads.iter().filter(new).copied().collect();
                    heads.iter().for_each(|head| founded[*head as usize] = true);
                    grows = true;
                }
            }
            if !grows {
                break;
            }
        }
        let lost = |atom: &usize| depends[*atom] && self.model[*atom] && !founded[*atom];
        (0..depends.len()).filter(lost).map(|atom| atom as AtomNumber).collect()
    }

    /// Adds a loop formula: these atoms hold only if a rule from outside derives one of them.
    fn forbid_loop(&mut self, atoms: &[AtomNumber]) {
        let gives = |rule: RecordedRule<'_>| {
            rule.heads.iter().any(|head| atoms.binary_search(head).is_ok())
        };
        let rules = self.search.rules.iter().filter(|at| gives(self.program.rule(**at)));
        let rules: Vec<u32> = rules.map(|at| *at as u32).collect();
        let outside = self.any_body(&rules, atoms);
        for atom in atoms {
            let wire = self.wires[*atom as usize];
            self.clause(&[wire.inverted(), outside]);
        }
    }

    /// Returns the helpers of the last model.
    fn chosen(&self) -> Vec<AtomNumber> {
        let helpers = self.search.helpers.iter();
        helpers.filter(|helper| self.model[**helper as usize]).copied().collect()
    }

    /// Reduces the number of these breaks, starting from a model, as long as the limit allows.
    fn fewest(&mut self, breaks: &[Wire], wanted: &[Wire]) -> Vec<AtomNumber> {
        let weighed: Vec<(Wire, i64)> = breaks.iter().map(|wire| (*wire, 1)).collect();
        loop {
            let chosen = self.chosen();
            let number = breaks.iter().filter(|wire| self.solver.is_on(**wire)).count() as i64;
            if number <= 1 {
                return chosen;
            }
            let as_many = self.gates.circuit.reaches(&weighed, number);
            let mut fewer = wanted.to_vec();
            fewer.push(as_many.inverted());
            if self.solve(&fewer) != Some(true) {
                return chosen;
            }
        }
    }
}

impl HelperSearch {
    fn depends_any(&self, atoms: &[AtomNumber]) -> bool {
        atoms.iter().any(|atom| self.depends[*atom as usize])
    }
}

/// Returns the wires that are not constantly false.
fn open_ones(wires: Vec<Wire>) -> Vec<Wire> {
    wires.into_iter().filter(|wire| *wire != Wire::FALSE).collect()
}
