//! Symmetries of a game of moves: renamings of its marks and actions that leave the game unchanged.
//!
//! A caller proposes renamings, such as a mirror of the board, and each is verified: the gates with renamed
//! inputs have to equal the renamed gates. If they are different gates, a SAT solver has to prove it (A.
//! Kuehlmann et al., *Robust Boolean reasoning for equivalence checking*, 2002). A search may then keep one
//! position of each class of symmetric positions (E. A. Emerson, A. P. Sistla, *Symmetry and model checking*,
//! 1996).

use super::circuit::{Circuit, Wire};
use super::gate_solver::GateSolver;
use super::machine::Machine;
use super::steps::StepGame;
use foolproof_space::{ActionId, bits_of};
use rustc_hash::FxHashMap;

/// The limit of conflicts for verifying one renaming.
const CONFLICTS: u64 = 20_000;
/// Maximum number of symmetries; no board has more.
const MAX_SYMMETRIES: usize = 16;

/// Maps a mark on a site to its new site and mark.
type MarkRenaming<'a> = dyn Fn(&str, &str) -> Option<(String, String)> + 'a;

/// A renaming of marks and of actions.
pub struct Renaming<'a> {
    pub mark: &'a MarkRenaming<'a>,
    pub action: &'a dyn Fn(&str) -> Option<String>,
}

/// For each mark and each action, the number of its image.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Symmetry {
    marks: Vec<u32>,
    actions: Vec<ActionId>,
}

/// Symmetries of a game at a level, closed under composition. Number 0 is the identity.
#[derive(Clone, Debug)]
pub struct Symmetries {
    all: Vec<Symmetry>,
    /// For each two, the number of the first followed by the second.
    composed: Vec<Vec<usize>>,
    inverses: Vec<usize>,
}

/// Finds the least position that symmetries make from one.
#[derive(Clone, Debug)]
pub(crate) struct LeastPosition<'a> {
    symmetries: &'a Symmetries,
    least: Vec<u64>,
    room: Vec<u64>,
}

impl Symmetry {
    fn identity(n_marks: usize, n_actions: usize) -> Self {
        Self { marks: (0..n_marks as u32).collect(), actions: (0..n_actions as u32).collect() }
    }

    /// Reads a proposed renaming; `None` unless it maps the marks and actions of the game to each other.
    fn read(game: &StepGame, renaming: &Renaming<'_>) -> Option<Self> {
        let numbers: FxHashMap<(&str, &str), u32> =
            (0..).zip(game.kept()).map(|(at, now)| ((&*now.site, &*now.mark), at)).collect();
        let marks = game.kept().iter().map(|now| {
            let (site, mark) = (renaming.mark)(&now.site, &now.mark)?;
            numbers.get(&(&*site, &*mark)).copied()
        });
        let actions = game.actions().iter().map(|word| game.action(&(renaming.action)(word)?));
        let found =
            Self { marks: marks.collect::<Option<_>>()?, actions: actions.collect::<Option<_>>()? };
        (is_permutation(&found.marks) && is_permutation(&found.actions)).then_some(found)
    }

    /// Composes this one with another that follows it.
    fn then(&self, other: &Self) -> Self {
        let after = |all: &[u32], other: &[u32]| -> Vec<u32> {
            all.iter().map(|at| other[*at as usize]).collect()
        };
        Self {
            marks: after(&self.marks, &other.marks),
            actions: after(&self.actions, &other.actions),
        }
    }

    /// Computes the image of a position.
    fn apply(&self, words: &[u64], made: &mut Vec<u64>) {
        made.clear();
        made.resize(words.len(), 0);
        for (word, bits) in words.iter().enumerate() {
            for bit in bits_of(*bits) {
                let to = self.marks[word * 64 + bit] as usize;
                made[to / 64] |= 1 << (to % 64);
            }
        }
    }

    /// True if the game stays the same, for every position, reachable or not. False also if that cannot be
    /// proved within the limit, or if rules have positive cycles.
    fn is_verified(&self, machine: &Machine) -> bool {
        let mut circuit = machine.circuit.clone();
        let Some(images) = self.images(machine, &mut circuit) else { return false };
        let image = |wire: Wire| images[wire.node().0].signed(!wire.node().1);
        let mut pairs =
            vec![(image(machine.won), machine.won), (image(machine.lost), machine.lost)];
        for (action, renamed) in machine.actions.iter().zip(&self.actions) {
            let renamed = &machine.actions[*renamed as usize];
            pairs.push((image(action.legal), renamed.legal));
            pairs.push((image(action.astray), renamed.astray));
            // If an action is not legal, it has no next position.
            for (next, mark) in action.next.iter().zip(&self.marks) {
                let next = circuit.and(image(*next), renamed.legal);
                pairs.push((next, circuit.and(renamed.next[*mark as usize], renamed.legal)));
            }
        }
        let mut solver = GateSolver::new(CONFLICTS);
        pairs.into_iter().all(|(one, other)| are_equal(&mut circuit, &mut solver, one, other))
    }

