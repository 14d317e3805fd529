//! The takers of an output whose light must all be used.
//!
//! A core is found backwards from its targets. But if an output has more power than may go to waste, or light
//! can still come from no other, its light is taken in every core; and if it has fewer possible takers than
//! any demand has ways to be met, that is decided first. So the search meets in the middle.

use super::bits::CellBits;
use super::cores::{CoreNode, CorePart, CoreSearch, Link, PartialCore, behind, small};
use super::powers::Index;
use crate::piece::{PieceKind, Side};

/// An output: its node, and the side where its light leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpareOutput {
    node: u8,
    side: Side,
}

/// One way to use the light of an output.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Taker<B> {
    /// The demand with this number.
    Demand(usize),
    /// A bender or splitter of this shape that then emits this power, on one of these cells.
    Piece(u8, Index, B),
}

impl<B: CellBits> CoreSearch<'_, B> {
    /// The output that must find a taker with the fewest of them; none if no output must, if combiners may
    /// take the light of each that does, or if there is no demand any more.
    pub(super) fn fewest_takers(
        &self,
        begun: &PartialCore<B>,
        slack: u64,
    ) -> Option<(SpareOutput, Vec<Taker<B>>)> {
        if begun.demands.is_empty() {
            return None;
        }
        let mut fewest: Option<(SpareOutput, Vec<Taker<B>>)> = None;
        let last = self.last_source(begun);
        for (n, node) in begun.nodes.iter().enumerate().filter(|(_, node)| node.spare != 0) {
            let is_needed = self.powers.value(node.power) > slack
                || last == Some(n)
                || node.spare.count_ones() == 1 && self.is_idle(node);
            if !is_needed {
                continue;
            }
            for side in Side::ALL.into_iter().filter(|side| node.spare & (1 << *side as u8) != 0) {
                let output = SpareOutput { node: small(n), side };
                let Some(takers) = self.takers(begun, output) else { continue };
                if fewest.as_ref().is_none_or(|(_, fewest)| takers.len() < fewest.len()) {
                    fewest = Some((output, takers));
                }
            }
        }
        fewest
    }

    /// The only source that light can still come from, while no light comes from any.
    fn last_source(&self, begun: &PartialCore<B>) -> Option<usize> {
        let is_source = |node: &CoreNode<B>| node.part == CorePart::Source;
        let from = |link: &Link| begun.nodes.get(usize::from(link.from));
        if begun.links.iter().any(|link| from(link).is_some_and(is_source)) {
            return None;
        }
        let nodes = begun.nodes.iter().enumerate();
        let mut sources = nodes.filter(|(_, node)| is_source(node) && node.spare != 0);
        let (first, second) = (sources.next(), sources.next());
        first.filter(|_| second.is_none()).map(|(n, _)| n)
    }

    /// Returns whether it is a piece whose light is not taken yet.
    pub(super) fn is_idle(&self, node: &CoreNode<B>) -> bool {
        let CorePart::Piece(shape) = node.part else { return false };
        let outs = self.model.shapes.get(usize::from(shape)).map(|shape| shape.outs.len());
        outs == Some(node.spare.count_ones() as usize)
    }

    /// Every possible taker of an output's light; `None` if combiners may take it, since they could do so in
    /// too many ways.
    fn takers(&self, begun: &PartialCore<B>, output: SpareOutput) -> Option<Vec<Taker<B>>> {
        let giver = begun.nodes.get(usize::from(output.node))?;
        let pass = self.model.free.less(begun.taken);
        let ahead = self.model.ahead(giver.cells, output.side, pass);
        let mut takers = Vec::new();
        for (n, demand) in begun.demands.iter().enumerate() {
            let meets = |node: &CoreNode<B>| node.cells.meets(ahead);
            if demand.side == output.side
                && demand.power == giver.power
                && begun.nodes.get(usize::from(demand.node)).is_some_and(meets)
                && behind(begun, demand.node) & (1 << output.node) == 0
            {
                takers.push(Taker::Demand(n));
            }
        }
        let open = ahead & pass.less(begun.crossed) & self.limits.cells;
        if begun.pieces == 0 || open.is_empty() {
            return Some(takers);
        }
        let value = self.powers.value(giver.power);
        for (n, shape) in self.model.shapes.iter().enumerate() {
            if begun.left_of(n, shape) == 0 || !shape.ins.contains(output.side.opposite()) {
                continue;
            }
            if shape.kind == PieceKind::Combiner {
                if self.powers.values().last().is_some_and(|greatest| *greatest > value) {
                    return None;
                }
                continue;
            }
            let part = value.is_multiple_of(shape.shares()).then(|| value / shape.shares());
            if let Some(part) = part.and_then(|part| self.powers.index_of(part)) {
                let cells = open & self.reach.pieces(usize::MAX, n, part);
                takers.extend((!cells.is_empty()).then_some(Taker::Piece(small(n), part, cells)));
            }
        }
        Some(takers)
    }

    /// Assigns a taker to the light of an output; false if that is impossible.
    pub(super) fn give(
        &self,
        begun: &mut PartialCore<B>,
        output: SpareOutput,
        taker: Taker<B>,
    ) -> bool {
        let to = match taker {
            Taker::Demand(n) => begun.demands.swap_remove(n).node,
            Taker::Piece(shape, power, cells) => {
                let to = small(begun.nodes.len());
                // Its only input has light already.
                if !self.take(begun, shape, power, cells, &[]) {
                    return false;
                }
                to
            }
        };
        self.link(begun, Link { from: output.node, to, side: output.side, laid: false })
    }
}
