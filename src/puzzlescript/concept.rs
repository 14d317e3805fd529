//! Conditions on plays, and the search for a solution that does not fulfil one.
//!
//! The search walks over pairs of a state of the level and a state of a monitor: counters that
//! stop at the most that anyone asks for, and races between two events. It takes plays of every
//! length into account, and watches each turn of the level once. What the start shows counts as
//! happening once, before the first turn.

use super::edge_events::{EdgeEvents, StudyError};
use super::every::EveryVerdict;
use super::play_events::PlayEvent;
use super::space::{ScriptSpace, SpaceLimits, leads_to};
use super::space_layer::StopQuestion;
use super::stepper::ScriptInput;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// A property of plays, by the events of their turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayCondition {
    /// An event happens in at least so many turns.
    Happens(PlayEvent, u32),
    /// An event happens in no turn.
    Never(PlayEvent),
    /// The first event happens, and the second one neither before nor together with its first time.
    Before(PlayEvent, PlayEvent),
    /// The contrary.
    Not(Box<PlayCondition>),
    /// All of these; so none of none is missing.
    And(Vec<PlayCondition>),
    /// At least one of these.
    Or(Vec<PlayCondition>),
}

impl PlayCondition {
    /// The events that it speaks of, sorted, each once.
    pub fn events(&self) -> Vec<PlayEvent> {
        let mut events = Vec::new();
        self.collect(&mut events);
        events.sort_unstable();
        events.dedup();
        events
    }

    fn collect(&self, events: &mut Vec<PlayEvent>) {
        match self {
            Self::Happens(event, _) | Self::Never(event) => events.push(*event),
            Self::Before(event, other) => events.extend([*event, *other]),
            Self::Not(inner) => inner.collect(events),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().for_each(|part| part.collect(events));
            }
        }
    }
}

/// How often an event has happened, up to `most`.
#[derive(Debug)]
struct TurnCounter {
    bit: usize,
    most: u64,
    shift: u32,
}

/// Which of two events came first: 0 neither, 1 the first one, 2 the other or both.
#[derive(Debug)]
struct EventRace {
    first: usize,
    other: usize,
    shift: u32,
}

#[derive(Debug)]
enum ConditionNode {
    AtLeast { counter: usize, times: u64 },
    First(usize),
    Not(Box<ConditionNode>),
    All(Vec<ConditionNode>),
    Any(Vec<ConditionNode>),
}

/// Watches plays for one condition; its state is 64 bits.
#[derive(Debug)]
struct ConditionMonitor {
    counters: Vec<TurnCounter>,
    races: Vec<EventRace>,
    root: ConditionNode,
}

impl ConditionMonitor {
    fn new(condition: &PlayCondition, events: &[PlayEvent]) -> Result<Self, StudyError> {
        let root = ConditionNode::All(Vec::new());
        let mut monitor = Self { counters: Vec::new(), races: Vec::new(), root };
        monitor.root = monitor.node(condition, events);
        let mut bits = 0;
        for counter in &mut monitor.counters {
            counter.shift = bits;
            bits += u64::BITS - counter.most.leading_zeros();
        }
        for race in &mut monitor.races {
            race.shift = bits;
            bits += 2;
        }
        if bits > u64::BITS { Err(StudyError::Counters { bits }) } else { Ok(monitor) }
    }

    fn node(&mut self, condition: &PlayCondition, events: &[PlayEvent]) -> ConditionNode {
        let place = |event: &PlayEvent| events.binary_search(event).unwrap_or(usize::MAX);
        match condition {
            PlayCondition::Happens(event, times) => self.at_least(place(event), *times),
            PlayCondition::Never(event) => {
                ConditionNode::Not(Box::new(self.at_least(place(event), 1)))
            }
            PlayCondition::Before(event, other) => {
                let race = EventRace { first: place(event), other: place(other), shift: 0 };
                self.races.push(race);
                ConditionNode::First(self.races.len() - 1)
            }
            PlayCondition::Not(inner) => ConditionNode::Not(Box::new(self.node(inner, events))),
            PlayCondition::And(parts) => {
                ConditionNode::All(parts.iter().map(|part| self.node(part, events)).collect())
            }
            PlayCondition::Or(parts) => {
                ConditionNode::Any(parts.iter().map(|part| self.node(part, events)).collect())
            }
        }
    }

