//! The objects that each cell may ever have, and those it always has: the delete relaxation of a level.
//!
//! As in planning (Bonet & Geffner, "Planning as Heuristic Search", Artificial Intelligence 2001), whatever was
//! reached once remains: an object may be in a cell with a movement if some rule that may match puts it there.
//! A condition that something is absent fails only if that is present in every state. Every turn of the game
//! stays within this envelope, for any order of matches and any outcome of chance.

use super::cell_rules::{
    ACTION, CellRule, LayerChange, N_MOVES, STEPS, STILL, both, has, members, moves_in, only,
    without,
};
use super::placements::{BoardRules, Placement, beside};
use crate::compiling::tables::CellWords;

/// The most tests of places.
const MAX_LOOKS: usize = 1 << 24;

/// The objects that the cells of a level's boards may have, and those they have in all states.
pub(super) struct Envelope<const S: usize> {
    /// The possible objects, by movement and cell.
    pub(super) may: Vec<Vec<CellWords<S>>>,
    /// The objects that are there in all states, by cell.
    pub(super) must: Vec<CellWords<S>>,
    /// Places where parts of rules may match.
    pub(super) matched: Vec<Placement>,
    /// For each rule, whether it may match.
    pub(super) live: Vec<bool>,
}

struct Growth<'a, const S: usize> {
    rules: &'a BoardRules<'a, S>,
    envelope: Envelope<S>,
    /// For each part, whether it matches anywhere.
    part_live: Vec<bool>,
    /// For each cell, the last round in which it changed.
    changed: Vec<u32>,
    round: u32,
    acts: bool,
}

impl<const S: usize> Envelope<S> {
    /// Computes the envelope of all turns from boards with these objects by cell; `None` if that is too much
    /// work. `acts`: the game has an action key.
    pub(super) fn new(
        rules: &BoardRules<'_, S>,
        starts: &[Vec<CellWords<S>>],
        acts: bool,
    ) -> Option<Envelope<S>> {
        let n_cells = rules.shape.n_cells();
        let mut may = vec![vec![[0; S]; n_cells]; N_MOVES];
        let mut must = vec![[u64::MAX; S]; n_cells];
        for start in starts {
            for (at, objects) in start.iter().enumerate().take(n_cells) {
                (0..S).for_each(|s| may[STILL][at][s] |= objects[s]);
                must[at] = both(&must[at], objects);
            }
        }
        let live = vec![false; rules.tables.rules.len()];
        let envelope = Envelope { may, must, matched: Vec::new(), live };
        let part_live = vec![false; rules.parts.len()];
        let mut growth =
            Growth { rules, envelope, part_live, changed: vec![1; n_cells], round: 1, acts };
        growth.run().then_some(growth.envelope)
    }

    /// Returns whether an object may be in a cell.
    pub(super) fn may_be(&self, object: usize, at: usize) -> bool {
        self.may.iter().any(|cells| cells.get(at).is_some_and(|objects| has(objects, object)))
    }

    /// Returns whether a cell has one of these objects in every state.
    pub(super) fn is_taken(&self, at: usize, objects: &CellWords<S>) -> bool {
        self.must.get(at).is_some_and(|must| both(must, objects) != [0; S])
    }
}

