//! What one step may do, asked of a SAT solver about all positions at once.
//!
//! Positions are described by literals: marks that are there, and marks that are not. Every action has
//! clauses of its own, so that a question takes no account of what others do. The answer "no" is certain.
//! "Yes" is not where rules feed each other, since the clauses also allow what only holds itself up; a caller
//! tries such a step in the game.

use batsat::Lit;

use super::circuit::{Circuit, Wire};
use super::gate_solver::GateSolver;
use super::machine::Machine;

/// Conflicts of one question: enough for all but the hardest, and soon over, so that a stop is heard.
const CONFLICTS: u64 = 10_000;

/// That a mark is there, or that it is not: twice the mark's number, plus one if it is not.
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

    /// The place of the literal among all.
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }

    /// Whether it holds in a position.
    pub(crate) fn holds_in(self, words: &[u64]) -> bool {
        let mark = self.mark();
        words.get(mark / 64).is_some_and(|word| (word >> (mark % 64) & 1 == 1) == self.is_there())
    }

    /// Those of a position, one for each mark.
    pub(crate) fn all_in(words: &[u64], n_marks: usize) -> Vec<Self> {
        (0..n_marks).map(|mark| Self::new(mark, Self::new(mark, true).holds_in(words))).collect()
    }
}

/// A set of clauses that count only where it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClauseSet(usize);

/// What is assumed of a position, and of the one after it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepQuery<'a> {
    /// Clauses that hold before the step.
    pub(crate) sets: &'a [ClauseSet],
    /// All of these hold before.
    pub(crate) before: &'a [MarkLiteral],
    /// At least one of these holds before the step; no constraint if empty.
    pub(crate) any_before: &'a [MarkLiteral],
    /// All of these hold after the step.
    pub(crate) after: &'a [MarkLiteral],
    /// At least one of these holds after it; no constraint if empty.
    pub(crate) any_after: &'a [MarkLiteral],
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StepAnswer {
    /// A position in which that may be, and the one after it.
    Possible { from: Box<[u64]>, to: Box<[u64]> },
    /// It cannot be, and these are what is needed to see that, of what was assumed before and after.
    Impossible { before: Vec<MarkLiteral>, after: Vec<MarkLiteral> },
    /// Work ran out.
    Unknown,
}

/// The clauses of an action, or of a position alone.
struct RelationPart {
    solver: GateSolver,
    marks: Vec<Lit>,
    next: Vec<Lit>,
    sets: Vec<Lit>,
    /// What holds in all positions that are asked about: the action is legal, or the position is won.
    always: Vec<Lit>,
}

/// The steps of a game.
pub(crate) struct StepRelation {
    n_marks: usize,
    actions: Vec<RelationPart>,
    won: RelationPart,
}

impl StepRelation {
    /// O(gates · actions).
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

    /// Work that was done so far.
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

    /// In positions of a set, one of these holds.
    pub(crate) fn add_clause(&mut self, set: ClauseSet, clause: &[MarkLiteral]) {
        let parts = self.actions.iter_mut().chain([&mut self.won]);
        for part in parts {
            let of_set = part.sets.get(set.0).map(|set| !*set);
            let lits = of_set.into_iter().chain(clause.iter().map(|literal| part.mark(*literal)));
            let lits: Vec<Lit> = lits.collect();
            part.solver.clause(&lits);
        }
    }

    /// Whether an action may lead from a position to one as is asked for.
    pub(crate) fn step(&mut self, action: usize, query: &StepQuery<'_>) -> StepAnswer {
        match self.actions.get_mut(action) {
            Some(part) => part.ask(query),
            None => StepAnswer::Unknown,
        }
    }

    /// Whether a position as is asked for may be won.
    pub(crate) fn is_won(&mut self, query: &StepQuery<'_>) -> StepAnswer {
        self.won.ask(query)
    }

    /// Of a position, the literals that suffice for an action to lead where some literals hold; all, where work
    /// runs out.
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

    /// Of a won position, the literals that suffice for it to be won.
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
        // What feeds a register may need gates that nothing else does.
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

    /// A literal under which one of these has to hold.
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

    /// The position that the last model has for these marks.
    fn position(&self, marks: &[Lit]) -> Box<[u64]> {
        let mut words = vec![0_u64; self.marks.len().div_ceil(64)];
        for (mark, lit) in marks.iter().enumerate() {
            words[mark / 64] |= u64::from(self.solver.holds(*lit)) << (mark % 64);
        }
        words.into()
    }

    /// Of literals that make a position, those that suffice for what always holds, and for these after the
    /// step: with them and the opposite there is no model.
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
