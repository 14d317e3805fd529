//! Estimate of the distance from a win: the cheapest pairing of marks with the places that the win requires.
//!
//! The cost of a pair is that of moving the mark alone ([`MarkWays`]); the pairs of least total cost are the
//! minimum matching of Sokoban solvers (Junghanns & Schaeffer, "Sokoban: Enhancing General Single-Agent Search
//! Methods Using Domain Knowledge", Artificial Intelligence 2001).

use super::filling_plan::{FillingPlan, PlanFeatures};
use super::machine::Machine;
use super::mark_ways::{DEAD, MarkWays};
use super::steps::StepGame;
use super::win_marks::{KindGoal, MarkKind, PlaceNeed, WinMarks};
use foolproof_planning::MoverPairing;
use foolproof_space::{StopCheck, bits_of, has_bit};

/// Cost of a missing or surplus mark.
const TO_GO: usize = 4;

/// A goal of a kind of marks, with its costs.
#[derive(Clone, Debug)]
struct PricedGoal {
    goal: KindGoal,
    kind: MarkKind,
    ways: MarkWays,
    pairing: MoverPairing,
    /// Cost in the current base position.
    cost: u32,
    cells: Vec<u32>,
}

/// Estimates positions, fastest those one step after the base position.
#[derive(Clone, Debug)]
pub(crate) struct WinEstimate {
    goals: Vec<PricedGoal>,
    /// Marks whose changes are only walks, such as a player's; none without a plan.
    pub(crate) walkers: Vec<u64>,
}

impl WinEstimate {
    /// Prepares estimates for positions that can be reached from one.
    pub(crate) fn new(
        game: &StepGame,
        machine: &Machine,
        from: &[u64],
        stop: StopCheck<'_>,
    ) -> Self {
        let marks = WinMarks::of(game, machine);
        let mut priced: Vec<PricedGoal> = Vec::new();
        // Kinds with a single mark, such as players.
        let mut single = marks.beside.clone();
        for kind in &marks.kinds {
            let n_marks: u32 =
                kind.mask.iter().zip(from).map(|(mask, word)| (mask & word).count_ones()).sum();
            if n_marks == 1 {
                single.iter_mut().zip(&kind.mask).for_each(|(word, mask)| *word |= mask);
            }
        }
        for goal in &marks.goals {
            let kept = [&marks.beside, &single];
            let ways = kept
                .into_iter()
                .find_map(|kept| MarkWays::find(machine, from, (&marks, goal), kept, stop));
            let Some(ways) = ways else { continue };
            let mut of_goal = PricedGoal::new(goal.clone(), marks.kinds[goal.kind].clone(), ways);
            of_goal.stand_on(from);
            // If other marks have to help, the mark alone is no information.
            if of_goal.cost < DEAD as u32 {
                priced.push(of_goal);
            }
        }
        let plan = priced.iter_mut().find_map(|goal| goal.plan());
        let walkers = plan.map_or_else(|| vec![0; machine.width], |plan| plan.walkers.clone());
        Self { goals: priced, walkers }
    }

    /// Returns the features of a position, from the first kind that has a plan.
    pub(crate) fn features(&mut self, words: &[u64]) -> Option<PlanFeatures> {
        let plan = self.goals.iter_mut().find_map(|goal| goal.plan())?;
        Some(plan.features(words))
    }

    /// Makes a position the base, and returns its estimate.
    pub(crate) fn stand_on(&mut self, words: &[u64]) -> u32 {
        self.goals.iter_mut().for_each(|goal| goal.stand_on(words));
        self.goals.iter().map(|goal| goal.cost).sum()
    }

    /// Returns the estimate of a position one step after the base.
    pub(crate) fn after(&mut self, from: &[u64], to: &[u64]) -> u32 {
        self.goals.iter_mut().map(|goal| goal.after(from, to)).sum()
    }

    /// True if a position of this estimate has marks that seem unable to reach a place.
    pub(crate) fn is_hopeless(estimate: u32) -> bool {
        estimate >= DEAD as u32
    }

