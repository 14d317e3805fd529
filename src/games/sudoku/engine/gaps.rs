//! Sums that follow from cages and houses: since the digits of a house are known, the sums of its cells
//! outside the cages (its innies) follow, and those of the cages' cells outside it (its outies).

use std::collections::BTreeSet;

use super::propagator::CellSet;

/// Most cells of such a sum; larger ones are of little use.
const MAX_CELLS: usize = 5;

/// A sum of cells that was posted; each cell counts once.
pub(super) struct PostedSum {
    pub(super) cells: Vec<usize>,
    pub(super) total: i32,
}

/// A weighted sum: the cells inside some houses, minus those outside.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gap {
    pub(super) terms: Vec<(usize, i32)>,
    pub(super) total: i32,
}

/// The consequences of cages and houses together for few cells.
pub(super) fn gaps(houses: &[Vec<usize>], side: usize, sums: &[PostedSum]) -> BTreeSet<Gap> {
    let apart = apart(sums);
    if apart.is_empty() {
        return BTreeSet::new();
    }
    let whole = (side * (side + 1) / 2) as i32;
    let found = regions(houses).into_iter().filter_map(|region| {
        let gap = region.gap(whole, &apart);
        (1..=MAX_CELLS).contains(&gap.terms.len()).then_some(gap)
    });
    found.collect()
}

/// Sums with disjoint cells, the smallest ones first.
fn apart(sums: &[PostedSum]) -> Vec<&PostedSum> {
    let mut taken = CellSet::default();
    let mut apart: Vec<&PostedSum> = sums.iter().collect();
    apart.sort_by_key(|sum| sum.cells.len());
    apart.retain(|sum| {
        let free = !sum.cells.iter().any(|cell| taken.has(*cell));
        if free {
            sum.cells.iter().for_each(|cell| taken.insert(*cell));
        }
        free
    });
    apart
}

/// Disjoint houses.
#[derive(Clone)]
struct HouseUnion {
    cells: Vec<usize>,
    has: CellSet,
    houses: i32,
}

impl HouseUnion {
    fn of(house: &[usize]) -> Self {
        let mut has = CellSet::default();
        house.iter().for_each(|cell| has.insert(*cell));
        Self { cells: house.to_vec(), has, houses: 1 }
    }

    /// This and another house; `None` if they share a cell.
    fn with(&self, house: &[usize]) -> Option<Self> {
        if house.iter().any(|cell| self.has.has(*cell)) {
            return None;
        }
        let mut wider = self.clone();
        wider.cells.extend_from_slice(house);
        house.iter().for_each(|cell| wider.has.insert(*cell));
        wider.houses += 1;
        Some(wider)
    }

    /// The cells that the cages leave, and those that they have beyond the region. A cage on its rim counts
    /// if most of it is inside.
    fn gap(&self, whole: i32, apart: &[&PostedSum]) -> Gap {
        let mut inside = self.has;
        let (mut terms, mut total) = (Vec::new(), whole * self.houses);
        for PostedSum { cells, total: sum } in apart {
            let within = cells.iter().filter(|cell| self.has.has(**cell)).count();
            if within * 2 <= cells.len() {
                continue;
            }
            total -= sum;
            for cell in cells {
                match self.has.has(*cell) {
                    true => inside.remove(*cell),
                    false => terms.push((*cell, -1)),
                }
            }
        }
        terms.extend(self.cells.iter().filter(|cell| inside.has(**cell)).map(|cell| (*cell, 1)));
        // A sum of outies alone gets positive weights, like one of innies.
        if terms.iter().all(|(_, weight)| *weight < 0) {
            terms.iter_mut().for_each(|(_, weight)| *weight = -*weight);
            total = -total;
        }
        terms.sort_unstable();
        Gap { terms, total }
    }
}

/// Houses, runs of them that follow one another, and all twos.
fn regions(houses: &[Vec<usize>]) -> Vec<HouseUnion> {
    let mut regions = Vec::new();
    for (at, first) in houses.iter().enumerate() {
        let first = HouseUnion::of(first);
        let later = &houses[at + 1..];
        let mut run = Some(first.clone());
        for (next, house) in later.iter().enumerate() {
            run = run.and_then(|run| run.with(house));
            regions.extend(run.clone());
            if next > 0 || run.is_none() {
                regions.extend(first.with(house));
            }
        }
        regions.push(first);
    }
    regions
}
