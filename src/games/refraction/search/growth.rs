//! All networks with a given core: adds what can be lit by beams that no needed piece takes.
//!
//! Light is followed forwards from the sources. It stops at the first undecided cell; then that cell is
//! decided in every way: nothing, or a piece. So every network arises in exactly one way. Pieces that would
//! stay dark are never placed, except in the end, if a target of several ports gets too much: then dark
//! pieces may shield it.

use std::ops::ControlFlow;

use super::bits::CellBits;
use super::cores::LitCore;
use super::limits::NetworkLimits;
use super::model::LightModel;
use crate::piece::{Ports, Side};

/// A piece of a network: its cell, its shape and the power it emits.
pub(crate) type Member = (usize, usize, u64);
/// Called with each network, its pieces by cell, and with the cells and shapes of the dark pieces that it
/// needs as shields; until it breaks off.
pub(crate) type NetworkSink<'a> = &'a mut dyn FnMut(&[Member], &[Shield]) -> ControlFlow<()>;
/// A dark piece: its cell and its shape.
pub(crate) type Shield = (usize, usize);

/// A piece on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Put {
    pub cell: usize,
    pub shape: usize,
    /// Lit inputs, as bits by side.
    lit: u8,
    /// The power received so far.
    sum: u64,
    pub active: bool,
}

/// Light on its way: it enters this cell next.
#[derive(Clone, Copy, Debug)]
struct Ray {
    cell: usize,
    side: Side,
    power: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Grown<B> {
    pub puts: Vec<Put>,
    /// Cells with pieces of the player.
    taken: B,
    /// Cells decided to be empty.
    empty: B,
    left: Vec<u8>,
    pieces: usize,
    /// Light that has reached undecided cells.
    waiting: Vec<Ray>,
    /// Lit ports of each target, as bits by side.
    received: Vec<u8>,
}

pub(crate) struct Growth<'a, B> {
    pub model: &'a LightModel<B>,
    pub limits: &'a NetworkLimits<B>,
    pub stop: &'a dyn Fn() -> bool,
    pub effort: u64,
}

fn bit(side: Side) -> u8 {
    1 << side as u8
}

fn bits(ports: Ports) -> u8 {
    ports.sides().fold(0, |all, side| all | bit(side))
}

