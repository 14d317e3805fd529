//! The best chance of winning from every state: the least solution of x(s) = max over steps of the mean of x.
//!
//! Value iteration from below gives lower bounds (up to rounding) close to the solution. Then nearby fractions
//! are tried: they are the solution if no step is worth more than its state, and if from each state some steps
//! worth as much come nearer to a win. Both are checked exactly. If that fails, any assignment of values in
//! which no step is worth more than its state is an upper bound (Hartmanns & Kaminski, "Optimistic Value
//! Iteration", CAV 2020).

use super::chance::{ChanceSpace, Way};
use super::odds::BestChance;
use super::stepper::WINS;
use foolproof_kernel::StopCheck;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, One, ToPrimitive, Zero};

/// The iteration ends when no value changes by as much as this between two sweeps.
const STILL: f64 = 1e-14;
const MAX_SWEEPS: usize = 20_000;
/// The most sweeps if some states are unknown: more would tell little.
const FEW_SWEEPS: usize = 50;
/// Maximum distances of a tried fraction from the value.
const NEAR: [f64; 2] = [1e-9, 1e-12];
const LARGEST_DENOMINATOR: i128 = 1 << 40;
/// Sweeps between two checks for a stop.
const STOP_EVERY: usize = 16;
/// Tolerance within which a step counts as best, if the values are not known as fractions.
const AS_GOOD: f64 = 1e-10;

type Fraction = Ratio<i128>;

/// Bounds on the value of a state, known before it is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    Nothing,
    Between,
    One,
}

/// The best chances of all states.
pub(super) struct StateValues {
    low: Vec<f64>,
    high: Vec<f64>,
    /// The fractions, unless they are known to be wrong.
    exact: Option<Vec<Fraction>>,
}

impl StateValues {
    /// Computes the values; `None` if stopped.
    pub(super) fn of(
        space: &ChanceSpace,
        worths: &[Worth],
        luck: &[u32],
        is_complete: bool,
        stop: StopCheck<'_>,
    ) -> Option<StateValues> {
        let mut low: Vec<f64> =
            worths.iter().map(|worth| f64::from(u8::from(*worth == Worth::One))).collect();
        let mut open: Vec<u32> =
            (0..worths.len() as u32).filter(|s| worths[*s as usize] == Worth::Between).collect();
        open.sort_by_key(|state| luck[*state as usize]);
        for sweep in 0..if is_complete { MAX_SWEEPS } else { FEW_SWEEPS } {
            if sweep % STOP_EVERY == 0 && stop() {
                return None;
            }
            let mut change = 0.0_f64;
            for state in &open {
                let better = best(space, *state, &low);
                change = change.max(better - low[*state as usize]);
                low[*state as usize] = better.max(low[*state as usize]);
            }
            if change < STILL {
                break;
            }
        }
        if !is_complete {
            return Some(StateValues { high: vec![1.0; low.len()], low, exact: None });
        }
        let exact = NEAR.into_iter().find_map(|near| fractions(space, worths, &low, near));
        let high = match &exact {
            // No step is worth more than its state, so these are upper bounds even if not the solution.
            Some(exact) => {
                exact.iter().map(|one| *one.numer() as f64 / *one.denom() as f64).collect()
            }
            None => upper_bounds(space, worths, &open, &low),
        };
        Some(StateValues { low, high, exact })
    }

    /// Returns whether a step of a state is worth as much as the state.
    pub(super) fn is_best(&self, space: &ChanceSpace, step: usize, state: u32) -> bool {
        match &self.exact {
            Some(exact) => {
                exact_mean(space.ways_of(step), exact).as_ref() == exact.get(state as usize)
            }
            None => mean(space.ways_of(step), &self.low) >= self.low[state as usize] - AS_GOOD,
        }
    }

    /// Keeps the fractions only if they are confirmed. `met` tells from which states best steps come nearer to
    /// a win; the fractions are the solution only if all do.
    pub(super) fn confirmed(self, met: &[bool]) -> StateValues {
        match met.iter().all(|met| *met) {
            true => self,
            false => StateValues { exact: None, ..self },
        }
    }

    pub(super) fn of_state(&self, state: usize) -> BestChance {
        self.chance(|values| values[state], |exact| exact.get(state).copied())
    }

    /// The mean over the states in which a level may begin.
    pub(super) fn mean(&self, starts: &[Way]) -> BestChance {
        self.chance(|values| mean(starts, values), |exact| exact_mean(starts, exact))
    }

