//! Balance of a partial network: the power it can give against the power it still lacks.
//!
//! Power is lost only in outputs whose light is not taken. So the excess over the demand is all that may go
//! to waste, and an output of more than that must find a taker.

use super::bits::CellBits;
use super::cores::{CoreSearch, PartialCore};

/// Outputs whose light is not taken: their number and powers.
struct Spare {
    /// For each node that has some: the power of one, and their number.
    outputs: Vec<(u64, usize)>,
    count: usize,
}

impl<B: CellBits> CoreSearch<'_, B> {
    /// Power that may be wasted. `None` if the demand exceeds the supply, in power or in number, or if more
    /// must be wasted than allowed.
    pub(super) fn slack(&self, begun: &PartialCore<B>) -> Option<u64> {
        let wanted: u64 = begun.demands.iter().map(|demand| self.powers.value(demand.power)).sum();
        let mut there = 0u64;
        let mut spare = Spare { outputs: Vec::new(), count: 0 };
        for node in begun.nodes.iter().filter(|node| node.spare != 0) {
            let (power, count) = (self.powers.value(node.power), node.spare.count_ones());
            there += power * u64::from(count);
            spare.count += count as usize;
            spare.outputs.push((power, count as usize));
        }
        let slack = there.checked_sub(wanted)?;
        let demands = begun.demands.len();
        if demands > spare.count + self.gain(begun, |outs, _| outs) {
            return None;
        }
        let takers = demands + self.gain(begun, |_, ins| ins);
        (demands == 0 || self.wastes_at_most(spare, takers, slack)).then_some(slack)
    }

    /// Number of ports beyond the first, added up over all pieces that may still be placed.
    fn gain(&self, begun: &PartialCore<B>, ports: impl Fn(usize, usize) -> usize) -> usize {
        let shapes = self.model.shapes.iter().enumerate();
        shapes
            .map(|(n, shape)| {
                let more = ports(shape.outs.len(), shape.ins.len()) - 1;
                more * usize::from(begun.left_of(n, shape))
            })
            .sum()
    }

    /// Returns whether this many takers can use the outputs while wasting at most `slack`.
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
}
