//! A walk over all levels of two types, for many first types at once.
//!
//! The cost is levels × lines × (first types / 64), less what is given up early: a level with two
//! solutions for every pair has been seen enough. Knows the lines and the pieces.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::contents::holds;
use super::{BoardLines, Sort};
use crate::games::witness::piece::{PanelSymbol, Polyomino};
use crate::games::witness::tiling;
use crate::level::{Level, Site};

/// For each line, the fewest pieces with which a level has it as its only solution.
pub type Fewest = Vec<Option<u8>>;

/// What a walk over all levels found of a pair of types.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WalkFound {
    pub first: Fewest,
    pub second: Fewest,
    pub both: Fewest,
    /// A level with the fewest pieces of both for each line: four bits a cell, from the lowest; 0
    /// where it is empty, else the number of the piece, from 1.
    pub example: Vec<u64>,
    /// Levels of the first type alone with just one solution, by their pieces, from 0.
    pub unique: Vec<u64>,
}

impl WalkFound {
    pub fn new(lines: usize, most: usize) -> Self {
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
    pub fn is_new(&self, line: usize) -> bool {
        let both = get(&self.both, line);
        less(both, get(&self.first, line)) && less(both, get(&self.second, line))
    }

    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in [(&mut self.first, &other.first), (&mut self.second, &other.second)] {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                if less(*theirs, *mine) {
                    *mine = *theirs;
                }
            }
        }
        let mine = self.both.iter_mut().zip(&mut self.example);
        for ((mine, example), (theirs, other)) in mine.zip(other.both.iter().zip(&other.example)) {
            take(mine, example, *theirs, *other);
        }
        for (mine, theirs) in self.unique.iter_mut().zip(&other.unique) {
            *mine += theirs;
        }
    }
}

/// What was found of a pair of types since somebody was told last.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct WalkNews {
    /// Further levels of the first type alone with just one solution, by their pieces.
    unique: Vec<u64>,
    /// Line, fewest pieces of the first, the second and both, and the level; 0 for none.
    lines: Vec<(u32, u8, u8, u8, u64)>,
}

impl WalkFound {
    /// What is new here against what was told, which is the same afterwards.
    pub fn news(&self, told: &mut Self) -> WalkNews {
        let unique = self.unique.iter().zip(&told.unique).map(|(now, then)| now - then).collect();
        let at = |found: &Self, line: usize| {
            let of = |fewest: &Fewest| get(fewest, line).unwrap_or(0);
            let level = found.example.get(line).copied().unwrap_or(0);
            (of(&found.first), of(&found.second), of(&found.both), level)
        };
        let fresh = (0..self.both.len()).filter(|line| at(self, *line) != at(told, *line));
        let number = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
        let lines = fresh.map(|line| {
            let (first, second, both, level) = at(self, line);
            (number(line), first, second, both, level)
        });
        let news = WalkNews { unique, lines: lines.collect() };
        told.learn(&news);
        news
    }

