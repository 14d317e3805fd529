//! A row of cells that is read digit by digit by a finite automaton.

use std::collections::{BTreeMap, BTreeSet};

use super::layers::{CellReading, CellSight, Layers, Told};
use super::propagator::{Board, Cost, Propagator};

/// An automaton over digits; deterministic except that it may have several initial states.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    side: usize,
    /// The number of initial states, which come first.
    begin: usize,
    /// Next state for each digit, state by state.
    steps: Vec<u16>,
    accepts: Vec<bool>,
}

/// The next state if there is none.
const DEAD: u16 = u16::MAX;

/// Most states of an automaton that a designer writes.
const MAX_STATES: usize = 20_000;

impl Automaton {
    /// The automaton with these initial states and steps, with all states that it reaches.
    pub(crate) fn explore<S: Clone + Ord>(
        side: usize,
        starts: Vec<S>,
        step: &dyn Fn(&S, u8) -> Option<S>,
        accepts: &dyn Fn(&S) -> bool,
    ) -> Self {
        Self::explore_up_to(usize::MAX, side, starts, step, accepts).0
    }

    /// The minimal automaton with these initial states and steps; `None` if it takes too many states.
    pub(crate) fn explore_some<S: Clone + Ord>(
        side: usize,
        starts: Vec<S>,
        step: &dyn Fn(&S, u8) -> Option<S>,
        accepts: &dyn Fn(&S) -> bool,
    ) -> Option<Self> {
        let (all, is_whole) = Self::explore_up_to(MAX_STATES, side, starts, step, accepts);
        is_whole.then(|| all.trimmed().merged())
    }

    /// Returns the automaton, and whether it has all states.
    fn explore_up_to<S: Clone + Ord>(
        most: usize,
        side: usize,
        starts: Vec<S>,
        step: &dyn Fn(&S, u8) -> Option<S>,
        accepts: &dyn Fn(&S) -> bool,
    ) -> (Self, bool) {
        let mut known: BTreeMap<S, u16> = starts.iter().cloned().zip(0..).collect();
        let (begin, mut states) = (starts.len(), starts);
        let mut steps = Vec::new();
        let mut at = 0;
        while let Some(state) = states.get(at).cloned().filter(|_| states.len() <= most) {
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
        (Self { side, begin, steps, accepts }, states.len() <= most)
    }

    /// Removes transitions to states that accept nothing.
    fn trimmed(self) -> Self {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.accepts.len()];
        for (at, to) in self.steps.iter().enumerate().filter(|(_, to)| **to != DEAD) {
            before[usize::from(*to)].push(at / self.side);
        }
        let mut good = self.accepts.clone();
        let mut open: Vec<usize> = (0..good.len()).filter(|state| good[*state]).collect();
        while let Some(state) = open.pop() {
            for from in &before[state] {
                if !std::mem::replace(&mut good[*from], true) {
                    open.push(*from);
                }
            }
        }
        // Keep the initial states in any case.
        let stays = |state: usize| state < self.begin || good[state];
        let mut number = 0;
        let renamed: Vec<u16> = (0..good.len())
            .map(|state| {
                let name = if stays(state) { number } else { DEAD };
                number += u16::from(stays(state));
                name
            })
            .collect();
        let to = |to: &u16| renamed.get(usize::from(*to)).copied().unwrap_or(DEAD);
        let rows = self.steps.chunks(self.side.max(1)).enumerate();
        let rows = rows.filter(|(state, _)| stays(*state));
        let steps = rows.flat_map(|(_, row)| row.iter().map(to)).collect();
        let states = self.accepts.iter().enumerate().filter(|(state, _)| stays(*state));
        let accepts = states.map(|(_, accepts)| *accepts).collect();
        Self { side: self.side, begin: self.begin, steps, accepts }
    }

