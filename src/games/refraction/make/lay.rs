//! Places a network on a board, step by step: beams are bent until they meet where a piece has room, and each
//! piece leaves a beam at least one cell to run on.

use fastrand::Rng;

use super::DraftStart;
use super::formula::Needs;
use super::plan::{Plan, PlanStep};
use super::sketch::{Sketch, across};
use super::store::{self, PieceStore};
use crate::piece::{Piece, PieceKind, Ports, Power, Side};

/// A beam that leads nowhere yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenRay {
    pub from: usize,
    pub side: Side,
    pub power: Power,
}

/// A partial layout of a network.
#[derive(Clone, Debug)]
pub(super) struct NetLayout {
    pub(crate) sketch: Sketch,
    pub store: PieceStore,
    /// The player's pieces.
    pub placed: Vec<(usize, Piece)>,
    /// The designer's new marks.
    pub fixed: Vec<(usize, Piece)>,
    rays: Vec<Option<OpenRay>>,
}

/// A cell, and the side on which a beam leaves it.
type Bend = (usize, Side);

/// Most bends of a beam on its way to a target.
const MAX_BENDS: usize = 3;
/// Places to try for a step.
const PLACES: usize = 12;

impl NetLayout {
    pub(crate) fn new(start: &DraftStart) -> Self {
        let DraftStart { sketch, store, placed, beams, .. } = start.clone();
        Self {
            sketch,
            store,
            placed,
            fixed: Vec::new(),
            rays: beams.into_iter().map(Some).collect(),
        }
    }

    /// Counts the pieces of a kind on the board.
    pub(crate) fn count(&self, kind: PieceKind) -> usize {
        self.placed.iter().filter(|(_, piece)| piece.kind() == Some(kind)).count()
    }

    /// Places the whole plan, with at least the given number of benders, and leads light to the targets that
    /// lack it; false if there was no room.
    pub(crate) fn lay(
        &mut self,
        plan: &Plan,
        targets: &[(usize, Piece)],
        needs: &Needs,
        benders: usize,
        rng: &mut Rng,
    ) -> bool {
        let laid = plan.sources.iter().all(|power| self.lay_source(*power, rng).is_some())
            && plan.steps.iter().all(|step| self.lay_step(step, needs, rng).is_some());
        if !laid {
            return false;
        }
        let ends: Vec<usize> = plan.painted.iter().chain(&plan.ends).copied().collect();
        let mut tries = 0;
        while self.count(PieceKind::Bender) < benders && tries < 6 * benders {
            tries += 1;
            if let Some(beam) = rng.choice(&ends).copied() {
                let _ = self.bend(beam, needs, rng);
            }
        }
        let reached = plan.painted.iter().zip(targets).all(|(beam, (at, piece))| {
            piece.inputs().sides().any(|port| self.reach(*beam, *at, port, rng).is_some())
        });
        reached && plan.ends.iter().all(|beam| self.lay_target(*beam, rng).is_some())
    }

    fn ray(&self, beam: usize) -> Option<OpenRay> {
        self.rays.get(beam).copied().flatten()
    }

    fn cells(&self, beam: usize) -> Vec<usize> {
        self.ray(beam).map(|ray| self.sketch.ray(ray.from, ray.side)).unwrap_or_default()
    }

    /// Returns whether a piece there leaves room to the beams that are still open.
    fn leaves_room(&self, at: usize, but: &[usize]) -> bool {
        self.rays.iter().enumerate().all(|(n, ray)| match ray {
            Some(ray) if !but.contains(&n) => self.sketch.next(ray.from, ray.side) != Some(at),
            _ => true,
        })
    }

    fn runs(&self, at: usize, side: Side) -> bool {
        self.sketch.next(at, side).is_some_and(|next| self.sketch.cell(next).piece.is_none())
    }

    fn lay_source(&mut self, power: Power, rng: &mut Rng) -> Option<()> {
        for _ in 0..4 * PLACES {
            let (at, out) = (rng.usize(..self.sketch.len()), *rng.choice(&Side::ALL)?);
            let piece = store::source(out, power);
            let long = || self.sketch.ray(at, out).len() > 1;
            if self.sketch.is_open(at)
                && self.leaves_room(at, &[])
                && long()
                && self.store.has(piece)
            {
                self.store.take(piece);
                self.sketch.put(at, piece);
                self.fixed.push((at, piece));
                self.rays.push(Some(OpenRay { from: at, side: out, power }));
                return Some(());
            }
        }
        None
    }

