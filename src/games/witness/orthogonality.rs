//! How much a new type of symbol adds to a game that has some: orthogonality, by looking at every
//! level there is.
//!
//! A type *expresses* a line with i pieces when some level of i pieces of it has that line as its
//! only solution. `express(K, K')` is the share of lines that both types together express with fewer
//! pieces than either alone; `diff` the share that K' expresses with K in fewer pieces than with any
//! other type; their product, averaged over the types there are, is the orthogonality of K.
//! Source: Abutarab, "A Study of Orthogonality in The Witness", sections 3.1 to 3.3 and 4.1.
//!
//! A level's solutions depend on its regions, and those of generalised types on how many pieces of
//! each type and colour a region holds. So all levels are walked once for all types: a bit for each
//! pair of types says whether a region with such numbers is satisfied. The cost is levels × lines ×
//! (pairs / 64). Knows panels.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::judge;
use super::panel::{Panel, edges, ends, vertex};
use super::piece::{Comparison, Form, Piece};
use crate::level::{Board, Level, Site};

/// For each line, the fewest pieces with which a level has it as its only solution.
pub type Fewest = Vec<Option<u8>>;

/// The lines of an empty board, and the regions that they cut.
pub struct Lines {
    board: Board,
    cells: Vec<Site>,
    edges: Vec<BTreeSet<Site>>,
    /// Every region that occurs, as a set of cells by bit.
    regions: Vec<u64>,
    /// The regions of each line.
    parts: Vec<Vec<u32>>,
}

/// The numbers of one new type beside one that there is.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Beside {
    /// Lines that both express with fewer pieces than either alone, by the number of pieces, from 1.
    pub new_lines: Vec<usize>,
    /// Lines that both express with fewer pieces than the type that is there does with any other
    /// that is there; none where there is no other. The "new solution paths" of section 4.3.
    pub sooner_lines: Option<usize>,
    pub express: f64,
    pub diff: f64,
}

/// The numbers of one new type.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Ranked {
    #[serde(skip)]
    pub form: Form,
    /// Share of the lines that the type expresses alone.
    pub e: f64,
    /// Lines that it expresses alone, by the number of pieces, from 1.
    pub by_pieces: Vec<usize>,
    /// Beside each type that there is, in their order.
    pub beside: Vec<Beside>,
    pub o: f64,
}

/// Every generalised type of the source: sixteen sets of relations, the empty one among them, with
/// six comparisons.
pub fn space() -> Vec<Form> {
    let sets = 0..16u8;
    sets.flat_map(|relations| Comparison::EVERY.map(|comparison| Form { relations, comparison }))
        .collect()
}

impl Lines {
    /// All lines from the bottom left to the top right of a board of at most 64 cells.
    pub fn of(board: Board) -> Self {
        let panel = Panel::of(&Level::open("witness", board));
        let mut around: BTreeMap<Site, Vec<(Site, Site)>> = BTreeMap::new();
        for edge in edges(&board) {
            if let Some([one, two]) = ends(edge) {
                around.entry(one).or_default().push((edge, two));
                around.entry(two).or_default().push((edge, one));
            }
        }
        let goal = vertex(board.cols, 0);
        let mut lines = Self {
            board,
            cells: board.cells().collect(),
            edges: Vec::new(),
            regions: Vec::new(),
            parts: Vec::new(),
        };
        let mut known: HashMap<u64, u32> = HashMap::new();
        let mut path = vec![vertex(0, board.rows)];
        let mut line = BTreeSet::new();
        walk(&around, goal, &mut path, &mut line, &mut |line| {
            let parts = panel.regions(line).iter().map(|region| lines.bits(region)).collect();
            let parts: Vec<u64> = parts;
            let numbers = parts.into_iter().map(|bits| {
                *known.entry(bits).or_insert_with(|| {
                    lines.regions.push(bits);
                    u32::try_from(lines.regions.len() - 1).unwrap_or(u32::MAX)
                })
            });
            let numbers = numbers.collect();
            lines.parts.push(numbers);
            lines.edges.push(line.clone());
        });
        lines
    }

