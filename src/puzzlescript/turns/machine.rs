//! A board in play: its cells and its planes, kept in sync.
//!
//! Every object is in two places: as a bit of its cell, for replacing and testing, and as a bit of
//! its plane, for finding. Movements likewise, but only during a turn.

use crate::chances::even_draws::EvenDraws;
use crate::compiling::masks::{LAYERS_PER_WORD, MOVEMENTS, bits_of};
use crate::compiling::tables::{CellWords, RuleTables, TermOp};
use crate::local_turns::TurnLog;
use crate::reading::words::Facing;
use crate::turns::rng::{ChanceSource, ScriptRandom};

/// No neighbour on that side.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Width and height of a board, and sizes that follow from them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardShape {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Words of a plane.
    pub(crate) n_words: usize,
    pub(crate) n_objects: usize,
    /// Words of a cell.
    pub(crate) stride: usize,
}

impl BoardShape {
    /// Counts the cells from a cell to the edge in a direction, including both.
    pub(crate) fn room_ahead(self, cell: usize, facing: Facing) -> usize {
        let (column, row) = (cell / self.height, cell % self.height);
        match facing {
            Facing::Up => row + 1,
            Facing::Down => self.height - row,
            Facing::Left => column + 1,
            Facing::Right => self.width - column,
        }
    }

    pub(crate) fn new(width: usize, height: usize, n_objects: usize, stride: usize) -> BoardShape {
        BoardShape {
            width,
            height,
            n_words: (width * height).div_ceil(64).max(1),
            n_objects,
            stride,
        }
    }

    pub(crate) fn n_cells(&self) -> usize {
        self.width * self.height
    }

    /// Words of the object planes, which open a state.
    pub(crate) fn plane_words(&self) -> usize {
        self.n_objects * self.n_words
    }

    /// Words of a whole state: planes, cells, and the objects that are anywhere.
    pub(crate) fn state_words(&self) -> usize {
        self.plane_words() + self.n_cells() * self.stride + self.stride
    }
}

/// A match of a row of cells: its first cell, and the lengths of its gaps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hit {
    pub(crate) at: u32,
    pub(crate) gaps: [u32; 2],
}

/// Commands that rules have given this turn.
#[derive(Clone, Copy, Default)]
pub(crate) struct CommandQueue {
    pub(crate) bits: u32,
    pub(crate) message: Option<u32>,
}

/// Work that a single turn may take before it counts as endless; a unit is 5 to 40 ns.
pub(crate) const MAX_WORK: u64 = 20_000_000;

/// A term of the rule tables at the size of the board.
#[derive(Clone, Copy)]
pub(crate) struct PlacedTerm {
    pub(crate) op: TermOp,
    /// First word of the plane, moved by whole words; for lists, of plane 0.
    pub(crate) first: i32,
    /// Bits by which words are moved, 0 to 63.
    pub(crate) bits: u32,
}

/// A board in play and all scratch space of a turn.
pub(crate) struct BoardMachine<const S: usize> {
    pub(crate) shape: BoardShape,
    /// Objects, then movements: `n_words` words a plane.
    pub(crate) planes: Vec<u64>,
    pub(crate) cells: Vec<CellWords<S>>,
    pub(crate) moves: Vec<CellWords<S>>,
    /// Objects and movements that are anywhere on the board, exactly.
    pub(crate) present: CellWords<S>,
    pub(crate) present_moves: CellWords<S>,
    /// Cells that have had a movement this turn.
    pub(crate) touched: Vec<u64>,
    /// Objects and movements that were written since a group's round began.
    pub(crate) written: CellWords<S>,
    pub(crate) written_moves: CellWords<S>,
    /// The terms of the tables at this size.
    pub(crate) terms: Vec<PlacedTerm>,
    /// Cells where the later segments of a row are.
    pub(crate) later: [Vec<u64>; 2],
    /// Neighbours of each cell: up, down, left, right.
    pub(crate) neighbours: Vec<[u32; 4]>,
    /// Cells where a row of n cells may begin: by facing, then n.
    pub(crate) starts: [Vec<Vec<u64>>; 4],
    /// The place of each cell when cells are counted row by row.
    pub(crate) by_rows: Vec<u32>,
    pub(crate) hits: Vec<Vec<Hit>>,
    pub(crate) spare_hits: Vec<Hit>,
    /// Cells where each row of a rule begins, before gaps are considered.
    pub(crate) begins: Vec<Vec<u64>>,
    pub(crate) spare_begins: Vec<u64>,
    pub(crate) queue: CommandQueue,
    /// The lines of the rules whose commands are in the queue, if the turn is watched.
    pub(crate) given: Vec<u32>,
    pub(crate) random: ChanceSource,
    /// The draws of the current round, if they may determine the chances of all rounds.
    pub(crate) even_draws: Option<EvenDraws>,
    /// Rigid groups of each layer of each cell, five bits each; then the layers that have one.
    pub(crate) rigid_groups: Vec<CellWords<S>>,
    pub(crate) rigid_layers: Vec<CellWords<S>>,
    /// Early groups that are banned for this turn, as they could not move as one.
    pub(crate) banned: Vec<bool>,
    /// Cells with a player at the turn's start.
    pub(crate) player_cells: Vec<u32>,
    /// Something was written since the board was loaded.
    pub(crate) dirty: bool,
    pub(crate) work_left: u64,
    /// The line of a group or loop that was given up.
    pub(crate) gave_up: Option<u32>,
    /// The line of the current group of rules; then that of the rule that asked for AGAIN last.
    pub(crate) at_line: u32,
    pub(crate) again_line: u32,
    /// Something left out of the tables may have an effect after all.
    pub(crate) is_torn: bool,
    /// The log of touched cells, if requested.
    pub(crate) log: Option<TurnLog<S>>,
}

