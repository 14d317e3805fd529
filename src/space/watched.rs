//! What searches for solutions read of a state space: its steps, and the events of each step.

use super::bits::has_bit;

/// An action by its number.
pub type ActionId = u32;

/// A wish to stop; asked often, possibly by several threads.
pub type StopAsk<'a> = &'a (dyn Fn() -> bool + Sync);

/// How far a search may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpaceLimits {
    pub states: usize,
    /// For the states, the steps between them and all that is computed from them.
    pub bytes: usize,
    /// Results do not depend on the number of threads.
    pub threads: usize,
}

impl Default for SpaceLimits {
    fn default() -> Self {
        Self { states: 2_000_000, bytes: 512 << 20, threads: 2 }
    }
}

/// A step that may be part of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchedStep {
    pub action: ActionId,
    /// The state that it leads to; `None` if it wins.
    pub target: Option<u32>,
    /// The number of its set of events.
    pub label: u32,
}

/// States, the steps between them that may be part of a solution, and the events of these steps.
///
/// States are numbered from the start, which is 0. A state that is won has no steps.
pub trait WatchedSpace: Sync {
    fn n_states(&self) -> usize;

    /// The length up to which all plays are known; `None` if plays of every length are.
    fn known_length(&self) -> Option<u32>;

    /// Steps to the nearest known win, 0 if the state is won.
    fn distance(&self, state: u32) -> Option<u32>;

    /// The steps that win or lead to a state from which a win is known, in the order of actions.
    fn steps(&self, state: u32) -> impl Iterator<Item = WatchedStep>;

    fn sets(&self) -> &EventSets;

    /// The actions of a shortest way to a win, the first action in order at each step.
    fn way_to_win(&self, from: u32) -> Option<Vec<ActionId>> {
        let (mut at, mut way) = (from, Vec::new());
        for left in (0..self.distance(from)?).rev() {
            let is_nearer = |step: &WatchedStep| match step.target {
                None => left == 0,
                Some(target) => left > 0 && self.distance(target) == Some(left),
            };
            let step = self.steps(at).find(is_nearer)?;
            way.push(step.action);
            at = step.target.unwrap_or(at);
        }
        Some(way)
    }
}

/// Sets of events as bits, by label; an event is known by its place among the events asked about.
#[derive(Clone, Debug, Default)]
pub struct EventSets {
    n_words: usize,
    words: Vec<u64>,
    /// What counts as happening before the first step.
    at_start: Vec<u64>,
}

impl EventSets {
    /// Sets of so many words each, one after the other.
    pub fn new(n_words: usize, words: Vec<u64>, at_start: Vec<u64>) -> Self {
        Self { n_words, words, at_start }
    }

    /// Sets of some `events`, given the sorted numbers of all events of each label.
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

    pub fn n_words(&self) -> usize {
        self.n_words
    }

    /// How many labels there are.
    pub fn n_labels(&self) -> usize {
        self.words.len() / self.n_words.max(1)
    }

    /// One word of a label's set.
    pub fn word(&self, label: u32, word: usize) -> u64 {
        self.words.get(label as usize * self.n_words + word).copied().unwrap_or(0)
    }

    pub fn start_word(&self, word: usize) -> u64 {
        self.at_start.get(word).copied().unwrap_or(0)
    }

    pub fn has(&self, label: u32, event: u32) -> bool {
        self.word(label, event as usize / 64) >> (event % 64) & 1 == 1
    }

    pub fn starts_with(&self, event: u32) -> bool {
        has_bit(&self.at_start, event)
    }
}
