//! The climb of one puzzle: pools of puzzles that are mutated, dropping the worst.
//!
//! Two pools work in parallel, on two threads or one after the other with the same outcome, and exchange
//! their best now and then. Source: Snellman, "Creating a procedural puzzle generator", "Optimization".

use std::cell::Cell;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::OptimizerPlan;
use crate::deduce::{self, DeductionCourse};
use crate::generate::DotPlacement;
use crate::puzzle::{Number, Puzzle};
use crate::search::count_in;
use crate::ways::{Table, sized};
use foolproof_game::{Halted, StopCheck, StudyError};

/// Puzzles that a pool keeps.
const POOL: usize = 10;
/// Steps of a pool between two exchanges with the other.
const EPOCH: u64 = 250;
/// Time between two checks whether to continue.
const BREATH: Duration = Duration::from_millis(20);

/// A puzzle that deduction solves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClimbedPuzzle {
    pub puzzle: Puzzle,
    pub course: DeductionCourse,
    pub score: i64,
}

/// A pool of puzzles, the best first.
#[derive(Clone, Debug)]
struct Pool {
    rng: Rng,
    found: Vec<ClimbedPuzzle>,
    steps: u64,
}

/// A puzzle being optimized.
#[derive(Clone, Debug)]
pub(crate) struct Climb {
    pools: [Pool; 2],
    /// Numbers of the puzzle besides the fixed ones.
    more: usize,
    /// The score to approach, unless the best is wanted.
    pub target: Option<i64>,
    /// Number of steps at each change of the best score, and that score.
    pub curve: Vec<(u64, i64)>,
}

/// The saved state of a stopped climb.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptClimb {
    pools: [(u64, u64, Vec<KeptPuzzle>); 2],
    more: usize,
    target: Option<i64>,
    curve: Vec<(u64, i64)>,
}

/// Cells and lengths of numbers, and dots.
type KeptPuzzle = (Vec<(u16, u8)>, Vec<u16>);

impl Climb {
    pub(crate) fn new(plan: &OptimizerPlan, index: usize) -> Self {
        let seed = plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(index as u64);
        let mut rng = Rng::with_seed(seed);
        let (least, most) = plan.numbers;
        let wanted = usize::from(rng.u16(least..=most.max(least)));
        let more = wanted.saturating_sub(plan.frame.numbers.len()).min(plan.frame.open.len());
        let pools = [rng.fork(), rng.fork()];
        let pool = |rng| Pool { rng, found: Vec::new(), steps: 0 };
        Self { pools: pools.map(pool), more, target: None, curve: Vec::new() }
    }

    /// The best so far: with a target, the one nearest to it.
    pub(crate) fn best(&self) -> Option<&ClimbedPuzzle> {
        let best = self.pools.iter().filter_map(|pool| pool.found.first());
        best.max_by_key(|found| self.worth(found))
    }

    fn worth(&self, found: &ClimbedPuzzle) -> i64 {
        worth(found.score, self.target)
    }

    pub(crate) fn steps(&self) -> u64 {
        self.pools.iter().map(|pool| pool.steps).sum()
    }

    /// Returns whether all steps were made, or the target was met.
    pub(crate) fn is_over(&self, plan: &OptimizerPlan) -> bool {
        let met = |target| self.best().is_some_and(|best| best.score == target);
        self.steps() >= plan.steps || self.target.is_some_and(met)
    }

    /// Continues until the pools meet, on two threads if one is idle. Returns false if stopped
    /// before that: the next call continues from there.
    pub(crate) fn advance(
        &mut self,
        plan: &OptimizerPlan,
        on_two: bool,
        stop: StopCheck<'_>,
    ) -> bool {
        let (more, target) = (self.more, self.target);
        // After a stop, one of the pools may have got there already.
        let behind = self.pools.iter().map(|pool| pool.steps).min().unwrap_or(0);
        let meeting = (behind / EPOCH + 1) * EPOCH;
        let [one, two] = &mut self.pools;
        // The first pool takes the odd step.
        let shares = [plan.steps.div_ceil(2), plan.steps / 2];
        let run = |pool: &mut Pool, share: u64| {
            let mut asked = Instant::now();
            while pool.steps < share.min(meeting) {
                // Asking costs more than a step on a small board.
                let looks = asked.elapsed() > BREATH;
                if (looks && stop()) || pool.step(plan, more, target, stop).is_err() {
                    return false;
                }
                asked = if looks { Instant::now() } else { asked };
            }
            true
        };
        let whole = match on_two {
            true => std::thread::scope(|scope| {
                let other = scope.spawn(|| run(two, shares[1]));
                let own = run(one, shares[0]);
                // A pool whose thread failed did not get there.
                own && other.join().unwrap_or(false)
            }),
            false => run(one, shares[0]) && run(two, shares[1]),
        };
        if whole {
            self.meet();
        }
        whole
    }