    fn bits(&self, region: &[Site]) -> u64 {
        let bit = |cell: &Site| {
            1 << (u32::from(cell.row) * u32::from(self.board.cols) + u32::from(cell.col))
        };
        region.iter().map(bit).fold(0, |bits, bit: u64| bits | bit)
    }

    pub fn len(&self) -> usize {
        self.edges.len()
    }

    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// How few pieces of these kinds express each line, by the rules themselves: for any symbols, at
    /// the cost of levels × lines.
    pub fn fewest(&self, kinds: &[Piece], most: usize) -> Fewest {
        let mut found: Fewest = vec![None; self.len()];
        let mut known: HashMap<(u32, Vec<u8>), bool> = HashMap::new();
        let mut level = vec![0u8; self.cells.len()];
        self.every_level((kinds.len(), most), (0, 0), &mut level, &mut |level, pieces| {
            let mut only = None;
            for (n, parts) in self.parts.iter().enumerate() {
                let solved =
                    parts.iter().all(|part| self.satisfied(*part, n, level, kinds, &mut known));
                match (solved, only) {
                    (true, None) => only = Some(n),
                    (true, Some(_)) => return,
                    (false, _) => {}
                }
            }
            if let Some(slot) = only.and_then(|n| found.get_mut(n)) {
                *slot = Some(slot.map_or(pieces, |least| least.min(pieces)));
            }
        });
        found
    }

    /// Calls for every level of 1 to `most` pieces; a cell holds 0 or the number of a kind from 1.
    fn every_level(
        &self,
        (n_kinds, most): (usize, usize),
        (from, pieces): (usize, u8),
        level: &mut Vec<u8>,
        on: &mut dyn FnMut(&[u8], u8),
    ) {
        if usize::from(pieces) == most {
            return;
        }
        for cell in from..self.cells.len() {
            for kind in 1..=n_kinds {
                if let Some(slot) = level.get_mut(cell) {
                    *slot = u8::try_from(kind).unwrap_or(u8::MAX);
                }
                on(level, pieces + 1);
                self.every_level((n_kinds, most), (cell + 1, pieces + 1), level, on);
            }
            if let Some(slot) = level.get_mut(cell) {
                *slot = 0;
            }
        }
    }

    /// Whether the symbols of a region are satisfied. Triangles look at the line itself, so that
    /// what is remembered is remembered by region and line where there are some.
    fn satisfied(
        &self,
        part: u32,
        line: usize,
        level: &[u8],
        kinds: &[Piece],
        known: &mut HashMap<(u32, Vec<u8>), bool>,
    ) -> bool {
        let Some(bits) = self.regions.get(part as usize) else { return true };
        let inside: Vec<u8> = level
            .iter()
            .enumerate()
            .map(|(cell, kind)| if bits >> cell & 1 == 1 { *kind } else { 0 })
            .collect();
        let counts_edges = inside.iter().any(|kind| {
            let kind = usize::from(*kind).checked_sub(1).and_then(|kind| kinds.get(kind));
            matches!(kind, Some(Piece::Triangle(..)))
        });
        let judge = |inside: &[u8]| {
            let mut panel = Panel::of(&Level::open("witness", self.board));
            for (cell, kind) in self.cells.iter().zip(inside) {
                let piece = usize::from(*kind).checked_sub(1).and_then(|kind| kinds.get(kind));
                panel.pieces.extend(piece.map(|piece| (*cell, *piece)));
            }
            self.edges.get(line).is_none_or(|line| judge::unsatisfied(&panel, line).is_empty())
        };
        if counts_edges {
            return judge(&inside);
        }
        if let Some(known) = known.get(&(part, inside.clone())) {
            return *known;
        }
        let satisfied = judge(&inside);
        known.insert((part, inside), satisfied);
        satisfied
    }

