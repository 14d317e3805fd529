//! A survey by several processes: the data sent to them, and the helping process.
//!
//! A task is one of a walk's. Each thread sends its results since the last time, so that little is sent once
//! the lines have their levels.

use parking_lot::Mutex;

use super::found::WalkNews;
use super::survey::{KnownWalk, Survey};
use super::walk::LevelWalk;
use foolproof_game::{
    Cluster, ClusterError, Follower, StopCheck, StudyError, TaskBatch, TaskFn, TaskRunner, Watch,
    packed, unpacked,
};

impl Survey {
    /// Walks the rest with the other processes; false if `watch` ended it.
    pub(crate) fn run_together(
        &mut self,
        watch: &dyn Watch,
        cluster: &mut dyn Cluster,
    ) -> Result<bool, ClusterError> {
        for at in 0..self.walks.len() {
            if !self.with_known(at, |mine, known| mine.walk_together(at, known, watch, cluster))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn walk_together(
        &self,
        at: usize,
        known: &Mutex<KnownWalk>,
        watch: &dyn Watch,
        cluster: &mut dyn Cluster,
    ) -> Result<bool, ClusterError> {
        let Some(plan) = self.walks.get(at) else { return Ok(true) };
        let goes_on = || self.goes_on(watch, known.lock().done.len());
        cluster.begin(&packed(&at)?)?;
        let Some(walk) = self.walk_of(plan, &goes_on)? else { return Ok(false) };
        let old = known.lock().done.clone();
        let left: Vec<usize> = walk.tasks().filter(|task| !old.contains(task)).collect();
        let (mut given, mut taken) = (left.iter(), left.iter());
        cluster.run_tasks(TaskBatch {
            runner: &walk,
            next: &mut || given.next().map(packed).transpose(),
            take: &mut |result| {
                let news: Vec<WalkNews> = unpacked(result)?;
                let mut mine = known.lock();
                mine.found.iter_mut().zip(&news).for_each(|(found, news)| found.learn(news));
                mine.done.extend(taken.next());
                drop(mine);
                watch.keep(&|| Ok(self.kept_during(Some((at, &known.lock())))));
                Ok(())
            },
            go_on: &goes_on,
            patient: true,
        })
    }
}

impl TaskRunner for LevelWalk {
    fn task_fn(&self) -> TaskFn<'_> {
        let mut state = self.state();
        Box::new(move |task| {
            self.run(&mut state, unpacked(task)?, &|| true);
            packed(&state.found.news())
        })
    }
}

/// A process that helps.
pub(crate) struct SurveyFollower {
    survey: Survey,
    walk: Option<LevelWalk>,
}

impl SurveyFollower {
    /// Helps with the survey of a text from [`Survey::told`].
    pub(crate) fn new(work: &[u8]) -> Result<Self, StudyError> {
        let text = std::str::from_utf8(work).map_err(StudyError::of)?;
        Ok(Self { survey: Survey::resumed(text)?, walk: None })
    }
}

impl TaskRunner for SurveyFollower {
    fn task_fn(&self) -> TaskFn<'_> {
        match &self.walk {
            Some(walk) => walk.task_fn(),
            None => Box::new(|_| Err("no walk has begun".into())),
        }
    }
}

impl Follower for SurveyFollower {
    fn prepare(&mut self, part: &[u8], go_on: StopCheck<'_>) -> Result<(), StudyError> {
        let at: usize = unpacked(part)?;
        let plan = self.survey.walks.get(at).ok_or("the survey has no such walk")?;
        self.walk = self.survey.walk_of(plan, &go_on)?;
        self.walk.as_ref().map(|_| ()).ok_or_else(|| "it was stopped".into())
    }
}
