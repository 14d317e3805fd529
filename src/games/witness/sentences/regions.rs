//! Cells that share a region.

use std::collections::{BTreeMap, BTreeSet};

use foolproof_ground::AtomNumber;
use foolproof_level::{Place, Site};

use super::{PanelWriter, TooLarge};
use crate::panel::edges;

/// Atoms for cells that share a region, each written once.
#[derive(Default)]
pub(super) struct SharedRegions {
    /// By cells: for every cell, an atom that it is in the region of the first.
    of: BTreeMap<Site, BTreeMap<Site, AtomNumber>>,
}

impl PanelWriter<'_> {
    pub(super) fn region(&mut self, cell: Site) -> Result<BTreeMap<Site, AtomNumber>, TooLarge> {
        if let Some(known) = self.regions.of.get(&cell) {
            return Ok(known.clone());
        }
        self.bounded()?;
        let region: BTreeMap<Site, AtomNumber> =
            self.panel.board.cells().map(|of| (of, self.writer.derived())).collect();
        if let Some(own) = region.get(&cell) {
            self.writer.rule(*own, &[], &[]);
        }
        for edge in edges(&self.panel.board) {
            let two = beside(edge).map(|of| of.and_then(|of| region.get(&of)).copied());
            let [Some(one), Some(other)] = two else { continue };
            let wall: Vec<AtomNumber> = self.edges.get(&edge).copied().into_iter().collect();
            self.writer.rule(one, &[other], &wall);
            self.writer.rule(other, &[one], &wall);
        }
        self.regions.of.insert(cell, region.clone());
        Ok(region)
    }

    /// The atoms that these cells share a region with one, which is left out.
    pub(super) fn sharing(
        &mut self,
        cell: Site,
        others: &BTreeSet<Site>,
    ) -> Result<Vec<AtomNumber>, TooLarge> {
        let mut atoms = Vec::new();
        for other in others.iter().filter(|other| **other != cell) {
            // One atom for a pair, whichever of the two is first.
            let region = self.region(cell.min(*other))?;
            atoms.extend(region.get(&cell.max(*other)));
        }
        Ok(atoms)
    }
}

/// The cells on both sides of an edge, perhaps beyond the rim.
fn beside(edge: Site) -> [Option<Site>; 2] {
    let Site { place, col, row } = edge;
    let before = match place {
        Place::HEdge => row.checked_sub(1).map(|row| Site::cell(col, row)),
        _ => col.checked_sub(1).map(|col| Site::cell(col, row)),
    };
    [before, Some(Site::cell(col, row))]
}
