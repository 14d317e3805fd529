//! A walk over all levels of two types, for many first types at once.
//!
//! The splits of each set of cells by lines are computed once, and then every choice of pieces is tried on
//! them: the cost is levels × splits × (first types / 64), and five pieces have at most 52 splits. Only if
//! edges or tilings count are the lines of a split examined one by one.

use std::ops::Range;
use std::sync::Arc;

use super::contents::{ContentTable, NO_PAIRS, TypePairs, both};
use super::found::{FoundSince, UniqueLevel, in_level};
use super::splits::{BoardSplits, SplitLevel, ones};
use super::{BoardLines, Sort};
use crate::bits::bit;
use crate::piece::PanelSymbol;
use crate::tiling;
use crate::word::BoardWord as _;
use foolproof_game::StudyError;

/// A walk over the levels of one of several first types and a second one.
pub(crate) struct LevelWalk {
    lines: Arc<BoardLines>,
    splits: BoardSplits,
    most: usize,
    n_pairs: usize,
    /// Number of pieces of the first types, and of both together.
    first: usize,
    kinds: usize,
    contents: ContentTable,
    /// The increment of a content for one piece of each kind.
    steps: Vec<u32>,
    /// Every pair.
    all: TypePairs,
    /// The lines that each piece allows on each cell, if that depends on the line.
    allowed: Vec<Option<Vec<Vec<u64>>>>,
    /// Some piece counts edges, and some line has to be examined separately.
    edges: bool,
    by_line: bool,
}

/// The tasks of a walk over this many cells, with these numbers of kinds and pieces.
pub(crate) fn tasks(
    cells: usize,
    kinds: usize,
    most: usize,
) -> impl Iterator<Item = usize> + use<> {
    let pieces = cells * kinds;
    let pairs = (0..pieces * pieces)
        .filter(move |pair| most > 1 && pair / pieces / kinds < pair % pieces / kinds);
    (0..pieces).chain(pairs.map(move |pair| pieces + pair))
}

/// The cells of a level, and their splits by lines: those of the first few cells at each level.
#[derive(Default)]
struct SplitStack {
    levels: Vec<SplitLevel>,
    cells: Vec<usize>,
}

/// Pieces on the first cells of a level: their number, their kinds as a set, and the level as in
/// `WalkFound::example`.
#[derive(Clone, Copy, Default)]
struct LaidPieces {
    count: usize,
    kinds: u32,
    level: u64,
}

/// A task under way: the kinds of its first pieces, and the callback that may end it.
#[derive(Clone, Copy)]
struct WalkTask<'a> {
    kinds: &'a [usize],
    go_on: &'a dyn Fn() -> bool,
}

/// A split that can satisfy some pair for any last piece.
struct LiveSplit {
    /// Its index among those of its level.
    split: usize,
    line: Option<usize>,
    /// Content of the last piece's region without it, and the pairs that all others satisfy.
    content: u32,
    others: TypePairs,
}

/// The pieces that a walk has placed so far, and derived data.
pub(crate) struct LevelWalkState {
    stack: SplitStack,
    /// By the pieces of a region: its content, and the pairs that it satisfies.
    content: Vec<u32>,
    rows: Vec<TypePairs>,
    /// Lines that are still possible after this many pieces, if edges count.
    alive: Vec<Vec<u64>>,
    /// For each region and each of `tilings`, true if it tiles the region; `None` if unknown.
    tiled: Vec<Option<bool>>,
    live: Vec<LiveSplit>,
    /// Lines that are a solution for some pairs.
    solved: Vec<(usize, TypePairs)>,
    pub found: FoundSince,
}

impl LevelWalkState {
    fn content_of(&self, region: u32) -> u32 {
        self.content.get(region as usize).copied().unwrap_or(0)
    }
}

/// Pairs with at least one solution, and with at least two.
#[derive(Default)]
struct PairTally {
    one: TypePairs,
    two: TypePairs,
}

impl PairTally {
    fn add(&mut self, pairs: TypePairs, several: bool) {
        for ((one, two), pairs) in self.one.iter_mut().zip(&mut self.two).zip(pairs) {
            *two |= if several { pairs } else { *one & pairs };
            *one |= pairs;
        }
    }

    /// Pairs with exactly one.
    fn just_one(&self) -> TypePairs {
        std::array::from_fn(|n| self.one[n] & !self.two[n])
    }
}

