//! Objects in cells where they violate a win condition, whatever the other cells have.

use super::cell_rules::{both, has, only};
use super::envelope::Envelope;
use super::placements::BoardRules;
use crate::compiling::checks::Quantifier;
use crate::compiling::tables::{CellWords, CompiledWin, WinPlanes};

/// Situations in which the level is not won.
pub(super) struct Obstacles {
    /// By object and cell: with the object there, the level is not won. Empty if it never matters.
    pub(super) wrong: Vec<Vec<bool>>,
    /// Objects in cells that need another object, which can never come.
    pub(super) lonely: Vec<LonelyObject>,
    /// Objects whose number can only decrease, and the number of them that must be left.
    pub(super) fewest: Vec<(Vec<usize>, usize)>,
}

/// An object in a cell to which one of several others would have to come, and none can.
#[derive(Clone, Debug)]
pub(super) struct LonelyObject {
    pub(super) object: usize,
    pub(super) at: usize,
    pub(super) needed: Vec<usize>,
}

struct GoalReader<'a, const S: usize> {
    rules: &'a BoardRules<'a, S>,
    envelope: &'a Envelope<S>,
}

/// The obstacles of a level; `starts` are its boards at the start, by cell.
pub(super) fn obstacles<const S: usize>(
    rules: &BoardRules<'_, S>,
    envelope: &Envelope<S>,
    starts: &[Vec<CellWords<S>>],
) -> Obstacles {
    let reader = GoalReader { rules, envelope };
    let n_objects = rules.tables.n_objects;
    let mut found =
        Obstacles { wrong: vec![Vec::new(); n_objects], lonely: Vec::new(), fewest: Vec::new() };
    for win in &rules.tables.wins {
        reader.add_condition(win, &mut found);
        reader.add_counted(win, starts, &mut found);
    }
    found
}

impl Obstacles {
    fn add(&mut self, object: usize, n_cells: usize, is_wrong: impl Fn(usize) -> bool) {
        let Some(wrong) = self.wrong.get_mut(object) else { return };
        wrong.resize(n_cells, false);
        wrong.iter_mut().enumerate().for_each(|(at, wrong)| *wrong |= is_wrong(at));
    }
}

