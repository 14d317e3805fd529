//! The marks of a game of moves that can have an effect: those on which its end, an event or legality depends,
//! now or after further steps. Searches ignore all others: positions that differ only in those have the same
//! plays, with the same ends and events. (The cone of influence: E. M. Clarke, O. Grumberg, D. A. Peled, *Model
//! Checking*, 1999, section 13.1.)

use super::lower::dependencies_by;
use super::program::{AtomNumber, RecordedRule};
use super::reading::NowAtom;
use super::steps::{StepGame, StepState};
use rustc_hash::FxHashMap;

/// Conversion of positions to those with only the marks that can have an effect, which come first.
#[derive(Clone, Debug)]
pub(crate) struct KeptMarks {
    /// Number of marks that can have an effect.
    n_kept: usize,
    /// Source of the other marks.
    others: StepState,
}

impl KeptMarks {
    /// Returns the words of a position with the marks that can have an effect.
    pub(crate) fn words(&self, state: &StepState) -> Vec<u64> {
        first_marks(state, self.n_kept)
    }

    /// Returns a position with these marks, and with the other marks of the start.
    pub(crate) fn state(&self, words: &[u64]) -> StepState {
        let mut state = self.others.clone();
        state.0.iter_mut().zip(words).for_each(|(state, word)| *state |= word);
        state
    }
}

/// Returns the words of a position with its first `n` marks.
fn first_marks(state: &StepState, n: usize) -> Vec<u64> {
    let mut words = state.0[..n.div_ceil(64)].to_vec();
    if let Some(last) = words.last_mut().filter(|_| !n.is_multiple_of(64)) {
        *last &= (1 << (n % 64)) - 1;
    }
    words
}

impl StepGame {
    /// Returns the conversion of positions for searches.
    pub(crate) fn kept_marks(&self) -> KeptMarks {
        let (n_kept, mut others) = (self.n_kept, self.start());
        (0..n_kept).for_each(|at| others.0[at / 64] &= !(1 << (at % 64)));
        KeptMarks { n_kept, others }
    }

    /// Returns the words of a position for a search.
    pub(crate) fn kept_words(&self, state: &StepState) -> Vec<u64> {
        first_marks(state, self.n_kept)
    }

    /// Marks that searches look at, in the order of their bits.
    pub(crate) fn kept(&self) -> &[NowAtom] {
        &self.now[..self.n_kept]
    }

    /// Returns the game with searches that look at all marks.
    pub fn with_all_marks(&self) -> Self {
        let mut all = self.clone();
        (all.n_kept, all.dead_ends) = (self.now.len(), Default::default());
        all
    }

    /// True if searches ignore some marks, so that positions which differ only in these are one.
    pub fn leaves_out(&self) -> bool {
        self.n_kept < self.now.len()
    }

    /// Marks without any effect, as sites and marks.
    pub fn marks_without_effect(&self) -> impl Iterator<Item = (&str, &str)> {
        let others = self.now[self.n_kept..].iter();
        others.map(|now| (now.site.as_str(), now.mark.as_str()))
    }

    /// The marks that searches look at, as sites and marks.
    pub fn marks_with_effect(&self) -> impl Iterator<Item = (&str, &str)> {
        self.kept().iter().map(|now| (now.site.as_str(), now.mark.as_str()))
    }

    /// Atoms for the legality of actions, the ends of plays, and their events.
    pub(crate) fn told(&self) -> impl Iterator<Item = AtomNumber> + '_ {
        let constraints = self.program.rules().filter(RecordedRule::is_constraint);
        let broken = constraints.flat_map(|rule| rule.body).map(|literal| literal.unsigned_abs());
        let ends = [self.legal, self.won, self.lost].into_iter().filter(|atom| *atom != 0);
        let strays = self.strays.iter().map(|stray| stray.atom);
        ends.chain(strays).chain(self.events.iter().copied()).chain(broken)
    }

    /// Puts the marks first on which the atoms of [`StepGame::told`] depend, now or later. O(program).
    pub(super) fn put_kept_first(&mut self) {
        let next: FxHashMap<AtomNumber, AtomNumber> =
            self.now.iter().filter(|now| now.next != 0).map(|now| (now.atom, now.next)).collect();
        let further = |atom: AtomNumber| next.get(&atom).copied();
        let needed = dependencies_by(&self.program, &self.strata, self.told(), further);
        let marks = std::mem::take(&mut self.now).into_iter();
        let (kept, others): (Vec<_>, Vec<_>) = marks.partition(|now| needed[now.atom as usize]);
        // Positions without any mark could not be numbered.
        self.n_kept = if kept.is_empty() { others.len() } else { kept.len() };
        self.now = kept.into_iter().chain(others).collect();
    }
}