    fn chance(
        &self,
        of: impl Fn(&[f64]) -> f64,
        exactly: impl Fn(&[Fraction]) -> Option<Fraction>,
    ) -> BestChance {
        let exact = self.exact.as_deref().and_then(exactly).and_then(|exact| {
            Some(Ratio::new_raw(exact.numer().to_u64()?, exact.denom().to_u64()?))
        });
        if let Some(exact) = exact {
            let value = *exact.numer() as f64 / *exact.denom() as f64;
            return BestChance { low: value, high: value, exact: Some(exact) };
        }
        // The lower bound is a rounded sum.
        let high = of(&self.high).min(1.0);
        BestChance { low: of(&self.low).min(high), high, exact }
    }
}

/// The value of a step.
fn mean(ways: &[Way], values: &[f64]) -> f64 {
    let worth = |way: &Way| match way.target {
        WINS => 1.0,
        target => values[target as usize],
    };
    let chance = |way: &Way| *way.chance.numer() as f64 / *way.chance.denom() as f64;
    ways.iter().map(|way| chance(way) * worth(way)).sum()
}

fn best(space: &ChanceSpace, state: u32, values: &[f64]) -> f64 {
    let steps = space.steps_of(state);
    steps.map(|step| mean(space.ways_of(step), values)).fold(0.0, f64::max)
}

/// The exact value of a step; `None` if numbers get too large.
fn exact_mean(ways: &[Way], values: &[Fraction]) -> Option<Fraction> {
    ways.iter().try_fold(Fraction::zero(), |sum, way| {
        let worth = match way.target {
            WINS => Fraction::one(),
            target => *values.get(target as usize)?,
        };
        let chance =
            Fraction::new_raw(i128::from(*way.chance.numer()), i128::from(*way.chance.denom()));
        sum.checked_add(&chance.checked_mul(&worth)?)
    })
}

/// Fractions near these values such that no step is worth more than its state, and each state has a step worth
/// as much; `None` if none are found.
fn fractions(
    space: &ChanceSpace,
    worths: &[Worth],
    low: &[f64],
    near: f64,
) -> Option<Vec<Fraction>> {
    let exact: Option<Vec<Fraction>> = worths
        .iter()
        .zip(low)
        .map(|(worth, value)| match worth {
            Worth::Nothing => Some(Fraction::zero()),
            Worth::One => Some(Fraction::one()),
            Worth::Between => near_fraction(*value, near),
        })
        .collect();
    let exact = exact?;
    let fits = |state: u32| {
        let steps = space.steps_of(state);
        let most = steps.map(|step| exact_mean(space.ways_of(step), &exact)).try_fold(
            Fraction::zero(),
            |most, worth| {
                let worth = worth?;
                Some(if worth > most { worth } else { most })
            },
        );
        most == exact.get(state as usize).copied()
    };
    let between = |state: &u32| worths[*state as usize] == Worth::Between;
    (0..worths.len() as u32).filter(between).all(fits).then_some(exact)
}

/// The simplest fraction near a value, by its continued fraction.
fn near_fraction(value: f64, near: f64) -> Option<Fraction> {
    let (mut before, mut now) = ((0_i128, 1_i128), (1_i128, 0_i128));
    let mut rest = value;
    for _ in 0..40 {
        let whole = rest.floor();
        let digit = whole.to_i128()?;
        let next = (
            digit.checked_mul(now.0)?.checked_add(before.0)?,
            digit.checked_mul(now.1)?.checked_add(before.1)?,
        );
        (before, now) = (now, next);
        if now.1 > LARGEST_DENOMINATOR {
            return None;
        }
        if (now.0 as f64 / now.1 as f64 - value).abs() < near {
            return Some(Fraction::new(now.0, now.1));
        }
        rest = 1.0 / (rest - whole);
    }
    None
}

/// Upper bounds: values such that no step is worth more than its state. 1 for every open state if no better
/// bounds are found.
fn upper_bounds(space: &ChanceSpace, worths: &[Worth], open: &[u32], low: &[f64]) -> Vec<f64> {
    let mut above = 1e-9;
    while above < 0.1 {
        let raised = |(worth, value): (&Worth, &f64)| match worth {
            Worth::Between => (value + above).min(1.0),
            _ => *value,
        };
        let mut high: Vec<f64> = worths.iter().zip(low).map(raised).collect();
        for _ in 0..100 {
            let next: Vec<f64> = open.iter().map(|state| best(space, *state, &high)).collect();
            let falls = open.iter().zip(&next).all(|(state, next)| *next <= high[*state as usize]);
            if falls {
                return high;
            }
            for (state, next) in open.iter().zip(next) {
                high[*state as usize] = next.min(1.0);
            }
        }
        above *= 10.0;
    }
    let top = |worth: &Worth| f64::from(u8::from(*worth != Worth::Nothing));
    worths.iter().map(top).collect()
}
