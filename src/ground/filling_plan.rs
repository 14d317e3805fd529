//! The best order for filling places, and features of positions that measure the progress.
//!
//! The features are those of the FESS algorithm (Shoham & Schaeffer, 2020): places filled in order, and parts
//! into which the walkers' floor is cut.

use super::win_marks::MarkKind;
use foolproof_planning::{EmptiedSpace, GONE};
use foolproof_space::{bits_of, has_bit, hash_of};

/// An order of places, and the floor of the walker.
#[derive(Clone, Debug)]
pub(crate) struct FillingPlan {
    /// The places as marks, the first to be filled first.
    places: Vec<u32>,
    /// Marks of the kind that fills places, with their sites.
    marks: Vec<(u32, u32)>,
    /// Sites on which something walks; `beside` has the neighbours by site.
    floor: Vec<u32>,
    beside: Vec<Vec<u32>>,
    /// The walker's marks as bits of a position, and the sites of all marks.
    pub(crate) walkers: Vec<u64>,
    sites: Vec<u32>,
    /// By site, true if it is occupied or visited; `open` holds the sites still to be visited.
    met: Vec<bool>,
    open: Vec<u32>,
}

/// Features of a position with respect to the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlanFeatures {
    /// Number of places filled before the first empty one, and number of parts into which the floor is cut.
    pub(crate) cell: (u8, u8),
    /// Hash of everything except the walker, and of the walker's part of the floor: usually the same for all
    /// positions of a walk. `None` if the walker is on no part.
    pub(crate) walk: Option<u64>,
}

/// Site of a walker in each position of an emptied game.
#[derive(Clone, Debug)]
pub(crate) struct WalkerSites {
    /// The sites of all marks.
    pub(crate) sites: Vec<u32>,
    /// The walker's marks as bits of a position.
    pub(crate) mask: Vec<u64>,
    pub(crate) stands: Vec<Option<u32>>,
}

impl FillingPlan {
    /// Builds a plan from the states with one mark of a kind; places and starts are cells and states of these.
    /// O(places² · steps).
    pub(crate) fn new(
        emptied: &EmptiedSpace,
        kind: &MarkKind,
        (places, starts): (&[u32], &[u32]),
        walkers: WalkerSites,
    ) -> Self {
        let WalkerSites { sites, mask: walkers, stands } = walkers;
        let n_sites = sites.iter().max().map_or(0, |last| *last as usize + 1);
        let mut cell_at = vec![GONE; n_sites];
        for (cell, mark) in (0..).zip(&kind.marks) {
            cell_at[sites[*mark as usize] as usize] = cell;
        }
        let cell = |site: &Option<u32>| site.map_or(GONE, |site| cell_at[site as usize]);
        let walker_cells: Vec<u32> = stands.iter().map(cell).collect();
        let order = emptied.filling_order(places, starts, &walker_cells);
        let places = order.iter().map(|cell| kind.marks[*cell as usize]).collect();
        let marks = kind.marks.iter().map(|mark| (*mark, sites[*mark as usize])).collect();
        let (floor, beside) = floor_of(emptied, &stands, n_sites);
        let met = vec![false; n_sites];
        Self { places, marks, floor, beside, walkers, sites, met, open: Vec::new() }
    }

    /// Computes the features of a position. O(sites).
    pub(crate) fn features(&mut self, words: &[u64]) -> PlanFeatures {
        let is_on = |mark: u32| has_bit(words, mark);
        let filled = self.places.iter().take_while(|mark| is_on(**mark)).count();
        self.met.fill(false);
        for (mark, site) in &self.marks {
            self.met[*site as usize] |= is_on(*mark);
        }
        let walking = words.iter().zip(&self.walkers).enumerate();
        let mut walking = walking
            .flat_map(|(word, (bits, mask))| bits_of(bits & mask).map(move |bit| word * 64 + bit));
        let stands = walking.next().and_then(|mark| self.sites.get(mark)).copied();
        let (mut parts, mut part) = (0, None);
        for first in &self.floor {
            if self.met[*first as usize] {
                continue;
            }
            parts += 1;
            self.open.push(*first);
            while let Some(site) = self.open.pop() {
                if !std::mem::replace(&mut self.met[site as usize], true) {
                    if stands == Some(site) {
                        part = Some(*first);
                    }
                    self.open.extend(&self.beside[site as usize]);
                }
            }
        }
        let walk = part.map(|part| {
            let others = words.iter().zip(&self.walkers).map(|(word, mask)| word & !mask);
            hash_of(&others.chain([u64::from(part)]).collect::<Vec<u64>>())
        });
        PlanFeatures { cell: (filled.min(255) as u8, parts.min(255) as u8), walk }
    }
}

/// Returns the sites to which a walk leads, and the neighbours of each.
fn floor_of(
    emptied: &EmptiedSpace,
    stands: &[Option<u32>],
    n_sites: usize,
) -> (Vec<u32>, Vec<Vec<u32>>) {
    let mut beside: Vec<Vec<u32>> = vec![Vec::new(); n_sites];
    for (from, to, _) in emptied.steps.iter().filter(|(.., counts)| !counts) {
        if let (Some(from), Some(to)) = (stands[*from as usize], stands[*to as usize]) {
            beside[from as usize].push(to);
            beside[to as usize].push(from);
        }
    }
    for sites in &mut beside {
        sites.sort_unstable();
        sites.dedup();
    }
    let floor = (0..).zip(&beside).filter(|(_, beside)| !beside.is_empty());
    (floor.map(|(site, _)| site).collect(), beside)
}
