//! The questions to the solver about records: whether a solution practises the concept if the rules in Rust
//! cannot tell, where players got stuck, and the measures of levels.
//!
//! They use the lane of checks while no check runs. A check that starts comes first, and the
//! interrupted question is asked again.

use std::sync::Arc;

use super::RecordDesk;
use crate::rating::question::{MeasuredLevel, RateLevel};
use crate::records::pauses::along;
use crate::solving::question::{FindSteps, FoundSteps, STEPS};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::state::State;
use foolproof_level::{Level, LevelId, Play};
use foolproof_records::PlayPractice;
use foolproof_solver::{Event, Finding, Lane, Question, Service, Status, Ticket, Topic, Why};

/// The purpose of an awaited answer.
#[derive(Clone, Debug)]
pub(super) enum AwaitedAnswer {
    /// Tells whether this solution practises the concept.
    Practice(usize),
    Position,
    /// Finds the steps at which players stopped.
    Steps,
    Measures(LevelId, Arc<Level>),
}

impl RecordDesk {
    /// Asks the next question, if no answer is awaited.
    pub(super) fn ask_on(&mut self, state: &State, service: Option<&Service>) {
        let (Some(service), None) = (service, &self.ticket) else { return };
        if state.findings.verdicts.progress.is_some() {
            return;
        }
        let asked = self
            .next_practice(&state.document)
            .or_else(|| self.next_position())
            .or_else(|| self.next_steps(&state.document))
            .or_else(|| self.next_measures(&state.document));
        if let Some((level, question, awaited)) = asked {
            let ticket =
                service.ask(Lane::Check, level, vec![question], state.findings.live.limits);
            self.ticket = Some((ticket, awaited));
        }
    }

    fn next_practice(&self, document: &Document) -> Option<(Arc<Level>, Question, AwaitedAnswer)> {
        let told = self.told.as_ref()?;
        if document.strangers.are_in(&told.level) || self.unsure.contains(&told.level.id) {
            return None;
        }
        let at = told.found.iter().position(|one| one.practice == PlayPractice::Unknown)?;
        let (level, question) = told.found.get(at)?.question(&told.level);
        Some((level, question, AwaitedAnswer::Practice(at)))
    }

    fn next_position(&mut self) -> Option<(Arc<Level>, Question, AwaitedAnswer)> {
        let told = self.told.as_mut()?;
        let next = told.stuck.next(&*told.game, &told.level, &told.plays.visits);
        told.is_searched = next.is_none();
        next.map(|(level, question)| (level, question, AwaitedAnswer::Position))
    }

    fn next_steps(&self, document: &Document) -> Option<(Arc<Level>, Question, AwaitedAnswer)> {
        let told = self.told.as_ref().filter(|told| told.stopped.is_none())?;
        if document.strangers.are_in(&told.level) {
            return None;
        }
        let asked = Arc::new(told.level.without_concept());
        Some((asked, FindSteps::ALL.into(), AwaitedAnswer::Steps))
    }

    /// Returns the question about the measures of a level that was played, for the curves.
    fn next_measures(&self, document: &Document) -> Option<(Arc<Level>, Question, AwaitedAnswer)> {
        let told = self.pack.as_ref()?;
        let played = told.ids.iter().zip(&told.plays).filter(|(_, of)| !of.visits.is_empty());
        for (id, of) in played {
            let Some(level) = document.history().pack().level(*id) else { continue };
            let known = self.measures.get(id).is_some_and(|(known, _)| known.same_puzzle(level));
            if known {
                continue;
            }
            let solved = of
                .visits
                .iter()
                .flat_map(|visit| visit.solved.first().map(|steps| visit.play_after(*steps)));
            let solutions: Vec<Play> =
                level.intended.iter().cloned().chain(solved).take(1).collect();
            let asked = Arc::new(level.without_concept());
            let awaited = AwaitedAnswer::Measures(*id, Arc::clone(level));
            return Some((asked, RateLevel { solutions }.into(), awaited));
        }
        None
    }

    pub(super) fn take_in(&mut self, event: &Event) {
        let Some((ticket, awaited)) = &self.ticket else { return };
        let ours = |other: &Ticket| other == ticket;
        match event {
            Event::Found { ticket, finding, .. } if ours(ticket) => {
                // A check has taken the lane, so the question is asked again.
                if finding.status() == Status::Unknown(Why::Stopped) {
                    self.ticket = None;
                    return;
                }
                let awaited = awaited.clone();
                self.answered(&awaited, finding);
            }
            Event::Finished { ticket, .. } if ours(ticket) => {
                let awaited = awaited.clone();
                self.ticket = None;
                self.ended(&awaited);
            }
            _ => {}
        }
    }

    fn answered(&mut self, awaited: &AwaitedAnswer, finding: &Finding) {
        match (awaited, finding.topic()) {
            (AwaitedAnswer::Practice(at), Topic::INTENDED) => {
                if let Some(found) = self.told.as_mut().and_then(|told| told.found.get_mut(*at)) {
                    found.hear(finding);
                }
            }
            (AwaitedAnswer::Position, Topic::SOLVABLE) => {
                if let Some(told) = &mut self.told {
                    told.stuck.hear(Some(finding));
                }
            }
            (AwaitedAnswer::Steps, STEPS) => {
                let (told, found) = (self.told.as_mut(), finding.report::<FoundSteps>());
                if let (Some(told), Some(found)) = (told, found) {
                    told.stopped = Some(along(found, &told.plays.visits));
                }
            }
            (AwaitedAnswer::Measures(id, level), _) => {
                if let Some(rated) = finding.report::<MeasuredLevel>() {
                    let known = (Arc::clone(level), rated.measures.clone());
                    self.measures.insert(*id, known);
                }
            }
            _ => {}
        }
    }

    /// Handles the end of the answers: what was not answered is unknown.
    fn ended(&mut self, awaited: &AwaitedAnswer) {
        match awaited {
            AwaitedAnswer::Practice(at) => {
                let Some(told) = &self.told else { return };
                let open =
                    told.found.get(*at).is_some_and(|one| one.practice == PlayPractice::Unknown);
                if open {
                    self.unsure.insert(told.level.id);
                }
            }
            AwaitedAnswer::Position => {
                if let Some(told) = &mut self.told {
                    told.stuck.hear(None);
                }
            }
            AwaitedAnswer::Steps => {
                if let Some(told) = &mut self.told {
                    told.stopped.get_or_insert_default();
                }
            }
            AwaitedAnswer::Measures(id, level) => {
                self.measures.entry(*id).or_insert_with(|| (Arc::clone(level), Vec::new()));
                // The level may have changed since the question.
                if let Some((known, _)) = self.measures.get_mut(id) {
                    known.clone_from(level);
                }
            }
        }
    }
}
