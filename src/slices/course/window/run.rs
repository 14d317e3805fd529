//! The run through the levels: finds what all solutions of each do, and its measures.
//!
//! It uses the lane for checking a pack, and waits while that is busy.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use super::CourseRoom;
use super::known::whole_properties;
use crate::course::model::LevelFound;
use crate::rating::question::{MeasuredLevel, RATING, RateLevel};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::state::State;
use foolproof_level::{Level, LevelId};
use foolproof_solver::{
    Event, FindPractice, Finding, FoundPractice, Lane, Limits, Service, Status, Ticket, Why,
};

/// Time limit of each question about a level.
const TIME: Duration = Duration::from_secs(10);

/// The questions about a level.
pub(super) struct LevelAsked {
    pub level: Arc<Level>,
    ticket: Option<Ticket>,
    /// The questions were interrupted.
    stopped: bool,
    found: LevelFound,
}

/// The levels still to be asked about.
#[derive(Default)]
pub(super) struct CourseRun {
    queue: VecDeque<LevelId>,
    asked: Option<LevelAsked>,
    pub done: usize,
    pub total: usize,
    /// The designer stopped the run: it resumes only on request.
    pub halted: bool,
    stops: bool,
}

pub(super) fn limits() -> Limits {
    Limits { time: TIME, ..Limits::default() }
}

impl CourseRun {
    pub(crate) fn is_running(&self) -> bool {
        self.asked.is_some() || !self.queue.is_empty()
    }

    /// Starts a run through these levels.
    pub(crate) fn start(&mut self, levels: Vec<LevelId>) {
        (self.done, self.total, self.halted) = (0, levels.len(), false);
        self.queue = levels.into();
    }

    pub(crate) fn stop(&mut self) {
        self.queue.clear();
        self.stops |= self.asked.take().is_some();
        self.halted = true;
    }

    /// Forgets the levels, for another pack.
    pub(crate) fn forget(&mut self) {
        let stops = self.stops || self.asked.is_some();
        *self = Self { stops, ..Self::default() };
    }

    /// Returns, once, whether the lane is to be stopped.
    pub(crate) fn take_stop(&mut self) -> bool {
        std::mem::take(&mut self.stops)
    }
}

impl CourseRoom {
    /// Asks the next question, if the lane is free.
    pub(super) fn go_on(&mut self, state: &State, service: &Service) {
        let run = &mut self.run;
        if state.findings.verdicts.progress.is_some() {
            // The check has stopped the current question: it is asked again afterwards.
            if let Some(asked) = run.asked.take() {
                run.queue.push_front(asked.level.id);
            }
            return;
        }
        while run.asked.is_none()
            && let Some(id) = run.queue.pop_front()
        {
            let level = state.history().pack().level(id).cloned();
            let game = level.as_ref().and_then(|level| state.games().by_id(&level.game));
            match level.filter(|_| game.is_some()) {
                Some(level) => {
                    run.asked = Some(LevelAsked::new(level));
                }
                None => run.done += 1,
            }
        }
        let Some(asked) = run.asked.as_mut().filter(|asked| asked.ticket.is_none()) else { return };
        let Some(game) = state.games().by_id(&asked.level.game) else { return };
        let also = whole_properties(&*game, &state.history().pack().course);
        let questions = vec![FindPractice { also }.into(), RateLevel::question()];
        // Nothing is asked of the level's concept, whose own rules may wait for leave to run.
        let bare = Arc::new(asked.level.without_concept());
        asked.ticket = Some(service.ask(Lane::Check, bare, questions, limits()));
    }

    /// Takes in the solver's findings about the level in question.
    pub(super) fn hear_of_level(&mut self, event: &Event, document: &Document) {
        let Some(asked) = &mut self.run.asked else { return };
        let mine = |ticket: &Ticket| asked.ticket == Some(*ticket);
        match event {
            Event::Found { lane: Lane::Check, ticket, finding } if mine(ticket) => {
                asked.take(finding);
            }
            Event::Finished { lane: Lane::Check, ticket } if mine(ticket) => {
                if asked.stopped {
                    // The whole solver was stopped: questions that were not asked have no answer.
                    return self.run.stop();
                }
                if let Some(mut asked) = self.run.asked.take() {
                    asked.found.measures.get_or_insert_default();
                    self.known.learn(document, &asked.level, asked.found);
                    self.run.done += 1;
                }
            }
            _ => {}
        }
    }
}

impl LevelAsked {
    pub(crate) fn new(level: Arc<Level>) -> Self {
        Self { level, ticket: None, stopped: false, found: LevelFound::default() }
    }

    fn take(&mut self, finding: &Finding) {
        self.stopped |= finding.status() == Status::Unknown(Why::Stopped);
        let answer = &finding.answer;
        if let Some(found) = answer.report::<FoundPractice>() {
            self.found.practice = Some(Arc::new(found.clone()));
        }
        if answer.topic() == RATING {
            let rated = MeasuredLevel::of(finding);
            self.found.is_cut_short = rated.as_ref().is_some_and(|rated| rated.halt.is_some());
            self.found.measures = Some(rated.map_or_else(Vec::new, |rated| rated.measures));
        }
    }
}
