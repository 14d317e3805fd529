//! Common features of all solutions, in terms of the events of one play, and solutions that violate a formula.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::explored::Explored;
use foolproof_space::{
    ActionId, EventSets, Formula, Monitor, MonitorTooLarge, ShortcutSearch, SpaceLimits, StopCheck,
    WatchedSpace, every_solution, shortcut,
};

/// An event that a play has at least this many times, with the answer if every solution has it as often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EveryEvent {
    pub event: String,
    pub times: u32,
    pub verdict: ShortcutSearch,
}

/// A play with a step that the explored positions do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {} of the play is not legal there, or leads beyond the positions that are known", .step + 1)]
pub struct IllegalPlay {
    /// Index of the step, from 0.
    pub step: usize,
}

impl Explored {
    /// Returns the explored positions with only these events, given as numbers.
    fn watched(&self, events: &[u32]) -> WatchedSpace<'_> {
        WatchedSpace {
            space: &self.space,
            set_of_step: None,
            sets: EventSets::of_labels(&self.labels.events, events),
            known_length: (!self.is_complete()).then(|| self.space.whole_depth()),
        }
    }

    /// Compares a play with all solutions. For every event of the play, and every number of times up to the
    /// play's: either every solution has it as often, or a shortest one has it less often. Sorted by event.
    pub fn every_solution(
        &self,
        play: &[ActionId],
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<Vec<EveryEvent>, IllegalPlay> {
        let (events, times): (Vec<u32>, Vec<u32>) = self.count_events(play)?.into_iter().unzip();
        let found = every_solution(&self.watched(&events), &times, limits, stop);
        let named = events.iter().zip(found).flat_map(|(event, verdicts)| {
            let name = self.words.events.get(*event as usize).cloned().unwrap_or_default();
            let named = |found: ShortcutSearch| found.with_actions(|label| self.action_of(label));
            let verdicts = (1..).zip(verdicts.into_iter().map(named));
            verdicts.map(move |(times, verdict)| EveryEvent { event: name.clone(), times, verdict })
        });
        Ok(named.collect())
    }

    /// Counts for each event the steps of a play in which it happens.
    fn count_events(&self, play: &[ActionId]) -> Result<BTreeMap<u32, u32>, IllegalPlay> {
        let (mut position, mut times) = (0, BTreeMap::new());
        for (step, action) in play.iter().enumerate() {
            let mut steps = self.space.steps(position);
            let taken = steps.find(|step| self.action_of(step.label) == Some(*action));
            let taken = taken.ok_or(IllegalPlay { step })?;
            for event in self.labels.events.get(taken.label as usize).into_iter().flatten() {
                *times.entry(*event).or_insert(0) += 1;
            }
            position = taken.target;
        }
        Ok(times)
    }

    /// Returns a shortest solution that does not satisfy the formula, or a proof that none exists.
    pub fn shortcut(
        &self,
        formula: &Formula,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<ShortcutSearch, MonitorTooLarge> {
        let known = |event: &String| self.words.events.binary_search(event).ok();
        let mut events = formula.events();
        events.retain(|event| known(event).is_some());
        let monitor = Monitor::new(formula, |event| {
            events.binary_search(&event).ok().map(|place| place as u32)
        })?;
        let events = events.into_iter().filter_map(|event| known(event).map(|at| at as u32));
        let watched = self.watched(&events.collect::<Vec<u32>>());
        let found = shortcut(&watched, monitor, limits, stop);
        Ok(found.with_actions(|label| self.action_of(label)))
    }
}
