//! One number of penguins after the other: pushes taken back, and what is left of them.
//!
//! Knows tables, boards as words and lists of boards.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::best::{Best, Histogram, MinedBoard};
use super::boards::Boards;
use super::table::Tables;
use super::{FEWEST_PENGUINS, MiningHalt, MiningPlan};
use crate::games::penguin_push::ice::{Ice, Penguins, bits};
use crate::games::penguin_push::web::{BoardLayer, Sizes};
use crate::games::tasks;

/// Boards that a thread takes at once.
const TASK: usize = 256;
/// Where there are more boards than this, only those of the number that is wanted are rated.
const RATED: usize = 1_000_000;

/// Which boards are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SweepGoal {
    /// One solution, and the best ratio.
    Ratio,
    /// One solution, and the ratio 1: that it is the only one helps nobody.
    Even,
    /// Every push wins.
    Safe,
}

impl SweepGoal {
    pub const ALL: [SweepGoal; 3] = [SweepGoal::Ratio, SweepGoal::Even, SweepGoal::Safe];
}

/// What was found for a number of penguins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// So it is called where a kept file is refused.
#[serde(rename = "Stage")]
pub struct SweepStage {
    pub penguins: usize,
    /// Boards that keep what the plan locks, and all boards with mirror images as one.
    pub raw: u64,
    pub canonical: u64,
    pub elapsed: Duration,
    /// Ratios of the boards that keep what the plan locks, where they were rated.
    pub ratios: Histogram,
    pub best: Best,
    pub even: Best,
    pub safe: Best,
}

impl SweepStage {
    /// Boards with mirror images as one; where something is locked, mirror images hardly ever keep it.
    pub fn as_one(&self, plan: &MiningPlan) -> u64 {
        if plan.locks() && self.penguins == plan.penguins { self.raw } else { self.canonical }
    }

    pub fn new(penguins: usize, most: usize) -> Self {
        let best = || Best::new(most);
        Self {
            penguins,
            raw: 0,
            canonical: 0,
            elapsed: Duration::ZERO,
            ratios: Histogram::default(),
            best: best(),
            even: best(),
            safe: best(),
        }
    }
}

/// The boards of one sort, up to the number of penguins that was reached.
pub struct Sweep {
    safe: bool,
    /// The boards of the last number that is through, the least of each one's images.
    pub from: Boards,
    /// How many of them were looked at for the next number.
    pub at: usize,
    /// What was found so far for that.
    pub next: Boards,
    pub stages: Vec<SweepStage>,
    /// The stage in the making.
    pub part: Option<SweepStage>,
}

/// What the threads of a step share.
struct SweepShared<'a> {
    ice: &'a Ice,
    tables: &'a Tables,
    plan: &'a MiningPlan,
    penguins: usize,
    /// All boards of the number before on which every push wins, for sweeps of those.
    known: HashSet<Penguins, FxBuildHasher>,
    rates: bool,
}

impl Sweep {
    /// Boards with one solution, from two penguins that can be pushed at each other.
    pub fn unique(ice: &Ice, plan: &MiningPlan) -> Self {
        Self::begin(ice, plan, false)
    }

    /// Boards on which every push wins.
    pub fn safe(ice: &Ice, plan: &MiningPlan) -> Self {
        Self::begin(ice, plan, true)
    }

