//! A row of cells that is read digit by digit by a finite automaton.

use std::collections::BTreeMap;

use super::digits_of;
use super::layers::{CellReading, CellSight, Layers, Told};
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

    fn step(&self, state: usize, digit: u8) -> u16 {
        self.steps[state * self.side + usize::from(digit) - 1]
    }
}

/// Some cells, read in their order.
pub(super) struct Read {
    pub(super) cells: Vec<usize>,
    pub(super) by: Automaton,
}

impl Read {
    /// The states in which the automaton may be before each cell and at the end.
    fn layers(&self, board: &Board<'_>) -> Vec<Vec<bool>> {
        let states = self.by.accepts.len();
        let mut layers = vec![vec![false; states]; self.cells.len() + 1];
        layers[0].iter_mut().take(self.by.begin).for_each(|reached| *reached = true);
        for (at, cell) in self.cells.iter().enumerate() {
            let candidates = board.of(*cell);
            let (before, after) = layers.split_at_mut(at + 1);
            for state in (0..states).filter(|state| before[at][*state]) {
                for digit in digits_of(candidates) {
                    let to = self.by.step(state, digit);
                    if to != DEAD {
                        after[0][usize::from(to)] = true;
                    }
                }
            }
        }
        layers
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
        let layers = self.layers(board);
        let mut good = self.by.accepts.clone();
        for (at, cell) in self.cells.iter().enumerate().rev() {
            let candidates = board.of(*cell);
            let (mut before, mut kept) = (vec![false; good.len()], 0u16);
            for (state, reached) in layers[at].iter().enumerate() {
                if !reached {
                    continue;
                }
                for digit in digits_of(candidates) {
                    let to = self.by.step(state, digit);
                    if to != DEAD && good[usize::from(to)] {
                        before[state] = true;
                        kept |= 1 << (digit - 1);
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
        // Of several beginnings, all are followed at once.
        let start: Vec<u16> = (0..).take(self.by.begin).collect();
        let step = |_: usize, states: &Vec<u16>, digit: u8| {
            let next = states.iter().map(|state| self.by.step(usize::from(*state), digit));
            let mut next: Vec<u16> = next.filter(|state| *state != DEAD).collect();
            next.sort_unstable();
            next.dedup();
            (!next.is_empty()).then_some(next)
        };
        let accepts = |state: &u16| self.by.accepts.get(usize::from(*state)) == Some(&true);
        let end = |states: &Vec<u16>| states.iter().any(accepts).then_some(0);
        let reading = CellReading { start, step: &step, end: &end };
        Layers::of(frame, &self.cells, &reading).map(Told::Paths)
    }
}
