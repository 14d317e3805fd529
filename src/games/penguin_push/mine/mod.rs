//! Mining: all boards of a number of penguins that have one solution, from the end backwards.
//!
//! A board of three or more penguins has one solution when one push leads to a board with one
//! solution and no other push to a solvable one. So all such boards of n penguins are found by
//! taking back pushes from those of n - 1, and testing the other pushes of each; boards without
//! such a successor are never looked at. A board comes from its one successor alone, so none is
//! found twice, and a list of boards on disk is all that is kept. Mirror images are one board.
//! Complexity: about forty boards are tested for each one of the number below. Source: "Using Large
//! Scale Search for Game Design" (AIIDE 2014).

mod account;
mod best;
mod boards;
mod direct;
mod keep;
mod study;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod together;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub(crate) use best::MinedBoard;
pub(crate) use study::Mining;
pub(crate) use sweep::{SweepGoal, SweepStage};

use crate::ice::PENGUIN;
use crate::ice::{Ice, Penguins, bits};
use crate::make;
use crate::search::play;
use direct::Direct;
use foolproof_game::{Cluster, ClusterError, StudyError};
use foolproof_level::{Board, Concept, Expect, Level};
use sweep::Sweep;
use table::{SolvedBoards, Tables};
use together::MiningPart;

/// Up to this many boards, the solvable ones are always counted.
const COUNTED: u64 = 40_000_000;
/// Number of boards drawn at random when the solvable ones are estimated.
const SAMPLE: u32 = 20_000;

/// Mining pauses after this time, so that results can be saved.
const PAUSE_AFTER: Duration = Duration::from_secs(10);

/// Reasons for mining to end early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MiningHalt {
    #[error("stopped")]
    Stopped,
    #[error("there is not enough memory")]
    Memory,
    #[error("a temporary file: {0}")]
    File(String),
    /// An error of another process.
    #[error("{0}")]
    Cluster(ClusterError),
}

impl From<ClusterError> for MiningHalt {
    fn from(fault: ClusterError) -> Self {
        MiningHalt::Cluster(fault)
    }
}

/// Receives the share of work done; returns false to end the work early.
pub(crate) type GoOn<'a> = &'a (dyn Fn(f64) -> bool + Sync);

/// Callbacks while boards are mined.
pub(crate) struct MiningWatch<'a> {
    /// Called after each completed number of penguins.
    pub look: &'a dyn Fn(&Mine),
    /// Called in each pause.
    pub keep: &'a dyn Fn(&Mine),
    pub go_on: GoOn<'a>,
}

impl From<std::io::Error> for MiningHalt {
    fn from(error: std::io::Error) -> Self {
        MiningHalt::File(error.to_string())
    }
}

/// The boards to mine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MiningPlan {
    pub board: Board,
    /// Penguins of the wanted boards.
    pub penguins: usize,
    pub kinds: Vec<SweepGoal>,
    /// Number of boards of each kind to keep.
    pub best: usize,
    pub threads: usize,
    /// Bytes that tables may take.
    pub memory: u64,
    /// Cells that hold a penguin on the wanted boards, and cells that hold none.
    pub must: Penguins,
    pub never: Penguins,
}

impl MiningPlan {
    /// Returns whether anything is locked.
    pub(crate) fn locks(&self) -> bool {
        self.must | self.never != 0
    }

    /// Returns whether a board keeps the locks. Only boards with all penguins have to.
    pub(crate) fn keeps(&self, board: Penguins) -> bool {
        let fewer = (board.count_ones() as usize) < self.penguins;
        fewer || (board & self.must == self.must && board & self.never == 0)
    }

    /// Returns whether both plans want the same boards; threads and memory may differ.
    pub(crate) fn is_of_the_same_boards(&self, other: &Self) -> bool {
        let Self { threads, memory, .. } = *other;
        let mut alike = Self { threads, memory, ..self.clone() };
        alike.kinds.sort();
        alike.kinds.dedup();
        alike == *other
    }
}

/// Least number of penguins that can be mined.
pub(crate) const FEWEST_PENGUINS: usize = 2;
/// Greatest number of penguins that can be mined.
pub(crate) const MAX_PENGUINS: usize = 20;