impl LevelWalk {
    /// The first types have equal numbers of pieces; there can be several only if none counts edges or tiles
    /// regions. Preparation takes a while for many contents, so `go_on` may end it: `None` then.
    pub(crate) fn new(
        lines: &Arc<BoardLines>,
        firsts: &[&Sort],
        second: Option<&Sort>,
        most: usize,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, StudyError> {
        let first = firsts.first().map_or(0, |sort| sort.pieces.len());
        let others = second.map_or(&[][..], |sort| sort.pieces.as_slice());
        let each: Vec<Vec<PanelSymbol>> =
            firsts.iter().map(|sort| [sort.pieces.as_slice(), others].concat()).collect();
        let contents = ContentTable::of(&each, most, lines.cells.len(), go_on)?;
        let Some(contents) = contents else { return Ok(None) };
        let mut all = NO_PAIRS;
        for n in 0..firsts.len() {
            all.get_mut(n / 64).into_iter().for_each(|word| *word |= 1 << (n % 64));
        }
        let pieces = each.first().map_or(&[][..], Vec::as_slice);
        let allowed = pieces.iter().map(|piece| match piece {
            PanelSymbol::Triangle(_, edges) => Some(lines.hugging(*edges)),
            _ => None,
        });
        let allowed: Vec<_> = allowed.collect();
        let edges = allowed.iter().any(Option::is_some);
        Ok(Some(Self {
            splits: BoardSplits::of(lines, edges),
            lines: Arc::clone(lines),
            most,
            n_pairs: firsts.len(),
            first,
            kinds: pieces.len(),
            steps: (0..pieces.len()).map(|kind| contents.step(kind)).collect(),
            all,
            allowed,
            edges,
            by_line: edges || !contents.tilings.is_empty(),
            contents,
        }))
    }

    /// Every task: a level of one piece, or all levels that begin with two.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = usize> + use<> {
        tasks(self.lines.cells.len(), self.kinds, self.most)
    }

    /// The most pieces of a level: at most one for each cell.
    fn deepest(&self) -> usize {
        self.most.min(self.lines.cells.len())
    }

    pub(crate) fn state(&self) -> LevelWalkState {
        let root = self.splits.root();
        let every = self.splits.set_of_all();
        let later = (0..self.deepest()).map(|_| SplitLevel::default());
        let levels = std::iter::once(root).chain(later).collect();
        LevelWalkState {
            stack: SplitStack { levels, cells: Vec::new() },
            content: vec![0; 1 << self.deepest()],
            rows: vec![self.all; 1 << self.deepest()],
            alive: vec![every; self.deepest() + 1],
            tiled: vec![None; self.lines.regions.len() * self.contents.tilings.len()],
            live: Vec::new(),
            solved: Vec::new(),
            found: FoundSince::new(self.n_pairs, self.lines.len(), self.most),
        }
    }

    /// Walks the levels of a task; false if `go_on` ended it, and then its results are incomplete.
    pub(crate) fn run(
        &self,
        state: &mut LevelWalkState,
        task: usize,
        go_on: &dyn Fn() -> bool,
    ) -> bool {
        let pieces = self.lines.cells.len() * self.kinds;
        let begun = match task.checked_sub(pieces) {
            None => vec![task],
            Some(pair) => vec![pair / pieces, pair % pieces],
        };
        let mut stack = std::mem::take(&mut state.stack);
        stack.cells.clear();
        for piece in &begun {
            self.push(&mut stack, piece / self.kinds);
        }
        let kinds: Vec<usize> = begun.iter().map(|piece| piece % self.kinds).collect();
        let whole = self.walk(&mut stack, state, WalkTask { kinds: &kinds, go_on });
        state.stack = stack;
        whole
    }

    fn push(&self, stack: &mut SplitStack, cell: usize) {
        stack.cells.push(cell);
        let (before, after) = stack.levels.split_at_mut(stack.cells.len());
        if let Some((before, after)) = before.last().zip(after.first_mut()) {
            let keep = self.by_line || stack.cells.len() < self.deepest();
            self.splits.extend(before, after, &stack.cells, keep);
        }
    }

