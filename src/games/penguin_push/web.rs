//! All boards that pushes lead to, layer by layer, and the number of ways to each and onward.
//!
//! A layer has the boards with one number of penguins, each once. Complexity: a step of work for each push of
//! each reached board.

use std::sync::Arc;

use crate::facts;
use crate::ice::{Ice, Penguins, Push};
use foolproof_game::{Choice, Move, Position, StateGraph};

/// Limit of boards kept, without their pushes and with them: the latter take some 250 bytes each.
const MAX_BOARDS: usize = 4_000_000;
const MAX_KNOTS: usize = 1_000_000;
/// Boards between two checks of the clock.
const BREATH: usize = 4096;

/// Boards with their number of ways, without duplicates, in order of discovery.
#[derive(Clone, Debug)]
pub(crate) struct BoardLayer {
    pub boards: Vec<Penguins>,
    /// Number of ways to reach each board, `u64::MAX` for that many or more.
    pub ways: Vec<u64>,
    /// Hash table of indices into the two, each increased by one; 0 is a free slot.
    slots: Vec<u32>,
    shift: u32,
}

impl Default for BoardLayer {
    fn default() -> Self {
        Self { boards: Vec::new(), ways: Vec::new(), slots: vec![0; 64], shift: 58 }
    }
}

impl BoardLayer {
    /// The layer of one board.
    pub(crate) fn of(board: Penguins) -> Self {
        let mut layer = Self::default();
        layer.add(board, 1);
        layer
    }

    pub(crate) fn clear(&mut self) {
        self.boards.clear();
        self.ways.clear();
        self.slots.fill(0);
    }