    /// Exchanges the best of the two pools.
    fn meet(&mut self) {
        let target = self.target;
        let [one, two] = &mut self.pools;
        let bests = (one.found.first().cloned(), two.found.first().cloned());
        for (pool, best) in [(one, bests.1), (two, bests.0)] {
            if let Some(best) = best.filter(|best| !pool.found.contains(best)) {
                pool.keep(best, target);
            }
        }
        let (steps, score) = (self.steps(), self.best().map(|best| best.score));
        if score != self.curve.last().map(|(_, score)| *score) {
            self.curve.extend(score.map(|score| (steps, score)));
        }
    }

    pub(crate) fn kept(&self) -> KeptClimb {
        let puzzle = |found: &ClimbedPuzzle| {
            let numbers = found.puzzle.numbers.iter().map(|n| (n.cell, n.length)).collect();
            (numbers, found.puzzle.dots.clone())
        };
        let pools = [0, 1].map(|at| {
            let pool: &Pool = &self.pools[at];
            (pool.rng.get_seed(), pool.steps, pool.found.iter().map(puzzle).collect())
        });
        KeptClimb { pools, more: self.more, target: self.target, curve: self.curve.clone() }
    }

    /// Resumes from a saved state; every puzzle is rated again.
    pub(crate) fn resumed(plan: &OptimizerPlan, kept: KeptClimb) -> Result<Self, StudyError> {
        let damaged = || StudyError::from("its puzzles do not fit the board");
        let read = |(numbers, dots): KeptPuzzle| {
            let number = |(cell, length)| Number { cell, length };
            let numbers: Vec<Number> = numbers.into_iter().map(number).collect();
            let puzzle = Puzzle { numbers, dots, ..plan.frame.with(&[]) };
            let fits = is_of(plan, &puzzle, kept.more);
            fits.then(|| rated(plan, puzzle)).flatten().ok_or_else(damaged)
        };
        if kept.more > plan.frame.open.len() {
            return Err(damaged());
        }
        let mut pools = Vec::new();
        for (seed, steps, puzzles) in kept.pools {
            let found = puzzles.into_iter().map(read).collect::<Result<_, _>>()?;
            pools.push(Pool { rng: Rng::with_seed(seed), found, steps });
        }
        let pools = pools.try_into().map_err(|_| damaged())?;
        Ok(Self { pools, more: kept.more, target: kept.target, curve: kept.curve })
    }
}

/// Returns whether a puzzle keeps the fixed marks, and has exactly `more` further numbers on cells of their own.
fn is_of(plan: &OptimizerPlan, puzzle: &Puzzle, more: usize) -> bool {
    let frame = &plan.frame;
    let Some((stay, new)) = puzzle.numbers.split_at_checked(frame.numbers.len()) else {
        return false;
    };
    let mut cells: Vec<u16> = puzzle.dots.clone();
    cells.extend(new.iter().map(|number| number.cell));
    cells.extend(stay.iter().map(|number| number.cell));
    cells.sort_unstable();
    let each_its_own = cells.windows(2).all(|pair| pair[0] != pair[1]);
    let free = |cell: &u16| frame.open.contains(cell);
    stay == frame.numbers
        && new.len() == more
        && new.iter().all(|number| free(&number.cell) && (1..=9).contains(&number.length))
        && puzzle.dots.iter().all(|dot| free(dot) || frame.dots.contains(dot))
        && each_its_own
}

fn worth(score: i64, target: Option<i64>) -> i64 {
    target.map_or(score, |target| -(score - target).abs())
}

