//! All solutions of a puzzle, by an exact search over ways.
//!
//! At each step the number or the dot with the fewest ways is decided. The encoding is its specification;
//! tests compare the layered solver with it.

use std::collections::{BTreeMap, BTreeSet};

use crate::concepts::LinjatTest;
use crate::puzzle::Puzzle;
use crate::tally::{Tally, tally};
use crate::ways::{Table, WaySet, sized};
use foolproof_game::{Estimate, Search, Searched, StopCheck, Wanted};
use foolproof_level::{Level, Mark, Play, Site};

/// The search of this game.
pub(crate) struct LinjatSearch;

/// Most solutions to list; beyond this, only their number is found, and the lines that they use.
const ONE_BY_ONE: u64 = 2000;
/// Most pasts to distinguish while counting, if the marks are wanted and if not.
const MAX_PASTS: usize = 400_000;
const FEWER_PASTS: usize = 40_000;
/// Steps between two checks of the clock.
const STEPS_A_LOOK: u64 = 1 << 10;

/// A walk over all solutions.
pub(crate) struct LineSearch<'a, const W: usize> {
    table: &'a Table<W>,
    dots: &'a [u16],
    stop: StopCheck<'a>,
    pub steps: u64,
    /// The search ended early: stopped, or ended by the caller.
    pub ended: bool,
}

impl<'a, const W: usize> LineSearch<'a, W> {
    pub(crate) fn new(table: &'a Table<W>, dots: &'a [u16], stop: StopCheck<'a>) -> Self {
        Self { table, dots, stop, steps: 0, ended: false }
    }

    /// Calls `found` with every solution among these ways, as the set of its lines, until it returns false.
    pub(crate) fn run(&mut self, alive: WaySet<W>, found: &mut dyn FnMut(&WaySet<W>) -> bool) {
        self.go(alive, WaySet::EMPTY, found);
    }

    fn go(
        &mut self,
        mut alive: WaySet<W>,
        mut placed: WaySet<W>,
        found: &mut dyn FnMut(&WaySet<W>) -> bool,
    ) {
        loop {
            self.steps += 1;
            if self.steps.is_multiple_of(STEPS_A_LOOK) && (self.stop)() {
                self.ended = true;
                return;
            }
            let Some(ways) = self.tightest(&alive, &placed) else { return };
            let Some(way) = ways.first() else {
                self.ended = !found(&placed);
                return;
            };
            let with = placed | WaySet::of(way);
            let beside = alive - self.table.odds[way];
            if ways == WaySet::of(way) {
                (alive, placed) = (beside, with);
                continue;
            }
            self.go(beside, with, found);
            if self.ended {
                return;
            }
            alive = alive - WaySet::of(way);
        }
    }

    /// The ways of the number or through the dot that has the fewest; empty if every number has its line.
    /// `None` if some number or dot has no way.
    fn tightest(&self, alive: &WaySet<W>, placed: &WaySet<W>) -> Option<WaySet<W>> {
        let (mut fewest, mut tightest) = (u32::MAX, WaySet::EMPTY);
        let dots = self.dots.iter().map(|dot| &self.table.through[usize::from(*dot)]);
        for ways in self.table.of.iter().chain(dots) {
            if ways.meets(placed) {
                continue;
            }
            let ways = *ways & *alive;
            let count = ways.count();
            if count == 0 {
                return None;
            }
            if count < fewest {
                (fewest, tightest) = (count, ways);
                if count == 1 {
                    break;
                }
            }
        }
        Some(tightest)
    }
}

#[cfg(test)]
/// Counts the solutions of a puzzle, up to `most`; `None` if stopped before that was known.
pub(crate) fn count(puzzle: &Puzzle, most: u64, stop: StopCheck<'_>) -> Option<u64> {
    fn sure<const W: usize>(puzzle: &Puzzle, most: u64, stop: StopCheck<'_>) -> Option<u64> {
        let table = Table::<W>::new(puzzle);
        count_in(&table, &puzzle.dots, most, stop)
    }
    sized!(puzzle, sure(puzzle, most, stop)).flatten()
}

/// Counts solutions with an existing table.
pub(crate) fn count_in<const W: usize>(
    table: &Table<W>,
    dots: &[u16],
    most: u64,
    stop: StopCheck<'_>,
) -> Option<u64> {
    let mut count = 0;
    let mut search = LineSearch::new(table, dots, stop);
    search.run(table.all, &mut |_| {
        count += 1;
        count < most
    });
    (count >= most || !search.ended).then_some(count)
}

pub(crate) fn play_of<const W: usize>(table: &Table<W>, lines: &WaySet<W>) -> Play {
    let put = |way: usize| mark_of(table, way);
    lines.iter().filter_map(put).collect()
}

pub(crate) fn mark_of<const W: usize>(table: &Table<W>, way: usize) -> Option<(Site, Mark)> {
    let way = table.ways[way];
    let cell = table.numbers[usize::from(way.number)].cell;
    Some((Site::cell(cell % table.cols, cell / table.cols), way.line.mark()?))
}

impl Search for LinjatSearch {
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched> {
        let puzzle = Puzzle::of(level).ok()?;
        let test = match wanted.shortcuts {
            true => Some(LinjatTest::of(level)?),
            false => None,
        };
        sized!(&puzzle, solutions(&puzzle, wanted, test.as_ref(), stop))
    }
}

