//! Solvability of boards with few penguins, as a bit for each board.
//!
//! A board's place is its rank among all sets of as many cells (in colexicographic order). The walk over all
//! boards of a number of penguins looks only at the least of each board's mirror images. Memory: a bit for
//! each of the C(cells, penguins) boards.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{GoOn, MiningHalt};
use crate::ice::{Ice, Penguins};
use foolproof_game::tasks;

/// Most penguins of a table.
pub(crate) const MAX_PENGUINS: usize = 9;
/// Boards that a thread walks before it takes the next ones.
const TASK: u64 = 1 << 18;
/// Bits of a board that are ranked at once.
const CHUNK: usize = 8;

/// Ranks of sets of cells.
pub(crate) struct Ranks {
    /// By chunk, penguins below it and bits of the chunk.
    sums: Vec<u64>,
    choose: Vec<[u64; MAX_PENGUINS + 2]>,
}

impl Ranks {
    pub(crate) fn new() -> Self {
        let mut choose = vec![[0u64; MAX_PENGUINS + 2]; 65];
        for n in 0..=64 {
            choose[n][0] = 1;
            for k in 1..MAX_PENGUINS + 2 {
                choose[n][k] =
                    if n == 0 { 0 } else { choose[n - 1][k - 1].saturating_add(choose[n - 1][k]) };
            }
        }
        let mut sums = Vec::with_capacity(8 * (MAX_PENGUINS + 1) * 256);
        for chunk in 0..8 {
            for below in 0..=MAX_PENGUINS {
                for bits in 0..256usize {
                    let set = (0..CHUNK).filter(|bit| bits >> bit & 1 == 1);
                    let sum = set.enumerate().map(|(nth, bit)| {
                        let at = (below + nth + 1).min(MAX_PENGUINS + 1);
                        choose[chunk * CHUNK + bit][at]
                    });
                    sums.push(sum.fold(0, u64::saturating_add));
                }
            }
        }
        Self { sums, choose }
    }

    /// Number of sets of `k` of `n` cells.
    pub(crate) fn choose(&self, n: u32, k: usize) -> u64 {
        self.choose[n as usize][k.min(MAX_PENGUINS + 1)]
    }

    /// The place of a board of at most [`MAX_PENGUINS`] penguins.
    #[inline]
    pub(crate) fn rank(&self, mut board: Penguins) -> u64 {
        let (mut sum, mut below, mut row) = (0, 0, 0);
        while board != 0 {
            let bits = (board & 255) as usize;
            sum += self.sums[row + below * 256 + bits];
            below += bits.count_ones() as usize;
            row += (MAX_PENGUINS + 1) * 256;
            board >>= CHUNK;
        }
        sum
    }

    /// The board of a place.
    pub(crate) fn board(&self, mut rank: u64, penguins: usize) -> Penguins {
        let mut board = 0;
        for k in (1..=penguins).rev() {
            let cell = (0..64).rev().find(|cell| self.choose[*cell][k] <= rank).unwrap_or(0);
            rank -= self.choose[cell][k];
            board |= 1 << cell;
        }
        board
    }
}

/// The next board of as many penguins, in the order of ranks.
fn following(board: Penguins) -> Penguins {
    let lowest = board & board.wrapping_neg();
    let carried = board.wrapping_add(lowest);
    ((carried ^ board) >> 2).checked_shr(lowest.trailing_zeros()).unwrap_or(0) | carried
}

/// Results for boards with more penguins than tables have. Such boards come up again and again, since most
/// pushes can be made in another order.
pub(crate) struct SolvedBoards {
    /// By a hash of the board: a solvable board, and an unsolvable one; 0 if unknown.
    slots: Vec<[Penguins; 2]>,
}

/// Logarithm of the number of slots: a megabyte, which fits into a processor's cache.
const SLOTS_LOG: u32 = 16;

impl Default for SolvedBoards {
    fn default() -> Self {
        Self { slots: vec![[0; 2]; 1 << SLOTS_LOG] }
    }
}

impl SolvedBoards {
    #[inline]
    fn slot(&mut self, board: Penguins) -> &mut [Penguins; 2] {
        let hash = board.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS_LOG);
        // As many slots as the hash has values.
        &mut self.slots[hash as usize]
    }
}

/// Solvable boards, by number of penguins.
pub(crate) struct Tables {
    pub ranks: Ranks,
    tables: Vec<Vec<AtomicU64>>,
    /// Number of solvable boards by number of penguins.
    pub solvable: Vec<u64>,
}

