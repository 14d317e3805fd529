//! Everything posted, piece by piece: for explaining a constraint instead of searching.

use std::collections::BTreeMap;

use super::layers::{CellSight, Layers, Told};
use super::model::Model;
use super::propagator::{CellSet, Propagator};

/// The content of a model before it is finished.
pub(super) struct Posted<'a> {
    pub(super) candidates: &'a [u16],
    pub(super) sees: &'a [CellSet],
    pub(super) houses: &'a [Vec<usize>],
    pub(super) relations: &'a BTreeMap<(usize, usize), Vec<u16>>,
    pub(super) sums: Vec<(Vec<usize>, i32)>,
    pub(super) is_refuted: bool,
    pub(super) propagators: &'a [Box<dyn Propagator>],
}

/// A part of a constraint. All of its parts together are equivalent to it.
pub(crate) enum Piece {
    /// Nothing is possible.
    Never,
    /// A cell holds one of these digits.
    Allow(usize, u16),
    /// For each digit of the first cell, those of the second.
    Pair([usize; 2], Vec<u16>),
    Unlike([usize; 2]),
    /// Each digit once.
    House(Vec<usize>),
    Paths(Layers),
    /// Paths with equal results.
    Same(Vec<Layers>),
}

impl Piece {
    pub(crate) fn cells(&self) -> Vec<usize> {
        match self {
            Self::Never => Vec::new(),
            Self::Allow(cell, _) => vec![*cell],
            Self::Pair(cells, _) | Self::Unlike(cells) => cells.to_vec(),
            Self::House(cells) => cells.clone(),
            Self::Paths(layers) => layers.cells.clone(),
            Self::Same(groups) => groups.iter().flat_map(|layers| layers.cells.clone()).collect(),
        }
    }
}

/// Cells in ascending order.
fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

impl Model {
    /// The pieces of everything posted; `None` if some of it takes too much room.
    pub(crate) fn told(&self, frame: &CellSight<'_>) -> Option<Vec<Piece>> {
        let posted = self.posted();
        let all = self.all();
        let candidates = posted.candidates.iter().enumerate();
        let mut pieces: Vec<Piece> = candidates
            .filter(|(_, set)| **set != all)
            .map(|(cell, set)| Piece::Allow(cell, *set))
            .collect();
        if posted.is_refuted {
            pieces.push(Piece::Never);
        }
        for house in posted.houses {
            pieces.push(Piece::House(sorted(house)));
        }
        for first in 0..self.cells() {
            let later = first + 1..self.cells();
            let unlike = later.filter(|second| posted.sees[first].has(*second));
            let in_house = |second: &usize| {
                posted.houses.iter().any(|house| house.contains(&first) && house.contains(second))
            };
            let pairs = unlike.filter(|second| !in_house(second));
            pieces.extend(pairs.map(|second| Piece::Unlike([first, second])));
        }
        for ((first, second), partners) in posted.relations {
            pieces.push(Piece::Pair([*first, *second], partners.clone()));
        }
        let mut graphs = Vec::new();
        for (cells, total) in &posted.sums {
            let terms: Vec<(usize, i32)> = cells.iter().map(|cell| (*cell, 1)).collect();
            graphs.push(Layers::sum(frame, &terms, *total)?);
        }
        let mut differing = Vec::new();
        for propagator in posted.propagators {
            match propagator.tell(frame)? {
                Told::Nothing => {}
                Told::Pairs(pairs) => {
                    let piece = |(cells, partners)| Piece::Pair(cells, partners);
                    pieces.extend(pairs.into_iter().map(piece));
                }
                Told::Differing(layers) => differing.push(layers),
                Told::Paths(layers) => graphs.push(layers),
                Told::Same(groups) => pieces.push(Piece::Same(groups)),
            }
        }
        // A graph that represents which of its cells differ makes that piece redundant.
        let covers = |whole: &Layers, part: &Layers| {
            whole.is_exact && part.cells.iter().all(|cell| whole.cells.contains(cell))
        };
        differing.retain(|part| !graphs.iter().any(|whole| covers(whole, part)));
        pieces.extend(graphs.into_iter().chain(differing).map(Piece::Paths));
        Some(pieces)
    }
}