impl<const S: usize> GoalReader<'_, S> {
    fn n_cells(&self) -> usize {
        self.rules.shape.n_cells()
    }

    /// Adds the cells where objects of the first side must not be.
    fn add_condition(&self, win: &CompiledWin, found: &mut Obstacles) {
        // If a cell needs several objects together, none of them alone is wrong.
        let is_any = !win.first.together || win.first.planes.len() == 1;
        for object in win.first.planes.iter().filter(|_| is_any).map(|&plane| plane as usize) {
            found.add(object, self.n_cells(), |at| match (win.quantifier, &win.second) {
                (Quantifier::All, Some(second)) => self.is_never(second, object, at),
                (Quantifier::No, Some(second)) => self.is_always(second, object, at),
                (Quantifier::No, None) => true,
                (Quantifier::All, None) | (Quantifier::Some, _) => false,
            });
            if let (Quantifier::All, Some(second)) = (win.quantifier, &win.second) {
                self.add_lonely(second, object, found);
            }
        }
    }

    /// Adds cells that have an object in all states, and need objects that never come there.
    fn add_lonely(&self, second: &WinPlanes, object: usize, found: &mut Obstacles) {
        let is_fixed = |at: &usize| has(&self.envelope.must[*at], object);
        for at in (0..self.n_cells()).filter(is_fixed) {
            if self.is_never(second, object, at) {
                let planes = second.planes.iter().map(|&plane| plane as usize);
                // Of several objects together, those that cannot come are to blame.
                let needed = planes.filter(|other| !self.can_be(*other, object, at)).collect();
                found.lonely.push(LonelyObject { object, at, needed });
            }
        }
    }

    /// Returns whether a cell with an object can never have what a side requires.
    fn is_never(&self, side: &WinPlanes, object: usize, at: usize) -> bool {
        let can_be = |other: usize| self.can_be(other, object, at);
        let mut planes = side.planes.iter().map(|&plane| plane as usize);
        match side.together {
            true => !planes.all(can_be),
            false => !planes.any(can_be),
        }
    }

    /// Returns whether another object may ever be in a cell with an object.
    fn can_be(&self, other: usize, object: usize, at: usize) -> bool {
        other == object
            || self.rules.layer(other) != self.rules.layer(object)
                && self.envelope.may_be(other, at)
    }

    /// Returns whether a cell with an object has what a side requires in every state.
    fn is_always(&self, side: &WinPlanes, object: usize, at: usize) -> bool {
        let is_there = |other: usize| other == object || has(&self.envelope.must[at], other);
        let mut planes = side.planes.iter().map(|&plane| plane as usize);
        match side.together {
            true => planes.all(is_there),
            false => planes.any(is_there),
        }
    }

    /// ALL X ON Y, if the X stay and there are no more Y than X: then each Y must be on an X.
    fn add_counted(&self, win: &CompiledWin, starts: &[Vec<CellWords<S>>], found: &mut Obstacles) {
        let Some(second) = win.second.as_ref().filter(|_| win.quantifier == Quantifier::All) else {
            return;
        };
        let (Some(places), Some(movers)) = (self.objects(&win.first), self.objects(second)) else {
            return;
        };
        let Some(layer) = second.planes.first().map(|&plane| self.rules.layer(plane as usize))
        else {
            return;
        };
        let mask = self.rules.mask(layer);
        if both(&movers, &mask) != movers || !self.is_never_more(layer, &movers) {
            return;
        }
        let is_place = |at: usize| self.envelope.is_taken(at, &places);
        let n_places = (0..self.n_cells()).filter(|at| is_place(*at)).count();
        let count = |start: &Vec<CellWords<S>>| {
            start.iter().filter(|cell| both(cell, &movers) != [0; S]).count()
        };
        let most = starts.iter().map(count).max().unwrap_or(0);
        if n_places == 0 || most > n_places {
            return;
        }
        let movers: Vec<usize> = second.planes.iter().map(|&plane| plane as usize).collect();
        for &object in &movers {
            found.add(object, self.n_cells(), |at| !is_place(at));
        }
        found.fewest.push((movers, n_places));
    }

    /// The objects of a side, if any one of them is enough.
    fn objects(&self, side: &WinPlanes) -> Option<CellWords<S>> {
        let mut objects = [0; S];
        for &plane in &side.planes {
            let one = only::<S>(plane as usize);
            (0..S).for_each(|s| objects[s] |= one[s]);
        }
        (!side.together || side.planes.len() == 1).then_some(objects)
    }

    /// Returns whether rules never make more of these objects of a layer than they remove.
    fn is_never_more(&self, layer: usize, objects: &CellWords<S>) -> bool {
        let live = self.rules.parts_of.iter().zip(&self.envelope.live).filter(|(_, live)| **live);
        live.flat_map(|(parts, _)| &self.rules.parts[parts.clone()]).all(|part| {
            let (mut gained, mut lost) = (0, 0);
            for cell in &self.rules.cells[part.cells.clone()] {
                let Some(change) = cell.changes.iter().find(|change| change.layer == layer) else {
                    continue;
                };
                let had = !part.forced && cell.has_one_of(layer, objects);
                let makes = change.set.is_some_and(|set| has(objects, set))
                    || change.random.iter().any(|random| has(objects, *random));
                let takes = match change.set {
                    Some(set) => !has(objects, set),
                    None => both(&change.clear, objects) == *objects,
                };
                gained += usize::from(makes && !had);
                lost += usize::from(takes && !makes && had);
            }
            gained <= lost
        })
    }
}
