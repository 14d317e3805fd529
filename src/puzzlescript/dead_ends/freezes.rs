//! Objects that hold each other in place for ever: freeze deadlocks.
//!
//! As in Sokoban (Junghanns & Schaeffer, "Sokoban: Enhancing General Single-Agent Search Methods Using Domain
//! Knowledge", Artificial Intelligence 2001), but for any rules: an object stays if every way to change or move
//! it requires something of a cell that another staying object there excludes, or leads into a trap.

use super::cell_rules::STILL;
use super::placements::Placement;
use super::traps::{LATE, NodeParts, Outcome, TrapGraph};
use crate::compiling::masks::bits_of;
use crate::turns::stepper::ScriptState;

/// The most ways out that are stored for an object in a cell; one with more counts as free.
const MAX_WAYS: usize = 64;

/// A cell, and the kinds of objects there that leave a way open.
type Bar = (u32, u64);

/// The conditions on cells under which an object can change or move: for each way, all of its bars.
#[derive(Clone, Debug, Default)]
struct WaysOut {
    /// The ends of the ways among the bars.
    ends: Vec<u32>,
    bars: Vec<Bar>,
}

/// The ways out of all objects that bar a win or are made from such objects.
#[derive(Debug)]
pub(super) struct Freezes {
    n_cells: usize,
    /// The ways out by kind and cell.
    ways: Vec<WaysOut>,
    /// By kind, the cells in which the object bars the win.
    wrong: Vec<Vec<u64>>,
}

/// Buffers for examining a state.
#[derive(Clone, Debug, Default)]
pub(super) struct FrozenObjects {
    /// The objects that are assumed to stay: by cell, their kinds as bits.
    kinds: Vec<u64>,
    /// Their kinds and cells.
    objects: Vec<(u8, u32)>,
}

impl FrozenObjects {
    /// The kinds and cells of the objects found to stay.
    pub(super) fn objects(&self) -> &[(u8, u32)] {
        &self.objects
    }
}

impl Freezes {
    pub(super) fn new<const S: usize>(graph: &TrapGraph<'_, S>) -> Freezes {
        let shape = graph.rules.shape;
        let n_cells = shape.n_cells();
        let mut ways = Vec::with_capacity(graph.kinds.len() * n_cells);
        let mut wrong = Vec::new();
        for kind in 0..graph.kinds.len() {
            let mut plane = vec![0; shape.n_words];
            for at in 0..n_cells {
                ways.push(ways_out(graph, kind, at));
                plane[at / 64] |= u64::from(graph.is_wrong(kind, at)) << (at % 64);
            }
            wrong.push(plane);
        }
        Freezes { n_cells, ways, wrong }
    }

    /// Returns whether some object stays for ever where it bars the win. O(objects² · ways).
    pub(super) fn hold(
        &self,
        kinds: &[usize],
        n_words: usize,
        state: &ScriptState,
        frozen: &mut FrozenObjects,
    ) -> bool {
        frozen.kinds.clear();
        frozen.kinds.resize(self.n_cells, 0);
        frozen.objects.clear();
        let mut bars = false;
        for (kind, object) in kinds.iter().enumerate() {
            for word in 0..n_words {
                let here = state.words.get(object * n_words + word).copied().unwrap_or(0);
                bars |= here & self.wrong[kind][word] != 0;
                for bit in bits_of(here) {
                    let at = word * 64 + bit;
                    frozen.objects.push((kind as u8, at as u32));
                    frozen.kinds[at] |= 1 << kind;
                }
            }
        }
        bars && self.settle(frozen)
    }

    /// Reduces the objects found to those needed to bar the win.
    pub(super) fn leave_few(&self, frozen: &mut FrozenObjects) {
        let all = frozen.objects.clone();
        for one in &all {
            let before = frozen.clone();
            frozen.objects.retain(|other| other != one);
            frozen.kinds[one.1 as usize] &= !(1 << one.0);
            if before.objects.contains(one) && !self.settle(frozen) {
                *frozen = before;
            }
        }
    }