    /// Takes in what somebody else found.
    pub fn learn(&mut self, news: &WalkNews) {
        self.unique.iter_mut().zip(&news.unique).for_each(|(mine, theirs)| *mine += theirs);
        for (line, first, second, both, level) in &news.lines {
            // A number of a line, of which there are fewer.
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

pub fn get(fewest: &Fewest, line: usize) -> Option<u8> {
    fewest.get(line).copied().flatten()
}

/// Whether one is there, and is less than the other where that is there too.
pub fn less(one: Option<u8>, other: Option<u8>) -> bool {
    one.is_some_and(|one| other.is_none_or(|other| one < other))
}

/// Takes a level with fewer pieces, or of as few the first: whoever finds it, it is the same one.
fn take(pieces: &mut Option<u8>, example: &mut u64, new: Option<u8>, level: u64) {
    if less(new, *pieces) || new.is_some() && new == *pieces && level < *example {
        *pieces = new;
        *example = level;
    }
}

/// Contents without polyominoes, and with more of them than a board has room for.
const NO_POLYS: u32 = u32::MAX;
const TOO_MANY_POLYS: u32 = u32::MAX - 1;

/// Entries of the table of contents; more would take too much memory.
const LARGEST_TABLE: usize = 1 << 22;
/// Entries of it between two looks at whether to go on.
const CONTENTS_A_LOOK: usize = 1 << 10;

/// A bit for each pair of types.
type TypePairs = [u64; WORDS];
const WORDS: usize = 2;
/// How many first types a walk can have.
pub const MOST_FIRSTS: usize = 64 * WORDS;

/// A walk over the levels of one of several first types and a second one.
pub struct LevelWalk {
    lines: Arc<BoardLines>,
    most: usize,
    n_pairs: usize,
    /// How many pieces the first types have, and both together.
    first: usize,
    kinds: usize,
    /// For every content of a region, a bit for each pair: whether it is satisfied.
    satisfied: Vec<TypePairs>,
    /// For every content, the number of its polyominoes in `tilings`; empty where there are none.
    polys: Vec<u32>,
    /// Polyominoes that a region may have to be tiled by.
    tilings: Vec<Vec<Polyomino>>,
    /// The lines in their order.
    steps: Vec<SplitStep>,
    /// Every pair.
    all: TypePairs,
    /// The lines that each piece allows on each cell, where that depends on the line.
    allowed: Vec<Option<Vec<Vec<u64>>>>,
    /// The regions that have each cell.
    of_cell: Vec<Vec<u32>>,
}

/// The tasks of a walk over so many cells, with so many kinds of pieces and so many of them.
pub fn tasks(cells: usize, kinds: usize, most: usize) -> impl Iterator<Item = usize> + use<> {
    let pieces = cells * kinds;
    let pairs = (0..pieces * pieces)
        .filter(move |pair| most > 1 && pair / pieces / kinds < pair % pieces / kinds);
    (0..pieces).chain(pairs.map(move |pair| pieces + pair))
}

/// How many contents a region can have; why they are not walked, where they are too many.
pub fn table_size(kinds: usize, most: usize) -> Result<usize, String> {
    let size = u32::try_from(kinds).ok().and_then(|kinds| (most + 1).checked_pow(kinds));
    size.filter(|size| *size <= LARGEST_TABLE).ok_or_else(|| {
        format!("{kinds} kinds of symbols, up to {most} in a level, are too many to search")
    })
}

/// What a walk has laid so far.
pub struct LevelWalkState {
    /// The content of each region, as a number to the base `most + 1`, and the pairs that it
    /// satisfies.
    content: Vec<u32>,
    rows: Vec<TypePairs>,
    /// Kinds that were laid, as a set, and the level as in `WalkFound::example`.
    kinds: u32,
    level: u64,
    /// Lines that are still possible, one more set for each piece that counts edges.
    alive: Vec<Vec<u64>>,
    /// Whether each region is tiled by each of `tilings`, where that is known.
    tiled: Vec<Option<bool>>,
    pub found: Vec<WalkFound>,
    /// Lines that are a solution for some pairs.
    solved: Vec<(usize, TypePairs)>,
    /// The same for the first regions of a line alone.
    stack: Vec<TypePairs>,
}

impl LevelWalk {
    /// The first types have as many pieces each; only where none counts edges or tiles regions there
    /// can be several. To work out what contents are satisfied takes a while where there are many, so
    /// that `go_on` may end it: `None` then.
    pub fn new(
        lines: &Arc<BoardLines>,
        (firsts, second): (&[&Sort], Option<&Sort>),
        most: usize,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, String> {
        let first = firsts.first().map_or(0, |sort| sort.pieces.len());
        let others = second.map_or(&[][..], |sort| sort.pieces.as_slice());
        let (kinds, base) = (first + others.len(), most + 1);
        let size = table_size(kinds, most)?;
        let each: Vec<Vec<PanelSymbol>> =
            firsts.iter().map(|sort| [sort.pieces.as_slice(), others].concat()).collect();
        let pieces = each.first().cloned().unwrap_or_default();
        let Some((polys, tilings)) = tilings(&pieces, (size, base), lines.cells.len(), go_on)
        else {
            return Ok(None);
        };
        let Some(satisfied) = satisfied(&each, (size, base), go_on) else { return Ok(None) };
        let mut all = [0; WORDS];
        for n in 0..firsts.len() {
            all.get_mut(n / 64).into_iter().for_each(|word| *word |= 1 << (n % 64));
        }
        let allowed = pieces.iter().map(|piece| match piece {
            PanelSymbol::Triangle(_, edges) => Some(lines.hugging(*edges)),
            _ => None,
        });
        Ok(Some(Self {
            lines: Arc::clone(lines),
            most,
            n_pairs: firsts.len(),
            first,
            kinds,
            satisfied,
            polys,
            tilings,
            steps: steps(&lines.parts),
            all,
            allowed: allowed.collect(),
            of_cell: lines.cells.iter().map(|cell| lines.regions_of(*cell)).collect(),
        }))
    }

    /// Every task: a level of one piece, or all levels that begin with two.
    pub fn tasks(&self) -> impl Iterator<Item = usize> + use<> {
        tasks(self.lines.cells.len(), self.kinds, self.most)
    }

    pub fn state(&self) -> LevelWalkState {
        let words = self.lines.len().div_ceil(64);
        let mut all = vec![u64::MAX; words];
        if let Some(last) = all.last_mut().filter(|_| !self.lines.len().is_multiple_of(64)) {
            *last = (1 << (self.lines.len() % 64)) - 1;
        }
        let deepest = self.lines.parts.iter().map(Vec::len).max().unwrap_or(0);
        LevelWalkState {
            content: vec![0; self.lines.regions.len()],
            rows: vec![self.all; self.lines.regions.len()],
            kinds: 0,
            level: 0,
            alive: vec![all],
            tiled: vec![None; self.lines.regions.len() * self.tilings.len()],
            found: vec![WalkFound::new(self.lines.len(), self.most); self.n_pairs],
            solved: Vec::new(),
            stack: vec![self.all; deepest + 1],
        }
    }

    /// Walks the levels of a task; false when `go_on` ended it, and then what was found of it is not
    /// whole.
    pub fn run(&self, state: &mut LevelWalkState, task: usize, go_on: &dyn Fn() -> bool) -> bool {
        let pieces = self.lines.cells.len() * self.kinds;
        let place = |piece: usize| (piece / self.kinds, piece % self.kinds);
        match task.checked_sub(pieces) {
            None => self.with(state, place(task), |state| {
                self.look(state, 1);
                true
            }),
            Some(pair) => self.with(state, place(pair / pieces), |state| {
                self.lay(state, place(pair % pieces), (2, go_on))
            }),
        }
    }

    /// Lays a piece, looks at the level, and goes on with later cells.
    fn lay(
        &self,
        state: &mut LevelWalkState,
        (cell, kind): (usize, usize),
        (pieces, go_on): (usize, &dyn Fn() -> bool),
    ) -> bool {
        self.with(state, (cell, kind), |state| {
            self.look(state, pieces);
            if pieces >= self.most {
                return true;
            }
            let mut whole = pieces + 2 < self.most || go_on();
            for cell in cell + 1..self.lines.cells.len() {
                for kind in 0..self.kinds {
                    whole = whole && self.lay(state, (cell, kind), (pieces + 1, go_on));
                }
            }
            whole
        })
    }

    /// Lays a piece for as long as something is done.
    fn with(
        &self,
        state: &mut LevelWalkState,
        (cell, kind): (usize, usize),
        then: impl FnOnce(&mut LevelWalkState) -> bool,
    ) -> bool {
        let step = u32::try_from((self.most + 1).pow(kind as u32)).unwrap_or(0);
        let (kinds, level) = (state.kinds, state.level);
        self.shift(state, cell, |content| content + step);
        state.kinds |= 1 << kind;
        state.level |= (kind as u64 + 1) << (4 * cell);
        let allowed = self.allowed.get(kind).and_then(Option::as_ref);
        if let Some(allowed) = allowed.and_then(|allowed| allowed.get(cell)) {
            let alive = state.alive.last().map_or(&[][..], Vec::as_slice);
            state.alive.push(alive.iter().zip(allowed).map(|(a, b)| a & b).collect());
        }
        let whole = then(state);
        if allowed.is_some() {
            state.alive.pop();
        }
        (state.kinds, state.level) = (kinds, level);
        self.shift(state, cell, |content| content - step);
        whole
    }

    fn shift(&self, state: &mut LevelWalkState, cell: usize, to: impl Fn(u32) -> u32) {
        for region in self.of_cell.get(cell).into_iter().flatten() {
            let at = *region as usize;
            let Some(content) = state.content.get_mut(at) else { continue };
            *content = to(*content);
            let content = *content as usize;
            let mut row = self.satisfied.get(content).copied().unwrap_or_default();
            let polys = self.polys.get(content).copied().unwrap_or(NO_POLYS);
            if polys != NO_POLYS && !self.is_tiled(state, at, polys) {
                row = [0; WORDS];
            }
            state.rows.get_mut(at).into_iter().for_each(|slot| *slot = row);
        }
    }

    /// For which pairs has the level just one solution, and which?
    fn look(&self, state: &mut LevelWalkState, pieces: usize) {
        let (mut one, mut two): (TypePairs, TypePairs) = ([0; WORDS], [0; WORDS]);
        let LevelWalkState { rows, alive, solved, stack, .. } = state;
        let alive = alive.last().map_or(&[][..], Vec::as_slice);
        solved.clear();
        let (mut line, mut known) = (0, 0);
        while let Some(SplitStep { shared, parts, skip }) = self.steps.get(line) {
            // The first regions are those of a line before, worked out already.
            known = known.min(*shared);
            let mut now = stack.get(known).copied().unwrap_or_default();
            let mut next = line + 1;
            for (part, skip) in parts.iter().zip(skip).skip(known) {
                let row = rows.get(*part as usize).copied().unwrap_or_default();
                now.iter_mut().zip(row).for_each(|(now, row)| *now &= row);
                if now == [0; WORDS] {
                    // No line with these regions is a solution for any pair.
                    next = *skip;
                    break;
                }
                known += 1;
                stack.get_mut(known).into_iter().for_each(|slot| *slot = now);
            }
            if now != [0; WORDS] && alive.get(line / 64).is_some_and(|w| w >> (line % 64) & 1 == 1)
            {
                for ((one, two), now) in one.iter_mut().zip(&mut two).zip(now) {
                    *two |= *one & now;
                    *one |= now;
                }
                if two == self.all {
                    return;
                }
                solved.push((line, now));
            }
            line = next;
        }
        one.iter_mut().zip(two).for_each(|(one, two)| *one &= !two);
        if one == [0; WORDS] {
            return;
        }
        for at in 0..state.solved.len() {
            let Some((line, mut pairs)) = state.solved.get(at).copied() else { continue };
            pairs.iter_mut().zip(one).for_each(|(pairs, one)| *pairs &= one);
            ones(&pairs).for_each(|pair| self.note(state, pair, line, pieces));
        }
    }

    fn is_tiled(&self, state: &mut LevelWalkState, region: usize, polys: u32) -> bool {
        let Some(shapes) = self.tilings.get(polys as usize) else { return false };
        let at = region * self.tilings.len() + polys as usize;
        let Some(known) = state.tiled.get_mut(at) else { return false };
        *known.get_or_insert_with(|| {
            let region = self.lines.regions.get(region).copied().unwrap_or(0);
            // At most sixteen cells, and nobody waits for such a tiling.
            tiling::is_tiled_by(self.lines.board, region, shapes, &|| false).unwrap_or(false)
        })
    }

    /// Notes that a pair of types expresses a line with so many pieces.
    fn note(&self, state: &mut LevelWalkState, pair: usize, line: usize, pieces: usize) {
        let (kinds, level) = (state.kinds, state.level);
        let Some(found) = state.found.get_mut(pair) else { return };
        let fewest = Some(u8::try_from(pieces).unwrap_or(u8::MAX));
        if let (Some(both), Some(example)) = (found.both.get_mut(line), found.example.get_mut(line))
        {
            take(both, example, fewest, level);
        }
        if kinds >> self.first == 0 {
            keep_less(&mut found.first, line, fewest);
            if let Some(count) = found.unique.get_mut(pieces) {
                *count += 1;
            }
        }
        if kinds & ((1 << self.first) - 1) == 0 {
            keep_less(&mut found.second, line, fewest);
        }
    }
}

fn keep_less(fewest: &mut Fewest, line: usize, new: Option<u8>) {
    if let Some(slot) = fewest.get_mut(line).filter(|slot| less(new, **slot)) {
        *slot = new;
    }
}

/// For every content of a region, a bit for each list of pieces: whether such a region is satisfied.
fn satisfied(
    each: &[Vec<PanelSymbol>],
    (size, base): (usize, usize),
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<TypePairs>> {
    let mut satisfied = vec![[0; WORDS]; size];
    let mut counts = vec![0usize; each.first().map_or(0, Vec::len)];
    for (content, row) in satisfied.iter_mut().enumerate() {
        if content.is_multiple_of(CONTENTS_A_LOOK) && !go_on() {
            return None;
        }
        let mut rest = content;
        for count in &mut counts {
            *count = rest % base;
            rest /= base;
        }
        for (n, pieces) in each.iter().enumerate() {
            if let Some(word) = row.get_mut(n / 64).filter(|_| holds(pieces, &counts)) {
                *word |= 1 << (n % 64);
            }
        }
    }
    Some(satisfied)
}

/// The polyominoes that contents have, and for every content the number of its own; none where no
/// piece is one.
fn tilings(
    pieces: &[PanelSymbol],
    (size, base): (usize, usize),
    n_cells: usize,
    go_on: &dyn Fn() -> bool,
) -> Option<(Vec<u32>, Vec<Vec<Polyomino>>)> {
    let shape = |piece: &PanelSymbol| match piece {
        PanelSymbol::Poly { shape, .. } => Some(*shape),
        _ => None,
    };
    let shapes: Vec<Option<Polyomino>> = pieces.iter().map(shape).collect();
    let (mut tilings, mut known) = (Vec::new(), HashMap::new());
    if shapes.iter().flatten().next().is_none() {
        return Some((Vec::new(), tilings));
    }
    let of_content = |content: usize| {
        if content.is_multiple_of(CONTENTS_A_LOOK) && !go_on() {
            return None;
        }
        let digits = shapes.iter().enumerate().map(|(kind, shape)| {
            std::iter::repeat_n(*shape, content / base.pow(kind as u32) % base).flatten()
        });
        let shapes: Vec<Polyomino> = digits.flatten().collect();
        Some(match shapes.iter().map(|shape| shape.area() as usize).sum::<usize>() {
            0 => NO_POLYS,
            area if area > n_cells => TOO_MANY_POLYS,
            _ => *known.entry(shapes).or_insert_with_key(|shapes| {
                tilings.push(shapes.clone());
                u32::try_from(tilings.len() - 1).unwrap_or(TOO_MANY_POLYS)
            }),
        })
    };
    let polys: Option<Vec<u32>> = (0..size).map(of_content).collect();
    Some((polys?, tilings))
}

/// A line on the way through all of them.
struct SplitStep {
    /// How many regions it shares with the line before, from the first.
    shared: usize,
    parts: Vec<u32>,
    /// For each region, the next line that does not share it and those before.
    skip: Vec<usize>,
}

fn steps(parts: &[Vec<u32>]) -> Vec<SplitStep> {
    let mut steps: Vec<SplitStep> = Vec::new();
    // From the last: what comes after is known.
    for (line, parts) in parts.iter().enumerate().rev() {
        let next = steps.last_mut();
        let shared = next.as_ref().map_or(0, |next| {
            parts.iter().zip(&next.parts).take_while(|(one, two)| one == two).count()
        });
        let skip = match &next {
            Some(next) => next.skip.iter().copied().take(shared).collect(),
            None => Vec::new(),
        };
        let skip: Vec<usize> =
            skip.into_iter().chain(std::iter::repeat(line + 1)).take(parts.len()).collect();
        next.into_iter().for_each(|next| next.shared = shared);
        steps.push(SplitStep { shared: 0, parts: parts.clone(), skip });
    }
    steps.reverse();
    steps
}

/// The places of the ones.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(n, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then_some(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(n * 64 + bit)
        })
    })
}

/// The level of a number as in `WalkFound::example`.
pub fn level_of(lines: &BoardLines, pieces: &[PanelSymbol], number: u64) -> Level {
    let mut level = Level::open("witness", lines.board);
    let at = |n: usize| usize::try_from(number >> (4 * n) & 15).ok()?.checked_sub(1);
    let placed = lines.cells.iter().enumerate().filter_map(|(n, cell)| Some((*cell, at(n)?)));
    let placed: Vec<(Site, usize)> = placed.collect();
    for (cell, kind) in placed {
        level.paint(cell, pieces.get(kind).and_then(|piece| piece.mark()));
    }
    level
}
