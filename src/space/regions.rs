//! All states of a level in which a player walks about: boards without the player, each with the set of places
//! that the player reaches there.
//!
//! If most turns are steps of the player, most states differ from others in the player's place alone. Here
//! such a state takes one bit, and a step to it no search in a table. Turns between states are not stored, so
//! such a space tells how many states there are, whether one of them is won, and how soon, but not the way
//! there. (Sokoban solvers keep one state for each region of the player, which loses the lengths of solutions.)

use std::sync::Arc;

use super::crew::Crew;
use super::region_boards::{
    BATCH, BoardStanding, MAX_BOARDS, PieceTurns, RegionBoards, RegionStepper, RegionTurns,
    STOP_EVERY, TakingEnd,
};
use super::spill::SpillFile;
use super::watched::SpaceLimits;
use foolproof_kernel::StopCheck;

/// Bytes of a state in the history: its board and its place.
const ENTRY: usize = size_of::<u32>() + size_of::<u16>();
/// States of a block of the history. Full blocks are moved to disk.
pub(super) const BLOCK: usize = 1 << 17;

/// End of a search by regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionEnd {
    /// All states were found.
    Complete,
    /// There is no room for more.
    Limit,
    /// The search was stopped, and can continue.
    Stopped,
    /// The first win was just found. The search can continue.
    Won,
}

/// A turn that wins.
#[derive(Clone, Copy, Debug)]
struct Win {
    depth: usize,
    state: (u32, u32),
    label: u32,
}

/// The states of a level by regions, as far as they are known.
#[derive(Debug)]
pub struct RegionSpace {
    /// The boards, each with the reached places as bits.
    pub(super) boards: RegionBoards,
    n_states: usize,
    n_unfollowed: usize,
    /// The states at the current depth, as boards and places; then those known at the next.
    layer: Vec<(u32, u32)>,
    next: Vec<(u32, u32)>,
    /// The number of states of `layer` whose turns were taken.
    at: usize,
    history: History,
    first_win: Option<Win>,
}

impl RegionSpace {
    /// A space that knows only the start. Places are below `n_places`, and the file may take up to `disk`
    /// bytes. `None` if there are too many places.
    pub fn new(start: &[u64], place: u32, n_places: usize, disk: usize) -> Option<Self> {
        if n_places > usize::from(u16::MAX) + 1 {
            return None;
        }
        let mut space = Self {
            boards: RegionBoards::new(start.len(), n_places.div_ceil(64)),
            n_states: 0,
            n_unfollowed: 0,
            layer: Vec::new(),
            next: Vec::new(),
            at: 0,
            history: History::new(disk),
            first_win: None,
        };
        let board = space.boards.number(start);
        space.meet(board, place);
        std::mem::swap(&mut space.layer, &mut space.next);
        Some(space)
    }

    /// The number of states found.
    pub fn n_states(&self) -> usize {
        self.n_states
    }

    /// The number of boards found, without the player.
    pub fn n_boards(&self) -> usize {
        self.boards.table.n_states()
    }

    /// The number of states that were not expanded, because no win can be reached from their boards. States
    /// that can only be reached through them are missing.
    pub fn n_unfollowed(&self) -> usize {
        self.n_unfollowed
    }

    /// The length of a shortest solution, once one is known. Exact even if not all states are known.
    pub fn shortest(&self) -> Option<usize> {
        self.first_win.map(|win| win.depth + 1)
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        let lists = (self.layer.capacity() + self.next.capacity()) * size_of::<(u32, u32)>();
        self.boards.bytes() + lists + self.history.bytes(self.layer.len())
    }

