//! Measures of a puzzle, from its proof path.
//!
//! Source: Smith, "Answer Set Programming in Proofdoku" (2017): the size of arguments. Knows
//! arguments and proofs.

use std::time::{Duration, Instant};

use super::argument::SudokuCases;
use super::candidates::CellCandidates;
use super::grid::Grid;
use super::proof;
use super::search::{FillingWalk, only};
use crate::games::{Measure, MeasureName, StopCheck};
use crate::level::Level;

const CLUES: MeasureName = MeasureName::new("clues", "Clues");
const EFFORT: MeasureName = MeasureName::new("effort", "Effort");
const LARGEST: MeasureName = MeasureName::new("largest", "Largest argument");
const MEAN: MeasureName = MeasureName::new("mean", "Average argument");
const HARDEST: MeasureName = MeasureName::new("hardest_steps", "Hardest steps");

/// Longer than this, a rating is not worth.
const MOST: Duration = Duration::from_secs(20);

pub fn measures() -> Vec<MeasureName> {
    vec![CLUES, EFFORT, LARGEST, MEAN, HARDEST]
}

pub fn rate(level: &Level, stop: StopCheck<'_>) -> Vec<Measure> {
    let Ok(grid) = Grid::of(level) else { return Vec::new() };
    let clues = f64::from(grid.filled().count_ones());
    let mut measures = vec![CLUES.is(clues, "digits that the player gets")];
    let started = Instant::now();
    let stop = || started.elapsed() > MOST || stop();
    let Ok(Some((solution, true))) = only(grid.shape, &grid.given, &stop) else {
        return measures;
    };
    let mut walk = FillingWalk::new(grid.shape, &stop);
    walk.run(CellCandidates::given(grid.shape, &grid.given), &mut |_| true);
    let steps = walk.steps as f64;
    if !walk.ended {
        measures.push(EFFORT.is(steps, "boards that a plain search visits"));
    }
    let mut sizes = Vec::new();
    let mut cases = SudokuCases::new(grid.shape, solution);
    let ended = proof::path(&mut cases, grid.filled(), &stop, &mut |step| {
        sizes.push(step.evidence.count_ones());
        true
    });
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let sum: u32 = sizes.iter().sum();
    let hard = sizes.iter().filter(|size| **size == largest).count();
    if ended.is_ok() {
        let mean = f64::from(sum) / (sizes.len().max(1) as f64);
        measures.extend([
            LARGEST.is(f64::from(largest), "cells of evidence"),
            MEAN.is(mean, "cells of evidence, over the proof path"),
            HARDEST.counts(hard, "that need the largest argument"),
        ]);
    }
    measures
}