    /// Places a movable piece where beams come in, and lets its own beams out.
    fn put(&mut self, at: usize, piece: Piece, beams: &[usize], power: Power) -> Option<()> {
        let free = self.sketch.is_free(at) && self.leaves_room(at, beams);
        let runs = piece.outputs().sides().all(|side| self.runs(at, side));
        if !free || !runs || !self.store.take(piece) {
            return None;
        }
        for beam in beams {
            let ray = self.ray(*beam)?;
            self.sketch.beam(ray.from, ray.side, Some(at));
            if let Some(held) = self.rays.get_mut(*beam) {
                *held = None;
            }
        }
        self.sketch.put(at, piece);
        self.placed.push((at, piece));
        let one_beam = matches!(piece, Piece::Bender { .. });
        for side in piece.outputs().sides() {
            let ray = Some(OpenRay { from: at, side, power });
            match beams.first().and_then(|beam| self.rays.get_mut(*beam)) {
                // A bent beam keeps its number.
                Some(held) if one_beam => *held = ray,
                _ => self.rays.push(ray),
            }
        }
        Some(())
    }

    /// Places the bends of a way one after the other.
    fn follow(&mut self, beam: usize, way: &[Bend]) -> Option<()> {
        for (at, out) in way {
            let ray = self.ray(beam)?;
            if !self.sketch.ray(ray.from, ray.side).contains(at) {
                return None;
            }
            let piece = Piece::Bender { input: ray.side.opposite(), out: *out };
            self.put(*at, piece, &[beam], ray.power)?;
        }
        Some(())
    }

    /// Available pieces, with the needed ones first.
    fn choose(&self, mut pieces: Vec<Piece>, needs: &Needs, rng: &mut Rng) -> Vec<Piece> {
        pieces.retain(|piece| self.store.has(*piece));
        rng.shuffle(&mut pieces);
        let asked = |piece: &Piece| {
            let laid = self.placed.iter().any(|(_, held)| held == piece);
            let wanted = needs.uses.contains(piece) && !laid;
            !(wanted || needs.all && self.store.spare.contains(piece))
        };
        pieces.sort_by_key(asked);
        pieces
    }

    fn bend(&mut self, beam: usize, needs: &Needs, rng: &mut Rng) -> Option<()> {
        let ray = self.ray(beam)?;
        let cells = self.cells(beam);
        let input = ray.side.opposite();
        for _ in 0..PLACES {
            let at = *rng.choice(&cells)?;
            let both = across(ray.side).map(|out| Piece::Bender { input, out });
            for piece in self.choose(both.to_vec(), needs, rng) {
                let out = piece.outputs().sides().next()?;
                if self.sketch.ray(at, out).len() > 1
                    && self.put(at, piece, &[beam], ray.power).is_some()
                {
                    return Some(());
                }
            }
        }
        None
    }

    fn lay_step(&mut self, step: &PlanStep, needs: &Needs, rng: &mut Rng) -> Option<()> {
        match step {
            PlanStep::Split { beam, parts } => self.split(*beam, *parts, needs, rng),
            PlanStep::Combine { beams } => {
                for _ in 0..3 {
                    let mut trial = self.clone();
                    if trial.combine(beams, needs, rng).is_some() {
                        *self = trial;
                        return Some(());
                    }
                }
                None
            }
        }
    }

    fn split(&mut self, beam: usize, parts: usize, needs: &Needs, rng: &mut Rng) -> Option<()> {
        let mut cells = self.cells(beam);
        let ray = self.ray(beam)?;
        let input = ray.side.opposite();
        let all = Ports::choices(parts, Some(input));
        let all: Vec<Piece> = all.into_iter().map(|outs| Piece::Splitter { input, outs }).collect();
        let power = ray.power / Power::from_integer(i64::try_from(parts).ok()?);
        rng.shuffle(&mut cells);
        for piece in self.choose(all.clone(), needs, rng) {
            for at in cells.iter().take(PLACES) {
                if self.put(*at, piece, &[beam], power).is_some() {
                    return Some(());
                }
            }
        }
        // The beam is bent first so that it comes from another side, if that helps.
        let bent = rng.bool() && self.bend(beam, needs, rng).is_some();
        if bent { self.split(beam, parts, needs, rng) } else { None }
    }

