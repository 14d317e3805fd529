//! What a play practises: formulas over events, watched by counters that saturate.
//!
//! A monitor is at most 64 bits that one step after the other changes. Knows nobody.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A property of plays, by the events of their steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Formula {
    /// An event happens in at least so many steps.
    Happens(String, u32),
    /// An event happens in no step.
    Never(String),
    /// The first event happens, and the second one neither before nor together with its first time.
    Before(String, String),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    /// The events that it speaks of, sorted, each once.
    pub fn events(&self) -> Vec<&str> {
        let mut events = Vec::new();
        self.collect(&mut events);
        events.sort_unstable();
        events.dedup();
        events
    }

    fn collect<'a>(&'a self, events: &mut Vec<&'a str>) {
        match self {
            Self::Happens(event, _) | Self::Never(event) => events.push(event),
            Self::Before(event, other) => events.extend([event.as_str(), other]),
            Self::Not(inner) => inner.collect(events),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().for_each(|part| part.collect(events));
            }
        }
    }
}

/// The formula counts more than fits into 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the concept counts too much at once: its counters need {bits} bits, and there are 64")]
pub struct MonitorTooLarge {
    pub bits: u32,
}

/// A counter of an event, up to the most that anyone asks for.
#[derive(Clone, Debug)]
struct Counter {
    event: u32,
    most: u64,
    shift: u32,
}

/// Which of two events came first: 0 neither, 1 the first one, 2 the other or both.
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

/// Watches plays for one formula.
#[derive(Clone, Debug)]
pub(super) struct Monitor {
    counters: Vec<Counter>,
    races: Vec<Race>,
    root: Node,
}

impl Monitor {
    /// A monitor whose events are the places in this sorted list.
    pub fn new(formula: &Formula, events: &[String]) -> Result<Self, MonitorTooLarge> {
        let mut monitor =
            Self { counters: Vec::new(), races: Vec::new(), root: Node::Constant(true) };
        monitor.root = monitor.node(formula, &|event| {
            let found = events.binary_search_by(|known| known.as_str().cmp(event));
            found.ok().map(|at| at as u32)
        });
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

    fn node(&mut self, formula: &Formula, place: &impl Fn(&str) -> Option<u32>) -> Node {
        match formula {
            Formula::Happens(event, times) => self.at_least(place(event), *times),
            Formula::Never(event) => Node::Not(Box::new(self.at_least(place(event), 1))),
            Formula::Before(event, other) => {
                let Some(first) = place(event) else { return Node::Constant(false) };
                self.races.push(Race { first, other: place(other), shift: 0 });
                Node::First(self.races.len() - 1)
            }
            Formula::Not(inner) => Node::Not(Box::new(self.node(inner, place))),
            Formula::And(parts) => {
                Node::And(parts.iter().map(|part| self.node(part, place)).collect())
            }
            Formula::Or(parts) => {
                Node::Or(parts.iter().map(|part| self.node(part, place)).collect())
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

    /// The state after a step with these events.
    pub fn step(&self, state: u64, events: &[u32]) -> u64 {
        let mut after = state;
        for (at, counter) in self.counters.iter().enumerate() {
            if events.contains(&counter.event) && self.count(at, state) < counter.most {
                after += 1 << counter.shift;
            }
        }
        for race in self.races.iter().filter(|race| state >> race.shift & 3 == 0) {
            let other = race.other.is_some_and(|other| events.contains(&other));
            let first = events.contains(&race.first);
            after |= if other { 2 } else { u64::from(first) } << race.shift;
        }
        after
    }

    /// Whether the formula holds of a play that ends here.
    pub fn holds(&self, state: u64) -> bool {
        self.judge(&self.root, state, true).unwrap_or(false)
    }

    /// Whether it holds or fails however the play goes on; none where that is open.
    pub fn settled(&self, state: u64) -> Option<bool> {
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

    /// One part that has the `deciding` value decides; all others together say the contrary.
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

/// A monitor's states that were met, numbered, with the steps between them.
#[derive(Debug)]
pub(super) struct Automaton<'a> {
    monitor: Monitor,
    /// The events of every label.
    labels: &'a [Vec<u32>],
    states: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
    /// For every state and label the next state, or `u32::MAX`.
    next: Vec<Vec<u32>>,
    holds: Vec<bool>,
}

/// The state in which the formula holds for good.
pub(super) const HOLDS: u32 = 0;
/// The state in which it fails for good.
const FAILS: u32 = 1;

impl<'a> Automaton<'a> {
    pub fn new(monitor: Monitor, labels: &'a [Vec<u32>]) -> Self {
        Self {
            monitor,
            labels,
            // The first two are left alone, so what they would be does not matter.
            states: vec![0, 0],
            numbers: FxHashMap::default(),
            next: vec![Vec::new(), Vec::new()],
            holds: vec![true, false],
        }
    }

    pub fn start(&mut self) -> u32 {
        self.number(0)
    }

    fn number(&mut self, state: u64) -> u32 {
        match self.monitor.settled(state) {
            Some(true) => return HOLDS,
            Some(false) => return FAILS,
            None => {}
        }
        let Self { states, numbers, next, holds, monitor, labels } = self;
        *numbers.entry(state).or_insert_with(|| {
            states.push(state);
            next.push(vec![u32::MAX; labels.len()]);
            holds.push(monitor.holds(state));
            states.len() as u32 - 1
        })
    }

    pub fn step(&mut self, number: u32, label: u32) -> u32 {
        if number <= FAILS {
            return number;
        }
        let known = self.next[number as usize][label as usize];
        if known != u32::MAX {
            return known;
        }
        let events = &self.labels[label as usize];
        let after = self.monitor.step(self.states[number as usize], events);
        let after = self.number(after);
        self.next[number as usize][label as usize] = after;
        after
    }

    /// Whether the formula holds of a play that ends in this state.
    pub fn holds(&self, number: u32) -> bool {
        self.holds[number as usize]
    }

    pub fn bytes(&self) -> usize {
        self.states.len() * (self.labels.len() * size_of::<u32>() + 64)
    }
}
