//! Looks for a shortcut of a level within a few thousand steps: for each light, it puts a piece in its way or
//! none. Shortcuts found are judged; finding none proves nothing.

use super::formula::{ConceptFormula, Summary};
use super::lay::OpenRay;
use super::shut::is_shortcut;
use super::sketch::Sketch;
use crate::piece::{Piece, Power, share};
use foolproof_level::{Level, Place, Play};

/// A combiner that waits for further beams.
#[derive(Clone, Copy)]
struct Waiting {
    at: usize,
    missing: usize,
    power: Power,
}

pub(super) struct Probe<'a> {
    level: &'a Level,
    sketch: Sketch,
    /// Number of beams through each cell.
    beams: Vec<u8>,
    /// Pieces of the tray, the number of each, and the number used.
    pieces: Vec<Piece>,
    held: Vec<u8>,
    used: Vec<u8>,
    formula: ConceptFormula,
    rays: Vec<OpenRay>,
    placed: Vec<(usize, Piece)>,
    waiting: Vec<Waiting>,
    targets: usize,
    served: usize,
    most: usize,
    nodes: usize,
    found: Option<Play>,
}

impl<'a> Probe<'a> {
    /// A shortcut, if one is found within this many steps.
    pub(crate) fn shortcut(level: &'a Level, nodes: usize) -> Option<Play> {
        let mut probe = Self::new(level, nodes)?;
        for most in 0..=probe.held.iter().map(|n| usize::from(*n)).sum() {
            probe.most = most;
            probe.step(0);
            if probe.found.is_some() || probe.nodes == 0 {
                break;
            }
        }
        probe.found
    }

    fn new(level: &'a Level, nodes: usize) -> Option<Self> {
        let sketch = Sketch::new(level);
        let (mut rays, mut targets, mut tray) = (Vec::new(), 0, Vec::new());
        for (site, mark) in level.marks() {
            match Piece::read(mark).ok()? {
                piece if site.place == Place::Tray => tray.push(piece),
                Piece::Source { out, power } => {
                    rays.push(OpenRay { from: sketch.index(site)?, side: out, power })
                }
                Piece::Target { .. } => targets += 1,
                _ => {}
            }
        }
        tray.sort_unstable();
        let mut pieces = tray.clone();
        pieces.dedup();
        let count = |piece: &Piece| tray.iter().filter(|held| *held == piece).count();
        let held: Vec<u8> =
            pieces.iter().map(|piece| u8::try_from(count(piece)).unwrap_or(u8::MAX)).collect();
        // Built powers are left to the judge.
        let formula = ConceptFormula::of(&level.concept, &pieces, true, &mut Vec::new());
        Some(Self {
            level,
            beams: vec![0; sketch.len()],
            sketch,
            used: vec![0; pieces.len()],
            pieces,
            held,
            formula,
            rays,
            placed: Vec::new(),
            waiting: Vec::new(),
            targets,
            served: 0,
            most: 0,
            nodes,
            found: None,
        })
    }

    fn is_over(&self) -> bool {
        self.found.is_some() || self.nodes == 0
    }

    /// Returns whether every continuation practises the concept.
    fn practises(&self) -> bool {
        let summary = Summary { used: &self.used, held: &self.held, built: 0, joined: false };
        self.formula.grows() && self.formula.truth(&summary) == Some(true)
    }

    fn step(&mut self, next: usize) {
        if self.is_over() {
            return;
        }
        self.nodes -= 1;
        let Some(ray) = self.rays.get(next).copied() else { return self.judge() };
        let cells = self.sketch.ray(ray.from, ray.side);
        self.leave(next, ray, &cells);
        if self.placed.len() >= self.most {
            return;
        }
        let port = ray.side.opposite();
        for n in 0..cells.len() {
            let (Some(at), Some(way)) = (cells.get(n).copied(), cells.get(..n)) else { break };
            if self.beams.get(at) != Some(&0) {
                continue;
            }
            for kind in 0..self.pieces.len() {
                let Some(piece) = self.pieces.get(kind).copied() else { break };
                if self.used.get(kind) < self.held.get(kind) && piece.inputs().contains(port) {
                    self.place(next, ray, at, kind, way);
                }
                if self.is_over() {
                    return;
                }
            }
        }
    }

