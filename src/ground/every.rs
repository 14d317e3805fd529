//! What every solution has of the events of one play.
//!
//! One pass over the graph finds, for 64 events at once, where one can get without each of them.
//! For those that can be done without, and for those that the play has several times, a walk finds
//! the shortest solutions that have them less often. Knows explored games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::explore::{ExploreLimits, StopAsk};
use super::graph::Explored;
use super::shortcut::{ShortcutSearch, Walks};
use super::steps::ActionId;

/// An event of a play, so many times at least: whether every solution has it.
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

/// The ends of walks that have an event fewer times than the play, and how the search ended.
struct Fewer {
    plays: Vec<Option<Vec<ActionId>>>,
    ended: Option<ShortcutSearch>,
}

impl Explored {
    /// For every event of a play, and every number of times up to the play's: whether every
    /// solution has it as often, or a shortest one that has it less often. Sorted by event.
    pub fn every_solution(
        &self,
        play: &[ActionId],
        limits: &ExploreLimits,
        stop: StopAsk<'_>,
    ) -> Result<Vec<EveryEvent>, IllegalPlay> {
        let times: Vec<(u32, u32)> = self.count_events(play)?.into_iter().collect();
        let mut found = Vec::new();
        for chunk in times.chunks(64) {
            let events: Vec<u32> = chunk.iter().map(|(event, _)| *event).collect();
            let avoidable = self.avoidable(&events, stop);
            for (at, (event, times)) in chunk.iter().enumerate() {
                let needed = avoidable.is_some_and(|avoidable| avoidable >> at & 1 == 0);
                let fewer = match (avoidable, needed && *times == 1) {
                    (None, _) => Fewer::none(*times, Some(ShortcutSearch::Stopped)),
                    (_, true) => Fewer::none(1, None),
                    _ => self.fewer(*event, *times, u32::from(needed), limits, stop),
                };
                let name = self.words.events.get(*event as usize).cloned().unwrap_or_default();
                for (play, times) in fewer.plays.into_iter().zip(1..) {
                    let verdict = match (play, &fewer.ended) {
                        (None, Some(ended)) if times > u32::from(needed) => ended.clone(),
                        (play, _) => self.verdict(play),
                    };
                    found.push(EveryEvent { event: name.clone(), times, verdict });
                }
            }
        }
        Ok(found)
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

    /// Of up to 64 events, which a solution can do without, as bits. None if stopped.
    fn avoidable(&self, events: &[u32], stop: StopAsk<'_>) -> Option<u64> {
        let bits = |happening: &Vec<u32>| {
            let happens = |(at, event): (usize, &u32)| u64::from(happening.contains(event)) << at;
            events.iter().enumerate().map(happens).sum::<u64>()
        };
        let labels: Vec<u64> = self.labels.events.iter().map(bits).collect();
        // For every position, the events without which one gets there.
        let mut without = vec![0u64; self.n_positions()];
        let mut waiting = vec![false; self.n_positions()];
        let mut queue = std::collections::VecDeque::from([0u32]);
        without[0] = u64::MAX >> (64 - events.len().min(64));
        let (mut avoidable, mut rounds) = (0, 0u32);
        while let Some(position) = queue.pop_front() {
            rounds = rounds.wrapping_add(1);
            if rounds.is_multiple_of(4096) && stop() {
                return None;
            }
            waiting[position as usize] = false;
            let here = without[position as usize];
            if self.is_won(position) {
                avoidable |= here;
            }
            for edge in self.edges(position) {
                let there = here & !labels[edge.label as usize];
                let target = edge.target as usize;
                let new = there & !without[target] != 0 && self.distance(edge.target).is_some();
                without[target] |= if new { there } else { 0 };
                if new && !std::mem::replace(&mut waiting[target], true) {
                    queue.push_back(edge.target);
                }
            }
        }
        Some(avoidable)
    }

    /// Shortest solutions that have an event fewer than 1, 2, … `times` times. Nobody looks for
    /// one that has it fewer than `least` times.
    ///
    /// Breadth first; a way to a position counts only if it has the event less often than every
    /// way that is as short, and a solution only if it has it less often than the last one.
    fn fewer(
        &self,
        event: u32,
        times: u32,
        least: u32,
        limits: &ExploreLimits,
        stop: StopAsk<'_>,
    ) -> Fewer {
        let mut found = Fewer::none(times, None);
        let happens: Vec<u32> =
            self.labels.events.iter().map(|events| u32::from(events.contains(&event))).collect();
        let mut fewest = vec![times; self.n_positions()];
        let (mut walks, mut below, mut at) = (Walks::start(0), times, 0);
        while let Some(walk) = walks.get(at).filter(|_| below > least) {
            let number = at;
            at += 1;
            if number % 4096 == 0 && (stop() || walks.bytes() > limits.bytes) {
                found.ended =
                    Some(if stop() { ShortcutSearch::Stopped } else { ShortcutSearch::Limit });
                return found;
            }
            if walk.state >= below {
                continue;
            }
            if self.is_won(walk.position) {
                let play = walks.play(self, number);
                for fewer_than in walk.state..below {
                    found.plays[fewer_than as usize] = Some(play.clone());
                }
                below = walk.state;
            }
            for edge in self.edges(walk.position) {
                let count = walk.state + happens[edge.label as usize];
                let best = &mut fewest[edge.target as usize];
                if count < below && count < *best && self.distance(edge.target).is_some() {
                    *best = count;
                    walks.push(number, edge.target, count, edge.label);
                }
            }
        }
        found
    }
}

impl Fewer {
    fn none(times: u32, ended: Option<ShortcutSearch>) -> Self {
        Self { plays: vec![None; times as usize], ended }
    }
}