impl<const S: usize> BoardMachine<S> {
    pub(crate) fn new(tables: &RuleTables<S>) -> BoardMachine<S> {
        let most_rows = tables.rules.iter().map(|rule| rule.rows.len()).max().unwrap_or(0);
        BoardMachine {
            shape: BoardShape::default(),
            planes: Vec::new(),
            cells: Vec::new(),
            moves: Vec::new(),
            present: [0; S],
            present_moves: [0; S],
            touched: Vec::new(),
            written: [0; S],
            written_moves: [0; S],
            terms: Vec::new(),
            later: [Vec::new(), Vec::new()],
            neighbours: Vec::new(),
            starts: std::array::from_fn(|_| Vec::new()),
            by_rows: Vec::new(),
            hits: vec![Vec::new(); most_rows],
            spare_hits: Vec::new(),
            begins: vec![Vec::new(); most_rows],
            spare_begins: Vec::new(),
            queue: CommandQueue::default(),
            given: Vec::new(),
            random: ChanceSource::Seeded(Box::new(ScriptRandom::new(""))),
            even_draws: None,
            rigid_groups: Vec::new(),
            rigid_layers: Vec::new(),
            banned: vec![false; tables.early.groups.len()],
            player_cells: Vec::new(),
            dirty: false,
            work_left: MAX_WORK,
            gave_up: None,
            at_line: 0,
            again_line: 0,
            is_torn: false,
            log: None,
        }
    }

    /// Prepares for boards of a size. O(cells · longest row).
    pub(crate) fn set_size(&mut self, tables: &RuleTables<S>, width: usize, height: usize) {
        let shape = BoardShape::new(width, height, tables.n_objects, S);
        if shape == self.shape {
            return;
        }
        self.shape = shape;
        let n = shape.n_cells();
        self.planes = vec![0; tables.n_planes() * shape.n_words];
        self.cells = vec![[0; S]; n];
        self.moves = vec![[0; S]; n];
        self.present = [0; S];
        self.present_moves = [0; S];
        self.touched = vec![0; shape.n_words];
        let n_rigid = if tables.rigid_groups.is_empty() { 0 } else { n };
        self.rigid_groups = vec![[0; S]; n_rigid];
        self.rigid_layers = vec![[0; S]; n_rigid];
        self.by_rows = (0..n).map(|i| ((i % height) * width + i / height) as u32).collect();
        self.neighbours = (0..n)
            .map(|i| {
                let (column, row) = (i / height, i % height);
                let cell = |there: bool, index: usize| if there { index as u32 } else { NOWHERE };
                [
                    cell(row > 0, i.wrapping_sub(1)),
                    cell(row + 1 < height, i + 1),
                    cell(column > 0, i.wrapping_sub(height)),
                    cell(column + 1 < width, i + height),
                ]
            })
            .collect();
        self.terms = tables
            .terms
            .iter()
            .map(|term| {
                let shift = self.delta(term.facing) as i32 * term.at;
                let plane = match term.op {
                    TermOp::Has(plane) | TermOp::Lacks(plane) => plane as i32,
                    TermOp::HasAny { .. } | TermOp::LacksAll { .. } => 0,
                };
                PlacedTerm {
                    op: term.op,
                    first: plane * shape.n_words as i32 + (shift >> 6),
                    bits: (shift & 63) as u32,
                }
            })
            .collect();
        let longest = tables.rows.iter().map(|row| row.n_cells).max().unwrap_or(0);
        for facing in Facing::ALL {
            self.starts[facing as usize] =
                (0..=longest).map(|n| starts(shape, facing, n)).collect();
        }
    }

    /// The distance to the next cell of a row, as a difference of cell numbers.
    pub(crate) fn delta(&self, facing: Facing) -> isize {
        match facing {
            Facing::Up => -1,
            Facing::Down => 1,
            Facing::Left => -(self.shape.height as isize),
            Facing::Right => self.shape.height as isize,
        }
    }

