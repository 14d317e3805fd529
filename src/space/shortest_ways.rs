//! All shortest solutions of a level that was searched by regions, by a search backwards through its depths.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::crew::Crew;
use super::region_boards::{BATCH, BoardStanding, RegionStepper, RegionTurns, STOP_EVERY};
use super::regions::{RegionEnd, RegionSpace};
use super::state_space::first_plays;
use super::table::hash_of;
use super::watched::SpaceLimits;
use foolproof_kernel::StopCheck;

/// Approximate bytes of a state in a table of states.
const ENTRY: usize = 2 * size_of::<((u32, u32), u32)>();

/// The shortest solutions of a level: the states on them and the turns between these.
#[derive(Clone, Debug, Default)]
pub struct ShortestWays {
    /// The last depth comes first.
    depths: Vec<WayDepth>,
    /// The states of the depth that was added last, with their numbers.
    states: FxHashMap<(u32, u32), u32>,
}

/// The states at a depth that are on a shortest solution.
#[derive(Clone, Debug, Default)]
struct WayDepth {
    /// Labels, each with the number of the state at the next depth; at the last depth, all of them win.
    turns: Vec<(u32, u32)>,
    /// For each state, the end of its turns in `turns`.
    ends: Vec<u32>,
}

impl WayDepth {
    fn turns_of(&self, state: u32) -> &[(u32, u32)] {
        let end = |state: usize| self.ends.get(state).map_or(0, |end| *end as usize);
        let first = (state as usize).checked_sub(1).map_or(0, end);
        &self.turns[first..end(state as usize)]
    }

    /// Ends the turns of the current state. Returns whether it has any, and thus belongs to these states.
    fn close(&mut self) -> bool {
        let first = self.ends.last().map_or(0, |end| *end as usize);
        if first == self.turns.len() {
            return false;
        }
        self.turns[first..].sort_unstable();
        self.ends.push(self.turns.len() as u32);
        true
    }

    /// Adds the states of another.
    fn append(&mut self, mut other: WayDepth) {
        let first = self.turns.len() as u32;
        self.turns.append(&mut other.turns);
        self.ends.extend(other.ends.iter().map(|end| first + end));
    }

    fn bytes(&self) -> usize {
        self.turns.capacity() * size_of::<(u32, u32)>() + self.ends.capacity() * size_of::<u32>()
    }
}

impl ShortestWays {
    /// The number of turns of a shortest solution.
    pub fn length(&self) -> usize {
        self.depths.len()
    }

    /// The number of shortest solutions, at most `u64::MAX`.
    pub fn n_plays(&self) -> u64 {
        let last = self.depths.first().map_or(0, |last| last.ends.len());
        let mut ways = vec![1_u64; last];
        for (at, depth) in self.depths.iter().enumerate() {
            let of = |turn: &(u32, u32)| if at == 0 { 1 } else { ways[turn.1 as usize] };
            let of = |state| depth.turns_of(state).iter().map(of).fold(0, u64::saturating_add);
            ways = (0..depth.ends.len() as u32).map(of).collect();
        }
        ways.first().copied().unwrap_or(0)
    }

    /// For each step of the shortest solutions, the labels that it has in some of them.
    pub fn labels(&self) -> Vec<BTreeSet<u32>> {
        // All states are reached by a shortest play: they were found at their depth.
        let labels = |depth: &WayDepth| depth.turns.iter().map(|(label, _)| *label).collect();
        self.depths.iter().rev().map(labels).collect()
    }

    /// The first shortest solutions in the order of labels. O(most · length · keys).
    pub fn plays(&self, most: usize) -> Vec<Vec<u32>> {
        let Some(first) = self.depths.len().checked_sub(1) else { return Vec::new() };
        first_plays((first, 0), self.depths.len(), most, |(depth, state)| {
            let turns = self.depths[depth].turns_of(state).iter();
            turns.map(|&(label, to)| (label, depth.checked_sub(1).map(|next| (next, to)))).collect()
        })
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        let of_depths: usize = self.depths.iter().map(WayDepth::bytes).sum();
        of_depths + self.states.capacity() * ENTRY
    }
}

