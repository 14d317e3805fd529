//! The optimizer: puzzles that are changed, given new dots and rated, thousands of times, around a designer's
//! locks.
//!
//! The same plan and seed make the same puzzles on any number of threads. Source: Snellman, "Creating a
//! procedural puzzle generator".

mod account;
mod climb;
mod study;
#[cfg(test)]
mod tests;
mod tier;
mod together;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

pub use climb::ClimbedPuzzle;

pub(crate) use climb::Climb;
pub(crate) use study::Optimizing;
pub(crate) use tier::TIERS;
pub use tier::Tier;

pub use crate::deduce::{DeductionCourse, DeductionRules, Leaking, Rule};
use crate::explain;
use crate::generate::{Frame, laid};
use crate::make::solution;
use crate::puzzle::{Number, Puzzle};
pub use crate::rating::Weights;
use foolproof_game::{StudyError, Watch, tasks};
use foolproof_level::{Board, Expect, Hold, Level, Made, Pack};

/// The game of the puzzles.
pub(crate) const GAME: &str = "linjat";

/// Deduction of a level as numbers, with all rules; `None` if the level is invalid.
pub fn course(level: &Level) -> Option<DeductionCourse> {
    explain::course(level, None, &|| false)
}

/// The wanted puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimizerPlan {
    /// The level on which puzzles are made: its locked cells stay.
    pub level: Level,
    frame: Frame,
    /// Initial numbers of the level besides the fixed ones.
    begin: Vec<Number>,
    /// Least and greatest number of numbers, including the fixed ones.
    pub numbers: (u16, u16),
    /// Least and greatest length of new numbers, and the longest line that changes may lead to.
    pub(crate) lengths: (u8, u8),
    pub longest: u8,
    pub rules: DeductionRules,
    pub weights: Weights,
    /// The name of its tier, for titles and tags.
    pub tier: String,
    pub steps: u64,
    pub seed: u64,
    /// Number of puzzles.
    pub count: usize,
    /// Scores rise evenly from puzzle to puzzle, instead of each being as high as possible.
    pub slope: bool,
    pub threads: usize,
}

/// The board on which puzzles are made.
pub enum Ground<'a> {
    Bare(Board),
    /// Around the locked cells of a level.
    Around(&'a Level),
}

impl OptimizerPlan {
    /// A plan for a tier: ten thousand steps, one puzzle, the highest score.
    pub fn new(tier: &Tier, ground: Ground<'_>) -> Result<Self, StudyError> {
        let rules = tier.known_rules()?;
        let level = match ground {
            Ground::Bare(board) => Level::open(GAME, board),
            Ground::Around(level) => level.clone(),
        };
        crate::about::ABOUT.allows(level.board).map_err(StudyError::of)?;
        let frame = Frame::of(&level, |hold| hold != Hold::Locked).map_err(StudyError::of)?;
        let all = Puzzle::of(&level).map_err(StudyError::of)?;
        let stays = |number: &Number| frame.numbers.contains(number);
        let begin: Vec<Number> = all.numbers.iter().copied().filter(|n| !stays(n)).collect();
        // As many as the level has, or as many for each cell as puzzles of the tier have.
        let cells = u32::from(frame.cols) * u32::from(frame.rows);
        let of_tier = u32::from(tier.cols) * u32::from(tier.rows);
        let scaled = |numbers: u16| {
            let scaled = (u32::from(numbers) * cells).div_ceil(of_tier.max(1));
            u16::try_from(scaled).unwrap_or(u16::MAX).max(1)
        };
        let here = u16::try_from(all.numbers.len()).unwrap_or(u16::MAX);
        let numbers = match begin.is_empty() {
            true => (scaled(tier.numbers.0).max(here), scaled(tier.numbers.1).max(here)),
            false => (here, here),
        };
        Ok(Self {
            level,
            frame,
            begin,
            numbers,
            lengths: tier.lengths,
            longest: tier.longest,
            rules,
            weights: tier.weights,
            tier: tier.id.clone(),
            steps: 10_000,
            seed: 1,
            count: 1,
            slope: false,
            threads: 1,
        })
    }

