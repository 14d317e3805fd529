//! Which marks of a game of moves can matter: those on which its end, an event or what is legal depends, now or
//! after further steps. Searches look at no others: positions that differ in the rest have the same plays, and
//! these end and tell the same. (The cone of influence: E. M. Clarke, O. Grumberg, D. A. Peled, *Model
//! Checking*, 1999, section 13.1.)

use super::lower::dependencies_by;
use super::program::{AtomNumber, RecordedRule};
use super::reading::NowAtom;
use super::steps::{StepGame, StepState};
use rustc_hash::FxHashMap;

/// The positions of a game with nothing but the marks that can matter, which are the first of a position.
#[derive(Clone, Debug)]
pub(crate) struct KeptMarks {
    /// The number of marks that can matter.
    n_kept: usize,
    /// A position that has the other marks.
    others: StepState,
}

impl KeptMarks {
    /// The words of a position with the marks that can matter.
    pub(crate) fn words(&self, state: &StepState) -> Vec<u64> {
        first_marks(state, self.n_kept)
    }

    /// A position with these marks, and with the others of the start.
    pub(crate) fn state(&self, words: &[u64]) -> StepState {
        let mut state = self.others.clone();
        state.0.iter_mut().zip(words).for_each(|(state, word)| *state |= word);
        state
    }
}

/// The words of a position with the first so many of its marks.
fn first_marks(state: &StepState, n: usize) -> Vec<u64> {
    let mut words = state.0[..n.div_ceil(64)].to_vec();
    if let Some(last) = words.last_mut().filter(|_| !n.is_multiple_of(64)) {
        *last &= (1 << (n % 64)) - 1;
    }
    words
}

impl StepGame {
    /// The positions of the game as searches see them.
    pub(crate) fn kept_marks(&self) -> KeptMarks {
        let (n_kept, mut others) = (self.n_kept, self.start());
        (0..n_kept).for_each(|at| others.0[at / 64] &= !(1 << (at % 64)));
        KeptMarks { n_kept, others }
    }

    /// The words of a position for a search.
    pub(crate) fn kept_words(&self, state: &StepState) -> Vec<u64> {
        first_marks(state, self.n_kept)
    }

    /// The marks that searches look at, in the order of their bits.
    pub(crate) fn kept(&self) -> &[NowAtom] {
        &self.now[..self.n_kept]
    }

    /// The same game, whose searches look at all marks.
    pub fn with_all_marks(&self) -> Self {
        let mut all = self.clone();
        (all.n_kept, all.dead_ends) = (self.now.len(), Default::default());
        all
    }

    /// Whether searches leave marks out, so that positions which differ in these alone are one.
    pub fn leaves_out(&self) -> bool {
        self.n_kept < self.now.len()
    }

    /// Marks that can never matter, as sites and marks.
    pub fn marks_without_effect(&self) -> impl Iterator<Item = (&str, &str)> {
        let others = self.now[self.n_kept..].iter();
        others.map(|now| (now.site.as_str(), now.mark.as_str()))
    }

    /// The marks that searches look at, as sites and marks.
    pub fn marks_with_effect(&self) -> impl Iterator<Item = (&str, &str)> {
        self.kept().iter().map(|now| (now.site.as_str(), now.mark.as_str()))
    }

    /// The atoms that tell what is legal, how plays end, and what happens in them.
    pub(crate) fn told(&self) -> impl Iterator<Item = AtomNumber> + '_ {
        let constraints = self.program.rules().filter(RecordedRule::is_constraint);
        let broken = constraints.flat_map(|rule| rule.body).map(|literal| literal.unsigned_abs());
        let ends = [self.legal, self.won, self.lost].into_iter().filter(|atom| *atom != 0);
        let strays = self.strays.iter().map(|stray| stray.atom);
        ends.chain(strays).chain(self.events.iter().copied()).chain(broken)
    }

    /// Puts the marks first on which depends what is told, now or after further steps. O(program).
    pub(super) fn put_kept_first(&mut self) {
        let next: FxHashMap<AtomNumber, AtomNumber> =
            self.now.iter().filter(|now| now.next != 0).map(|now| (now.atom, now.next)).collect();
        let further = |atom: AtomNumber| next.get(&atom).copied();
        let needed = dependencies_by(&self.program, &self.strata, self.told(), further);
        let marks = std::mem::take(&mut self.now).into_iter();
        let (kept, others): (Vec<_>, Vec<_>) = marks.partition(|now| needed[now.atom as usize]);
        // Positions without any mark would be nothing to number.
        self.n_kept = if kept.is_empty() { others.len() } else { kept.len() };
        self.now = kept.into_iter().chain(others).collect();
    }
}
