//! Solutions without positions: the pieces that can turn the light of the sources into the powers that the
//! targets want, if beams may meet anywhere.
//!
//! Every solution of a level is one of these, so a level has no shortcut if none of these is one. They keep
//! the directions of beams, or only their powers while there are no ports yet.

use rustc_hash::FxHashSet;

use super::formula::{ConceptFormula, Summary};
use crate::piece::{Piece, Power};
use foolproof_level::Concept;

/// A source or target: its power and the direction of its beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamEnd {
    pub power: Power,
    pub direction: u8,
}

/// A piece that turns beams of some directions into beams of others.
#[derive(Clone, Debug)]
struct BeamTurn {
    ins: Vec<u8>,
    outs: Vec<u8>,
    builds: bool,
}

/// A level without positions.
pub(super) struct Relaxed<'a> {
    pub sources: &'a [BeamEnd],
    pub targets: &'a [BeamEnd],
    /// Movable pieces with the number of each.
    pub tray: &'a [(Piece, u8)],
    /// Only powers count; benders are ignored.
    pub(crate) powers_only: bool,
    /// Returns whether the beam of a source runs straight into a target.
    pub(crate) straight: &'a dyn Fn(usize, usize) -> bool,
    pub concept: &'a Concept,
}

/// Result of examining all solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forecast {
    /// Each practises the concept, wherever its pieces are.
    Sure,
    /// It depends on positions.
    Open,
    /// At least one does not seem to.
    Doubtful,
    TooLarge,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct RelaxedState {
    used: Vec<u8>,
    built: u64,
    /// Sorted beams: power, the source if it comes straight from one, direction, part of the network.
    beams: Vec<u64>,
    /// Part of the network that each source belongs to.
    parts: Vec<u8>,
}

const DIRECTIONS: u64 = 0xF;

fn beam(power: u64, raw: usize, direction: u8, part: u8) -> u64 {
    power << 16 | (raw as u64 & 0xFF) << 8 | u64::from(direction) << 4 | u64::from(part & 0xF)
}

fn raw(beam: u64) -> usize {
    (beam >> 8 & 0xFF) as usize
}

fn direction(beam: u64) -> u8 {
    (beam >> 4 & DIRECTIONS) as u8
}

struct RelaxedWalk<'a, 'b> {
    relaxed: &'a Relaxed<'b>,
    turns: Vec<BeamTurn>,
    held: Vec<u8>,
    formula: ConceptFormula,
    wanted: Vec<u64>,
    built: Vec<u64>,
    /// Stops at states that practise the concept.
    cut: bool,
    seen: FxHashSet<RelaxedState>,
    open: Vec<RelaxedState>,
    /// Pieces used in any solution, as bits by index.
    ever: u64,
}

