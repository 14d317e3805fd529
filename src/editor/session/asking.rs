//! Questions of the window to the solver: about every state of the level on the canvas, and jobs.
//!
//! These are the questions about every level; features add their own.

use std::sync::Arc;

use crate::kit::toasts::{ToastSource, ToastTone};
use crate::session::findings::Live;
use crate::session::job::JobNews;
use crate::session::kinds::{JobOwner, LiveFindings, When};
use crate::session::state::State;
use crate::text;
use foolproof_game::Game;
use foolproof_level::{Concept, Level};
use foolproof_solver::{
    CheckIntended, CountSolutions, Event, Lane, Limits, ProveShortcutFree, Question, Service,
    SolveLevel, has_concept, has_intended,
};

/// True if the intended solution is quick to check: no part of the concept concerns the level as a whole or is
/// in a designer's own rules.
fn intended_is_plain(game: &dyn Game, level: &Level) -> bool {
    let Level { concept, .. } = level;
    let whole = |concept: &Concept| {
        concept.properties().into_iter().any(|property| game.is_of_level(property))
    };
    concept.own_rules().is_empty() && !whole(concept)
}

impl State {
    /// Returns the questions about the level on the canvas, in order.
    pub(crate) fn live_questions(&self, game: &dyn Game, level: &Level) -> Vec<Question> {
        let mut own: Vec<(When, Question)> = Vec::new();
        for feature in self.features_of::<dyn LiveFindings>() {
            own.extend(feature.questions(self, game, level));
        }
        let take = |wanted: When| {
            let own = own.iter().filter(move |(when, _)| *when == wanted);
            own.map(|(_, question)| question.clone())
        };
        let mut questions = vec![Question::from(SolveLevel::default())];
        if has_intended(level) {
            let at = usize::from(!intended_is_plain(game, level));
            questions.insert(at, Question::from(CheckIntended));
        }
        questions.extend(take(When::Soon));
        questions.extend(has_concept(level).then_some(Question::from(ProveShortcutFree)));
        // Uniqueness is known long before a large number of solutions is counted.
        questions.push(Question::from(CountSolutions { cap: 2 }));
        let cap = self.findings.live.cap;
        questions.extend((cap > 2).then_some(Question::from(CountSolutions { cap })));
        questions.extend(take(When::Late));
        questions.extend(take(When::Last));
        questions
    }

    /// Asks the solver about the level on the canvas, unless it has been asked.
    pub(crate) fn ask_live(&mut self, service: &Service) {
        let Some((game, level)) = self.scene() else { return };
        let Live { on, limits, .. } = self.findings.live;
        if !on || self.chrome.is_playing() || self.document.strangers.are_in(&level) {
            return;
        }
        let questions = self.live_questions(&*game, &level);
        if self.findings.knowledge.wants(&level, &questions) {
            let ticket = service.ask(Lane::Live, Arc::clone(&level), questions.clone(), limits);
            self.findings.knowledge.asked(&level, questions, ticket);
        }
    }

    /// Starts a job on the current level, cancelling the running one.
    pub fn start_job(&mut self, question: Question, limits: Limits) {
        let Some(level) = self.level().cloned() else { return };
        self.start_job_on(level, question, limits, false);
    }

    /// Starts a job on a level that is not the one on the canvas.
    pub fn start_job_aside(&mut self, level: Arc<Level>, question: Question, limits: Limits) {
        self.start_job_on(level, question, limits, true);
    }

    fn start_job_on(&mut self, level: Arc<Level>, question: Question, limits: Limits, aside: bool) {
        if self.document.strangers.are_in(&level) {
            return self.say(ToastTone::Trouble, text::STRANGERS);
        }
        self.finish_stroke();
        self.chrome.toasts.forget_of(ToastSource::JOB);
        self.findings.job.start(level, question, limits, aside);
    }

    /// Sends the solver the job requests of the last frame.
    pub(crate) fn ask_for_job(&mut self, service: Option<&Service>) {
        if !self.findings.job.ask(service) {
            self.say(ToastTone::Trouble, text::NO_SOLVER);
        }
    }

    /// Drops what concerns a level that has changed: the running job, and the message about the last one.
    pub(crate) fn drop_outdated(&mut self) {
        let now = self.document.level();
        self.findings.job.stop_outdated(now);
        let is_now =
            |told: &Arc<Level>| now.is_some_and(|now| now.id == told.id && now.same_puzzle(told));
        if self.findings.job.told.as_ref().is_some_and(|told| !is_now(told)) {
            self.findings.job.told = None;
            self.chrome.toasts.forget_of(ToastSource::JOB);
        }
    }

    /// Passes the solver's messages about a job to its owner.
    pub(crate) fn hear_job(&mut self, event: Event) {
        match self.findings.job.hear(event) {
            None => {}
            Some(JobNews::Ended(job)) => {
                self.each::<dyn JobOwner>(|own, state| own.job_ended(state, &job));
            }
            Some(JobNews::Found(asked, finding)) => {
                let taken =
                    self.any::<dyn JobOwner>(|own, state| own.job_found(state, &asked, &finding));
                if !taken {
                    let (tone, words) = text::job_without_result(&finding);
                    self.say_of(ToastSource::JOB, tone, words);
                    self.findings.job.told = self.level().cloned();
                }
            }
        }
    }
}
