//! Games of moves in which every action flips fixed marks, whatever the position, such as boards of lights.
//!
//! Actions of such a game commute and undo themselves, so the effect of a play depends only on the set of
//! actions that occur an odd number of times, and a level is a system of linear equations over two elements (M.
//! Anderson, T. Feil, *Turning lights out with linear algebra*, 1998). The gates prove for every position that
//! a game is of this kind, not samples.

use super::circuit::{Circuit, Wire};
use super::gate_solver::GateSolver;
use super::machine::Machine;
use super::parity::{Equations, Vector};
use super::proofs::{MarkCondition, Unsolvable};
use super::steps::{StepGame, StepState};
use foolproof_space::{ActionId, Standing, StopCheck};
use std::collections::BTreeSet;

/// The limit of conflicts for all proofs about one game.
const CONFLICTS: u64 = 20_000;
/// Maximum number of smallest sets that are listed.
const MAX_SETS: usize = 1000;

/// A game of this kind at one level.
#[derive(Clone, Debug)]
pub struct FlipGame {
    /// The legal actions that flip some of the marks that decide a win, and the marks that each one flips.
    actions: Vec<(ActionId, Vector)>,
    /// The marks that each other legal action flips.
    others: Vec<Vector>,
    /// The marks whose values decide a win; `won` has those that are present in a win.
    decisive: Vector,
    won: Vector,
}

/// Result of solving the equations for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlipAnswer {
    Unsolvable(Unsolvable),
    /// All shortest solutions.
    Fewest(FewestFlips),
    /// A solution; there are too many to find the shortest.
    Some(Vec<ActionId>),
}

/// The smallest sets of actions that win. The shortest solutions are their actions in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestFlips {
    /// Number of actions in each.
    pub length: u32,
    pub n_sets: u64,
    /// The first of the sets.
    sets: Vec<Vec<ActionId>>,
    used: BTreeSet<ActionId>,
}

impl FewestFlips {
    /// Number of shortest solutions; `u64::MAX` if it is too large.
    pub fn n_solutions(&self) -> u64 {
        (1..=u64::from(self.length)).fold(self.n_sets, u64::saturating_mul)
    }

    /// Returns some shortest solutions, at most `most`, in the order of their actions.
    pub fn plays(&self, most: usize) -> Vec<Vec<ActionId>> {
        let mut plays = Vec::new();
        let sets: Vec<&[ActionId]> = self.sets.iter().map(Vec::as_slice).collect();
        self.go_on(&mut Vec::new(), &sets, most, &mut plays);
        plays
    }

    /// Adds the plays that begin with `begun` and use one of these sets.
    fn go_on(
        &self,
        begun: &mut Vec<ActionId>,
        sets: &[&[ActionId]],
        most: usize,
        plays: &mut Vec<Vec<ActionId>>,
    ) {
        if begun.len() == self.length as usize && plays.len() < most {
            plays.push(begun.clone());
            return;
        }
        let open = sets.iter().flat_map(|set| set.iter()).filter(|action| !begun.contains(action));
        let open: BTreeSet<ActionId> = open.copied().collect();
        for action in open {
            if plays.len() >= most {
                return;
            }
            let with: Vec<&[ActionId]> =
                sets.iter().copied().filter(|set| set.contains(&action)).collect();
            begun.push(action);
            self.go_on(begun, &with, most, plays);
            begun.pop();
        }
    }

    /// Returns for each step of the shortest solutions the actions that some of them make there.
    pub fn steps(&self) -> Vec<BTreeSet<ActionId>> {
        vec![self.used.clone(); self.length as usize]
    }
}

impl StepGame {
    /// Returns the game in this form, if every action flips fixed marks and the game can be won at all. `None`
    /// also if that cannot be proved within the limit.
    pub fn as_flips(&self) -> Option<FlipGame> {
        let machine = Machine::new(self);
        let mut prover = Prover {
            circuit: machine.circuit.clone(),
            solver: GateSolver::new(CONFLICTS),
            won: machine.won,
        };
        // A position that is both won and lost counts as lost.
        if !prover.is_excluded(&[machine.lost]) {
            return None;
        }
        let mut actions = Vec::new();
        for (number, action) in (0..).zip(&machine.actions) {
            if !prover.is_never(action.astray) {
                return None;
            }
            if prover.is_never(action.legal) {
                continue;
            }
            if !prover.is_never(action.legal.inverted()) {
                return None;
            }
            let mut flips = Vector::new(machine.n_inputs());
            for (mark, next) in action.next.iter().enumerate() {
                if prover.flips(mark, *next)? {
                    flips.set(mark);
                }
            }
            actions.push((number, flips));
        }
        let (decisive, won) = prover.values_of_win(&machine)?;
        let (actions, others): (Vec<_>, Vec<_>) = actions
            .into_iter()
            .partition(|(_, flips)| flips.and(&decisive).ones().next().is_some());
        let others = others.into_iter().map(|(_, flips)| flips).collect();
        Some(FlipGame { actions, others, decisive, won })
    }

