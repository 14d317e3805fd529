//! What a network that has only begun has to give, against what it still lacks.
//!
//! No power is lost but in outputs that nothing takes light from. So what there is more than what is
//! in demand is all that may go to waste, and an output of more than that must find a taker.
//!
//! Knows the search for cores.

use super::bits::CellBits;
use super::cores::{Begun, CoreNode, CoreSearch};
use crate::games::refraction::piece::{PieceKind, Side};

/// Outputs that nothing takes light from: how many, of what power.
struct Spare {
    /// Of each node that has some: the power of one, and how many.
    outputs: Vec<(u64, usize)>,
    count: usize,
}

impl<B: CellBits> CoreSearch<'_, B> {
    /// Whether what is in demand is no more than what there still is, by power and by number, and no
    /// more must go to waste than may.
    pub(super) fn can_supply(&self, begun: &Begun<B>) -> bool {
        let wanted: u64 = begun.demands.iter().map(|demand| self.powers.value(demand.power)).sum();
        let mut there = 0u64;
        let mut spare = Spare { outputs: Vec::new(), count: 0 };
        for node in begun.nodes.iter().filter(|node| node.spare != 0) {
            let (power, count) = (self.powers.value(node.power), node.spare.count_ones());
            there += power * u64::from(count);
            spare.count += count as usize;
            spare.outputs.push((power, count as usize));
        }
        let Some(slack) = there.checked_sub(wanted) else { return false };
        let demands = begun.demands.len();
        if demands > spare.count + self.gain(begun, |outs, _| outs) {
            return false;
        }
        if begun.demands.is_empty() {
            return true;
        }
        let takers = demands + self.gain(begun, |_, ins| ins);
        self.wastes_at_most(spare, takers, slack) && self.finds_takers(begun, slack)
    }

    /// What all pieces that may still come give more than one of.
    fn gain(&self, begun: &Begun<B>, ports: impl Fn(usize, usize) -> usize) -> usize {
        let left = self.model.shapes.iter().zip(&begun.left);
        left.map(|(shape, left)| {
            let kind = begun.kinds.get(shape.kind as usize).copied().unwrap_or_default();
            (ports(shape.outs.len(), shape.ins.len()) - 1) * usize::from((*left).min(kind))
        })
        .sum()
    }

    /// Whether so many takers can take light from the outputs so that no more than `slack` is wasted.
    fn wastes_at_most(&self, mut spare: Spare, takers: usize, slack: u64) -> bool {
        let mut over = spare.count.saturating_sub(takers);
        if over == 0 {
            return true;
        }
        spare.outputs.sort_unstable();
        let mut waste = 0;
        for (power, count) in spare.outputs {
            let wasted = count.min(over);
            waste += power * wasted as u64;
            over -= wasted;
        }
        waste <= slack
    }

    /// Whether each output of more than `slack` has something that can take its light.
    fn finds_takers(&self, begun: &Begun<B>, slack: u64) -> bool {
        let must = |node: &&CoreNode<B>| node.spare != 0 && self.powers.value(node.power) > slack;
        begun.nodes.iter().filter(must).all(|node| {
            let sides = Side::ALL.into_iter().filter(|side| node.spare & (1 << *side as u8) != 0);
            sides.into_iter().all(|side| self.has_taker(begun, node, side))
        })
    }

    /// Whether a demand, or a piece of the tray, can take the light of an output.
    fn has_taker(&self, begun: &Begun<B>, giver: &CoreNode<B>, side: Side) -> bool {
        let pass = self.model.free.less(begun.taken);
        let ahead = self.model.ahead(giver.cells, side, pass);
        let by_demand = begun.demands.iter().any(|demand| {
            let node = begun.nodes.get(usize::from(demand.node));
            demand.side == side
                && demand.power == giver.power
                && node.is_some_and(|node| node.cells.meets(ahead))
        });
        let open = ahead & pass.less(begun.crossed) & self.limits.cells;
        if by_demand || open.is_empty() || begun.pieces == 0 {
            return by_demand;
        }
        let value = self.powers.value(giver.power);
        let greatest = self.powers.values().last().copied().unwrap_or_default();
        (0..self.model.shapes.len()).any(|n| {
            let (Some(shape), Some(left)) = (self.model.shapes.get(n), begun.left.get(n)) else {
                return false;
            };
            let kind = begun.kinds.get(shape.kind as usize).copied().unwrap_or_default();
            if *left == 0 || kind == 0 || !shape.ins.contains(side.opposite()) {
                return false;
            }
            if shape.kind == PieceKind::Combiner {
                return greatest > value;
            }
            let part = value.is_multiple_of(shape.shares()).then(|| value / shape.shares());
            part.and_then(|part| self.powers.index_of(part))
                .is_some_and(|part| self.reach.pieces(usize::MAX, n, part).meets(open))
        })
    }
}