    /// Brings beams together in a cell on the way of the first one.
    fn combine(&mut self, beams: &[usize], needs: &Needs, rng: &mut Rng) -> Option<()> {
        let (first, others) = beams.split_first()?;
        let mut meeting = None;
        for beam in others {
            let cells = match meeting {
                Some(at) => vec![at],
                None => self.cells(*first),
            };
            let sides: Vec<Side> = beams
                .iter()
                .take_while(|n| *n != beam)
                .filter_map(|n| self.ray(*n).map(|ray| ray.side))
                .collect();
            let fits = |at: usize, side: Side| cells.contains(&at) && !sides.contains(&side);
            let way = self.way(*beam, &cells, &fits, rng)?;
            let (at, way) = way;
            self.follow(*beam, &way)?;
            meeting = Some(at);
        }
        let at = meeting?;
        let rays: Vec<OpenRay> = beams.iter().map(|beam| self.ray(*beam)).collect::<Option<_>>()?;
        if !rays.iter().all(|ray| self.sketch.ray(ray.from, ray.side).contains(&at)) {
            return None;
        }
        let ins = Ports::of(rays.iter().map(|ray| ray.side.opposite()));
        let outs = Side::ALL.into_iter().filter(|side| !ins.contains(*side));
        let all: Vec<Piece> = outs.map(|out| Piece::Combiner { ins, out }).collect();
        let power = rays.iter().map(|ray| ray.power).sum();
        self.choose(all, needs, rng).into_iter().find_map(|piece| self.put(at, piece, beams, power))
    }

    /// The way of a beam, with few bends, to a cell that it enters in the wanted direction.
    fn way(
        &self,
        beam: usize,
        goals: &[usize],
        fits: &dyn Fn(usize, Side) -> bool,
        rng: &mut Rng,
    ) -> Option<(usize, Vec<Bend>)> {
        let start = self.ray(beam)?;
        let mut open: Vec<(usize, Side, Vec<Bend>)> = vec![(start.from, start.side, Vec::new())];
        let mut seen = vec![0u8; self.sketch.len()];
        for bends in 0..=MAX_BENDS {
            let mut next = Vec::new();
            rng.shuffle(&mut open);
            for (from, side, way) in open {
                let mut cells = self.sketch.ray(from, side);
                rng.shuffle(&mut cells);
                let meets = |at: &&usize| self.sketch.is_free(**at) && fits(**at, side);
                if let Some(at) = cells.iter().find(meets) {
                    return Some((*at, way));
                }
                if bends == MAX_BENDS {
                    continue;
                }
                for at in cells {
                    let room = self.sketch.is_free(at)
                        && !goals.contains(&at)
                        && self.leaves_room(at, &[beam]);
                    for out in across(side) {
                        let piece = Piece::Bender { input: side.opposite(), out };
                        let bit = 1 << out as u8;
                        let fresh = seen.get(at).is_some_and(|held| held & bit == 0);
                        if room && fresh && self.store.has(piece) && self.runs(at, out) {
                            if let Some(held) = seen.get_mut(at) {
                                *held |= bit;
                            }
                            let mut way = way.clone();
                            way.push((at, out));
                            next.push((at, out, way));
                        }
                    }
                }
            }
            open = next;
        }
        None
    }

    /// Leads a beam into a port of a painted target.
    fn reach(&mut self, beam: usize, target: usize, port: Side, rng: &mut Rng) -> Option<()> {
        let side = port.opposite();
        let mut cells = self.sketch.ray(target, port);
        let ray = self.ray(beam)?;
        if !cells.contains(&ray.from)
            && self.sketch.hit(ray.from, ray.side) == Some(target)
            && ray.side == side
        {
            return self.arrive(beam, target);
        }
        cells.retain(|at| self.sketch.is_free(*at));
        // The last bend is in a cell in line with the target.
        let mut trial = self.clone();
        let fits = |at: usize, from: Side| {
            let bends = from != side && from != side.opposite();
            let piece = Piece::Bender { input: from.opposite(), out: side };
            bends && cells.contains(&at) && self.store.has(piece)
        };
        let (at, way) = self.way(beam, &[], &fits, rng)?;
        trial.follow(beam, &way)?;
        trial.follow(beam, &[(at, side)])?;
        trial.arrive(beam, target)?;
        *self = trial;
        Some(())
    }

    fn arrive(&mut self, beam: usize, at: usize) -> Option<()> {
        let ray = self.ray(beam)?;
        if self.sketch.hit(ray.from, ray.side) != Some(at) {
            return None;
        }
        self.sketch.beam(ray.from, ray.side, Some(at));
        *self.rays.get_mut(beam)? = None;
        Some(())
    }

    fn lay_target(&mut self, beam: usize, rng: &mut Rng) -> Option<()> {
        let ray = self.ray(beam)?;
        let cells = self.cells(beam);
        let piece = store::target(ray.side.opposite(), ray.power);
        if !self.store.has(piece) {
            return None;
        }
        for _ in 0..PLACES {
            let at = *rng.choice(&cells)?;
            if self.sketch.is_open(at) && self.leaves_room(at, &[beam]) {
                self.store.take(piece);
                self.sketch.put(at, piece);
                self.fixed.push((at, piece));
                return self.arrive(beam, at);
            }
        }
        None
    }
}