impl<B: CellBits> Growth<'_, B> {
    /// Every network with the core, the core itself first.
    pub(crate) fn run(&mut self, core: &LitCore<B>, sink: NetworkSink<'_>) -> ControlFlow<()> {
        let mut left: Vec<u8> = self.model.shapes.iter().map(|shape| shape.count).collect();
        let mut grown = Grown {
            puts: Vec::new(),
            taken: B::default(),
            empty: core.crossed,
            pieces: left.iter().map(|n| usize::from(*n)).sum(),
            left: Vec::new(),
            waiting: Vec::new(),
            received: vec![0; self.model.targets.len()],
        };
        for (cell, shape, _) in &core.pieces {
            grown.puts.push(Put { cell: *cell, shape: *shape, lit: 0, sum: 0, active: false });
            grown.taken = grown.taken.with(*cell);
            if let Some(left) = left.get_mut(*shape) {
                *left -= 1;
            }
        }
        grown.pieces -= core.pieces.len();
        grown.left = left;
        let rays = self.source_rays();
        self.flow(&mut grown, rays);
        let lit: Vec<u8> = core.lit.iter().map(|ports| bits(*ports)).collect();
        self.grow(grown, &lit, sink)
    }

    fn source_rays(&self) -> Vec<Ray> {
        let sources = self.model.sources.iter();
        sources.filter_map(|source| self.ray(source.cell, source.out, source.power)).collect()
    }

    fn ray(&self, from: usize, side: Side, power: u64) -> Option<Ray> {
        Some(Ray { cell: self.model.next(from, side)?, side, power })
    }

    /// Follows light until it ends or reaches undecided cells.
    fn flow(&self, grown: &mut Grown<B>, mut rays: Vec<Ray>) {
        let none_left = grown.pieces == 0;
        while let Some(mut ray) = rays.pop() {
            loop {
                let cell = ray.cell;
                if grown.taken.has(cell) {
                    self.enter(grown, ray, &mut rays);
                } else if let Some(target) = self.model.target_at(cell) {
                    let port = ray.side.opposite();
                    let has = self.model.targets.get(target).is_some_and(|t| t.ins.contains(port));
                    if let Some(received) = grown.received.get_mut(target).filter(|_| has) {
                        *received |= bit(port);
                    }
                } else if self.model.free.has(cell) {
                    let open = self.limits.cells.has(cell) && !grown.empty.has(cell);
                    if open && !none_left {
                        grown.waiting.push(ray);
                    } else if let Some(next) = self.model.next(cell, ray.side) {
                        ray.cell = next;
                        continue;
                    }
                }
                break;
            }
        }
    }

    /// Lets light enter a piece.
    fn enter(&self, grown: &mut Grown<B>, ray: Ray, rays: &mut Vec<Ray>) {
        let Some(put) = grown.puts.iter_mut().find(|put| put.cell == ray.cell) else { return };
        let Some(shape) = self.model.shapes.get(put.shape) else { return };
        let port = ray.side.opposite();
        if !shape.ins.contains(port) || put.lit & bit(port) != 0 {
            return;
        }
        put.lit |= bit(port);
        put.sum += ray.power;
        if put.lit == bits(shape.ins) {
            put.active = true;
            put.sum /= shape.shares();
            let (cell, power) = (put.cell, put.sum);
            rays.extend(shape.outs.sides().filter_map(|side| self.ray(cell, side, power)));
        }
    }

    fn grow(&mut self, mut grown: Grown<B>, lit: &[u8], sink: NetworkSink<'_>) -> ControlFlow<()> {
        self.effort += 1;
        if self.effort.is_multiple_of(128) && (self.stop)() {
            return ControlFlow::Break(());
        }
        if grown.puts.iter().any(|put| !put.active) && !self.can_wake(&grown) {
            return ControlFlow::Continue(());
        }
        let Some(first) = grown.waiting.first() else {
            return self.finish(&grown, lit, sink);
        };
        let cell = first.cell;
        let (here, rest): (Vec<Ray>, Vec<Ray>) =
            grown.waiting.iter().partition(|ray| ray.cell == cell);
        grown.waiting = rest;
        let mut empty = grown.clone();
        empty.empty = empty.empty.with(cell);
        self.flow(&mut empty, here.clone());
        self.grow(empty, lit, sink)?;
        for shape in 0..self.model.shapes.len() {
            if grown.left.get(shape).is_none_or(|left| *left == 0) {
                continue;
            }
            let mut next = grown.clone();
            self.put(&mut next, cell, shape);
            self.flow(&mut next, here.clone());
            self.grow(next, lit, sink)?;
        }
        ControlFlow::Continue(())
    }

    fn put(&self, grown: &mut Grown<B>, cell: usize, shape: usize) {
        grown.puts.push(Put { cell, shape, lit: 0, sum: 0, active: false });
        grown.taken = grown.taken.with(cell);
        if let Some(left) = grown.left.get_mut(shape) {
            *left -= 1;
        }
        grown.pieces -= 1;
        if grown.pieces == 0 {
            let rays = std::mem::take(&mut grown.waiting);
            self.flow(grown, rays);
        }
    }

    /// Returns whether every dark piece may still be lit by waiting light, if all remaining pieces of the
    /// tray were on every open cell.
    fn can_wake(&self, grown: &Grown<B>) -> bool {
        let pass = self.model.free.less(grown.taken);
        let open = pass.less(grown.empty) & self.limits.cells;
        let mut beams = [B::default(); 4];
        let mut emitters = [B::default(); 4];
        for ray in &grown.waiting {
            if let Some(beams) = beams.get_mut(ray.side as usize) {
                let cell = B::one(ray.cell);
                *beams = *beams | cell | self.model.ahead(cell, ray.side, pass);
            }
        }
        loop {
            let before = emitters;
            for (shape, left) in self.model.shapes.iter().zip(&grown.left) {
                if *left > 0 {
                    let lit = shape.ins.sides().fold(open, |lit, side| {
                        lit & beams.get(side.opposite() as usize).copied().unwrap_or_default()
                    });
                    shape.outs.sides().for_each(|side| {
                        emitters[side as usize] = emitters[side as usize] | lit;
                    });
                }
            }
            let mut dark = false;
            for put in grown.puts.iter().filter(|put| !put.active) {
                let Some(shape) = self.model.shapes.get(put.shape) else { continue };
                let lit = shape.ins.sides().all(|side| {
                    put.lit & bit(side) != 0 || beams[side.opposite() as usize].has(put.cell)
                });
                dark |= !lit;
                if lit {
                    shape.outs.sides().for_each(|side| {
                        emitters[side as usize] = emitters[side as usize].with(put.cell);
                    });
                }
            }
            if !dark {
                return true;
            }
            if emitters == before {
                return false;
            }
            for side in Side::ALL {
                let beam = &mut beams[side as usize];
                *beam = *beam | self.model.ahead(emitters[side as usize], side, pass);
            }
        }
    }

    /// Reports a network once everything is decided, if targets get nothing through other ports or can be
    /// shielded.
    fn finish(&mut self, grown: &Grown<B>, lit: &[u8], sink: NetworkSink<'_>) -> ControlFlow<()> {
        if grown.puts.iter().any(|put| !put.active) {
            return ControlFlow::Continue(());
        }
        let mut shields = Vec::new();
        if grown.received != lit {
            let network: Vec<(usize, usize)> =
                grown.puts.iter().map(|put| (put.cell, put.shape)).collect();
            if !self.shield(&network, &mut shields, &mut grown.left.clone(), lit)? {
                return ControlFlow::Continue(());
            }
        }
        let mut members: Vec<Member> =
            grown.puts.iter().map(|put| (put.cell, put.shape, put.sum)).collect();
        members.sort_unstable();
        sink(&members, &shields)
    }
}