impl Tables {
    /// The tables of no and of one penguin.
    pub(crate) fn new(ice: &Ice) -> Self {
        let one = ice.all.count_ones();
        let ranks = Ranks::new();
        let tables = vec![Vec::new(), vec![AtomicU64::new(u64::MAX)]];
        Self { ranks, tables, solvable: vec![0, u64::from(one)] }
    }

    /// Most penguins of the existing tables.
    pub(crate) fn depth(&self) -> usize {
        self.tables.len() - 1
    }

    /// Bytes of the tables for up to `depth` penguins.
    pub(crate) fn bytes(&self, ice: &Ice, depth: usize) -> u64 {
        (2..=depth).map(|k| self.ranks.choose(ice.all.count_ones(), k) / 8).sum()
    }

    #[inline]
    pub(crate) fn has(&self, penguins: usize, board: Penguins) -> bool {
        let rank = self.ranks.rank(board);
        // A rank below the number of boards, which are in memory.
        self.tables[penguins][(rank >> 6) as usize].load(Ordering::Relaxed) >> (rank & 63) & 1 == 1
    }

    /// Returns whether a board of any number of penguins can be solved.
    pub(crate) fn solvable(
        &self,
        ice: &Ice,
        penguins: usize,
        board: Penguins,
        seen: &mut SolvedBoards,
    ) -> bool {
        match penguins.saturating_sub(self.depth()) {
            0 => self.has(penguins, board),
            // A look-up costs more than a push.
            1 => ice.any_push(board, |_, after| self.has(penguins - 1, after)),
            _ => self.leads_there(ice, penguins, board, seen),
        }
    }

    fn leads_there(
        &self,
        ice: &Ice,
        penguins: usize,
        board: Penguins,
        seen: &mut SolvedBoards,
    ) -> bool {
        if penguins <= self.depth() {
            return self.has(penguins, board);
        }
        let [solved, unsolved] = *seen.slot(board);
        if solved == board || unsolved == board {
            return solved == board;
        }
        let leads_on =
            ice.any_push(board, |_, after| self.leads_there(ice, penguins - 1, after, seen));
        seen.slot(board)[usize::from(!leads_on)] = board;
        leads_on
    }

    /// The table of one penguin more.
    pub(crate) fn grow(
        &mut self,
        ice: &Ice,
        threads: usize,
        go_on: GoOn<'_>,
    ) -> Result<(), MiningHalt> {
        let penguins = self.tables.len();
        let all = self.ranks.choose(ice.all.count_ones(), penguins);
        let words = usize::try_from(all.div_ceil(64)).map_err(|_| MiningHalt::Memory)?;
        let table: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
        let walked = tasks::take(
            threads,
            0..all.div_ceil(TASK),
            || 0,
            |count, number| {
                let first = number * TASK;
                if !go_on(first as f64 / all as f64) {
                    return ControlFlow::Break(());
                }
                *count += self.walk(ice, &table, first..(first + TASK).min(all));
                ControlFlow::Continue(())
            },
        );
        if walked.broken {
            return Err(MiningHalt::Stopped);
        }
        self.tables.push(table);
        self.solvable.push(walked.rooms.into_iter().sum());
        Ok(())
    }

    /// Fills in the boards of these ranks and their images. Returns the number of solvable ones.
    fn walk(&self, ice: &Ice, table: &[AtomicU64], ranks: std::ops::Range<u64>) -> u64 {
        let penguins = self.tables.len();
        let mut board = self.ranks.board(ranks.start, penguins);
        let mut solvable = 0;
        for _ in ranks {
            let images = ice.mirrored(board);
            if images.iter().all(|image| *image >= board) && self.leads_on(ice, penguins, board) {
                for (at, image) in images.iter().enumerate() {
                    if !images[..at].contains(image) {
                        let rank = self.ranks.rank(*image);
                        // A rank below the number of boards, which are in memory.
                        let word = &table[(rank >> 6) as usize];
                        word.fetch_or(1 << (rank & 63), Ordering::Relaxed);
                        solvable += 1;
                    }
                }
            }
            board = following(board);
        }
        solvable
    }

    fn leads_on(&self, ice: &Ice, penguins: usize, board: Penguins) -> bool {
        match penguins {
            2 => ice.has_push(board),
            _ => ice.any_push(board, |_, after| self.has(penguins - 1, after)),
        }
    }
}