/// Mining under way; a stopped one continues where it was.
pub(crate) struct Mine {
    pub plan: MiningPlan,
    ice: Ice,
    tables: Tables,
    sweeps: Vec<Sweep>,
    /// Replaces sweeps when few boards keep the locks.
    direct: Option<Direct>,
    /// Number of solvable boards by number of penguins, exact or estimated, with the standard error.
    pub solvable: Vec<(f64, f64)>,
    pub elapsed: Duration,
}

impl Mine {
    pub(crate) fn new(plan: MiningPlan) -> Result<Self, StudyError> {
        let ice = Ice::of(plan.board).ok_or("a board has at most 8 columns and 8 rows")?;
        let cells = ice.all.count_ones() as usize;
        if plan.penguins < FEWEST_PENGUINS || plan.penguins > MAX_PENGUINS.min(cells) {
            let most = MAX_PENGUINS.min(cells);
            return Err(format!(
                "boards have {FEWEST_PENGUINS} to {most} penguins, not {}",
                plan.penguins
            )
            .into());
        }
        let (must, free) = (plan.must.count_ones() as usize, (ice.all & !plan.never).count_ones());
        if must > plan.penguins || (free as usize) < plan.penguins {
            return Err(format!(
                "the level has {must} penguins and {free} cells for more: no board of {} fits",
                plan.penguins
            )
            .into());
        }
        if plan.kinds.is_empty() {
            return Err("choose at least one kind of boards".into());
        }
        let mut kinds = plan.kinds.clone();
        kinds.sort();
        kinds.dedup();
        let mut sweeps = Vec::new();
        if kinds.iter().any(|kind| *kind != SweepGoal::Safe) {
            sweeps.push(Sweep::unique(&ice, &plan));
        }
        if kinds.contains(&SweepGoal::Safe) {
            sweeps.push(Sweep::safe(&ice, &plan));
        }
        let (tables, plan) = (Tables::new(&ice), MiningPlan { kinds, ..plan });
        let direct = Direct::new(&ice, &plan);
        let (solvable, elapsed) = (Vec::new(), Duration::ZERO);
        Ok(Self { plan, ice, tables, sweeps, direct, solvable, elapsed })
    }

    /// The number of penguins up to which a table pays off: making the next would take longer than it saves.
    /// Each of several processes makes its own tables.
    fn depth(&self, alone: bool) -> usize {
        let worth = match self.plan.penguins {
            n @ 0..=6 => n - 1,
            7 => 5,
            8 => 6,
            9 => 7,
            10 | 11 if !alone => 7,
            _ => 8,
        };
        let fits = |depth: &usize| self.tables.bytes(&self.ice, *depth) <= self.plan.memory / 2;
        (2..=worth.min(table::MAX_PENGUINS)).rev().find(fits).unwrap_or(2)
    }

    /// Returns whether the solvable boards of this number of penguins are counted rather than estimated. A
    /// single process may have a larger table than several, but that adds no information: the output is the
    /// same.
    fn is_counted(&self, penguins: usize) -> bool {
        let all = self.tables.ranks.choose(self.ice.all.count_ones(), penguins);
        let has_table = || self.direct.is_none() && penguins <= self.depth(false);
        penguins <= table::MAX_PENGUINS && (all <= COUNTED || has_table())
    }

    /// Works to the end; `go_on` receives the share done, and returns false to end early.
    #[cfg(test)]
    fn run(&mut self, go_on: GoOn<'_>) -> Result<(), MiningHalt> {
        self.run_with(&MiningWatch { look: &|_| {}, keep: &|_| {}, go_on }, &mut None)
    }

    /// Works until it is finished or stopped, together with the other processes, if any.
    pub(crate) fn run_with(
        &mut self,
        watch: &MiningWatch<'_>,
        cluster: &mut Option<&mut dyn Cluster>,
    ) -> Result<(), MiningHalt> {
        let clock = RunClock { begun: Instant::now(), before: self.elapsed };
        let ended = self.work_on(watch, cluster, clock);
        self.elapsed = clock.elapsed();
        ended
    }

