//! All states of a level in which a player walks about: boards without the player, each with the set of places
//! that the player reaches there.
//!
//! Where most turns are steps of the player, most states differ from others in the player's place alone. Here
//! such a state takes one bit, and a step to it no search in a table. What states lead to is not stored, so such
//! a space tells how many states there are, whether one of them is won, and how soon, but not what leads where.
//! (Sokoban solvers keep one state for each region of the player, which loses the lengths of solutions.)

use std::sync::Arc;

use super::spill::SpillFile;
use super::table::{StateTable, hash_of};
use foolproof_kernel::StopCheck;

/// States between two checks for a stop.
pub(super) const STOP_EVERY: usize = 64;
/// Boards for which there is room at first.
const FIRST_BOARDS: usize = 1 << 10;
/// Boards that the turns of one state may lead to, at most.
const MOST_BOARDS: usize = 64;
/// Bytes of a state in the history: its board and its place.
const ENTRY: usize = size_of::<u32>() + size_of::<u16>();
/// States of a block of the history. Full blocks are moved to disk.
const BLOCK: usize = 1 << 17;

/// The turns of a state, by the number of their keys.
#[derive(Clone, Debug, Default)]
pub struct RegionTurns {
    /// Turns that change nothing but the place.
    pub(super) walks: Vec<(u32, u32)>,
    /// Turns that change the board, with the place after them.
    pub(super) changes: Vec<(u32, u32)>,
    /// The boards of these turns, concatenated.
    pub(super) boards: Vec<u64>,
    /// Turns that win.
    pub(super) wins: Vec<u32>,
}

impl RegionTurns {
    /// A turn that leads to another place on the same board.
    pub fn walk(&mut self, label: u32, place: u32) {
        self.walks.push((label, place));
    }

    /// A turn that leads to a place on another board.
    pub fn change(&mut self, label: u32, board: &[u64], place: u32) {
        self.changes.push((label, place));
        self.boards.extend_from_slice(board);
    }

    /// A turn that wins.
    pub fn win(&mut self, label: u32) {
        self.wins.push(label);
    }

    pub(super) fn clear(&mut self) {
        self.walks.clear();
        self.changes.clear();
        self.boards.clear();
        self.wins.clear();
    }

    /// The first turn to a place on a board, from the board `from`.
    fn label_to(&self, from: u32, board: (u32, &[u64]), place: u32) -> Option<u32> {
        let mut walks = self.walks.iter().filter(|_| from == board.0);
        let walk = walks.find(|(_, to)| *to == place);
        let boards = self.boards.chunks_exact(board.1.len());
        let mut changes = self.changes.iter().zip(boards);
        let mut change = || changes.find(|((_, to), made)| *to == place && *made == board.1);
        walk.or_else(|| change().map(|(change, _)| change)).map(|(label, _)| *label)
    }
}

/// The rules of a level, as a search by regions asks for them.
pub trait RegionStepper {
    /// Why a turn cannot be taken.
    type Fault;

    /// Whether no win can be reached on this board, wherever the player is.
    fn is_dead_end(&mut self, board: &[u64]) -> bool;

    /// Adds the turns of a state.
    ///
    /// # Errors
    /// If the rules do not tell what a turn does.
    fn turns(
        &mut self,
        board: &[u64],
        place: u32,
        made: &mut RegionTurns,
    ) -> Result<(), Self::Fault>;
}

/// How a search by regions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionEnd {
    /// All states were found.
    Complete,
    /// There is no room for more.
    Limit,
    /// It was asked to stop, and can go on.
    Stopped,
    /// The first win was found just now. It can go on.
    Won,
}

