//! Evaluates a program whose choices are made: the true atoms, the violated constraints, and the choices that
//! no rule allows. One assignment at a time, fast enough for every movement of a pointer.
//!
//! A choice is true because it was made; a later least fixpoint, in which choices allow each other, checks that
//! a rule allows it. So an assignment is an answer set exactly if `GroundOutcome::is_answer_set` is true.

use super::flat::{Flat, RuleKnot, Workspace, holds};
use super::program::{AtomNumber, GroundProgram};
use super::strata::{Strata, Unevaluable, by_head, depend, is_knot};

/// Value of `GroundOutcome::by` for false atoms.
const NOBODY: u32 = u32::MAX;
/// Value of `GroundOutcome::by` for choices that were made.
const GIVEN: u32 = u32::MAX - 1;

#[derive(Clone, Debug)]
enum EvaluationStep {
    /// An atom whose rules need only atoms evaluated before.
    Single {
        atom: AtomNumber,
        first: u32,
        last: u32,
    },
    RuleKnot(RuleKnot),
}

/// A program in the order of its evaluation.
#[derive(Clone, Debug)]
pub struct Evaluator {
    n_atoms: usize,
    inputs: Vec<AtomNumber>,
    is_input: Vec<bool>,
    rules: Flat,
    steps: Vec<EvaluationStep>,
    constraints: Flat,
    /// Rules that allow choices: first of each input outside of knots, then of the knots.
    allowing: Flat,
    allowed: Vec<(AtomNumber, u32, u32)>,
    mutual: Vec<RuleKnot>,
}

/// The consequences of an assignment. Its buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct GroundOutcome {
    truth: Vec<bool>,
    by: Vec<u32>,
    violated: Vec<u32>,
    unsupported: Vec<AtomNumber>,
    forced: Vec<AtomNumber>,
    workspace: Workspace,
    founded: Vec<bool>,
}

impl GroundOutcome {
    pub fn holds(&self, atom: AtomNumber) -> bool {
        self.truth.get(atom as usize).copied().unwrap_or(false)
    }

    /// True if a literal holds.
    pub fn satisfies(&self, literal: i32) -> bool {
        self.holds(literal.unsigned_abs()) == (literal > 0)
    }

    /// All true atoms, ascending.
    #[cfg(test)]
    pub(crate) fn true_atoms(&self) -> impl Iterator<Item = AtomNumber> {
        (0..).zip(&self.truth).filter(|(_, truth)| **truth).map(|(atom, _)| atom)
    }

    /// Constraints whose bodies hold, as numbers of rules, ascending.
    pub fn violated(&self) -> &[u32] {
        &self.violated
    }

    /// Choices that were made although no rule allows them, ascending. They count as true.
    pub fn unsupported(&self) -> &[AtomNumber] {
        &self.unsupported
    }

    /// Choices that were not made although a rule derives them, ascending.
    pub fn forced(&self) -> &[AtomNumber] {
        &self.forced
    }

    /// True if the true atoms are an answer set of the program, and the choices are the given ones.
    pub fn is_answer_set(&self) -> bool {
        self.violated.is_empty() && self.unsupported.is_empty() && self.forced.is_empty()
    }

    /// Returns the rule that derived an atom; `None` for false atoms and choices. Following these rules from
    /// head to body always ends.
    pub(crate) fn derived_by(&self, atom: AtomNumber) -> Option<u32> {
        self.by.get(atom as usize).copied().filter(|by| *by < GIVEN)
    }
}

impl Evaluator {
    pub fn new(program: &GroundProgram) -> Result<Self, Unevaluable> {
        let strata = Strata::of(program)?;
        let n_atoms = program.last_atom() as usize + 1;
        let inputs = program.inputs();
        let mut is_input = vec![false; n_atoms];
        inputs.iter().for_each(|input| is_input[*input as usize] = true);
        let mut evaluator = Self {
            n_atoms,
            inputs,
            is_input,
            rules: Flat::default(),
            steps: Vec::new(),
            constraints: Flat::default(),
            allowing: Flat::default(),
            allowed: Vec::new(),
            mutual: Vec::new(),
        };
        for component in 0..strata.components.len() {
            evaluator.add_component(program, &strata, component);
        }
        for (at, rule) in program.rules().enumerate() {
            if rule.is_constraint() {
                evaluator.constraints.push(0, at as u32, &rule);
            }
        }
        evaluator.add_allowing(program);
        Ok(evaluator)
    }

    fn add_component(&mut self, program: &GroundProgram, strata: &Strata, component: usize) {
        let mut atoms = strata.components.nodes(component).to_vec();
        atoms.sort_unstable();
        let first = self.rules.len();
        push_rules(&mut self.rules, program, &strata.rules, &atoms);
        if self.rules.len() == first {
            return;
        }
        self.steps.push(match (strata.is_knot(program, component), atoms.as_slice()) {
            (false, [atom]) => {
                EvaluationStep::Single { atom: *atom, first, last: self.rules.len() }
            }
            _ => EvaluationStep::RuleKnot(RuleKnot::new(&self.rules, first, atoms)),
        });
    }

