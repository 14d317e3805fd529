//! Marks with which no position can be won: dead ends that are recognised without exploring positions.
//!
//! A *trap* is a set of literals with two properties: a position with one of them is not won, and every step
//! from a position with one of them leads to a position with one of them. So a position with one of them is
//! lost for ever (traps of Petri nets: T. Murata, *Petri nets: properties, analysis and applications*, 1989).
//! For a crate beside a wall, the cells along the wall form such a set if none of them is a goal. The largest
//! trap is what remains after removing every literal from which some step leads out of the set; a SAT solver
//! searches for these steps among all positions at once (C. Flanagan, K. R. M. Leino, *Houdini*, 2001).

use super::relation::{ClauseSet, MarkLiteral, StepAnswer, StepQuery, StepRelation};
use foolproof_space::StopCheck;

/// The largest trap of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct LostMarks {
    /// The literals of the trap, ascending.
    literals: Vec<MarkLiteral>,
    /// For each of them, literals of the trap that suffice for its steps to stay in it.
    next: Vec<Vec<MarkLiteral>>,
    /// The marks of positive and of negative literals, as bits of a position.
    there: Box<[u64]>,
    missing: Box<[u64]>,
}

impl LostMarks {
    /// Finds the largest trap among positions that satisfy the clauses of a set. `None` if the work limit is
    /// reached or if stopped. O(marks · actions) questions in the best case, and marks times as many in the
    /// worst.
    pub(crate) fn find(
        relation: &mut StepRelation,
        set: ClauseSet,
        most_work: u64,
        stop: StopCheck<'_>,
    ) -> Option<Self> {
        let last = relation.work() + most_work;
        let sets = [set];
        let mut trap: Vec<MarkLiteral> = Vec::new();
        for mark in 0..relation.n_marks() {
            for literal in [true, false].map(|is_there| MarkLiteral::new(mark, is_there)) {
                // Without the set: its clauses alone may exclude every win, which would explain nothing.
                let query = StepQuery { before: &[literal], ..StepQuery::default() };
                match relation.is_won(&query) {
                    StepAnswer::Impossible { .. } => trap.push(literal),
                    StepAnswer::Possible { .. } => {}
                    StepAnswer::Unknown => return None,
                }
                if stop() || relation.work() > last {
                    return None;
                }
            }
        }
        // Literals whose steps are not known to stay within the trap.
        let mut open = trap.clone();
        let mut is_in = vec![false; 2 * relation.n_marks()];
        trap.iter().for_each(|literal| is_in[literal.place()] = true);
        let mut next: Vec<Vec<MarkLiteral>> = vec![Vec::new(); is_in.len()];
        while let Some(literal) = open.pop() {
            if !is_in[literal.place()] {
                continue;
            }
            trap.retain(|literal| is_in[literal.place()]);
            match stays(relation, &sets, literal, &trap) {
                Stay::Within(needed) => next[literal.place()] = needed,
                Stay::Leaves(from) => {
                    // From this position a step leads out of the trap, so remove all literals that hold in it.
                    let gone: Vec<MarkLiteral> =
                        trap.iter().filter(|of| of.holds_in(&from)).copied().collect();
                    gone.iter().for_each(|of| is_in[of.place()] = false);
                    let needs_any = |of: &MarkLiteral| {
                        let mut needed = next[of.place()].iter();
                        is_in[of.place()] && needed.any(|needed| gone.contains(needed))
                    };
                    open.extend(trap.iter().filter(|of| needs_any(of)));
                }
                Stay::Unknown => return None,
            }
            if stop() || relation.work() > last {
                return None;
            }
        }
        trap.retain(|literal| is_in[literal.place()]);
        let n_words = relation.n_marks().div_ceil(64);
        let words = |is_there: bool| -> Box<[u64]> {
            let mut words = vec![0_u64; n_words];
            for literal in trap.iter().filter(|literal| literal.is_there() == is_there) {
                words[literal.mark() / 64] |= 1 << (literal.mark() % 64);
            }
            words.into()
        };
        let (there, missing) = (words(true), words(false));
        let next = trap.iter().map(|literal| std::mem::take(&mut next[literal.place()])).collect();
        Some(Self { literals: trap, next, there, missing })
    }

    /// True if the trap is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// True if a literal of the trap holds in a position.
    pub(crate) fn is_dead_end(&self, words: &[u64]) -> bool {
        let masks = self.there.iter().zip(&self.missing);
        words.iter().zip(masks).any(|(word, (there, missing))| word & there | !word & missing != 0)
    }