    fn at_least(&mut self, bit: usize, times: u32) -> ConditionNode {
        let times = u64::from(times);
        if times == 0 {
            return ConditionNode::All(Vec::new());
        }
        let known = self.counters.iter().position(|counter| counter.bit == bit);
        let counter = known.unwrap_or_else(|| {
            self.counters.push(TurnCounter { bit, most: 0, shift: 0 });
            self.counters.len() - 1
        });
        self.counters[counter].most = self.counters[counter].most.max(times);
        ConditionNode::AtLeast { counter, times }
    }

    fn count(counter: &TurnCounter, state: u64) -> u64 {
        state >> counter.shift & (u64::MAX >> counter.most.leading_zeros())
    }

    /// The state after a turn with these events.
    fn step(&self, state: u64, has: impl Fn(usize) -> bool) -> u64 {
        let mut after = state;
        for counter in &self.counters {
            if has(counter.bit) && Self::count(counter, state) < counter.most {
                after += 1 << counter.shift;
            }
        }
        for race in self.races.iter().filter(|race| state >> race.shift & 3 == 0) {
            let came = if has(race.other) { 2 } else { u64::from(has(race.first)) };
            after |= came << race.shift;
        }
        after
    }

    /// Whether the condition holds of a play that ends here.
    fn holds(&self, state: u64) -> bool {
        self.judge(&self.root, state, true).unwrap_or(false)
    }

    /// Whether it holds or fails however the play goes on; none where that is open.
    fn settled(&self, state: u64) -> Option<bool> {
        self.judge(&self.root, state, false)
    }

    fn judge(&self, node: &ConditionNode, state: u64, ended: bool) -> Option<bool> {
        match node {
            ConditionNode::AtLeast { counter, times } => {
                let enough = Self::count(&self.counters[*counter], state) >= *times;
                (enough || ended).then_some(enough)
            }
            ConditionNode::First(race) => {
                let came = state >> self.races[*race].shift & 3;
                (came != 0 || ended).then_some(came == 1)
            }
            ConditionNode::Not(inner) => self.judge(inner, state, ended).map(|value| !value),
            ConditionNode::All(parts) => self.judge_all(parts, state, ended, false),
            ConditionNode::Any(parts) => self.judge_all(parts, state, ended, true),
        }
    }

    /// One part that has the `deciding` value decides; all others together say the contrary.
    fn judge_all(
        &self,
        parts: &[ConditionNode],
        state: u64,
        ended: bool,
        deciding: bool,
    ) -> Option<bool> {
        let mut open = false;
        for part in parts {
            match self.judge(part, state, ended) {
                Some(value) if value == deciding => return Some(deciding),
                Some(_) => {}
                None => open = true,
            }
        }
        (!open).then_some(!deciding)
    }
}

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
    /// Whether every solution of any length fulfils a condition, or a shortest one that does not.
    ///
    /// Patterns are those that the condition's [`PlayEvent::Shown`] speak of.
    /// O(states · keys) watched turns, then O(states · monitor's states · keys).
    ///
    /// # Errors
    /// [`StudyError`]: also where the space is incomplete.
    pub fn shortcut(
        &self,
        condition: &PlayCondition,
        patterns: &[String],
        limits: &SpaceLimits,
        stop: StopQuestion<'_>,
    ) -> Result<EveryVerdict, StudyError> {
        let events = condition.events();
        let monitor = ConditionMonitor::new(condition, &events)?;
        let edges = EdgeEvents::new(self, &events, patterns, limits, stop)?;
        let search = ShortcutWalk { space: self, edges: &edges, monitor, steps: Vec::new() };
        let found = search.run(limits.bytes / STEP_BYTES, stop)?;
        Ok(found.map_or(EveryVerdict::Every, EveryVerdict::Without))
    }
}

struct ShortcutWalk<'a> {
    space: &'a ScriptSpace,
    edges: &'a EdgeEvents,
    monitor: ConditionMonitor,
    steps: Vec<MonitoredStep>,
}

impl ShortcutWalk<'_> {
    fn run(
        mut self,
        most_steps: usize,
        stop: StopQuestion<'_>,
    ) -> Result<Option<Vec<ScriptInput>>, StudyError> {
        let monitor = self.monitor.step(0, |bit| self.edges.starts_with(bit));
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
                let monitor = self.monitor.step(step.monitor, |bit| self.edges.has(label, bit));
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
