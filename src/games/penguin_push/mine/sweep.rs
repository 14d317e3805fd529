//! Sweeps, one number of penguins after the other: takes pushes back and keeps the boards that qualify.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::best::{Best, Histogram, MinedBoard};
use super::boards::Boards;
use super::table::{SolvedBoards, Tables};
use super::{FEWEST_PENGUINS, GoOn, MiningHalt, MiningPlan};
use crate::ice::{Ice, Penguins, bits};
use crate::web::{BoardLayer, Sizes};
use foolproof_game::{Cluster, StudyError, TaskBatch, TaskFn, TaskRunner, packed, tasks, unpacked};

/// Boards that a thread takes at once.
const TASK: usize = 256;
/// With more boards than this, only those of the wanted number of penguins are rated.
const RATED: usize = 1_000_000;

/// Kinds of boards to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SweepGoal {
    /// One solution, and the best ratio.
    Ratio,
    /// One solution, and the ratio 1: uniqueness makes the search no smaller.
    Even,
    /// Every push wins.
    Safe,
}

impl SweepGoal {
    pub(crate) const ALL: [SweepGoal; 3] = [SweepGoal::Ratio, SweepGoal::Even, SweepGoal::Safe];
}

/// The results for a number of penguins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// So it is called where a kept file is refused.
#[serde(rename = "Stage")]
pub(crate) struct SweepStage {
    pub penguins: usize,
    /// Boards that keep the plan's locks, and all boards with mirror images as one.
    pub raw: u64,
    pub canonical: u64,
    pub elapsed: Duration,
    /// Ratios of the boards that keep the plan's locks, if they were rated.
    pub ratios: Histogram,
    pub best: Best,
    pub even: Best,
    pub safe: Best,
}

impl SweepStage {
    /// Boards with mirror images as one; with locks, mirror images hardly ever keep them.
    pub(crate) fn as_one(&self, plan: &MiningPlan) -> u64 {
        if plan.locks() && self.penguins == plan.penguins { self.raw } else { self.canonical }
    }

    pub(crate) fn new(penguins: usize, most: usize) -> Self {
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

/// The boards of one kind, up to the number of penguins reached.
pub(crate) struct Sweep {
    safe: bool,
    /// The boards of the last completed number, each as the least of its images.
    pub from: Boards,
    /// Number of those boards already examined for the next number.
    pub at: usize,
    /// The results so far for the next number.
    pub next: Boards,
    pub stages: Vec<SweepStage>,
    /// The stage in the making.
    pub stage: Option<SweepStage>,
}

/// The next task, as every process needs to know it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SweepPart {
    safe: bool,
    penguins: usize,
    rates: bool,
    /// All boards of the previous number that every push wins, for sweeps of those.
    known: HashSet<Penguins, FxBuildHasher>,
}

/// The results for some boards.
pub(crate) struct SweepFound {
    stage: SweepStage,
    boards: Vec<Penguins>,
}

/// The results so far for a number of penguins.
struct SweepWhole {
    stage: SweepStage,
    boards: Boards,
}

impl SweepWhole {
    fn take_in(&mut self, found: &SweepFound) -> Result<(), MiningHalt> {
        self.stage.take_in(&found.stage);
        Ok(self.boards.extend(&found.boards)?)
    }
}

/// Data shared by the threads of a step.
#[derive(Clone, Copy)]
pub(crate) struct SweepShared<'a> {
    pub ice: &'a Ice,
    pub(crate) tables: &'a Tables,
    pub plan: &'a MiningPlan,
    pub part: &'a SweepPart,
}

/// Scratch space of a thread.
#[derive(Default)]
pub(crate) struct SweepRoom {
    layers: [BoardLayer; 2],
    seen: SolvedBoards,
}

impl Sweep {
    /// Boards with one solution, from two penguins that can be pushed at each other.
    pub(crate) fn unique(ice: &Ice, plan: &MiningPlan) -> Self {
        Self::begin(ice, plan, false)
    }

    /// Boards that every push wins.
    pub(crate) fn safe(ice: &Ice, plan: &MiningPlan) -> Self {
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
        // With two penguins, only one position has a push left.
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
        Self { safe, from, at: 0, next: Boards::default(), stages: vec![stage], stage: None }
    }