    /// Adds the rules that allow choices. Choices that allow each other form knots.
    fn add_allowing(&mut self, program: &GroundProgram) {
        let rules = by_head(program, |_| true);
        let components = depend(program, |_| true, |literal| literal > 0);
        let mut settled = vec![false; components.len()];
        for input in self.inputs.clone() {
            let component = components.of(input) as usize;
            if std::mem::replace(&mut settled[component], true) {
                continue;
            }
            let mut atoms = components.nodes(component).to_vec();
            atoms.sort_unstable();
            let first = self.allowing.len();
            push_rules(&mut self.allowing, program, &rules, &atoms);
            if is_knot(program, &rules, &atoms) {
                self.mutual.push(RuleKnot::new(&self.allowing, first, atoms));
            } else {
                self.allowed.push((input, first, self.allowing.len()));
            }
        }
    }

    /// The atoms that may be chosen, ascending.
    pub fn inputs(&self) -> &[AtomNumber] {
        &self.inputs
    }

    /// Evaluates the program with exactly these inputs chosen.
    pub fn evaluate(&self, chosen: &[AtomNumber]) -> GroundOutcome {
        let mut outcome = GroundOutcome::default();
        self.evaluate_into(chosen, &mut outcome);
        outcome
    }

    /// Evaluates into an existing outcome, without allocating.
    pub(crate) fn evaluate_into(&self, chosen: &[AtomNumber], outcome: &mut GroundOutcome) {
        outcome.truth.clear();
        outcome.truth.resize(self.n_atoms, false);
        outcome.by.clear();
        outcome.by.resize(self.n_atoms, NOBODY);
        for atom in chosen {
            if self.is_input.get(*atom as usize) == Some(&true) {
                outcome.truth[*atom as usize] = true;
                outcome.by[*atom as usize] = GIVEN;
            }
        }
        for step in &self.steps {
            self.take(step, outcome);
        }
        let GroundOutcome { truth, by, violated, forced, .. } = outcome;
        violated.clear();
        let broken =
            (0..self.constraints.len()).filter(|rule| self.constraints.holds(*rule, truth));
        violated.extend(broken.map(|rule| self.constraints.origin(rule)));
        forced.clear();
        let unasked = |atom: &&AtomNumber| truth[**atom as usize] && by[**atom as usize] != GIVEN;
        forced.extend(self.inputs.iter().filter(unasked));
        self.find_unsupported(chosen, outcome);
    }

    fn take(&self, step: &EvaluationStep, outcome: &mut GroundOutcome) {
        match step {
            EvaluationStep::Single { atom, first, last } => {
                let at = *atom as usize;
                if outcome.truth[at] {
                    return;
                }
                let first = (*first..*last).find(|rule| self.rules.holds(*rule, &outcome.truth));
                if let Some(rule) = first {
                    outcome.truth[at] = true;
                    outcome.by[at] = self.rules.origin(rule);
                }
            }
            EvaluationStep::RuleKnot(knot) => {
                let GroundOutcome { truth, by, workspace, .. } = outcome;
                knot.prepare(&self.rules, workspace, |literal| holds(truth, literal));
                knot.settle(workspace, |place, rule| {
                    let head = knot.atoms[place] as usize;
                    let new = !std::mem::replace(&mut truth[head], true);
                    if new {
                        by[head] = self.rules.origin(rule);
                    }
                    new
                });
            }
        }
    }

    fn find_unsupported(&self, chosen: &[AtomNumber], outcome: &mut GroundOutcome) {
        let GroundOutcome { truth, by, unsupported, workspace, founded, .. } = outcome;
        let truth = truth.as_slice();
        let given = |atom: AtomNumber| by[atom as usize] == GIVEN;
        unsupported.clear();
        // An atom that is not an input can be true only if a rule derives it.
        let strange = |atom: &&AtomNumber| !truth.get(**atom as usize).copied().unwrap_or(false);
        unsupported.extend(chosen.iter().filter(strange));
        for (atom, first, last) in &self.allowed {
            let mut rules = *first..*last;
            if given(*atom) && !rules.any(|rule| self.allowing.holds(rule, truth)) {
                unsupported.push(*atom);
            }
        }
        for knot in &self.mutual {
            founded.clear();
            founded.resize(knot.atoms.len(), false);
            let inside = |literal: u32| literal & 1 == 0 && knot.place(literal >> 1).is_some();
            knot.prepare(&self.allowing, workspace, |literal| {
                !inside(literal) && holds(truth, literal)
            });
            knot.settle(workspace, |place, _| {
                truth[knot.atoms[place] as usize] && !std::mem::replace(&mut founded[place], true)
            });
            let missing = knot.atoms.iter().zip(founded.iter());
            let missing = missing.filter(|(atom, founded)| given(**atom) && !**founded);
            unsupported.extend(missing.map(|(atom, _)| *atom));
        }
        unsupported.sort_unstable();
        unsupported.dedup();
    }
}

fn push_rules(
    flat: &mut Flat,
    program: &GroundProgram,
    rules: &super::components::Lists<u32>,
    atoms: &[AtomNumber],
) {
    for atom in atoms {
        for rule in rules.get(*atom) {
            flat.push(*atom, *rule, &program.rule(*rule as usize));
        }
    }
}