    fn begin(ice: &Ice, plan: &MiningPlan, safe: bool) -> Self {
        let mut first = Vec::new();
        let is_last = plan.penguins == FEWEST_PENGUINS;
        let mut stage = SweepStage::new(FEWEST_PENGUINS, if is_last { plan.best } else { 0 });
        for one in bits(ice.all) {
            for two in bits(ice.all).take_while(|two| *two < one) {
                let board = 1 << one | 1 << two;
                if ice.has_push(board) {
                    stage.raw += 1;
                    if least(ice, board) == board {
                        first.push(board);
                    }
                }
            }
        }
        stage.canonical = first.len() as u64;
        // Of two penguins there is just one position in which something is left to do.
        let sizes = Sizes { reached: 1, once: 1 };
        for board in first.iter().filter(|_| is_last) {
            let images = ice.images(*board);
            stage.ratios.add(sizes, images.len() as u64);
            // Moved boards are the same puzzle.
            let cornered = images.iter().map(|image| ice.cornered(*image)).min();
            cornered
                .into_iter()
                .for_each(|board| stage.list(safe, sizes).add(MinedBoard { board, sizes }));
        }
        let mut from = Boards::default();
        // A few boards stay in memory: nothing can fail.
        let _ = from.extend(&first);
        Self { safe, from, at: 0, next: Boards::default(), stages: vec![stage], part: None }
    }

    pub fn is_safe(&self) -> bool {
        self.safe
    }

    /// The number of penguins that comes next; `None` when all up to `last` are through.
    pub fn next(&self, last: usize) -> Option<usize> {
        let next = self.stages.last()?.penguins + 1;
        (next <= last).then_some(next)
    }

