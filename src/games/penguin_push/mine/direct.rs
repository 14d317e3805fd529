//! Mining around locked cells: when few boards keep the locks, each one is examined.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Instant;

use parking_lot::Mutex;

use super::best::MinedBoard;
use super::sweep::{SweepGoal, SweepStage};
use super::table::{self, Ranks};
use super::together::MiningPart;
use super::{GoOn, MiningHalt, MiningPlan};
use crate::ice::{Ice, Penguins, bits};
use crate::make;
use crate::web::{BoardLayer, Sizes, has_no_dead_end};
use foolproof_game::{Cluster, StudyError, TaskBatch, TaskFn, TaskRunner, packed, tasks, unpacked};

/// At most this many boards are examined one by one; more are found from the end backwards.
const MAX_BOARDS: u64 = 2_000_000;
/// Boards that a thread takes at once.
const TASK: u64 = 256;

/// All boards that keep the locks.
pub(crate) struct Direct {
    ranks: Ranks,
    /// Cells that may hold a further penguin.
    free: Vec<usize>,
    added: usize,
    all: u64,
    /// Number of boards examined.
    pub at: u64,
    /// Boards with one solution, and boards that every push wins.
    pub stages: [SweepStage; 2],
}

impl Direct {
    /// `None` if nothing is locked, or too many boards keep the locks.
    pub(crate) fn new(ice: &Ice, plan: &MiningPlan) -> Option<Self> {
        let added = plan.penguins.checked_sub(plan.must.count_ones() as usize)?;
        let free: Vec<usize> = bits(ice.all & !plan.must & !plan.never).collect();
        if !plan.locks() || added > table::MAX_PENGUINS {
            return None;
        }
        let ranks = Ranks::new();
        let all = ranks.choose(u32::try_from(free.len()).ok()?, added);
        let stage = || SweepStage::new(plan.penguins, plan.best);
        let stages = [stage(), stage()];
        (all <= MAX_BOARDS).then_some(Self { ranks, free, added, all, at: 0, stages })
    }

    pub(crate) fn is_through(&self) -> bool {
        self.at >= self.all
    }

    pub(crate) fn run(
        &mut self,
        ice: &Ice,
        plan: &MiningPlan,
        go_on: GoOn<'_>,
        cluster: &mut Option<&mut dyn Cluster>,
    ) -> Result<(), MiningHalt> {
        let started = Instant::now();
        let mut whole = std::mem::replace(&mut self.stages, [0; 2].map(|_| SweepStage::new(0, 0)));
        let shared = DirectShared { direct: self, ice, plan };
        let (at, ended) = match cluster {
            None => shared.run_alone(go_on, &mut whole),
            Some(cluster) => shared.run_together(go_on, &mut whole, *cluster),
        };
        (self.stages, self.at) = (whole, at);
        self.stages.iter_mut().for_each(|stage| stage.elapsed += started.elapsed());
        ended?;
        if self.is_through() { Ok(()) } else { Err(MiningHalt::Stopped) }
    }
}

/// Data shared by the threads that examine boards.
#[derive(Clone, Copy)]
pub(crate) struct DirectShared<'a> {
    pub(crate) direct: &'a Direct,
    pub ice: &'a Ice,
    pub plan: &'a MiningPlan,
}

