//! Solutions of a board: existence, enumeration, count, and shortcuts among them.
//!
//! Dead boards and numbers of solutions are cached by board, since many orders of pushes lead to the same
//! one.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::concepts::{PenguinPushWatch, WatchState};
use crate::facts;
use crate::ice::{Ice, Penguins, Push};
use foolproof_game::{Search, Searched, StopCheck, Wanted};
use foolproof_level::{Level, Mark, Play, Site};

/// Boards between two checks of the clock.
const BREATH: u64 = 1024;
/// Limit of cached boards, about 40 bytes each; beyond it the search gives up.
const MAX_BOARDS: usize = 20_000_000;
/// Up to this many solutions are found one by one rather than counted board by board.
const FEW: u64 = 3;

/// The search was stopped early, or ran out of room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchHalted;

/// The number of solutions in both readings, `u64::MAX` for that many or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SolutionCount {
    /// Different sequences of pushes.
    pub pushes: u64,
    /// Different sequences of boards: two pushes that leave the same board are one.
    pub boards: u64,
}

/// A search that remembers the boards it has looked at.
pub(crate) struct BoardSearch<'a> {
    ice: &'a Ice,
    stop: StopCheck<'a>,
    counts: FxHashMap<Penguins, SolutionCount>,
    dead: FxHashSet<Penguins>,
    /// Boards looked at.
    pub steps: u64,
}

impl<'a> BoardSearch<'a> {
    pub(crate) fn new(ice: &'a Ice, stop: StopCheck<'a>) -> Self {
        let (counts, dead) = (FxHashMap::default(), FxHashSet::default());
        Self { ice, stop, counts, dead, steps: 0 }
    }

    fn breathe(&mut self) -> Result<(), SearchHalted> {
        self.steps += 1;
        let full = self.counts.len() > MAX_BOARDS || self.dead.len() > MAX_BOARDS;
        match full || (self.steps.is_multiple_of(BREATH) && (self.stop)()) {
            true => Err(SearchHalted),
            false => Ok(()),
        }
    }

    /// Returns whether a board can be solved.
    pub(crate) fn solvable(&mut self, board: Penguins) -> Result<bool, SearchHalted> {
        match board.count_ones() {
            0 => return Ok(false),
            1 => return Ok(true),
            2 => return Ok(self.ice.has_push(board)),
            _ if self.dead.contains(&board) => return Ok(false),
            _ => {}
        }
        self.breathe()?;
        let ice = self.ice;
        let mut found = Ok(false);
        ice.any_push(board, |_, after| {
            found = self.solvable(after);
            found != Ok(false)
        });
        if found == Ok(false) {
            self.dead.insert(board);
        }
        found
    }

    /// Returns whether a board can be solved, from the number of its solutions if known.
    fn leads_on(&mut self, board: Penguins) -> Result<bool, SearchHalted> {
        match self.counts.get(&board) {
            Some(count) => Ok(count.pushes > 0),
            None => self.solvable(board),
        }
    }

    pub(crate) fn count(&mut self, board: Penguins) -> Result<SolutionCount, SearchHalted> {
        match board.count_ones() {
            0 => return Ok(SolutionCount::default()),
            1 => return Ok(SolutionCount { pushes: 1, boards: 1 }),
            2 => {
                let one = u64::from(self.ice.has_push(board));
                return Ok(SolutionCount { pushes: one, boards: one });
            }
            _ => {}
        }
        if let Some(known) = self.counts.get(&board) {
            return Ok(*known);
        }
        self.breathe()?;
        let ice = self.ice;
        let mut after = Vec::with_capacity(16);
        ice.any_push(board, |_, next| {
            after.push(next);
            false
        });
        after.sort_unstable();
        let mut count = SolutionCount::default();
        for same in after.chunk_by(|one, two| one == two) {
            let Some(next) = same.first() else { continue };
            let SolutionCount { pushes, boards } = self.count(*next)?;
            count.pushes = count.pushes.saturating_add(pushes.saturating_mul(same.len() as u64));
            count.boards = count.boards.saturating_add(boards);
        }
        self.counts.insert(board, count);
        Ok(count)
    }