    /// All boards of the next number.
    pub fn step(
        &mut self,
        (ice, tables, plan): (&Ice, &Tables, &MiningPlan),
        go_on: &(dyn Fn(f64) -> bool + Sync),
    ) -> Result<(), MiningHalt> {
        let Some(penguins) = self.next(plan.penguins) else { return Ok(()) };
        let started = Instant::now();
        let rates = penguins == plan.penguins || self.from.len() < RATED / 4;
        let known = self.known()?;
        let shared = SweepShared { ice, tables, plan, penguins, known, rates };
        let part = self.part.take().unwrap_or_else(|| SweepStage::new(penguins, plan.best));
        let whole = Mutex::new((part, std::mem::take(&mut self.next), Ok(())));
        let (begun, all) = (self.at, self.from.len());
        let numbers = (0, (all - begun).div_ceil(TASK) as u64);
        let taken =
            tasks::take(plan.threads, numbers, &<[BoardLayer; 2]>::default, &|room, number| {
                // A number of a task, of which there are fewer than boards.
                let first = begun + number as usize * TASK;
                let ended = self.task(&shared, first, room, &whole);
                match ended.is_ok() && go_on(first as f64 / all as f64) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
        let (mut stage, next, ended) = whole.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Err(why) = ended {
            // What was found is not whole: this number begins anew.
            self.at = 0;
            return Err(why);
        }
        stage.elapsed += started.elapsed();
        (self.at, self.next) = ((begun + taken.next as usize * TASK).min(all), next);
        if self.at < all {
            self.part = Some(stage);
            return Err(MiningHalt::Stopped);
        }
        (self.at, self.from) = (0, std::mem::take(&mut self.next));
        self.stages.push(stage);
        Ok(())
    }

    fn known(&self) -> Result<HashSet<Penguins, FxBuildHasher>, MiningHalt> {
        if !self.safe {
            return Ok(HashSet::default());
        }
        Ok(self.from.read(0, self.from.len())?.into_iter().collect())
    }

    /// Looks at some boards and puts together what came of them.
    fn task(
        &self,
        shared: &SweepShared<'_>,
        first: usize,
        room: &mut [BoardLayer; 2],
        whole: &Mutex<(SweepStage, Boards, Result<(), MiningHalt>)>,
    ) -> Result<(), ()> {
        let mut part = SweepStage::new(shared.penguins, shared.plan.best);
        let (mut found, mut trouble) = (Vec::new(), Ok(()));
        let read = self.from.read(first, TASK);
        for board in read.as_deref().unwrap_or_default() {
            match self.safe {
                true => shared.safe_parents(*board, &mut found),
                false => shared.unique_parents(*board, &mut found),
            }
        }
        for board in &found {
            let mut images = shared.ice.images(*board);
            images.retain(|image| shared.plan.keeps(*image));
            part.raw += images.len() as u64;
            part.canonical += 1;
            if shared.rates && !images.is_empty() && trouble.is_ok() {
                trouble = shared.rate((*board, &images), self.safe, &mut part, room);
            }
        }
        let mut whole = whole.lock().unwrap_or_else(PoisonError::into_inner);
        let (stage, next, ended) = &mut *whole;
        stage.take_in(&part);
        let kept = read.map(|_| ()).and_then(|()| next.extend(&found)).map_err(MiningHalt::from);
        kept.and(trouble).map_err(|why| *ended = Err(why))
    }
}

impl SweepStage {
    /// The list of boards of such sizes.
    pub fn list(&mut self, safe: bool, sizes: Sizes) -> &mut Best {
        match safe {
            true => &mut self.safe,
            false if sizes.reached == sizes.once => &mut self.even,
            false => &mut self.best,
        }
    }

    pub fn take_in(&mut self, part: &SweepStage) {
        self.raw += part.raw;
        self.canonical += part.canonical;
        self.ratios.join(&part.ratios);
        let lists = [
            (&mut self.best, &part.best),
            (&mut self.even, &part.even),
            (&mut self.safe, &part.safe),
        ];
        for (mine, theirs) in lists {
            theirs.as_slice().iter().for_each(|found| mine.add(*found));
        }
    }
}

/// The least of a board's images.
fn least(ice: &Ice, board: Penguins) -> Penguins {
    ice.images(board).first().copied().unwrap_or(board)
}

impl SweepShared<'_> {
    /// The boards with one solution from which a push leads to this one.
    fn unique_parents(&self, board: Penguins, found: &mut Vec<Penguins>) {
        let (ice, from) = (self.ice, found.len());
        // A board that is its own image has parents that are images of each other.
        let alike = ice.images(board).len() < ice.symmetries();
        ice.any_parent(board, |_, parent| {
            let mut here = 0;
            let another = ice.any_push(parent, |_, after| {
                // Two pushes to the same board are two solutions.
                here += usize::from(after == board);
                here > 1 || (after != board && self.tables.solvable(ice, self.penguins - 1, after))
            });
            if !another {
                let parent = least(ice, parent);
                if !alike || !found[from..].contains(&parent) {
                    found.push(parent);
                }
            }
            false
        });
    }

    /// The boards on which every push wins and leads to one that is not less than this.
    fn safe_parents(&self, board: Penguins, found: &mut Vec<Penguins>) {
        let (ice, from) = (self.ice, found.len());
        ice.any_parent(board, |_, parent| {
            let loses = ice.any_push(parent, |_, after| {
                let after = least(ice, after);
                // It is found from the least of its successors.
                after < board || !self.known.contains(&after)
            });
            if !loses {
                let parent = least(ice, parent);
                if !found[from..].contains(&parent) {
                    found.push(parent);
                }
            }
            false
        });
    }

    /// Notes the ratio of a board, and keeps those of its images that it is given where they are
    /// among the best.
    fn rate(
        &self,
        (board, images): (Penguins, &[Penguins]),
        safe: bool,
        part: &mut SweepStage,
        room: &mut [BoardLayer; 2],
    ) -> Result<(), MiningHalt> {
        let sizes = Sizes::of(self.ice, board, room, &|| false).ok_or(MiningHalt::Memory)?;
        part.ratios.add(sizes, images.len() as u64);
        let list = part.list(safe, sizes);
        if !list.takes(sizes) {
            return Ok(());
        }
        if self.plan.locks() {
            images.iter().for_each(|board| list.add(MinedBoard { board: *board, sizes }));
        } else {
            // Moved boards are the same puzzle.
            let cornered = images.iter().map(|image| self.ice.cornered(*image));
            cornered.min().into_iter().for_each(|board| list.add(MinedBoard { board, sizes }));
        }
        Ok(())
    }
}
