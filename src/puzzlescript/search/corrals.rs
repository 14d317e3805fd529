//! Corrals: parts of the floor that the player cannot reach and has to open from outside.
//!
//! As PI-corrals in Sokoban solvers (Junghanns & Schaeffer; Damgaard): if all pushes of the movers around such
//! a part bring them into it, and the player can make all of them at once, then it is safe to make them first.
//! The pushes of a single mover are taken from the level without the others; rules by which movers act on each
//! other can make this a bad hint, but never a wrong solution.

use crate::local_turns::{LocalKind, LocalTurns};

/// The pushes of single movers in a level without the others, and scratch for finding corrals.
#[derive(Debug, Default)]
pub(super) struct Corrals {
    n_cells: usize,
    /// The pushes, by the mover's cell: the player's place, and the cell to which the mover goes.
    pushes: Vec<Vec<(u32, u32)>>,
    /// For each cell, the cells to and from which the player can walk in one step.
    beside: Vec<Vec<u32>>,
    /// For each cell, the number of its part of the floor, from 1; 0 if something is there.
    part_of: Vec<u16>,
}

/// A state in which to look for corrals.
pub(super) struct CorralTask<'a> {
    /// Returns whether the player can reach a place.
    pub(super) reaches: &'a dyn Fn(u32) -> bool,
    /// The movers' cells, in order.
    pub(super) movers: &'a [u32],
    /// The cells in which movers must be.
    pub(super) places: &'a [u32],
    /// Each mover must be in one of these cells; each of these cells needs a mover.
    pub(super) needs: (bool, bool),
    /// Returns whether a mover in a cell is useless for good.
    pub(super) is_lost: &'a dyn Fn(u32) -> bool,
}

impl Corrals {
    /// Examines each mover alone; `floor` has the player's places in the level without movers.
    pub(super) fn new(
        turns: &mut LocalTurns,
        emptied: &[u64],
        floor: &[u32],
        mover: usize,
    ) -> Corrals {
        let n_cells = turns.n_cells();
        let mut found = Corrals {
            n_cells,
            pushes: vec![Vec::new(); n_cells],
            beside: vec![Vec::new(); n_cells],
            part_of: vec![0; n_cells],
        };
        for &place in floor {
            for key in 0..turns.n_keys() {
                let turn = turns.turn(emptied, place, key);
                if turn.kind == LocalKind::Walk {
                    let (from, to) = (turns.cell(place), turns.cell(turn.to));
                    found.beside[from].push(to as u32);
                    found.beside[to].push(from as u32);
                }
            }
        }
        for &place in floor {
            let cell = turns.cell(place) as u32;
            let mut state = emptied.to_vec();
            turns.flip_object(mover, cell, &mut state);
            let pushes = found.near(cell).flat_map(|near| {
                let near = floor.iter().filter(move |place| **place % n_cells as u32 == near);
                near.flat_map(|&place| (0..turns.n_keys()).map(move |key| (place, key)))
                    .collect::<Vec<_>>()
            });
            let pushes: Vec<(u32, usize)> = pushes.collect();
            for (place, key) in pushes {
                let moved = turns.turn(&state, place, key).moved;
                if let Some((_, to)) = moved.filter(|(from, _)| *from == cell) {
                    found.pushes[cell as usize].push((place, to));
                }
            }
        }
        found
    }

    /// The neighbours of a cell, and their neighbours.
    fn near(&self, cell: u32) -> impl Iterator<Item = u32> {
        let first = &self.beside[cell as usize];
        let second = first.iter().flat_map(|cell| &self.beside[*cell as usize]);
        let mut near: Vec<u32> = first.iter().chain(second).copied().collect();
        near.sort_unstable();
        near.dedup();
        near.into_iter()
    }

    /// The movers of the smallest corral that should be opened first, if there is one.
    pub(super) fn first(&mut self, task: &CorralTask<'_>) -> Option<Vec<u32>> {
        let n_parts = self.find_parts(task);
        let corrals = (1..=n_parts).filter_map(|part| self.movers_around(task, part));
        corrals.min_by_key(Vec::len)
    }

    /// Numbers the parts of the floor that the player cannot reach.
    fn find_parts(&mut self, task: &CorralTask<'_>) -> u16 {
        self.part_of.fill(0);
        let mut n_parts = 0;
        let mut open = Vec::new();
        for cell in 0..self.n_cells as u32 {
            if !self.is_closed_floor(task, cell) {
                continue;
            }
            n_parts += 1;
            open.push(cell);
            while let Some(cell) = open.pop() {
                if self.is_closed_floor(task, cell) {
                    self.part_of[cell as usize] = n_parts;
                    open.extend(&self.beside[cell as usize]);
                }
            }
        }
        n_parts
    }

    fn is_closed_floor(&self, task: &CorralTask<'_>, cell: u32) -> bool {
        !self.beside[cell as usize].is_empty()
            && self.part_of[cell as usize] == 0
            && task.movers.binary_search(&cell).is_err()
            && !(task.reaches)(cell)
    }

    /// The movers around a part, if they can only be brought into it, all at once, and must be.
    fn movers_around(&self, task: &CorralTask<'_>, part: u16) -> Option<Vec<u32>> {
        let is_in = |cell: u32| self.part_of[cell as usize % self.n_cells] == part;
        let around = |mover: &&u32| self.beside[**mover as usize].iter().any(|cell| is_in(*cell));
        let around: Vec<u32> = task.movers.iter().filter(around).copied().collect();
        let is_placed = |mover: &u32| task.places.binary_search(mover).is_ok();
        let (movers_needed, places_needed) = task.needs;
        let has_to_be = movers_needed && !around.iter().all(is_placed)
            || places_needed && task.places.iter().any(|place| is_in(*place));
        if around.is_empty() || around.len() == task.movers.len() || !has_to_be {
            return None;
        }
        let n_cells = self.n_cells as u32;
        let holds = |cell: u32| around.binary_search(&cell).is_ok();
        let inward = |&(place, to): &(u32, u32)| {
            let from = place % n_cells;
            if is_in(from) || holds(from) || (task.is_lost)(to) {
                return true;
            }
            if holds(to) {
                // This push is possible only once the other mover is gone, which is in the corral then.
                return true;
            }
            is_in(to) && (task.reaches)(from)
        };
        let all_inward = around.iter().all(|mover| self.pushes[*mover as usize].iter().all(inward));
        all_inward.then_some(around)
    }
}
