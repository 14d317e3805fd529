//! The search for cores: networks in which every piece gives light to a target.
//!
//! It goes from the targets back to the sources. Light that a port still lacks is a demand. The demand with
//! the fewest ways to meet it is met next, in all of these ways: by a source, by an output of a splitter
//! already in the network, or by a piece of the tray. If an output must find a taker for its light, and it
//! has fewer possible ones than that demand has ways, it comes first (`takers`). The positions of pieces are
//! not decided with that: each has a set of cells, kept consistent with its neighbours', and only once no
//! demand is left is every piece put on one of its cells. Every core arises in just one way, because the core
//! itself determines the piece that lights each port.

use std::ops::ControlFlow;

use super::bits::CellBits;
use super::limits::NetworkLimits;
use super::model::{LightModel, PieceShape};
use super::powers::{Index, Ops, PowerTable, operation, operations};
use super::reach::Reach;
use crate::piece::{PieceKind, Ports, Side};

/// Kind of a node of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CorePart {
    Source,
    Target,
    /// A piece of this shape.
    Piece(u8),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CoreNode<B> {
    pub part: CorePart,
    /// Its possible cells.
    pub cells: B,
    /// It has only one cell left, and all others know it.
    pub settled: bool,
    pub power: Index,
    /// Outputs whose light is not taken, as bits by side.
    pub spare: u8,
}

/// Light from one node into another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub from: u8,
    pub to: u8,
    /// The direction of travel.
    pub side: Side,
    /// Both ends are settled and the cells between them are kept empty.
    pub laid: bool,
}

/// A demand of a core for which ways are sought.
struct OpenDemand<'a, B> {
    begun: &'a PartialCore<B>,
    demand: Demand,
    /// The powers of outputs whose light is not taken yet, as bits.
    spare: u128,
    /// The search for ways may stop at this number.
    most: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Demand {
    pub node: u8,
    /// The direction in which the wanted light travels.
    pub side: Side,
    pub power: Index,
}

#[derive(Clone, Debug)]
pub(crate) struct PartialCore<B> {
    pub nodes: Vec<CoreNode<B>>,
    pub links: Vec<Link>,
    pub(crate) demands: Vec<Demand>,
    /// Cells of settled nodes.
    pub taken: B,
    /// Cells that needed light crosses between settled nodes.
    pub crossed: B,
    /// Remaining pieces of each shape, of each kind and of all.
    pub left: Vec<u8>,
    pub kinds: [u8; 3],
    pub pieces: u8,
    pub ops: Ops,
}

impl<B> PartialCore<B> {
    /// Number of remaining pieces of the shape with this number.
    pub(crate) fn left_of(&self, n: usize, shape: &PieceShape) -> u8 {
        let of_kind = self.kinds.get(shape.kind as usize).copied().unwrap_or_default();
        self.left.get(n).map_or(0, |left| of_kind.min(*left))
    }
}

/// One way to meet a demand.
#[derive(Clone, Copy, Debug)]
enum LightWay<B> {
    Spare(u8),
    /// The shape, the powers of its inputs, and its possible cells.
    Piece(u8, [Index; 3], B),
}

/// A finished core.
#[derive(Clone, Debug)]
pub(crate) struct LitCore<B> {
    /// Cell, shape and emitted power of each piece, by cell.
    pub pieces: Vec<(usize, usize, u64)>,
    /// Cells that must stay empty.
    pub crossed: B,
    /// The lit ports of each target.
    pub lit: Vec<Ports>,
}

/// Called with each core, until it breaks off.
pub(crate) type CoreSink<'a, B> = &'a mut dyn FnMut(&LitCore<B>) -> ControlFlow<()>;
/// Returns whether cores that begin like this can be skipped.
pub(crate) type CoreRefusal<'a, B> = &'a dyn Fn(&PartialCore<B>) -> bool;