    fn work_on(
        &mut self,
        watch: &MiningWatch<'_>,
        cluster: &mut Option<&mut dyn Cluster>,
        clock: RunClock,
    ) -> Result<(), MiningHalt> {
        let MiningWatch { look, go_on, .. } = *watch;
        if let Some(direct) = &mut self.direct {
            let ended = direct.run(&self.ice, &self.plan, go_on, cluster);
            self.elapsed = clock.elapsed();
            look(self);
            return ended;
        }
        let (depth, threads) = (self.depth(cluster.is_none()), self.plan.threads);
        if let Some(cluster) = cluster.as_mut().filter(|_| self.at_work().is_some()) {
            cluster.begin(&MiningPart::Tables(depth).packed()?)?;
        }
        while self.at_work().is_some() && self.tables.depth() < depth {
            // Tables are a small part of the work of a large number, and most of that of a small one.
            self.tables.grow(&self.ice, threads, &|_| go_on(0.0))?;
        }
        for number in 0..self.sweeps.len() {
            self.sweep(number, watch, cluster, clock)?;
        }
        self.count_solvable(go_on)?;
        look(self);
        Ok(())
    }

    /// One sweep up to the wanted number of penguins, with pauses to save the state.
    fn sweep(
        &mut self,
        number: usize,
        watch: &MiningWatch<'_>,
        cluster: &mut Option<&mut dyn Cluster>,
        clock: RunClock,
    ) -> Result<(), MiningHalt> {
        let (last, halves) = (self.plan.penguins, self.sweeps.len() as f64);
        let mut at_part = None;
        while let Some(penguins) = self.sweeps[number].next(last) {
            let Self { plan, ice, tables, sweeps, .. } = &mut *self;
            let sweep = &mut sweeps[number];
            if let Some(cluster) = cluster.as_mut().filter(|_| at_part != Some(penguins)) {
                cluster.begin(&MiningPart::Sweep(sweep.part(plan)?).packed()?)?;
                at_part = Some(penguins);
            }
            let (since, stopped) = (Instant::now(), AtomicBool::new(false));
            let hears = |share: f64| {
                let done = (number as f64 + share_of(penguins, share, last)) / halves;
                stopped.fetch_or(!(watch.go_on)(done), Ordering::Relaxed);
                !stopped.load(Ordering::Relaxed) && since.elapsed() < PAUSE_AFTER
            };
            let ended = sweep.step(ice, tables, plan, &hears, cluster);
            self.elapsed = clock.elapsed();
            match ended {
                Err(MiningHalt::Stopped) if !stopped.into_inner() => (watch.keep)(self),
                ended => {
                    ended?;
                    (watch.look)(self);
                }
            }
        }
        Ok(())
    }

    /// Counts the solvable boards from the tables, or else estimates them.
    fn count_solvable(&mut self, go_on: GoOn<'_>) -> Result<(), MiningHalt> {
        let cells: Vec<usize> = bits(self.ice.all).collect();
        let lacks = |mine: &Self| {
            let next = mine.tables.depth() + 1;
            let wanted = mine.solvable.len()..=mine.plan.penguins;
            wanted.contains(&next) && mine.is_counted(next)
        };
        while lacks(self) {
            self.tables.grow(&self.ice, self.plan.threads, &|_| go_on(1.0))?;
        }
        for penguins in self.solvable.len()..=self.plan.penguins {
            if let Some(exact) = self.tables.solvable.get(penguins)
                && self.is_counted(penguins)
            {
                self.solvable.push((*exact as f64, 0.0));
                continue;
            }
            let (mut rng, mut hits) = (fastrand::Rng::with_seed(penguins as u64), 0u32);
            let mut seen = SolvedBoards::default();
            for number in 0..SAMPLE {
                if number % 256 == 0 && !go_on(1.0) {
                    return Err(MiningHalt::Stopped);
                }
                let drawn = rng.choose_multiple(cells.iter().copied(), penguins);
                let board = drawn.into_iter().fold(0, |board, cell| board | 1 << cell);
                hits += u32::from(self.tables.solvable(&self.ice, penguins, board, &mut seen));
            }
            let share = f64::from(hits) / f64::from(SAMPLE);
            let all =
                (0..penguins).fold(1.0, |all, k| all * (cells.len() - k) as f64 / (k + 1) as f64);
            let error = (share * (1.0 - share) / f64::from(SAMPLE)).sqrt();
            self.solvable.push((share * all, error * all));
        }
        Ok(())
    }

