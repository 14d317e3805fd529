//! Measures of a puzzle, from its proof path.
//!
//! Source: Smith, "Answer Set Programming in Proofdoku" (2017): the size of arguments.

use crate::about::Sudoku;
use crate::argument::SudokuCases;
use crate::filling_rules::{Ended, FillingRules};
use crate::grid::Grid;
use crate::proof;
use crate::puzzle::Puzzle;
use crate::search::digits_of;
use crate::single;
use foolproof_game::{
    COUNTED, Measure, MeasureKind, Rated, Rating, SeenSolutions, StopCheck, measured_steps,
    step_measures,
};
use foolproof_level::Level;

const EVIDENCE: &str = "Smith, “Answer Set Programming in Proofdoku” (2017).";
const WIDTHS: &str = "Widths of deduction, as Snellman rates Linjat, here of singles.";

const CLUES: MeasureKind =
    MeasureKind::new(7, ["clues", "Clues", "How many digits the player gets.", COUNTED]);
const EFFORT: MeasureKind =
    MeasureKind::new(6, ["effort", "Effort", "How many boards a plain search visits.", COUNTED]);
const ROUNDS: MeasureKind = MeasureKind::new(
    3,
    [
        "rounds",
        "Rounds of singles",
        "In how many rounds naked and hidden singles fill the grid, each round all that it can.",
        WIDTHS,
    ],
);
const NARROWEST: MeasureKind = MeasureKind::new(
    4,
    [
        "narrowest_round",
        "Narrowest round",
        "How many cells the round of singles finds that finds the fewest.",
        WIDTHS,
    ],
);
const LEFT: MeasureKind =
    MeasureKind::new(5, ["left", "Beyond singles", "How many cells singles leave open.", COUNTED]);
const LARGEST: MeasureKind = MeasureKind::new(
    0,
    [
        "largest",
        "Largest argument",
        "How many cells of evidence the hardest step of the proof path needs at least.",
        EVIDENCE,
    ],
);
const MEAN: MeasureKind = MeasureKind::new(
    1,
    [
        "mean",
        "Average argument",
        "How many cells of evidence a step of the proof path needs on average.",
        EVIDENCE,
    ],
);
const HARDEST: MeasureKind = MeasureKind::new(
    2,
    [
        "hardest_steps",
        "Hardest steps",
        "How many steps of the proof path need as much evidence as the hardest.",
        EVIDENCE,
    ],
);

impl Rating for Sudoku {
    fn measures(&self) -> Vec<MeasureKind> {
        let own = [CLUES, EFFORT, ROUNDS, NARROWEST, LEFT, LARGEST, MEAN, HARDEST];
        let after = own.len() as u8;
        own.into_iter().chain(step_measures(after)).collect()
    }

    fn rate(&self, level: &Level, _: SeenSolutions<'_>, stop: StopCheck<'_>) -> Rated {
        let Ok(rules) = FillingRules::of(level) else { return Rated::default() };
        let given = &rules.puzzle.given;
        let clues = given.iter().filter(|digit| **digit > 0).count();
        let mut measures = vec![CLUES.counts(clues, "digits that the player gets")];
        let Ok(Some((solution, true))) = rules.only(given, stop) else {
            return measures.into();
        };
        let Ended { whole, steps } = rules.run(&rules.start(given), None, stop, &mut |_| true);
        if whole {
            measures.push(EFFORT.is(steps as f64, "boards that a plain search visits"));
        }
        let (rounds, left) = single::rounds(&rules.puzzle, &solution);
        let narrowest = rounds.iter().copied().min().unwrap_or(0);
        measures.extend([
            ROUNDS.counts(rounds.len(), "that fill all that they can"),
            NARROWEST.counts(narrowest, "cells that it finds"),
            LEFT.counts(left, "cells that singles do not fill"),
        ]);
        measures.extend(of_arguments(&rules.puzzle, &solution, stop));
        measures.extend(measured_steps(self, level, stop));
        measures.into()
    }
}

/// Measures of the proof path, on boards that have one.
fn of_arguments(puzzle: &Puzzle, solution: &[u8], stop: StopCheck<'_>) -> Vec<Measure> {
    let Some(grid) = Grid::of_puzzle(puzzle) else { return Vec::new() };
    let mut sizes = Vec::new();
    let Ok(mut cases) = SudokuCases::weighed(&grid, digits_of(solution)) else { return Vec::new() };
    let filled = grid.filled() | cases.constraints();
    let ended = proof::path(&mut cases, filled, stop, &mut |step| {
        sizes.push(step.evidence.count_ones());
        true
    });
    if ended.is_err() {
        return Vec::new();
    }
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let sum: u32 = sizes.iter().sum();
    let hard = sizes.iter().filter(|size| **size == largest).count();
    let mean = f64::from(sum) / (sizes.len().max(1) as f64);
    let (pieces, mean_words) = match grid.puzzle {
        None => ("cells of evidence", "cells of evidence, over the proof path"),
        Some(_) => ("cells and constraints", "cells and constraints, over the proof path"),
    };
    vec![
        LARGEST.is(f64::from(largest), pieces),
        MEAN.is(mean, mean_words),
        HARDEST.counts(hard, "that need the largest argument"),
    ]
}
