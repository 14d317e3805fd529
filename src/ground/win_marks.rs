//! Conditions of a win on marks of one kind, read from the gates: the places that marks have to reach.

use rustc_hash::FxHashMap;

use super::circuit::Wire;
use super::machine::Machine;
use super::reading::NowAtom;
use super::steps::StepGame;

/// Marks with the same name, on all of their sites.
#[derive(Clone, Debug, Default)]
pub(crate) struct MarkKind {
    /// Marks by number, in rising order. The index of a mark in this list is its *cell*.
    pub(crate) marks: Vec<u32>,
    /// The marks as bits of a position.
    pub(crate) mask: Vec<u64>,
}

/// Requirement on the marks of a kind and the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceNeed {
    /// All existing marks of the kind are at places.
    EachMark,
    /// One at each place.
    EachPlace,
    /// One at some place.
    SomePlace,
}

/// A condition of the win about one kind.
#[derive(Clone, Debug)]
pub(crate) struct KindGoal {
    pub(crate) kind: usize,
    pub(crate) need: PlaceNeed,
    /// The places as cells of the kind.
    pub(crate) places: Vec<u32>,
}

/// Kinds of marks of a game, and the conditions of its win on them.
#[derive(Clone, Debug)]
pub(crate) struct WinMarks {
    pub(crate) kinds: Vec<MarkKind>,
    pub(crate) goals: Vec<KindGoal>,
    /// Marks of kinds that the win never depends on.
    pub(crate) beside: Vec<u64>,
    /// The site of each mark, by number.
    pub(crate) sites: Vec<u32>,
}

impl WinMarks {
    /// Reads the kinds and goals from the gates. O(gates + marks).
    pub(crate) fn of<'a>(game: &'a StepGame, machine: &Machine) -> Self {
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        let mut kinds: Vec<MarkKind> = Vec::new();
        // Kind and cell of each mark.
        let mut cells = Vec::with_capacity(game.kept().len());
        for (mark, now) in game.kept().iter().enumerate() {
            let number = *numbers.entry(now.mark.as_str()).or_insert(kinds.len());
            if number == kinds.len() {
                let mask = vec![0; machine.width];
                kinds.push(MarkKind { mask, ..MarkKind::default() });
            }
            cells.push((number, kinds[number].marks.len() as u32));
            kinds[number].marks.push(mark as u32);
            kinds[number].mask[mark / 64] |= 1 << (mark % 64);
        }
        let mut beside = vec![0; machine.width];
        let asked = machine.inputs_of(machine.won);
        for kind in &kinds {
            if !kind.marks.iter().any(|mark| asked[*mark as usize]) {
                beside.iter_mut().zip(&kind.mask).for_each(|(word, mask)| *word |= mask);
            }
        }
        let goals = read_goals(machine, &kinds, &cells);
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let site = |now: &'a NowAtom| {
            let next = numbers.len() as u32;
            *numbers.entry(now.site.as_str()).or_insert(next)
        };
        let sites = game.kept().iter().map(site).collect();
        Self { kinds, goals, beside, sites }
    }
}

/// Returns the conditions on single marks, grouped by kind.
fn read_goals(machine: &Machine, kinds: &[MarkKind], cells: &[(usize, u32)]) -> Vec<KindGoal> {
    let mut wanted: Vec<(Vec<u32>, Vec<u32>)> = vec![Default::default(); kinds.len()];
    let mut goals = Vec::new();
    for goal in machine.goals() {
        let ways = machine.alternatives(goal);
        match ways.as_slice() {
            [(mark, is_there)] => {
                let (kind, cell) = cells[*mark];
                let (there, missing) = &mut wanted[kind];
                if *is_there { there.push(cell) } else { missing.push(cell) }
            }
            [(first, _), ..] => {
                let (kind, _) = cells[*first];
                if ways.iter().all(|(mark, is_there)| *is_there && cells[*mark].0 == kind) {
                    let places = ways.iter().map(|(mark, _)| cells[*mark].1).collect();
                    goals.push(KindGoal { kind, need: PlaceNeed::SomePlace, places });
                }
            }
            [] => {}
        }
    }
    for (kind, (there, missing)) in wanted.into_iter().enumerate() {
        if !there.is_empty() {
            goals.push(KindGoal { kind, need: PlaceNeed::EachPlace, places: there });
        } else if !missing.is_empty() && missing.len() < kinds[kind].marks.len() {
            let places = (0..kinds[kind].marks.len() as u32).filter(|at| !missing.contains(at));
            let places = places.collect();
            goals.push(KindGoal { kind, need: PlaceNeed::EachMark, places });
        }
    }
    goals
}

impl Machine {
    /// Returns the mark of a wire, and whether the mark has to be there.
    fn mark_of(&self, wire: Wire) -> Option<(usize, bool)> {
        let (node, inverted) = wire.node();
        (1..=self.n_inputs()).contains(&node).then(|| (node - 1, !inverted))
    }

    /// Returns marks, present or missing, such that any single one makes a wire true; empty if it needs several.
    fn alternatives(&self, wire: Wire) -> Vec<(usize, bool)> {
        let (mut found, mut open) = (Vec::new(), vec![wire]);
        while let Some(wire) = open.pop() {
            let (node, inverted) = wire.node();
            match (self.mark_of(wire), self.circuit.gate(node).filter(|_| inverted)) {
                (Some(mark), _) => found.push(mark),
                (None, Some((one, other))) => open.extend([one.inverted(), other.inverted()]),
                (None, None) => return Vec::new(),
            }
        }
        found
    }

    /// For each mark, true if the wire depends on it.
    pub(crate) fn inputs_of(&self, wire: Wire) -> Vec<bool> {
        let fed: FxHashMap<usize, Wire> =
            self.circuit.registers().map(|(register, by)| (register.node().0, by)).collect();
        let mut seen = vec![false; self.circuit.n_gates()];
        let mut open = vec![wire.node().0];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            let by = fed.get(&node).map(|by| by.node().0);
            let gate = self.circuit.gate(node).map(|(one, other)| [one.node().0, other.node().0]);
            open.extend(by.into_iter().chain(gate.into_iter().flatten()));
        }
        (1..=self.n_inputs()).map(|node| seen[node]).collect()
    }
}
