//! All positions of a game of moves, with the steps between them, and what follows from that.
//!
//! Where the search was not complete, what is said of ways to win is true and what is not said is
//! open. Knows games of moves.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::packed::{PackedSet, PositionBits};
use super::steps::{StepState, StepWords};
use crate::space::{ActionId, StopAsk};

/// A position by its number, in the order in which positions are found: the start has 0.
pub type PositionId = u32;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExploreEnd {
    /// There is nothing else.
    Complete,
    /// There is nothing else, but an action of a position puts a mark where it may never be: the rules
    /// are wrong, and nothing is sure of the level.
    Astray {
        position: PositionId,
        action: ActionId,
    },
    Limit,
    Stopped,
}

/// Actions together with the events that happen, each pair once.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    pub actions: Vec<ActionId>,
    pub events: Vec<Vec<u32>>,
}

impl Labels {
    pub fn of(set: &PackedSet) -> Self {
        let mut labels = Self::default();
        for key in (0..set.len() as u32).map(|label| set.key(label)) {
            labels.actions.push(key.first().copied().unwrap_or(0) as ActionId);
            let words = key.get(1..).unwrap_or_default();
            let on = |event: &u32| words[*event as usize / 64] >> (event % 64) & 1 == 1;
            labels.events.push((0..words.len() as u32 * 64).filter(on).collect());
        }
        labels
    }
}

/// A step: where it leads, and the label of its action and events.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Edge {
    pub target: PositionId,
    pub label: u32,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Explored {
    pub(super) positions: PackedSet,
    pub(super) words: Arc<StepWords>,
    pub(super) labels: Labels,
    pub(super) won: PositionBits,
    pub(super) n_lost: usize,
    pub(super) end: ExploreEnd,
    /// The first position with an action that leads astray.
    pub(super) astray: Option<(PositionId, ActionId)>,
    edges: Vec<Edge>,
    /// Of every position that was gone on from, the end of its edges.
    edge_ends: Vec<u32>,
    /// The first position of every depth.
    levels: Vec<u32>,
    /// Steps to the nearest win, or `u32::MAX`.
    distances: Vec<u32>,
    /// In how many ways of that length.
    ways: Vec<u64>,
    n_solvable: usize,
}

impl Explored {
    pub(super) fn new(width: usize, words: Arc<StepWords>) -> Self {
        Self {
            positions: PackedSet::new(width),
            words,
            labels: Labels::default(),
            won: PositionBits::default(),
            n_lost: 0,
            end: ExploreEnd::Stopped,
            astray: None,
            edges: Vec::new(),
            edge_ends: Vec::new(),
            levels: vec![0, 1],
            distances: Vec::new(),
            ways: Vec::new(),
            n_solvable: 0,
        }
    }

    pub(super) fn n_expanded(&self) -> usize {
        self.edge_ends.len()
    }

    /// Notes that a position is taken: all positions of its depth are known once the first is.
    pub(super) fn enter_level(&mut self, position: usize) {
        if self.levels.last().is_some_and(|last| *last as usize == position) && position > 0 {
            self.levels.push(self.positions.len() as u32);
        }
    }

    pub(super) fn add_step(&mut self, target: PositionId, label: u32) {
        self.edges.push(Edge { target, label });
    }

    pub(super) fn end_steps(&mut self) {
        self.edge_ends.push(self.edges.len() as u32);
    }

    /// Forgets the steps since the last end.
    pub(super) fn drop_steps(&mut self) {
        self.edges.truncate(self.edge_ends.last().copied().unwrap_or(0) as usize);
    }

    pub(super) fn edges(&self, position: PositionId) -> &[Edge] {
        let at = position as usize;
        let from = at.checked_sub(1).and_then(|before| self.edge_ends.get(before)).copied();
        let to = self.edge_ends.get(at).copied().unwrap_or(0);
        self.edges.get(from.unwrap_or(0) as usize..to as usize).unwrap_or_default()
    }

    pub(super) fn action_of(&self, edge: Edge) -> ActionId {
        self.labels.actions.get(edge.label as usize).copied().unwrap_or(0)
    }

    /// Finds how far every position is from a win: breadth first, backwards. False if stopped.
    pub(super) fn look_back(&mut self, stop: StopAsk<'_>) -> bool {
        let n_positions = self.positions.len();
        let mut ends = vec![0u32; n_positions + 1];
        self.edges.iter().for_each(|edge| ends[edge.target as usize + 1] += 1);
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut sources = vec![0u32; self.edges.len()];
        let mut filled = ends.clone();
        for position in 0..self.n_expanded() as u32 {
            for edge in self.edges(position) {
                let place = &mut filled[edge.target as usize];
                sources[*place as usize] = position;
                *place += 1;
            }
        }
        if stop() {
            return false;
        }
        let mut distances = vec![u32::MAX; n_positions];
        let mut ways = vec![0u64; n_positions];
        let mut queue: Vec<u32> = (0..n_positions as u32).filter(|at| self.won.has(*at)).collect();
        for won in &queue {
            (distances[*won as usize], ways[*won as usize]) = (0, 1);
        }
        let mut at = 0;
        while let Some(position) = queue.get(at).copied().map(|position| position as usize) {
            at += 1;
            if at % (1 << 16) == 0 && stop() {
                return false;
            }
            for source in &sources[ends[position] as usize..ends[position + 1] as usize] {
                let source = *source as usize;
                if distances[source] == u32::MAX {
                    distances[source] = distances[position] + 1;
                    queue.push(source as u32);
                }
                if distances[source] == distances[position] + 1 {
                    ways[source] = ways[source].saturating_add(ways[position]);
                }
            }
        }
        self.n_solvable = queue.len();
        (self.distances, self.ways) = (distances, ways);
        true
    }