    /// The numbers of every new type beside those that there are, all generalised and in two
    /// colours, with levels of up to `most` pieces; on two threads. `on_progress` hears the share
    /// that is done and says whether to go on; stopped, there is no result.
    pub fn rank(
        &self,
        new: &[Form],
        there: &[Form],
        most: usize,
        on_progress: &(dyn Fn(f64) -> bool + Sync),
    ) -> Option<Vec<Ranked>> {
        // A pair for every new type beside each that is there, and of those with one another.
        let mut pairs: Vec<(Form, Form)> =
            new.iter().flat_map(|one| there.iter().map(|two| (*one, *two))).collect();
        pairs.extend(there.iter().flat_map(|one| there.iter().map(|two| (*one, *two))));
        // A new type alone, where there is none beside it.
        pairs.extend(new.iter().filter(|_| there.is_empty()).map(|one| (*one, *one)));
        let walked = Walk::new(self, &pairs, most, on_progress).run()?;
        let share = |count: usize| count as f64 / self.len().max(1) as f64;
        let n_there = there.len().max(1);
        let ranked = new.iter().enumerate().map(|(n, form)| {
            let pair = |m: usize| walked.get(n * n_there + m);
            let of_there = |one: usize, two: usize| {
                walked.get(new.len() * there.len() + one * there.len() + two)
            };
            let alone = pair(0).map(|found| found.first.clone()).unwrap_or_default();
            let beside: Vec<Beside> = (0..there.len())
                .filter_map(|m| {
                    let found = pair(m)?;
                    let new_lines: Vec<usize> = (1..=most)
                        .map(|pieces| {
                            let new = |line: &usize| {
                                found.is_new(*line)
                                    && get(&found.both, *line).map(usize::from) == Some(pieces)
                            };
                            (0..self.len()).filter(new).count()
                        })
                        .collect();
                    let express = share(new_lines.iter().sum());
                    // Among the others there are: by how many lines does this one differ at least?
                    let differs =
                        (0..there.len()).filter(|other| *other != m).filter_map(|other| {
                            let others = of_there(m, other)?;
                            let sooner = |line: &usize| {
                                less(get(&found.both, *line), get(&others.both, *line))
                            };
                            Some((0..self.len()).filter(sooner).count())
                        });
                    let sooner_lines = differs.min();
                    let diff = sooner_lines.map_or(1.0, share);
                    Some(Beside { new_lines, sooner_lines, express, diff })
                })
                .collect();
            let sum: f64 = beside.iter().map(|beside| beside.express * beside.diff).sum();
            let by_pieces = (1..=most)
                .map(|n| alone.iter().filter(|least| least.map(usize::from) == Some(n)).count());
            let by_pieces: Vec<usize> = by_pieces.collect();
            let e = share(by_pieces.iter().sum());
            let o = if beside.is_empty() { e } else { sum / beside.len() as f64 };
            Ranked { form: *form, e, by_pieces, beside, o }
        });
        Some(ranked.collect())
    }
}

fn get(fewest: &Fewest, line: usize) -> Option<u8> {
    fewest.get(line).copied().flatten()
}

/// Whether one is there, and is less than the other where that is there too.
fn less(one: Option<u8>, other: Option<u8>) -> bool {
    one.is_some_and(|one| other.is_none_or(|other| one < other))
}

/// Every path from the end of `path` to the goal.
fn walk(
    around: &BTreeMap<Site, Vec<(Site, Site)>>,
    goal: Site,
    path: &mut Vec<Site>,
    line: &mut BTreeSet<Site>,
    on_line: &mut dyn FnMut(&BTreeSet<Site>),
) {
    let Some(at) = path.last().copied() else { return };
    if at == goal {
        return on_line(line);
    }
    for (edge, next) in around.get(&at).into_iter().flatten() {
        if path.contains(next) {
            continue;
        }
        path.push(*next);
        line.insert(*edge);
        walk(around, goal, path, line, on_line);
        line.remove(edge);
        path.pop();
    }
}

/// What a walk over all levels found of a pair of types.
#[derive(Clone, Debug, Default)]
struct Found {
    first: Fewest,
    second: Fewest,
    both: Fewest,
}

impl Found {
    fn is_new(&self, line: usize) -> bool {
        let both = get(&self.both, line);
        less(both, get(&self.first, line)) && less(both, get(&self.second, line))
    }

    fn merge(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.first, &other.first),
            (&mut self.second, &other.second),
            (&mut self.both, &other.both),
        ] {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                if less(*theirs, *mine) {
                    *mine = *theirs;
                }
            }
        }
    }
}

