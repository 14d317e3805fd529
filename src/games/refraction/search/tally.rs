//! The data that a search keeps about its networks.

use std::collections::BTreeSet;
use std::hash::Hasher as _;
use std::ops::ControlFlow;

use rustc_hash::FxHasher;

use super::asked::play;
use super::bits::CellBits;
use super::growth::{Member, Shield};
use super::model::LightModel;
use foolproof_game::{Searched, Wanted};

pub(crate) struct NetworkTally<'a, B> {
    model: &'a LightModel<B>,
    wanted: Wanted,
    found: Searched,
    /// Number of solutions with each shape on each cell, if wanted.
    uses: Vec<u64>,
    /// A number for each shape that is equal in all levels.
    names: Vec<u64>,
}

/// Spreads the bits of a number over all bits of the result.
fn mixed(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

impl<'a, B: CellBits> NetworkTally<'a, B> {
    pub(crate) fn new(model: &'a LightModel<B>, wanted: Wanted) -> Self {
        let name = |text: &str| {
            let mut hasher = FxHasher::default();
            hasher.write(text.as_bytes());
            mixed(hasher.finish())
        };
        let slots = if wanted.marks { model.cols * model.rows * model.shapes.len() } else { 0 };
        Self {
            model,
            wanted,
            found: Searched::default(),
            uses: vec![0; slots],
            names: model.shapes.iter().map(|shape| name(shape.mark.as_str())).collect(),
        }
    }

    /// Records a solution; breaks off once the wanted number is reached.
    pub(super) fn take(&mut self, network: &[Member], shields: &[Shield]) -> ControlFlow<()> {
        self.found.count += 1;
        self.found.digest = self.found.digest.wrapping_add(self.name_of(network));
        if self.found.plays.len() < self.wanted.plays {
            let mut play = play(self.model, network);
            play.0.extend(shields.iter().filter_map(|(cell, shape)| {
                Some((self.model.site(*cell), self.model.shapes.get(*shape)?.mark.clone()))
            }));
            self.found.plays.push(play);
        }
        if self.wanted.marks {
            for (cell, shape, _) in network {
                if let Some(n) = self.uses.get_mut(cell * self.model.shapes.len() + shape) {
                    *n += 1;
                }
            }
        }
        if self.found.count >= self.wanted.most {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// A number that almost certainly identifies the network.
    fn name_of(&self, network: &[Member]) -> u64 {
        let sum = network.iter().fold(1u64, |sum, (cell, shape, _)| {
            let site = self.model.site(*cell);
            let place = u64::from(site.row) << 16 | u64::from(site.col);
            let name = self.names.get(*shape).copied().unwrap_or_default();
            sum.wrapping_add(mixed(name ^ mixed(place + 1)))
        });
        mixed(sum)
    }

    /// The result of the search.
    pub(crate) fn finish(mut self, exhausted: bool, effort: u64) -> Searched {
        self.found.exhausted = exhausted;
        self.found.effort = effort;
        if self.wanted.marks {
            let shapes = self.model.shapes.len().max(1);
            for (slot, n) in self.uses.iter().enumerate().filter(|(_, n)| **n > 0) {
                let Some(shape) = self.model.shapes.get(slot % shapes) else { continue };
                let put = (self.model.site(slot / shapes), shape.mark.clone());
                if *n == self.found.count {
                    self.found.forced.insert(put.clone());
                }
                self.found.uses.insert(put, *n as f64);
            }
            self.found.possible = self.found.uses.keys().cloned().collect::<BTreeSet<_>>();
            self.found.marks_exact = exhausted;
        }
        self.found
    }
}
