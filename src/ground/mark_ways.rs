//! Number of steps that a mark needs from each cell to each place, if it is alone of its kind.
//!
//! As in a pattern database (Culberson & Schaeffer, "Pattern Databases", Computational Intelligence 1998), the
//! small game of the emptied position is explored, and a search backwards from each place counts the steps that
//! move the mark. Other marks may help or hinder, so it is an estimate.

use super::filling_plan::{FillingPlan, WalkerSites};
use super::machine::{Batch, Machine};
use super::win_marks::{KindGoal, MarkKind, WinMarks};
use foolproof_planning::{CountedSteps, NO_WAY};
use foolproof_space::{StateTable, StopCheck, bits_of, has_bit, hash_of};

/// Maximum number of explored positions of an emptied game.
const MAX_POSITIONS: usize = 100_000;
/// Maximum number of stored ways between cells and places.
const MAX_WAYS: usize = 1 << 20;
/// Cost of a mark that never reaches a place.
pub(crate) const DEAD: i32 = 1_000;
/// Cell of a mark that is missing or not unique.
const GONE: u32 = u32::MAX;

/// Cost of each way, by cell and then place.
#[derive(Clone, Debug)]
pub(crate) struct MarkWays {
    pub(crate) costs: Vec<i32>,
    /// Order for filling places, if something walks in the mark's game.
    pub(crate) plan: Option<FillingPlan>,
}

/// The positions with one mark of a kind, and the steps between them.
pub(crate) struct EmptiedGame<'a> {
    machine: &'a Machine,
    pub(crate) kind: &'a MarkKind,
    table: StateTable,
    /// The mark's cell in each position.
    pub(crate) cells: Vec<u32>,
    /// From, to, and true if the step moves the mark.
    pub(crate) steps: Vec<(u32, u32, bool)>,
    is_complete: bool,
}

impl MarkWays {
    /// Computes the ways from a position reduced to one mark of the goal's kind and the marks of the mask.
    /// `None` if no mark of the position reaches any place. O(positions · actions + positions · places).
    pub(crate) fn find(
        machine: &Machine,
        from: &[u64],
        (marks, goal): (&WinMarks, &KindGoal),
        kept: &[u64],
        stop: StopCheck<'_>,
    ) -> Option<Self> {
        let kind = &marks.kinds[goal.kind];
        let n_cells = kind.marks.len();
        if goal.places.len() * n_cells > MAX_WAYS {
            return None;
        }
        let mut emptied = EmptiedGame::new(machine, kind);
        let mut starts = Vec::new();
        for (cell, mark) in (0..).zip(&kind.marks) {
            if has_bit(from, *mark) {
                let masked = from.iter().zip(kept).zip(&kind.mask);
                let mut words: Vec<u64> =
                    masked.map(|((word, kept), mask)| word & kept & !mask).collect();
                words[*mark as usize / 64] |= 1 << (mark % 64);
                starts.extend(emptied.add(&words).map(|number| (cell, number)));
            }
        }
        emptied.run(stop);
        let mut seen = vec![false; n_cells];
        let known = emptied.cells.iter().filter(|cell| **cell != GONE);
        known.for_each(|cell| seen[*cell as usize] = true);
        let has_company = emptied.table.n_states() > seen.iter().filter(|seen| **seen).count();
        if !has_company {
            emptied.steps.iter_mut().for_each(|(.., counts)| *counts = true);
        }
        let steps = CountedSteps::new(emptied.cells.len(), &emptied.steps);
        let mut costs = vec![NO_WAY; n_cells * goal.places.len()];
        for (at, place) in goal.places.iter().enumerate() {
            let there = (0..).zip(&emptied.cells).filter(|(_, cell)| *cell == place);
            let far = steps.least_to(there.map(|(position, _)| position));
            for (cell, far) in emptied.cells.iter().zip(far).filter(|(cell, _)| **cell != GONE) {
                let cost = &mut costs[*cell as usize * goal.places.len() + at];
                *cost = far.min(*cost);
            }
        }
        let most = costs.iter().filter(|cost| **cost != NO_WAY).max().copied().unwrap_or(0);
        let n_places = goal.places.len();
        // A mark that cannot move is no information, wherever it is.
        let is_useful = |(cell, _): &(u32, u32)| {
            let costs = &costs[*cell as usize * n_places..][..n_places];
            costs.iter().any(|cost| !matches!(*cost, 0 | NO_WAY))
        };
        let cost = |(at, cost): (usize, &u32)| match *cost {
            NO_WAY if emptied.is_complete && seen[at / n_places] => DEAD,
            // Farther than all known ways.
            NO_WAY => (most as i32 + 1).min(DEAD - 1),
            cost => (cost as i32).min(DEAD - 1),
        };
        if !starts.iter().any(is_useful) {
            return None;
        }
        let costs = costs.iter().enumerate().map(cost).collect();
        let starts: Vec<u32> = starts.iter().map(|(_, number)| *number).collect();
        let walkers = emptied.walkers(marks, from);
        let plan = walkers
            .map(|walkers| FillingPlan::new(&emptied, &steps, (&goal.places, &starts), walkers));
        Some(Self { costs, plan })
    }
}

