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
use super::single;
use crate::games::{Measure, MeasureAbout, MeasureName, StopCheck};
use crate::level::Level;

const CLUES: MeasureName = MeasureName::new("clues", "Clues");
const EFFORT: MeasureName = MeasureName::new("effort", "Effort");
const ROUNDS: MeasureName = MeasureName::new("rounds", "Rounds of singles");
const NARROWEST: MeasureName = MeasureName::new("narrowest", "Narrowest round");
const LEFT: MeasureName = MeasureName::new("left", "Beyond singles");
const LARGEST: MeasureName = MeasureName::new("largest", "Largest argument");
const MEAN: MeasureName = MeasureName::new("mean", "Average argument");
const HARDEST: MeasureName = MeasureName::new("hardest_steps", "Hardest steps");

/// Longer than this, a rating is not worth.
const MOST: Duration = Duration::from_secs(20);

const EVIDENCE: &str = "Smith, “Answer Set Programming in Proofdoku” (2017).";
const WIDTHS: &str = "Widths of deduction, as Snellman rates Linjat, here of singles.";
const COUNTED: &str = "Counted by this program.";

pub fn about() -> Vec<MeasureAbout> {
    [
        [
            "largest",
            "Largest argument",
            "How many cells of evidence the hardest step of the proof path needs at least.",
            EVIDENCE,
        ],
        [
            "mean",
            "Average argument",
            "How many cells of evidence a step of the proof path needs on average.",
            EVIDENCE,
        ],
        [
            "hardest_steps",
            "Hardest steps",
            "How many steps of the proof path need as much evidence as the hardest.",
            EVIDENCE,
        ],
        [
            "rounds",
            "Rounds of singles",
            "In how many rounds naked and hidden singles fill the grid, each round all that it can.",
            WIDTHS,
        ],
        [
            "narrowest",
            "Narrowest round",
            "How many cells the round of singles finds that finds the fewest.",
            WIDTHS,
        ],
        ["left", "Beyond singles", "How many cells singles leave open.", COUNTED],
        ["effort", "Effort", "How many boards a plain search visits.", COUNTED],
        ["clues", "Clues", "How many digits the player gets.", COUNTED],
    ]
    .map(MeasureAbout::new)
    .to_vec()
}

pub fn measures() -> Vec<MeasureName> {
    vec![CLUES, EFFORT, ROUNDS, NARROWEST, LEFT, LARGEST, MEAN, HARDEST]
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
    let (rounds, left) = single::rounds(&grid, &solution);
    let narrowest = rounds.iter().copied().min().unwrap_or(0);
    measures.extend([
        ROUNDS.counts(rounds.len(), "that fill all that they can"),
        NARROWEST.counts(narrowest, "cells that it finds"),
        LEFT.counts(left, "cells that singles do not fill"),
    ]);
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