    /// The command that makes puzzle `number` again. It contains everything that the tier says, since tiers
    /// may be the designer's own.
    fn command(&self, number: usize) -> Made {
        let bounds = |(least, most): (u16, u16)| format!("{least}..{most}");
        let known = Tier::all().iter().any(|tier| tier.id == self.tier);
        let tier = if known { self.tier.as_str() } else { "medium" };
        let rules = Rule::ALL.into_iter().filter(|rule| self.rules.has(*rule)).map(Rule::id);
        let (numbers, lengths) =
            (bounds(self.numbers), bounds((self.lengths.0.into(), self.lengths.1.into())));
        let (rules, longest) = (rules.collect::<Vec<_>>().join(","), self.longest.to_string());
        let (steps, seed, count) =
            (self.steps.to_string(), self.seed.to_string(), self.count.to_string());
        let mut command = ["optimize", "--tier", tier].map(str::to_owned).to_vec();
        let mut say = |option: &str, value: String| command.extend([option.to_owned(), value]);
        for (option, value) in [
            ("--rules", rules),
            ("--numbers", numbers),
            ("--lengths", lengths),
            ("--longest", longest),
            ("--steps", steps),
            ("--seed", seed),
            ("--count", count),
        ] {
            say(option, value);
        }
        let mut weights = self.weights;
        for name in Weights::NAMES {
            if let Some(weight) = weights.named(name) {
                say("--weight", format!("{name}={weight}"));
            }
        }
        let bare = self.level.is_bare();
        match bare {
            true => say("--size", format!("{}x{}", self.level.board.cols, self.level.board.rows)),
            false => say("--around", "-".to_owned()),
        }
        if self.slope {
            command.push("--slope".to_owned());
        }
        let made = Made::now(command, number);
        if bare { made } else { made.from(&self.level) }
    }

    /// Returns an error if such puzzles are obviously impossible.
    fn check(&self) -> Result<(), StudyError> {
        let (stay, open) = (self.frame.numbers.len(), self.frame.open.len());
        let (least, most) = (usize::from(self.numbers.0), usize::from(self.numbers.1));
        let why = match () {
            () if least > most => format!("no number is at least {least} and at most {most}"),
            () if !self.rules.has(Rule::Cover) => {
                "the rule Cover is needed: without it no puzzle is ever solved".to_owned()
            }
            () if open == 0 => "every cell is locked, so there is nothing to change".to_owned(),
            () if least > stay + open => format!("there is no room for {least} numbers"),
            () if most < stay => {
                format!("{stay} numbers are locked, more than the {most} that are wanted")
            }
            () if stay == 0 && most == 0 => "a puzzle has at least one number".to_owned(),
            () if self.steps == 0 || self.count == 0 => {
                "at least one change and one puzzle are needed".to_owned()
            }
            () => return Ok(()),
        };
        Err(why.into())
    }
}

/// An optimization under way.
///
/// Observers never wait for the work: every few hundred steps a copy of a climb is published.
pub struct Optimize {
    pub plan: OptimizerPlan,
    climbs: Vec<Mutex<Climb>>,
    shown: Vec<Mutex<ShownClimb>>,
    /// Index of the climb for each puzzle; with a slope, sorted by score at the end.
    order: Vec<usize>,
    /// Time of the completed runs, and the start of the current one.
    before: Duration,
    since: Option<Instant>,
}

/// The published state of a climb.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ShownClimb {
    /// The best so far; `None` at the beginning.
    pub best: Option<ClimbedPuzzle>,
    /// Number of steps at each change of the best score, and that score.
    pub curve: Vec<(u64, i64)>,
    pub steps: u64,
    over: bool,
}

impl Optimize {
    pub fn new(plan: OptimizerPlan) -> Result<Self, StudyError> {
        plan.check()?;
        let climbs = (0..plan.count).map(|index| Climb::new(&plan, index)).collect();
        Ok(Self::of(plan, climbs, Duration::ZERO))
    }

    fn of(plan: OptimizerPlan, climbs: Vec<Climb>, elapsed: Duration) -> Self {
        let shown = climbs.iter().map(|climb| Mutex::new(shown(climb, &plan))).collect();
        Self {
            order: (0..climbs.len()).collect(),
            climbs: climbs.into_iter().map(Mutex::new).collect(),
            shown,
            before: elapsed,
            since: None,
            plan,
        }
    }

