//! The first steps of a level for which it takes long to find the marks that its solutions share.
//!
//! Whatever follows from a sentence follows in every solution. So steps of one sentence can be reported before
//! any solution is known; and a first step of several sentences, if no single one decides anything. Sets are
//! found by propagation, so smaller ones may exist.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use batsat::Lit;
use fixedbitset::FixedBitSet;

use foolproof_kernel::StopCheck;

use crate::asker::{Asker, Kept};
use crate::chains::{MAX_SHORTENED, MAX_TRIED};
use crate::finder::n_different;
use crate::following::THOROUGH;
use crate::puzzle::{ConstraintNumber, MarkNumber, Puzzle};
use crate::solutions::PlaysWith;
use crate::step::{Decision, Halted, NoSteps, SolvingStep};

/// No further step is looked for after this effort.
const AFFORDED: u64 = 4_000_000;

/// For each decision, constraints that make it.
type Deciding = BTreeMap<Decision, Vec<ConstraintNumber>>;

/// Finds steps without knowing a solution.
pub(crate) struct EarlySteps<'p> {
    puzzle: &'p Puzzle,
    /// Its propagation assumes the decided marks.
    asker: Asker<'p>,
    /// Its plays differ from the first play found in as many marks as possible.
    against: Asker<'p>,
    decided: BTreeSet<Decision>,
    undecided: FixedBitSet,
}

impl<'p> EarlySteps<'p> {
    /// `None` if there is no play at all.
    pub(crate) fn of(puzzle: &'p Puzzle, stop: StopCheck<'_>) -> Result<Option<Self>, NoSteps> {
        // A path must not depend on whether early steps were looked for, so this asker serves nobody else.
        let mut asker = Asker::new(puzzle, None)?;
        let Kept::Play = asker.ask(&[], &[], THOROUGH, stop)? else { return Ok(None) };
        let n_marks = puzzle.marks().len();
        let others: Vec<bool> = (0..n_marks).map(|mark| !asker.has(mark)).collect();
        let against = Asker::new(puzzle, Some(&others))?;
        let mut undecided = FixedBitSet::with_capacity(n_marks);
        undecided.insert_range(..);
        Ok(Some(Self { puzzle, asker, against, decided: BTreeSet::new(), undecided }))
    }

    /// The steps that are found soon, at most `most`; reports all of them after each one. They end if there
    /// turns out to be no solution.
    pub(crate) fn taken(
        mut self,
        most: usize,
        stop: StopCheck<'_>,
        tell: &mut dyn FnMut(&[SolvingStep]),
    ) -> Result<Vec<SolvingStep>, Halted> {
        let (mut steps, until) = (Vec::new(), self.effort() + AFFORDED);
        let Some(settled) = self.shared(&[], stop)? else { return Ok(steps) };
        if !settled.is_empty() {
            self.decide(&settled);
            steps.push(SolvingStep::without_constraints(settled));
            tell(&steps);
        }
        let mut is_first = true;
        while steps.len() < most
            && self.effort() < until
            && let Some(step) = self.next(is_first, stop)?
        {
            self.decide(&step.marks);
            steps.push(step);
            tell(&steps);
            is_first = false;
        }
        Ok(steps)
    }

    /// The effort of all searches so far.
    fn effort(&self) -> u64 {
        self.asker.effort() + self.against.effort()
    }

    /// A cheapest step of one constraint; if there is none and it `may_be_large`, one of several.
    fn next(
        &mut self,
        may_be_large: bool,
        stop: StopCheck<'_>,
    ) -> Result<Option<SolvingStep>, Halted> {
        let ways = [Self::seen_alone, Self::tried_alone, Self::chained];
        let ways = ways.into_iter().take(if may_be_large { 3 } else { 2 });
        for way in ways {
            let Some(deciding) = way(self, stop)? else { return Ok(None) };
            let sets: BTreeSet<&Vec<ConstraintNumber>> = deciding.values().collect();
            let cheapest = sets.iter().min_by_key(|set| (set.len(), self.touched(set)));
            if let Some(set) = cheapest {
                let small = sets.iter().copied().filter(|of| of.len() <= set.len());
                return self.step(set, n_different(small.collect()), stop);
            }
        }
        Ok(None)
    }

    /// The step that these constraints make; `None` if that is too hard to find out.
    fn step(
        &mut self,
        set: &[ConstraintNumber],
        available: usize,
        stop: StopCheck<'_>,
    ) -> Result<Option<SolvingStep>, Halted> {
        let Some(marks) = self.shared(set, stop)? else { return Ok(None) };
        let decided = self.decided.iter().copied().collect();
        let reasons = self.asker.reasons(decided, set, &marks, stop)?;
        let touched = self.touched(set);
        // Whatever follows from no constraint is decided already.
        let (constraints, smallest) = (set.to_vec(), set.len() == 1);
        Ok(Some(SolvingStep { constraints, reasons, marks, smallest, touched, available }))
    }

    /// Finds the decisions of each constraint by propagation; `None` if one of them cannot be kept.
    fn seen_alone(&mut self, stop: StopCheck<'_>) -> Result<Option<Deciding>, Halted> {
        let mut deciding = Deciding::new();
        let ways = self.open_ways();
        for constraint in self.by_weight(usize::MAX) {
            if stop() {
                return Err(Halted);
            }
            let kept = self.asker.kept(constraint);
            let propagation = self.asker.propagation();
            let before = propagation.len();
            let is_possible = propagation.assume(kept);
            let decided = ways.iter().filter(|(_, lit)| propagation.holds(*lit));
            for (decision, _) in decided {
                deciding.entry(*decision).or_insert_with(|| vec![constraint]);
            }
            propagation.undo(before);
            if !is_possible {
                return Ok(None);
            }
        }
        Ok(without_contradiction(deciding))
    }

