//! A row of cells that is read digit by digit by a finite automaton.

use std::collections::BTreeMap;

use super::propagator::{Board, Cost, Propagator};

/// An automaton over digits that is deterministic but for where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    side: usize,
    /// It begins in one of the first states, so many.
    begin: usize,
    /// Where each state goes with each digit, state by state.
    steps: Vec<u16>,
    accepts: Vec<bool>,
}

/// Where a state goes that goes nowhere.
const DEAD: u16 = u16::MAX;

impl Automaton {
    /// The automaton that begins in one of these states and steps so, with all states that it reaches.
    pub(crate) fn explore<S: Clone + Ord>(
        side: usize,
        starts: Vec<S>,
        step: &dyn Fn(&S, u8) -> Option<S>,
        accepts: &dyn Fn(&S) -> bool,
    ) -> Self {
        let mut known: BTreeMap<S, u16> = starts.iter().cloned().zip(0..).collect();
        let (begin, mut states) = (starts.len(), starts);
        let mut steps = Vec::new();
        let mut at = 0;
        while let Some(state) = states.get(at).cloned() {
            for digit in (1..=16u8).take(side) {
                let to = match step(&state, digit) {
                    None => DEAD,
                    Some(next) => *known.entry(next.clone()).or_insert_with(|| {
                        states.push(next);
                        (states.len() - 1) as u16
                    }),
                };
                steps.push(to);
            }
            at += 1;
        }
        let accepts = states.iter().map(accepts).collect();
        Self { side, begin, steps, accepts }
    }

    /// Where a state goes, and with which digits.
    fn ways(&self, state: usize) -> Vec<(u16, u16)> {
        let mut ways: BTreeMap<u16, u16> = BTreeMap::new();
        let steps = &self.steps[state * self.side..(state + 1) * self.side];
        for (digit, to) in steps.iter().enumerate().filter(|(_, to)| **to != DEAD) {
            *ways.entry(*to).or_default() |= 1 << digit;
        }
        ways.into_iter().collect()
    }
}

/// Some cells, read in their order.
pub(super) struct Read {
    cells: Vec<usize>,
    /// Where each state goes, and with which digits.
    ways: Vec<Vec<(u16, u16)>>,
    /// How many states it may begin in, the first ones.
    begin: usize,
    accepts: States,
}

/// A set of states.
type States = Vec<u64>;

fn has(states: &[u64], state: usize) -> bool {
    states[state >> 6] >> (state & 63) & 1 == 1
}

fn insert(states: &mut [u64], state: usize) {
    states[state >> 6] |= 1 << (state & 63);
}

/// The states of a set.
fn each(states: &[u64]) -> impl Iterator<Item = usize> + '_ {
    states.iter().enumerate().flat_map(|(at, word)| {
        let mut word = *word;
        std::iter::from_fn(move || {
            let next = (word != 0).then(|| at << 6 | word.trailing_zeros() as usize);
            word &= word.wrapping_sub(1);
            next
        })
    })
}

impl Read {
    pub(super) fn new(cells: &[usize], by: &Automaton) -> Self {
        let mut accepts = vec![0; by.accepts.len().div_ceil(64)];
        let accepting = by.accepts.iter().enumerate().filter(|(_, accepts)| **accepts);
        accepting.for_each(|(state, _)| insert(&mut accepts, state));
        let ways = (0..by.accepts.len()).map(|state| by.ways(state)).collect();
        Self { cells: cells.to_vec(), ways, begin: by.begin, accepts }
    }
}

impl Propagator for Read {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Dear
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let words = self.accepts.len();
        // The states in which it may be before each cell, and at the end.
        let mut layers: States = vec![0; words * (self.cells.len() + 1)];
        (0..self.begin).for_each(|state| insert(&mut layers, state));
        for (at, cell) in self.cells.iter().enumerate() {
            let candidates = board.of(*cell);
            let (before, after) = layers.split_at_mut((at + 1) * words);
            for state in each(&before[at * words..]) {
                for (to, digits) in &self.ways[state] {
                    if digits & candidates != 0 {
                        insert(after, usize::from(*to));
                    }
                }
            }
        }
        let mut good = self.accepts.clone();
        for (at, cell) in self.cells.iter().enumerate().rev() {
            let candidates = board.of(*cell);
            let (mut before, mut kept) = (vec![0; words], 0u16);
            for state in each(&layers[at * words..(at + 1) * words]) {
                for (to, digits) in &self.ways[state] {
                    if digits & candidates != 0 && has(&good, usize::from(*to)) {
                        insert(&mut before, state);
                        kept |= digits;
                    }
                }
            }
            if !board.keep(*cell, kept) {
                return false;
            }
            good = before;
        }
        true
    }
}