/// Whether a board is a dead end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Unknown,
    Open,
    DeadEnd,
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
    pub(super) boards: StateTable,
    pub(super) standings: Vec<Standing>,
    /// The places reached on each board, as bits.
    reached: Vec<u64>,
    /// Words of these bits for a board.
    n_place_words: usize,
    n_states: usize,
    n_unfollowed: usize,
    /// The states at the depth at work, as boards and places, and those known at the next.
    layer: Vec<(u32, u32)>,
    next: Vec<(u32, u32)>,
    /// The number of states of `layer` whose turns were taken.
    at: usize,
    history: History,
    first_win: Option<Win>,
    made: RegionTurns,
}

impl RegionSpace {
    /// A space of which only the start is known; places are below `n_places`, and a file may take so many bytes
    /// of disk. `None` if there are too many places.
    pub fn new(start: &[u64], place: u32, n_places: usize, disk: usize) -> Option<Self> {
        if n_places > usize::from(u16::MAX) + 1 {
            return None;
        }
        let mut space = Self {
            boards: StateTable::new(start.len()),
            standings: Vec::new(),
            reached: Vec::new(),
            n_place_words: n_places.div_ceil(64),
            n_states: 0,
            n_unfollowed: 0,
            layer: Vec::new(),
            next: Vec::new(),
            at: 0,
            history: History::new(disk),
            first_win: None,
            made: RegionTurns::default(),
        };
        space.grow(FIRST_BOARDS);
        let board = space.number(start);
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
        self.boards.n_states()
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
        let of_boards = self.reached.capacity() * size_of::<u64>() + self.standings.capacity();
        self.boards.bytes() + of_boards + lists + self.history.bytes(self.layer.len())
    }