/// Kinds of pieces of a pair of types: each in two colours.
const KINDS: usize = 4;
const THREADS: usize = 2;

/// A walk over all levels, for many pairs of types at once.
struct Walk<'a> {
    lines: &'a Lines,
    most: usize,
    n_pairs: usize,
    words: usize,
    /// For every content of a region, a bit for each pair: whether it is satisfied.
    satisfied: Vec<u64>,
    /// The regions that have each cell.
    of_cell: Vec<Vec<u32>>,
    on_progress: &'a (dyn Fn(f64) -> bool + Sync),
    /// First pieces whose levels were all seen, of how many.
    done: AtomicUsize,
    stopped: AtomicBool,
}

/// How many levels are seen between two looks at the clock.
const LEVELS_A_LOOK: u32 = 512;

/// What a walk has laid so far.
struct State {
    /// The content of each region, as a number to the base `most + 1`.
    content: Vec<u32>,
    /// Kinds that were laid, as a set.
    kinds: u8,
    found: Vec<Found>,
    seen: u32,
    /// Pairs with a solution, and with two; those for which a line is one.
    one: Vec<u64>,
    two: Vec<u64>,
    solved: Vec<u64>,
}

impl<'a> Walk<'a> {
    fn new(
        lines: &'a Lines,
        pairs: &[(Form, Form)],
        most: usize,
        on_progress: &'a (dyn Fn(f64) -> bool + Sync),
    ) -> Self {
        let words = pairs.len().div_ceil(64);
        let base = most + 1;
        let mut satisfied = vec![0u64; base.pow(KINDS as u32) * words];
        for (content, row) in satisfied.chunks_mut(words).enumerate() {
            let count = |kind: u32| content / base.pow(kind) % base;
            let counts = [count(0), count(1), count(2), count(3)];
            for (n, pair) in pairs.iter().enumerate() {
                if let Some(word) = row.get_mut(n / 64).filter(|_| holds(*pair, counts)) {
                    *word |= 1 << (n % 64);
                }
            }
        }
        let of_cell = (0..lines.cells.len()).map(|cell| {
            let with = lines.regions.iter().zip(0u32..).filter(|(bits, _)| **bits >> cell & 1 == 1);
            with.map(|(_, number)| number).collect()
        });
        let of_cell = of_cell.collect();
        Self {
            lines,
            most,
            n_pairs: pairs.len(),
            words,
            satisfied,
            of_cell,
            on_progress,
            done: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    fn state(&self) -> State {
        let none: Fewest = vec![None; self.lines.len()];
        let found = Found { first: none.clone(), second: none.clone(), both: none };
        State {
            content: vec![0; self.lines.regions.len()],
            kinds: 0,
            found: vec![found; self.n_pairs],
            seen: 0,
            one: vec![0; self.words],
            two: vec![0; self.words],
            solved: vec![0; self.words],
        }
    }

    /// Walks on two threads, each taking the next first piece when it is through with one.
    fn run(&self) -> Option<Vec<Found>> {
        let n_tasks = self.lines.cells.len() * KINDS;
        let next = AtomicUsize::new(0);
        let work = || {
            let mut state = self.state();
            loop {
                let task = next.fetch_add(1, Ordering::Relaxed);
                if task >= n_tasks || self.stopped.load(Ordering::Relaxed) {
                    return state.found;
                }
                self.lay(&mut state, (task / KINDS, task % KINDS), 1);
                self.done.fetch_add(1, Ordering::Relaxed);
            }
        };
        let parts: Vec<Option<Vec<Found>>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(|thread| thread.join().ok()).collect()
        });
        let mut whole = self.state().found;
        for part in parts {
            for (mine, theirs) in whole.iter_mut().zip(&part?) {
                mine.merge(theirs);
            }
        }
        (!self.stopped.load(Ordering::Relaxed)).then_some(whole)
    }

