//! Results of walks over levels for pairs of types, and the merging of several results.

use serde::{Deserialize, Serialize};

use super::BoardLines;
use crate::piece::PanelSymbol;
use foolproof_level::{Level, Site};

/// For each line, the fewest pieces of a level that has it as its only solution.
pub(crate) type Fewest = Vec<Option<u8>>;

/// Results of a walk over all levels for a pair of types.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct WalkFound {
    pub first: Fewest,
    pub second: Fewest,
    pub both: Fewest,
    /// A level with the fewest pieces of both for each line: four bits per cell, three if there are more than
    /// sixteen cells, from the lowest; 0 for an empty one, otherwise the number of the piece, from 1.
    pub example: Vec<u64>,
    /// Levels of the first type alone with just one solution, by their pieces, from 0.
    pub unique: Vec<u64>,
}

/// A level with just one solution.
#[derive(Clone, Copy)]
pub(crate) struct UniqueLevel {
    pub pieces: usize,
    /// As in `WalkFound::example`.
    pub number: u64,
    /// It has pieces of the first type, and of the second.
    pub has_first: bool,
    pub has_second: bool,
}

impl WalkFound {
    pub(crate) fn new(lines: usize, most: usize) -> Self {
        let none: Fewest = vec![None; lines];
        Self {
            first: none.clone(),
            second: none.clone(),
            both: none,
            example: vec![0; lines],
            unique: vec![0; most + 1],
        }
    }

    /// Lines that both types express with fewer pieces than either alone.
    pub(crate) fn is_new(&self, line: usize) -> bool {
        let both = get(&self.both, line);
        less(both, get(&self.first, line)) && less(both, get(&self.second, line))
    }

    /// Records a level that has this line as its only solution. Returns whether that is news for the line.
    pub(crate) fn note(&mut self, line: usize, level: UniqueLevel) -> bool {
        let fewest = Some(u8::try_from(level.pieces).unwrap_or(u8::MAX));
        let only_first = level.has_first && !level.has_second;
        let only_second = level.has_second && !level.has_first;
        if only_first && let Some(count) = self.unique.get_mut(level.pieces) {
            *count += 1;
        }
        let first = only_first && keep_less(&mut self.first, line, fewest);
        let second = only_second && keep_less(&mut self.second, line, fewest);
        let mine = self.both.get_mut(line).zip(self.example.get_mut(line));
        let both = mine.is_some_and(|(mine, example)| take(mine, example, fewest, level.number));
        first || second || both
    }

    /// The results for a line: fewest pieces of the first, the second and both, and the level; 0 for none.
    fn of_line(&self, line: usize) -> (u8, u8, u8, u64) {
        let of = |fewest: &Fewest| get(fewest, line).unwrap_or(0);
        let level = self.example.get(line).copied().unwrap_or(0);
        (of(&self.first), of(&self.second), of(&self.both), level)
    }

    /// Merges the results of another thread or process.
    pub(crate) fn learn(&mut self, news: &WalkNews) {
        self.unique.iter_mut().zip(&news.unique).for_each(|(mine, theirs)| *mine += theirs);
        for (line, first, second, both, level) in &news.lines {
            // The index of a line; there are fewer lines than that.
            let line = *line as usize;
            let fewest = |pieces: &u8| Some(*pieces).filter(|pieces| *pieces > 0);
            keep_less(&mut self.first, line, fewest(first));
            keep_less(&mut self.second, line, fewest(second));
            let mine = self.both.get_mut(line).zip(self.example.get_mut(line));
            if let Some((mine, example)) = mine {
                take(mine, example, fewest(both), *level);
            }
        }
    }
}

/// The results for a pair of types since the last merge.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct WalkNews {
    /// Further levels of the first type alone with just one solution, by their pieces.
    unique: Vec<u64>,
    /// Line, fewest pieces of the first, the second and both, and the level; 0 for none.
    lines: Vec<(u32, u8, u8, u8, u64)>,
}