    /// Removes objects that can move or change given the rest. Returns whether one that is left bars the win.
    fn settle(&self, frozen: &mut FrozenObjects) -> bool {
        loop {
            let before = frozen.objects.len();
            let kinds = &mut frozen.kinds;
            frozen.objects.retain(|&(kind, at)| {
                let stays = !self.is_open(usize::from(kind), at as usize, kinds);
                if !stays {
                    kinds[at as usize] &= !(1 << kind);
                }
                stays
            });
            if frozen.objects.len() == before {
                break;
            }
        }
        let is_wrong = |(kind, at): (u8, u32)| {
            self.wrong[usize::from(kind)][at as usize / 64] >> (at % 64) & 1 == 1
        };
        frozen.objects.iter().any(|object| is_wrong(*object))
    }

    /// Returns whether one of the ways of an object is open, given the objects that stay.
    fn is_open(&self, kind: usize, at: usize, frozen: &[u64]) -> bool {
        let Some(ways) = self.ways.get(kind * self.n_cells + at) else { return true };
        let mut first = 0;
        ways.ends.iter().any(|&end| {
            let mut bars = ways.bars[first..end as usize].iter();
            first = end as usize;
            bars.all(|&(at, open)| frozen[at as usize] & !open == 0)
        })
    }
}

/// The ways out of an object that stands still in a cell between turns.
fn ways_out<const S: usize>(graph: &TrapGraph<'_, S>, kind: usize, at: usize) -> WaysOut {
    let mut found = WaysOut::default();
    let is_trap =
        |outcome: &Outcome| outcome.nodes.iter().any(|node| graph.trapped[*node as usize]);
    // For each movement, the rules that may cause it, which have to match.
    let mut moved_by: [Vec<Option<Placement>>; LATE] = Default::default();
    let mut seen = 1_u8;
    let mut queue = vec![STILL];
    let mut moves_to: Vec<(usize, usize)> = Vec::new();
    while let Some(moment) = queue.pop() {
        for outcome in graph.outcomes(graph.node(kind, at, moment)) {
            if is_trap(&outcome) {
                continue;
            }
            let own = outcome.own.map(|own| graph.parts(own));
            match own {
                Some(NodeParts { kind: k, at: a, moment: LATE }) if k == kind && a == at => {}
                Some(NodeParts { kind: k, at: a, moment: next }) if k == kind && a == at => {
                    moved_by[next].push(outcome.place);
                    if seen >> next & 1 == 0 {
                        seen |= 1 << next;
                        queue.push(next);
                    }
                }
                Some(parts) if outcome.place.is_none() => moves_to.push((moment, parts.at)),
                _ => found.add(bars(graph, outcome.place, at)),
            }
        }
    }
    let layer = graph.rules.layer(graph.kinds[kind]);
    let free = !graph.kinds_of_layer(layer);
    for (moment, target) in moves_to {
        for &place in &moved_by[moment] {
            let mut way = bars(graph, place, at);
            way.push((target as u32, free));
            found.add(way);
        }
    }
    for outcome in graph.outcomes(graph.node(kind, at, LATE)) {
        let stays = outcome.place.is_none() || is_trap(&outcome);
        if !stays {
            found.add(bars(graph, outcome.place, at));
        }
    }
    found
}

/// Returns the requirements of a rule on the cells other than the object's.
fn bars<const S: usize>(
    graph: &TrapGraph<'_, S>,
    place: Option<Placement>,
    beside: usize,
) -> Vec<Bar> {
    let Some(place) = place else { return Vec::new() };
    let all = u64::MAX >> (64 - graph.kinds.len());
    let cells = graph.rules.cells_at(place).filter(|(at, _)| *at != beside);
    let bars = cells.map(|(at, cell)| (at as u32, graph.kinds_fitting(cell)));
    bars.filter(|(_, open)| *open != all).collect()
}

impl WaysOut {
    fn add(&mut self, way: Vec<Bar>) {
        // A way without any bar makes all others superfluous.
        if way.is_empty() || self.ends.len() >= MAX_WAYS {
            self.bars.clear();
            self.ends = vec![0; MAX_WAYS];
            return;
        }
        if self.ends.len() < MAX_WAYS {
            self.bars.extend(way);
            self.ends.push(self.bars.len() as u32);
        }
    }
}
