//! The cheapest pairing of movers with places, kept while one mover at a time moves.
//!
//! The Hungarian method (Kuhn 1955): prices of movers and places prove that a pairing is the cheapest. If one
//! mover's costs change, its pair is dropped and found anew, in O(movers · places).

/// Maximum number of movers for which [`MoverPairing::cheapest`] finds the cheapest pairs.
const MAX_PAIRED: usize = 24;
/// Stands for no mover, in a column without one.
const NO_MOVER: usize = usize::MAX;

/// A cheapest pairing of movers with places.
#[derive(Clone, Debug, Default)]
pub struct MoverPairing {
    n_places: usize,
    /// The larger of the numbers of places and movers; pairs with a missing mover or place cost nothing.
    n_columns: usize,
    /// Costs of pairs, by cell and then place.
    costs: Vec<i32>,
    /// The movers' cells.
    movers: Vec<u32>,
    mover_prices: Vec<i32>,
    column_prices: Vec<i32>,
    mover_of: Vec<usize>,
    /// Scratch of the search for a pair, by column: the least cost so far, then the column before.
    slack: Vec<i32>,
    before: Vec<usize>,
    done: Vec<bool>,
    /// Scratch for the pairing after a move.
    moved: Option<Box<MoverPairing>>,
}

impl MoverPairing {
    /// Makes a pairing with these costs, by cell and then place.
    pub fn new(n_places: usize, costs: Vec<i32>) -> MoverPairing {
        MoverPairing { n_places, costs, ..MoverPairing::default() }
    }

    /// Pairs movers in these cells anew; returns the cost.
    pub fn pair(&mut self, movers: &[u32]) -> u32 {
        self.begin(movers.iter().copied());
        (0..self.n_columns).for_each(|mover| self.find_pair(mover));
        self.sum()
    }

    /// Returns the cost of a cheapest pairing of movers with places, given the costs by mover and place. A
    /// mover or place without a partner costs nothing. If there are many movers, each in turn gets its nearest
    /// free place. O(movers² · places).
    pub fn cheapest(
        &mut self,
        n_movers: usize,
        n_places: usize,
        mut cost: impl FnMut(usize, usize) -> u32,
    ) -> u32 {
        self.n_places = n_places;
        self.costs.clear();
        for mover in 0..n_movers {
            self.costs.extend((0..n_places).map(|place| cost(mover, place) as i32));
        }
        self.begin(0..n_movers as u32);
        match n_movers > MAX_PAIRED {
            true => (0..n_movers.min(n_places)).for_each(|mover| self.take_nearest(mover)),
            false => (0..n_movers).for_each(|mover| self.find_pair(mover)),
        }
        self.sum()
    }

    /// Takes movers in these cells, without pairs.
    fn begin(&mut self, movers: impl Iterator<Item = u32>) {
        self.movers.clear();
        self.movers.extend(movers);
        self.n_columns = self.n_places.max(self.movers.len());
        self.mover_prices.clear();
        self.mover_prices.resize(self.n_columns, 0);
        // The last column is a helper.
        self.column_prices.clear();
        self.column_prices.resize(self.n_columns + 1, 0);
        self.mover_of.clear();
        self.mover_of.resize(self.n_columns + 1, NO_MOVER);
    }

    /// Pairs a mover with its nearest free place.
    fn take_nearest(&mut self, mover: usize) {
        let free = (0..self.n_places).filter(|place| self.mover_of[*place] == NO_MOVER);
        if let Some(place) = free.min_by_key(|place| self.cost(mover, *place)) {
            self.mover_of[place] = mover;
        }
    }

    /// Returns the cost of a cheapest pairing after a mover went from a cell to another one, without changing
    /// this pairing. `None` if no mover is there.
    pub fn after_move(&mut self, from: u32, to: u32) -> Option<u32> {
        let mover = self.movers.iter().position(|cell| *cell == from)?;
        let mut moved = self.moved.take().unwrap_or_default();
        std::mem::swap(&mut self.costs, &mut moved.costs);
        (moved.n_places, moved.n_columns) = (self.n_places, self.n_columns);
        moved.movers.clone_from(&self.movers);
        moved.mover_prices.clone_from(&self.mover_prices);
        moved.column_prices.clone_from(&self.column_prices);
        moved.mover_of.clone_from(&self.mover_of);
        moved.move_one(mover, to);
        let sum = moved.sum();
        std::mem::swap(&mut self.costs, &mut moved.costs);
        self.moved = Some(moved);
        Some(sum)
    }

    /// Returns whether each mover gets a place, and whether each place gets a mover.
    pub fn needs(&self) -> (bool, bool) {
        (self.movers.len() <= self.n_places, self.movers.len() >= self.n_places)
    }

    /// Returns whether a mover in a cell costs at least `cost` at every place.
    pub fn is_lost(&self, cell: u32, cost: u32) -> bool {
        let first = cell as usize * self.n_places;
        let costs = self.costs.get(first..first + self.n_places).unwrap_or_default();
        costs.iter().all(|one| *one as u32 >= cost)
    }

