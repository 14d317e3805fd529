//! The boards of a level without the player, with a search's data on the player's places on each, and the
//! turns that lead from one board to another.

use super::table::{StateTable, hash_of};
use foolproof_kernel::StopCheck;

/// States between two checks for a stop.
pub(super) const STOP_EVERY: usize = 64;
/// Number of states whose turns are taken, on several threads, before the results are added.
pub(super) const BATCH: usize = 1 << 11;
/// Initial capacity, in boards.
const FIRST_BOARDS: usize = 1 << 10;
/// Maximum number of boards to which the turns of one state may lead.
pub(super) const MAX_BOARDS: usize = 64;

/// The turns of a state, each with its label.
#[derive(Clone, Debug, Default)]
pub struct RegionTurns {
    /// Turns that change nothing but the place.
    pub(super) walks: Vec<(u32, u32)>,
    /// Turns that change the board, with the place after them.
    changes: Vec<(u32, u32)>,
    /// The boards of these turns, concatenated.
    boards: Vec<u64>,
    /// Turns that win.
    pub(super) wins: Vec<u32>,
}

impl RegionTurns {
    /// Adds a turn that leads to another place on the same board.
    pub fn walk(&mut self, label: u32, place: u32) {
        self.walks.push((label, place));
    }

    /// Adds a turn that leads to a place on another board.
    pub fn change(&mut self, label: u32, board: &[u64], place: u32) {
        self.changes.push((label, place));
        self.boards.extend_from_slice(board);
    }

    /// Adds a turn that wins.
    pub fn win(&mut self, label: u32) {
        self.wins.push(label);
    }

    pub(super) fn clear(&mut self) {
        self.walks.clear();
        self.changes.clear();
        self.boards.clear();
        self.wins.clear();
    }

    /// The turns that change the board, with the boards after them, which have `width` words.
    pub(super) fn changes(&self, width: usize) -> impl Iterator<Item = ((u32, u32), &[u64])> {
        self.changes.iter().copied().zip(self.boards.chunks_exact(width))
    }

    /// The first turn to a place on a board, from the board `from`.
    pub(super) fn label_to(&self, from: u32, board: (u32, &[u64]), place: u32) -> Option<u32> {
        let mut walks = self.walks.iter().filter(|_| from == board.0);
        let walk = walks.find(|(_, to)| *to == place);
        let mut changes = self.changes(board.1.len());
        let mut change = || changes.find(|((_, to), made)| *to == place && *made == board.1);
        walk.copied().or_else(|| change().map(|(change, _)| change)).map(|(label, _)| label)
    }
}

/// The rules of a level, as a search by regions asks for them.
pub trait RegionStepper: Send + Sized {
    /// Reason why a turn cannot be taken.
    type Fault: Send;

    /// Makes a copy for another thread, if that is possible.
    fn another(&self) -> Option<Self>;

    /// Returns whether no win can be reached from this board, wherever the player is.
    fn is_dead_end(&mut self, board: &[u64]) -> bool;

    /// Adds the turns of a state.
    ///
    /// # Errors
    /// If a turn cannot be taken.
    fn turns(
        &mut self,
        board: &[u64],
        place: u32,
        made: &mut RegionTurns,
    ) -> Result<(), Self::Fault>;
}

/// Reason why not all turns of some states were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TakingEnd<F> {
    Stopped,
    Fault(F),
}

/// Knowledge on whether a board is a dead end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardStanding {
    Unknown,
    Open,
    DeadEnd,
}

/// Ends of the turns of a state in the lists of several states.
#[derive(Clone, Copy, Debug)]
struct StateTurns {
    walks: usize,
    changes: usize,
    wins: usize,
    standing: BoardStanding,
}

/// The turns of some states.
pub(super) struct PieceTurns<F> {
    made: RegionTurns,
    ends: Vec<StateTurns>,
    /// Words of a board.
    width: usize,
    /// The reason why the rest is missing, if it is.
    pub(super) ended: Option<TakingEnd<F>>,
}

/// The turns of one state of several.
pub(super) struct TakenState<'a> {
    pub(super) standing: BoardStanding,
    pub(super) walks: &'a [(u32, u32)],
    changes: &'a [(u32, u32)],
    boards: &'a [u64],
    pub(super) wins: &'a [u32],
    width: usize,
}

impl<'a> TakenState<'a> {
    /// The turns that change the board, with the boards after them.
    pub(super) fn changes(&self) -> impl Iterator<Item = ((u32, u32), &'a [u64])> {
        self.changes.iter().copied().zip(self.boards.chunks_exact(self.width))
    }
}