    /// Adds ways to a board. Returns its index.
    #[inline]
    pub(crate) fn add(&mut self, board: Penguins, ways: u64) -> usize {
        let mut slot = self.slot(board);
        loop {
            match self.slots[slot] {
                0 => break,
                // Widening only.
                taken => {
                    let at = taken as usize - 1;
                    if self.boards[at] == board {
                        self.ways[at] = self.ways[at].saturating_add(ways);
                        return at;
                    }
                }
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.boards.push(board);
        self.ways.push(ways);
        // There are never 2^32 boards: `MAX_BOARDS` is far less.
        self.slots[slot] = self.boards.len() as u32;
        if self.boards.len() * 2 > self.slots.len() {
            self.grow();
        }
        self.boards.len() - 1
    }

    /// The upper bits of a product with an odd number depend on all bits of the board.
    #[inline]
    fn slot(&self, board: Penguins) -> usize {
        (board.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    fn grow(&mut self) {
        self.shift -= 1;
        self.slots = vec![0; self.slots.len() * 2];
        for (at, board) in self.boards.iter().enumerate() {
            let mut slot = self.slot(*board);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = at as u32 + 1;
        }
    }
}

/// Sizes of a search for the solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Sizes {
    /// Boards with a push left to make.
    pub reached: u64,
    /// Boards among them that are reached in one way.
    pub once: u64,
}

impl Sizes {
    pub(crate) fn ratio(self) -> f64 {
        self.reached as f64 / self.once.max(1) as f64
    }

    /// For a board; the two layers are scratch space. `None` when stopped.
    pub(crate) fn of(
        ice: &Ice,
        board: Penguins,
        [here, next]: &mut [BoardLayer; 2],
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut sizes = Self::default();
        here.clear();
        here.add(board, 1);
        while here.boards.first().is_some_and(|board| board.count_ones() > 1) {
            next.clear();
            sizes.reached += here.boards.len() as u64;
            sizes.once += here.ways.iter().filter(|ways| **ways == 1).count() as u64;
            if here.boards[0].count_ones() == 2 {
                break;
            }
            for (at, board) in here.boards.iter().enumerate() {
                if at % BREATH == BREATH - 1 && (stop() || next.boards.len() > MAX_BOARDS) {
                    return None;
                }
                let ways = here.ways[at];
                ice.any_push(*board, |_, after| {
                    next.add(after, ways);
                    false
                });
            }
            std::mem::swap(here, next);
        }
        Some(sizes)
    }
}

/// A board and its possible pushes.
struct Knot {
    ways: u64,
    solutions: u64,
    /// Pushes, and the indices of the resulting boards in the next layer.
    pushes: Vec<(Push, u32)>,
}

/// All boards that are reached from one.
pub(crate) struct Web {
    layers: Vec<Vec<Knot>>,
}

impl Web {
    /// `None` when stopped, or when there are too many boards.
    pub(crate) fn of(ice: &Ice, board: Penguins, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut layers = Vec::new();
        let (mut here, mut known) = (BoardLayer::of(board), 0);
        while !here.boards.is_empty() {
            let mut next = BoardLayer::default();
            let mut knots = Vec::with_capacity(here.boards.len());
            for (at, board) in here.boards.iter().enumerate() {
                if at % BREATH == BREATH - 1 && (stop() || known + next.boards.len() > MAX_KNOTS) {
                    return None;
                }
                let (mut pushes, ways) = (Vec::new(), here.ways[at]);
                ice.any_push(*board, |push, after| {
                    // There are never 2^32 boards: `MAX_BOARDS` is far less.
                    pushes.push((push, next.add(after, ways) as u32));
                    false
                });
                let solved = u64::from(board.count_ones() == 1);
                knots.push(Knot { ways, solutions: solved, pushes });
            }
            known += knots.len();
            layers.push(knots);
            here = next;
        }
        let mut web = Self { layers };
        web.count();
        Some(web)
    }

    /// Solutions, from the last layer to the first.
    fn count(&mut self) {
        for depth in (0..self.layers.len().saturating_sub(1)).rev() {
            let (before, after) = self.layers.split_at_mut(depth + 1);
            let (Some(here), Some(next)) = (before.last_mut(), after.first()) else { return };
            // Either penguin can make the last push, so it does not distinguish solutions.
            let last = next.iter().all(|knot| knot.pushes.is_empty() && knot.solutions == 1);
            for knot in here {
                let sum = knot
                    .pushes
                    .iter()
                    .fold(0u64, |sum, (_, to)| sum.saturating_add(next[*to as usize].solutions));
                knot.solutions = if last { sum.min(1) } else { sum };
            }
        }
    }

    /// The graph to show, with the first `most` boards in detail.
    pub(crate) fn graph(&self, ice: &Ice, penguins: u32, most: usize) -> Arc<StateGraph> {
        let start = self.layers.first().and_then(|knots| knots.first());
        let solutions = start.map_or(0, |knot| knot.solutions);
        let mut graph = StateGraph { solutions, ..StateGraph::default() };
        let mut first = 0;
        for (depth, knots) in self.layers.iter().enumerate() {
            let left = penguins as usize - depth.min(penguins as usize);
            if left > 1 {
                let count = |test: &dyn Fn(&Knot) -> bool| {
                    knots.iter().filter(|knot| test(knot)).count() as u64
                };
                graph.reached += knots.len() as u64;
                graph.reached_once += count(&|knot| knot.ways == 1);
                graph.dead += count(&|knot| knot.solutions == 0);
            }
            let behind = first + knots.len();
            for knot in knots.iter().take(most.saturating_sub(first)) {
                let after = self.layers.get(depth + 1);
                let choice = |(push, to): &(Push, u32)| {
                    let to = *to as usize;
                    let solutions = after?.get(to)?.solutions;
                    let from = ice.site(usize::from(push.cell));
                    let made = Move { mark: facts::mark_of(ice, *push)?, from, towards: push.side };
                    let listed = Some(behind + to).filter(|at| *at < most);
                    Some(Choice { made, solutions, to: listed })
                };
                let choices = knot.pushes.iter().filter_map(choice).collect();
                let Knot { ways, solutions, .. } = *knot;
                graph.positions.push(Position { depth, solutions, ways, choices });
            }
            first = behind;
        }
        Arc::new(graph)
    }
}

/// Returns whether every push from a board, and every later one, leads to a solution.
pub(crate) fn has_no_dead_end(ice: &Ice, board: Penguins, stop: &dyn Fn() -> bool) -> Option<bool> {
    let mut here = BoardLayer::of(board);
    while let Some(first) = here.boards.first() {
        match first.count_ones() {
            0 => return Some(false),
            1 => return Some(true),
            _ => {}
        }
        let mut next = BoardLayer::default();
        for (at, board) in here.boards.iter().enumerate() {
            if at % BREATH == BREATH - 1 && (stop() || next.boards.len() > MAX_BOARDS) {
                return None;
            }
            if !ice.has_push(*board) {
                return Some(false);
            }
            ice.any_push(*board, |_, after| {
                next.add(after, 1);
                false
            });
        }
        here = next;
    }
    Some(false)
}
