//! The steps of a game as clauses, for questions to a SAT solver about all positions at once.
//!
//! Positions are described by literals: marks that are there, and marks that are not. Every action has clauses
//! of its own, so that a question is not slowed down by the others. The answer "no" is certain. "Yes" is
//! uncertain if the rules have positive cycles, since the clauses also allow unfounded atoms; callers try such
//! a step in the game.

use batsat::Lit;

use super::circuit::{Circuit, Wire};
use super::gate_solver::GateSolver;
use super::machine::Machine;

/// The limit of conflicts of one question: enough for nearly all, and low enough to check for a stop often.
const CONFLICTS: u64 = 10_000;

/// A mark that is there, or that is not: twice the mark's number, plus one if it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct MarkLiteral(u32);

impl MarkLiteral {
    pub(crate) fn new(mark: usize, is_there: bool) -> Self {
        Self((mark as u32) << 1 | u32::from(!is_there))
    }

    pub(crate) fn mark(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_there(self) -> bool {
        self.0 & 1 == 0
    }

    pub(crate) fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The number of the literal.
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }

    /// True if it holds in a position.
    pub(crate) fn holds_in(self, words: &[u64]) -> bool {
        let mark = self.mark();
        words.get(mark / 64).is_some_and(|word| (word >> (mark % 64) & 1 == 1) == self.is_there())
    }

    /// The literals that hold in a position, one for each mark.
    pub(crate) fn all_in(words: &[u64], n_marks: usize) -> Vec<Self> {
        (0..n_marks).map(|mark| Self::new(mark, Self::new(mark, true).holds_in(words))).collect()
    }
}

/// A set of clauses that apply only to the questions that name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClauseSet(usize);

/// The assumptions about a position and the next one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepQuery<'a> {
    /// Sets of clauses that hold before the step.
    pub(crate) sets: &'a [ClauseSet],
    /// All of these hold before the step.
    pub(crate) before: &'a [MarkLiteral],
    /// At least one of these holds before the step; no constraint if empty.
    pub(crate) any_before: &'a [MarkLiteral],
    /// All of these hold after the step.
    pub(crate) after: &'a [MarkLiteral],
    /// At least one of these holds after the step; no constraint if empty.
    pub(crate) any_after: &'a [MarkLiteral],
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StepAnswer {
    /// There is such a position; with the one after it.
    Possible { from: Box<[u64]>, to: Box<[u64]> },
    /// There is no such position, because of these assumptions before and after the step.
    Impossible { before: Vec<MarkLiteral>, after: Vec<MarkLiteral> },
    /// The limit was reached.
    Unknown,
}

/// The clauses of an action, or those of a won position.
struct RelationPart {
    solver: GateSolver,
    marks: Vec<Lit>,
    next: Vec<Lit>,
    sets: Vec<Lit>,
    /// Holds in every position of a question: the action is legal, or the position is won.
    always: Vec<Lit>,
}

/// The steps of a game.
pub(crate) struct StepRelation {
    n_marks: usize,
    actions: Vec<RelationPart>,
    won: RelationPart,
}

impl StepRelation {
    /// Builds the clauses. O(gates · actions).
    pub(crate) fn new(machine: &Machine) -> Self {
        let open = [machine.won.inverted(), machine.lost.inverted()];
        let part = |always: &[Wire], next: &[Wire]| {
            RelationPart::new(&machine.circuit, machine.n_inputs(), always, next)
        };
        let of_action = |action: &super::machine::ActionWires| {
            part(&[action.legal, open[0], open[1]], &action.next)
        };
        Self {
            n_marks: machine.n_inputs(),
            actions: machine.actions.iter().map(of_action).collect(),
            won: part(&[machine.won, open[1]], &[]),
        }
    }

    pub(crate) fn n_actions(&self) -> usize {
        self.actions.len()
    }

    pub(crate) fn n_marks(&self) -> usize {
        self.n_marks
    }

    /// Work so far, as in [`GateSolver::work`].
    pub(crate) fn work(&self) -> u64 {
        self.actions.iter().chain([&self.won]).map(|part| part.solver.work()).sum()
    }

    /// A new set without clauses.
    pub(crate) fn add_set(&mut self) -> ClauseSet {
        let parts = self.actions.iter_mut().chain([&mut self.won]);
        for part in parts {
            let lit = part.solver.new_lit();
            part.sets.push(lit);
        }
        ClauseSet(self.won.sets.len() - 1)
    }

    /// Adds a clause: in positions of the set, one of these literals holds.
    pub(crate) fn add_clause(&mut self, set: ClauseSet, clause: &[MarkLiteral]) {
        let parts = self.actions.iter_mut().chain([&mut self.won]);
        for part in parts {
            let of_set = part.sets.get(set.0).map(|set| !*set);
            let lits = of_set.into_iter().chain(clause.iter().map(|literal| part.mark(*literal)));
            let lits: Vec<Lit> = lits.collect();
            part.solver.clause(&lits);
        }
    }

    /// Asks if an action may make a step that the query describes.
    pub(crate) fn step(&mut self, action: usize, query: &StepQuery<'_>) -> StepAnswer {
        match self.actions.get_mut(action) {
            Some(part) => part.ask(query),
            None => StepAnswer::Unknown,
        }
    }