/// The turns and states that some states of a depth add.
struct FoundWays {
    turns: WayDepth,
    /// The states with turns.
    states: Vec<(u32, u32)>,
    /// The reason why the rest is missing, if it is.
    ended: Option<RegionEnd>,
}

impl RegionSpace {
    /// Completes the shortest solutions, once a win is known. O(states · keys) turns. `steppers` must not be
    /// empty; there will be one for each thread.
    pub fn add_ways<S: RegionStepper>(
        &self,
        ways: &mut ShortestWays,
        steppers: &mut Vec<S>,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> RegionEnd {
        let length = self.shortest().unwrap_or(0);
        let mut crew = Crew::new(steppers, limits.threads);
        while ways.depths.len() < length {
            let states = self.states_at(length - 1 - ways.depths.len());
            let (mut found, mut numbers) = (WayDepth::default(), FxHashMap::default());
            for first in (0..states.len()).step_by(BATCH) {
                let batch = first..(first + BATCH).min(states.len());
                let known = &*ways;
                let pieces = crew.take((&batch, states.len()), 1, S::another, |stepper, piece| {
                    self.ways_from(known, stepper, &states[piece], stop)
                });
                for piece in pieces {
                    let first = found.ends.len() as u32;
                    numbers.extend(piece.states.into_iter().zip(first..));
                    found.append(piece.turns);
                    if let Some(ended) = piece.ended {
                        return ended;
                    }
                }
                let lists = states.capacity() * size_of::<(u32, u32)>();
                let bytes = ways.bytes() + found.bytes() + numbers.capacity() * ENTRY + lists;
                if self.bytes() + bytes > limits.bytes {
                    return RegionEnd::Limit;
                }
            }
            // Without a state that could not be read back, solutions would be missing.
            if self.is_torn() {
                return RegionEnd::Limit;
            }
            ways.depths.push(found);
            ways.states = numbers;
        }
        RegionEnd::Complete
    }

    /// The turns that shortest solutions take from some states of a depth.
    fn ways_from<S: RegionStepper>(
        &self,
        ways: &ShortestWays,
        stepper: &mut S,
        states: &[(u32, u32)],
        stop: StopCheck<'_>,
    ) -> FoundWays {
        let mut made = RegionTurns::default();
        let mut found = FoundWays { turns: WayDepth::default(), states: Vec::new(), ended: None };
        for (n, &(board, place)) in states.iter().enumerate() {
            if n.is_multiple_of(STOP_EVERY) && stop() {
                found.ended = Some(RegionEnd::Stopped);
                break;
            }
            if self.boards.standing(board) == BoardStanding::DeadEnd {
                continue;
            }
            made.clear();
            if stepper.turns(self.boards.table.state(board), place, &mut made).is_err() {
                found.ended = Some(RegionEnd::Limit);
                break;
            }
            self.note_turns(ways, board, &made, &mut found.turns.turns);
            if found.turns.close() {
                found.states.push((board, place));
            }
        }
        found
    }

    /// Notes the turns from a board that a shortest solution takes.
    fn note_turns(
        &self,
        ways: &ShortestWays,
        board: u32,
        made: &RegionTurns,
        turns: &mut Vec<(u32, u32)>,
    ) {
        if ways.depths.is_empty() {
            turns.extend(made.wins.iter().map(|label| (*label, 0)));
            return;
        }
        for (label, place) in &made.walks {
            let to = ways.states.get(&(board, *place));
            turns.extend(to.map(|to| (*label, *to)));
        }
        for ((label, place), board) in made.changes(self.boards.table.width()) {
            let board = self.boards.table.find(board, hash_of(board));
            let to = board.and_then(|board| ways.states.get(&(board, place)));
            turns.extend(to.map(|to| (label, *to)));
        }
    }
}
