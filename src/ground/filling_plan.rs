//! The best order for filling places, and features of positions that measure the progress.
//!
//! The order is found backwards, like packing orders in Sokoban solvers: with all other places filled for good,
//! a mark has to reach the last one; then the same with one place fewer. The features are those of the FESS
//! algorithm (Shoham & Schaeffer, 2020): places filled in order, and parts into which the walkers' floor is
//! cut.

use super::mark_ways::EmptiedGame;
use foolproof_planning::{CountedSteps, NO_WAY};
use foolproof_space::{bits_of, has_bit, hash_of};

/// Maximum number of steps examined to find the order.
const MAX_WORK: usize = 100_000_000;

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
    /// Builds a plan from a game with one mark and its steps. O(places² · steps).
    pub(crate) fn new(
        game: &EmptiedGame<'_>,
        steps: &CountedSteps,
        (places, starts): (&[u32], &[u32]),
        walkers: WalkerSites,
    ) -> Self {
        let sites = &walkers.sites;
        let n_sites = sites.iter().max().map_or(0, |last| *last as usize + 1);
        let kind = &game.kind.marks;
        let site_of = |cell: u32| sites[kind[cell as usize] as usize];
        let mut left = places.to_vec();
        let (mut last_first, mut work) = (Vec::new(), 0);
        while !left.is_empty() && work < MAX_WORK {
            work += left.len() * game.steps.len();
            let mut is_filled = vec![false; kind.len()];
            let mut is_taken = vec![false; n_sites];
            for cell in &left {
                is_filled[*cell as usize] = true;
                is_taken[site_of(*cell) as usize] = true;
            }
            let is_out = |start: &u32| !is_filled[game.cells[*start as usize] as usize];
            let outside: Vec<u32> = starts.iter().copied().filter(is_out).collect();
            let starts = if outside.is_empty() { starts } else { &outside };
            // The nearest place that can be the last one filled.
            let far = |target: u32| {
                let is_open = |state: u32| {
                    let cell = game.cells[state as usize];
                    let stands = walkers.stands[state as usize];
                    let is_free = is_filled.get(cell as usize) != Some(&true) || cell == target;
                    let is_taken = |site| is_taken[site as usize] && site != site_of(target);
                    is_free && !stands.is_some_and(is_taken)
                };
                let there = (0..).zip(&game.cells).filter(|(_, cell)| **cell == target);
                let far = steps.least_within(there.map(|(state, _)| state), is_open);
                starts.iter().map(|start| far[*start as usize]).min().unwrap_or(NO_WAY)
            };
            let best = left.iter().enumerate().map(|(at, cell)| (far(*cell), at)).min();
            let Some((_, at)) = best.filter(|(far, _)| *far != NO_WAY) else { break };
            last_first.push(left.remove(at));
        }
        // Places that no mark reaches come first: they are the hardest.
        let order = left.into_iter().chain(last_first.into_iter().rev());
        let places = order.map(|cell| kind[cell as usize]).collect();
        let marks = kind.iter().map(|mark| (*mark, sites[*mark as usize])).collect();
        let (floor, beside) = floor_of(game, &walkers.stands, n_sites);
        let met = vec![false; n_sites];
        let WalkerSites { sites, mask: walkers, .. } = walkers;
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
    game: &EmptiedGame<'_>,
    stands: &[Option<u32>],
    n_sites: usize,
) -> (Vec<u32>, Vec<Vec<u32>>) {
    let mut beside: Vec<Vec<u32>> = vec![Vec::new(); n_sites];
    for (from, to, _) in game.steps.iter().filter(|(.., counts)| !counts) {
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