    /// Continues breadth first until all states or a first win are known, or something ends it.
    /// O(states · keys) turns. `steppers` must not be empty; there will be one for each thread.
    ///
    /// # Errors
    /// If a turn cannot be taken; then nothing that the space says is complete.
    pub fn go_on<S: RegionStepper>(
        &mut self,
        steppers: &mut Vec<S>,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<RegionEnd, S::Fault> {
        let mut crew = Crew::new(steppers, limits.threads);
        while self.at < self.layer.len() {
            let batch = self.at..(self.at + BATCH).min(self.layer.len());
            let known = &*self;
            let n_known = known.layer.len() + known.next.len();
            let taken = crew.take((&batch, n_known), 1, S::another, |stepper, states| {
                known.boards.take(stepper, known.layer[states].iter().copied(), stop)
            });
            let was_won = self.first_win.is_some();
            for taken in taken {
                if !self.add_all(&taken, limits.bytes) {
                    return Ok(RegionEnd::Limit);
                }
                match taken.ended {
                    Some(TakingEnd::Stopped) => return Ok(RegionEnd::Stopped),
                    Some(TakingEnd::Fault(fault)) => return Err(fault),
                    None => {}
                }
            }
            self.go_deeper();
            if self.first_win.is_some() != was_won {
                return Ok(RegionEnd::Won);
            }
        }
        Ok(RegionEnd::Complete)
    }

    /// Goes on to the next depth, if all turns of this one were taken.
    fn go_deeper(&mut self) {
        if self.at == self.layer.len() {
            self.history.push(&self.layer);
            self.layer.clear();
            std::mem::swap(&mut self.layer, &mut self.next);
            self.at = 0;
        }
    }

    /// Adds the states to which the turns of the next states lead. Returns whether there was room.
    fn add_all<F>(&mut self, taken: &PieceTurns<F>, bytes: usize) -> bool {
        for turns in taken.states() {
            if !self.has_room(bytes) {
                return false;
            }
            let state = self.layer[self.at];
            self.boards.set_standing(state.0, turns.standing);
            self.n_unfollowed += usize::from(turns.standing == BoardStanding::DeadEnd);
            if let Some(&label) = turns.wins.first() {
                let depth = self.history.n_layers();
                self.first_win.get_or_insert(Win { depth, state, label });
            }
            for (_, place) in turns.walks {
                self.meet(state.0, *place);
            }
            for ((_, place), board) in turns.changes() {
                let board = self.boards.number(board);
                self.meet(board, place);
            }
            self.at += 1;
        }
        true
    }

    fn meet(&mut self, board: u32, place: u32) {
        let word = self.boards.word(board, place as usize / 64);
        let bit = 1 << (place % 64);
        if *word & bit == 0 {
            *word |= bit;
            self.n_states += 1;
            self.next.push((board, place));
        }
    }

    /// Returns whether there is room for the turns of one more state within this many bytes.
    fn has_room(&mut self, bytes: usize) -> bool {
        // A list that grows is copied.
        let is_full = self.next.capacity() - self.next.len() < MAX_BOARDS;
        let more = if is_full { 2 * self.next.capacity() * size_of::<(u32, u32)>() } else { 0 };
        let beside = self.bytes() - self.boards.bytes() + more;
        self.boards.has_room(beside, bytes)
    }

    /// Returns whether states on disk could not be read back: then searches through the history miss some.
    pub(super) fn is_torn(&self) -> bool {
        self.history.file.has_failed()
    }

    /// The states of a depth that is known.
    pub(super) fn states_at(&self, depth: usize) -> Vec<(u32, u32)> {
        if depth == self.history.n_layers() {
            return self.layer.clone();
        }
        let mut states = Vec::new();
        self.history.find(depth, |state, _| {
            states.push(state);
            None::<()>
        });
        states
    }

    /// The labels of a shortest solution; `None` if there is none, when stopped, or if the states on the way
    /// could not be stored. Searches backwards through the states of each depth. O(states · keys) turns.
    pub fn shortest_play<S: RegionStepper>(
        &self,
        stepper: &mut S,
        stop: StopCheck<'_>,
    ) -> Option<Vec<u32>> {
        let win = self.first_win?;
        let (mut play, mut at, mut made) = (vec![win.label], win.state, RegionTurns::default());
        for depth in (0..win.depth).rev() {
            let (board, place) = at;
            let target = (board, self.boards.table.state(board));
            let mut before = |same: bool| {
                self.history.find(depth, |(from, at), n| {
                    if (from == board) != same || (n.is_multiple_of(STOP_EVERY) && stop()) {
                        return None;
                    }
                    made.clear();
                    stepper.turns(self.boards.table.state(from), at, &mut made).ok()?;
                    let label = made.label_to(from, target, place)?;
                    Some(((from, at), label))
                })
            };
            let (from, label) = before(true).or_else(|| before(false))?;
            play.push(label);
            at = from;
        }
        play.reverse();
        Some(play)
    }
}

/// A block of the history.
#[derive(Debug)]
enum Block {
    Kept(Vec<u8>),
    /// Moved to this place of the file.
    OnDisk(usize),
}

/// The states of all depths in order, each as its board and place.
#[derive(Debug)]
struct History {
    /// Blocks of states; all but the last are full.
    blocks: Vec<Block>,
    n_kept: usize,
    /// The number of states before each depth.
    firsts: Vec<usize>,
    len: usize,
    file: Arc<SpillFile>,
}

impl History {
    fn new(disk: usize) -> Self {
        let file = Arc::new(SpillFile::new(disk));
        Self { blocks: Vec::new(), n_kept: 0, firsts: Vec::new(), len: 0, file }
    }