    fn move_one(&mut self, mover: usize, to: u32) {
        self.movers[mover] = to;
        if let Some(column) = self.mover_of.iter().position(|one| *one == mover) {
            self.mover_of[column] = NO_MOVER;
        }
        // The highest price at which no reduced cost is negative.
        let reduced = (0..self.n_columns).map(|c| self.cost(mover, c) - self.column_prices[c]);
        self.mover_prices[mover] = reduced.min().unwrap_or(0);
        self.find_pair(mover);
    }

    fn cost(&self, mover: usize, column: usize) -> i32 {
        match self.movers.get(mover).filter(|_| column < self.n_places) {
            Some(cell) => self.costs[*cell as usize * self.n_places + column],
            None => 0,
        }
    }

    fn sum(&self) -> u32 {
        let pairs = self.mover_of.iter().take(self.n_columns).enumerate();
        let costs = pairs.filter(|(_, mover)| **mover != NO_MOVER);
        costs.map(|(column, &mover)| self.cost(mover, column)).sum::<i32>().max(0) as u32
    }

    /// Finds a pair for a mover by a cheapest chain of exchanges.
    fn find_pair(&mut self, mover: usize) {
        let helper = self.n_columns;
        self.mover_of[helper] = mover;
        self.slack.clear();
        self.slack.resize(helper, i32::MAX);
        self.before.clear();
        self.before.resize(helper, helper);
        self.done.clear();
        self.done.resize(helper + 1, false);
        let mut column = helper;
        loop {
            self.done[column] = true;
            let at = self.mover_of[column];
            let (mut least, mut next) = (i32::MAX, helper);
            let price = self.mover_prices[at];
            for other in 0..helper {
                if self.done[other] {
                    continue;
                }
                let reduced = self.cost(at, other) - price - self.column_prices[other];
                if reduced < self.slack[other] {
                    (self.slack[other], self.before[other]) = (reduced, column);
                }
                if self.slack[other] < least {
                    (least, next) = (self.slack[other], other);
                }
            }
            if next == helper {
                break;
            }
            for other in 0..=helper {
                if self.done[other] {
                    self.mover_prices[self.mover_of[other]] += least;
                    self.column_prices[other] -= least;
                } else {
                    self.slack[other] = self.slack[other].saturating_sub(least);
                }
            }
            column = next;
            if self.mover_of[column] == NO_MOVER {
                break;
            }
        }
        while column != helper {
            let before = self.before[column];
            self.mover_of[column] = self.mover_of[before];
            column = before;
        }
        self.mover_of[helper] = NO_MOVER;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the cost of the cheapest pairing by trying all.
    fn by_trying(costs: &[Vec<i32>], taken: &mut Vec<bool>, mover: usize) -> i32 {
        let Some(row) = costs.get(mover) else { return 0 };
        let mut best = i32::MAX;
        for column in 0..taken.len() {
            if !std::mem::replace(&mut taken[column], true) {
                let rest = by_trying(costs, taken, mover + 1);
                best = best.min(row.get(column).copied().unwrap_or(0) + rest);
                taken[column] = false;
            }
        }
        best
    }

    #[test]
    fn pairs_are_the_cheapest() {
        let cheapest = |rows: &[&[u32]]| {
            let n_places = rows.first().map_or(0, |row| row.len());
            MoverPairing::default().cheapest(rows.len(), n_places, |row, at| rows[row][at])
        };
        assert_eq!(cheapest(&[&[1, 2], &[1, 9]]), 3);
        assert_eq!(cheapest(&[&[4, 1, 3], &[2, 0, 5], &[3, 2, 2]]), 5);
        assert_eq!(cheapest(&[&[1, 2, 0], &[1, 9, 0]]), 1);
        assert_eq!(cheapest(&[&[7], &[5]]), 5);
        assert_eq!(cheapest(&[]), 0);
        // Of very many movers, the first one takes the only free place.
        assert_eq!(cheapest(&[&[7][..]; 50]), 7);
    }

    #[test]
    fn pairings_are_the_cheapest_after_each_move() {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..2_000 {
            let (n_places, n_movers, n_cells) = (rng.usize(1..6), rng.usize(1..6), 12);
            let costs: Vec<i32> = (0..n_places * n_cells)
                .map(|_| if rng.u8(..5) == 0 { 1_000 } else { rng.i32(0..20) })
                .collect();
            let mut pairing = MoverPairing::new(n_places, costs.clone());
            let mut cells: Vec<u32> = (0..n_cells as u32).collect();
            rng.shuffle(&mut cells);
            let (movers, free) = cells.split_at(n_movers);
            let least = |movers: &[u32]| {
                let row = |cell: &u32| costs[*cell as usize * n_places..][..n_places].to_vec();
                let rows: Vec<Vec<i32>> = movers.iter().map(row).collect();
                by_trying(&rows, &mut vec![false; n_places.max(n_movers)], 0) as u32
            };
            assert_eq!(pairing.pair(movers), least(movers));
            let cost = |mover: usize, place| costs[movers[mover] as usize * n_places + place];
            let anew = MoverPairing::default()
                .cheapest(n_movers, n_places, |mover, at| cost(mover, at) as u32);
            assert_eq!(anew, least(movers));
            for mover in 0..n_movers {
                let mut moved = movers.to_vec();
                moved[mover] = free[0];
                let found = pairing.after_move(movers[mover], free[0]);
                assert_eq!(found, Some(least(&moved)));
            }
            assert_eq!(pairing.after_move(free[0], free[1]), None);
        }
    }
}