impl<const S: usize> Growth<'_, S> {
    fn run(&mut self) -> bool {
        // Places that do not match yet; and those that do, with the last round in which they were applied.
        let mut open = self.rules.places();
        let mut applied: Vec<u32> = Vec::new();
        let mut looks = 0;
        loop {
            self.round += 1;
            looks += open.len() + self.envelope.matched.len();
            if looks > MAX_LOOKS {
                return false;
            }
            let before = self.envelope.matched.len();
            self.match_places(&mut open);
            applied.resize(self.envelope.matched.len(), 0);
            let any_live = self.find_live();
            for (number, last) in applied.iter_mut().enumerate() {
                let place = self.envelope.matched[number];
                if self.is_due(place, *last) && self.envelope.live[self.rules.part(place).rule] {
                    *last = self.round;
                    self.apply(place);
                }
            }
            self.push_players();
            self.resolve();
            let grew = before != self.envelope.matched.len() || any_live;
            if !grew && !self.changed.contains(&self.round) {
                return true;
            }
        }
    }

    /// Returns whether a cell of a place has changed in round `last` or later.
    fn is_due(&self, place: Placement, last: u32) -> bool {
        self.rules.cells_at(place).any(|(at, _)| self.changed[at] >= last)
    }

    fn match_places(&mut self, open: &mut Vec<Placement>) {
        let (rules, last) = (self.rules, self.round - 1);
        open.retain(|&place| {
            let (may, must) = (&self.envelope.may, &self.envelope.must);
            let mut cells = rules.cells_at(place);
            let found = self.is_due(place, last)
                && cells.all(|(at, cell)| cell.matches(may, &must[at], at));
            if found {
                self.part_live[place.part as usize] = true;
                self.envelope.matched.push(place);
            }
            !found
        });
    }

    /// Finds the rules whose parts all match somewhere. Returns whether there are more than before.
    fn find_live(&mut self) -> bool {
        let mut more = false;
        for (live, parts) in self.envelope.live.iter_mut().zip(&self.rules.parts_of) {
            if !*live && self.part_live[parts.clone()].iter().all(|live| *live) {
                *live = true;
                more = true;
            }
        }
        more
    }

    fn add(&mut self, object: usize, at: usize, code: usize) {
        let word = &mut self.envelope.may[code][at][object / 64];
        let bit = 1 << (object % 64);
        if *word & bit == 0 {
            *word |= bit;
            self.changed[at] = self.round;
        }
    }

    fn lose(&mut self, object: usize, at: usize) {
        if has(&self.envelope.must[at], object) {
            self.envelope.must[at] = without(&self.envelope.must[at], &only(object));
            self.changed[at] = self.round;
        }
    }

    fn apply(&mut self, place: Placement) {
        let (rules, part) = (self.rules, self.rules.part(place));
        if !rules.tables.rules[part.rule].has_right {
            return;
        }
        for (at, cell) in rules.cells_at(place) {
            for change in &cell.changes {
                self.apply_change(cell, change, part.forced, at);
            }
        }
    }

    fn apply_change(
        &mut self,
        cell: &CellRule<S>,
        change: &LayerChange<S>,
        forced: bool,
        at: usize,
    ) {
        let fits = |object: usize, code: usize| forced || cell.fits(change.layer, object, code);
        let moves = if forced { u8::MAX } else { cell.moves(change.layer) };
        for object in &change.random {
            moves_in(change.after_random).for_each(|code| self.add(*object, at, code));
        }
        for code in 0..N_MOVES {
            let here = both(&self.envelope.may[code][at], &change.mask);
            let may_be_so = moves >> code & 1 == 1 && (code == STILL || here != [0; S]);
            match change.set {
                Some(set) if may_be_so => {
                    moves_in(change.after[code]).for_each(|after| self.add(set, at, after));
                }
                Some(_) => {}
                None => {
                    let stay = without(&here, &change.clear);
                    for object in members(stay).filter(|object| fits(*object, code)) {
                        moves_in(change.after[code]).for_each(|after| self.add(object, at, after));
                    }
                }
            }
        }
        let goes = |object: usize| match change.set {
            Some(set) => set != object,
            None => has(&change.clear, object),
        };
        let fits = |object: usize| forced || cell.may_be(change.layer, object);
        for object in members(both(&self.envelope.must[at], &change.mask)) {
            let by_chance = change.random.iter().any(|random| *random != object);
            if fits(object) && (goes(object) || by_chance) {
                self.lose(object, at);
            }
        }
    }

    /// Gives players the movements of all keys.
    fn push_players(&mut self) {
        for at in 0..self.rules.shape.n_cells() {
            let players = both(&self.envelope.may[STILL][at], &self.rules.tables.player);
            for player in members(players) {
                STEPS.for_each(|code| self.add(player, at, code));
                if self.acts {
                    self.add(player, at, ACTION);
                }
            }
        }
    }

    /// Lets objects with movements get to the next cell or stay, without a movement.
    fn resolve(&mut self) {
        for at in 0..self.rules.shape.n_cells() {
            for code in STILL + 1..N_MOVES {
                let target = beside(self.rules.shape, at, code);
                for object in members(self.envelope.may[code][at]) {
                    self.add(object, at, STILL);
                    let layer = self.rules.mask(self.rules.layer(object));
                    if let Some(target) = target.filter(|to| !self.envelope.is_taken(*to, &layer)) {
                        self.add(object, target, STILL);
                        self.lose(object, at);
                    }
                }
            }
        }
    }
}