    /// Merges states that accept the same (Moore, "Gedanken-experiments on sequential machines", 1956):
    /// classes are split until the steps of their states lead to the same classes.
    fn merged(self) -> Self {
        // Several initial states have the first numbers, which merging would not keep.
        if self.begin != 1 {
            return self;
        }
        let mut class: Vec<u16> = self.accepts.iter().map(|accepts| u16::from(*accepts)).collect();
        let mut many = 0;
        loop {
            let mut names: BTreeMap<(u16, Vec<u16>), u16> = BTreeMap::new();
            let rows = self.steps.chunks(self.side.max(1)).enumerate();
            let next: Vec<u16> = rows
                .map(|(state, row)| {
                    let to = |to: &u16| class.get(usize::from(*to)).copied().unwrap_or(DEAD);
                    let key = (class[state], row.iter().map(to).collect());
                    // Numbered in order of discovery: the initial state stays first.
                    let new = names.len() as u16;
                    *names.entry(key).or_insert(new)
                })
                .collect();
            class = next;
            if names.len() == many {
                break;
            }
            many = names.len();
        }
        let mut kept = vec![0; many];
        class.iter().enumerate().rev().for_each(|(state, name)| kept[usize::from(*name)] = state);
        let to = |to: &u16| class.get(usize::from(*to)).copied().unwrap_or(DEAD);
        let row = |state: &usize| &self.steps[state * self.side..(state + 1) * self.side];
        let steps = kept.iter().flat_map(|state| row(state).iter().map(to)).collect();
        let accepts = kept.iter().map(|state| self.accepts[*state]).collect();
        Self { side: self.side, begin: self.begin, steps, accepts }
    }

    /// Number of states; the initial ones come first.
    pub(crate) fn states(&self) -> usize {
        self.accepts.len()
    }

    pub(crate) fn accepts(&self, state: usize) -> bool {
        self.accepts[state]
    }

    /// Returns whether it accepts some way to fill these cells, 0 where one is empty.
    pub(crate) fn accepts_some(&self, digits: &[u8]) -> bool {
        let mut states: BTreeSet<usize> = (0..self.begin).collect();
        for digit in digits {
            let row = |state: usize| &self.steps[state * self.side..(state + 1) * self.side];
            let next = |state: usize| match digit.checked_sub(1) {
                Some(at) => row(state).get(usize::from(at)..=usize::from(at)).unwrap_or(&[]),
                None => row(state),
            };
            let reached = states.iter().flat_map(|state| next(*state));
            states = reached.filter(|to| **to != DEAD).map(|to| usize::from(*to)).collect();
        }
        states.into_iter().any(|state| self.accepts[state])
    }

    /// For an automaton that reads two digits: the digits that may follow the first.
    pub(crate) fn seconds(&self, first: u8) -> u16 {
        let digits = (1..=16u8).take(self.side);
        let fits = digits.filter(|second| self.accepts_some(&[first, *second]));
        fits.fold(0, |set, second| set | 1 << (second - 1))
    }

    /// The transitions of a state, and their digits.
    pub(crate) fn ways(&self, state: usize) -> Vec<(u16, u16)> {
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
    /// The transitions of each state, and their digits.
    ways: Vec<Vec<(u16, u16)>>,
    /// Number of initial states, which come first.
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
        // The possible states before each cell, and at the end.
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

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        // Several initial states are followed at once.
        let start: BTreeSet<u16> = (0..).take(self.begin).collect();
        let step = |_: usize, states: &BTreeSet<u16>, digit: u8| {
            let ways = states.iter().flat_map(|state| &self.ways[usize::from(*state)]);
            let with = ways.filter(|(_, digits)| digits >> (digit - 1) & 1 == 1);
            let next: BTreeSet<u16> = with.map(|(to, _)| *to).collect();
            (!next.is_empty()).then_some(next)
        };
        let accepts = |state: &u16| has(&self.accepts, usize::from(*state));
        let end = |states: &BTreeSet<u16>| states.iter().any(accepts).then_some(0);
        let reading = CellReading { start, step: &step, end: &end };
        Layers::of(frame, &self.cells, &reading).map(Told::Paths)
    }
}