    /// Asks if a position that the query describes may be won.
    pub(crate) fn is_won(&mut self, query: &StepQuery<'_>) -> StepAnswer {
        self.won.ask(query)
    }

    /// Returns literals of a position that suffice for an action to lead to a position with some literals; all
    /// of them if the limit is reached.
    pub(crate) fn cause(
        &mut self,
        action: usize,
        from: &[u64],
        after: &[MarkLiteral],
    ) -> Vec<MarkLiteral> {
        let all = MarkLiteral::all_in(from, self.n_marks);
        match self.actions.get_mut(action) {
            Some(part) => part.cause(all, after),
            None => all,
        }
    }

    /// Returns literals of a won position that suffice for it to be won.
    pub(crate) fn cause_of_win(&mut self, position: &[u64]) -> Vec<MarkLiteral> {
        self.won.cause(MarkLiteral::all_in(position, self.n_marks), &[])
    }
}

impl RelationPart {
    fn new(circuit: &Circuit, n_marks: usize, always: &[Wire], next: &[Wire]) -> Self {
        let mut solver = GateSolver::new(CONFLICTS);
        let mut lits = |wires: &mut dyn Iterator<Item = Wire>| -> Vec<Lit> {
            wires.map(|wire| solver.lit(circuit, wire)).collect()
        };
        let marks = lits(&mut (0..n_marks).map(Circuit::input));
        let next = lits(&mut next.iter().copied());
        let always = lits(&mut always.iter().copied());
        // The wires that feed registers may need gates that nothing else needs.
        for (register, by) in circuit.registers() {
            let (register, by) = (solver.lit(circuit, register), solver.lit(circuit, by));
            solver.clause(&[!register, by]);
            solver.clause(&[register, !by]);
        }
        Self { solver, marks, next, sets: Vec::new(), always }
    }

    fn mark(&self, literal: MarkLiteral) -> Lit {
        signed(self.marks[literal.mark()], literal)
    }

    fn after(&self, literal: MarkLiteral) -> Lit {
        signed(self.next[literal.mark()], literal)
    }

    fn ask(&mut self, query: &StepQuery<'_>) -> StepAnswer {
        let mut assumed = self.always.clone();
        assumed.extend(query.sets.iter().map(|set| self.sets[set.0]));
        assumed.extend(query.before.iter().map(|literal| self.mark(*literal)));
        assumed.extend(query.after.iter().map(|literal| self.after(*literal)));
        let before: Vec<Lit> = query.any_before.iter().map(|literal| self.mark(*literal)).collect();
        let after: Vec<Lit> = query.any_after.iter().map(|literal| self.after(*literal)).collect();
        let asked: Vec<Lit> = [before, after]
            .into_iter()
            .filter(|any| !any.is_empty())
            .map(|any| self.asking(&any))
            .collect();
        assumed.extend(&asked);
        self.solver.allow(CONFLICTS);
        let answer = match self.solver.solve(&assumed) {
            None => StepAnswer::Unknown,
            Some(true) => StepAnswer::Possible {
                from: self.position(&self.marks),
                to: self.position(&self.next),
            },
            Some(false) => StepAnswer::Impossible {
                before: self.needed(query.before, |literal| self.mark(literal)),
                after: self.needed(query.after, |literal| self.after(literal)),
            },
        };
        asked.iter().for_each(|asked| self.solver.clause(&[!*asked]));
        answer
    }

    /// Returns a literal that, if assumed, requires one of these.
    fn asking(&mut self, any: &[Lit]) -> Lit {
        let asked = self.solver.new_lit();
        let lits: Vec<Lit> = any.iter().copied().chain([!asked]).collect();
        self.solver.clause(&lits);
        asked
    }

    fn needed(
        &self,
        literals: &[MarkLiteral],
        lit: impl Fn(MarkLiteral) -> Lit,
    ) -> Vec<MarkLiteral> {
        let needed = literals.iter().filter(|literal| self.solver.needed(lit(**literal)));
        needed.copied().collect()
    }

    /// Returns the position that the last model assigns to these marks.
    fn position(&self, marks: &[Lit]) -> Box<[u64]> {
        let mut words = vec![0_u64; self.marks.len().div_ceil(64)];
        for (mark, lit) in marks.iter().enumerate() {
            words[mark / 64] |= u64::from(self.solver.holds(*lit)) << (mark % 64);
        }
        words.into()
    }

    /// Returns those literals of a position that suffice for the permanent conditions, and for these literals
    /// after the step: together with the negation of these, they have no model.
    fn cause(&mut self, all: Vec<MarkLiteral>, after: &[MarkLiteral]) -> Vec<MarkLiteral> {
        let always = self.always.iter().map(|lit| !*lit);
        let after = after.iter().map(|literal| !self.after(*literal));
        let lits: Vec<Lit> = always.chain(after).collect();
        let asked = self.asking(&lits);
        let before = all.iter().map(|literal| self.mark(*literal));
        let assumed: Vec<Lit> = [asked].into_iter().chain(before).collect();
        self.solver.allow(CONFLICTS);
        let found = self.solver.solve(&assumed);
        let causes = match found {
            Some(false) => self.needed(&all, |literal| self.mark(literal)),
            _ => all,
        };
        self.solver.clause(&[!asked]);
        causes
    }
}

fn signed(lit: Lit, literal: MarkLiteral) -> Lit {
    if literal.is_there() { lit } else { !lit }
}
