//! Keeps the cells of a partial network consistent: the possible cells of a piece depend on those of the
//! pieces that it exchanges light with.

use super::bits::CellBits;
use super::cores::{CoreSearch, Link, PartialCore};
use crate::piece::Side;

impl<B: CellBits> CoreSearch<'_, B> {
    /// Updates the cells of all nodes after those of the nodes of `dirty` changed; false if one has none
    /// left.
    pub(super) fn propagate(&self, begun: &mut PartialCore<B>, mut dirty: u128) -> bool {
        while dirty != 0 {
            let now = std::mem::take(&mut dirty);
            let pass = self.model.free.less(begun.taken);
            for n in 0..begun.links.len() {
                let Some(link) = begun.links.get(n).copied() else { continue };
                if link.laid || now & (1 << link.from | 1 << link.to) == 0 {
                    continue;
                }
                match self.follow(begun, link, pass) {
                    None => return false,
                    Some(changed) => dirty |= changed,
                }
            }
            match settle_singles(begun) {
                None => return false,
                Some(false) => {}
                Some(true) => dirty = u128::MAX,
            }
            match self.lay_links(begun) {
                None => return false,
                Some(changed) => dirty |= changed,
            }
        }
        begun.nodes.iter().all(|node| !node.cells.is_empty())
    }

    /// Aligns the two ends of a link; returns the changed nodes, `None` if that is impossible.
    fn follow(&self, begun: &mut PartialCore<B>, link: Link, pass: B) -> Option<u128> {
        let from = begun.nodes.get(usize::from(link.from))?.cells;
        let to = begun.nodes.get(usize::from(link.to))?.cells;
        let ends = to & self.model.ahead(from, link.side, pass);
        if ends.is_empty() {
            return None;
        }
        let starts = from & self.model.ahead(ends, link.side.opposite(), pass);
        if starts.is_empty() {
            return None;
        }
        let mut changed = 0;
        if starts != from {
            begun.nodes.get_mut(usize::from(link.from))?.cells = starts;
            changed |= 1 << link.from;
        }
        if ends != to {
            begun.nodes.get_mut(usize::from(link.to))?.cells = ends;
            changed |= 1 << link.to;
        }
        Some(changed)
    }

    /// Keeps the cells between settled nodes empty; returns the changed nodes, `None` if impossible.
    fn lay_links(&self, begun: &mut PartialCore<B>) -> Option<u128> {
        let mut laid = B::default();
        for link in begun.links.iter_mut().filter(|link| !link.laid) {
            let ends =
                (begun.nodes.get(usize::from(link.from)), begun.nodes.get(usize::from(link.to)));
            let (Some(from), Some(to)) = ends else { continue };
            if let (true, true, Some(from), Some(to)) =
                (from.settled, to.settled, from.cells.first(), to.cells.first())
            {
                if !self.sees(from, to, link.side) {
                    return None;
                }
                laid = laid | self.model.between(from, to, link.side);
                link.laid = true;
            }
        }
        if laid.is_empty() {
            return Some(0);
        }
        begun.crossed = begun.crossed | laid;
        let mut changed = 0;
        for (n, node) in begun.nodes.iter_mut().enumerate() {
            if !node.settled && node.cells.meets(laid) {
                node.cells = node.cells.less(laid);
                changed |= 1 << n;
            }
        }
        (!begun.taken.meets(laid)).then_some(changed)
    }

    /// Returns whether a cell is in line with another on a side, with nothing fixed in between.
    fn sees(&self, from: usize, to: usize, side: Side) -> bool {
        self.model.ahead(B::one(from), side, self.model.free).has(to)
    }
}

/// Settles the nodes that have one cell left; returns whether there were any, `None` if one has none.
fn settle_singles<B: CellBits>(begun: &mut PartialCore<B>) -> Option<bool> {
    let mut changed = false;
    for n in 0..begun.nodes.len() {
        let node = begun.nodes.get_mut(n)?;
        if node.settled || !node.cells.is_single() {
            if node.cells.is_empty() {
                return None;
            }
            continue;
        }
        node.settled = true;
        let cell = node.cells;
        begun.taken = begun.taken | cell;
        changed = true;
        for other in begun.nodes.iter_mut().filter(|other| !other.settled) {
            other.cells = other.cells.less(cell);
        }
    }
    Some(changed)
}
