//! The search for a solution that does not satisfy a formula.
//!
//! The search walks over pairs of a state of the level and a state of a monitor. It takes plays of
//! every length into account, and watches each turn of the level once. What the start shows counts as
//! happening once, before the first turn.

use super::edge_events::{EdgeEvents, StudyError};
use super::every::EveryVerdict;
use super::play_events::PlayEvent;
use super::space::{ScriptSpace, SpaceLimits, leads_to};
use super::space_layer::StopQuestion;
use super::stepper::ScriptInput;
use crate::space::{Formula, Monitor};
use rustc_hash::FxHashSet;

/// A step of the search.
#[derive(Clone, Copy)]
struct MonitoredStep {
    monitor: u64,
    state: u32,
    parent: u32,
    turns: u32,
    key: u8,
}

/// Steps between two questions whether to stop.
const STOP_EVERY: usize = 1 << 12;
/// Bytes of a step, in the list (twice while it grows) and in the set of those that were met.
const STEP_BYTES: usize = 3 * size_of::<MonitoredStep>() + 4 * size_of::<(u32, u64)>();

impl ScriptSpace {
    /// Whether every solution of any length satisfies a formula, or a shortest one that does not.
    ///
    /// Patterns are those that the formula's [`PlayEvent::Shown`] speak of.
    /// O(states · keys) watched turns, then O(states · monitor's states · keys).
    ///
    /// # Errors
    /// [`StudyError`]: also where the space is incomplete.
    pub fn shortcut(
        &self,
        formula: &Formula<PlayEvent>,
        patterns: &[String],
        limits: &SpaceLimits,
        stop: StopQuestion<'_>,
    ) -> Result<EveryVerdict, StudyError> {
        let events: Vec<PlayEvent> = formula.events().into_iter().copied().collect();
        let number = |event: &PlayEvent| events.binary_search(event).ok().map(|at| at as u32);
        let monitor = Monitor::new(formula, number)?;
        let edges = EdgeEvents::new(self, &events, patterns, limits, stop)?;
        let search = ShortcutWalk { space: self, edges: &edges, monitor, steps: Vec::new() };
        let found = search.run(limits.bytes / STEP_BYTES, stop)?;
        Ok(found.map_or(EveryVerdict::Every, EveryVerdict::Without))
    }
}

struct ShortcutWalk<'a> {
    space: &'a ScriptSpace,
    edges: &'a EdgeEvents,
    monitor: Monitor,
    steps: Vec<MonitoredStep>,
}

impl ShortcutWalk<'_> {
    fn run(
        mut self,
        most_steps: usize,
        stop: StopQuestion<'_>,
    ) -> Result<Option<Vec<ScriptInput>>, StudyError> {
        let monitor = self.monitor.step(0, |bit| self.edges.starts_with(bit as usize));
        match self.monitor.settled(monitor) {
            Some(true) => return Ok(None),
            Some(false) => return Ok(self.space.way_to_win(0)),
            None => {}
        }
        let mut met: FxHashSet<(u32, u64)> = FxHashSet::default();
        met.insert((0, monitor));
        self.steps.push(MonitoredStep { monitor, state: 0, parent: 0, turns: 0, key: 0 });
        // Length of the best play, the step where it leaves the walk, its key, where that leads.
        let mut best: Option<(u32, usize, usize, u32)> = None;
        let mut at = 0;
        while let Some(&step) = self.steps.get(at) {
            if at % STOP_EVERY == 0 && stop() {
                return Err(StudyError::Stopped);
            }
            if self.steps.len() > most_steps.min(u32::MAX as usize) {
                return Err(StudyError::Memory);
            }
            let turns = step.turns + 1;
            if best.is_some_and(|(length, ..)| length <= turns) {
                break;
            }
            for (key, target, label) in self.edges.turns(self.space, step.state) {
                let monitor =
                    self.monitor.step(step.monitor, |bit| self.edges.has(label, bit as usize));
                let next = leads_to(target);
                let fails = match (self.monitor.settled(monitor), next) {
                    (Some(value), _) => Some(!value),
                    (None, None) => Some(!self.monitor.holds(monitor)),
                    (None, Some(_)) => None,
                };
                match (fails, next) {
                    (Some(true), _) => {
                        let left = next.and_then(|next| self.space.distance(next)).unwrap_or(0);
                        if best.is_none_or(|(known, ..)| turns + left < known) {
                            best = Some((turns + left, at, key, target));
                        }
                    }
                    (None, Some(state)) if met.insert((state, monitor)) => {
                        let (parent, key) = (at as u32, key as u8);
                        self.steps.push(MonitoredStep { monitor, state, parent, turns, key });
                    }
                    _ => {}
                }
            }
            at += 1;
        }
        Ok(best.and_then(|(_, at, key, target)| self.play(at, key, target)))
    }

    /// The keys up to a step, one more, and the way to a win from where that leads.
    fn play(&self, mut at: usize, last: usize, target: u32) -> Option<Vec<ScriptInput>> {
        let mut keys = vec![last];
        while at != 0 {
            keys.push(self.steps[at].key as usize);
            at = self.steps[at].parent as usize;
        }
        let keys = keys.iter().rev().filter_map(|&key| self.space.keys.get(key).copied());
        let mut play: Vec<ScriptInput> = keys.collect();
        if let Some(next) = leads_to(target) {
            play.extend(self.space.way_to_win(next)?);
        }
        Some(play)
    }
}
