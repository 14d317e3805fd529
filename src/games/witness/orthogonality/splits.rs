//! Splits of a level's pieces by lines: the pieces that each line leaves together.
//!
//! The effect of a line on a level depends on that alone, except for edges and tilings. Five pieces can be
//! split in 52 ways, however many lines there are; so lines that split a level's cells alike are one set, and
//! pieces on these cells are tried on the sets.

use super::BoardLines;
use crate::bits::bit;
use crate::word::BoardWord as _;

/// The lines of a board by the cells that they leave together.
pub(crate) struct BoardSplits {
    n_cells: usize,
    /// The lines in the sets: if only regions count, just the first of those with equal regions.
    pub lines: Vec<usize>,
    /// Lines that represent more than one, by bit.
    several: Vec<u64>,
    /// For each two cells, the lines that leave them in one region.
    joined: Vec<Vec<u64>>,
}

/// Lines that split the pieces of a level in one way.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    /// Range of its regions with pieces among those of its level, with the last piece's region first.
    from: usize,
    to: usize,
    /// Position of its lines in the words of its level, the number of words, and the index of the first one:
    /// words without lines are left out at both ends.
    set: usize,
    words: usize,
    skipped: usize,
    /// The line, if there is just one.
    pub line: Option<usize>,
}

/// All ways to split some pieces by lines.
#[derive(Default)]
pub(crate) struct SplitLevel {
    /// Splits with several lines come first.
    pub(crate) splits: Vec<Split>,
    /// Regions as sets of their pieces, by bit.
    regions: Vec<u32>,
    sets: Vec<u64>,
    /// Sets are kept: if lines are examined afterwards, or further cells follow.
    keeps_sets: bool,
    /// Every region with the last piece.
    pub(crate) latest: Vec<u32>,
}

impl SplitLevel {
    /// The regions of a split that have pieces, with the last piece's region first.
    pub(crate) fn regions(&self, split: &Split) -> &[u32] {
        self.regions.get(split.from..split.to).unwrap_or_default()
    }

    /// The lines of a split by their index in `lines`, and the number of words left out before them.
    pub(crate) fn set(&self, split: &Split) -> (&[u64], usize) {
        let words = self.sets.get(split.set..split.set + split.words);
        (words.unwrap_or_default(), split.skipped)
    }
}

impl BoardSplits {
    /// `each` keeps every line, even those with equal regions.
    pub(crate) fn of(board: &BoardLines, each: bool) -> Self {
        let n_cells = board.cells.len();
        let mut lines: Vec<usize> = (0..board.len()).collect();
        if !each {
            lines.dedup_by_key(|line| board.parts.get(*line));
        }
        let words = lines.len().div_ceil(64);
        let mut several = vec![0; words];
        let mut joined = vec![vec![0; words]; n_cells * n_cells];
        let ends = lines.iter().skip(1).copied().chain([board.len()]);
        for (at, (line, end)) in lines.iter().zip(ends).enumerate() {
            if end - line > 1 {
                put(&mut several, at);
            }
            for part in board.parts.get(*line).into_iter().flatten() {
                let region = board.regions.get(*part as usize).copied().unwrap_or(0);
                let inside = |cell: &usize| {
                    board.cells.get(*cell).is_some_and(|cell| region.meets(bit(*cell)))
                };
                let cells: Vec<usize> = (0..n_cells).filter(inside).collect();
                for (one, other) in cells.iter().flat_map(|one| cells.iter().map(move |o| (one, o)))
                {
                    if let Some(set) = joined.get_mut(one * n_cells + other) {
                        put(set, at);
                    }
                }
            }
        }
        Self { n_cells, lines, several, joined }
    }

    fn words(&self) -> usize {
        self.several.len()
    }

    /// The split of a level without pieces: no line changes it.
    pub(crate) fn root(&self) -> SplitLevel {
        let sets = self.set_of_all();
        let all = Split { from: 0, to: 0, set: 0, words: sets.len(), skipped: 0, line: None };
        SplitLevel { splits: vec![all], sets, ..SplitLevel::default() }
    }

