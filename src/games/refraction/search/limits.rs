//! Bounds on the networks of a search: numbers of pieces of each kind, cells without pieces, and powers that
//! nothing may build.

use std::collections::BTreeSet;

use super::bits::CellBits;
use super::model::LightModel;
use crate::piece::PieceKind;

/// Bounds that networks keep.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NetworkLimits<B> {
    /// Most pieces of each shape.
    pub shapes: Vec<usize>,
    /// Most pieces of each kind, in the order of the kinds.
    pub kinds: [usize; 3],
    /// Most pieces.
    pub pieces: usize,
    /// Cells that may hold pieces.
    pub cells: B,
    /// Powers in units that no splitter or combiner may emit.
    pub(crate) unbuilt: BTreeSet<u64>,
}

impl<B: CellBits> NetworkLimits<B> {
    /// The bounds of the level itself.
    pub(crate) fn of(model: &LightModel<B>) -> Self {
        let shapes: Vec<usize> = model.shapes.iter().map(|shape| shape.count.into()).collect();
        let mut limits = Self {
            kinds: [usize::MAX; 3],
            pieces: shapes.iter().sum(),
            shapes,
            cells: model.free,
            unbuilt: BTreeSet::new(),
        };
        limits.tighten(model);
        limits
    }

    /// Reduces each number to what the others allow.
    pub(crate) fn tighten(&mut self, model: &LightModel<B>) {
        for kind in PieceKind::ALL {
            let of_kind = model.shapes.iter().zip(&self.shapes);
            let whole: usize =
                of_kind.filter(|(shape, _)| shape.kind == kind).map(|(_, count)| count).sum();
            if let Some(most) = self.kinds.get_mut(kind as usize) {
                *most = whole.min(*most);
            }
        }
        self.pieces = self.pieces.min(self.kinds.iter().sum());
        for (shape, most) in model.shapes.iter().zip(&mut self.shapes) {
            let of_kind = self.kinds.get(shape.kind as usize).copied().unwrap_or_default();
            *most = (*most).min(of_kind).min(self.pieces);
        }
    }

    /// The bounds of both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let mut kinds = self.kinds;
        for (most, of_other) in kinds.iter_mut().zip(other.kinds) {
            *most = (*most).min(of_other);
        }
        let both = self.shapes.iter().zip(&other.shapes);
        Self {
            shapes: both.map(|(a, b)| *a.min(b)).collect(),
            kinds,
            pieces: self.pieces.min(other.pieces),
            cells: self.cells & other.cells,
            unbuilt: self.unbuilt.union(&other.unbuilt).copied().collect(),
        }
    }
}
