//! Formulas over the events of a play, and monitors that decide them step by step.
//!
//! A monitor has saturating counters, one for each event that a formula counts, and records which of two events
//! came first. Its state is at most 64 bits. An [`Automaton`] numbers the states that occur and remembers the
//! transitions between them.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::watched::EventSets;

/// A property of plays, in terms of the events of their steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Formula<E = String> {
    /// An event happens in at least this many steps.
    Happens(E, u32),
    /// An event happens in no step.
    Never(E),
    /// The first event happens, and the second one does not happen before it or in the same step as
    /// its first occurrence.
    Before(E, E),
    Not(Box<Formula<E>>),
    /// Every part holds. An empty list holds.
    And(Vec<Formula<E>>),
    /// At least one part holds. An empty list does not.
    Or(Vec<Formula<E>>),
}

impl<E: Ord> Formula<E> {
    /// The events that occur in the formula, sorted, each once.
    pub fn events(&self) -> Vec<&E> {
        let mut events = Vec::new();
        self.collect(&mut events);
        events.sort_unstable();
        events.dedup();
        events
    }

    fn collect<'a>(&'a self, events: &mut Vec<&'a E>) {
        match self {
            Self::Happens(event, _) | Self::Never(event) => events.push(event),
            Self::Before(event, other) => events.extend([event, other]),
            Self::Not(inner) => inner.collect(events),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().for_each(|part| part.collect(events));
            }
        }
    }

    /// Returns whether a play satisfies the formula, given the events of each step.
    ///
    /// Written without a monitor, so that it can check the results of searches.
    pub fn is_satisfied_by(&self, steps: &[Vec<E>]) -> bool {
        let first = |event: &E| steps.iter().position(|events| events.contains(event));
        match self {
            Self::Happens(event, least) => {
                let times = steps.iter().filter(|events| events.contains(event)).count();
                times >= *least as usize
            }
            Self::Never(event) => first(event).is_none(),
            Self::Before(one, other) => match (first(one), first(other)) {
                (Some(one), Some(other)) => one < other,
                (Some(_), None) => true,
                (None, _) => false,
            },
            Self::Not(part) => !part.is_satisfied_by(steps),
            Self::And(parts) => parts.iter().all(|part| part.is_satisfied_by(steps)),
            Self::Or(parts) => parts.iter().any(|part| part.is_satisfied_by(steps)),
        }
    }
}

/// The formula counts more than fits into 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the concept counts too much at once: its counters need {bits} bits, and there are 64")]
pub struct MonitorTooLarge {
    pub bits: u32,
}

/// Counts the steps with an event, up to the largest number in the formula.
#[derive(Clone, Debug)]
struct Counter {
    event: u32,
    most: u64,
    shift: u32,
}

/// Records the order of two events: 0 neither happened, 1 the first one came first, 2 the other or both.
#[derive(Clone, Debug)]
struct Race {
    first: u32,
    other: Option<u32>,
    shift: u32,
}

#[derive(Clone, Debug)]
enum Node {
    Constant(bool),
    AtLeast { counter: usize, times: u64 },
    First(usize),
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
}

/// Decides one formula along a play. Its state is 64 bits, and 0 before the first step.
#[derive(Clone, Debug)]
pub struct Monitor {
    counters: Vec<Counter>,
    races: Vec<Race>,
    root: Node,
}

impl Monitor {
    /// A monitor of a formula whose events are numbered by `number`; one without a number never happens.
    pub fn new<E>(
        formula: &Formula<E>,
        number: impl Fn(&E) -> Option<u32>,
    ) -> Result<Self, MonitorTooLarge> {
        let mut monitor =
            Self { counters: Vec::new(), races: Vec::new(), root: Node::Constant(true) };
        monitor.root = monitor.node(formula, &number);
        let mut bits = 0;
        for counter in &mut monitor.counters {
            counter.shift = bits;
            bits += u64::BITS - counter.most.leading_zeros();
        }
        for race in &mut monitor.races {
            race.shift = bits;
            bits += 2;
        }
        if bits > u64::BITS { Err(MonitorTooLarge { bits }) } else { Ok(monitor) }
    }

    fn node<E>(&mut self, formula: &Formula<E>, number: &impl Fn(&E) -> Option<u32>) -> Node {
        match formula {
            Formula::Happens(event, times) => self.at_least(number(event), *times),
            Formula::Never(event) => Node::Not(Box::new(self.at_least(number(event), 1))),
            Formula::Before(event, other) => {
                let Some(first) = number(event) else { return Node::Constant(false) };
                self.races.push(Race { first, other: number(other), shift: 0 });
                Node::First(self.races.len() - 1)
            }
            Formula::Not(inner) => Node::Not(Box::new(self.node(inner, number))),
            Formula::And(parts) => {
                Node::And(parts.iter().map(|part| self.node(part, number)).collect())
            }
            Formula::Or(parts) => {
                Node::Or(parts.iter().map(|part| self.node(part, number)).collect())
            }
        }
    }