    /// Returns the shortest explanation why a position is in the trap: a literal that holds in it, followed by
    /// everything that this literal may turn into.
    pub(crate) fn reason(&self, words: &[u64]) -> Option<Vec<MarkLiteral>> {
        let here = self.literals.iter().filter(|literal| literal.holds_in(words));
        here.map(|literal| self.all_from(*literal)).min_by_key(Vec::len)
    }

    /// Returns everything that a literal of the trap may turn into, beginning with itself.
    fn all_from(&self, literal: MarkLiteral) -> Vec<MarkLiteral> {
        let (mut all, mut at) = (vec![literal], 0);
        while let Some(literal) = all.get(at).copied() {
            at += 1;
            let Ok(place) = self.literals.binary_search(&literal) else { continue };
            for needed in &self.next[place] {
                if !all.contains(needed) {
                    all.push(*needed);
                }
            }
        }
        all
    }
}

/// The effect of the steps from a literal of a trap.
enum Stay {
    /// All stay in the trap, by means of these literals.
    Within(Vec<MarkLiteral>),
    /// One leads out, from this position.
    Leaves(Box<[u64]>),
    Unknown,
}

fn stays(
    relation: &mut StepRelation,
    sets: &[ClauseSet],
    literal: MarkLiteral,
    trap: &[MarkLiteral],
) -> Stay {
    let outside: Vec<MarkLiteral> = trap.iter().map(|literal| literal.opposite()).collect();
    let mut needed = Vec::new();
    for action in 0..relation.n_actions() {
        let query = StepQuery { sets, before: &[literal], after: &outside, ..StepQuery::default() };
        match relation.step(action, &query) {
            StepAnswer::Impossible { after, .. } => {
                needed.extend(after.iter().map(|literal| literal.opposite()));
            }
            StepAnswer::Possible { from, .. } => return Stay::Leaves(from),
            StepAnswer::Unknown => return Stay::Unknown,
        }
    }
    Stay::Within(needed)
}

/// The literals that hold at the start and that no step changes.
#[derive(Debug)]
pub(crate) struct Unchanged(Vec<MarkLiteral>);

impl Unchanged {
    /// True if all of them hold in a position, and so in every position reached from there.
    pub(crate) fn holds_in(&self, words: &[u64]) -> bool {
        self.0.iter().all(|literal| literal.holds_in(words))
    }

    /// True if a solver confirms that no step changes any of them. O(actions) questions.
    pub(crate) fn is_kept_by(&self, relation: &mut StepRelation) -> bool {
        self.0.is_empty()
            || (0..relation.n_actions()).all(|action| {
                let answer = change(&self.0, action, relation);
                matches!(answer, StepAnswer::Impossible { .. })
            })
    }

    /// Adds them as clauses.
    pub(crate) fn add_to(&self, relation: &mut StepRelation) -> ClauseSet {
        let set = relation.add_set();
        self.0.iter().for_each(|literal| relation.add_clause(set, &[*literal]));
        set
    }
}

/// Asks if an action can change one of these literals when all of them hold.
fn change(literals: &[MarkLiteral], action: usize, relation: &mut StepRelation) -> StepAnswer {
    let changed: Vec<MarkLiteral> = literals.iter().map(|literal| literal.opposite()).collect();
    let query = StepQuery { before: literals, any_after: &changed, ..StepQuery::default() };
    relation.step(action, &query)
}

/// Returns the literals that hold at the start and that no step changes. `None` at the work limit or if stopped.
pub(crate) fn never_changed(
    relation: &mut StepRelation,
    start: &[u64],
    most_work: u64,
    stop: StopCheck<'_>,
) -> Option<Unchanged> {
    let last = relation.work() + most_work;
    let mut kept = MarkLiteral::all_in(start, relation.n_marks());
    let mut n_unchanged = 0;
    let mut action = 0;
    while n_unchanged < relation.n_actions() && !kept.is_empty() {
        match change(&kept, action, relation) {
            StepAnswer::Impossible { .. } => {
                n_unchanged += 1;
                action = (action + 1) % relation.n_actions();
            }
            StepAnswer::Possible { to, .. } => {
                n_unchanged = 0;
                kept.retain(|literal| literal.holds_in(&to));
            }
            StepAnswer::Unknown => return None,
        }
        if stop() || relation.work() > last {
            return None;
        }
    }
    Some(Unchanged(kept))
}
