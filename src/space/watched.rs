//! A state space with the events of its steps, as searches for solutions need it.

use super::bits::has_bit;
use super::state_space::StateSpace;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpaceLimits {
    pub states: usize,
    /// Memory for the states, the steps and everything computed from them.
    pub bytes: usize,
    /// Disk space for data that does not fit into memory.
    pub disk: usize,
    /// Results do not depend on the number of threads.
    pub threads: usize,
}

impl Default for SpaceLimits {
    fn default() -> Self {
        Self { states: 2_000_000, bytes: 512 << 20, disk: 0, threads: 2 }
    }
}

/// A step that may be part of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WatchedStep {
    pub label: u32,
    /// The state to which it leads; `None` if it wins.
    pub target: Option<u32>,
    /// The number of its set of events.
    pub set: u32,
}

/// A space with the events of its steps that may be part of a solution.
pub struct WatchedSpace<'a> {
    pub space: &'a StateSpace,
    /// For every step the number of its set of events, or [`NO_SET`]; `None` if these numbers are the labels.
    pub set_of_step: Option<Vec<u32>>,
    pub sets: EventSets,
    /// The length up to which all plays are known; `None` if all plays are known.
    pub known_length: Option<u32>,
}

/// The set of a step that is part of no solution.
pub const NO_SET: u32 = u32::MAX;

impl WatchedSpace<'_> {
    /// The steps that win or lead to a state with a known win, in order.
    pub(crate) fn steps(&self, state: u32) -> impl Iterator<Item = WatchedStep> {
        let (first, steps) = self.space.steps.of(state);
        (first..).zip(steps).filter_map(move |(place, step)| {
            let set = self.set_of_step.as_ref().map_or(step.label, |sets| sets[place]);
            if set == NO_SET {
                return None;
            }
            let target = match step.state() {
                None => None,
                Some(target) => (self.space.distance(target)? > 0).then_some(target),
            };
            Some(WatchedStep { label: step.label, target, set })
        })
    }
}

/// Sets of events as bits, by number. An event is identified by its place among the events asked about.
#[derive(Clone, Debug, Default)]
pub struct EventSets {
    n_words: usize,
    words: Vec<u64>,
    /// The events that count as happening before the first step.
    at_start: Vec<u64>,
}

impl EventSets {
    /// Sets of `n_words` words each, concatenated.
    pub fn new(n_words: usize, words: Vec<u64>, at_start: Vec<u64>) -> Self {
        Self { n_words, words, at_start }
    }

    /// The set of each label, given the sorted numbers of all its events, restricted to `events`.
    pub fn of_labels(labels: &[Vec<u32>], events: &[u32]) -> Self {
        let n_words = events.len().div_ceil(64).max(1);
        let mut words = vec![0; labels.len() * n_words];
        for (happening, set) in labels.iter().zip(words.chunks_mut(n_words)) {
            for (place, event) in events.iter().enumerate() {
                if happening.binary_search(event).is_ok() {
                    set[place / 64] |= 1 << (place % 64);
                }
            }
        }
        Self { n_words, words, at_start: vec![0; n_words] }
    }

    pub(crate) fn n_words(&self) -> usize {
        self.n_words
    }

    pub(crate) fn n_sets(&self) -> usize {
        self.words.len() / self.n_words.max(1)
    }

    pub(crate) fn word(&self, set: u32, word: usize) -> u64 {
        self.words.get(set as usize * self.n_words + word).copied().unwrap_or(0)
    }

    pub(crate) fn start_word(&self, word: usize) -> u64 {
        self.at_start.get(word).copied().unwrap_or(0)
    }

    pub(crate) fn has(&self, set: u32, event: u32) -> bool {
        self.word(set, event as usize / 64) >> (event % 64) & 1 == 1
    }

    pub(crate) fn starts_with(&self, event: u32) -> bool {
        has_bit(&self.at_start, event)
    }
}
