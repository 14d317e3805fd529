//! Traps: objects in cells which no turn lets them leave, and in which they bar the win.
//!
//! A trap is a property that no action ends once it holds (Lipovetzky, Muise & Geffner, "Traps, Invariants, and
//! Dead-Ends", ICAPS 2016). Here it is about one object in one cell, with all others in the most favourable
//! places within the [`Envelope`]: the single object of a pattern database (Culberson & Schaeffer, "Pattern
//! Databases", Computational Intelligence 1998), or the simple deadlock of Sokoban. Found as a greatest
//! fixpoint: all objects that bar the win count as trapped until one is found to get away.

use super::cell_rules::{ACTION, CellRule, STEPS, STILL, both, has, moves_in};
use super::envelope::Envelope;
use super::goals::Obstacles;
use super::placements::{BoardRules, Placement, beside};
use std::collections::VecDeque;

/// Maximum number of kinds of objects that are followed.
pub(super) const MAX_KINDS: usize = 64;
/// The most outcomes that are examined.
const MAX_OUTCOMES: usize = 1 << 22;
/// The nodes of an object in a cell: one for each movement before everything moves, and one after.
const N_NODES: usize = 7;
/// The node after everything has moved, in the phase of late rules.
pub(super) const LATE: usize = 6;

/// A possible result of a turn for an object in a cell.
pub(super) struct Outcome {
    /// Nodes of which one is enough: the object itself, and others that the same rule puts down.
    pub(super) nodes: Vec<u32>,
    /// The object's own node; `None` if it is gone.
    pub(super) own: Option<u32>,
    /// The place of the rule.
    pub(super) place: Option<Placement>,
}

/// An object in a cell at a moment of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeParts {
    pub(super) kind: usize,
    pub(super) at: usize,
    /// Its movement, or [`LATE`].
    pub(super) moment: usize,
}

/// The objects that may bar a win, at all moments of a turn.
pub(super) struct TrapGraph<'a, const S: usize> {
    pub(super) rules: &'a BoardRules<'a, S>,
    pub(super) envelope: &'a Envelope<S>,
    /// The kinds by number.
    pub(super) kinds: Vec<usize>,
    wrong: &'a [Vec<bool>],
    /// For each cell, the places whose rules change it, each with the number of the rule's cell.
    changing: Vec<Vec<(Placement, u32)>>,
    acts: bool,
    /// For each node, whether the object can never get from there to a place where it does not bar the win.
    pub(super) trapped: Vec<bool>,
}