    /// Visits solutions in order, each once however its last push is made. Ends early when `until` returns
    /// true, and returns whether it did.
    pub(crate) fn each(
        &mut self,
        board: Penguins,
        path: &mut Vec<Push>,
        until: &mut dyn FnMut(&[Push]) -> bool,
    ) -> Result<bool, SearchHalted> {
        let left = board.count_ones();
        if left <= 1 {
            return Ok(left == 1 && until(path));
        }
        if self.dead.contains(&board) {
            return Ok(false);
        }
        self.breathe()?;
        let ice = self.ice;
        let (mut ended, mut any) = (Ok(false), false);
        ice.any_push(board, |push, after| {
            path.push(push);
            let mut heard = |path: &[Push]| {
                any = true;
                until(path)
            };
            ended = self.each(after, path, &mut heard);
            path.pop();
            // Either penguin may make the last push.
            ended != Ok(false) || (left == 2 && any)
        });
        if ended == Ok(false) && !any {
            self.dead.insert(board);
        }
        ended
    }
}

pub(crate) fn play(ice: &Ice, path: &[Push]) -> Play {
    let steps = path.iter().enumerate();
    steps.filter_map(|(n, push)| Some((Site::step(n), facts::mark_of(ice, *push)?))).collect()
}

/// The pushes of a shortcut: a solution without the concept.
pub(crate) fn shortcut(
    ice: &Ice,
    board: Penguins,
    watch: &PenguinPushWatch,
    stop: StopCheck<'_>,
) -> Result<Option<Vec<Push>>, SearchHalted> {
    let next = |stand: &WatchState, board: Penguins, push: Push, number: usize| {
        Some(watch.after(ice, stand, board, push, number))
    };
    StateSearch::new(ice, &next, &|stand: &WatchState| !watch.holds(stand), stop)
        .solution(board, watch.begin())
}

/// A solution that makes a push at most a given number of times.
pub(crate) fn rationed(
    ice: &Ice,
    board: Penguins,
    rationed: Push,
    most: u32,
    stop: StopCheck<'_>,
) -> Result<Option<Vec<Push>>, SearchHalted> {
    let next = |left: &u32, _: Penguins, push: Push, _: usize| {
        left.checked_sub(u32::from(push == rationed))
    };
    StateSearch::new(ice, &next, &|_: &u32| true, stop).solution(board, most)
}

/// A search for a solution by the states that a play passes through beside its boards. The result for a board
/// and a state is valid for every way to them.
struct StateSearch<'a, S> {
    search: BoardSearch<'a>,
    /// Returns the state after a push, given the board and the number of earlier pushes; `None` if the push is
    /// not allowed.
    next: &'a dyn Fn(&S, Penguins, Push, usize) -> Option<S>,
    /// Returns whether a solution may end in a state.
    accepts: &'a dyn Fn(&S) -> bool,
    seen: FxHashSet<(Penguins, S)>,
    path: Vec<Push>,
}

impl<'a, S: Copy + Eq + Hash> StateSearch<'a, S> {
    fn new(
        ice: &'a Ice,
        next: &'a dyn Fn(&S, Penguins, Push, usize) -> Option<S>,
        accepts: &'a dyn Fn(&S) -> bool,
        stop: StopCheck<'a>,
    ) -> Self {
        let search = BoardSearch::new(ice, stop);
        Self { search, next, accepts, seen: FxHashSet::default(), path: Vec::new() }
    }

    fn solution(mut self, board: Penguins, state: S) -> Result<Option<Vec<Push>>, SearchHalted> {
        Ok(self.walk(board, state)?.then_some(self.path))
    }