    /// Loads a state. Movements must be clear.
    pub(crate) fn load(&mut self, state: &[u64]) {
        let (planes, rest) = state.split_at(self.shape.plane_words().min(state.len()));
        let (cells, present) = rest.split_at((self.shape.n_cells() * S).min(rest.len()));
        if let Some(own) = self.planes.get_mut(..planes.len()) {
            own.copy_from_slice(planes);
        }
        let own = self.cells.as_flattened_mut();
        if own.len() == cells.len() {
            own.copy_from_slice(cells);
        }
        if present.len() == S {
            self.present.copy_from_slice(present);
        }
        self.dirty = false;
    }

    /// Loads a state in which nothing moves.
    pub(crate) fn rest(&mut self, state: &[u64]) {
        self.load(state);
        self.clear_moves();
    }

    /// Writes the board to a state.
    pub(crate) fn store(&self, state: &mut [u64]) {
        let n_planes = self.shape.plane_words().min(state.len());
        let (planes, rest) = state.split_at_mut(n_planes);
        planes.copy_from_slice(&self.planes[..n_planes]);
        let (cells, present) = rest.split_at_mut((self.shape.n_cells() * S).min(rest.len()));
        let own = self.cells.as_flattened();
        if own.len() == cells.len() {
            cells.copy_from_slice(own);
        }
        if present.len() == S {
            present.copy_from_slice(&self.present);
        }
    }

    /// Returns whether the board differs from a state.
    pub(crate) fn differs(&self, state: &[u64]) -> bool {
        let n = self.shape.plane_words();
        self.dirty && self.planes.get(..n) != state.get(..n)
    }

    pub(crate) fn write_objects(&mut self, cell: usize, new: CellWords<S>) {
        let old = std::mem::replace(&mut self.cells[cell], new);
        let (word, bit) = (cell / 64, 1u64 << (cell % 64));
        self.dirty = true;
        if let Some(log) = &mut self.log {
            log.touch(cell, [0; S]);
        }
        for s in 0..S {
            self.written[s] |= old[s] ^ new[s];
            for b in bits_of(old[s] ^ new[s]) {
                let base = (s * 64 + b) * self.shape.n_words;
                let slot = &mut self.planes[base + word];
                *slot ^= bit;
                if new[s] >> b & 1 == 1 {
                    self.present[s] |= 1 << b;
                } else if *slot == 0 && is_clear(&self.planes[base..base + self.shape.n_words]) {
                    self.present[s] &= !(1 << b);
                }
            }
        }
    }

    /// Writes the movements of a cell.
    pub(crate) fn write_moves(&mut self, cell: usize, new: CellWords<S>) {
        let old = std::mem::replace(&mut self.moves[cell], new);
        let (word, bit) = (cell / 64, 1u64 << (cell % 64));
        self.touched[word] |= bit;
        if let Some(log) = &mut self.log {
            log.touch(cell, new);
        }
        for s in 0..S {
            self.written_moves[s] |= old[s] ^ new[s];
            for b in bits_of(old[s] ^ new[s]) {
                let plane = self.shape.n_objects + s * (LAYERS_PER_WORD * MOVEMENTS) + b;
                let base = plane * self.shape.n_words;
                let slot = &mut self.planes[base + word];
                *slot ^= bit;
                if new[s] >> b & 1 == 1 {
                    self.present_moves[s] |= 1 << b;
                } else if *slot == 0 && is_clear(&self.planes[base..base + self.shape.n_words]) {
                    self.present_moves[s] &= !(1 << b);
                }
            }
        }
    }

    /// Removes all movements and rigid marks.
    pub(crate) fn clear_moves(&mut self) {
        for word in 0..self.touched.len() {
            for bit in bits_of(std::mem::take(&mut self.touched[word])) {
                let cell = word * 64 + bit;
                if self.moves[cell] != [0; S] {
                    self.write_moves(cell, [0; S]);
                }
                if let Some(group) = self.rigid_groups.get_mut(cell) {
                    *group = [0; S];
                }
                if let Some(layers) = self.rigid_layers.get_mut(cell) {
                    *layers = [0; S];
                }
            }
            self.touched[word] = 0;
        }
    }

    /// Uses up work; false if none is left.
    pub(crate) fn spend(&mut self, amount: u64) -> bool {
        self.work_left = self.work_left.saturating_sub(amount);
        self.work_left > 0
    }
}

fn is_clear(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

/// The cells where a row of n cells may begin.
fn starts(shape: BoardShape, facing: Facing, n: usize) -> Vec<u64> {
    let mut plane = vec![0; shape.n_words];
    let room = n.max(1);
    for cell in 0..shape.n_cells() {
        if shape.room_ahead(cell, facing) >= room {
            plane[cell / 64] |= 1 << (cell % 64);
        }
    }
    plane
}

/// Returns whether all bits of `part` are in `whole`.
#[inline(always)]
pub(crate) fn within<const S: usize>(part: &CellWords<S>, whole: &CellWords<S>) -> bool {
    (0..S).all(|s| part[s] & !whole[s] == 0)
}

/// Returns whether two sets have a common member.
#[inline(always)]
pub(crate) fn meets<const S: usize>(a: &CellWords<S>, b: &CellWords<S>) -> bool {
    (0..S).any(|s| a[s] & b[s] != 0)
}
