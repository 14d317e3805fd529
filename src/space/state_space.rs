//! The explored states of a level, the steps between them, and the distance of each from a win.
//!
//! If the exploration is incomplete, every reported win is real, and everything else is open.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::distances::Distances;
use super::spill::SpillFile;
use super::step_log::StepLog;
use super::stepper::Step;
use super::store::StateStore;

/// End of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExploreEnd {
    /// All states were found.
    Complete,
    /// States or memory ran out.
    Limit,
    Stopped,
    /// A step failed.
    Broken,
}

/// The states of a level, numbered in the order in which a breadth-first search finds them; the start is 0.
#[derive(Clone, Debug)]
pub struct StateSpace {
    pub(super) store: StateStore,
    /// The steps of the expanded states, and some of the next one.
    pub(super) steps: StepLog,
    /// The first state of every depth.
    pub(super) layers: Vec<u32>,
    /// States that are won.
    pub(super) won: Vec<u32>,
    /// Labels that never come to an end, each with its state, in the order of states.
    pub(super) endless: Vec<(u32, u32)>,
    pub(super) n_lost: usize,
    pub(super) n_unfollowed: usize,
    pub(super) n_winning_steps: usize,
    /// Steps to the first win that was found.
    pub(super) first_win: Option<u32>,
    /// The flags of all steps, combined.
    pub(super) flags: u8,
    pub(super) end: ExploreEnd,
    pub(super) distances: Distances,
    /// The most bytes that everything may take.
    pub(super) memory: usize,
    /// The file for data that does not fit into memory.
    pub(super) file: Arc<SpillFile>,
}

impl StateSpace {
    pub(super) fn new(width: usize) -> Self {
        Self {
            store: StateStore::new(width),
            steps: StepLog::new(),
            layers: vec![0],
            won: Vec::new(),
            endless: Vec::new(),
            n_lost: 0,
            n_unfollowed: 0,
            n_winning_steps: 0,
            first_win: None,
            flags: 0,
            end: ExploreEnd::Stopped,
            distances: Distances::default(),
            memory: usize::MAX,
            file: Arc::new(SpillFile::new(0)),
        }
    }

    pub fn end(&self) -> ExploreEnd {
        if self.is_torn() { ExploreEnd::Limit } else { self.end }
    }

    pub fn is_complete(&self) -> bool {
        self.end() == ExploreEnd::Complete
    }

    /// Returns whether data on disk could not be read back: then nothing is proved.
    pub fn is_torn(&self) -> bool {
        self.file.has_failed()
    }

    /// Bytes on disk.
    pub fn disk_bytes(&self) -> usize {
        self.file.len()
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.steps.bytes() + self.distances.bytes() + self.list_bytes()
    }

    pub(super) fn list_bytes(&self) -> usize {
        let of_states = (self.layers.capacity() + self.won.capacity()) * size_of::<u32>();
        of_states + self.endless.capacity() * size_of::<(u32, u32)>()
    }

    pub fn n_states(&self) -> usize {
        self.store.n_states()
    }

    /// The number of states whose steps were all taken.
    pub fn n_expanded(&self) -> usize {
        self.steps.n_states()
    }

    pub fn n_steps(&self) -> usize {
        self.steps.n_steps()
    }

    /// The number of steps that win and lead to no state.
    pub fn n_winning_steps(&self) -> usize {
        self.n_winning_steps
    }

    pub fn n_won(&self) -> usize {
        self.won.len()
    }

    pub fn n_lost(&self) -> usize {
        self.n_lost
    }

    /// The number of dead ends that were not expanded, because they were known to be dead ends. States that can
    /// only be reached through them are missing.
    pub fn n_unfollowed(&self) -> usize {
        self.n_unfollowed
    }

    /// The actions that never come to an end, as a state and a label each, in the order of states. No play goes
    /// on after one, so they are not steps.
    pub fn endless_steps(&self) -> &[(u32, u32)] {
        &self.endless
    }

    /// The packed states.
    pub fn store(&self) -> &StateStore {
        &self.store
    }

    /// The number of depths, counting depth 0 of the start.
    pub fn n_layers(&self) -> usize {
        let last = self.layers.last().map_or(0, |last| *last as usize);
        self.layers.len() - usize::from(last == self.n_states())
    }

    /// The states at this depth, that is, this many steps from the start.
    pub fn layer(&self, depth: usize) -> Range<u32> {
        let n_states = self.n_states() as u32;
        let first = self.layers.get(depth).copied().unwrap_or(n_states);
        first..self.layers.get(depth + 1).copied().unwrap_or(n_states)
    }

    /// The depth of a state: its fewest steps from the start.
    pub fn depth(&self, state: u32) -> u32 {
        self.layers.partition_point(|first| *first <= state).saturating_sub(1) as u32
    }

