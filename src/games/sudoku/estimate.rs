//! How many fillings there are, where they are too many to count.
//!
//! Random walks down the tree of choices: a walk that ends in a filling stands for as many as the
//! product of the numbers of choices that it had, one that ends in a contradiction for none. The
//! mean is unbiased. Source: Knuth, "Estimating the Efficiency of Backtrack Programs" (1975).

use fastrand::Rng;

use crate::candidates::{CellCandidates, Next};
use crate::shape::{CELLS, DIGITS, GridShape};
use foolproof_game::{Estimate, StopCheck};

/// Walks that are made at most.
const WALKS: u32 = 6_000;
const WALKS_A_LOOK: u32 = 64;

/// The number with its standard error, and the share of fillings that use each digit in each cell.
pub(crate) fn estimate(
    shape: &GridShape,
    board: CellCandidates,
    stop: StopCheck<'_>,
) -> (Estimate, [[f64; DIGITS]; CELLS]) {
    let mut rng = Rng::with_seed(1975);
    let mut shares = [[0.0; DIGITS]; CELLS];
    let (mut walks, mut sum, mut squares) = (0u32, 0.0f64, 0.0f64);
    while walks < WALKS && !(walks % WALKS_A_LOOK == 0 && stop()) {
        walks += 1;
        let Some((weight, full)) = walk(shape, board, &mut rng) else { continue };
        sum += weight;
        squares += weight * weight;
        for (cell, digit) in full.filling().iter().enumerate().take(shape.cells()) {
            shares[cell][usize::from(*digit) - 1] += weight;
        }
    }
    let n = f64::from(walks.max(2));
    let mean = sum / n;
    let variance = ((squares / n - mean * mean) * n / (n - 1.0)).max(0.0);
    if sum > 0.0 {
        shares.iter_mut().flatten().for_each(|share| *share /= sum);
    }
    (Estimate { value: mean, error: (variance / n).sqrt() }, shares)
}

/// One walk: how many fillings it stands for, and where it ended.
fn walk(
    shape: &GridShape,
    mut board: CellCandidates,
    rng: &mut Rng,
) -> Option<(f64, CellCandidates)> {
    let mut weight = 1.0;
    loop {
        match board.settle(shape) {
            Next::Contradiction => return None,
            Next::Full => return Some((weight, board)),
            Next::Try { .. } => {
                let cell = board.narrowest(shape);
                let digits: Vec<usize> = board.digits(cell).collect();
                weight *= digits.len() as f64;
                board.keep(*rng.choice(&digits)?, cell);
            }
        }
    }
}