/// Results of one thread or process for every pair of types, with a list of news since the last merge: after
/// a while few lines have news.
pub(crate) struct FoundSince {
    pairs: Vec<WalkFound>,
    /// Pairs and lines with news.
    fresh: Vec<(usize, usize)>,
}

impl FoundSince {
    pub(crate) fn new(n_pairs: usize, lines: usize, most: usize) -> Self {
        Self { pairs: vec![WalkFound::new(lines, most); n_pairs], fresh: Vec::new() }
    }

    /// Records a level for a pair, like `WalkFound::note`.
    pub(crate) fn note(&mut self, pair: usize, line: usize, level: UniqueLevel) {
        if self.pairs.get_mut(pair).is_some_and(|found| found.note(line, level)) {
            self.fresh.push((pair, line));
        }
    }

    /// The results for each pair since the last call.
    pub(crate) fn news(&mut self) -> Vec<WalkNews> {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.sort_unstable();
        fresh.dedup();
        let mut fresh = fresh.into_iter().peekable();
        let each = self.pairs.iter_mut().enumerate().map(|(pair, found)| {
            let none = vec![0; found.unique.len()];
            let unique = std::mem::replace(&mut found.unique, none);
            let mut lines = Vec::new();
            while let Some((_, line)) = fresh.next_if(|(at, _)| *at == pair) {
                let (first, second, both, level) = found.of_line(line);
                let number = u32::try_from(line).unwrap_or(u32::MAX);
                lines.push((number, first, second, both, level));
            }
            WalkNews { unique, lines }
        });
        each.collect()
    }
}

pub(crate) fn get(fewest: &Fewest, line: usize) -> Option<u8> {
    fewest.get(line).copied().flatten()
}

/// Returns whether `one` is present, and less than `other` if that is present too.
pub(crate) fn less(one: Option<u8>, other: Option<u8>) -> bool {
    one.is_some_and(|one| other.is_none_or(|other| one < other))
}

/// Keeps a level with fewer pieces, or the lowest number among levels with equally few, so that the order
/// of discovery does not matter. Returns whether it was taken.
fn take(pieces: &mut Option<u8>, example: &mut u64, new: Option<u8>, level: u64) -> bool {
    let taken = less(new, *pieces) || new.is_some() && new == *pieces && level < *example;
    if taken {
        *pieces = new;
        *example = level;
    }
    taken
}

fn keep_less(fewest: &mut Fewest, line: usize, new: Option<u8>) -> bool {
    let slot = fewest.get_mut(line).filter(|slot| less(new, **slot));
    slot.map(|slot| *slot = new).is_some()
}

/// Most cells of levels that can be distinguished by a number.
pub(crate) const MAX_CELLS: usize = 21;

/// Number of bits for a cell in the number of a level.
fn cell_bits(cells: usize) -> usize {
    if cells > 16 { 3 } else { 4 }
}

/// Most kinds of pieces in levels of this many cells.
pub(crate) fn most_kinds(cells: usize) -> usize {
    (1 << cell_bits(cells)) - 1
}

/// A kind of pieces on a cell, as in `WalkFound::example`.
pub(crate) fn in_level(cells: usize, cell: usize, kind: usize) -> u64 {
    (kind as u64 + 1) << (cell_bits(cells) * cell)
}

/// The level of a number as in `WalkFound::example`.
pub(crate) fn level_of(lines: &BoardLines, pieces: &[PanelSymbol], number: u64) -> Level {
    let mut level = Level::open("witness", lines.board);
    let (bits, mask) = (cell_bits(lines.cells.len()), most_kinds(lines.cells.len()) as u64);
    let at = |n: usize| usize::try_from(number >> (bits * n) & mask).ok()?.checked_sub(1);
    let placed = lines.cells.iter().enumerate().filter_map(|(n, cell)| Some((*cell, at(n)?)));
    let placed: Vec<(Site, usize)> = placed.collect();
    for (cell, kind) in placed {
        level.paint(cell, pieces.get(kind).and_then(|piece| piece.mark()));
    }
    level
}