    /// Works until everything is done; false if `watch` ended it early.
    pub fn run(&mut self, watch: &dyn Watch) -> bool {
        self.begin_run();
        let whole = self.climb_all(watch);
        self.end_run(whole);
        whole
    }

    fn begin_run(&mut self) {
        self.since = Some(Instant::now());
    }

    /// Ends a run; if it is complete, the puzzles of a slope are sorted.
    fn end_run(&mut self, whole: bool) {
        if whole && self.plan.slope {
            let score = |at: &usize| self.shown[*at].lock().best.as_ref().map(|b| b.score);
            // Those without a puzzle come last.
            self.order.sort_by_cached_key(|at| score(at).map_or((1, 0), |s| (0, s)));
        }
        self.before = self.elapsed();
        self.since = None;
    }

    /// Time of all runs, with the one under way.
    fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn climb_all(&self, watch: &dyn Watch) -> bool {
        if !self.climb_first(watch) {
            return false;
        }
        let open: Vec<usize> = (0..self.climbs.len()).filter(|at| !self.is_over(*at)).collect();
        let threads = self.plan.threads.clamp(1, open.len().max(1));
        if threads == 1 {
            return open.iter().all(|at| self.climb(*at, true, watch));
        }
        // An index into a list.
        let climbed = tasks::take(
            threads,
            0..open.len() as u64,
            || (),
            |(), number| {
                let at = open.get(number as usize);
                match at.is_none_or(|at| self.climb(*at, false, watch)) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            },
        );
        !climbed.broken
    }

    /// With a slope, climbs the last puzzle first, which shows the highest score.
    fn climb_first(&self, watch: &dyn Watch) -> bool {
        let last = self.climbs.len() - 1;
        if self.plan.slope && last > 0 {
            if !self.climb(last, true, watch) {
                return false;
            }
            self.set_targets();
        }
        true
    }

    /// Makes one puzzle as good as the steps allow, on two threads if possible.
    fn climb(&self, at: usize, on_two: bool, watch: &dyn Watch) -> bool {
        let stop = || !self.goes_on(watch);
        loop {
            let mut climb = self.climbs[at].lock();
            let over = climb.is_over(&self.plan);
            let on_two = on_two && self.plan.threads > 1;
            let whole = over || !stop() && climb.advance(&self.plan, on_two, &stop);
            *self.shown[at].lock() = shown(&climb, &self.plan);
            drop(climb);
            if over || !whole {
                return whole;
            }
            self.keep(watch);
        }
    }

    fn is_over(&self, at: usize) -> bool {
        self.climbs[at].lock().is_over(&self.plan)
    }

    /// Scores that rise evenly from where the last puzzle began to where it ended; a puzzle that loses more
    /// to leaks than it scores is not a starting point.
    fn set_targets(&self) {
        let last = self.climbs.len() - 1;
        let curve = self.climbs[last].lock().curve.clone();
        let low = curve.iter().find(|(_, score)| *score >= 0).or(curve.first());
        let (Some((_, low)), Some((_, high))) = (low, curve.last()) else { return };
        for (at, climb) in self.climbs.iter().enumerate().take(last) {
            let part = (high - low) * at as i64 / last as i64;
            climb.lock().target = Some(low + part);
        }
    }

    /// Reports the share done and the best score; false ends the work early.
    fn goes_on(&self, watch: &dyn Watch) -> bool {
        watch.go_on(self.share(), &|| {
            let best = (0..self.count()).filter_map(|at| self.best(at));
            let best = best.map(|found| found.score).max();
            best.map_or_else(String::new, |score| format!(", best {score}"))
        })
    }

    fn keep(&self, watch: &dyn Watch) {
        watch.keep(&|| Ok(self.kept()));
    }

    fn share(&self) -> f64 {
        let all = self.plan.steps as f64 * self.climbs.len() as f64;
        let steps = |shown: &ShownClimb| if shown.over { self.plan.steps } else { shown.steps };
        let done: u64 = self.shown.iter().map(|shown| steps(&shown.lock())).sum();
        done as f64 / all
    }

    /// The published state of a puzzle.
    pub(crate) fn shown(&self, at: usize) -> ShownClimb {
        self.look(at, ShownClimb::clone).unwrap_or_default()
    }