/// The rating of a puzzle by its plan, if the plan's rules solve it.
fn rated(plan: &OptimizerPlan, puzzle: Puzzle) -> Option<ClimbedPuzzle> {
    fn rate<const W: usize>(plan: &OptimizerPlan, puzzle: &Puzzle) -> DeductionCourse {
        deduce::course(&Table::<W>::new(puzzle), &puzzle.dots, plan.rules, &|| false)
            .unwrap_or_default()
    }
    let course = sized!(&puzzle, rate(plan, &puzzle)).filter(|course| course.solved)?;
    let score = plan.weights.score(&course);
    Some(ClimbedPuzzle { puzzle, course, score })
}

impl Pool {
    /// Takes a puzzle, changes numbers, lets the generator place new dots, and rates it. A stopped step does
    /// not count.
    fn step(
        &mut self,
        plan: &OptimizerPlan,
        more: usize,
        target: Option<i64>,
        stop: StopCheck<'_>,
    ) -> Result<(), Halted> {
        let before = self.rng.clone();
        self.steps += 1;
        let stays = plan.frame.numbers.len();
        let numbers = match self.rng.choice(&self.found) {
            Some(base) => {
                let mut numbers = base.puzzle.numbers[stays..].to_vec();
                self.change(plan, &mut numbers);
                numbers
            }
            None if self.steps == 1 && plan.begin.len() == more => plan.begin.clone(),
            None => plan.frame.random_numbers(more, plan.lengths.0, plan.lengths.1, &mut self.rng),
        };
        let mut puzzle = plan.frame.with(&numbers);
        let Self { rng, found, .. } = self;
        let least = found.get(POOL - 1).map(|worst| worth(worst.score, target));
        let made = sized!(&puzzle, made(plan, &mut puzzle, rng, least, target, stop));
        match made.transpose() {
            Err(Halted) => {
                self.rng = before;
                self.steps -= 1;
                return Err(Halted);
            }
            Ok(Some(Some((course, score)))) => {
                self.keep(ClimbedPuzzle { puzzle, course, score }, target)
            }
            Ok(_) => {}
        }
        Ok(())
    }

    /// Changes a number that may change by one, or moves it; and perhaps another.
    fn change(&mut self, plan: &OptimizerPlan, numbers: &mut [Number]) {
        let rng = &mut self.rng;
        if numbers.is_empty() {
            return;
        }
        loop {
            let at = rng.usize(0..numbers.len());
            match rng.u8(0..3) {
                0 => numbers[at].length = numbers[at].length.saturating_sub(1).max(1),
                1 => numbers[at].length = (numbers[at].length + 1).min(plan.longest),
                _ => {
                    let open = &plan.frame.open;
                    let cell = open[rng.usize(0..open.len())];
                    if !numbers.iter().any(|number| number.cell == cell) {
                        numbers[at].cell = cell;
                    }
                }
            }
            if rng.u8(0..3) > 0 {
                return;
            }
        }
    }

    /// Inserts a puzzle behind those that are as good, and drops the worst.
    fn keep(&mut self, found: ClimbedPuzzle, target: Option<i64>) {
        let own = worth(found.score, target);
        let at = self.found.partition_point(|other| worth(other.score, target) >= own);
        self.found.insert(at, found);
        self.found.truncate(POOL);
    }
}

/// Dots for a puzzle's numbers, and its rating; `None` if the rules do not solve it, or it scores too little.
fn made<const W: usize>(
    plan: &OptimizerPlan,
    puzzle: &mut Puzzle,
    rng: &mut Rng,
    least: Option<i64>,
    target: Option<i64>,
    stop: StopCheck<'_>,
) -> Result<Option<(DeductionCourse, i64)>, Halted> {
    let table = Table::<W>::new(puzzle);
    // The thread's own clock, since `stop` may have to lock something.
    let asked = Cell::new(Instant::now());
    let stopped = || {
        let looks = asked.get().elapsed() > BREATH;
        if looks {
            asked.set(Instant::now());
        }
        looks && stop()
    };
    let dots = DotPlacement { frame: &plan.frame, rules: plan.rules, stop: &stopped };
    if !dots.place_with(&table, puzzle, rng)? {
        return Ok(None);
    }
    let course = deduce::course(&table, &puzzle.dots, plan.rules, &stopped)?;
    let score = plan.weights.score(&course);
    let counts = least.is_none_or(|least| worth(score, target) > least);
    // Deduction removes nothing that a solution has; uniqueness is checked nevertheless.
    let only = match counts && course.solved {
        true => count_in(&table, &puzzle.dots, 2, stop).ok_or(Halted)? == 1,
        false => false,
    };
    Ok(only.then_some((course, score)))
}
