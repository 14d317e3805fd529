//! Mining around what a designer locked: where few boards keep that, each is looked at.
//!
//! Knows boards as words and searches.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::best::MinedBoard;
use super::sweep::{SweepGoal, SweepStage};
use super::table::{self, Ranks};
use super::{MiningHalt, MiningPlan};
use crate::games::penguin_push::ice::{Ice, Penguins, bits};
use crate::games::penguin_push::make;
use crate::games::penguin_push::web::{BoardLayer, Sizes, has_no_dead_end};
use crate::games::tasks;

/// Boards that are looked at one by one rather than found from the end backwards.
const MOST: u64 = 2_000_000;
/// Boards that a thread takes at once.
const TASK: u64 = 256;

/// All boards that keep what is locked.
pub struct Direct {
    ranks: Ranks,
    /// Cells that may hold a further penguin.
    free: Vec<usize>,
    added: usize,
    all: u64,
    /// How many boards were looked at.
    pub at: u64,
    /// Boards with one solution, and boards on which every push wins.
    pub stages: [SweepStage; 2],
}

impl Direct {
    /// `None` where nothing is locked, or too many boards keep it.
    pub fn new(ice: &Ice, plan: &MiningPlan) -> Option<Self> {
        let added = plan.penguins.checked_sub(plan.must.count_ones() as usize)?;
        let free: Vec<usize> = bits(ice.all & !plan.must & !plan.never).collect();
        if !plan.locks() || added > table::MOST {
            return None;
        }
        let ranks = Ranks::new();
        let all = ranks.choose(u32::try_from(free.len()).ok()?, added);
        let stage = || SweepStage::new(plan.penguins, plan.best);
        let stages = [stage(), stage()];
        (all <= MOST).then_some(Self { ranks, free, added, all, at: 0, stages })
    }

    pub fn is_through(&self) -> bool {
        self.at >= self.all
    }

    pub fn run(
        &mut self,
        (ice, plan): (&Ice, &MiningPlan),
        go_on: &(dyn Fn(f64) -> bool + Sync),
    ) -> Result<(), MiningHalt> {
        let started = Instant::now();
        let trouble = Mutex::new(Ok(()));
        let whole =
            Mutex::new(std::mem::replace(&mut self.stages, [0; 2].map(|_| SweepStage::new(0, 0))));
        let numbers = (0, (self.all - self.at).div_ceil(TASK));
        let taken =
            tasks::take(plan.threads, numbers, &<[BoardLayer; 2]>::default, &|room, number| {
                let first = self.at + number * TASK;
                let part = match self.task((ice, plan), first, room) {
                    Ok(part) => part,
                    Err(why) => {
                        *trouble.lock().unwrap_or_else(PoisonError::into_inner) = Err(why);
                        return ControlFlow::Break(());
                    }
                };
                let mut whole = whole.lock().unwrap_or_else(PoisonError::into_inner);
                whole.iter_mut().zip(&part).for_each(|(stage, part)| stage.take_in(part));
                drop(whole);
                match go_on(first as f64 / self.all as f64) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
        trouble.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        self.stages = whole.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.at = (self.at + taken.next * TASK).min(self.all);
        self.stages.iter_mut().for_each(|stage| stage.elapsed += started.elapsed());
        if self.is_through() { Ok(()) } else { Err(MiningHalt::Stopped) }
    }

    fn task(
        &self,
        (ice, plan): (&Ice, &MiningPlan),
        first: u64,
        room: &mut [BoardLayer; 2],
    ) -> Result<[SweepStage; 2], MiningHalt> {
        let mut part = [0; 2].map(|_| SweepStage::new(plan.penguins, plan.best));
        let unique = plan.kinds.iter().any(|kind| *kind != SweepGoal::Safe);
        let safe = plan.kinds.contains(&SweepGoal::Safe);
        for rank in first..(first + TASK).min(self.all) {
            let added = bits(self.ranks.board(rank, self.added));
            let board = added.filter_map(|at| self.free.get(at)).fold(plan.must, |b, c| b | 1 << c);
            if unique
                && make::only(ice, board, &|| false).map_err(|_| MiningHalt::Memory)?.is_some()
            {
                add(&mut part[0], false, (ice, board), room)?;
            }
            if safe && has_no_dead_end(ice, board, &|| false).ok_or(MiningHalt::Memory)? {
                add(&mut part[1], true, (ice, board), room)?;
            }
        }
        Ok(part)
    }
}

fn add(
    stage: &mut SweepStage,
    safe: bool,
    (ice, board): (&Ice, Penguins),
    room: &mut [BoardLayer; 2],
) -> Result<(), MiningHalt> {
    stage.raw += 1;
    // Images of a board hardly ever keep what is locked.
    stage.canonical += 1;
    let sizes = Sizes::of(ice, board, room, &|| false).ok_or(MiningHalt::Memory)?;
    stage.ratios.add(sizes, 1);
    stage.list(safe, sizes).add(MinedBoard { board, sizes });
    Ok(())
}
