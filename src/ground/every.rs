//! What every solution has of the events of one play, and solutions that do not satisfy a formula.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::graph::Explored;
use crate::space::{
    ActionId, EventSets, Formula, Monitor, MonitorTooLarge, ShortcutSearch, SpaceLimits, StopAsk,
    WatchedSpace, WatchedStep, every_solution, shortcut,
};

/// An event that a play has at least so many times: whether every solution has it as often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EveryEvent {
    pub event: String,
    pub times: u32,
    pub verdict: ShortcutSearch,
}

/// A play that the explored positions do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {} of the play is not legal there, or leads beyond the positions that are known", .step + 1)]
pub struct IllegalPlay {
    /// From 0.
    pub step: usize,
}

/// Explored positions, and some of the events of their steps.
struct WatchedPositions<'a> {
    explored: &'a Explored,
    sets: EventSets,
}

impl WatchedSpace for WatchedPositions<'_> {
    fn n_states(&self) -> usize {
        self.explored.n_positions()
    }

    fn known_length(&self) -> Option<u32> {
        (!self.explored.is_complete()).then(|| self.explored.whole_depth())
    }

    fn distance(&self, state: u32) -> Option<u32> {
        self.explored.distance(state)
    }

    fn steps(&self, state: u32) -> impl Iterator<Item = WatchedStep> {
        self.explored.edges(state).iter().filter_map(|edge| {
            let left = self.explored.distance(edge.target)?;
            Some(WatchedStep {
                action: self.explored.action_of(*edge),
                target: (left > 0).then_some(edge.target),
                label: edge.label,
            })
        })
    }

    fn sets(&self) -> &EventSets {
        &self.sets
    }
}

impl Explored {
    /// The positions with the events of these numbers.
    fn watched(&self, events: &[u32]) -> WatchedPositions<'_> {
        let sets = EventSets::of_labels(&self.labels.events, events);
        WatchedPositions { explored: self, sets }
    }

    /// For every event of a play, and every number of times up to the play's: whether every
    /// solution has it as often, or a shortest one that has it less often. Sorted by event.
    pub fn every_solution(
        &self,
        play: &[ActionId],
        limits: &SpaceLimits,
        stop: StopAsk<'_>,
    ) -> Result<Vec<EveryEvent>, IllegalPlay> {
        let (events, times): (Vec<u32>, Vec<u32>) = self.count_events(play)?.into_iter().unzip();
        let found = every_solution(&self.watched(&events), &times, limits, stop);
        let named = events.iter().zip(found).flat_map(|(event, verdicts)| {
            let name = self.words.events.get(*event as usize).cloned().unwrap_or_default();
            let verdicts = (1..).zip(verdicts);
            verdicts.map(move |(times, verdict)| EveryEvent { event: name.clone(), times, verdict })
        });
        Ok(named.collect())
    }

    /// How many steps of a play each event happens in.
    fn count_events(&self, play: &[ActionId]) -> Result<BTreeMap<u32, u32>, IllegalPlay> {
        let (mut position, mut times) = (0, BTreeMap::new());
        for (step, action) in play.iter().enumerate() {
            let mut edges = self.edges(position).iter();
            let edge = edges.find(|edge| self.action_of(**edge) == *action);
            let edge = edge.ok_or(IllegalPlay { step })?;
            for event in self.labels.events.get(edge.label as usize).into_iter().flatten() {
                *times.entry(*event).or_insert(0) += 1;
            }
            position = edge.target;
        }
        Ok(times)
    }

    /// A shortest solution that does not satisfy the formula, or the proof that there is none.
    pub fn shortcut(
        &self,
        formula: &Formula,
        limits: &SpaceLimits,
        stop: StopAsk<'_>,
    ) -> Result<ShortcutSearch, MonitorTooLarge> {
        let known = |event: &String| self.words.events.binary_search(event).ok();
        let mut events = formula.events();
        events.retain(|event| known(event).is_some());
        let monitor = Monitor::new(formula, |event| {
            events.binary_search(&event).ok().map(|place| place as u32)
        })?;
        let events = events.into_iter().filter_map(|event| known(event).map(|at| at as u32));
        Ok(shortcut(&self.watched(&events.collect::<Vec<u32>>()), monitor, limits, stop))
    }
}