    pub fn end(&self) -> ExploreEnd {
        self.end
    }

    pub fn is_complete(&self) -> bool {
        self.end == ExploreEnd::Complete
    }

    pub fn n_positions(&self) -> usize {
        self.positions.len()
    }

    pub fn n_won(&self) -> usize {
        self.won.count()
    }

    pub fn n_lost(&self) -> usize {
        self.n_lost
    }

    /// How many steps there are between positions.
    pub fn n_steps(&self) -> usize {
        self.edges.len()
    }

    /// What the search holds in memory, roughly.
    pub fn bytes(&self) -> usize {
        let numbers = self.edge_ends.capacity() + self.distances.capacity();
        self.positions.bytes()
            + self.edges.capacity() * size_of::<Edge>()
            + numbers * size_of::<u32>()
            + self.ways.capacity() * size_of::<u64>()
    }

    /// The length of a shortest solution. Exact wherever there is one, even at a limit.
    pub fn shortest(&self) -> Option<u32> {
        self.distance(0)
    }

    /// How many shortest solutions there are, as sequences of actions.
    pub fn n_shortest(&self) -> u64 {
        self.continuations(0)
    }

    /// Whether no shortest solution can be missing from the count.
    pub fn count_is_exact(&self) -> bool {
        self.is_complete() || self.shortest().is_some_and(|length| length <= self.whole_depth())
    }

    /// All plays up to this length are known: all positions less deep were gone on from.
    pub(super) fn whole_depth(&self) -> u32 {
        let whole = self.levels.iter().rposition(|from| *from as usize <= self.n_expanded());
        whole.map_or(0, |depth| depth as u32)
    }

    /// How many positions can no longer be won; unknown unless all positions are known.
    pub fn n_dead_ends(&self) -> Option<usize> {
        self.is_complete().then(|| self.n_positions() - self.n_solvable)
    }

    pub fn find(&self, state: &StepState) -> Option<PositionId> {
        self.positions.find(&state.0)
    }

    pub fn state(&self, position: PositionId) -> StepState {
        StepState(self.positions.key(position).into())
    }

    /// How many steps a position is from the start.
    pub fn depth(&self, position: PositionId) -> u32 {
        self.levels.partition_point(|first| *first <= position).saturating_sub(1) as u32
    }

    pub fn is_won(&self, position: PositionId) -> bool {
        self.won.has(position)
    }

    /// The actions of a shortest way from the start to a position.
    pub fn way_to(&self, position: PositionId) -> Vec<ActionId> {
        let mut came: Vec<Option<(PositionId, ActionId)>> = vec![None; self.n_positions()];
        for from in 0..self.n_expanded() as PositionId {
            for (action, to) in self.steps(from) {
                // Positions are numbered as they are found, so the first way is a shortest one.
                if let Some(slot) =
                    came.get_mut(to as usize).filter(|slot| slot.is_none() && to > from)
                {
                    *slot = Some((from, action));
                }
            }
        }
        let (mut way, mut at) = (Vec::new(), position);
        while let Some((from, action)) = came.get(at as usize).copied().flatten() {
            way.push(action);
            at = from;
        }
        way.reverse();
        way
    }

    /// How many steps a position is from a win; none if no way to one is known.
    pub fn distance(&self, position: PositionId) -> Option<u32> {
        self.distances.get(position as usize).copied().filter(|distance| *distance != u32::MAX)
    }

    /// Whether a position can still be won; none where that is not known.
    pub fn is_solvable(&self, position: PositionId) -> Option<bool> {
        let solvable = self.distance(position).is_some();
        (solvable || self.is_complete()).then_some(solvable)
    }

    /// In how many shortest ways a position can be won.
    pub fn continuations(&self, position: PositionId) -> u64 {
        self.ways.get(position as usize).copied().unwrap_or(0)
    }

    /// The legal actions of a position, and where they lead.
    pub fn steps(&self, position: PositionId) -> impl Iterator<Item = (ActionId, PositionId)> {
        self.edges(position).iter().map(|edge| (self.action_of(*edge), edge.target))
    }

    /// The events of the step that an action is.
    pub fn events(&self, position: PositionId, action: ActionId) -> Vec<&str> {
        let edge = self.edges(position).iter().find(|edge| self.action_of(**edge) == action);
        let events = edge.and_then(|edge| self.labels.events.get(edge.label as usize));
        let names = events.into_iter().flatten();
        names.filter_map(|event| Some(self.words.events.get(*event as usize)?.as_str())).collect()
    }

    /// The actions after which a position can still be won, as far as is known.
    pub fn keeping(&self, position: PositionId) -> Vec<ActionId> {
        let keeps = |(_, target): &(ActionId, PositionId)| self.distance(*target).is_some();
        self.steps(position).filter(keeps).map(|(action, _)| action).collect()
    }

    /// The first action of a shortest way to win.
    pub fn hint(&self, position: PositionId) -> Option<ActionId> {
        self.nearing(position).next().map(|(action, _)| action)
    }

    /// The steps of shortest ways to win.
    pub(super) fn nearing(
        &self,
        position: PositionId,
    ) -> impl Iterator<Item = (ActionId, PositionId)> {
        let nearer = self.distance(position).and_then(|distance| distance.checked_sub(1));
        let steps = self.steps(position);
        steps.filter(move |(_, target)| nearer.is_some() && self.distance(*target) == nearer)
    }
}
