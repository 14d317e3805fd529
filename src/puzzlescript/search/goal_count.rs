//! Estimates how far a state is from a win: goal counting over the win conditions.
//!
//! Each thing that is not where a condition wants it costs its distance there, taken from the
//! `abstraction` or else as the crow flies; things are matched with places by a [`MoverPairing`] of least cost,
//! as in Sokoban solvers (Junghanns & Schaeffer, "Sokoban: Enhancing General Single-Agent Search Methods
//! Using Domain Knowledge", Artificial Intelligence 2001).

use super::abstraction::{AbstractWays, AbstractionTask, ObjectGroup, filling_order};
use crate::compiling::checks::Quantifier;
use crate::compiling::tables::WinPlanes;
use crate::compiling::widths::with_tables;
use crate::game::ScriptGame;
use crate::turns::machine::BoardShape;
use crate::turns::stepper::{ScriptState, TurnFault};
use foolproof_planning::{MoverPairing, MoverWay};
use foolproof_space::StopCheck;

/// Cost of a thing that cannot get where it has to be, as far as known.
pub(super) const DEAD: u32 = 1_000;
/// Cost of each thing that has to go, besides its way.
const TO_GO: u32 = 4;
/// Maximum cost.
const MAX_FAR: u64 = 1 << 20;

/// Estimated distance of a state from a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GoalEstimate {
    /// Approximate number of changes until the conditions hold.
    pub(super) far: u32,
    /// Number of things that are not as they have to be.
    pub(super) unmet: u32,
    /// Distance in cells between a player and the nearest of these.
    pub(super) walk: u32,
}

/// Cells that an object has to fill.
#[derive(Debug)]
pub(super) struct GoalFilling {
    pub(super) mover: usize,
    /// The cells by number.
    pub(super) places: Vec<u32>,
    /// The cells in the order in which they should be filled: a hint.
    pub(super) order: Vec<u32>,
}

/// The side of a condition that has to get to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GoalMover {
    First,
    Second,
}

/// A win condition, with the ways of its movers.
struct CountedGoal {
    quantifier: Quantifier,
    first: ObjectGroup,
    /// `None`: any cell will do.
    second: Option<ObjectGroup>,
    mover: GoalMover,
    /// Ways of the mover, if an emptied level tells them.
    ways: Option<AbstractWays>,
}

/// The win conditions of a level.
pub(super) struct GoalCounter {
    shape: BoardShape,
    goals: Vec<CountedGoal>,
    player: ObjectGroup,
    /// Buffers, reused for each state.
    first: Vec<u32>,
    second: Vec<u32>,
    amiss: Vec<u32>,
    pairing: MoverPairing,
}

/// The distance between two cells as the crow flies, in cells.
fn between(shape: BoardShape, one: u32, other: u32) -> u32 {
    let place = |cell: u32| (cell as usize / shape.height, cell as usize % shape.height);
    let (one, other) = (place(one), place(other));
    (one.0.abs_diff(other.0) + one.1.abs_diff(other.1)) as u32
}

impl GoalCounter {
    /// Makes a counter for a game's conditions, with distances in a level emptied of objects that are not
    /// `still`.
    ///
    /// # Errors
    /// [`TurnFault`] if an emptied level cannot be set up.
    pub(super) fn new(
        game: &ScriptGame,
        shape: BoardShape,
        start: &ScriptState,
        still: &[bool],
        stop: StopCheck<'_>,
    ) -> Result<GoalCounter, TurnFault> {
        let side = |side: &WinPlanes| ObjectGroup {
            planes: side.planes.iter().map(|&plane| plane as usize).collect(),
            together: side.together,
        };
        let sides = with_tables!(&*game.tables, tables => tables.wins.iter().map(|win| {
            (win.quantifier, side(&win.first), win.second.as_ref().map(side))
        }).collect::<Vec<_>>());
        let player = ObjectGroup { planes: game.players(), together: false };
        let mut goals = Vec::with_capacity(sides.len());
        for (quantifier, first, second) in sides {
            let mover = mover(game, &first, second.as_ref(), &player);
            let mut goal = CountedGoal { quantifier, first, second, mover, ways: None };
            goal.ways = match goal.abstraction(shape, start, still, &player) {
                Some(task) => AbstractWays::new(game, shape, start, &task, stop)?,
                None => None,
            };
            goals.push(goal);
        }
        Ok(GoalCounter {
            shape,
            goals,
            player,
            first: Vec::new(),
            second: Vec::new(),
            amiss: Vec::new(),
            pairing: MoverPairing::default(),
        })
    }

