//! Sets of constraints from which marks follow without a search.
//!
//! A constraint alone often decides marks by unit propagation, and so do several constraints in a chain. Such a
//! set does decide its mark, but a smaller one may decide it too.

use std::cmp::Reverse;

use batsat::Lit;
use fixedbitset::FixedBitSet;

use foolproof_kernel::StopCheck;

use crate::asker::Asker;
use crate::finder::StepFinder;
use crate::puzzle::{ConstraintNumber, MarkNumber};
use crate::step::Halted;

/// The number of chains that are shortened, the shortest first.
pub(crate) const MAX_SHORTENED: usize = 24;
/// The marks of a constraint are tried one by one only if it has no more than this.
pub(crate) const MAX_TRIED: usize = 24;

impl StepFinder<'_> {
    /// Finds the marks that each constraint decides by itself, for constraints with newly decided marks.
    pub(crate) fn find_singles(&mut self, stop: StopCheck<'_>) -> Result<(), Halted> {
        let n_constraints = self.puzzle.constraints().len();
        let fresh = std::mem::replace(&mut self.fresh, FixedBitSet::with_capacity(n_constraints));
        let mut fresh: Vec<ConstraintNumber> = fresh.ones().collect();
        fresh.sort_by_key(|constraint| self.weight(*constraint));
        let marks: Vec<(MarkNumber, Lit)> =
            self.open_marks().into_iter().map(|mark| (mark, self.other_way(mark))).collect();
        let mut tried = Vec::new();
        for constraint in fresh {
            if stop() {
                return Err(Halted);
            }
            let kept = self.path.kept(constraint);
            let propagation = self.path.propagation();
            let before = propagation.len();
            propagation.assume(kept);
            let decided: Vec<MarkNumber> = marks
                .iter()
                .filter(|(_, other)| propagation.holds(!*other))
                .map(|(mark, _)| *mark)
                .collect();
            propagation.undo(before);
            if decided.is_empty() {
                tried.push(constraint);
            }
            decided.into_iter().for_each(|mark| self.decides(mark, vec![constraint]));
        }
        if self.smallest() == Some(1) {
            // The others are tried only if nothing easier is found.
            tried.into_iter().for_each(|constraint| self.fresh.grow_and_insert(constraint));
            return Ok(());
        }
        tried.into_iter().try_for_each(|constraint| self.try_marks(constraint, stop))
    }

    /// Tries the opposite of each mark of a constraint, one by one.
    fn try_marks(
        &mut self,
        constraint: ConstraintNumber,
        stop: StopCheck<'_>,
    ) -> Result<(), Halted> {
        if self.weight(constraint) > MAX_TRIED {
            return Ok(());
        }
        if stop() {
            return Err(Halted);
        }
        let touched = self.puzzle.touched(constraint);
        for mark in self.open_marks().into_iter().filter(|mark| touched.contains(*mark)) {
            let hit = self.broken_by_others(mark).all(|of| of.binary_search(&constraint).is_ok());
            let other = self.other_way(mark);
            if hit && self.path.chain(&[constraint], other).is_some() {
                self.decides(mark, vec![constraint]);
            }
        }
        Ok(())
    }

    /// Finds the marks that all constraints together decide by propagation, and shortens the shortest chains.
    pub(crate) fn find_chains(&mut self, stop: StopCheck<'_>) -> Result<(), Halted> {
        let mut all: Vec<ConstraintNumber> = (0..self.puzzle.constraints().len()).collect();
        all.sort_by_key(|constraint| self.weight(*constraint));
        let kept: Vec<Lit> = all.iter().map(|of| self.path.kept(*of)).collect();
        let before = self.path.propagation().len();
        kept.iter().for_each(|lit| _ = self.path.propagation().assume(*lit));
        let mut chains = Vec::new();
        for mark in self.open_marks() {
            let other = self.other_way(mark);
            if let Some(chain) = self.path.blamed(&all, other) {
                chains.push((chain, mark));
            }
        }
        self.path.propagation().undo(before);
        chains.sort_by_key(|(chain, mark)| (chain.len(), *mark));
        for (mut chain, mark) in chains.into_iter().take(MAX_SHORTENED) {
            if stop() {
                return Err(Halted);
            }
            let other = self.other_way(mark);
            chain.sort_by_key(|constraint| Reverse(self.weight(*constraint)));
            let shortened = self.path.shortened(chain, other);
            self.decides(mark, shortened);
        }
        Ok(())
    }

    /// Remembers constraints that decide a mark, unless a better set is known: a smaller one, or one that
    /// touches fewer marks.
    pub(crate) fn decides(&mut self, mark: MarkNumber, constraints: Vec<ConstraintNumber>) {
        let cost = |of: &Vec<ConstraintNumber>| {
            (of.len(), of.iter().map(|constraint| self.weight(*constraint)).sum::<usize>())
        };
        let known = self.marks[mark].deciding.as_ref();
        if known.is_none_or(|known| cost(&constraints) < cost(known)) {
            self.marks[mark].deciding = Some(constraints);
        }
    }
}

impl Asker<'_> {
    /// Given assumed constraints, those that contradict a literal by propagation.
    pub(crate) fn blamed(
        &mut self,
        assumed: &[ConstraintNumber],
        lit: Lit,
    ) -> Option<Vec<ConstraintNumber>> {
        let before = self.propagation().len();
        let possible = self.propagation().assume(lit);
        let blamed = if possible { None } else { Some(self.propagation().blamed()) };
        self.propagation().undo(before);
        blamed.map(|blamed| self.among(assumed, &blamed))
    }

    /// Some of these constraints that together contradict a literal by propagation, in their order.
    pub(crate) fn chain(
        &mut self,
        constraints: &[ConstraintNumber],
        lit: Lit,
    ) -> Option<Vec<ConstraintNumber>> {
        let kept: Vec<Lit> = constraints.iter().map(|of| self.kept(*of)).collect();
        let propagation = self.propagation();
        let before = propagation.len();
        let possible = propagation.assume(lit) && kept.iter().all(|lit| propagation.assume(*lit));
        let blamed = if possible { None } else { Some(propagation.blamed()) };
        propagation.undo(before);
        blamed.map(|blamed| self.among(constraints, &blamed))
    }

    /// Those of the constraints whose literals, for being kept, are among these.
    fn among(&mut self, constraints: &[ConstraintNumber], lits: &[Lit]) -> Vec<ConstraintNumber> {
        constraints.iter().copied().filter(|of| lits.contains(&self.kept(*of))).collect()
    }

    /// Drops the constraints of a chain one after the other.
    pub(crate) fn shortened(
        &mut self,
        mut chain: Vec<ConstraintNumber>,
        lit: Lit,
    ) -> Vec<ConstraintNumber> {
        let mut at = 0;
        while at < chain.len() {
            let mut rest = chain.clone();
            rest.remove(at);
            match self.chain(&rest, lit) {
                Some(fewer) => chain = fewer,
                None => at += 1,
            }
        }
        chain.sort_unstable();
        chain
    }
}
