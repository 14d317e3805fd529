//! Optimizing by several processes: each puzzle is climbed by one of them for a while, and its state is sent
//! back.
//!
//! A climb that continues elsewhere makes the same steps.

use std::time::{Duration, Instant};

use super::climb::KeptClimb;
use super::{Climb, Optimize, OptimizerPlan, shown};
use foolproof_game::{
    Cluster, ClusterError, Follower, StudyError, TaskBatch, TaskFn, TaskRunner, Watch,
};

/// Time for which a puzzle is climbed before it is sent back.
const WHILE: Duration = Duration::from_secs(3);

impl Optimize {
    /// Works until everything is done, with the other processes; false if `watch` ended it early.
    pub(crate) fn run_together(
        &mut self,
        watch: &dyn Watch,
        cluster: &mut dyn Cluster,
    ) -> Result<bool, ClusterError> {
        self.begin_run();
        let climbed = self.climb_together(watch, cluster);
        self.end_run(climbed == Ok(true));
        climbed
    }

    fn climb_together(
        &self,
        watch: &dyn Watch,
        cluster: &mut dyn Cluster,
    ) -> Result<bool, ClusterError> {
        if !self.climb_first(watch) {
            return Ok(false);
        }
        cluster.begin(&[])?;
        loop {
            let open: Vec<usize> = (0..self.climbs.len()).filter(|at| !self.is_over(*at)).collect();
            if open.is_empty() {
                return Ok(true);
            }
            let (mut given, mut taken) = (open.iter(), open.iter());
            let whole = cluster.run_tasks(TaskBatch {
                runner: &ClimbRunner { plan: &self.plan },
                next: &mut || {
                    let kept = given.next().map(|at| self.climbs[*at].lock().kept());
                    kept.map(|kept| text_of(&kept)).transpose()
                },
                take: &mut |result| {
                    let climb = climb_of(&self.plan, result)?;
                    if let Some(at) = taken.next() {
                        *self.shown[*at].lock() = shown(&climb, &self.plan);
                        *self.climbs[*at].lock() = climb;
                    }
                    self.keep(watch);
                    Ok(())
                },
                go_on: &|| self.goes_on(watch),
                patient: true,
            })?;
            if !whole {
                return Ok(false);
            }
        }
    }
}

fn text_of(kept: &KeptClimb) -> Result<Vec<u8>, StudyError> {
    serde_json::to_vec(kept).map_err(StudyError::of)
}

fn climb_of(plan: &OptimizerPlan, text: &[u8]) -> Result<Climb, StudyError> {
    let kept: KeptClimb = serde_json::from_slice(text).map_err(StudyError::of)?;
    Climb::resumed(plan, kept)
}

/// Climbs for a while.
struct ClimbRunner<'a> {
    plan: &'a OptimizerPlan,
}

impl TaskRunner for ClimbRunner<'_> {
    fn task_fn(&self) -> TaskFn<'_> {
        let plan = self.plan;
        Box::new(move |task| climbed(plan, task))
    }
}

fn climbed(plan: &OptimizerPlan, task: &[u8]) -> Result<Vec<u8>, StudyError> {
    let (mut climb, since) = (climb_of(plan, task)?, Instant::now());
    while !climb.is_over(plan) && since.elapsed() < WHILE {
        climb.advance(plan, false, &|| false);
    }
    text_of(&climb.kept())
}

/// A process that helps.
pub(crate) struct ClimbFollower {
    plan: OptimizerPlan,
}

impl ClimbFollower {
    /// Helps with the puzzles of a text from [`Optimize::kept`].
    pub(crate) fn new(work: &[u8], threads: usize) -> Result<Self, StudyError> {
        let text = std::str::from_utf8(work).map_err(StudyError::of)?;
        Ok(Self { plan: Optimize::resumed(text, threads)?.plan })
    }
}

impl TaskRunner for ClimbFollower {
    fn task_fn(&self) -> TaskFn<'_> {
        Box::new(|task| climbed(&self.plan, task))
    }
}

impl Follower for ClimbFollower {}
