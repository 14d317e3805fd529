//! Mining by several processes: the data sent to them, and the helping process.
//!
//! The leading process has the lists of boards; it hands out parts of them, and takes the results in order.
//! Each board of a number is found once, from a unique successor, so processes need not know each other's
//! results. Each process computes the tables of few penguins itself, which takes no longer than sending them.

use serde::{Deserialize, Serialize};

use super::direct::{Direct, DirectShared};
use super::sweep::{SweepGoal, SweepPart, SweepShared};
use super::table::Tables;
use super::{Mine, MiningHalt, MiningPlan};
use crate::ice::{Ice, Penguins};
use foolproof_game::{Follower, StopCheck, StudyError, TaskFn, TaskRunner, packed, unpacked};
use foolproof_level::Board;

/// The next part of the work.
#[derive(Serialize, Deserialize)]
pub(crate) enum MiningPart {
    /// Tables of up to this many penguins.
    Tables(usize),
    Sweep(SweepPart),
    /// Boards that keep the locks, examined one by one.
    Direct,
}

impl MiningPart {
    pub(crate) fn packed(&self) -> Result<Vec<u8>, MiningHalt> {
        packed(self).map_err(|why| MiningHalt::File(why.into()))
    }
}

/// The mining task, as sent to other processes.
#[derive(Serialize, Deserialize)]
struct MiningWork {
    size: (u16, u16),
    penguins: usize,
    kinds: Vec<SweepGoal>,
    best: usize,
    must: Penguins,
    never: Penguins,
}

impl Mine {
    /// The mining task, encoded for other processes.
    pub(crate) fn told(&self) -> Result<Vec<u8>, StudyError> {
        let MiningPlan { board, penguins, kinds, best, must, never, .. } = self.plan.clone();
        let size = (board.cols, board.rows);
        packed(&MiningWork { size, penguins, kinds, best, must, never })
    }
}

/// A process that helps.
pub(crate) struct MiningFollower {
    plan: MiningPlan,
    ice: Ice,
    tables: Tables,
    part: SweepPart,
    /// Set when the boards of the part are examined one by one.
    direct: Option<Direct>,
}

impl MiningFollower {
    /// Helps with the work of [`Mine::told`], on this many threads.
    pub(crate) fn new(work: &[u8], threads: usize) -> Result<Self, StudyError> {
        let MiningWork { size, penguins, kinds, best, must, never } = unpacked(work)?;
        let board = Board { cols: size.0, rows: size.1, tray: 0 };
        let ice = Ice::of(board).ok_or("a board has at most 8 columns and 8 rows")?;
        let plan = MiningPlan { board, penguins, kinds, best, threads, memory: 0, must, never };
        let (tables, part) = (Tables::new(&ice), SweepPart::default());
        Ok(Self { plan, ice, tables, part, direct: None })
    }
}

impl TaskRunner for MiningFollower {
    fn task_fn(&self) -> TaskFn<'_> {
        let Self { plan, ice, tables, part, direct } = self;
        match direct {
            Some(direct) => DirectShared { direct, ice, plan }.into_task_fn(),
            None => SweepShared { ice, tables, plan, part }.into_task_fn(),
        }
    }
}

impl Follower for MiningFollower {
    fn prepare(&mut self, part: &[u8], go_on: StopCheck<'_>) -> Result<(), StudyError> {
        self.direct = None;
        match unpacked(part)? {
            MiningPart::Tables(depth) => {
                while self.tables.depth() < depth {
                    let grown = self.tables.grow(&self.ice, self.plan.threads, &|_| go_on());
                    grown.map_err(|_| "it was stopped")?;
                }
            }
            MiningPart::Sweep(part) => self.part = part,
            MiningPart::Direct => {
                let direct = Direct::new(&self.ice, &self.plan);
                self.direct = Some(direct.ok_or("too many boards keep what is locked")?);
            }
        }
        Ok(())
    }
}