    /// Searches on, breadth first, until all states or a first win are known, or something ends it.
    /// O(states · keys) turns.
    ///
    /// # Errors
    /// If a turn cannot be taken; then nothing that the space says is complete.
    pub fn go_on<S: RegionStepper>(
        &mut self,
        stepper: &mut S,
        bytes: usize,
        stop: StopCheck<'_>,
    ) -> Result<RegionEnd, S::Fault> {
        while let Some(&(board, place)) = self.layer.get(self.at) {
            if self.at.is_multiple_of(STOP_EVERY) && stop() {
                return Ok(RegionEnd::Stopped);
            }
            if !self.has_room(bytes) {
                return Ok(RegionEnd::Limit);
            }
            let was_won = self.first_win.is_some();
            if self.standing(stepper, board) == Standing::DeadEnd {
                self.n_unfollowed += 1;
            } else {
                let mut made = std::mem::take(&mut self.made);
                made.clear();
                stepper.turns(self.boards.state(board), place, &mut made)?;
                self.add((board, place), &made);
                self.made = made;
            }
            self.at += 1;
            self.go_deeper();
            if self.first_win.is_some() != was_won {
                return Ok(RegionEnd::Won);
            }
        }
        // What was read back wrong would only spoil a play, which is checked.
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

    fn standing<S: RegionStepper>(&mut self, stepper: &mut S, board: u32) -> Standing {
        let known = self.standings[board as usize];
        if known != Standing::Unknown {
            return known;
        }
        let found = match stepper.is_dead_end(self.boards.state(board)) {
            true => Standing::DeadEnd,
            false => Standing::Open,
        };
        self.standings[board as usize] = found;
        found
    }

    /// Adds what the turns of a state lead to.
    fn add(&mut self, state: (u32, u32), made: &RegionTurns) {
        if let Some(&label) = made.wins.first() {
            let depth = self.history.n_layers();
            self.first_win.get_or_insert(Win { depth, state, label });
        }
        for (_, place) in &made.walks {
            self.meet(state.0, *place);
        }
        for ((_, place), board) in
            made.changes.iter().zip(made.boards.chunks_exact(self.boards.width()))
        {
            let board = self.number(board);
            self.meet(board, *place);
        }
    }

    fn meet(&mut self, board: u32, place: u32) {
        let word = &mut self.reached[board as usize * self.n_place_words + place as usize / 64];
        let bit = 1 << (place % 64);
        if *word & bit == 0 {
            *word |= bit;
            self.n_states += 1;
            self.next.push((board, place));
        }
    }

    /// The number of a board, for which there has to be room.
    fn number(&mut self, board: &[u64]) -> u32 {
        let known = self.boards.n_states();
        let number = self.boards.number(board, hash_of(board)).unwrap_or(0);
        if self.boards.n_states() > known {
            self.standings.push(Standing::Unknown);
            self.reached.resize(self.reached.len() + self.n_place_words, 0);
        }
        number
    }

    /// Whether there is room for the turns of one more state within so many bytes.
    fn has_room(&mut self, bytes: usize) -> bool {
        if self.boards.n_states() + MOST_BOARDS <= self.boards.capacity() {
            // A list that grows is copied.
            let is_full = self.next.capacity() - self.next.len() < MOST_BOARDS;
            let more = if is_full { 2 * self.next.capacity() * size_of::<(u32, u32)>() } else { 0 };
            return self.bytes() + more <= bytes;
        }
        let beside = self.bytes();
        let of_board = self.n_place_words * size_of::<u64>() + 1;
        // While the table grows, the old one still exists.
        let fits = |boards: usize| {
            self.boards.bytes_for(boards).saturating_add(boards * of_board) + beside <= bytes
        };
        let larger = self.boards.larger(fits).filter(|larger| *larger < u32::MAX as usize);
        larger.map(|larger| self.grow(larger)).is_some()
    }

    fn grow(&mut self, boards: usize) {
        self.boards.grow(boards);
        let more = boards - self.standings.len();
        self.standings.reserve_exact(more);
        self.reached.reserve_exact(more * self.n_place_words);
    }

    /// The first answer of `find` for the states of a depth that is known, which are counted from 1.
    pub(super) fn find_state<T>(
        &self,
        depth: usize,
        mut find: impl FnMut((u32, u32), usize) -> Option<T>,
    ) -> Option<T> {
        if depth == self.history.n_layers() {
            return self.layer.iter().zip(1..).find_map(|(state, n)| find(*state, n));
        }
        self.history.find(depth, find)
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
            let target = (board, self.boards.state(board));
            let mut before = |same: bool| {
                self.find_state(depth, |(from, at), n| {
                    if (from == board) != same || (n.is_multiple_of(STOP_EVERY) && stop()) {
                        return None;
                    }
                    made.clear();
                    stepper.turns(self.boards.state(from), at, &mut made).ok()?;
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
    /// In the file, at this place.
    OnDisk(usize),
}

/// The states of all depths in order, each as its board and place.
#[derive(Debug)]
struct History {
    /// All are full but the last.
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

    /// Memory in bytes, once so many more states are added.
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

    /// The first answer of `find` for the states of a depth, which are counted from 1.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const N_KEYS: usize = 3;

    /// A game drawn at random: what each key does on each board at each place.
    struct RandomGame {
        n_places: u32,
        turns: Vec<Option<Turn>>,
    }

    #[derive(Clone, Copy)]
    enum Turn {
        To(u32, u32),
        Win,
    }

    impl RandomGame {
        fn new(rng: &mut fastrand::Rng, n_boards: u32, n_places: u32, n_wins: usize) -> Self {
            let n_turns = (n_boards * n_places) as usize * N_KEYS;
            let mut turns: Vec<Option<Turn>> = (0..n_turns)
                .map(|turn| {
                    let board = (turn / N_KEYS) as u32 / n_places;
                    let to = if rng.u8(0..8) == 0 { rng.u32(0..n_boards) } else { board };
                    rng.bool().then(|| Turn::To(to, rng.u32(0..n_places)))
                })
                .collect();
            (0..n_wins).for_each(|_| turns[rng.usize(0..n_turns)] = Some(Turn::Win));
            Self { n_places, turns }
        }

        fn turn(&self, board: u32, place: u32, key: usize) -> Option<Turn> {
            self.turns[(board * self.n_places + place) as usize * N_KEYS + key]
        }

        /// The number of states, and of moves to the nearest win, by a plain search.
        fn searched(&self) -> (usize, Option<usize>) {
            let (mut known, mut queue, mut nearest) = (HashMap::new(), vec![(0, 0)], None);
            known.insert((0, 0), 0);
            let mut at = 0;
            while let Some(&(board, place)) = queue.get(at) {
                let depth: usize = known[&(board, place)];
                for key in 0..N_KEYS {
                    match self.turn(board, place, key) {
                        Some(Turn::Win) => nearest = nearest.or(Some(depth + 1)),
                        Some(Turn::To(board, place)) if !known.contains_key(&(board, place)) => {
                            known.insert((board, place), depth + 1);
                            queue.push((board, place));
                        }
                        _ => {}
                    }
                }
                at += 1;
            }
            (known.len(), nearest)
        }

        fn wins(&self, play: &[u32]) -> bool {
            let mut at = Some(Turn::To(0, 0));
            for key in play {
                let Some(Turn::To(board, place)) = at else { return false };
                at = self.turn(board, place, *key as usize);
            }
            matches!(at, Some(Turn::Win))
        }
    }

    impl RegionStepper for &RandomGame {
        type Fault = ();

        fn is_dead_end(&mut self, _: &[u64]) -> bool {
            false
        }

        fn turns(&mut self, board: &[u64], place: u32, made: &mut RegionTurns) -> Result<(), ()> {
            let [board] = *board else { return Err(()) };
            for key in 0..N_KEYS {
                match self.turn(board as u32, place, key) {
                    Some(Turn::To(to, place)) if u64::from(to) == board => {
                        made.walk(key as u32, place);
                    }
                    Some(Turn::To(to, place)) => made.change(key as u32, &[u64::from(to)], place),
                    Some(Turn::Win) => made.win(key as u32),
                    None => {}
                }
            }
            Ok(())
        }
    }

    /// Searches a game with a stop now and then, and compares with the plain search; the number of states.
    fn compare(game: &RandomGame, patience: usize) -> usize {
        let mut space = RegionSpace::new(&[0], 0, game.n_places as usize, 1 << 30).unwrap();
        let mut stepper = game;
        let asked = AtomicUsize::new(1);
        let stop = || asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(patience);
        while space.go_on(&mut stepper, usize::MAX, &stop) != Ok(RegionEnd::Complete) {}
        let (n_states, shortest) = game.searched();
        assert_eq!((space.n_states(), space.shortest()), (n_states, shortest));
        let play = space.shortest_play(&mut stepper, &|| false);
        assert_eq!(play.as_ref().map(Vec::len), shortest);
        assert!(play.is_none_or(|play| game.wins(&play)));
        n_states
    }

    #[test]
    fn regions_have_all_states_of_random_games() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..500 {
            let (n_boards, n_places) = (rng.u32(1..40), rng.u32(1..80));
            let n_wins = rng.usize(0..3);
            compare(&RandomGame::new(&mut rng, n_boards, n_places, n_wins), 2);
        }
    }

    #[test]
    fn a_play_is_read_back_from_disk() {
        let mut rng = fastrand::Rng::with_seed(6);
        let game = RandomGame::new(&mut rng, 6_000, 60, 1);
        assert!(compare(&game, 1_000) > BLOCK);
    }

    #[test]
    fn too_little_memory_is_a_limit() {
        let game = RandomGame::new(&mut fastrand::Rng::with_seed(7), 4_000, 60, 0);
        let mut space = RegionSpace::new(&[0], 0, 60, 0).unwrap();
        let bytes = 1 << 20;
        assert_eq!(space.go_on(&mut &game, bytes, &|| false), Ok(RegionEnd::Limit));
        assert!(space.bytes() <= bytes && space.n_states() < game.searched().0);
    }
}
