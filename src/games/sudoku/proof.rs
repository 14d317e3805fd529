//! The next conclusion with the least evidence, and the proof of the whole puzzle step by step.
//!
//! More filled cells never make an argument larger, so taking the step with the least evidence first reaches
//! everything that steps up to its size can reach; the largest step of the path is the size that the puzzle
//! needs. Source: Smith, "Answer Set Programming in Proofdoku" (2017), "Feedback Mechanisms" (strategy
//! hints).

use std::collections::BTreeMap;

use crate::argument::{Halted, Matter, SudokuCases};
use crate::hitting::SetBounds;
use crate::shape::{CELLS, Cells, bit, members};
use foolproof_game::StopCheck;

/// An argument: its conclusion and its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofStep {
    pub conclusion: usize,
    pub evidence: Cells,
}

/// Smallest known arguments over a growing set of filled cells.
#[derive(Default)]
struct ArgumentBounds {
    /// The set is going to grow.
    grows: bool,
    /// Valid arguments: they stay valid.
    valid: BTreeMap<usize, Cells>,
    /// Conclusions that need more evidence than this even if all other cells were filled.
    floor: BTreeMap<usize, u32>,
}

impl ArgumentBounds {
    /// An argument of `size` cells for the conclusion, if there is one and none is smaller.
    fn within(
        &mut self,
        cases: &mut SudokuCases,
        matter: Matter,
        size: u32,
        stop: StopCheck<'_>,
    ) -> Result<Option<Cells>, Halted> {
        let cell = matter.conclusion;
        if let Some(valid) = self.valid.get(&cell).filter(|valid| valid.count_ones() <= size) {
            return Ok(Some(*valid));
        }
        if self.floor.get(&cell).is_some_and(|floor| *floor >= size) {
            return Ok(None);
        }
        let found = cases.smallest(matter, SetBounds::of_size(size, size), stop)?;
        match found {
            Some(evidence) => _ = self.valid.insert(cell, evidence),
            None => {
                let all = Matter { filled: cases.everything() & !bit(cell), ..matter };
                if self.grows
                    && size <= EASY
                    && cases.smallest(all, SetBounds::of_size(0, size), stop)?.is_none()
                {
                    self.floor.insert(cell, size);
                }
            }
        }
        Ok(found)
    }
}

/// Sizes for which it pays off to know that no board has an argument that small.
const EASY: u32 = 4;

/// The conclusions with the least evidence, each with one argument; none if no cell can be proved. `filled`
/// cells and constraints may be evidence.
pub(crate) fn strategy(
    cases: &mut SudokuCases,
    filled: Cells,
    stop: StopCheck<'_>,
) -> Result<Vec<ProofStep>, Halted> {
    let mut bounds = ArgumentBounds::default();
    let open = cases.shape.all & !filled;
    for size in 0..=filled.count_ones() {
        let mut found = Vec::new();
        for conclusion in members(open) {
            let matter = Matter { filled, conclusion };
            if let Some(evidence) = bounds.within(cases, matter, size, stop)? {
                found.push(ProofStep { conclusion, evidence });
            }
        }
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Proves one cell after the other, each with the least evidence of all. `on` is called with every step and
/// may end it. Cells left when it ends on its own cannot be proved.
pub(crate) fn path(
    cases: &mut SudokuCases,
    mut filled: Cells,
    stop: StopCheck<'_>,
    on: &mut dyn FnMut(ProofStep) -> bool,
) -> Result<(), Halted> {
    let mut bounds = ArgumentBounds { grows: true, ..ArgumentBounds::default() };
    while let Some(step) = next(cases, filled, &mut bounds, CELLS as u32, stop)? {
        filled |= bit(step.conclusion);
        if !on(step) {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns whether the whole puzzle can be proved by steps of at most `size` cells.
pub(crate) fn is_within(
    cases: &mut SudokuCases,
    mut filled: Cells,
    size: u32,
    stop: StopCheck<'_>,
) -> Result<bool, Halted> {
    let mut bounds = ArgumentBounds { grows: true, ..ArgumentBounds::default() };
    while let Some(step) = next(cases, filled, &mut bounds, size, stop)? {
        filled |= bit(step.conclusion);
    }
    Ok(filled & cases.shape.all == cases.shape.all)
}

/// A step with the least evidence, of at most `most` cells.
fn next(
    cases: &mut SudokuCases,
    filled: Cells,
    bounds: &mut ArgumentBounds,
    most: u32,
    stop: StopCheck<'_>,
) -> Result<Option<ProofStep>, Halted> {
    let open = cases.shape.all & !filled;
    for size in 0..=most.min(filled.count_ones()) {
        for conclusion in members(open) {
            let matter = Matter { filled, conclusion };
            if let Some(evidence) = bounds.within(cases, matter, size, stop)? {
                return Ok(Some(ProofStep { conclusion, evidence }));
            }
        }
    }
    Ok(None)
}
