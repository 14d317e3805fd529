//! An estimate of the number of fillings, for too many to count.
//!
//! Random walks down the tree of choices: a walk that ends in a filling counts as the product of its numbers
//! of choices, one that ends in a contradiction as none. The mean is unbiased. Source: Knuth, "Estimating the
//! Efficiency of Backtrack Programs" (1975).

use fastrand::Rng;

use crate::filling_rules::FillingRules;
use crate::grid::MAX_DIGITS;
use foolproof_game::{Estimate, StopCheck};

/// Most walks, on plain grids and on others, where each takes far longer.
const WALKS: u32 = 6_000;
const FEWER_WALKS: u32 = 1_000;
const WALKS_A_LOOK: u32 = 64;

/// The estimate with its standard error, and the share of fillings with each digit in each cell.
pub(crate) fn estimate(
    rules: &FillingRules,
    start: &[u16],
    stop: StopCheck<'_>,
) -> (Estimate, Vec<[f64; MAX_DIGITS as usize]>) {
    let mut rng = Rng::with_seed(1975);
    let mut shares = vec![[0.0; MAX_DIGITS as usize]; start.len()];
    let (mut walks, mut sum, mut squares) = (0u32, 0.0f64, 0.0f64);
    let most = if rules.is_plain() { WALKS } else { FEWER_WALKS };
    while walks < most && !(walks % WALKS_A_LOOK == 0 && stop()) {
        walks += 1;
        let Some((weight, full)) = rules.dive(start, &mut rng) else { continue };
        sum += weight;
        squares += weight * weight;
        for (shares, digit) in shares.iter_mut().zip(full) {
            shares[usize::from(digit) - 1] += weight;
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
