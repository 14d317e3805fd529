//! Distances in an abstraction of the level: the board with a single movable thing and the player.
//!
//! As in a pattern database (Culberson & Schaeffer, "Pattern Databases", Computational Intelligence 1998),
//! the small space of the abstraction is explored, and a search backwards from each place gives the number
//! of changes that the thing needs to get there. Other things may help or hinder, so it is an estimate.

use crate::game::ScriptGame;
use crate::machine::BoardShape;
use crate::masks::bits_of;
use crate::space_layer::{SpaceWorker, keys_of};
use crate::stepper::{ScriptState, TurnFault};
use foolproof_planning::{CountedSteps, NO_WAY};
use foolproof_space::{StateTable, StopCheck, hash_of};
use std::sync::Arc;

/// Maximum number of explored states of an emptied level.
const MAX_STATES: usize = 40_000;
/// Maximum number of movers that are put on an emptied level.
const MAX_MOVERS: usize = 64;
/// Maximum number of stored distances.
const MAX_WAYS: usize = 1 << 20;
/// Maximum bytes of an emptied level's states.
const MAX_BYTES: usize = 16 << 20;
/// The place of a mover that is not on the board.
const GONE: u32 = u32::MAX;

/// Objects that count as one thing.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectGroup {
    /// The objects by number.
    pub(super) planes: Vec<usize>,
    /// A cell must have all of the objects, not just one of them.
    pub(super) together: bool,
}

impl ObjectGroup {
    /// Writes the cells that have the group into `found`. O(objects · cells / 64).
    pub(super) fn cells(&self, shape: BoardShape, state: &ScriptState, found: &mut Vec<u32>) {
        found.clear();
        for word in 0..shape.n_words {
            let mut planes = self
                .planes
                .iter()
                .map(|plane| state.words.get(plane * shape.n_words + word).copied().unwrap_or(0));
            let bits = match self.together {
                true => planes.reduce(|all, plane| all & plane).unwrap_or(0),
                false => planes.by_ref().fold(0, |all, plane| all | plane),
            };
            found.extend(bits_of(bits).map(|bit| (word * 64 + bit) as u32));
        }
    }
}

/// The input of an abstraction.
pub(super) struct AbstractionTask<'a> {
    /// The objects that have to get somewhere, one at a time.
    pub(super) mover: &'a ObjectGroup,
    /// Objects that stay on the board, besides the one mover.
    pub(super) kept: Vec<bool>,
    /// The target cells; if empty, the mover has to disappear.
    pub(super) places: Vec<u32>,
    /// Each turn counts, not only those that change the mover.
    pub(super) all_turns: bool,
}

/// Length of the way from a cell to a place, as far as known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AbstractWay {
    /// Number of changes, or of turns.
    Changes(u32),
    /// There is no way on the emptied board.
    Dead,
    /// The mover was not seen in the cell.
    Unknown,
}

/// The distances of a mover from each cell to each place.
#[derive(Debug)]
pub(super) struct AbstractWays {
    n_cells: usize,
    /// The number of a place, by cell.
    place_of: Vec<u32>,
    /// Changes to get there, by place and cell.
    changes: Vec<u32>,
    /// Cells in which the mover was seen.
    seen: Vec<bool>,
    /// All states of the emptied board were explored.
    complete: bool,
}

/// The states of emptied boards and the turns between them.
struct AbstractSpace {
    shape: BoardShape,
    table: StateTable,
    /// The mover's cell in each state.
    mover_cells: Vec<u32>,
    /// Turns: the states from and to which they lead, and whether they count.
    turns: Vec<(u32, u32, bool)>,
    complete: bool,
}

impl AbstractWays {
    /// Explores the emptied level; `None` if no mover has a way to any place. O(states · keys) turns.
    ///
    /// # Errors
    /// [`TurnFault`] if the emptied level cannot be set up.
    pub(super) fn new(
        game: &ScriptGame,
        shape: BoardShape,
        start: &ScriptState,
        task: &AbstractionTask<'_>,
        stop: StopCheck<'_>,
    ) -> Result<Option<AbstractWays>, TurnFault> {
        if task.places.len() * shape.n_cells() > MAX_WAYS {
            return Ok(None);
        }
        let Some(projection) = AbstractSpace::explore(game, shape, start, task, stop)? else {
            return Ok(None);
        };
        let n_cells = shape.n_cells();
        let mut seen = vec![false; n_cells];
        for &cell in &projection.mover_cells {
            if let Some(seen) = seen.get_mut(cell as usize) {
                *seen = true;
            }
        }
        let mut place_of = vec![NO_WAY; n_cells];
        let places = if task.places.is_empty() { &[GONE][..] } else { &task.places };
        let mut changes = Vec::with_capacity(places.len() * n_cells);
        let turns = CountedSteps::new(projection.table.n_states(), &projection.turns);
        for (number, &place) in places.iter().enumerate() {
            if let Some(slot) = place_of.get_mut(place as usize) {
                *slot = number as u32;
            }
            changes.extend(projection.to_place(&turns, place));
        }
        let mut starts = Vec::new();
        task.mover.cells(shape, start, &mut starts);
        let complete = projection.complete;
        let ways = AbstractWays { n_cells, place_of, changes, seen, complete };
        let mut useful = starts
            .iter()
            .flat_map(|&from| (0..places.len()).map(move |place| place * n_cells + from as usize));
        let useful =
            useful.any(|at| ways.changes.get(at).is_some_and(|&changes| changes != NO_WAY));
        Ok(useful.then_some(ways))
    }

    /// The way from a cell to a place.
    pub(super) fn way(&self, from: u32, place: u32) -> AbstractWay {
        match self.place_of.get(place as usize) {
            Some(&number) if number != NO_WAY => self.way_to(from, number),
            _ => AbstractWay::Unknown,
        }
    }