impl<'a, const S: usize> TrapGraph<'a, S> {
    /// Finds the traps; `None` if there is nothing to look for, or too much.
    pub(super) fn new(
        rules: &'a BoardRules<'a, S>,
        envelope: &'a Envelope<S>,
        obstacles: &'a Obstacles,
        acts: bool,
    ) -> Option<TrapGraph<'a, S>> {
        let n_cells = rules.shape.n_cells();
        let wrong = &obstacles.wrong;
        let kinds: Vec<usize> = (0..wrong.len()).filter(|one| !wrong[*one].is_empty()).collect();
        let mut graph = TrapGraph {
            rules,
            envelope,
            kinds,
            wrong,
            changing: vec![Vec::new(); n_cells],
            acts,
            trapped: Vec::new(),
        };
        graph.add_kinds();
        if graph.kinds.is_empty() || graph.kinds.len() > MAX_KINDS {
            return None;
        }
        for &place in &envelope.matched {
            let rule = rules.part(place).rule;
            if !envelope.live[rule] || !rules.tables.rules[rule].has_right {
                continue;
            }
            for (number, (at, cell)) in rules.cells_at(place).enumerate() {
                if !cell.changes.is_empty() {
                    graph.changing[at].push((place, number as u32));
                }
            }
        }
        graph.find()?;
        Some(graph)
    }

    /// Adds the kinds that rules make from others.
    fn add_kinds(&mut self) {
        let live = self.rules.parts_of.iter().zip(&self.envelope.live).filter(|(_, live)| **live);
        let cells: Vec<&CellRule<S>> = live
            .flat_map(|(parts, _)| &self.rules.parts[parts.clone()])
            .flat_map(|part| &self.rules.cells[part.cells.clone()])
            .collect();
        let mut at = 0;
        while let Some(&kind) = self.kinds.get(at) {
            at += 1;
            for change in cells.iter().flat_map(|cell| &cell.changes) {
                if has(&change.mask, kind) {
                    let made = change.set.iter().chain(&change.random);
                    let new: Vec<usize> =
                        made.filter(|made| !self.kinds.contains(made)).copied().collect();
                    self.kinds.extend(new);
                }
            }
            if self.kinds.len() > MAX_KINDS {
                return;
            }
        }
    }

    pub(super) fn node(&self, kind: usize, at: usize, moment: usize) -> u32 {
        ((kind * self.rules.shape.n_cells() + at) * N_NODES + moment) as u32
    }

    pub(super) fn parts(&self, node: u32) -> NodeParts {
        let (place, moment) = (node as usize / N_NODES, node as usize % N_NODES);
        let n_cells = self.rules.shape.n_cells();
        NodeParts { kind: place / n_cells, at: place % n_cells, moment }
    }

    fn kind_of(&self, object: usize) -> Option<usize> {
        self.kinds.iter().position(|kind| *kind == object)
    }

    /// Returns whether an object in a cell bars the win.
    pub(super) fn is_wrong(&self, kind: usize, at: usize) -> bool {
        let wrong = self.kinds.get(kind).and_then(|object| self.wrong.get(*object));
        wrong.is_some_and(|wrong| wrong.get(at) == Some(&true))
    }

    /// Returns whether the object may be there at all.
    fn may_be(&self, parts: NodeParts) -> bool {
        let object = self.kinds[parts.kind];
        match self.envelope.may.get(parts.moment) {
            Some(cells) => has(&cells[parts.at], object),
            None => self.envelope.may_be(object, parts.at),
        }
    }

    /// All results for an object at a moment, except that it stays as it is.
    pub(super) fn outcomes(&self, node: u32) -> Vec<Outcome> {
        let parts = self.parts(node);
        let NodeParts { kind, at, moment } = parts;
        let mut found = Vec::new();
        let mut by_itself = |own: u32| {
            found.push(Outcome { nodes: vec![own], own: Some(own), place: None });
        };
        if moment == LATE {
            by_itself(self.node(kind, at, STILL));
        } else {
            by_itself(self.node(kind, at, LATE));
            let layer = self.rules.mask(self.rules.layer(self.kinds[kind]));
            let target = beside(self.rules.shape, at, moment);
            if let Some(target) = target.filter(|to| !self.envelope.is_taken(*to, &layer)) {
                by_itself(self.node(kind, target, LATE));
            }
        }
        if moment == STILL && has(&self.rules.tables.player, self.kinds[kind]) {
            STEPS.for_each(|code| by_itself(self.node(kind, at, code)));
            if self.acts {
                by_itself(self.node(kind, at, ACTION));
            }
        }
        for &(place, number) in &self.changing[at] {
            self.add_outcomes(parts, place, number as usize, &mut found);
        }
        found.retain(|outcome| outcome.own != Some(node));
        found
    }

    /// Adds the possible results of a rule at a place for an object.
    fn add_outcomes(
        &self,
        parts: NodeParts,
        place: Placement,
        number: usize,
        found: &mut Vec<Outcome>,
    ) {
        let part = self.rules.part(place);
        let is_late = parts.moment == LATE;
        if (part.rule >= self.rules.first_late) != is_late {
            return;
        }
        let object = self.kinds[parts.kind];
        let layer = self.rules.layer(object);
        let Some(cell) = self.rules.cells.get(part.cells.start + number) else { return };
        let Some(change) = cell.changes.iter().find(|change| change.layer == layer) else { return };
        let fits = match is_late {
            true => cell.may_be(layer, object),
            false => cell.fits(layer, object, parts.moment),
        };
        if !fits && !part.forced {
            return;
        }
        let after = if is_late { 1 } else { change.after[parts.moment] };
        let moment = |code: usize| if is_late { LATE } else { code };
        let stays = change.set.or((!has(&change.clear, object)).then_some(object));
        let others = self.others(place, number, is_late);
        let mut add = |own: Option<u32>| {
            let nodes = own.into_iter().chain(others.iter().copied()).collect();
            found.push(Outcome { nodes, own, place: Some(place) });
        };
        let own = |object: usize, code: usize| {
            self.kind_of(object).map(|kind| self.node(kind, parts.at, moment(code)))
        };
        match stays {
            Some(object) => moves_in(after).for_each(|code| add(own(object, code))),
            None => add(None),
        }
        let by_chance = if is_late { 1 } else { change.after_random };
        for &object in &change.random {
            moves_in(by_chance).for_each(|code| add(own(object, code)));
        }
    }

    /// The nodes of objects that a rule at a place certainly puts on its other cells.
    fn others(&self, place: Placement, number: usize, is_late: bool) -> Vec<u32> {
        let cells = self.rules.cells_at(place).enumerate().filter(|(other, _)| *other != number);
        let sets = cells.flat_map(|(_, (at, cell))| {
            let sets = cell.changes.iter().filter(|change| change.random.is_empty());
            sets.filter_map(move |change| Some((at, cell, change, change.set?)))
        });
        sets.filter_map(|(at, cell, change, set)| {
            let kind = self.kind_of(set)?;
            if is_late {
                return Some(self.node(kind, at, LATE));
            }
            let moves =
                if self.rules.part(place).forced { u8::MAX } else { cell.moves(change.layer) };
            let is_there = |code: &usize| {
                *code == STILL || both(&self.envelope.may[*code][at], &change.mask) != [0; S]
            };
            let after =
                moves_in(moves).filter(is_there).fold(0, |all, code| all | change.after[code]);
            let mut codes = moves_in(after);
            match (codes.next(), codes.next()) {
                (Some(code), None) => Some(self.node(kind, at, code)),
                _ => None,
            }
        })
        .collect()
    }

    /// Finds the greatest set of nodes that all bar the win and whose every outcome leads back into the set.
    fn find(&mut self) -> Option<()> {
        let n_nodes = self.kinds.len() * self.rules.shape.n_cells() * N_NODES;
        self.trapped = vec![true; n_nodes];
        // The node of each outcome, and how many of the outcome's nodes are still trapped.
        let mut sources: Vec<(u32, u32)> = Vec::new();
        let mut uses: Vec<Vec<u32>> = vec![Vec::new(); n_nodes];
        let mut free: VecDeque<u32> = VecDeque::new();
        for node in 0..n_nodes as u32 {
            let parts = self.parts(node);
            if !self.may_be(parts) {
                continue;
            }
            let mut is_free = parts.moment == LATE && !self.is_wrong(parts.kind, parts.at);
            for outcome in self.outcomes(node) {
                is_free |= outcome.nodes.is_empty();
                for &into in &outcome.nodes {
                    uses[into as usize].push(sources.len() as u32);
                }
                sources.push((node, outcome.nodes.len() as u32));
            }
            if is_free {
                self.trapped[node as usize] = false;
                free.push_back(node);
            }
            if sources.len() > MAX_OUTCOMES {
                return None;
            }
        }
        while let Some(node) = free.pop_front() {
            for &outcome in &uses[node as usize] {
                let (source, left) = &mut sources[outcome as usize];
                *left = left.saturating_sub(1);
                let source = *source as usize;
                if *left == 0 && self.trapped[source] {
                    self.trapped[source] = false;
                    free.push_back(source as u32);
                }
            }
        }
        Some(())
    }

    /// The objects that bar the win for ever: by kind, the cells as bits.
    pub(super) fn trapped_cells(&self) -> Vec<Vec<u64>> {
        let shape = self.rules.shape;
        let of_kind = |kind: usize| {
            let mut plane = vec![0; shape.n_words];
            for at in 0..shape.n_cells() {
                let is_trapped = self.trapped[self.node(kind, at, LATE) as usize];
                let parts = NodeParts { kind, at, moment: LATE };
                if is_trapped && self.may_be(parts) {
                    plane[at / 64] |= 1 << (at % 64);
                }
            }
            plane
        };
        (0..self.kinds.len()).map(of_kind).collect()
    }

    /// Returns for each kind whether keys or rules, of this level or not, move or change it.
    pub(super) fn mobile(&self) -> Vec<bool> {
        let changes = |cell: &CellRule<S>, object: usize| {
            let layer = self.rules.layer(object);
            cell.changes.iter().any(|change| change.layer == layer) && cell.may_be(layer, object)
        };
        let is_mobile = |object: &usize| {
            has(&self.rules.tables.player, *object)
                || self.rules.cells.iter().any(|cell| changes(cell, *object))
        };
        self.kinds.iter().map(is_mobile).collect()
    }

    /// The kinds of objects that may be in a cell of a rule, as bits.
    pub(super) fn kinds_fitting(&self, cell: &CellRule<S>) -> u64 {
        let fits = |object: &usize| cell.may_be(self.rules.layer(*object), *object);
        let kinds = self.kinds.iter().enumerate().filter(|(_, object)| fits(object));
        kinds.fold(0, |all, (kind, _)| all | 1 << kind)
    }

    /// The kinds of objects of a layer, as bits.
    pub(super) fn kinds_of_layer(&self, layer: usize) -> u64 {
        let mask = self.rules.mask(layer);
        let kinds = self.kinds.iter().enumerate().filter(|(_, object)| has(&mask, **object));
        kinds.fold(0, |all, (kind, _)| all | 1 << kind)
    }
}