impl DirectShared<'_> {
    /// Examines the boards of a task, from this rank on.
    fn task(&self, first: u64, room: &mut [BoardLayer; 2]) -> Result<[SweepStage; 2], MiningHalt> {
        let Self { direct, ice, plan } = *self;
        let mut part = [0; 2].map(|_| SweepStage::new(plan.penguins, plan.best));
        let unique = plan.kinds.iter().any(|kind| *kind != SweepGoal::Safe);
        let safe = plan.kinds.contains(&SweepGoal::Safe);
        for rank in first..(first + TASK).min(direct.all) {
            let added = bits(direct.ranks.board(rank, direct.added));
            let board =
                added.filter_map(|at| direct.free.get(at)).fold(plan.must, |b, c| b | 1 << c);
            if unique
                && make::only(ice, board, &|| false).map_err(|_| MiningHalt::Memory)?.is_some()
            {
                self.add(&mut part[0], false, board, room)?;
            }
            if safe && has_no_dead_end(ice, board, &|| false).ok_or(MiningHalt::Memory)? {
                self.add(&mut part[1], true, board, room)?;
            }
        }
        Ok(part)
    }

    fn add(
        &self,
        stage: &mut SweepStage,
        safe: bool,
        board: Penguins,
        room: &mut [BoardLayer; 2],
    ) -> Result<(), MiningHalt> {
        stage.raw += 1;
        // Images of a board hardly ever keep the locks.
        stage.canonical += 1;
        let sizes = Sizes::of(self.ice, board, room, &|| false).ok_or(MiningHalt::Memory)?;
        stage.ratios.add(sizes, 1);
        stage.list(safe, sizes).add(MinedBoard { board, sizes });
        Ok(())
    }

    /// Examines the remaining boards. Returns the progress, and the error if there was one.
    fn run_alone(
        &self,
        go_on: GoOn<'_>,
        whole: &mut [SweepStage; 2],
    ) -> (u64, Result<(), MiningHalt>) {
        let Self { direct, plan, .. } = *self;
        let both = Mutex::new((whole, Ok(())));
        let numbers = 0..(direct.all - direct.at).div_ceil(TASK);
        let taken =
            tasks::take(plan.threads, numbers, <[BoardLayer; 2]>::default, |room, number| {
                let first = direct.at + number * TASK;
                let part = self.task(first, room);
                let mut both = both.lock();
                match part {
                    Ok(part) => take_in(both.0, &part),
                    Err(why) => {
                        both.1 = Err(why);
                        return ControlFlow::Break(());
                    }
                }
                drop(both);
                match go_on(first as f64 / direct.all as f64) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
        let (_, ended) = both.into_inner();
        ((direct.at + taken.next * TASK).min(direct.all), ended)
    }

    /// Examines the remaining boards together with other processes.
    fn run_together(
        &self,
        go_on: GoOn<'_>,
        whole: &mut [SweepStage; 2],
        cluster: &mut dyn Cluster,
    ) -> (u64, Result<(), MiningHalt>) {
        let direct = self.direct;
        let (mut given, taken) = (direct.at, Cell::new(direct.at));
        let begun = MiningPart::Direct.packed().and_then(|part| Ok(cluster.begin(&part)?));
        if let Err(why) = begun {
            return (direct.at, Err(why));
        }
        let led = cluster.run_tasks(TaskBatch {
            runner: self,
            next: &mut || {
                let first = (given < direct.all).then_some(given);
                given += TASK;
                Ok(first.map(|first| first.to_le_bytes().to_vec()))
            },
            take: &mut |result| {
                take_in(whole, &unpacked(result)?);
                taken.set((taken.get() + TASK).min(direct.all));
                Ok(())
            },
            go_on: &|| go_on(taken.get() as f64 / direct.all as f64),
            patient: true,
        });
        (taken.get(), led.map(|_| ()).map_err(MiningHalt::from))
    }
}

fn take_in(whole: &mut [SweepStage; 2], part: &[SweepStage; 2]) {
    whole.iter_mut().zip(part).for_each(|(stage, part)| stage.take_in(part));
}

impl<'a> DirectShared<'a> {
    pub(crate) fn into_task_fn(self) -> TaskFn<'a> {
        let mut room = <[BoardLayer; 2]>::default();
        Box::new(move |task| {
            let first = task.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            let part = self.task(first, &mut room);
            packed(&part.map_err(StudyError::of)?)
        })
    }
}

impl TaskRunner for DirectShared<'_> {
    fn task_fn(&self) -> TaskFn<'_> {
        self.into_task_fn()
    }
}