/// Shields: dark pieces that keep light off ports.
impl<B: CellBits> Growth<'_, B> {
    /// Tries to keep the light off all ports but `lit` with more shields. Returns whether that worked; if so,
    /// all of them are in `shields`.
    fn shield(
        &mut self,
        network: &[(usize, usize)],
        shields: &mut Vec<Shield>,
        left: &mut Vec<u8>,
        lit: &[u8],
    ) -> ControlFlow<(), bool> {
        self.effort += 1;
        if self.effort.is_multiple_of(128) && (self.stop)() {
            return ControlFlow::Break(());
        }
        let grown = self.relight(network, shields);
        let (of_network, of_shields) = grown.puts.split_at(network.len());
        // A shield that blocks needed light cannot be mended by a further shield.
        if of_network.iter().any(|put| !put.active)
            || grown.received.iter().zip(lit).any(|(got, want)| got & want != *want)
        {
            return ControlFlow::Continue(false);
        }
        let wrong: Vec<(usize, Side)> = match of_shields
            .iter()
            .find(|put| put.active && self.is_lit_by_network(&grown, network.len(), put))
        {
            Some(put) => {
                let ins = self.model.shapes.get(put.shape).map_or(Ports::default(), |s| s.ins);
                ins.sides().map(|side| (put.cell, side)).collect()
            }
            None => self.wrong_ports(&grown, lit),
        };
        if wrong.is_empty() {
            return ControlFlow::Continue(true);
        }
        for (cell, side) in wrong {
            let mut at = self.model.next(cell, side);
            while let Some(cell) =
                at.filter(|cell| self.model.free.has(*cell) && !grown.taken.has(*cell))
            {
                for shape in 0..left.len() {
                    if left.get(shape).is_none_or(|n| *n == 0) {
                        continue;
                    }
                    change(left, shape, false);
                    shields.push((cell, shape));
                    if self.shield(network, shields, left, lit)? {
                        return ControlFlow::Continue(true);
                    }
                    shields.pop();
                    change(left, shape, true);
                }
                at = self.model.next(cell, side);
            }
        }
        ControlFlow::Continue(false)
    }

    /// The first port that gets light and must not, if there is one.
    fn wrong_ports(&self, grown: &Grown<B>, lit: &[u8]) -> Vec<(usize, Side)> {
        for ((target, got), want) in self.model.targets.iter().zip(&grown.received).zip(lit) {
            if let Some(side) = Side::ALL.into_iter().find(|side| got & !want & bit(*side) != 0) {
                return vec![(target.cell, side)];
            }
        }
        Vec::new()
    }

    /// Returns whether all light that a piece receives comes from sources and pieces of the network.
    fn is_lit_by_network(&self, grown: &Grown<B>, network: usize, put: &Put) -> bool {
        let Some(shape) = self.model.shapes.get(put.shape) else { return false };
        shape.ins.sides().all(|side| {
            let mut at = self.model.next(put.cell, side);
            while let Some(cell) = at {
                if let Some(n) = grown.puts.iter().position(|put| put.cell == cell) {
                    return n < network;
                }
                if !self.model.free.has(cell) {
                    return true;
                }
                at = self.model.next(cell, side);
            }
            true
        })
    }

    /// The light of a network with shields.
    fn relight(&self, network: &[(usize, usize)], shields: &[Shield]) -> Grown<B> {
        let puts: Vec<Put> = network
            .iter()
            .chain(shields)
            .map(|(cell, shape)| Put { cell: *cell, shape: *shape, lit: 0, sum: 0, active: false })
            .collect();
        let mut grown = Grown {
            taken: puts.iter().fold(B::default(), |set, put| set.with(put.cell)),
            puts,
            empty: B::default(),
            left: Vec::new(),
            pieces: 0,
            waiting: Vec::new(),
            received: vec![0; self.model.targets.len()],
        };
        let rays = self.source_rays();
        self.flow(&mut grown, rays);
        grown
    }
}

fn change(left: &mut [u8], shape: usize, back: bool) {
    if let Some(n) = left.get_mut(shape) {
        *n = if back { *n + 1 } else { *n - 1 };
    }
}