    /// Solves the equations for a position of the game; `None` if stopped.
    pub fn solve_flips(
        &self,
        flips: &FlipGame,
        from: &StepState,
        stop: StopCheck<'_>,
    ) -> Option<FlipAnswer> {
        let now = Vector::of_words(self.kept_words(from));
        let equations = flips.equations();
        let Some(fewest) = equations.fewest(&flips.missing(&now), MAX_SETS, stop)? else {
            let proof = equations.refutation(&flips.missing(&now));
            let condition = |mark: usize| {
                let kept = &self.kept()[mark];
                let (site, mark_name) = (kept.site.clone(), kept.mark.clone());
                MarkCondition { site, mark: mark_name, is_there: flips.won.has(mark) }
            };
            let conditions = proof.ones().map(condition).collect();
            return Some(FlipAnswer::Unsolvable(Unsolvable::Parity(conditions)));
        };
        let of = |set: &Vector| set.ones().map(|at| flips.actions[at].0).collect::<Vec<_>>();
        let play = fewest.sets.first().map(of).unwrap_or_default();
        if !self.wins(from, &play) {
            return None;
        }
        Some(match fewest.n_sets {
            None => FlipAnswer::Some(play),
            Some(n_sets) => FlipAnswer::Fewest(FewestFlips {
                length: play.len() as u32,
                n_sets,
                sets: fewest.sets.iter().map(of).collect(),
                used: of(&fewest.used).into_iter().collect(),
            }),
        })
    }

    /// True if the equations have a solution from a position, without searching for the shortest.
    pub fn can_flip_to_win(&self, flips: &FlipGame, from: &StepState) -> bool {
        let now = Vector::of_words(self.kept_words(from));
        flips.equations().is_solvable(&flips.missing(&now))
    }

    /// Returns the number of positions that can be reached from one, and the number of those that can no longer
    /// be won; `None` if the equations do not decide it, or the number is too large.
    pub fn count_flips(&self, flips: &FlipGame, from: &StepState) -> Option<(f64, f64)> {
        if self.standing(from) == Standing::Won {
            return Some((1.0, 0.0));
        }
        let now = Vector::of_words(self.kept_words(from));
        let all = flips.actions.iter().map(|(_, flips)| flips).chain(&flips.others);
        let all = Equations::of(all.cloned().collect());
        let n_positions =
            Some(2_f64.powi(i32::try_from(all.rank()).ok()?)).filter(|n| n.is_finite())?;
        let decisive = flips.equations();
        // Play ends at a win. With at least two decisive dimensions there is a way around all wins: a circuit
        // of steps, or a way between two places, can avoid them.
        match (decisive.is_solvable(&flips.missing(&now)), decisive.rank()) {
            (false, _) => Some((n_positions, n_positions)),
            (true, 2..) => Some((n_positions, 0.0)),
            (true, _) => None,
        }
    }
}

impl FlipGame {
    /// Builds the equations for the marks that decide a win.
    fn equations(&self) -> Equations {
        Equations::of(self.actions.iter().map(|(_, flips)| flips.and(&self.decisive)).collect())
    }

    /// Returns the decisive marks that have to change.
    fn missing(&self, now: &Vector) -> Vector {
        now.and(&self.decisive).plus(&self.won)
    }
}

/// Prover of properties of every position that is not won.
struct Prover {
    circuit: Circuit,
    solver: GateSolver,
    won: Wire,
}

impl Prover {
    /// True if these can never all hold, won or not. False also if the limit is reached.
    fn is_excluded(&mut self, wires: &[Wire]) -> bool {
        let lits: Vec<_> = wires.iter().map(|wire| self.solver.lit(&self.circuit, *wire)).collect();
        self.solver.solve(&lits) == Some(false)
    }

    /// True if the wire is never on before a win.
    fn is_never(&mut self, wire: Wire) -> bool {
        wire == Wire::FALSE || wire != Wire::TRUE && self.is_excluded(&[wire, self.won.inverted()])
    }

    /// Returns true if a mark is always inverted by a step, false if it always stays; `None` otherwise.
    fn flips(&mut self, mark: usize, next: Wire) -> Option<bool> {
        let changed = self.circuit.exclusive(Circuit::input(mark), next);
        if self.is_never(changed) {
            return Some(false);
        }
        self.is_never(changed.inverted()).then_some(true)
    }

    /// Returns the marks whose values make a win, and these values; `None` if a win has other conditions.
    fn values_of_win(&mut self, machine: &Machine) -> Option<(Vector, Vector)> {
        let won = self.solver.lit(&self.circuit, self.won);
        if self.solver.solve(&[won]) != Some(true) {
            return None;
        }
        let asked = machine.inputs_of(self.won);
        let asked: Vec<Wire> =
            (0..asked.len()).filter(|mark| asked[*mark]).map(Circuit::input).collect();
        let seen = asked.iter().map(|wire| wire.signed(self.solver.is_on(*wire)));
        let seen: Vec<Wire> = seen.collect();
        let (mut decisive, mut there) =
            (Vector::new(machine.n_inputs()), Vector::new(machine.n_inputs()));
        let mut enough = vec![self.won.inverted()];
        for wire in seen {
            if self.is_excluded(&[self.won, wire.inverted()]) {
                let (node, inverted) = wire.node();
                // Node 0 is the constant; inputs follow.
                decisive.set(node - 1);
                if !inverted {
                    there.set(node - 1);
                }
                enough.push(wire);
            }
        }
        self.is_excluded(&enough).then_some((decisive, there))
    }
}