    fn at_least(&mut self, event: Option<u32>, times: u32) -> Node {
        let times = u64::from(times);
        let Some(event) = event.filter(|_| times > 0) else { return Node::Constant(times == 0) };
        let known = self.counters.iter().position(|counter| counter.event == event);
        let counter = known.unwrap_or_else(|| {
            self.counters.push(Counter { event, most: 0, shift: 0 });
            self.counters.len() - 1
        });
        self.counters[counter].most = self.counters[counter].most.max(times);
        Node::AtLeast { counter, times }
    }

    fn count(&self, counter: usize, state: u64) -> u64 {
        let counter = &self.counters[counter];
        let mask = u64::MAX >> counter.most.leading_zeros();
        state >> counter.shift & mask
    }

    /// The state after a step that has the events for which `has` is true.
    pub(crate) fn step(&self, state: u64, has: impl Fn(u32) -> bool) -> u64 {
        let mut after = state;
        for (at, counter) in self.counters.iter().enumerate() {
            if has(counter.event) && self.count(at, state) < counter.most {
                after += 1 << counter.shift;
            }
        }
        for race in self.races.iter().filter(|race| state >> race.shift & 3 == 0) {
            let came = if race.other.is_some_and(&has) { 2 } else { u64::from(has(race.first)) };
            after |= came << race.shift;
        }
        after
    }

    /// Returns whether the formula holds for a play that ends here.
    pub(crate) fn holds(&self, state: u64) -> bool {
        self.judge(&self.root, state, true).unwrap_or(false)
    }

    /// Returns whether the formula holds for every continuation of the play or for none; `None` if still open.
    pub(crate) fn settled(&self, state: u64) -> Option<bool> {
        self.judge(&self.root, state, false)
    }

    fn judge(&self, node: &Node, state: u64, ended: bool) -> Option<bool> {
        match node {
            Node::Constant(value) => Some(*value),
            Node::AtLeast { counter, times } => {
                let enough = self.count(*counter, state) >= *times;
                (enough || ended).then_some(enough)
            }
            Node::First(race) => {
                let first = state >> self.races[*race].shift & 3;
                (first != 0 || ended).then_some(first == 1)
            }
            Node::Not(inner) => self.judge(inner, state, ended).map(|value| !value),
            Node::And(parts) => self.judge_all(parts, state, ended, false),
            Node::Or(parts) => self.judge_all(parts, state, ended, true),
        }
    }

    /// `deciding` if one part has this value; the opposite if all parts have that; `None` if open.
    fn judge_all(&self, parts: &[Node], state: u64, ended: bool, deciding: bool) -> Option<bool> {
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

/// The states of a monitor that occur, numbered, with the transitions between them.
#[derive(Debug)]
pub(crate) struct Automaton<'a> {
    monitor: Monitor,
    sets: &'a EventSets,
    states: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
    /// For every state and set of events the next state, or `u32::MAX`.
    next: Vec<Vec<u32>>,
    holds: Vec<bool>,
}

/// The state in which the formula holds for every continuation.
pub(crate) const HOLDS: u32 = 0;
/// The state in which it fails for every continuation.
pub(crate) const FAILS: u32 = 1;

impl<'a> Automaton<'a> {
    pub(crate) fn new(monitor: Monitor, sets: &'a EventSets) -> Self {
        Self {
            monitor,
            sets,
            // The monitor states of HOLDS and FAILS are never read.
            states: vec![0, 0],
            numbers: FxHashMap::default(),
            next: vec![Vec::new(), Vec::new()],
            holds: vec![true, false],
        }
    }

    /// The state before the first step.
    pub(crate) fn start(&mut self) -> u32 {
        let start = self.monitor.step(0, |event| self.sets.starts_with(event));
        self.number(start)
    }

    fn number(&mut self, state: u64) -> u32 {
        match self.monitor.settled(state) {
            Some(true) => return HOLDS,
            Some(false) => return FAILS,
            None => {}
        }
        let Self { states, numbers, next, holds, monitor, sets } = self;
        *numbers.entry(state).or_insert_with(|| {
            states.push(state);
            next.push(vec![u32::MAX; sets.n_sets()]);
            holds.push(monitor.holds(state));
            states.len() as u32 - 1
        })
    }

    /// The state after a step with this set of events.
    pub(crate) fn step(&mut self, number: u32, set: u32) -> u32 {
        if number <= FAILS {
            return number;
        }
        let known = self.next[number as usize][set as usize];
        if known != u32::MAX {
            return known;
        }
        let state = self.states[number as usize];
        let after = self.monitor.step(state, |event| self.sets.has(set, event));
        let after = self.number(after);
        self.next[number as usize][set as usize] = after;
        after
    }

    /// Returns whether the formula holds for a play that ends in this state.
    pub(crate) fn holds(&self, number: u32) -> bool {
        self.holds[number as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        self.states.len() * (self.sets.n_sets() * size_of::<u32>() + 64)
    }
}