    /// All lines, as a set.
    pub(crate) fn set_of_all(&self) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.words()];
        if let Some(last) = all.last_mut().filter(|_| !self.lines.len().is_multiple_of(64)) {
            *last = (1 << (self.lines.len() % 64)) - 1;
        }
        all
    }

    /// Returns whether a line represents more than one, by its index in `lines`.
    pub(crate) fn is_several(&self, at: usize) -> bool {
        self.several.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// The splits of pieces on these cells, from those of all but the last of them. Set `keep` if their lines
    /// are examined afterwards, or further cells follow.
    pub(crate) fn extend(
        &self,
        before: &SplitLevel,
        after: &mut SplitLevel,
        cells: &[usize],
        keep: bool,
    ) {
        let Some((cell, others)) = cells.split_last() else { return };
        let piece = 1u32 << others.len();
        after.splits.clear();
        after.regions.clear();
        after.sets.clear();
        after.latest.clear();
        after.keeps_sets = keep;
        let mut joined: Vec<&[u64]> = Vec::with_capacity(others.len());
        for split in &before.splits {
            let ((set, skipped), regions) = (before.set(split), before.regions(split));
            joined.clear();
            joined.extend(regions.iter().map(|region| {
                let other = others.get(region.trailing_zeros() as usize).copied().unwrap_or(0);
                let joined = self.joined.get(other * self.n_cells + cell);
                joined.and_then(|joined| joined.get(skipped..)).unwrap_or_default()
            }));
            for (region, joined) in regions.iter().zip(&joined) {
                let lines = set.iter().zip(*joined).map(|(set, joined)| set & joined);
                let others = regions.iter().copied().filter(|other| other != region);
                self.add(after, lines, skipped, region | piece, others);
            }
            // Lines that leave the last piece in a region without other pieces.
            let apart = set.iter().enumerate().map(|(n, set)| {
                let word = |joined: &&[u64]| joined.get(n).copied().unwrap_or(0);
                joined.iter().map(word).fold(*set, |left, joined| left & !joined)
            });
            self.add(after, apart, skipped, piece, regions.iter().copied());
        }
        after.splits.sort_unstable_by_key(|split| split.line.is_some());
        after.latest.sort_unstable();
        after.latest.dedup();
    }

    /// Adds a split of these lines into the region with the last piece and the other regions. Does nothing
    /// without lines.
    fn add(
        &self,
        level: &mut SplitLevel,
        lines: impl Iterator<Item = u64>,
        mut skipped: usize,
        latest: u32,
        others: impl Iterator<Item = u32>,
    ) {
        let set = level.sets.len();
        let amount = match level.keeps_sets {
            true => {
                level.sets.extend(lines);
                skipped += trim(&mut level.sets, set);
                self.amount(level.sets.get(set..).into_iter().flatten().copied(), skipped)
            }
            false => self.amount(lines, skipped),
        };
        let line = match amount {
            LineAmount::None => return,
            LineAmount::One(at) => self.lines.get(at).copied(),
            LineAmount::Several => None,
        };
        let (from, words) = (level.regions.len(), level.sets.len() - set);
        level.regions.push(latest);
        level.regions.extend(others);
        level.splits.push(Split { from, to: level.regions.len(), set, words, skipped, line });
        level.latest.push(latest);
    }

    /// Counts the lines in a set, only as far as needed to distinguish none, one and several.
    fn amount(&self, set: impl Iterator<Item = u64>, skipped: usize) -> LineAmount {
        let mut amount = LineAmount::None;
        let several = self.several.get(skipped..).into_iter().flatten();
        for ((word, several), n) in set.zip(several).zip(skipped..) {
            if word == 0 {
                continue;
            }
            if !word.is_power_of_two() || word & several != 0 || amount != LineAmount::None {
                return LineAmount::Several;
            }
            amount = LineAmount::One(n * 64 + word.trailing_zeros() as usize);
        }
        amount
    }
}

/// Removes empty words at both ends of the list from an index on. Returns the number removed at the front.
fn trim(words: &mut Vec<u64>, from: usize) -> usize {
    let set = words.get(from..).unwrap_or_default();
    let before = set.iter().take_while(|word| **word == 0).count();
    let after = set.iter().rev().take_while(|word| **word == 0).count();
    words.truncate((words.len() - after).max(from));
    words.drain(from..words.len().min(from + before));
    before
}

/// Number of lines; a single one with its index.
#[derive(Clone, Copy, PartialEq)]
enum LineAmount {
    None,
    One(usize),
    Several,
}

fn put(set: &mut [u64], at: usize) {
    set.get_mut(at / 64).into_iter().for_each(|word| *word |= 1 << (at % 64));
}

/// The indices of the ones.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(n, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then_some(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(n * 64 + bit)
        })
    })
}