    fn look<T>(&self, at: usize, of: impl FnOnce(&ShownClimb) -> T) -> Option<T> {
        let place = *self.order.get(at)?;
        Some(of(&self.shown[place].lock()))
    }

    /// The best of a puzzle's pools so far; `None` at the beginning.
    pub(crate) fn best(&self, at: usize) -> Option<ClimbedPuzzle> {
        self.look(at, |shown| shown.best.clone())?
    }

    pub(crate) fn count(&self) -> usize {
        self.climbs.len()
    }

    /// The best so far as a level with its solution.
    pub fn level(&self, at: usize) -> Option<Level> {
        let found = self.best(at)?;
        let mut level = laid(&self.plan.level, &found.puzzle, &self.plan.frame);
        // Uniqueness was checked before the puzzle was kept.
        level.intended = solution(&found.puzzle, &|| false);
        level.policy.unique = Some(Expect::Yes);
        let name = match level.title.is_empty() {
            true => foolproof_game::capital(&self.plan.tier),
            false => level.title,
        };
        level.title = format!("{name} {}", at + 1);
        if !level.tags.contains(&self.plan.tier) {
            level.tags.push(self.plan.tier.clone());
        }
        level.made = Some(Arc::new(self.plan.command(at + 1)));
        Some(level)
    }

    pub(crate) fn levels(&self) -> Vec<Level> {
        (0..self.climbs.len()).filter_map(|at| self.level(at)).collect()
    }

    /// The text from which the work is resumed.
    pub(crate) fn kept(&self) -> String {
        let OptimizerPlan { numbers, lengths, longest, weights, tier, steps, seed, slope, .. } =
            self.plan.clone();
        let rules = Rule::ALL.into_iter().filter(|rule| self.plan.rules.has(*rule));
        let rules = rules.map(|rule| rule.id().to_owned()).collect();
        let level = Pack { levels: vec![Arc::new(self.plan.level.clone())], ..Pack::default() };
        let kept = KeptOptimizer {
            version: VERSION,
            level: level.to_json(),
            numbers,
            lengths,
            longest,
            rules,
            weights,
            tier,
            steps,
            seed,
            slope,
            elapsed: self.elapsed(),
            climbs: self.climbs.iter().map(|climb| climb.lock().kept()).collect(),
        };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Resumes from the text of [`Optimize::kept`].
    pub(crate) fn resumed(text: &str, threads: usize) -> Result<Self, StudyError> {
        let kept: KeptOptimizer = serde_json::from_str(text).map_err(StudyError::of)?;
        if kept.version != VERSION {
            return Err("another version of the program has written it".into());
        }
        let pack = Pack::from_json(&kept.level).map_err(StudyError::of)?;
        let level = pack.levels.first().ok_or("it has no level")?;
        let tier = Tier {
            id: kept.tier.clone(),
            name: kept.tier,
            cols: level.board.cols,
            rows: level.board.rows,
            numbers: kept.numbers,
            lengths: kept.lengths,
            longest: kept.longest,
            rules: kept.rules,
            weights: kept.weights,
        };
        tier.check()?;
        let mut plan = OptimizerPlan::new(&tier, Ground::Around(level))?;
        plan.numbers = kept.numbers;
        (plan.steps, plan.seed, plan.count) = (kept.steps, kept.seed, kept.climbs.len());
        (plan.slope, plan.threads) = (kept.slope, threads);
        plan.check()?;
        let climbs = kept.climbs.into_iter().map(|climb| Climb::resumed(&plan, climb));
        Ok(Self::of(plan.clone(), climbs.collect::<Result<_, _>>()?, kept.elapsed))
    }
}

fn shown(climb: &Climb, plan: &OptimizerPlan) -> ShownClimb {
    ShownClimb {
        best: climb.best().cloned(),
        curve: climb.curve.clone(),
        steps: climb.steps(),
        over: climb.is_over(plan),
    }
}

/// Increased whenever the format of the text changes.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct KeptOptimizer {
    version: u32,
    /// The level as a pack of one.
    level: String,
    numbers: (u16, u16),
    lengths: (u8, u8),
    longest: u8,
    rules: Vec<String>,
    weights: Weights,
    tier: String,
    steps: u64,
    seed: u64,
    slope: bool,
    elapsed: Duration,
    climbs: Vec<climb::KeptClimb>,
}