fn solutions<const W: usize>(
    puzzle: &Puzzle,
    wanted: Wanted,
    test: Option<&LinjatTest>,
    stop: StopCheck<'_>,
) -> Searched {
    let table = Table::<W>::new(puzzle);
    let listed = ONE_BY_ONE.max(wanted.plays as u64);
    let tallies = test.is_none() && wanted.most > listed;
    let most = if tallies { listed + 1 } else { wanted.most };
    let mut searched = Searched::default();
    let mut kept = Vec::new();
    let mut uses = vec![0.0; table.ways.len()];
    let mut search = LineSearch::new(&table, &puzzle.dots, stop);
    search.run(table.all, &mut |lines| {
        if test.is_some_and(|test| test.practises(&table, lines)) {
            return true;
        }
        searched.count += 1;
        searched.digest = searched.digest.wrapping_add(digest(&table, lines));
        if kept.len() < wanted.plays {
            kept.push(*lines);
        }
        if wanted.marks {
            lines.iter().for_each(|way| uses[way] += 1.0);
        }
        searched.count < most
    });
    searched.exhausted = !search.ended;
    searched.effort = search.steps;
    if tallies && searched.count > listed {
        let most = if wanted.marks { MAX_PASTS } else { FEWER_PASTS };
        if let Some(tally) = tally(&table, &puzzle.dots, most, stop) {
            take_in(&table, &mut searched, &tally);
            uses = tally.uses;
        }
    }
    searched.plays = kept.iter().map(|lines| play_of(&table, lines)).collect();
    if wanted.marks && searched.count > 0 {
        let whole = searched.exhausted;
        searched.marks_exact = whole || probe_the_rest(&table, &puzzle.dots, &mut uses, stop);
        (searched.forced, searched.possible) = marks(&table, &uses);
        if whole {
            searched.uses = counts(&table, &uses);
        }
    }
    searched
}

/// Adds the facts that counting all solutions together provides.
fn take_in<const W: usize>(table: &Table<W>, searched: &mut Searched, tally: &Tally) {
    // Equal numbers of solutions that use the same lines equally often almost certainly are the same
    // solutions.
    let used = tally.uses.iter().enumerate().filter(|(_, uses)| **uses > 0.0);
    searched.digest = used.fold(0, |sum: u64, (way, uses)| {
        let here = hash_of(table, way) ^ uses.to_bits().rotate_left(17);
        sum.wrapping_add(here.wrapping_mul(0xBF58_476D_1CE4_E5B9))
    });
    match u64::try_from(tally.count) {
        Ok(count) => (searched.count, searched.exhausted) = (count, true),
        Err(_) => {
            searched.count = u64::MAX;
            searched.estimate = Some(Estimate { value: tally.count as f64, error: 0.0 });
        }
    }
}

/// Looks for a solution with every way that none had so far; false if time ran out.
fn probe_the_rest<const W: usize>(
    table: &Table<W>,
    dots: &[u16],
    uses: &mut [f64],
    stop: StopCheck<'_>,
) -> bool {
    for way in 0..table.ways.len() {
        if uses[way] > 0.0 {
            continue;
        }
        if stop() {
            return false;
        }
        let mut search = LineSearch::new(table, dots, stop);
        let mut found = false;
        search.run(table.all - table.odds[way], &mut |lines| {
            lines.iter().for_each(|way| uses[way] = uses[way].max(1.0));
            found = true;
            false
        });
        if search.ended && !found {
            return false;
        }
    }
    true
}

type MarkSet = BTreeSet<(Site, Mark)>;

/// The marks of ways in all solutions, and in some. A way is in all if no other way of its number is used.
fn marks<const W: usize>(table: &Table<W>, uses: &[f64]) -> (MarkSet, MarkSet) {
    let (mut forced, mut possible) = (BTreeSet::new(), BTreeSet::new());
    for own in &table.of {
        let used: Vec<usize> = own.iter().filter(|way| uses[*way] > 0.0).collect();
        let marks: Vec<(Site, Mark)> = used.iter().filter_map(|way| mark_of(table, *way)).collect();
        if let [only] = marks.as_slice() {
            forced.insert(only.clone());
        }
        possible.extend(marks);
    }
    (forced, possible)
}

fn counts<const W: usize>(table: &Table<W>, uses: &[f64]) -> BTreeMap<(Site, Mark), f64> {
    let used = uses.iter().enumerate().filter(|(_, uses)| **uses > 0.0);
    used.filter_map(|(way, uses)| Some((mark_of(table, way)?, *uses))).collect()
}

/// A checksum of a solution that ignores the dots, so that levels with different dots and the same
/// solutions have the same sum.
fn digest<const W: usize>(table: &Table<W>, lines: &WaySet<W>) -> u64 {
    let hash = lines.iter().fold(0u64, |hash, way| hash.wrapping_add(hash_of(table, way)));
    (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// A hash of a line, made of the hashes of its cells and of its number's cell.
fn hash_of<const W: usize>(table: &Table<W>, way: usize) -> u64 {
    let way = table.ways[way];
    let mix = |hash: u64, cell: usize| hash.wrapping_mul(257).wrapping_add(cell as u64 + 1);
    let own = table.numbers[usize::from(way.number)].cell;
    mix(way.cells().fold(0, mix), usize::from(own)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