    fn walk(&mut self, board: Penguins, state: S) -> Result<bool, SearchHalted> {
        if board.count_ones() == 1 {
            return Ok((self.accepts)(&state));
        }
        if !self.seen.insert((board, state)) {
            return Ok(false);
        }
        self.search.breathe()?;
        if self.seen.len() > MAX_BOARDS {
            return Err(SearchHalted);
        }
        if !self.search.solvable(board)? {
            return Ok(false);
        }
        let (ice, next) = (self.search.ice, self.next);
        let mut found = Ok(false);
        ice.any_push(board, |push, after| {
            let Some(state) = next(&state, board, push, self.path.len()) else { return false };
            self.path.push(push);
            found = self.walk(after, state);
            if found == Ok(false) {
                self.path.pop();
            }
            found != Ok(false)
        });
        found
    }
}

/// The search of this game.
pub(crate) struct Orders;

impl Search for Orders {
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched> {
        let (ice, board) = Ice::of_level(level)?;
        if wanted.shortcuts {
            let watch = PenguinPushWatch::of(level, &ice)?;
            let found = shortcut(&ice, board, &watch, stop);
            let path = found.clone().ok().flatten();
            let count = u64::from(path.is_some());
            let plays = path.iter().map(|path| play(&ice, path)).collect();
            // Only one shortcut is wanted.
            let exhausted = found == Ok(None);
            return Some(Searched { count, exhausted, plays, ..Searched::default() });
        }
        let mut search = BoardSearch::new(&ice, stop);
        let mut found = Searched::default();
        let plain = wanted.most <= FEW && !wanted.marks;
        if !plain {
            match search.count(board) {
                Ok(count) => {
                    found.count = count.pushes;
                    found.loosely = Some(count.boards);
                    found.exhausted = count.pushes < u64::MAX;
                    found.digest = if count.pushes > 0 { digest(board, level) } else { 0 };
                }
                Err(SearchHalted) => return Some(found),
            }
        }
        let keep = if plain { wanted.most } else { wanted.plays as u64 };
        let mut listed = 0;
        let ended = search.each(board, &mut Vec::new(), &mut |path| {
            listed += u64::from(keep > 0);
            if found.plays.len() < wanted.plays {
                found.plays.push(play(&ice, path));
            }
            listed >= keep
        });
        if plain {
            found.count = listed;
            found.exhausted = ended == Ok(false);
            found.digest = if listed > 0 { digest(board, level) } else { 0 };
        }
        if wanted.marks && found.exhausted && found.count > 0 {
            let Ok(marks) = marks(&mut search, board) else {
                // Without marks, the solutions must not be taken for all of them.
                found.exhausted = false;
                return Some(found);
            };
            (found.forced, found.possible) = marks;
            found.marks_exact = true;
        }
        found.effort = search.steps;
        Some(found)
    }
}

/// Solutions depend on the board alone.
fn digest(board: Penguins, level: &Level) -> u64 {
    let size = u64::from(level.board.cols) << 8 | u64::from(level.board.rows);
    board.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ size | 1
}

/// Pushes in every solution, and in at least one; not the last push, which either penguin can make.
type ForcedAndPossible = (BTreeSet<(Site, Mark)>, BTreeSet<(Site, Mark)>);

fn marks(search: &mut BoardSearch<'_>, board: Penguins) -> Result<ForcedAndPossible, SearchHalted> {
    let (mut forced, mut possible) = (BTreeSet::new(), BTreeSet::new());
    let mut here: FxHashSet<Penguins> = [board].into_iter().collect();
    for number in 0..board.count_ones().saturating_sub(2) as usize {
        let (mut next, mut pushes) = (FxHashSet::default(), BTreeSet::new());
        for board in here {
            search.breathe()?;
            let mut after = Vec::new();
            search.ice.any_push(board, |push, to| {
                after.push((push, to));
                false
            });
            for (push, to) in after {
                if search.leads_on(to)? {
                    pushes.insert(push);
                    next.insert(to);
                }
            }
        }
        let mark = |push: &Push| Some((Site::step(number), facts::mark_of(search.ice, *push)?));
        if pushes.len() == 1 {
            forced.extend(pushes.iter().filter_map(mark));
        }
        possible.extend(pushes.iter().filter_map(mark));
        here = next;
    }
    Ok((forced, possible))
}
