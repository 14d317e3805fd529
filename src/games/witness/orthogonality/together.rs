//! A survey by several processes: what they have to know, and the one that helps.
//!
//! A task is one of a walk's. Each thread tells what it found since the last time, so that little
//! is sent once the lines have their levels.

use std::cell::RefCell;

use super::found::WalkNews;
use super::survey::{KnownWalk, Survey};
use super::walk::LevelWalk;
use foolproof_game::{Crew, CrewFault, Handout, Hands, Helper, TaskHand, packed, unpacked};

/// How a survey keeps what could be gone on from.
type KeepSurvey<'a> = &'a dyn Fn(&dyn Fn() -> String);

impl Survey {
    /// Walks what is left, with the other processes; false where `go_on` ended it.
    pub(crate) fn run_together(
        &mut self,
        (go_on, keep): (&(dyn Fn(f64) -> bool + Sync), KeepSurvey<'_>),
        crew: &mut dyn Crew,
    ) -> Result<bool, CrewFault> {
        for at in 0..self.walks.len() {
            let known = self.known.get_mut(at).map(std::mem::take).unwrap_or_default();
            let known = RefCell::new(known);
            let walked = self.walk_together(at, &known, (go_on, keep), crew);
            if let Some(slot) = self.known.get_mut(at) {
                *slot = known.into_inner();
            }
            if !walked? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn walk_together(
        &self,
        at: usize,
        known: &RefCell<KnownWalk>,
        (go_on, keep): (&(dyn Fn(f64) -> bool + Sync), KeepSurvey<'_>),
        crew: &mut dyn Crew,
    ) -> Result<bool, CrewFault> {
        let Some(plan) = self.walks.get(at) else { return Ok(true) };
        let others: usize = self.known.iter().map(|known| known.done.len()).sum();
        let share = || {
            let done = others + known.borrow().done.len();
            done as f64 / self.n_tasks.max(1) as f64
        };
        crew.begin(&packed(&at).map_err(CrewFault::Task)?)?;
        let so_far = share();
        let walk = self.walk_of(plan, &|| go_on(so_far)).map_err(CrewFault::Task)?;
        let Some(walk) = walk else { return Ok(false) };
        let old = known.borrow().done.clone();
        let left: Vec<usize> = walk.tasks().filter(|task| !old.contains(task)).collect();
        let (mut given, mut taken) = (left.iter(), left.iter());
        crew.hand_out(Handout {
            hands: &walk,
            next: &mut || given.next().map(packed).transpose(),
            take: &mut |result| {
                let news: Vec<WalkNews> = unpacked(result)?;
                let mut mine = known.borrow_mut();
                mine.found.iter_mut().zip(&news).for_each(|(found, news)| found.learn(news));
                mine.done.extend(taken.next());
                drop(mine);
                keep(&|| self.kept_during(Some((at, &known.borrow()))));
                Ok(())
            },
            go_on: &|| go_on(share()),
            patient: true,
        })
    }
}

impl Hands for LevelWalk {
    fn hand(&self) -> TaskHand<'_> {
        let mut state = self.state();
        Box::new(move |task| {
            self.run(&mut state, unpacked(task)?, &|| true);
            packed(&state.found.news())
        })
    }
}

/// A process that helps.
pub(crate) struct SurveyHelper {
    survey: Survey,
    walk: Option<LevelWalk>,
}

impl SurveyHelper {
    /// Helps with the survey of a text from [`Survey::told`].
    pub(crate) fn new(work: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(work).map_err(|error| error.to_string())?;
        Ok(Self { survey: Survey::resumed(text)?, walk: None })
    }
}

impl Hands for SurveyHelper {
    fn hand(&self) -> TaskHand<'_> {
        match &self.walk {
            Some(walk) => walk.hand(),
            None => Box::new(|_| Err("no walk has begun".to_owned())),
        }
    }
}

impl Helper for SurveyHelper {
    fn prepare(&mut self, part: &[u8], go_on: &(dyn Fn() -> bool + Sync)) -> Result<(), String> {
        let at: usize = unpacked(part)?;
        let plan = self.survey.walks.get(at).ok_or("the survey has no such walk")?;
        self.walk = self.survey.walk_of(plan, &go_on)?;
        self.walk.as_ref().map(|_| ()).ok_or_else(|| "it was stopped".to_owned())
    }
}