    /// The way from a cell to leaving the board.
    pub(super) fn way_out(&self, from: u32) -> AbstractWay {
        self.way_to(from, 0)
    }

    fn way_to(&self, from: u32, number: u32) -> AbstractWay {
        match self.changes.get(number as usize * self.n_cells + from as usize) {
            Some(&changes) if changes != NO_WAY => AbstractWay::Changes(changes),
            Some(_) if self.complete && self.seen.get(from as usize) == Some(&true) => {
                AbstractWay::Dead
            }
            _ => AbstractWay::Unknown,
        }
    }
}

/// The objects of each cell of a state, for a new board.
fn objects_by_cell(shape: BoardShape, state: &ScriptState) -> Vec<Vec<usize>> {
    let mut cells = vec![Vec::new(); shape.n_cells()];
    for object in 0..shape.n_objects {
        for word in 0..shape.n_words {
            let bits = state.words.get(object * shape.n_words + word).copied().unwrap_or(0);
            for bit in bits_of(bits) {
                if let Some(cell) = cells.get_mut(word * 64 + bit) {
                    cell.push(object);
                }
            }
        }
    }
    cells
}

impl AbstractSpace {
    /// Explores the boards with one mover each; `None` if there is no mover.
    fn explore(
        game: &ScriptGame,
        shape: BoardShape,
        start: &ScriptState,
        task: &AbstractionTask<'_>,
        stop: StopCheck<'_>,
    ) -> Result<Option<AbstractSpace>, TurnFault> {
        let mut starts = Vec::new();
        task.mover.cells(shape, start, &mut starts);
        let all = objects_by_cell(shape, start);
        let kept = |object: &usize| task.kept.get(*object) == Some(&true);
        let mut worker = None;
        let mut packed = Vec::new();
        let mut found: Option<AbstractSpace> = None;
        for &from in starts.iter().take(MAX_MOVERS) {
            let stays = |(cell, objects): (usize, &Vec<usize>)| {
                let mover =
                    |object: &usize| cell as u32 == from && task.mover.planes.contains(object);
                objects.iter().filter(|object| kept(object) || mover(object)).copied().collect()
            };
            let cells: Vec<Vec<usize>> = all.iter().enumerate().map(stays).collect();
            let Some(emptied) = game.on_board(shape.width, shape.height, &cells) else {
                return Ok(None);
            };
            let emptied = Arc::new(emptied);
            let Some(board) = emptied.board(0) else { return Ok(None) };
            let state = ScriptState { words: board.start.clone() };
            if worker.is_none() {
                worker = Some(SpaceWorker::new(&emptied, 0)?);
            }
            let Some(worker) = &worker else { return Ok(None) };
            worker.packer.pack(&state, &mut packed);
            let projection = found.get_or_insert_with(|| AbstractSpace::empty(shape, worker));
            projection.add(&packed, &state, task.mover);
        }
        if let (Some(projection), Some(worker)) = (&mut found, &mut worker) {
            projection.run(game, worker, task, stop);
        }
        Ok(found)
    }

    fn empty(shape: BoardShape, worker: &SpaceWorker) -> AbstractSpace {
        let table = StateTable::new(worker.packer.n_words());
        AbstractSpace { shape, table, mover_cells: Vec::new(), turns: Vec::new(), complete: true }
    }

    /// The number of a state, which is added if it is new and there is room.
    fn add(&mut self, packed: &[u64], state: &ScriptState, mover: &ObjectGroup) -> Option<u32> {
        if let Some(known) = self.table.find(packed, hash_of(packed)) {
            return Some(known);
        }
        let bytes = self.table.n_states() * packed.len() * size_of::<u64>();
        if self.table.n_states() >= MAX_STATES || bytes > MAX_BYTES {
            return None;
        }
        let mut cells = Vec::new();
        mover.cells(self.shape, state, &mut cells);
        self.mover_cells.push(cells.first().copied().unwrap_or(GONE));
        Some(self.table.add(packed).0)
    }

    fn run(
        &mut self,
        game: &ScriptGame,
        worker: &mut SpaceWorker,
        task: &AbstractionTask<'_>,
        stop: StopCheck<'_>,
    ) {
        let keys = keys_of(game);
        let mut packed = Vec::new();
        let mut at = 0;
        while at < self.table.n_states() {
            if stop() {
                self.complete = false;
                return;
            }
            worker.stand_on(self.table.state(at as u32));
            for &key in &keys {
                worker.step_back();
                let Ok(turn) = worker.stepper.turn(&mut worker.to, key) else {
                    self.complete = false;
                    continue;
                };
                if !turn.changed || turn.restarted {
                    continue;
                }
                worker.packer.pack(&worker.to, &mut packed);
                let Some(to) = self.add(&packed, &worker.to, task.mover) else {
                    self.complete = false;
                    continue;
                };
                let moved = self.mover_cells.get(at) != self.mover_cells.get(to as usize);
                self.turns.push((at as u32, to, task.all_turns || moved));
            }
            at += 1;
        }
    }

    /// The changes from each cell to a place. O(turns).
    fn to_place(&self, turns: &CountedSteps, place: u32) -> Vec<u32> {
        let there = (0..).zip(&self.mover_cells).filter(|(_, cell)| **cell == place);
        let far = turns.least_to(there.map(|(state, _)| state));
        let mut by_cell = vec![NO_WAY; self.shape.n_cells()];
        for (&cell, &changes) in self.mover_cells.iter().zip(&far) {
            if let Some(least) = by_cell.get_mut(cell as usize) {
                *least = changes.min(*least);
            }
        }
        by_cell
    }
}