    /// Returns the filling of the first condition that asks for all of one object on another or the reverse.
    ///
    /// # Errors
    /// [`TurnFault`] if an emptied level cannot be set up.
    pub(super) fn filling(
        &mut self,
        game: &ScriptGame,
        start: &ScriptState,
        still: &[bool],
        stop: StopCheck<'_>,
    ) -> Result<Option<GoalFilling>, TurnFault> {
        for goal in self.goals.iter().filter(|goal| goal.quantifier == Quantifier::All) {
            let (movers, Some(places)) = goal.sides() else { continue };
            let [mover] = movers.planes[..] else { continue };
            places.cells(self.shape, start, &mut self.first);
            let places = self.first.clone();
            let order = match goal.abstraction(self.shape, start, still, &self.player) {
                Some(task) => filling_order(game, self.shape, start, &task, stop)?,
                None => None,
            };
            let order = order.unwrap_or_else(|| places.clone());
            return Ok(Some(GoalFilling { mover, places, order }));
        }
        Ok(None)
    }

    /// The pairing of movers with places that the only condition asks for, if one object has to fill cells.
    pub(super) fn pairing(&mut self, state: &ScriptState) -> Option<MoverPairing> {
        let [goal] = self.goals.as_slice() else { return None };
        let (movers, places) = goal.sides();
        if goal.quantifier != Quantifier::All || movers.planes.len() != 1 {
            return None;
        }
        places?.cells(self.shape, state, &mut self.first);
        movers.cells(self.shape, state, &mut self.second);
        let (n_places, n_movers) = (self.first.len(), self.second.len());
        let is_even = match goal.mover {
            GoalMover::First => n_movers <= n_places,
            GoalMover::Second => n_movers >= n_places,
        };
        let cells = 0..self.shape.n_cells() as u32;
        let cost = |cell: u32, place: &u32| goal.cost(self.shape, cell, *place).min(DEAD) as i32;
        let costs = cells.flat_map(|cell| self.first.iter().map(move |place| cost(cell, place)));
        is_even.then(|| MoverPairing::new(n_places, costs.collect()))
    }

    /// Estimates the distance of a state from a win. O(conditions · things³) at worst.
    pub(super) fn estimate(&mut self, state: &ScriptState) -> GoalEstimate {
        let mut sum = GoalEstimate::default();
        self.amiss.clear();
        let (mut first, mut second) =
            (std::mem::take(&mut self.first), std::mem::take(&mut self.second));
        let mut far = 0;
        for goal in &self.goals {
            goal.first.cells(self.shape, state, &mut first);
            second.clear();
            if let Some(side) = &goal.second {
                side.cells(self.shape, state, &mut second);
            }
            let amiss = self.amiss.len();
            far += match goal.quantifier {
                Quantifier::No => goal.nothing(&first, &second, &mut self.amiss),
                Quantifier::Some => goal.something(self.shape, &first, &second, &mut self.amiss),
                Quantifier::All => {
                    goal.everything(self.shape, &first, &second, &mut self.amiss, &mut self.pairing)
                }
            };
            sum.unmet += (self.amiss.len() - amiss) as u32;
        }
        sum.far = far.min(MAX_FAR) as u32;
        self.player.cells(self.shape, state, &mut first);
        let (shape, amiss) = (self.shape, &self.amiss);
        let walks = first
            .iter()
            .flat_map(|&player| amiss.iter().map(move |&cell| between(shape, player, cell)));
        sum.walk = walks.min().unwrap_or(0);
        (self.first, self.second) = (first, second);
        sum
    }
}

/// Returns the side that has to get to the other: the one that can change its place, a player before others.
fn mover(
    game: &ScriptGame,
    first: &ObjectGroup,
    second: Option<&ObjectGroup>,
    player: &ObjectGroup,
) -> GoalMover {
    let Some(second) = second else { return GoalMover::First };
    let dynamic = |side: &ObjectGroup| {
        with_tables!(&*game.tables, tables => {
            side.planes.iter().any(|&plane| tables.dynamic.contains(plane))
        })
    };
    let plays = |side: &ObjectGroup| side.planes.iter().any(|plane| player.planes.contains(plane));
    match (dynamic(first), dynamic(second)) {
        (false, true) => GoalMover::Second,
        (true, true) if plays(second) && !plays(first) => GoalMover::Second,
        _ => GoalMover::First,
    }
}

impl CountedGoal {
    /// The side that moves, and the one that it moves to.
    fn sides(&self) -> (&ObjectGroup, Option<&ObjectGroup>) {
        match (&self.second, self.mover) {
            (Some(second), GoalMover::Second) => (second, Some(&self.first)),
            (second, _) => (&self.first, second.as_ref()),
        }
    }