/// Most nodes of a core.
const MAX_NODES: usize = 120;
/// Limit of powers beyond which recipes are not cached.
const MAX_KEPT: usize = 128;

pub(crate) struct CoreSearch<'a, B> {
    pub model: &'a LightModel<B>,
    pub limits: &'a NetworkLimits<B>,
    pub powers: &'a PowerTable,
    pub reach: &'a Reach<B>,
    pub refuses: CoreRefusal<'a, B>,
    pub stop: &'a dyn Fn() -> bool,
    pub effort: u64,
    /// The lit ports of the targets.
    lit: Vec<Ports>,
}

pub(super) fn small(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

impl<'a, B: CellBits> CoreSearch<'a, B> {
    pub(crate) fn new(
        model: &'a LightModel<B>,
        limits: &'a NetworkLimits<B>,
        powers: &'a PowerTable,
        reach: &'a Reach<B>,
        refuses: CoreRefusal<'a, B>,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self { model, limits, powers, reach, refuses, stop, effort: 0, lit: Vec::new() }
    }

    /// Returns whether the search can handle the level.
    pub(crate) fn fits(model: &LightModel<B>, limits: &NetworkLimits<B>) -> bool {
        model.sources.len() + model.targets.len() + limits.pieces <= MAX_NODES
    }

    /// Every core, until the sink breaks off.
    pub(crate) fn run(&mut self, sink: CoreSink<'_, B>) -> ControlFlow<()> {
        let mut begun = self.start();
        self.lit = self.model.targets.iter().map(|target| target.ins).collect();
        if begun.nodes.iter().any(|node| node.cells.is_empty()) {
            return ControlFlow::Continue(());
        }
        self.light_targets(&mut begun, 0, sink)
    }

    /// Targets and sources, without anything in between.
    fn start(&self) -> PartialCore<B> {
        let fixed = |part, cell, power, spare| CoreNode {
            part,
            cells: B::one(cell),
            settled: true,
            power,
            spare,
        };
        let targets = self.model.targets.iter();
        let mut nodes: Vec<CoreNode<B>> =
            targets.map(|target| fixed(CorePart::Target, target.cell, 0, 0)).collect();
        nodes.extend(self.model.sources.iter().map(|source| {
            let power = self.powers.index_of(source.power);
            // A source whose power cannot be wanted has no output to take light from.
            let spare = if power.is_some() { 1 << source.out as u8 } else { 0 };
            fixed(CorePart::Source, source.cell, power.unwrap_or_default(), spare)
        }));
        PartialCore {
            nodes,
            links: Vec::new(),
            demands: Vec::new(),
            taken: B::default(),
            crossed: B::default(),
            left: self.limits.shapes.iter().map(|n| small(*n)).collect(),
            kinds: self.limits.kinds.map(small),
            pieces: small(self.limits.pieces),
            ops: operations(self.model, self.limits),
        }
    }

    /// Chooses the ports through which each target gets its light, and the power through each.
    fn light_targets(
        &mut self,
        begun: &mut PartialCore<B>,
        n: usize,
        sink: CoreSink<'_, B>,
    ) -> ControlFlow<()> {
        let Some(target) = self.model.targets.get(n).copied() else {
            return self.search(begun, sink);
        };
        let Some(power) = target.power else { return ControlFlow::Continue(()) };
        let powers = self.powers;
        for count in 1..=target.ins.len() {
            for ports in Ports::choices(count, None) {
                if ports.sides().any(|side| !target.ins.contains(side)) {
                    continue;
                }
                let mut ways: Vec<Vec<Index>> = Vec::new();
                powers.ways(power, count, &mut Vec::new(), &mut |way| ways.push(way.to_vec()));
                if let Some(lit) = self.lit.get_mut(n) {
                    *lit = ports;
                }
                for way in ways {
                    let before = begun.demands.len();
                    let demand = |(side, power): (Side, &Index)| Demand {
                        node: small(n),
                        side: side.opposite(),
                        power: *power,
                    };
                    begun.demands.extend(ports.sides().zip(&way).map(demand));
                    let flow = self.light_targets(begun, n + 1, sink);
                    begun.demands.truncate(before);
                    flow?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Counts a step; breaks off when asked to stop.
    fn step(&mut self) -> ControlFlow<()> {
        self.effort += 1;
        if self.effort.is_multiple_of(128) && (self.stop)() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Meets the demands in every way.
    fn search(&mut self, begun: &PartialCore<B>, sink: CoreSink<'_, B>) -> ControlFlow<()> {
        self.step()?;
        if (self.refuses)(begun) {
            return ControlFlow::Continue(());
        }
        let Some(slack) = self.slack(begun) else { return ControlFlow::Continue(()) };
        let taken = self.fewest_takers(begun, slack);
        if taken.as_ref().is_some_and(|(_, takers)| takers.is_empty()) {
            return ControlFlow::Continue(());
        }
        let spare = spare_powers(begun);
        let (mut best, mut ways): (Option<usize>, Vec<LightWay<B>>) = (None, Vec::new());
        let mut found = Vec::new();
        let mut lacking = LackingLight::default();
        for (n, demand) in begun.demands.iter().enumerate() {
            let most = if best.is_some() { ways.len() } else { usize::MAX };
            found.clear();
            self.ways(&OpenDemand { begun, demand: *demand, spare, most }, &mut found);
            lacking.add(self.model, &found, found.len() >= most);
            if found.len() < most {
                best = Some(n);
                std::mem::swap(&mut ways, &mut found);
            }
            if ways.is_empty() {
                return ControlFlow::Continue(());
            }
        }
        let Some(n) = best else {
            return match begun.nodes.iter().any(|node| self.is_idle(node)) {
                true => ControlFlow::Continue(()),
                false => self.settle(begun, sink),
            };
        };
        if lacking.is_too_much(self.model, begun) {
            return ControlFlow::Continue(());
        }
        if let Some((output, takers)) = taken.filter(|(_, takers)| takers.len() < ways.len()) {
            for taker in takers {
                let mut next = begun.clone();
                if self.give(&mut next, output, taker) {
                    self.search(&next, sink)?;
                }
            }
            return ControlFlow::Continue(());
        }
        for way in ways {
            let mut next = begun.clone();
            let demand = next.demands.swap_remove(n);
            if self.meet(&mut next, demand, way) {
                self.search(&next, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The ways to meet a demand.
    fn ways(&self, open: &OpenDemand<'_, B>, ways: &mut Vec<LightWay<B>>) {
        let OpenDemand { begun, demand, most, .. } = *open;
        let Some(node) = begun.nodes.get(usize::from(demand.node)) else { return };
        let pass = self.model.free.less(begun.taken);
        let back = self.model.ahead(node.cells, demand.side.opposite(), pass);
        let behind = behind(begun, demand.node);
        for (n, giver) in begun.nodes.iter().enumerate() {
            if giver.spare & (1 << demand.side as u8) != 0
                && giver.power == demand.power
                && giver.cells.meets(back)
                && behind & (1 << n) == 0
            {
                ways.push(LightWay::Spare(small(n)));
            }
        }
        let room = back & pass.less(begun.crossed);
        if begun.pieces == 0 || room.is_empty() {
            return;
        }
        let depth = self.depth(begun, behind);
        for n in 0..self.model.shapes.len() {
            if ways.len() >= most {
                return;
            }
            let room = room & self.reach.pieces(depth, n, demand.power);
            if !room.is_empty() {
                self.ways_by(open, n, room, depth, ways);
            }
        }
    }

    /// Most pieces in sequence that light can pass before it reaches the first of `behind`.
    fn depth(&self, begun: &PartialCore<B>, behind: u128) -> usize {
        let fixed = self.model.sources.len() + self.model.targets.len();
        let pieces = (behind >> fixed).count_ones() as usize;
        let all = usize::from(begun.pieces) + begun.nodes.len() - fixed;
        all.saturating_sub(pieces)
    }

    /// The ways to meet a demand with a piece of one shape on these cells.
    fn ways_by(
        &self,
        open: &OpenDemand<'_, B>,
        n: usize,
        room: B,
        depth: usize,
        ways: &mut Vec<LightWay<B>>,
    ) {
        let OpenDemand { begun, demand, spare, most } = *open;
        let Some(shape) = self.model.shapes.get(n) else { return };
        if begun.left_of(n, shape) == 0 || !shape.outs.contains(demand.side) {
            return;
        }
        let rest = without(begun.ops, shape.kind, shape.ins.len().max(shape.outs.len()));
        let made = self.powers.made_of(spare, rest);
        let nearer = self.reach.tells(depth - 1);
        // This many powers have too many recipes to cache.
        let fresh;
        let recipes = if self.powers.len() > MAX_KEPT {
            fresh = self.reach.recipes_on(room, self.model, self.powers, n, demand.power);
            &fresh[..]
        } else {
            self.reach.recipes(self.model, self.powers, n, demand.power)
        };
        for (parts, cells, bits) in recipes {
            if ways.len() >= most {
                return;
            }
            if bits & !made != 0 || !cells.meets(room) {
                continue;
            }
            let mut cells = room & *cells;
            if nearer {
                let inputs = shape.ins.sides().map(Side::opposite).zip(parts);
                cells = inputs.fold(cells, |cells, (side, part)| {
                    cells & self.reach.beams(depth - 1, side, *part)
                });
            }
            if !cells.is_empty() {
                ways.push(LightWay::Piece(small(n), *parts, cells));
            }
        }
    }

    /// Meets a demand; false if that is impossible.
    fn meet(&self, begun: &mut PartialCore<B>, demand: Demand, way: LightWay<B>) -> bool {
        let from = match way {
            LightWay::Spare(from) => from,
            LightWay::Piece(shape, parts, cells) => {
                let from = small(begun.nodes.len());
                if !self.take(begun, shape, demand.power, cells, &parts) {
                    return false;
                }
                from
            }
        };
        self.link(begun, Link { from, to: demand.node, side: demand.side, laid: false })
    }

    /// Links light from one node to another; false if that is impossible.
    pub(super) fn link(&self, begun: &mut PartialCore<B>, link: Link) -> bool {
        if let Some(giver) = begun.nodes.get_mut(usize::from(link.from)) {
            giver.spare &= !(1 << link.side as u8);
        }
        begun.links.push(link);
        self.propagate(begun, 1 << link.from | 1 << link.to)
    }

    /// Takes a piece from the tray that emits a power, with demands for its inputs.
    pub(super) fn take(
        &self,
        begun: &mut PartialCore<B>,
        n: u8,
        power: Index,
        cells: B,
        parts: &[Index],
    ) -> bool {
        let node = small(begun.nodes.len());
        let place = usize::from(n);
        let (Some(shape), Some(left)) = (self.model.shapes.get(place), begun.left.get_mut(place))
        else {
            return false;
        };
        *left -= 1;
        begun.pieces -= 1;
        if let Some(kind) = begun.kinds.get_mut(shape.kind as usize) {
            *kind -= 1;
        }
        begun.ops = without(begun.ops, shape.kind, shape.ins.len().max(shape.outs.len()));
        for (side, power) in shape.ins.sides().map(Side::opposite).zip(parts) {
            begun.demands.push(Demand { node, side, power: *power });
        }
        begun.nodes.push(CoreNode {
            part: CorePart::Piece(n),
            cells: cells.less(begun.taken).less(begun.crossed),
            settled: false,
            power,
            spare: shape.outs.sides().fold(0, |bits, side| bits | 1 << side as u8),
        });
        true
    }

    /// Puts every piece on one of its cells, in every way.
    fn settle(&mut self, begun: &PartialCore<B>, sink: CoreSink<'_, B>) -> ControlFlow<()> {
        let open = begun.nodes.iter().enumerate().filter(|(_, node)| !node.settled);
        let Some((n, node)) = open.min_by_key(|(_, node)| node.cells.len()) else {
            return sink(&self.core(begun));
        };
        for cell in node.cells.cells() {
            self.step()?;
            let mut next = begun.clone();
            if let Some(node) = next.nodes.get_mut(n) {
                node.cells = B::one(cell);
            }
            if self.propagate(&mut next, 1 << n) {
                self.settle(&next, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn core(&self, begun: &PartialCore<B>) -> LitCore<B> {
        let mut pieces: Vec<(usize, usize, u64)> = begun
            .nodes
            .iter()
            .filter_map(|node| match node.part {
                CorePart::Piece(shape) => {
                    Some((node.cells.first()?, shape.into(), self.powers.value(node.power)))
                }
                _ => None,
            })
            .collect();
        pieces.sort_unstable();
        LitCore { pieces, crossed: begun.crossed, lit: self.lit.clone() }
    }
}

/// Least number of pieces that the demands need.
#[derive(Clone, Copy, Debug, Default)]
struct LackingLight {
    /// Demands that need a bender or combiner each.
    own: usize,
    /// Other demands that only a piece of the tray can meet.
    shared: usize,
}

impl LackingLight {
    /// Counts a demand with these ways to meet it; `cut` if they are not all.
    fn add<B: CellBits>(&mut self, model: &LightModel<B>, ways: &[LightWay<B>], cut: bool) {
        if matches!(ways.first(), Some(LightWay::Spare(_)) | None) {
            return;
        }
        let splits = |way: &LightWay<B>| match way {
            LightWay::Piece(shape, ..) => {
                let shape = model.shapes.get(usize::from(*shape));
                shape.is_some_and(|shape| shape.kind == PieceKind::Splitter)
            }
            LightWay::Spare(_) => false,
        };
        match cut || ways.iter().any(splits) {
            true => self.shared += 1,
            false => self.own += 1,
        }
    }

    /// Returns whether that exceeds the available pieces.
    fn is_too_much<B: CellBits>(&self, model: &LightModel<B>, begun: &PartialCore<B>) -> bool {
        let [benders, splitters, combiners] = begun.kinds.map(usize::from);
        let outs = model.shapes.iter().map(|shape| shape.outs.len()).max().unwrap_or(1);
        let at_least = self.own + self.shared.div_ceil(outs);
        self.own > benders + combiners
            || at_least > usize::from(begun.pieces)
            || self.own + self.shared > benders + combiners + splitters * outs
    }
}

/// The operations without one of a shape.
fn without(mut ops: Ops, kind: PieceKind, ports: usize) -> Ops {
    if let Some(left) = operation(kind, ports).and_then(|kind| ops.get_mut(kind)) {
        *left = left.saturating_sub(1);
    }
    ops
}

/// The powers of outputs whose light is not taken yet, as bits.
fn spare_powers<B>(begun: &PartialCore<B>) -> u128 {
    let spare = begun.nodes.iter().filter(|node| node.spare != 0 && node.power < 128);
    spare.fold(0, |bits, node| bits | 1 << node.power)
}

/// The node and all nodes that its light reaches, as bits: none of these can give light to it.
pub(super) fn behind<B>(begun: &PartialCore<B>, start: u8) -> u128 {
    let mut seen: u128 = 1 << start;
    let mut open: u128 = seen;
    while open != 0 {
        let node = open.trailing_zeros();
        open &= open - 1;
        for link in begun.links.iter().filter(|link| u32::from(link.from) == node) {
            let bit = 1 << link.to;
            if seen & bit == 0 {
                seen |= bit;
                open |= bit;
            }
        }
    }
    seen
}
