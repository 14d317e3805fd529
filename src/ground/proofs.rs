//! Proofs about a game of moves without exploring its positions: marks with which nothing can be won, and
//! levels without a solution.

use std::sync::{Arc, OnceLock};

use super::circuit::Wire;
use super::induction::{Induction, InductionEnd, is_invariant};
use super::lost_marks::{LostMarks, Unchanged, never_changed};
use super::machine::Machine;
use super::relation::{ClauseSet, MarkLiteral, StepRelation};
use super::steps::{StepGame, StepState};
use foolproof_space::{ActionId, Standing, StopCheck};

/// Work limit for finding marks that never change, and for finding lost marks, in literals that become true.
const LOST_WORK: u64 = 30_000_000;
/// Work limit for finding an invariant, in the same unit.
const INVARIANT_WORK: u64 = 150_000_000;

/// A mark that is on a site, or is not there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MarkCondition {
    pub site: String,
    pub mark: String,
    pub is_there: bool,
}

/// Reason why a level has no solution, if it is known without exploring positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// No rule derives a win.
    NothingWins,
    /// One of these conditions holds after every step (at the start the first one), and no position with one of
    /// them is won.
    Trapped(Vec<MarkCondition>),
    /// At the start and after every step, a condition of each list holds, and no such position is won.
    Invariant(Vec<Vec<MarkCondition>>),
    /// Every action flips an even number of these marks, but a win, which requires these conditions, needs an
    /// odd number of changes.
    Parity(Vec<MarkCondition>),
}

/// Dead ends of a game that can be recognised from a position alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeadEndMarks(Arc<KnownMarks>);

/// Results computed on request; `None` inside if the work limit was reached.
#[derive(Debug, Default)]
struct KnownMarks {
    unchanged: OnceLock<Option<Unchanged>>,
    lost: OnceLock<Option<LostMarks>>,
}

/// The result of a proof attempt within its work limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    Unsolvable(Unsolvable),
    /// A winning play was found on the way.
    Won(Vec<ActionId>),
    Unknown,
}

impl StepGame {
    /// Returns marks with which no reachable position can be won; `None` if the work limit was reached or if
    /// stopped.
    ///
    /// They are valid only in positions in which all unchanging literals hold.
    pub(crate) fn lost_marks(&self, machine: &Machine, stop: StopCheck<'_>) -> Option<&LostMarks> {
        if let Some(known) = self.dead_ends.0.lost.get() {
            return known.as_ref();
        }
        let found = self.questions(machine, stop).and_then(|(mut relation, _, facts)| {
            LostMarks::find(&mut relation, facts, LOST_WORK, stop)
        });
        kept(&self.dead_ends.0.lost, found, stop)
    }

    /// Returns the steps of the game for a solver, and the literals that never change from its start on, also
    /// as clauses there.
    fn questions(
        &self,
        machine: &Machine,
        stop: StopCheck<'_>,
    ) -> Option<(StepRelation, &Unchanged, ClauseSet)> {
        let mut relation = StepRelation::new(machine);
        let known = &self.dead_ends.0.unchanged;
        let unchanged = match known.get() {
            Some(unchanged) => unchanged.as_ref(),
            None => {
                let found =
                    never_changed(&mut relation, &self.kept_words(&self.start()), LOST_WORK, stop);
                kept(known, found, stop)
            }
        }?;
        let facts = unchanged.add_to(&mut relation);
        Some((relation, unchanged, facts))
    }

    /// Explains why nothing can be won from a position, if its marks show it.
    pub fn why_lost(&self, state: &StepState, stop: StopCheck<'_>) -> Option<Unsolvable> {
        let machine = Machine::new(self);
        if machine.won == Wire::FALSE {
            return Some(Unsolvable::NothingWins);
        }
        let lost = self.lost_marks(&machine, stop)?;
        let unchanged = self.dead_ends.0.unchanged.get()?.as_ref()?;
        let words = self.kept_words(state);
        let reason = lost.reason(&words).filter(|_| unchanged.holds_in(&words))?;
        Some(Unsolvable::Trapped(self.conditions(&reason)))
    }

    /// Tries to prove that nothing can be won from a position: by its marks, then by an inductive invariant.
    pub fn prove_unsolvable(&self, from: &StepState, stop: StopCheck<'_>) -> Proof {
        if let Some(why) = self.why_lost(from, stop) {
            return Proof::Unsolvable(why);
        }
        let machine = Machine::new(self);
        let Some((mut relation, unchanged, facts)) = self.questions(&machine, stop) else {
            return Proof::Unknown;
        };
        let words = self.kept_words(from);
        if !unchanged.holds_in(&words) {
            return Proof::Unknown;
        }
        match Induction::new(&mut relation, &words, facts, INVARIANT_WORK, stop).run() {
            InductionEnd::Unknown => Proof::Unknown,
            InductionEnd::Reached(play) => match self.wins(from, &play) {
                true => Proof::Won(play),
                false => Proof::Unknown,
            },
            InductionEnd::Proved(clauses) => {
                self.checked(&machine, &words, unchanged, clauses).unwrap_or(Proof::Unknown)
            }
        }
    }

    /// Checks an invariant with a fresh solver, independent of the search.
    fn checked(
        &self,
        machine: &Machine,
        from: &[u64],
        unchanged: &Unchanged,
        clauses: Vec<Vec<MarkLiteral>>,
    ) -> Option<Proof> {
        let mut relation = StepRelation::new(machine);
        if !unchanged.is_kept_by(&mut relation) {
            return None;
        }
        let facts = unchanged.add_to(&mut relation);
        let mut holds = |clauses: &[Vec<MarkLiteral>]| {
            is_invariant(&mut relation, from, facts, clauses) == Some(true)
        };
        if !holds(&clauses) {
            return None;
        }
        // A single clause is a better reason than many.
        let alone = clauses.iter().find(|clause| holds(std::slice::from_ref(clause)));
        let clauses = alone.map_or(clauses.clone(), |clause| vec![clause.clone()]);
        let conditions = clauses.iter().map(|clause| self.conditions(clause));
        Some(Proof::Unsolvable(Unsolvable::Invariant(conditions.collect())))
    }

    fn conditions(&self, literals: &[MarkLiteral]) -> Vec<MarkCondition> {
        let condition = |literal: &MarkLiteral| {
            let now = self.now.get(literal.mark())?;
            let (site, mark) = (now.site.clone(), now.mark.clone());
            Some(MarkCondition { site, mark, is_there: literal.is_there() })
        };
        literals.iter().filter_map(condition).collect()
    }

    /// True if a play wins from a position with its last action.
    pub(crate) fn wins(&self, from: &StepState, play: &[ActionId]) -> bool {
        let mut state = from.clone();
        for action in play {
            let step = self.step(&state, *action);
            if !step.legal {
                return false;
            }
            state = step.next;
        }
        self.standing(&state) == Standing::Won
    }
}

/// Computes and keeps a result. If stopped, there is none, and the next call tries again.
fn kept<'a, T>(
    known: &'a OnceLock<Option<T>>,
    found: Option<T>,
    stop: StopCheck<'_>,
) -> Option<&'a T> {
    if found.is_none() && stop() {
        return None;
    }
    known.get_or_init(|| found).as_ref()
}