    /// Tries all pieces on the cells, the first ones as given, and continues with later cells.
    fn walk(&self, stack: &mut SplitStack, state: &mut LevelWalkState, task: WalkTask<'_>) -> bool {
        if !self.try_pieces(stack, state, task, LaidPieces::default()) {
            return false;
        }
        if task.kinds.len() < 2 || stack.cells.len() >= self.deepest() {
            return true;
        }
        let next = stack.cells.last().map_or(0, |cell| cell + 1);
        (next..self.lines.cells.len()).all(|cell| {
            self.push(stack, cell);
            let whole = (task.go_on)() && self.walk(stack, state, task);
            stack.cells.pop();
            whole
        })
    }

    /// Tries all pieces that are compatible with the existing ones.
    fn try_pieces(
        &self,
        stack: &SplitStack,
        state: &mut LevelWalkState,
        task: WalkTask<'_>,
        laid: LaidPieces,
    ) -> bool {
        let left = stack.cells.len() - laid.count;
        let mut kinds = match task.kinds.get(laid.count) {
            Some(kind) => *kind..*kind + 1,
            None => 0..self.kinds,
        };
        if left == 1 {
            self.try_last(stack, state, kinds, laid);
            return true;
        }
        // Often enough to stop soon, and seldom enough for the clock.
        if left == 3 && !(task.go_on)() {
            return false;
        }
        kinds.all(|kind| {
            self.count(stack, state, laid.count, kind);
            let laid = self.lay(stack, state, kind, laid);
            self.try_pieces(stack, state, task, laid)
        })
    }

    /// Places a piece of a kind on the next cell.
    fn lay(
        &self,
        stack: &SplitStack,
        state: &mut LevelWalkState,
        kind: usize,
        laid: LaidPieces,
    ) -> LaidPieces {
        let LaidPieces { count, kinds, level } = laid;
        let cell = stack.cells.get(count).copied().unwrap_or(0);
        if self.edges {
            let (before, after) = state.alive.split_at_mut(count + 1);
            if let Some((before, after)) = before.last().zip(after.first_mut()) {
                after.clone_from(before);
                let allowed = self.allowed.get(kind).and_then(Option::as_ref);
                let allowed = allowed.and_then(|allowed| allowed.get(cell)).into_iter().flatten();
                after.iter_mut().zip(allowed).for_each(|(alive, allowed)| *alive &= allowed);
            }
        }
        LaidPieces {
            count: count + 1,
            kinds: kinds | 1 << kind,
            level: level | in_level(self.lines.cells.len(), cell, kind),
        }
    }

    /// Computes the contents of the regions with a placed piece that is not the last one.
    fn count(&self, stack: &SplitStack, state: &mut LevelWalkState, piece: usize, kind: usize) {
        let step = self.step(kind);
        for region in stack.levels.get(piece + 1).into_iter().flat_map(|level| &level.latest) {
            let content = state.content_of(region & !(1 << piece)) + step;
            let (at, row) = (*region as usize, self.contents.row(content));
            let slots = state.content.get_mut(at).zip(state.rows.get_mut(at));
            slots.into_iter().for_each(|slots| (*slots.0, *slots.1) = (content, row));
        }
    }

    fn step(&self, kind: usize) -> u32 {
        self.steps.get(kind).copied().unwrap_or(0)
    }

    /// Examines the levels with each piece on the last cell.
    fn try_last(
        &self,
        stack: &SplitStack,
        state: &mut LevelWalkState,
        kinds: Range<usize>,
        laid: LaidPieces,
    ) {
        let Some(level) = stack.levels.get(laid.count + 1) else { return };
        let mut live = std::mem::take(&mut state.live);
        live.clear();
        for (at, split) in level.splits.iter().enumerate() {
            let Some((latest, others)) = level.regions(split).split_first() else { continue };
            let row = |region: &u32| state.rows.get(*region as usize).copied().unwrap_or_default();
            let others = others.iter().map(row).fold(self.all, both);
            if others != NO_PAIRS {
                let content = state.content_of(latest & !(1 << laid.count));
                live.push(LiveSplit { split: at, line: split.line, content, others });
            }
        }
        for kind in kinds.filter(|_| !live.is_empty()) {
            let laid = self.lay(stack, state, kind, laid);
            match self.by_line {
                true => self.look_by_line(stack, &live, state, kind, laid),
                false => self.look(&live, state, kind, laid),
            }
        }
        state.live = live;
    }