impl Relaxed<'_> {
    pub(crate) fn forecast(&self, most: usize) -> Forecast {
        self.walk(most, true).0
    }

    /// Returns whether no solution can use the piece with this index: a true distractor.
    pub(crate) fn is_idle(&self, piece: usize, most: usize) -> bool {
        let (forecast, ever) = self.walk(most, false);
        forecast != Forecast::TooLarge && ever & (1 << piece.min(63)) == 0
    }

    fn walk(&self, most: usize, cut: bool) -> (Forecast, u64) {
        let Some(mut walk) = RelaxedWalk::new(self) else { return (Forecast::TooLarge, 0) };
        walk.cut &= cut;
        let mut forecast = Forecast::Sure;
        while let Some(state) = walk.open.pop() {
            if walk.seen.len() > most {
                return (Forecast::TooLarge, walk.ever);
            }
            let truth = walk.truth(&state);
            let practised = walk.cut && truth == Some(true);
            // A state that practises the concept matters only if no piece of a solution may be missed.
            if (truth != Some(true) || !walk.cut) && walk.solves(&state) {
                walk.note(&state);
                match truth {
                    Some(true) => {}
                    Some(false) if cut => return (Forecast::Doubtful, walk.ever),
                    Some(false) => forecast = Forecast::Doubtful,
                    None if forecast == Forecast::Sure => forecast = Forecast::Open,
                    None => {}
                }
            }
            if !practised {
                walk.extend(&state);
            }
        }
        (forecast, walk.ever)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl<'a, 'b> RelaxedWalk<'a, 'b> {
    /// `None` if the powers are too fine for this.
    fn new(relaxed: &'a Relaxed<'b>) -> Option<Self> {
        let tray = relaxed
            .tray
            .iter()
            .filter(|(piece, _)| !(relaxed.powers_only && matches!(piece, Piece::Bender { .. })));
        let (pieces, held): (Vec<Piece>, Vec<u8>) = tray.copied().unzip();
        if relaxed.sources.len() > 15 {
            return None;
        }
        let mut powers = Vec::new();
        let formula =
            ConceptFormula::of(relaxed.concept, &pieces, !relaxed.powers_only, &mut powers);
        let ports = relaxed.sources.iter().chain(relaxed.targets);
        let all = ports.map(|port| port.power).chain(powers.iter().copied());
        let mut scale = 1i64;
        for power in all {
            scale = scale.checked_mul(*power.denom() / gcd(scale, *power.denom()))?;
        }
        for (piece, n) in pieces.iter().zip(&held) {
            if let Piece::Splitter { outs, .. } = piece {
                let k = i64::try_from(outs.len()).ok()?;
                scale = scale.checked_mul(k.checked_pow(u32::from(*n))?)?;
            }
        }
        let whole = |power: Power| -> Option<u64> {
            let value = power.numer().checked_mul(scale / power.denom())?;
            u64::try_from(value).ok().filter(|value| *value < 1 << 42)
        };
        let mut beams = Vec::new();
        for (n, port) in relaxed.sources.iter().enumerate() {
            beams.push(beam(whole(port.power)?, n + 1, port.direction, u8::try_from(n).ok()?));
        }
        beams.sort_unstable();
        let wanted = relaxed.targets.iter().map(|port| whole(port.power));
        let wanted = wanted.collect::<Option<_>>()?;
        let built = powers.into_iter().map(whole).collect::<Option<_>>()?;
        let parts = (0..u8::try_from(relaxed.sources.len()).ok()?).collect();
        let first = RelaxedState { used: vec![0; held.len()], built: 0, beams, parts };
        let turns = pieces.iter().map(|piece| turn(*piece, relaxed.powers_only)).collect();
        let cut = formula.grows();
        let (seen, open) = (FxHashSet::default(), vec![first]);
        Some(Self { relaxed, turns, held, formula, wanted, built, cut, seen, open, ever: 0 })
    }

    fn truth(&self, state: &RelaxedState) -> Option<bool> {
        let joined = state.parts.iter().all(|part| *part == 0);
        let (used, held) = (&state.used, &self.held);
        self.formula.truth(&Summary { used, held, built: state.built, joined })
    }

    fn note(&mut self, state: &RelaxedState) {
        for (n, used) in state.used.iter().enumerate().filter(|(_, used)| **used > 0) {
            self.ever |= u64::from(*used > 0) << n.min(63);
        }
    }

    /// Returns whether every target can get its beam.
    fn solves(&self, state: &RelaxedState) -> bool {
        self.serve(state, 0, 0)
    }

    fn serve(&self, state: &RelaxedState, target: usize, taken: u64) -> bool {
        let (Some(power), Some(port)) = (self.wanted.get(target), self.relaxed.targets.get(target))
        else {
            return true;
        };
        let mut before = None;
        state.beams.iter().enumerate().any(|(n, beam)| {
            let fits = taken & (1 << n) == 0
                && beam >> 16 == *power
                && (self.relaxed.powers_only || direction(*beam) == port.direction)
                && before != Some(*beam)
                && match raw(*beam) {
                    0 => true,
                    // Benders may lead it anywhere.
                    _ if self.relaxed.powers_only => true,
                    source => (self.relaxed.straight)(source - 1, target),
                };
            before = fits.then_some(*beam).or(before);
            fits && self.serve(state, target + 1, taken | 1 << n)
        })
    }

    /// Adds every way to place one more piece.
    fn extend(&mut self, state: &RelaxedState) {
        if state.beams.len() > 40 {
            return;
        }
        for n in 0..self.turns.len() {
            if state.used.get(n) < self.held.get(n) {
                self.choose(state, n, &mut Vec::new());
            }
        }
    }

    fn choose(&mut self, state: &RelaxedState, piece: usize, taken: &mut Vec<usize>) {
        let Some(turn) = self.turns.get(piece) else { return };
        let Some(wanted) = turn.ins.get(taken.len()).copied() else {
            return self.apply(state, piece, taken);
        };
        // Inputs of one direction are interchangeable.
        let alike = !taken.is_empty() && turn.ins.get(taken.len() - 1) == Some(&wanted);
        let from = if alike { taken.last().map_or(0, |last| last + 1) } else { 0 };
        let mut before = None;
        for n in from..state.beams.len() {
            let Some(beam) = state.beams.get(n).copied() else { break };
            if direction(beam) != wanted || taken.contains(&n) || before == Some(beam) {
                continue;
            }
            before = Some(beam);
            taken.push(n);
            self.choose(state, piece, taken);
            taken.pop();
        }
    }

    fn apply(&mut self, state: &RelaxedState, piece: usize, taken: &[usize]) {
        let Some(turn) = self.turns.get(piece) else { return };
        let (mut total, mut part) = (0, u8::MAX);
        let mut next = state.clone();
        let mut joined = 0u32;
        for beam in taken.iter().filter_map(|n| state.beams.get(*n)) {
            total += beam >> 16;
            part = part.min((beam & 0xF) as u8);
            joined |= 1 << (beam & 0xF);
        }
        let outs = turn.outs.len() as u64;
        let power = total / outs.max(1);
        let builds = turn.builds;
        next.beams = Vec::with_capacity(state.beams.len() + 2);
        let moved = |n: u8| if joined & (1 << n) != 0 { part } else { n };
        for (_, beam) in state.beams.iter().enumerate().filter(|(n, _)| !taken.contains(n)) {
            next.beams.push(beam & !0xF | u64::from(moved((beam & 0xF) as u8)));
        }
        next.beams.extend(turn.outs.iter().map(|side| beam(power, 0, *side, part)));
        next.beams.sort_unstable();
        next.parts.iter_mut().for_each(|n| *n = moved(*n));
        if let Some(used) = next.used.get_mut(piece) {
            *used += 1;
        }
        if builds && let Some(n) = self.built.iter().position(|built| *built == power) {
            next.built |= 1 << n.min(63);
        }
        if self.seen.insert(next.clone()) {
            self.open.push(next);
        }
    }
}

fn turn(piece: Piece, powers_only: bool) -> BeamTurn {
    let code = |side: crate::piece::Side| {
        if powers_only { 0 } else { side as u8 }
    };
    BeamTurn {
        ins: piece.inputs().sides().map(|side| code(side.opposite())).collect(),
        outs: piece.outputs().sides().map(code).collect(),
        builds: !matches!(piece, Piece::Bender { .. }),
    }
}