    fn mark(&mut self, cells: &[usize], up: bool) {
        for at in cells {
            if let Some(n) = self.beams.get_mut(*at) {
                *n = if up { *n + 1 } else { *n - 1 };
            }
        }
    }

    /// Lets the beam run on until it ends.
    fn leave(&mut self, next: usize, ray: OpenRay, cells: &[usize]) {
        let OpenRay { from, side, power } = ray;
        let end = self.sketch.next(cells.last().copied().unwrap_or(from), side);
        let port = side.opposite();
        let hit = end.and_then(|at| Some((at, self.sketch.cell(at).piece?)));
        let Some((at, piece)) = hit.filter(|(_, piece)| piece.inputs().contains(port)) else {
            return self.step(next + 1);
        };
        match piece {
            Piece::Target { ins, power: wanted } if ins.len() > 1 || wanted == power => {
                self.mark(cells, true);
                self.served += 1;
                self.step(next + 1);
                self.served -= 1;
                self.mark(cells, false);
            }
            Piece::Combiner { .. } => {
                self.mark(cells, true);
                self.feed(next, at, piece, power);
                self.mark(cells, false);
            }
            _ => {}
        }
    }

    /// Adds a beam to a combiner.
    fn feed(&mut self, next: usize, at: usize, piece: Piece, power: Power) {
        let Some(n) = self.waiting.iter().position(|waiting| waiting.at == at) else { return };
        let Some(before) = self.waiting.get(n).copied() else { return };
        let after = Waiting { missing: before.missing - 1, power: before.power + power, ..before };
        let len = self.rays.len();
        if after.missing == 0 {
            self.waiting.swap_remove(n);
            self.rays.extend(piece.outputs().sides().map(|side| OpenRay {
                from: at,
                side,
                power: after.power,
            }));
        } else if let Some(held) = self.waiting.get_mut(n) {
            *held = after;
        }
        self.step(next + 1);
        self.rays.truncate(len);
        if after.missing == 0 {
            self.waiting.push(before);
        } else if let Some(held) = self.waiting.iter_mut().find(|waiting| waiting.at == at) {
            *held = before;
        }
    }

    /// Places a piece of a kind in the beam's way.
    fn place(&mut self, next: usize, ray: OpenRay, at: usize, kind: usize, way: &[usize]) {
        let Some(piece) = self.pieces.get(kind).copied() else { return };
        self.change_used(kind, true);
        if !self.practises() {
            let (rays, power) = (self.rays.len(), ray.power);
            self.sketch.put(at, piece);
            self.placed.push((at, piece));
            self.mark(way, true);
            let missing = piece.inputs().len() - 1;
            if missing > 0 {
                self.waiting.push(Waiting { at, missing, power });
            } else {
                let power = share(power, piece.outputs().len());
                self.rays.extend(piece.outputs().sides().map(|side| OpenRay {
                    from: at,
                    side,
                    power,
                }));
            }
            self.step(next + 1);
            self.waiting.retain(|waiting| missing == 0 || waiting.at != at);
            self.rays.truncate(rays);
            self.mark(way, false);
            self.placed.pop();
            self.sketch.clear(at);
        }
        self.change_used(kind, false);
    }

    fn change_used(&mut self, kind: usize, up: bool) {
        if let Some(n) = self.used.get_mut(kind) {
            *n = if up { *n + 1 } else { *n - 1 };
        }
    }

    /// Judges the play once all beams have ended.
    fn judge(&mut self) {
        if !self.waiting.is_empty() || self.served < self.targets {
            return;
        }
        let pieces = self.placed.iter();
        let play = pieces.map(|(at, piece)| (self.sketch.site(*at), piece.mark())).collect();
        if is_shortcut(self.level, &play) {
            self.found = Some(play);
        }
    }
}