    /// Finds the pairs for which the level has exactly one solution, and records it.
    fn look(&self, live: &[LiveSplit], state: &mut LevelWalkState, kind: usize, laid: LaidPieces) {
        let step = self.step(kind);
        let pairs = |split: &LiveSplit| both(split.others, self.contents.row(split.content + step));
        let mut tally = PairTally::default();
        for split in live {
            tally.add(pairs(split), split.line.is_none());
            if tally.two == self.all {
                return;
            }
        }
        if tally.just_one() == NO_PAIRS {
            return;
        }
        state.solved.clear();
        state.solved.extend(live.iter().filter_map(|split| Some((split.line?, pairs(split)))));
        self.note_all(state, &tally, laid);
    }

    /// Finds them if it depends on the lines of a split.
    fn look_by_line(
        &self,
        stack: &SplitStack,
        live: &[LiveSplit],
        state: &mut LevelWalkState,
        kind: usize,
        laid: LaidPieces,
    ) {
        let Some(level) = stack.levels.get(laid.count) else { return };
        let alive = state.alive.get(laid.count).map_or(&[][..], Vec::as_slice);
        let mut tally = PairTally::default();
        state.solved.clear();
        let mut tilings: Vec<(usize, usize)> = Vec::new();
        for LiveSplit { split, content, others, .. } in live {
            let content = content + self.step(kind);
            let pairs = both(*others, self.contents.row(content));
            let Some(split) = level.splits.get(*split).filter(|_| pairs != NO_PAIRS) else {
                continue;
            };
            // The cells whose regions must be tiled, and their tilings; the last piece's region is first.
            let contents =
                level.regions(split).iter().skip(1).map(|region| state.content_of(*region));
            let contents = std::iter::once(content).chain(contents);
            tilings.clear();
            tilings.extend(level.regions(split).iter().zip(contents).filter_map(
                |(region, content)| {
                    let cell = stack.cells.get(region.trailing_zeros() as usize)?;
                    Some((*cell, self.contents.tiling(content)?))
                },
            ));
            let (lines, skipped) = level.set(split);
            let alive = alive.get(skipped..).into_iter().flatten();
            for ((lines, alive), n) in lines.iter().zip(alive).zip(skipped..) {
                for at in ones(&[lines & alive]) {
                    let at = n * 64 + at;
                    let Some(line) = self.splits.lines.get(at).copied() else { continue };
                    let tiled = &mut state.tiled;
                    if tilings.iter().all(|(cell, by)| self.is_tiled(tiled, line, *cell, *by)) {
                        tally.add(pairs, self.splits.is_several(at));
                        state.solved.push((line, pairs));
                    }
                    if tally.two == self.all {
                        return;
                    }
                }
            }
        }
        self.note_all(state, &tally, laid);
    }

    /// Returns whether the region of a line that contains a cell is tiled.
    fn is_tiled(
        &self,
        tiled: &mut [Option<bool>],
        line: usize,
        cell: usize,
        tiling: usize,
    ) -> bool {
        let (Some(cell), Some(shapes)) =
            (self.lines.cells.get(cell), self.contents.tilings.get(tiling))
        else {
            return false;
        };
        let mut parts = self.lines.parts.get(line).into_iter().flatten();
        let region = parts.find_map(|part| {
            let region = self.lines.regions.get(*part as usize)?;
            region.meets(bit(*cell)).then_some((*part as usize, *region))
        });
        let Some((part, region)) = region else { return false };
        let known = tiled.get_mut(part * self.contents.tilings.len() + tiling);
        known.is_some_and(|known| {
            *known.get_or_insert_with(|| {
                // It has so few cells that this takes almost no time.
                let board = self.lines.board;
                tiling::is_tiled_by(board, region, shapes, &|| false).unwrap_or(false)
            })
        })
    }

    /// Records each line that is the only solution for a pair.
    fn note_all(&self, state: &mut LevelWalkState, tally: &PairTally, laid: LaidPieces) {
        let level = UniqueLevel {
            pieces: laid.count,
            number: laid.level,
            has_first: laid.kinds & ((1 << self.first) - 1) != 0,
            has_second: laid.kinds >> self.first != 0,
        };
        let unique = tally.just_one();
        for (line, pairs) in &state.solved {
            for pair in ones(&both(*pairs, unique)) {
                state.found.note(pair, *line, level);
            }
        }
    }
}