    pub(crate) fn is_safe(&self) -> bool {
        self.safe
    }

    /// The number of penguins that comes next; `None` when all up to `last` are through.
    pub(crate) fn next(&self, last: usize) -> Option<usize> {
        let next = self.stages.last()?.penguins + 1;
        (next <= last).then_some(next)
    }

    /// The task for the next number of penguins.
    pub(crate) fn part(&self, plan: &MiningPlan) -> Result<SweepPart, MiningHalt> {
        let penguins = self.stages.last().map_or(0, |stage| stage.penguins) + 1;
        let rates = penguins == plan.penguins || self.from.len() < RATED / 4;
        let known = match self.safe {
            true => self.from.read(0, self.from.len())?.into_iter().collect(),
            false => HashSet::default(),
        };
        Ok(SweepPart { safe: self.safe, penguins, rates, known })
    }

    /// All boards of the next number, with the help of the other processes, if any.
    pub(crate) fn step(
        &mut self,
        ice: &Ice,
        tables: &Tables,
        plan: &MiningPlan,
        go_on: GoOn<'_>,
        cluster: &mut Option<&mut dyn Cluster>,
    ) -> Result<(), MiningHalt> {
        let Some(penguins) = self.next(plan.penguins) else { return Ok(()) };
        let (started, part) = (Instant::now(), self.part(plan)?);
        let shared = SweepShared { ice, tables, plan, part: &part };
        let stage = self.stage.take().unwrap_or_else(|| SweepStage::new(penguins, plan.best));
        let mut whole = SweepWhole { stage, boards: std::mem::take(&mut self.next) };
        let ended = match cluster {
            None => self.step_alone(&shared, go_on, &mut whole),
            Some(cluster) => self.step_together(&shared, go_on, &mut whole, *cluster),
        };
        let SweepWhole { mut stage, boards: next } = whole;
        if !matches!(ended, Ok(()) | Err(MiningHalt::Cluster(_))) {
            // The results are incomplete: this number starts again.
            self.at = 0;
            return ended;
        }
        stage.elapsed += started.elapsed();
        self.next = next;
        if self.at < self.from.len() || ended.is_err() {
            self.stage = Some(stage);
            return ended.and(Err(MiningHalt::Stopped));
        }
        (self.at, self.from) = (0, std::mem::take(&mut self.next));
        self.stages.push(stage);
        Ok(())
    }

    /// The boards that follow from all that are left, or from those up to a stop.
    fn step_alone(
        &mut self,
        shared: &SweepShared<'_>,
        go_on: GoOn<'_>,
        whole: &mut SweepWhole,
    ) -> Result<(), MiningHalt> {
        let (begun, all) = (self.at, self.from.len());
        let numbers = 0..(all - begun).div_ceil(TASK) as u64;
        let both = Mutex::new((whole, Ok(())));
        let taken = tasks::take(
            shared.plan.threads,
            numbers,
            SweepRoom::default,
            |room: &mut SweepRoom, number| {
                // The number of a task; there are fewer tasks than boards.
                let first = begun + number as usize * TASK;
                let read = self.from.read(first, TASK).map_err(MiningHalt::from);
                let looked = read.and_then(|boards| shared.look(&boards, room));
                let mut both = both.lock();
                let (whole, ended) = &mut *both;
                let kept = looked.and_then(|found| whole.take_in(&found));
                let goes_on = kept.map_err(|why| *ended = Err(why)).is_ok();
                drop(both);
                match goes_on && go_on(first as f64 / all as f64) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            },
        );
        let (_, ended) = both.into_inner();
        self.at = (begun + taken.next as usize * TASK).min(all);
        ended
    }

    /// Finds the boards that follow together with other processes.
    fn step_together(
        &mut self,
        shared: &SweepShared<'_>,
        go_on: GoOn<'_>,
        whole: &mut SweepWhole,
        cluster: &mut dyn Cluster,
    ) -> Result<(), MiningHalt> {
        let (begun, all) = (self.at, self.from.len());
        let (mut given, taken, from) = (begun, Cell::new(begun), &self.from);
        let led = cluster.run_tasks(TaskBatch {
            runner: shared,
            next: &mut || {
                let boards = from.read(given, TASK).map_err(StudyError::of)?;
                given += boards.len();
                Ok((!boards.is_empty()).then(|| bytes_of(&boards)))
            },
            take: &mut |result| {
                let (looked_at, stage, boards): (usize, SweepStage, Vec<Penguins>) =
                    unpacked(result)?;
                taken.set(taken.get() + looked_at);
                whole.take_in(&SweepFound { stage, boards }).map_err(StudyError::of)
            },
            // There may be none at all.
            go_on: &|| go_on(taken.get() as f64 / all.max(1) as f64),
            patient: true,
        });
        self.at = taken.get();
        Ok(led.map(|_| ())?)
    }
}

