//! The lines of an empty board, and the regions that they cut.

use std::collections::HashMap;

use crate::bits;
use crate::bits::{Strokes, bit};
use crate::search;
use crate::word::BoardWord as _;
use foolproof_level::{Board, Site};

/// Every line from the bottom left to the top right of a board.
pub(crate) struct BoardLines {
    pub board: Board,
    pub cells: Vec<Site>,
    pub lines: Vec<Strokes>,
    /// Every region that occurs, as a set of cells by bit.
    pub regions: Vec<u64>,
    /// The regions of each line.
    pub parts: Vec<Vec<u32>>,
}

impl BoardLines {
    pub(crate) fn of(board: Board) -> Self {
        let lines = search::every_line(board);
        let mut known: HashMap<u64, u32> = HashMap::new();
        let mut regions = Vec::new();
        let parts = lines.iter().map(|line| {
            let numbers = line.regions(bits::cells(board)).map(|region| {
                *known.entry(region).or_insert_with(|| {
                    regions.push(region);
                    u32::try_from(regions.len() - 1).unwrap_or(u32::MAX)
                })
            });
            numbers.collect()
        });
        let parts: Vec<Vec<u32>> = parts.collect();
        Self { board, cells: board.cells().collect(), lines, regions, parts }.in_order()
    }

    /// Groups lines with equal regions, starting with the regions that most lines have: results for one
    /// line's regions serve the next.
    fn in_order(mut self) -> Self {
        let mut often = vec![0u32; self.regions.len()];
        for part in self.parts.iter().flatten() {
            often.get_mut(*part as usize).into_iter().for_each(|count| *count += 1);
        }
        let key = |part: &u32| (std::cmp::Reverse(often.get(*part as usize).copied()), *part);
        for parts in &mut self.parts {
            parts.sort_by_key(key);
        }
        let mut both: Vec<(Vec<u32>, Strokes)> =
            self.parts.drain(..).zip(self.lines.drain(..)).collect();
        both.sort();
        (self.parts, self.lines) = both.into_iter().unzip();
        self
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The lines, as sets by bit, that run along `edges` edges of each cell.
    pub(crate) fn hugging(&self, edges: u8) -> Vec<Vec<u64>> {
        let mut sets = vec![vec![0u64; self.len().div_ceil(64)]; self.cells.len()];
        for (n, line) in self.lines.iter().enumerate() {
            let [ones, twos, fours] = line.around();
            for (cell, set) in self.cells.iter().zip(&mut sets) {
                let digit = |bits: u64, value: u8| if bits.meets(bit(*cell)) { value } else { 0 };
                let count = digit(ones, 1) + digit(twos, 2) + digit(fours, 4);
                if let Some(word) = set.get_mut(n / 64).filter(|_| count == edges) {
                    *word |= 1 << (n % 64);
                }
            }
        }
        sets
    }
}