    /// All plays up to this length are known: every state at a smaller depth is expanded.
    pub fn whole_depth(&self) -> u32 {
        let whole = self.layers.iter().rposition(|first| *first as usize <= self.n_expanded());
        whole.map_or(0, |depth| depth as u32)
    }

    /// The steps of a state, as far as they were taken.
    pub fn steps(&self, state: u32) -> impl Iterator<Item = Step> + '_ {
        self.steps.of(state).1
    }

    /// The labels of a shortest way from the start to a state. O(steps).
    pub fn way_to(&self, state: u32) -> Vec<u32> {
        let (mut way, mut at) = (Vec::new(), state);
        while at != 0 {
            let Some((from, label)) = self.steps.met_by(at) else { return Vec::new() };
            way.push(label);
            at = from;
        }
        way.reverse();
        way
    }

    /// Steps from a state to the nearest known win; exact if the exploration is complete.
    pub fn distance(&self, state: u32) -> Option<u32> {
        self.distances.get(state as usize)
    }

    /// The length of a shortest solution. Exact even if the exploration is incomplete.
    pub fn shortest(&self) -> Option<u32> {
        self.first_win
    }

    /// Returns whether no win can be reached from a state; `None` if that is not known.
    pub fn is_dead_end(&self, state: u32) -> Option<bool> {
        match self.distance(state) {
            Some(_) => Some(false),
            None => (self.is_complete() && (state as usize) < self.n_states()).then_some(true),
        }
    }

    /// The number of states from which no win can be reached; `None` if it is not known. There may be more
    /// behind dead ends that were not expanded.
    pub fn n_dead_ends(&self) -> Option<usize> {
        self.is_complete().then(|| self.n_states() - self.distances.n_known())
    }

    /// Returns whether a step is the first of a shortest way to a win, from a state at this distance.
    fn is_nearer(&self, step: Step, distance: u32) -> bool {
        match step.state() {
            None => distance == 1,
            Some(target) => distance > 0 && self.distance(target) == Some(distance - 1),
        }
    }

    /// The steps of a state that begin a shortest way to a win.
    pub fn nearing(&self, state: u32) -> impl Iterator<Item = Step> {
        let distance = self.distance(state).unwrap_or(0);
        self.steps(state).filter(move |step| self.is_nearer(*step, distance))
    }

    /// The labels of a shortest way from a state to a win; at each step the first one in order.
    pub fn way_to_win(&self, from: u32) -> Option<Vec<u32>> {
        let (mut at, mut way) = (from, Vec::new());
        for _ in 0..self.distance(from)? {
            let step = self.nearing(at).next()?;
            way.push(step.label);
            at = step.state().unwrap_or(at);
        }
        Some(way)
    }

    /// The labels of the first shortest solutions from a state, in order. O(most · length · actions).
    pub fn shortest_plays(&self, from: u32, most: usize) -> Vec<Vec<u32>> {
        let Some(length) = self.distance(from) else { return Vec::new() };
        first_plays(from, length as usize, most, |state| {
            self.nearing(state).map(|step| (step.label, step.state())).collect()
        })
    }

    /// For each step of the shortest solutions from a state, the labels that it has in some of them.
    pub fn shortest_steps(&self, from: u32) -> Vec<BTreeSet<u32>> {
        let mut layer = BTreeSet::from([from]);
        let mut found = Vec::new();
        for _ in 0..self.distance(from).unwrap_or(0) {
            let steps: Vec<Step> = layer.iter().flat_map(|state| self.nearing(*state)).collect();
            found.push(steps.iter().map(|step| step.label).collect());
            layer = steps.iter().filter_map(|step| step.state()).collect();
        }
        found
    }
}

/// The labels of the first plays of a length from a state, in the order in which `turns` gives the turns of a
/// state, as labels and states. O(most · length · turns).
pub(super) fn first_plays<N>(
    from: N,
    length: usize,
    most: usize,
    turns: impl Fn(N) -> Vec<(u32, Option<N>)>,
) -> Vec<Vec<u32>> {
    // For every state of the play under construction, its turns that were not tried yet.
    let untried = |state: N| {
        let mut turns = turns(state);
        turns.reverse();
        turns
    };
    let (mut plays, mut play) = (Vec::new(), Vec::new());
    let mut open = vec![untried(from)];
    while let Some(turns) = open.last_mut().filter(|_| plays.len() < most) {
        if play.len() == length {
            plays.push(play.clone());
        }
        match turns.pop() {
            Some((label, state)) => {
                play.push(label);
                open.push(state.map_or_else(Vec::new, untried));
            }
            None => {
                open.pop();
                play.pop();
            }
        }
    }
    plays
}