    fn n_layers(&self) -> usize {
        self.firsts.len()
    }

    /// Memory in bytes after adding `more` states.
    fn bytes(&self, more: usize) -> usize {
        let on_disk = self.blocks.len() - self.n_kept;
        let kept = (self.len + more).div_ceil(BLOCK) - on_disk;
        kept * BLOCK * ENTRY + self.firsts.capacity() * size_of::<usize>()
    }

    /// Adds the states of the next depth.
    fn push(&mut self, layer: &[(u32, u32)]) {
        self.firsts.push(self.len);
        for (board, place) in layer {
            if self.len.is_multiple_of(BLOCK) {
                self.move_last();
                self.blocks.push(Block::Kept(Vec::new()));
                self.n_kept += 1;
            }
            if let Some(Block::Kept(bytes)) = self.blocks.last_mut() {
                bytes.extend_from_slice(&board.to_le_bytes());
                bytes.extend_from_slice(&(*place as u16).to_le_bytes());
            }
            self.len += 1;
        }
    }

    /// Moves the last block to disk, if there is room.
    fn move_last(&mut self) {
        let Some(last) = self.blocks.last_mut() else { return };
        if let Block::Kept(bytes) = last
            && let Some(at) = self.file.append(bytes)
        {
            *last = Block::OnDisk(at);
            self.n_kept -= 1;
        }
    }

    /// Returns the first result of `find`, called with each state of a depth and its number from 1.
    fn find<T>(
        &self,
        depth: usize,
        mut find: impl FnMut((u32, u32), usize) -> Option<T>,
    ) -> Option<T> {
        let end = self.firsts.get(depth + 1).copied().unwrap_or(self.len);
        let (mut at, mut n, mut read) = (*self.firsts.get(depth)?, 0, Vec::new());
        while at < end {
            let block = at / BLOCK;
            let bytes = match self.blocks.get(block)? {
                Block::Kept(bytes) => bytes.as_slice(),
                Block::OnDisk(place) => {
                    read.resize(BLOCK * ENTRY, 0);
                    self.file.read(*place, &mut read);
                    if self.file.has_failed() {
                        return None;
                    }
                    read.as_slice()
                }
            };
            let last = end.min((block + 1) * BLOCK);
            for entry in bytes[at % BLOCK * ENTRY..].chunks_exact(ENTRY).take(last - at) {
                let (board, place) = entry.split_at(size_of::<u32>());
                let board = u32::from_le_bytes(board.try_into().ok()?);
                let place = u16::from_le_bytes(place.try_into().ok()?);
                n += 1;
                if let Some(found) = find((board, u32::from(place)), n) {
                    return Some(found);
                }
            }
            at = last;
        }
        None
    }
}