    /// Finds the decisions of each constraint by trying both values of its marks.
    fn tried_alone(&mut self, stop: StopCheck<'_>) -> Result<Option<Deciding>, Halted> {
        let mut deciding = Deciding::new();
        let ways = self.open_ways();
        for constraint in self.by_weight(MAX_TRIED) {
            if stop() {
                return Err(Halted);
            }
            let touched = self.puzzle.touched(constraint);
            for (decision, lit) in ways.iter().filter(|(of, _)| touched.contains(of.mark)) {
                if self.asker.chain(&[constraint], !*lit).is_some() {
                    deciding.entry(*decision).or_insert_with(|| vec![constraint]);
                }
            }
        }
        Ok(without_contradiction(deciding))
    }

    /// Finds the decisions of all constraints together by propagation, each with a small set that makes it.
    fn chained(&mut self, stop: StopCheck<'_>) -> Result<Option<Deciding>, Halted> {
        let all = self.by_weight(usize::MAX);
        let kept: Vec<Lit> = all.iter().map(|of| self.asker.kept(*of)).collect();
        let before = self.asker.propagation().len();
        let mut chains = Vec::new();
        if kept.iter().all(|lit| self.asker.propagation().assume(*lit)) {
            for (decision, lit) in self.open_ways() {
                if let Some(chain) = self.asker.blamed(&all, !lit) {
                    chains.push((chain, decision));
                }
            }
        }
        self.asker.propagation().undo(before);
        chains.sort_by_key(|(chain, decision)| (chain.len(), *decision));
        let mut deciding = Deciding::new();
        for (mut chain, decision) in chains.into_iter().take(MAX_SHORTENED) {
            if stop() {
                return Err(Halted);
            }
            let lit = self.asker.lit(decision);
            chain.sort_by_key(|constraint| Reverse(self.touched(&[*constraint])));
            deciding.insert(decision, self.asker.shortened(chain, !lit));
        }
        Ok(without_contradiction(deciding))
    }

    /// The undecided marks that are the same in all plays that keep these constraints. `None` if there are no
    /// such plays, or if that is too hard to find out.
    fn shared(
        &mut self,
        set: &[ConstraintNumber],
        stop: StopCheck<'_>,
    ) -> Result<Option<Vec<Decision>>, Halted> {
        let Self { asker, against, decided, undecided, .. } = self;
        let lits: Vec<Lit> = decided.iter().map(|of| asker.lit(*of)).collect();
        let Kept::Play = asker.ask(set, &lits, THOROUGH, stop)? else { return Ok(None) };
        let n_marks = self.puzzle.marks().len();
        let play: Vec<bool> = (0..n_marks).map(|mark| asker.has(mark)).collect();
        // Atoms have the same numbers in both askers, and so the same literals.
        let plays = PlaysWith { constraints: set, lits: &lits, conflicts: THOROUGH };
        let is_undecided = |mark: &MarkNumber| undecided.contains(*mark);
        let differing = plays.differing(against, &play, &is_undecided, stop)?;
        Ok(differing.map(|differing| {
            let shared = self.undecided.ones().filter(|of| differing.binary_search(of).is_err());
            shared.map(|mark| Decision { mark, on: play[mark] }).collect()
        }))
    }

    fn decide(&mut self, marks: &[Decision]) {
        let mut new = FixedBitSet::with_capacity(self.puzzle.marks().len());
        for decision in marks {
            let lit = self.asker.lit(*decision);
            self.asker.propagation().assume(lit);
            new.grow_and_insert(decision.mark);
        }
        self.decided.extend(marks);
        self.undecided.difference_with(&new);
    }

    /// Both values of each undecided mark.
    fn open_ways(&mut self) -> Vec<(Decision, Lit)> {
        let both = |mark| [true, false].map(|on| Decision { mark, on });
        let ways: Vec<Decision> = self.undecided.ones().flat_map(both).collect();
        ways.into_iter().map(|decision| (decision, self.asker.lit(decision))).collect()
    }

    /// The constraints with at least one and at most `most` undecided marks, those with the fewest first.
    fn by_weight(&self, most: usize) -> Vec<ConstraintNumber> {
        let all = 0..self.puzzle.constraints().len();
        let mut weighed: Vec<(usize, ConstraintNumber)> =
            all.map(|constraint| (self.touched(&[constraint]), constraint)).collect();
        weighed.retain(|(weight, _)| (1..=most).contains(weight));
        weighed.sort_unstable();
        weighed.into_iter().map(|(_, constraint)| constraint).collect()
    }

    /// Counts the undecided marks that the constraints touch.
    fn touched(&self, set: &[ConstraintNumber]) -> usize {
        let mut marks = FixedBitSet::with_capacity(self.puzzle.marks().len());
        set.iter().for_each(|constraint| marks.union_with(self.puzzle.touched(*constraint)));
        marks.intersection_count(&self.undecided)
    }
}

/// Returns the decisions; `None` if a mark is decided both ways.
fn without_contradiction(deciding: Deciding) -> Option<Deciding> {
    let mut marks = deciding.keys().map(|decision| decision.mark);
    let mut before = marks.next();
    let is_twice = marks.any(|mark| before.replace(mark) == Some(mark));
    (!is_twice).then_some(deciding)
}
