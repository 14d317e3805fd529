//! The search for the next step.
//!
//! A set of constraints decides a mark exactly if each play with the opposite mark breaks a member of it. So
//! the search collects plays that break few constraints, and tries a smallest set that hits the broken ones of
//! each play; a play that keeps this set joins the others. Deciding marks does not change the constraints that
//! a play breaks, so plays serve until a decided mark rules them out.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use batsat::Lit;
use fixedbitset::FixedBitSet;

use foolproof_kernel::StopCheck;

use crate::asker::{Asker, Kept, Worth};
use crate::hitting::{TooMany, hitting_set};
use crate::puzzle::{ConstraintNumber, MarkNumber, Puzzle};
use crate::solutions::{PlaysWith, SharedMarks, Solutions};
use crate::step::{Decision, Halted, NoSteps, SolvingStep};

/// All sets of up to this size are ruled out before a larger one is offered.
const PROVED: usize = 3;
/// Conflicts for a question whether a small set decides a mark, for one that shortens a set, and for one that
/// only makes a play break less.
pub(crate) const PATIENT: u64 = 400;
const SHORTENING: u64 = 300;
const HASTY: u64 = 60;
/// The effort, in literals set, of a search for smaller sets than the known ones. If it runs out, the next
/// search gets half as much, since it is likely to end the same way; otherwise twice as much.
pub(crate) const AFFORDED: u64 = 1_000_000;
const MIN_AFFORDED: u64 = 60_000;
/// Extra effort along a path, and for one step, to prove that a step with few constraints is a smallest one.
const PROVING: u64 = 40_000_000;
const MAX_PROVING: u64 = 6_000_000;
/// If smaller sets cannot be ruled out, a set of up to this size is taken without comparing it with others.
const SMALL: usize = 4;
/// The number of sets that are shrunk if not all smaller ones are ruled out.
const MAX_SHRUNK: usize = 12;
/// If fewer sets than this are known, others are looked for with this effort, so that no moment is called
/// narrow only because nobody looked.
const ENOUGH: usize = 2;
const LOOKING: u64 = 60_000;
/// A play that breaks at most this many constraints is not made to break fewer.
const FEW: usize = 4;

/// A play in which some of the marks that the solutions share are the opposite.
pub(crate) struct OtherPlay {
    differs: FixedBitSet,
    /// The constraints that it breaks, ascending.
    breaks: Vec<ConstraintNumber>,
}

#[derive(Clone, Debug)]
pub(crate) struct MarkState {
    decided: bool,
    /// No smaller set than this decides it now.
    pub(crate) at_least: usize,
    /// A set that does, ascending.
    pub(crate) deciding: Option<Vec<ConstraintNumber>>,
}

/// Finds the steps of a path one by one.
pub struct StepFinder<'p> {
    pub(crate) puzzle: &'p Puzzle,
    /// The rules with nothing decided, and the rules with the decided marks.
    pub(crate) open: Asker<'p>,
    pub(crate) path: Asker<'p>,
    /// With the decided marks as well; its plays differ from the solutions in as many marks as possible.
    pub(crate) against: Asker<'p>,
    /// One solution. The marks outside `differing` are the same in all.
    pub(crate) solution: Vec<bool>,
    differing: Vec<MarkNumber>,
    pub(crate) marks: Vec<MarkState>,
    pub(crate) plays: Vec<OtherPlay>,
    pub(crate) undecided: FixedBitSet,
    /// Marks that follow from the choice rules alone, until they are reported.
    pub(crate) settled: Vec<Decision>,
    /// Constraints that may decide something by themselves, since one of their marks was decided.
    pub(crate) fresh: FixedBitSet,
    /// The effort for a step, and the total effort at which the current search ends.
    afforded: u64,
    pub(crate) affordable: u64,
    /// The effort left for proofs that a step is smallest.
    proving: u64,
    /// Maximum number of constraints of a step.
    most: usize,
    /// The largest number of constraints of a step so far.
    largest: usize,
    /// Find out which decided marks a step needs.
    pub(crate) tells_reasons: bool,
}

/// The beginning of a search for steps.
pub enum Begun<'p> {
    Finder(Box<StepFinder<'p>>),
    /// There is no solution, since these constraints cannot hold together. The set is minimal.
    NoSolution(Vec<ConstraintNumber>),
}

