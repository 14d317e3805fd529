//! Long work that the designer starts by hand: one job at a time.
//!
//! Its results go to the feature that asked for it, and become invalid once the level changes.

use std::sync::Arc;
use std::time::Instant;

use foolproof_level::Level;
use foolproof_solver::{
    CompleteLevel, Event, Finding, GENERATE, GenerateSettings, Lane, Limits, Question, Service,
    Ticket, Topic,
};

/// The running job.
#[derive(Clone, Debug)]
pub struct RunningJob {
    pub topic: Topic,
    pub level: Arc<Level>,
    pub since: Instant,
    pub note: String,
    /// Number of levels wanted, for a generation.
    pub wanted: u32,
    /// It looks for a further completion.
    pub is_further: bool,
    /// It is about a level other than the one on the canvas, so edits do not matter.
    aside: bool,
    /// Set once the solver was asked.
    ticket: Option<Ticket>,
}

/// The state of long work.
#[derive(Clone, Debug, Default)]
pub struct Job {
    running: Option<RunningJob>,
    /// The question that is still to be sent to the solver.
    next: Option<(Question, Limits)>,
    stops: bool,
    /// The level on view when a message reported the result of a job.
    pub(crate) told: Option<Arc<Level>>,
}

impl Job {
    pub fn running(&self) -> Option<&RunningJob> {
        self.running.as_ref()
    }

    /// Returns the next question to the solver.
    pub fn next(&self) -> Option<&Question> {
        self.next.as_ref().map(|(question, _)| question)
    }

    /// Stops the running job; its results so far stay.
    pub fn stop(&mut self) {
        if self.running.take().is_some() {
            self.next = None;
            self.stops = true;
        }
    }

    /// Stops a job with an outdated question: the level on the canvas has changed. Generated levels
    /// are unaffected.
    pub(crate) fn stop_outdated(&mut self, now: Option<&Arc<Level>>) {
        let Some(running) = &self.running else { return };
        let asked = &running.level;
        let usable = running.topic == GENERATE
            || running.aside
            || now.is_some_and(|level| level.id == asked.id && level.same_puzzle(asked));
        if !usable {
            self.stop();
        }
    }

    /// Sends the requests since the last frame to the solver; false if there is none.
    pub(crate) fn ask(&mut self, service: Option<&Service>) -> bool {
        let stops = std::mem::take(&mut self.stops);
        if let Some(service) = service.filter(|_| stops) {
            service.stop(Lane::Job);
        }
        let Some((question, limits)) = self.next.take() else { return true };
        match (service, &mut self.running) {
            (Some(service), Some(running)) => {
                let level = Arc::clone(&running.level);
                running.ticket = Some(service.ask(Lane::Job, level, vec![question], limits));
            }
            (Some(_), None) => {}
            (None, _) => self.running = None,
        }
        service.is_some()
    }

    /// Starts a job, cancelling the running one. `aside` means that it is about a level other than the one
    /// on the canvas.
    pub(crate) fn start(
        &mut self,
        level: Arc<Level>,
        question: Question,
        limits: Limits,
        aside: bool,
    ) {
        let wanted = question.query::<GenerateSettings>().map_or(1, |settings| settings.count);
        let is_further = question
            .query::<CompleteLevel>()
            .is_some_and(|asked| !asked.earlier.designs.is_empty());
        self.running = Some(RunningJob {
            is_further,
            ticket: None,
            topic: question.topic(),
            level,
            since: Instant::now(),
            note: String::new(),
            wanted,
            aside,
        });
        self.next = Some((question, limits));
    }

    /// Takes in the solver's messages on the lane of jobs; returns the news for the job's owner.
    pub(crate) fn hear(&mut self, event: Event) -> Option<JobNews> {
        let running = self.running.as_mut()?;
        let mine = running.ticket?;
        match event {
            Event::Note { ticket, text, .. } if ticket == mine => {
                running.note = text;
                None
            }
            Event::Found { ticket, finding, .. } if ticket == mine => {
                Some(JobNews::Found(Arc::clone(&running.level), finding))
            }
            Event::Finished { ticket, .. } if ticket == mine => {
                self.running.take().map(JobNews::Ended)
            }
            _ => None,
        }
    }
}

/// The solver's messages about a job.
pub(crate) enum JobNews {
    /// A finding, with the level that it is about.
    Found(Arc<Level>, Finding),
    Ended(RunningJob),
}