    /// Whether the walk has to end, asked now and then.
    fn is_over(&self, state: &mut State) -> bool {
        state.seen += 1;
        if state.seen.is_multiple_of(LEVELS_A_LOOK) {
            let share = self.done.load(Ordering::Relaxed) as f64;
            if !(self.on_progress)(share / (self.lines.cells.len() * KINDS) as f64) {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// Lays a piece, looks at the level, and goes on with later cells.
    fn lay(&self, state: &mut State, (cell, kind): (usize, usize), pieces: usize) {
        let step = u32::try_from((self.most + 1).pow(kind as u32)).unwrap_or(0);
        let kinds = state.kinds;
        self.shift(state, cell, |content| content + step);
        state.kinds |= 1 << kind;
        self.look(state, pieces);
        if pieces < self.most && !self.is_over(state) {
            for cell in cell + 1..self.lines.cells.len() {
                for kind in 0..KINDS {
                    self.lay(state, (cell, kind), pieces + 1);
                }
            }
        }
        state.kinds = kinds;
        self.shift(state, cell, |content| content - step);
    }

    fn shift(&self, state: &mut State, cell: usize, to: impl Fn(u32) -> u32) {
        for region in self.of_cell.get(cell).into_iter().flatten() {
            if let Some(content) = state.content.get_mut(*region as usize) {
                *content = to(*content);
            }
        }
    }

    fn row(&self, state: &State, region: u32) -> &[u64] {
        let content = state.content.get(region as usize).copied().unwrap_or(0) as usize;
        self.satisfied.get(content * self.words..(content + 1) * self.words).unwrap_or_default()
    }

    /// For which pairs has the level just one solution, and which?
    fn look(&self, state: &mut State, pieces: usize) {
        let (mut one, mut two) = (std::mem::take(&mut state.one), std::mem::take(&mut state.two));
        one.fill(0);
        two.fill(0);
        let mut solved = std::mem::take(&mut state.solved);
        for parts in &self.lines.parts {
            self.solved(state, parts, &mut solved);
            for ((one, two), solved) in one.iter_mut().zip(&mut two).zip(&solved) {
                *two |= *one & solved;
                *one |= solved;
            }
        }
        for (one, two) in one.iter_mut().zip(&two) {
            *one &= !two;
        }
        if one.iter().any(|word| *word != 0) {
            let pieces = u8::try_from(pieces).unwrap_or(u8::MAX);
            for (line, parts) in self.lines.parts.iter().enumerate() {
                self.solved(state, parts, &mut solved);
                for (n, word) in solved.iter().zip(&one).map(|(a, b)| a & b).enumerate() {
                    let mut left = word;
                    while left != 0 {
                        let pair = n * 64 + left.trailing_zeros() as usize;
                        left &= left - 1;
                        note(state, pair, line, pieces);
                    }
                }
            }
        }
        state.one = one;
        state.two = two;
        state.solved = solved;
    }

    /// The pairs for which the line with these regions is a solution.
    fn solved(&self, state: &State, parts: &[u32], solved: &mut [u64]) {
        solved.fill(u64::MAX);
        for part in parts {
            for (solved, row) in solved.iter_mut().zip(self.row(state, *part)) {
                *solved &= row;
            }
        }
    }
}

/// Notes that a pair of types expresses a line with so many pieces.
fn note(state: &mut State, pair: usize, line: usize, pieces: u8) {
    let kinds = state.kinds;
    let Some(found) = state.found.get_mut(pair) else { return };
    let take = |fewest: &mut Fewest| {
        if let Some(slot) = fewest.get_mut(line).filter(|slot| less(Some(pieces), **slot)) {
            *slot = Some(pieces);
        }
    };
    take(&mut found.both);
    if kinds & 0b1100 == 0 {
        take(&mut found.first);
    }
    if kinds & 0b0011 == 0 {
        take(&mut found.second);
    }
}

/// Whether a region with so many pieces of (first type, second type) × (black, blue) is satisfied.
fn holds((first, second): (Form, Form), counts: [usize; KINDS]) -> bool {
    let total = counts.iter().sum();
    (0..KINDS).zip(counts).filter(|(_, count)| *count > 0).all(|(kind, _)| {
        let form = if kind < 2 { first } else { second };
        let related = (0..KINDS)
            .zip(counts)
            .filter(|(other, _)| form.relates(other / 2 == kind / 2, other % 2 == kind % 2))
            .map(|(_, count)| count)
            .sum();
        form.comparison.holds(related, total)
    })
}