impl<'p> StepFinder<'p> {
    /// Finds a solution, and the marks that all solutions share.
    pub fn begin(puzzle: &'p Puzzle, stop: StopCheck<'_>) -> Result<Begun<'p>, NoSteps> {
        Ok(match Solutions::of(puzzle, stop)? {
            Solutions::Some(known) => Begun::Finder(Self::to(*known, stop)?),
            Solutions::None(none) => Begun::NoSolution(none.fewest(stop)?),
        })
    }

    /// Starts the path to the marks that the solutions share.
    pub(crate) fn to(known: SharedMarks<'p>, stop: StopCheck<'_>) -> Result<Box<Self>, NoSteps> {
        let SharedMarks { puzzle, open, solution, differing } = known;
        let shared = |mark: &MarkNumber| differing.binary_search(mark).is_err();
        let others: Vec<bool> = solution.iter().map(|on| !on).collect();
        let mut against = Asker::new(puzzle, Some(&others))?;
        let free = PlaysWith::ALL.differing(&mut against, &solution, &shared, stop)?;
        let mut undecided = FixedBitSet::with_capacity(solution.len());
        let free = free.unwrap_or_else(|| (0..solution.len()).filter(shared).collect());
        free.into_iter().for_each(|mark| undecided.grow_and_insert(mark));
        let settled = (0..solution.len()).filter(|mark| shared(mark) && !undecided.contains(*mark));
        let settled: Vec<Decision> =
            settled.map(|mark| Decision { mark, on: solution[mark] }).collect();
        let path = Asker::new(puzzle, Some(&solution))?;
        settled.iter().for_each(|decision| undecided.grow_and_insert(decision.mark));
        let state = MarkState { decided: false, at_least: 1, deciding: None };
        let marks = vec![state; solution.len()];
        let plays = Vec::new();
        let mut fresh = FixedBitSet::with_capacity(puzzle.constraints().len());
        fresh.insert_range(..);
        let (afforded, affordable) = (AFFORDED, 0);
        Ok(Box::new(Self {
            puzzle,
            open,
            path,
            against,
            solution,
            differing,
            marks,
            plays,
            undecided,
            settled,
            fresh,
            afforded,
            affordable,
            proving: PROVING,
            most: usize::MAX,
            largest: 0,
            tells_reasons: true,
        }))
    }

    /// Limits the size of steps: the path ends if there is no step of at most `most` constraints.
    pub(crate) fn up_to(mut self: Box<Self>, most: usize) -> Box<Self> {
        self.most = most;
        self
    }

    /// The marks in which the solutions differ, ascending: no step decides them.
    pub fn differing(&self) -> &[MarkNumber] {
        &self.differing
    }

    /// The marks that the solutions share and that no step has decided yet.
    pub fn undecided(&self) -> Vec<Decision> {
        self.open_marks().into_iter().map(|mark| self.as_solved(mark)).collect()
    }

    /// The number of questions so far.
    pub fn n_asked(&self) -> u64 {
        self.open.n_asked() + self.path.n_asked() + self.against.n_asked()
    }

    /// Takes a cheapest step. `None` once everything that the solutions share is decided, or if all remaining
    /// steps are larger than wanted. The first step has the marks that follow from no constraint at all.
    pub fn next(&mut self, stop: StopCheck<'_>) -> Result<Option<SolvingStep>, Halted> {
        if self.undecided.is_clear() {
            return Ok(None);
        }
        let settled = std::mem::take(&mut self.settled);
        if !settled.is_empty() {
            self.decide(&settled);
            return Ok(Some(SolvingStep::without_constraints(settled)));
        }
        self.affordable = self.path.effort() + self.afforded;
        self.find_singles(stop)?;
        if self.smallest() != Some(1) {
            self.find_chains(stop)?;
        }
        let found = self.search_small(stop)?;
        let ran_out = self.path.effort() >= self.affordable;
        let is_beyond = self.smallest().is_none_or(|smallest| smallest > self.most);
        if is_beyond && !ran_out && self.most <= PROVED {
            return Ok(None);
        }
        if found {
            self.afforded = (self.afforded * 2).min(AFFORDED);
        } else if !ran_out || self.smallest().is_none_or(|smallest| smallest > SMALL) {
            self.shrink_cores(stop)?;
        }
        if ran_out && !found {
            self.afforded = (self.afforded / 2).max(MIN_AFFORDED);
        }
        self.prove(stop)?;
        self.look_further(stop)?;
        self.take(stop).map(Some)
    }

    /// Looks for small sets that decide something, the smallest first. True if there is one.
    fn search_small(&mut self, stop: StopCheck<'_>) -> Result<bool, Halted> {
        for size in 1..=PROVED {
            // If a known set has this size already, none can be smaller.
            if self.smallest().is_none_or(|smallest| smallest > size) {
                for mark in self.open_marks() {
                    self.settle(mark, size, stop)?;
                }
            }
            if self.smallest().is_some_and(|smallest| smallest <= size) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether no set smaller than this decides anything.
    fn is_smallest(&self, size: usize) -> bool {
        self.undecided.ones().all(|mark| size <= self.marks[mark].at_least)
    }

    /// If the smallest known set is small, tries to rule out smaller ones, or to find one.
    fn prove(&mut self, stop: StopCheck<'_>) -> Result<(), Halted> {
        let Some(size) = self.smallest().filter(|size| *size <= PROVED) else { return Ok(()) };
        if self.proving == 0 || self.is_smallest(size) {
            return Ok(());
        }
        let before = self.path.effort();
        self.affordable = before + self.proving.min(MAX_PROVING);
        self.search_small(stop)?;
        self.proving = self.proving.saturating_sub(self.path.effort() - before);
        Ok(())
    }

    /// Looks for further sets that are no larger than the largest step so far, if hardly any are known.
    fn look_further(&mut self, stop: StopCheck<'_>) -> Result<(), Halted> {
        let Some(smallest) = self.smallest() else { return Ok(()) };
        let most = self.largest.max(smallest);
        if self.n_known(most) >= ENOUGH {
            return Ok(());
        }
        if smallest == 1 && most > 1 {
            self.find_chains(stop)?;
        }
        self.affordable = self.path.effort() + LOOKING;
        for size in smallest..=most.min(PROVED) {
            for mark in self.open_marks() {
                if self.n_known(most) >= ENOUGH || self.path.effort() >= self.affordable {
                    return Ok(());
                }
                self.settle(mark, size, stop)?;
            }
        }
        Ok(())
    }

    /// Takes a step by plain deletion, for comparison: for every mark, starts with all constraints and drops
    /// one after the other while the rest decides the mark.
    pub fn next_by_deletion(&mut self, stop: StopCheck<'_>) -> Result<Option<SolvingStep>, Halted> {
        let all: Vec<ConstraintNumber> = (0..self.puzzle.constraints().len()).collect();
        for mark in self.open_marks() {
            let other = self.other_way(mark);
            let known = self.marks[mark].deciding.clone();
            let fewest =
                self.path.fewest(known.unwrap_or(all.clone()), &[other], Worth::ALL, stop)?;
            self.marks[mark].deciding = fewest;
        }
        if self.undecided.is_clear() { Ok(None) } else { self.take(stop).map(Some) }
    }

    pub(crate) fn open_marks(&self) -> Vec<MarkNumber> {
        self.undecided.ones().collect()
    }

    pub(crate) fn as_solved(&self, mark: MarkNumber) -> Decision {
        Decision { mark, on: self.solution[mark] }
    }

    /// The opposite of the mark in the solutions.
    pub(crate) fn other_way(&mut self, mark: MarkNumber) -> Lit {
        self.path.lit(Decision { mark, on: !self.solution[mark] })
    }

    /// The size of the smallest set that is known to decide a mark.
    pub(crate) fn smallest(&self) -> Option<usize> {
        let known = self.undecided.ones().filter_map(|mark| self.marks[mark].deciding.as_ref());
        known.map(Vec::len).min()
    }

    /// Finds out whether a set of at most `size` constraints decides a mark, unless that is too hard.
    fn settle(&mut self, mark: MarkNumber, size: usize, stop: StopCheck<'_>) -> Result<(), Halted> {
        let state = &self.marks[mark];
        let known = state.deciding.as_ref().is_some_and(|known| known.len() <= size);
        if known || state.at_least > size {
            return Ok(());
        }
        let other = self.other_way(mark);
        let mut together = size == 1;
        while self.path.effort() < self.affordable {
            let broken: Vec<&[ConstraintNumber]> = self.broken_by_others(mark).collect();
            let weight = |constraint: ConstraintNumber| self.weight(constraint);
            let set = match (together, common(&broken)) {
                // If one play keeps everything that might decide the mark alone, nothing does.
                (true, Some(common)) if !common.is_empty() => common,
                _ => match hitting_set(&broken, size, &weight) {
                    Ok(Some(set)) => set,
                    Ok(None) => {
                        self.marks[mark].at_least = size + 1;
                        return Ok(());
                    }
                    Err(TooMany) => return Ok(()),
                },
            };
            match self.path.ask(&set, &[other], PATIENT, stop)? {
                Kept::Never { mut constraints, .. } => {
                    constraints.sort_unstable();
                    let found = constraints.len() <= size;
                    self.decides(mark, constraints);
                    if found {
                        return Ok(());
                    }
                    together = false;
                }
                Kept::Play if size == 1 => {
                    let play = read_play(&self.path, &self.solution);
                    self.plays.push(play);
                }
                Kept::Play => self.keep_play(other, stop)?,
                Kept::Unknown if together => together = false,
                Kept::Unknown => return Ok(()),
            }
        }
        Ok(())
    }

    /// Returns the broken constraints of each play that has the opposite of this mark.
    pub(crate) fn broken_by_others(
        &self,
        mark: MarkNumber,
    ) -> impl Iterator<Item = &[ConstraintNumber]> {
        let others = self.plays.iter().filter(move |play| play.differs.contains(mark));
        others.map(|play| play.breaks.as_slice())
    }

    /// Counts the undecided marks that a constraint touches.
    pub(crate) fn weight(&self, constraint: ConstraintNumber) -> usize {
        self.puzzle.touched(constraint).intersection_count(&self.undecided)
    }

    /// Keeps the play of the last answer, first making it break less while `other` holds.
    pub(crate) fn keep_play(&mut self, other: Lit, stop: StopCheck<'_>) -> Result<(), Halted> {
        let mut play = read_play(&self.path, &self.solution);
        while play.breaks.len() > FEW {
            let all = 0..self.puzzle.constraints().len();
            let kept = all.filter(|of| play.breaks.binary_search(of).is_err());
            let one_more = self.path.keeps_any(&play.breaks);
            let kept: Vec<ConstraintNumber> = kept.collect();
            let answer = self.path.ask(&kept, &[other, one_more], HASTY, stop)?;
            let next = matches!(answer, Kept::Play).then(|| read_play(&self.path, &self.solution));
            self.path.forget(one_more);
            match next {
                // With a recursive constraint, something unfounded may have passed for kept.
                Some(next) if next.breaks.len() < play.breaks.len() => play = next,
                _ => break,
            }
        }
        self.plays.push(play);
        Ok(())
    }

    /// If the sets are too large to rule out all smaller ones: finds constraints that decide each mark, and
    /// shrinks the smallest of these sets.
    fn shrink_cores(&mut self, stop: StopCheck<'_>) -> Result<(), Halted> {
        let mut cores = self.cores(stop)?;
        cores.sort_by_key(|(core, mark)| (core.len(), *mark));
        let effort = self.path.effort() + self.afforded;
        let mut least = self.smallest().unwrap_or(usize::MAX);
        for (core, mark) in cores.into_iter().take(MAX_SHRUNK) {
            let other = self.other_way(mark);
            let worth = Worth { least, conflicts: SHORTENING, effort };
            let fewest = self.path.fewest(core, &[other], worth, stop)?;
            let Some(constraints) = fewest else { continue };
            least = least.min(constraints.len());
            self.decides(mark, constraints);
        }
        Ok(())
    }

    /// For each mark, constraints that decide it, sorted by how many undecided marks they touch, most first.
    /// They come from the asker that found all solutions, since it has learned from all constraints together.
    fn cores(
        &mut self,
        stop: StopCheck<'_>,
    ) -> Result<Vec<(Vec<ConstraintNumber>, MarkNumber)>, Halted> {
        let all: Vec<ConstraintNumber> = (0..self.puzzle.constraints().len()).collect();
        let known: Vec<Lit> =
            self.decided().into_iter().map(|decision| self.open.lit(decision)).collect();
        let affordable = self.open.effort() + self.afforded;
        let mut cores = Vec::new();
        for mark in self.open_marks() {
            let found = !cores.is_empty() || self.smallest().is_some();
            if found && self.open.effort() > affordable {
                break;
            }
            let other = self.open.lit(Decision { mark, on: !self.solution[mark] });
            let mut lits = vec![other];
            lits.extend(&known);
            let conflicts = if found { SHORTENING } else { u64::MAX };
            let answer = self.open.ask(&all, &lits, conflicts, stop)?;
            if let Kept::Never { mut constraints, .. } = answer {
                constraints.sort_by_key(|constraint| Reverse(self.weight(*constraint)));
                cores.push((constraints, mark));
            }
        }
        Ok(cores)
    }

    pub(crate) fn decided(&self) -> Vec<Decision> {
        let decided = (0..self.marks.len()).filter(|mark| self.marks[*mark].decided);
        decided.map(|mark| self.as_solved(mark)).collect()
    }

    /// The cheapest known set: fewest constraints, then fewest undecided marks touched. Returned with the
    /// number of these marks.
    fn cheapest(&self) -> Option<(Vec<ConstraintNumber>, usize)> {
        let size = self.smallest()?;
        let known = self.undecided.ones().filter_map(|mark| self.marks[mark].deciding.as_ref());
        let sets: BTreeSet<&Vec<ConstraintNumber>> = known.filter(|of| of.len() == size).collect();
        let touched = |set: &Vec<ConstraintNumber>| {
            let mut marks = FixedBitSet::with_capacity(self.solution.len());
            set.iter().for_each(|constraint| marks.union_with(self.puzzle.touched(*constraint)));
            marks.intersection_count(&self.undecided)
        };
        let best = sets.iter().min_by_key(|set| touched(set))?;
        Some((best.to_vec(), touched(best)))
    }

    /// The undecided marks that the cheapest known set touches.
    pub(crate) fn beyond(&self) -> Vec<MarkNumber> {
        let Some((set, _)) = self.cheapest() else { return Vec::new() };
        let mut marks = FixedBitSet::with_capacity(self.solution.len());
        set.iter().for_each(|constraint| marks.union_with(self.puzzle.touched(*constraint)));
        self.undecided.ones().filter(|mark| marks.contains(*mark)).collect()
    }

    /// The number of known sets of at most `most` constraints, without those that contain another one.
    fn n_known(&self, most: usize) -> usize {
        let known = self.undecided.ones().filter_map(|mark| self.marks[mark].deciding.as_ref());
        n_different(known.filter(|of| of.len() <= most).collect())
    }

    /// Takes the cheapest step: decides everything that follows from it.
    fn take(&mut self, stop: StopCheck<'_>) -> Result<SolvingStep, Halted> {
        let Some((constraints, touched)) = self.cheapest() else { return Err(Halted) };
        self.largest = self.largest.max(constraints.len());
        let available = self.n_known(self.largest);
        let smallest = self.is_smallest(constraints.len());
        let marks = self.following(&constraints, stop)?;
        let reasons = match self.tells_reasons {
            true => self.reasons(&constraints, &marks, stop)?,
            false => Vec::new(),
        };
        self.decide(&marks);
        Ok(SolvingStep { constraints, reasons, marks, smallest, touched, available })
    }

    pub(crate) fn decide(&mut self, marks: &[Decision]) {
        self.path.decide(marks);
        self.against.decide(marks);
        let mut new = FixedBitSet::with_capacity(self.solution.len());
        for decision in marks {
            new.grow_and_insert(decision.mark);
            let state = &mut self.marks[decision.mark];
            (state.decided, state.deciding) = (true, None);
        }
        self.undecided.difference_with(&new);
        for constraint in 0..self.puzzle.constraints().len() {
            if self.puzzle.touched(constraint).intersection_count(&new) > 0 {
                self.fresh.grow_and_insert(constraint);
            }
        }
        // A play with the opposite of a decided mark is ruled out. The other marks for which it was a
        // counterexample may follow from fewer constraints now.
        let mut freed = FixedBitSet::with_capacity(self.solution.len());
        self.plays.retain(|play| {
            let stays = play.differs.intersection_count(&new) == 0;
            if !stays {
                freed.union_with(&play.differs);
            }
            stays
        });
        freed.ones().for_each(|mark| self.marks[mark].at_least = 1);
    }
}

/// Counts the sets, each ascending, that contain no other one.
pub(crate) fn n_different(mut sets: Vec<&Vec<ConstraintNumber>>) -> usize {
    sets.sort_by_key(|set| set.len());
    let mut counted: Vec<&Vec<ConstraintNumber>> = Vec::new();
    for set in sets {
        let is_in = |of: &ConstraintNumber| set.binary_search(of).is_ok();
        if !counted.iter().any(|smaller| smaller.iter().all(is_in)) {
            counted.push(set);
        }
    }
    counted.len()
}

/// The play of the last answer.
pub(crate) fn read_play(asker: &Asker<'_>, solution: &[bool]) -> OtherPlay {
    let mut differs = FixedBitSet::with_capacity(solution.len());
    for (mark, on) in solution.iter().enumerate() {
        if asker.has(mark) != *on {
            differs.grow_and_insert(mark);
        }
    }
    OtherPlay { differs, breaks: asker.broken() }
}

/// The intersection of the sets; `None` without sets.
fn common(sets: &[&[ConstraintNumber]]) -> Option<Vec<ConstraintNumber>> {
    let (first, rest) = sets.split_first()?;
    let everywhere = |of: &&ConstraintNumber| rest.iter().all(|set| set.binary_search(of).is_ok());
    Some(first.iter().filter(everywhere).copied().collect())
}