    /// Returns the input of an abstraction for this condition, if that can tell something.
    fn abstraction(
        &self,
        shape: BoardShape,
        start: &ScriptState,
        still: &[bool],
        player: &ObjectGroup,
    ) -> Option<AbstractionTask<'_>> {
        let (mover, places) = self.sides();
        let plays = mover.planes.iter().any(|plane| player.planes.contains(plane));
        let mut cells = Vec::new();
        match (self.quantifier, places) {
            (Quantifier::No, None) => {}
            (Quantifier::Some | Quantifier::All, Some(places)) => {
                places.cells(shape, start, &mut cells);
                if cells.is_empty() {
                    return None;
                }
            }
            _ => return None,
        }
        let kept = (0..shape.n_objects)
            .map(|object| {
                let still = still.get(object) == Some(&true);
                let place = places.is_some_and(|side| side.planes.contains(&object));
                let steers = !plays && player.planes.contains(&object);
                (still || place || steers) && !mover.planes.contains(&object)
            })
            .collect();
        Some(AbstractionTask { mover, kept, places: cells, all_turns: plays })
    }

    /// Returns the cost of bringing a mover to a place.
    fn cost(&self, shape: BoardShape, from: u32, place: u32) -> u32 {
        match self.ways.as_ref().map(|ways| ways.way(from, place)) {
            Some(MoverWay::Steps(changes)) => changes,
            Some(MoverWay::Dead) => DEAD,
            Some(MoverWay::Unknown) | None => between(shape, from, place),
        }
    }

    /// Cost of a condition by which nothing of the first side may be there, or where the second is.
    fn nothing(&self, first: &[u32], second: &[u32], amiss: &mut Vec<u32>) -> u64 {
        if self.second.is_some() {
            let before = amiss.len();
            amiss.extend(first.iter().filter(|cell| second.binary_search(cell).is_ok()));
            return (amiss.len() - before) as u64 * u64::from(TO_GO);
        }
        amiss.extend(first);
        let ways =
            first.iter().map(|&from| match self.ways.as_ref().map(|ways| ways.way_out(from)) {
                Some(MoverWay::Steps(changes)) => changes.min(DEAD),
                Some(MoverWay::Dead) => DEAD,
                _ => 0,
            });
        ways.map(|way| u64::from(TO_GO + way)).sum()
    }

    /// Cost of a condition by which something of the first side must be there, or where the second is.
    fn something(
        &self,
        shape: BoardShape,
        first: &[u32],
        second: &[u32],
        amiss: &mut Vec<u32>,
    ) -> u64 {
        if self.second.is_none() {
            return if first.is_empty() { u64::from(TO_GO) } else { 0 };
        }
        let (movers, places) = self.in_order(first, second);
        let ways = movers
            .iter()
            .flat_map(|&from| places.iter().map(move |&place| self.cost(shape, from, place)));
        let least = ways.min().unwrap_or(DEAD);
        if least > 0 {
            amiss.extend(movers);
        }
        u64::from(least)
    }

    /// Cost of a condition by which all of the first side must be where the second is.
    fn everything(
        &self,
        shape: BoardShape,
        first: &[u32],
        second: &[u32],
        amiss: &mut Vec<u32>,
        pairing: &mut MoverPairing,
    ) -> u64 {
        if self.second.is_none() {
            return 0;
        }
        let before = amiss.len();
        amiss.extend(first.iter().filter(|cell| second.binary_search(cell).is_err()));
        if amiss.len() == before {
            return 0;
        }
        // If the second side moves, its misplaced things are amiss, not the places that lack one.
        if self.mover == GoalMover::Second {
            amiss.truncate(before);
            amiss.extend(second.iter().filter(|cell| first.binary_search(cell).is_err()));
        }
        let cost = |row: usize, column: usize| match self.mover {
            GoalMover::First => self.cost(shape, first[row], second[column]),
            GoalMover::Second => self.cost(shape, second[column], first[row]),
        };
        let alone = first.len().saturating_sub(second.len()) as u64 * u64::from(DEAD);
        u64::from(pairing.cheapest(first.len(), second.len(), cost)) + alone
    }

    /// The movers, and the places that they go to.
    fn in_order<'a>(&self, first: &'a [u32], second: &'a [u32]) -> (&'a [u32], &'a [u32]) {
        match self.mover {
            GoalMover::First => (first, second),
            GoalMover::Second => (second, first),
        }
    }
}
