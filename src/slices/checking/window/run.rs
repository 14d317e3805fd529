//! The run of a check: asks about one level after the other, and keeps the verdicts.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{CheckResult, Checking, WATCH, words};
use foolproof_editor::kit::toasts::{ToastSource, ToastTone};
use foolproof_editor::panels::findings::is_bare;
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_level::Level;
use foolproof_solver::{
    Event, Finding, Lane, LevelCheck, Limits, Service, Status, Ticket, Why, check_questions,
    checked_for,
};

/// Maximum time of a question of the watch.
const WATCH_TIME: Duration = Duration::from_secs(5);

/// The purpose of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CheckPurpose {
    Check,
    Watch,
}

/// The level that is being asked about.
pub(super) struct LevelInCheck {
    pub level: Arc<Level>,
    pub purpose: CheckPurpose,
    ticket: Ticket,
    limits: Limits,
    findings: Vec<Finding>,
}

impl Checking {
    pub(super) fn is_running(&self) -> bool {
        let asked = self.asked.as_ref().map(|asked| asked.purpose);
        asked == Some(CheckPurpose::Check) || !self.queue.is_empty()
    }

    /// Starts a check of the levels for which `which` holds.
    pub(super) fn start(&mut self, state: &mut State, which: impl Fn(&State, &Level) -> bool) {
        state.finish_stroke();
        let levels = state.history().pack().levels.clone();
        let wanted: Vec<&Arc<Level>> = levels.iter().filter(|level| which(state, level)).collect();
        let waits = |level: &&&Arc<Level>| state.document.strangers.are_in(level);
        self.skipped = wanted.iter().filter(waits).count();
        let known = |level: &&&Arc<Level>| {
            !state.document.strangers.are_in(level) && state.games().by_id(&level.game).is_some()
        };
        self.queue = wanted.iter().filter(known).map(|level| level.id).collect();
        // The new check makes earlier messages obsolete.
        state.chrome.toasts.forget_of(ToastSource::CHECK);
        (self.done, self.total) = (0, self.queue.len());
        self.results.retain(|id, _| !self.queue.contains(id));
    }

    pub(super) fn stop(&mut self) {
        self.queue.clear();
        self.stops |= self.asked.take().is_some();
    }

    /// Asks about the next level, once the previous one is done.
    pub(super) fn go_on(&mut self, state: &mut State, service: Option<&Service>) {
        if std::mem::take(&mut self.stops)
            && let Some(service) = service
        {
            service.stop(Lane::Check);
        }
        let Some(service) = service else {
            if self.is_running() {
                self.stop();
                state.say(ToastTone::Trouble, text::NO_SOLVER);
            }
            return;
        };
        while self.asked.is_none()
            && let Some(id) = self.queue.pop_front()
        {
            // It may have been deleted meanwhile.
            let Some(level) = state.history().pack().level(id).cloned() else {
                self.done += 1;
                continue;
            };
            self.send(service, level, state.findings.live.limits, CheckPurpose::Check);
        }
        if self.asked.is_none() {
            self.watch(state, service);
        }
        state.findings.verdicts.progress = self.is_running().then_some((self.done, self.total));
    }

    /// Asks about a level whose state is not known, while the solver has nothing else to do.
    fn watch(&mut self, state: &State, service: &Service) {
        let Findings { live, knowledge, job, .. } = &state.findings;
        let busy = knowledge.is_asking(state.level_id()) || job.running().is_some();
        let watches = live.on && state.chrome.settings.is_on(WATCH, Initially::On);
        if !watches || busy || self.rests {
            return;
        }
        let unknown = |level: &&Arc<Level>| {
            level.id != state.level_id()
                && !state.findings.is_checked(level)
                && state.games().by_id(&level.game).is_some_and(|game| !is_bare(&*game, level))
                && !state.document.strangers.are_in(level)
        };
        if let Some(level) = state.history().pack().levels.iter().find(unknown) {
            let limits = Limits { time: live.limits.time.min(WATCH_TIME), ..live.limits };
            self.send(service, Arc::clone(level), limits, CheckPurpose::Watch);
        }
    }

    fn send(&mut self, to: &Service, level: Arc<Level>, limits: Limits, purpose: CheckPurpose) {
        let ticket = to.ask(Lane::Check, Arc::clone(&level), check_questions(&level), limits);
        self.asked = Some(LevelInCheck { level, purpose, ticket, limits, findings: Vec::new() });
    }

    /// Takes in the solver's findings about the level in question.
    pub(super) fn take_in(&mut self, event: &Event, state: &mut State) {
        let Some(asked) = &mut self.asked else { return };
        match event {
            Event::Found { lane: Lane::Check, ticket, finding } if *ticket == asked.ticket => {
                asked.findings.push(finding.clone());
            }
            Event::Finished { lane: Lane::Check, ticket } if *ticket == asked.ticket => {
                if let Some(asked) = self.asked.take() {
                    self.conclude(state, &asked);
                }
            }
            _ => {}
        }
    }

    fn conclude(&mut self, state: &mut State, asked: &LevelInCheck) {
        let level = &asked.level;
        let Some(game) = state.games().by_id(&level.game) else { return };
        let check = LevelCheck::of(&*game, level, &asked.findings);
        let stopped = Status::Unknown(Why::Stopped);
        if check.properties.iter().any(|property| property.status == stopped) {
            // The whole solver was stopped: a question that was not asked gives no verdict.
            self.rests = true;
            return self.stop();
        }
        let now = checked_for(&*game, level);
        let is = Arc::new(check.verdict(now, &asked.limits, SystemTime::now()));
        if asked.purpose == CheckPurpose::Watch {
            let expected = game.expected(level);
            return state.findings.verdicts.watch(Arc::clone(level), is, expected);
        }
        let was = state.history().pack().level(level.id).and_then(|level| level.checked.clone());
        state.document.history_mut().keep_verdict(level.id, Arc::clone(&is));
        self.results.insert(level.id, CheckResult { was, is, check });
        self.done += 1;
        if self.queue.is_empty() {
            self.tell(state);
        }
    }

    /// Reports the result.
    fn tell(&self, state: &mut State) {
        let levels = &state.history().pack().levels;
        let worse = levels.iter().filter(|level| self.is_worse(state.games(), level)).count();
        let failing = self.results.values().filter(|result| !result.check.passes()).count();
        let (tone, words) = match (worse, failing) {
            (0, 0) => (ToastTone::Good, words::ended(self.done, 0)),
            (0, failing) => (ToastTone::Note, words::ended(self.done, failing)),
            (worse, _) => (ToastTone::Trouble, words::worse(worse)),
        };
        state.say_of(ToastSource::CHECK, tone, words);
    }
}