impl<F> PieceTurns<F> {
    /// The states in order.
    pub(super) fn states(&self) -> impl Iterator<Item = TakenState<'_>> {
        let (made, width) = (&self.made, self.width);
        let (mut walks, mut changes, mut wins) = (0, 0, 0);
        self.ends.iter().map(move |end| {
            let state = TakenState {
                standing: end.standing,
                walks: &made.walks[walks..end.walks],
                changes: &made.changes[changes..end.changes],
                boards: &made.boards[changes * width..end.changes * width],
                wins: &made.wins[wins..end.wins],
                width,
            };
            (walks, changes, wins) = (end.walks, end.changes, end.wins);
            state
        })
    }
}

/// The boards that a search has met.
#[derive(Debug)]
pub(super) struct RegionBoards {
    pub(super) table: StateTable,
    standings: Vec<BoardStanding>,
    /// Data on the places of each board.
    words: Vec<u64>,
    words_a_board: usize,
}

impl RegionBoards {
    /// Makes an empty list. A board takes `width` words, and the data on its places `words_a_board` more.
    pub(super) fn new(width: usize, words_a_board: usize) -> Self {
        let table = StateTable::new(width);
        let mut boards = Self { table, standings: Vec::new(), words: Vec::new(), words_a_board };
        boards.grow(FIRST_BOARDS);
        boards
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.words.capacity() * size_of::<u64>() + self.standings.capacity()
    }

    /// One word of the data on the places of a board.
    #[inline]
    pub(super) fn word(&mut self, board: u32, at: usize) -> &mut u64 {
        &mut self.words[board as usize * self.words_a_board + at]
    }

    pub(super) fn standing(&self, board: u32) -> BoardStanding {
        self.standings[board as usize]
    }

    pub(super) fn set_standing(&mut self, board: u32, standing: BoardStanding) {
        self.standings[board as usize] = standing;
    }

    /// The number of a board, for which there has to be room.
    pub(super) fn number(&mut self, board: &[u64]) -> u32 {
        let known = self.table.n_states();
        let number = self.table.number(board, hash_of(board)).unwrap_or(0);
        if self.table.n_states() > known {
            self.standings.push(BoardStanding::Unknown);
            self.words.resize(self.words.len() + self.words_a_board, 0);
        }
        number
    }

    /// Returns whether there is room for the boards of one more state within `bytes`, beside those used by
    /// others. Makes room if possible.
    pub(super) fn has_room(&mut self, beside: usize, bytes: usize) -> bool {
        let beside = beside + self.bytes();
        if self.table.n_states() + MAX_BOARDS <= self.table.capacity() {
            return beside <= bytes;
        }
        let of_board = self.words_a_board * size_of::<u64>() + 1;
        // While the table grows, the old one still exists.
        let fits = |boards: usize| {
            self.table.bytes_for(boards).saturating_add(boards * of_board) + beside <= bytes
        };
        let larger = self.table.larger(fits).filter(|larger| *larger < u32::MAX as usize);
        larger.map(|larger| self.grow(larger)).is_some()
    }

    fn grow(&mut self, boards: usize) {
        self.table.grow(boards);
        let more = boards - self.standings.len();
        self.standings.reserve_exact(more);
        self.words.reserve_exact(more * self.words_a_board);
    }

    /// Takes the turns of some states, except of dead ends.
    pub(super) fn take<S: RegionStepper>(
        &self,
        stepper: &mut S,
        states: impl ExactSizeIterator<Item = (u32, u32)>,
        stop: StopCheck<'_>,
    ) -> PieceTurns<S::Fault> {
        let (ends, width) = (Vec::with_capacity(states.len()), self.table.width());
        let mut taken = PieceTurns { made: RegionTurns::default(), ends, width, ended: None };
        for (n, (board, place)) in states.enumerate() {
            if n.is_multiple_of(STOP_EVERY) && stop() {
                taken.ended = Some(TakingEnd::Stopped);
                break;
            }
            let packed = self.table.state(board);
            let standing = match self.standing(board) {
                BoardStanding::Unknown if stepper.is_dead_end(packed) => BoardStanding::DeadEnd,
                BoardStanding::Unknown => BoardStanding::Open,
                known => known,
            };
            let made = &mut taken.made;
            if standing == BoardStanding::Open
                && let Err(fault) = stepper.turns(packed, place, made)
            {
                taken.ended = Some(TakingEnd::Fault(fault));
                break;
            }
            let (walks, changes, wins) = (made.walks.len(), made.changes.len(), made.wins.len());
            taken.ends.push(StateTurns { walks, changes, wins, standing });
        }
        taken
    }
}