    /// The results for each number of penguins: boards with one solution, or boards that every push wins.
    pub(crate) fn stages(&self, safe: bool) -> &[SweepStage] {
        if let Some(direct) = &self.direct {
            let stage = if safe { &direct.stages[1] } else { &direct.stages[0] };
            let wanted = self.plan.kinds.iter().any(|kind| (*kind == SweepGoal::Safe) == safe);
            return if wanted { std::slice::from_ref(stage) } else { &[] };
        }
        let sweep = self.sweeps.iter().find(|sweep| sweep.is_safe() == safe);
        sweep.map_or(&[], |sweep| &sweep.stages)
    }

    /// Number of penguins of the boards being examined; `None` at the end.
    pub(crate) fn at_work(&self) -> Option<usize> {
        match &self.direct {
            Some(direct) => (!direct.is_through()).then_some(self.plan.penguins),
            None => self.sweeps.iter().find_map(|sweep| sweep.next(self.plan.penguins)),
        }
    }

    /// The boards of a kind that were kept for a number of penguins, the best first.
    pub(crate) fn found(&self, kind: SweepGoal, penguins: usize) -> &[MinedBoard] {
        let stage =
            self.stages(kind == SweepGoal::Safe).iter().find(|stage| stage.penguins == penguins);
        stage.map_or(&[], |stage| match kind {
            SweepGoal::Ratio => stage.best.as_slice(),
            SweepGoal::Even => stage.even.as_slice(),
            SweepGoal::Safe => stage.safe.as_slice(),
        })
    }

    /// A board as a level, with its solution.
    pub(crate) fn level(&self, kind: SweepGoal, number: usize, found: &MinedBoard) -> Level {
        let mut level = Level::open("penguin_push", self.plan.board);
        let penguin = PENGUIN.parse().ok();
        let board = match self.plan.locks() {
            false => self.ice.centred(found.board),
            true => found.board,
        };
        for cell in bits(board) {
            level.paint(self.ice.site(cell), penguin.clone());
        }
        let (penguins, sizes) = (board.count_ones(), found.sizes);
        let what = match kind {
            SweepGoal::Ratio => format!("ratio {:.1}", sizes.ratio()),
            SweepGoal::Even => "ratio 1".to_owned(),
            SweepGoal::Safe => "no way to lose".to_owned(),
        };
        level.title = format!("{penguins} penguins, {what}, no. {}", number + 1);
        level.notes = format!(
            "A full search visits {} boards; {} can be reached in just one way.",
            sizes.reached, sizes.once,
        );
        // Boards that every push wins have many solutions.
        if kind != SweepGoal::Safe {
            level.notes.push_str(&format!(" Ratio {:.2}.", sizes.ratio()));
        }
        level.policy.solvable = Expect::Yes;
        match kind {
            SweepGoal::Safe => {
                level.concept = "no_dead_end".parse().unwrap_or(Concept::Any);
                level.policy.shortcut_free = Expect::Yes;
            }
            _ => level.policy.unique = Some(Expect::Yes),
        }
        if let Some(path) = make::first(&self.ice, board) {
            level.intended = Some(play(&self.ice, &path));
        }
        level
    }
}

/// The time of all runs, with the one under way.
#[derive(Clone, Copy)]
struct RunClock {
    begun: Instant,
    /// Time of the previous runs.
    before: Duration,
}

impl RunClock {
    fn elapsed(self) -> Duration {
        self.before + self.begun.elapsed()
    }
}

/// The share of all work: each number of penguins takes about three times as long as the last.
fn share_of(penguins: usize, share: f64, last: usize) -> f64 {
    let weight = |n: usize| 3f64.powi(i32::try_from(n).unwrap_or(i32::MAX));
    let sum = |to: usize| (3..to).map(weight).sum::<f64>();
    (sum(penguins) + share * weight(penguins)) / sum(last + 1)
}