    /// Returns for each node the wire that has its value in the renamed position; `None` if there are loops.
    fn images(&self, machine: &Machine, circuit: &mut Circuit) -> Option<Vec<Wire>> {
        let mut images = vec![Wire::FALSE];
        images.extend(self.marks.iter().map(|mark| Circuit::input(*mark as usize)));
        for node in images.len()..machine.circuit.n_gates() {
            let (one, other) = machine.circuit.gate(node)?;
            let image = |wire: Wire| images[wire.node().0].signed(!wire.node().1);
            images.push(circuit.and(image(one), image(other)));
        }
        Some(images)
    }
}

/// True if two wires are equal for all inputs; false also if the limit is reached.
fn are_equal(circuit: &mut Circuit, solver: &mut GateSolver, one: Wire, other: Wire) -> bool {
    match circuit.exclusive(one, other) {
        Wire::FALSE => true,
        differ => {
            let lit = solver.lit(circuit, differ);
            let is_proved = solver.solve(&[lit]) == Some(false);
            if is_proved {
                // Helps later proofs.
                solver.clause(&[!lit]);
            }
            is_proved
        }
    }
}

fn is_permutation(numbers: &[u32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.iter().enumerate().all(|(at, number)| at == *number as usize)
}

impl StepGame {
    /// Returns the proposed renamings that are symmetries, with all their compositions; `None` if there are
    /// none. O(renamings · gates), and the proofs.
    pub fn symmetries(&self, renamings: &[Renaming<'_>]) -> Option<Symmetries> {
        let read = renamings.iter().filter_map(|renaming| Symmetry::read(self, renaming));
        let read: Vec<Symmetry> = read.collect();
        if read.is_empty() {
            return None;
        }
        let machine = Machine::new(self);
        let found = read.into_iter().filter(|one| one.is_verified(&machine));
        let identity = Symmetry::identity(self.kept().len(), self.actions.len());
        Symmetries::closed(identity, found.collect())
    }
}

impl Symmetries {
    /// Closes a set of symmetries under composition; `None` if only the identity is left or there are too many.
    fn closed(identity: Symmetry, some: Vec<Symmetry>) -> Option<Self> {
        let mut all = vec![identity];
        let mut at = 0;
        while at < all.len() {
            for one in &some {
                let next = all[at].then(one);
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            at += 1;
            if all.len() > MAX_SYMMETRIES {
                return None;
            }
        }
        let place = |wanted: &Symmetry| all.iter().position(|one| one == wanted);
        let composed: Option<Vec<Vec<usize>>> =
            all.iter().map(|one| all.iter().map(|two| place(&one.then(two))).collect()).collect();
        let composed = composed?;
        let inverses: Option<Vec<usize>> =
            composed.iter().map(|row| row.iter().position(|product| *product == 0)).collect();
        let found = Self { inverses: inverses?, composed, all };
        (found.all.len() > 1).then_some(found)
    }

    /// Number of symmetries, including the identity.
    pub(crate) fn n_symmetries(&self) -> usize {
        self.all.len()
    }

    /// Returns the composition of one symmetry followed by another.
    pub(crate) fn composed(&self, first: usize, second: usize) -> usize {
        self.composed[first][second]
    }

    /// Returns the action that a symmetry maps to this one.
    pub(crate) fn taken_to(&self, symmetry: usize, action: ActionId) -> ActionId {
        self.all[self.inverses[symmetry]].actions[action as usize]
    }
}

impl<'a> LeastPosition<'a> {
    pub(crate) fn new(symmetries: &'a Symmetries) -> Self {
        Self { symmetries, least: Vec::new(), room: Vec::new() }
    }

    pub(crate) fn symmetries(&self) -> &'a Symmetries {
        self.symmetries
    }

    /// Returns the least image of a position, after the first symmetry that produces it. O(symmetries · marks).
    pub(crate) fn of(&mut self, words: &[u64]) -> (usize, &[u64]) {
        self.least.clear();
        self.least.extend_from_slice(words);
        let mut first = 0;
        for (number, symmetry) in self.symmetries.all.iter().enumerate().skip(1) {
            symmetry.apply(words, &mut self.room);
            if self.room < self.least {
                std::mem::swap(&mut self.room, &mut self.least);
                first = number;
            }
        }
        (first, &self.least)
    }
}