    /// True if marks that never move again exclude a win, because they are on no place of their own.
    pub(crate) fn excludes(&self, words: &[u64], fixed: &[u64]) -> bool {
        self.goals.iter().any(|goal| goal.excludes(words, fixed))
    }
}

impl PricedGoal {
    fn new(goal: KindGoal, kind: MarkKind, ways: MarkWays) -> Self {
        let pairing = MoverPairing::new(goal.places.len(), ways.costs.clone());
        Self { goal, kind, ways, pairing, cost: 0, cells: Vec::new() }
    }

    fn stand_on(&mut self, words: &[u64]) {
        read_cells(&self.kind, words, &mut self.cells);
        self.cost = match self.goal.need {
            PlaceNeed::SomePlace => self.nearest(),
            need => {
                let cost = self.pairing.pair(&self.cells);
                cost + missing(need, self.cells.len(), self.goal.places.len())
            }
        };
    }

    fn plan(&mut self) -> Option<&mut FillingPlan> {
        let is_filling = self.goal.need != PlaceNeed::SomePlace;
        self.ways.plan.as_mut().filter(|_| is_filling)
    }

    fn nearest(&self) -> u32 {
        let n_places = self.goal.places.len();
        let ways =
            self.cells.iter().map(|cell| &self.ways.costs[*cell as usize * n_places..][..n_places]);
        let least = ways.flatten().min().copied().unwrap_or(DEAD);
        least as u32
    }

    fn after(&mut self, from: &[u64], to: &[u64]) -> u32 {
        let changes = from.iter().zip(to).zip(&self.kind.mask).enumerate();
        let mut moved = (None, None, 0);
        for (word, ((from, to), mask)) in changes {
            for bit in bits_of((from ^ to) & mask) {
                let cell = self.kind.marks.binary_search(&((word * 64 + bit) as u32));
                let cell = cell.ok().map(|cell| cell as u32);
                if from >> bit & 1 == 1 {
                    moved.0 = cell
                } else {
                    moved.1 = cell
                }
                moved.2 += 1;
            }
        }
        let need = self.goal.need;
        if need != PlaceNeed::SomePlace
            && let (Some(from), Some(to), 2) = moved
            && let Some(cost) = self.pairing.after_move(from, to)
        {
            return cost + missing(need, self.cells.len(), self.goal.places.len());
        }
        if moved.2 == 0 {
            return self.cost;
        }
        let (cost, kept) = (self.cost, self.pairing.clone());
        self.stand_on(to);
        self.pairing = kept;
        let found = std::mem::replace(&mut self.cost, cost);
        read_cells(&self.kind, from, &mut self.cells);
        found
    }

    fn excludes(&self, words: &[u64], fixed: &[u64]) -> bool {
        let (mut n_marks, mut n_fixed, mut n_there) = (0, 0, 0);
        for (at, mark) in self.kind.marks.iter().enumerate() {
            let is_on = |words: &[u64]| has_bit(words, *mark);
            n_marks += usize::from(is_on(words));
            n_fixed += usize::from(is_on(fixed));
            let is_place = self.goal.places.contains(&(at as u32));
            n_there += usize::from(is_on(fixed) && is_place);
        }
        let away = n_fixed - n_there;
        match self.goal.need {
            PlaceNeed::EachMark => away > 0,
            PlaceNeed::EachPlace => n_marks - away < self.goal.places.len(),
            PlaceNeed::SomePlace => away == n_marks,
        }
    }
}

/// Cost of missing or surplus marks.
fn missing(need: PlaceNeed, n_marks: usize, n_places: usize) -> u32 {
    let missing = match need {
        PlaceNeed::EachMark => n_marks.saturating_sub(n_places),
        PlaceNeed::EachPlace => n_places.saturating_sub(n_marks),
        PlaceNeed::SomePlace => 0,
    };
    (missing * TO_GO) as u32
}

fn read_cells(kind: &MarkKind, words: &[u64], cells: &mut Vec<u32>) {
    cells.clear();
    let is_on = |mark: u32| has_bit(words, mark);
    cells.extend((0..).zip(&kind.marks).filter(|(_, mark)| is_on(**mark)).map(|(cell, _)| cell));
}