/// Encodes boards for sending: eight bytes each, the lowest first.
fn bytes_of(boards: &[Penguins]) -> Vec<u8> {
    boards.iter().flat_map(|board| board.to_le_bytes()).collect()
}

impl<'a> SweepShared<'a> {
    pub(crate) fn into_task_fn(self) -> TaskFn<'a> {
        let mut room = SweepRoom::default();
        Box::new(move |task| {
            let boards: Vec<Penguins> =
                task.as_chunks().0.iter().map(|bytes| Penguins::from_le_bytes(*bytes)).collect();
            let found = self.look(&boards, &mut room).map_err(StudyError::of)?;
            packed(&(boards.len(), found.stage, found.boards))
        })
    }
}

impl TaskRunner for SweepShared<'_> {
    fn task_fn(&self) -> TaskFn<'_> {
        self.into_task_fn()
    }
}

impl SweepStage {
    /// The list for boards of these sizes.
    pub(crate) fn list(&mut self, safe: bool, sizes: Sizes) -> &mut Best {
        match safe {
            true => &mut self.safe,
            false if sizes.reached == sizes.once => &mut self.even,
            false => &mut self.best,
        }
    }

    pub(crate) fn take_in(&mut self, part: &SweepStage) {
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
    /// Examines some boards and returns the results.
    fn look(&self, boards: &[Penguins], room: &mut SweepRoom) -> Result<SweepFound, MiningHalt> {
        let (mut stage, mut found) =
            (SweepStage::new(self.part.penguins, self.plan.best), Vec::new());
        for board in boards {
            match self.part.safe {
                true => self.safe_parents(*board, &mut found),
                false => self.unique_parents(*board, &mut found, &mut room.seen),
            }
        }
        for board in &found {
            let mut images = self.ice.images(*board);
            images.retain(|image| self.plan.keeps(*image));
            stage.raw += images.len() as u64;
            stage.canonical += 1;
            if self.part.rates && !images.is_empty() {
                self.rate(*board, &images, &mut stage, &mut room.layers)?;
            }
        }
        Ok(SweepFound { stage, boards: found })
    }

    /// The boards with one solution that can be pushed to this one.
    fn unique_parents(&self, board: Penguins, found: &mut Vec<Penguins>, seen: &mut SolvedBoards) {
        let (ice, from) = (self.ice, found.len());
        let fewer = self.part.penguins - 1;
        // A board that is its own image has parents that are images of each other.
        let alike = ice.images(board).len() < ice.symmetries();
        ice.any_parent(board, |_, parent| {
            let mut here = 0;
            let another = ice.any_push(parent, |_, after| {
                // Two pushes to the same board are two solutions.
                here += usize::from(after == board);
                here > 1 || (after != board && self.tables.solvable(ice, fewer, after, seen))
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

    /// The boards that every push wins, with no push to a board less than this.
    fn safe_parents(&self, board: Penguins, found: &mut Vec<Penguins>) {
        let (ice, from) = (self.ice, found.len());
        ice.any_parent(board, |_, parent| {
            let loses = ice.any_push(parent, |_, after| {
                let after = least(ice, after);
                // It is found from the least of its successors.
                after < board || !self.part.known.contains(&after)
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

    /// Records the ratio of a board, and keeps those of the given images that are among the best.
    fn rate(
        &self,
        board: Penguins,
        images: &[Penguins],
        stage: &mut SweepStage,
        room: &mut [BoardLayer; 2],
    ) -> Result<(), MiningHalt> {
        let sizes = Sizes::of(self.ice, board, room, &|| false).ok_or(MiningHalt::Memory)?;
        stage.ratios.add(sizes, images.len() as u64);
        let list = stage.list(self.part.safe, sizes);
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
