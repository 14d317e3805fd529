//! Long work that the designer starts by hand: one job at a time.
//!
//! What it finds goes to the capability that asked for it, and is worth nothing once the level has
//! changed.

use std::sync::Arc;
use std::time::Instant;

use foolproof_level::Level;
use foolproof_solver::{
    CompleteLevel, Event, Finding, GENERATE, GenerateSettings, Lane, Limits, Question, Service,
    Ticket, Topic,
};

/// The job that runs.
#[derive(Clone, Debug)]
pub struct RunningJob {
    pub topic: Topic,
    pub level: Arc<Level>,
    pub since: Instant,
    pub note: String,
    /// How many levels are wanted, of a generation.
    pub wanted: u32,
    /// Whether it looks for a further completion.
    pub is_further: bool,
    /// Whether it is about a level other than the one on the canvas, so that edits do not matter.
    aside: bool,
    /// Once the solver was asked.
    ticket: Option<Ticket>,
}

/// The state of long work.
#[derive(Clone, Debug, Default)]
pub struct Job {
    running: Option<RunningJob>,
    /// The question still to be sent to the solver.
    next: Option<(Question, Limits)>,
    stops: bool,
    /// The level on view when a message said what a job came to.
    pub(crate) told: Option<Arc<Level>>,
}

impl Job {
    pub fn running(&self) -> Option<&RunningJob> {
        self.running.as_ref()
    }

    /// The next question to the solver.
    pub fn next(&self) -> Option<&Question> {
        self.next.as_ref().map(|(question, _)| question)
    }

    /// Stops the job that runs; what it has found so far stays.
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
                running.ticket = Some(service.start_job(level, question, limits));
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

    /// Takes in what the solver says on the lane of jobs; gives what its owner has to hear.
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
    /// What it has found of the level that it was asked about.
    Found(Arc<Level>, Finding),
    Ended(RunningJob),
}