impl<'a> EmptiedGame<'a> {
    fn new(machine: &'a Machine, kind: &'a MarkKind) -> Self {
        let table = StateTable::new(machine.width);
        Self { machine, kind, table, cells: Vec::new(), steps: Vec::new(), is_complete: true }
    }

    /// Returns the number of a position, which is added if it is new and there is room.
    fn add(&mut self, words: &[u64]) -> Option<u32> {
        if let Some(known) = self.table.find(words, hash_of(words)) {
            return Some(known);
        }
        if self.table.n_states() >= MAX_POSITIONS {
            self.is_complete = false;
            return None;
        }
        let masked = words.iter().zip(&self.kind.mask).enumerate();
        let mut marks = masked.flat_map(|(word, (bits, mask))| {
            bits_of(bits & mask).map(move |bit| (word * 64 + bit) as u32)
        });
        let cell = match (marks.next(), marks.next()) {
            (Some(mark), None) => self.kind.marks.binary_search(&mark).map_or(GONE, |at| at as u32),
            _ => GONE,
        };
        self.cells.push(cell);
        Some(self.table.add(words).0)
    }

    /// Finds the kind that walks, if there is exactly one: it has a single mark, which moves while the game's
    /// mark stays.
    fn walkers(&self, marks: &WinMarks, from: &[u64]) -> Option<WalkerSites> {
        let mut changing = vec![0; self.table.width()];
        for (one, other, _) in self.steps.iter().filter(|(.., counts)| !counts) {
            let pairs = self.table.state(*one).iter().zip(self.table.state(*other));
            changing.iter_mut().zip(pairs).for_each(|(all, (one, other))| *all |= one ^ other);
        }
        let common = |kind: &MarkKind, words: &[u64]| -> u32 {
            kind.mask.iter().zip(words).map(|(mask, word)| (mask & word).count_ones()).sum()
        };
        let walks = |kind: &&MarkKind| common(kind, from) == 1 && common(kind, &changing) > 1;
        let mut kinds = marks.kinds.iter().filter(walks);
        let kind = kinds.next().filter(|_| kinds.next().is_none())?;
        let stands = |words: &[u64]| {
            let is_on = |mark: &&u32| has_bit(words, **mark);
            let mut marks = kind.marks.iter().filter(is_on);
            marks.next().filter(|_| marks.next().is_none()).copied()
        };
        let states = (0..self.table.n_states() as u32).map(|number| self.table.state(number));
        let stands = states.map(|words| Some(marks.sites[stands(words)? as usize])).collect();
        Some(WalkerSites { sites: marks.sites.clone(), mask: kind.mask.clone(), stands })
    }

    fn run(&mut self, stop: StopCheck<'_>) {
        let machine = self.machine;
        let mut batch = Batch::<1>::new(machine);
        let mut from = 0;
        while from < self.table.n_states() {
            if stop() {
                self.is_complete = false;
                return;
            }
            let to = self.table.n_states().min(from + 64);
            batch.judge(machine, self.table.states(from..to));
            // A mark may have to pass one place to reach another one.
            batch.forget_wins();
            batch.act(machine, to - from);
            for action in 0..machine.actions.len() {
                for lane in (0..to - from).filter(|lane| batch.is_legal(action, *lane)) {
                    let at = from + lane;
                    if let Some(next) = self.add(batch.next(machine, action, lane)) {
                        let counts = self.cells[at] != self.cells[next as usize];
                        self.steps.push((at as u32, next, counts));
                    }
                }
            }
            from = to;
        }
    }
}
